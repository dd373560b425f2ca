"""Words that columns are called by: each says what a column holds, or that its numbers are no ratings."""

from pathlib import Path

import pandas as pd
import pytest
from click.testing import CliRunner

import workbench
from workbench.cli import main
from workbench.datasets.mapping.cells import is_missing
from workbench.datasets.mapping.column_map import ColumnMap
from workbench.datasets.mapping.names import is_criterion, is_rater_group, is_rating_group, may_be_rater
from workbench.datasets.mapping.propose import propose
from workbench.datasets.mapping.source_table import SourceTable
from workbench.errors import SpecError

BASE = {"segment": "doc_id", "system": "system", "text": "summary", "references": "ref1", "criteria": "flow"}


def proposed(more: dict[str, list[object]], **called: str) -> ColumnMap:
    """Return what is found in four rows, two documents by two systems, whose columns are called as said.

    What is more stands in front of them.
    """
    names = {**BASE, **called}
    rows = []
    for at in range(4):
        made = {
            "segment": f"d{at // 2}", "system": "AB"[at % 2], "text": f"it rained a lot {at}",
            "references": f"much rain fell here {at // 2}", "criteria": 1 + at,
        }  # fmt: skip
        row = {name: made[what] for what, name in names.items() if name}
        rows.append((f"x:{at + 1}", {**{name: values[at] for name, values in more.items()}, **row}))
    return propose([SourceTable("x", rows)])


CALLED = {
    "system": """system model system_id model_id system_name model_name sys mt submission team engine
        summarizer""",
    "segment": """segment segment_id seg_id seg sid doc_id document_id instance_id sample_id item_id input_id
        example_id question_id turn_id turn dialogue_id dialog_id topic topic_id global_seg_id doc_seg_id
        sentence_id sent_id item id doc line idx index satz satznr satz_id segment_nr dokument dokument_id""",
    "text": """decoded summary output system_output system_summary hypothesis hyp candidate prediction
        predicted generated generated_text translation response system_response answer mt_text text target
        sentence Übersetzung uebersetzung Ausgabe Zusammenfassung Antwort Hypothese""",
    "references": """ref reference gold referenz referenzen refs references golds human_reference gold_ref
        humanref ref_a refb ref1 ref_2 ref_b_1 ref_text reference_tok ref_tokens ref_tokenized ref_tokenised
        ref_sents human_summary gold_summary human_text gold_text_2 human mensch""",
}


@pytest.mark.parametrize("what", CALLED)
def test_a_column_is_found_by_its_name(what: str) -> None:
    like_it: dict[str, list[object]] = {
        "segment": ["e0", "e0", "e1", "e1"],
        "text": ["one more line", "two more lines", "no line of it", "all of it"],
    }
    others = {"xyz": like_it[what]} if what in like_it else {}
    for name in CALLED[what].split():
        assert getattr(proposed(others, **{what: name}), what) in (name, (name,))


OTHERS = {
    "rater": """rater rater_id annotator annotator_id judge judge_id worker worker_id evaluator assessor user
        Bewerter""",
    "task": "task language_pair lang_pair lp Sprachpaar langs",
    "domain": "domain",
    "document": "document doc dialogue dialogue_id dialog dialog_id conversation conversation_id",
}


@pytest.mark.parametrize("what", OTHERS)
def test_a_column_beside_them_is_found_by_its_name(what: str) -> None:
    # numbered anew in each document, as segments are there
    numbered = {"segment": "seg_id"} if what == "document" else {}
    values: list[object] = ["u", "u", "v", "v"] if what == "document" else ["u", "v", "u", "v"]
    for name in OTHERS[what].split():
        assert getattr(proposed({name: values}, **numbered), what) == name


INPUTS = """source src article input context history document_text prompt question mr triples quelle
    frage"""


@pytest.mark.parametrize("name", INPUTS.split())
def test_a_text_that_was_given_is_left_out(name: str) -> None:
    given: list[object] = [f"it was so wet {n // 2}" for n in range(4)]
    assert proposed({"xyz": given}).leave_out == ()
    found = proposed({name: given})
    assert (found.leave_out, found.text, found.references) == ((name,), ("summary",), ("ref1",))


SCORES = "score rating value judgment judgement Bewertung Note Punkte"


@pytest.mark.parametrize(
    "name", ["criterion", "criteria", "dimension", "aspect", "quality", "question", "scale"]
)
def test_a_column_of_criteria_is_found_by_its_name(name: str) -> None:
    assert proposed({name: ["a", "b", "a", "b"]}, criteria="score").criterion_name == name


@pytest.mark.parametrize("name", SCORES.split())
def test_a_column_of_scores_beside_that_of_criteria_is_found_by_its_name(name: str) -> None:
    found = proposed({"weird": [1, 4, 5, 3], "criterion": ["a", "b", "a", "b"]}, criteria=name)
    assert (found.criterion_name, found.criteria) == ("criterion", (name,))


@pytest.mark.parametrize(
    "name",
    ["ref", "human", "gold", "mensch", "referenz", "reference", "ref_a", "human-1", "gold2.1", "Mensch"],
)
def test_a_system_that_is_a_person_is_found_by_its_name(name: str) -> None:
    assert proposed({"system": ["A", name, "A", name]}, system="", references="").people == (name,)
    assert proposed({"system": ["A", f"x{name}", "A", f"x{name}"]}, system="", references="").people == ()


@pytest.mark.parametrize(
    "name",
    [
        *("ref_weight", "reference_weights", "weight", "weights", "w", "ref_w", "refweight1", "weight_a"),
        *(
            "ref1_weight",
            "ref_a_weight",
            "reference_2_w",
            "r1_weight",
            "weight_ref",
            "weight_of_ref_2",
            "w_r1",
        ),
    ],
)
def test_weights_of_references_are_found_by_their_name(name: str) -> None:
    found = proposed({name: [0.5, 0.5, 1.0, 1.0]})
    assert (found.weights, found.criteria) == ((name,), ("flow",))


@pytest.mark.parametrize("name", ["row", "raw", "view", "rw", "review_1", "ref_flow", "weighting"])
def test_what_only_begins_or_ends_like_a_weight_is_none(name: str) -> None:
    assert proposed({name: [0.5, 0.5, 1.0, 1.0]}).weights == ()


PROGRAMS = """rouge_1 bleu sacrebleu chrf ter terp terp_x meteor bert_f bertscore bleurt_20 comet cider
    nist bartscore bart_score mover length_x nwords n_words xcomet metricx gemba unieval alignscore
    summac questeval qafacteval factcc sacrerouge_x yisi bert perplexity ppl wer cer metrics.a
    metric.a chatgpt_eval gpt4_score llm_judge llama_rating claude_scores gemini_judges mistral_eval
    qwen2.5_eval my_gpt_eval gpt_eval_x g_eval geval score_bleu avg_rouge1 f1_bertscore sent_bleu self-bleu
    google_bleu gleu usr fed maude ruber mauve distinct_1 dist-2 vector_extrema greedy_matching
    embedding_average exact_match f1 edit_distance cosine_similarity metric_1 metric my_metric auto_score nll
    loss log_prob"""
SETTINGS = """temperature age my_age top_p top_k topk age size len length my_length latency runtime
    param params parameters epoch epochs step steps beam beams learning_rate lr max_len max_length
    max_tokens max_new_tokens std stdev sd flow_std stderr sem var variance promptlen inputlength
    outputsize sourcelen doclen documentlen textlen summarylen reflen referencelen contextlen
    modelsize batchsize n n_words nr num_words number count wordcount charcount sentcount
    sentencecount tokencount linecount word_count"""
NO_RATINGS = """unnamed_0 index idx line row rownumber my_id id gid sid uid mydocid mydocumentid
    mysegid mysegmentid
    sysid systemid sentid sentenceid topicid itemid sampleid exampleid instanceid recordid rowid hitid taskid
    userid myworkerid myjudgeid myraterid myannotatorid modelid textid sourceid queryid questionid turnid
    mydialogid
    mydialogueid sessionid batchid assignmentid inputid outputid annotationid ratingid unitid groupid pageid
    fileid dataid entryid paperid articleid storyid time timestamp date date_made duration age year seed split
    file_path path name filename url urls start end start_i end_i end_idx begin_char
    hit hits my_span offsets position bbox token embedding
    vector logprobs duration_ms latency_s total_time_seconds runtime_min cost cost_usd is_attention_check
    attention_checks"""


def test_numbers_that_nobody_rated_are_no_criteria() -> None:
    names = f"{PROGRAMS} {SETTINGS} {NO_RATINGS}".split()
    found = {name: proposed({name: [0.5, 0.25, 0.75, 0.125]}).criteria for name in names}
    assert found == dict.fromkeys(names, ("flow",))


@pytest.mark.parametrize(
    "name",
    [
        "n_errors",
        "n_mistakes",
        "num_fehler",
        "error_count",
        "mistake_count",
        "fehler_count",
        "terseness",
        "barter",
        "terms",
        "clear",
        "rhyme",
        "costly",
        "attention",
        "loss_of_meaning",
        "distinctness",
        "similarity",
        "federal",
        "autonomy",
        "symmetric",
    ],
)
def test_numbers_that_people_gave_are_criteria(name: str) -> None:
    assert set(proposed({name: [1, 2, 0, 3]}).criteria) == {"flow", name}


ASKED = """coherence coherent cohesion consistency consistent fluency fluent relevance relevancy
    relevant adequacy adequate accuracy faithful faithfulness factual factuality informative
    informativeness grammar grammatical grammaticality readability readable natural naturalness
    overall clarity correct correctness coverage helpful helpfulness harmless harmlessness engaging
    engagingness groundedness understandability understandable concise conciseness likability
    specificity diversity meaning redundancy nonredundancy non-redundancy structure
    referential_clarity responsiveness toxicity Flüssigkeit Kohärenz Verständlichkeit Lesbarkeit
    Korrektheit Vollständigkeit"""


def test_what_people_are_asked_is_a_criterion() -> None:
    found = {
        name: tuple(is_criterion(each) for each in (name, f"q.{name}", f"{name}x")) for name in ASKED.split()
    }
    assert found == dict.fromkeys(found, (True, True, False))


RATERS = """rater rater1 raterid annotator annotators2 annotatorid judge judgeid worker workerid
    evaluator assessor user bewerter anno1 ann_2 coder expert crowd1 crowdworker turker3 person
    participant reviewer r1 a2 w3 u4 j5 r a w u j human1"""
GROUPS = """annotation annotations annotator annotators rater raters judge judges worker workers
    experts expert_annotations crowd_raters human_judges"""
RATINGS = """rating ratings annotation annotator rater raters judgment judgement judge judges score
    scores evaluation evaluations label labels criterium criteria dimension dimensions aspect
    aspects bewertung bewertungen human_ratings expert_scores crowd_labels turker_scores
    worker_ratings"""


def test_words_of_raters_and_of_what_they_gave() -> None:
    assert [each for each in RATERS.split() if not may_be_rater(each)] == []
    assert [each for each in ("flow", "human", "x1", "h1") if may_be_rater(each)] == []
    assert [each for each in GROUPS.split() if not is_rater_group(each)] == []
    assert [each for each in ("ratings", "expert", "scores") if is_rater_group(each)] == []
    assert [each for each in RATINGS.split() if not is_rating_group(each)] == ["criterium"]
    assert [each for each in ("outputs", "expert", "user_scores") if is_rating_group(each)] == []


@pytest.mark.parametrize(
    "written",
    [
        *(
            "na",
            "N/A",
            "nan",
            "NULL",
            "none",
            "nil",
            "missing",
            "#n/a",
            "<NA>",
            "-",
            "--",
            "–",
            "—",
            "?",
            ".",
        ),
        *("N.A.", "not applicable", "Not available", "k.A.", "keine Angabe", "#NV", "n/d", "#N/D", "s/o"),
    ],
)
def test_a_rating_that_is_missing_may_be_written_in_many_ways(written: str) -> None:
    found = proposed({"tone": [1, written, 3, 4]})
    assert set(found.criteria) == {"flow", "tone"}
    assert is_missing(f" {written} ")


def test_a_word_may_have_a_sign_of_equality_in_it() -> None:
    words = ["a=b=4", " Good = 2.5", "=>=-1"]
    said = ColumnMap.of("card", words=words).word_values("card")
    assert said == {"a=b": 4.0, "good": 2.5, "=>": -1.0}


@pytest.mark.parametrize("cells", [["x", "X "], ["-9", "-9.0"], [-9, -9.0], ["x", -9]])
def test_a_word_or_a_number_may_stand_for_a_missing_rating_or_weight(cells: list[object]) -> None:
    frame = pd.DataFrame(
        {"doc": [*"aabb"], "system": [*"XYXY"], "out": ["a b c", "d e f", "g h i", "k l m"]}
        | {"ref": ["q r s"] * 4, "w": [0.5, 0.5, *cells], "flow": [4, "5", *cells]}
    )
    said = {"x": None, "-9": float("nan")}
    own = workbench.data(frame, weights="w", criteria="flow", words=said)
    assert own.judgments["score"].tolist() == [4.0, 5.0]
    assert own.references["weight"].fillna(7).tolist() == [0.5, 7.0]
    again = workbench.data(frame, weights="w", criteria="flow", words=["x=nan", "X=NA", "-9.0=missing"])
    assert again.fingerprint == own.fingerprint


def test_a_number_that_stands_for_a_missing_rating_may_have_a_decimal_comma(tmp_path: Path) -> None:
    rows = ["d;A;a b c;q r s;-9,0", "d;B;d e f;q r s;4,5", "e;A;g h i;t u v;2,5", "e;B;k l m;t u v;-9"]
    (tmp_path / "mine.csv").write_text("\n".join(["doc;system;output;ref;flow", *rows]), "utf-8")
    asked = ["data", "import", str(tmp_path / "mine.csv"), "--word", "-9=nan", "--yes"]
    assert CliRunner().invoke(main, [*asked, "--out", str(tmp_path / "own")]).exit_code == 0
    own = workbench.load(tmp_path / "own")
    assert own.judgments["score"].tolist() == [4.5, 2.5]


def test_a_word_is_a_number_or_missing_and_not_both() -> None:
    with pytest.raises(SpecError, match="words: is said twice, with another number: got 'x=1'"):
        ColumnMap.of("card", words=["x=nan", "x=1"]).word_values("card")
