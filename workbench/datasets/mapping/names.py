"""How people call their columns, in English and in German; `names.toml` has more, in more languages."""

import re
import tomllib
from collections.abc import Collection
from pathlib import Path
from unicodedata import normalize

_CALLED = {
    "system": """system model systemid modelid systemname modelname sys mt submission team engine summarizer
        peer peerid sysname sysid""",
    "segment": """segment segmentid segid seg sid sentenceid sentid lineid docid documentid instanceid
        sampleid itemid inputid exampleid questionid turnid turn dialogueid dialogid topic topicid
        globalsegid docsegid item id doc line idx index satz satznr satzid segmentnr dokument dokumentid""",
    "rater": """rater raterid annotator annotatorid judge judgeid worker workerid evaluator assessor user
        bewerter""",
    "task": "task languagepair langpair lp sprachpaar",
    "document": """document docid doc dialogue dialogueid dialog dialogid conversation conversationid
        dokument""",
    "domain": "domain",
    "criterion_name": "criterion criteria dimension aspect quality question scale",
    "reference_name": "reference referenceid refid refname referencename",
    "text": """decoded summary output systemoutput systemsummary hypothesis hyp candidate prediction predicted
        generated generatedtext translation response systemresponse answer mttext text target sentence
        ubersetzung uebersetzung ausgabe zusammenfassung antwort hypothese
        generation simplification paraphrase caption sysref""",
    "score": "score rating value judgment judgement bewertung note punkte",
    "input": """source src article input context history document documenttext prompt question mr triples
        quelle frage origsent originalsentence complexsentence""",
}


def last_step(path: str) -> str:
    """Return the last step of a path; a dot behind a shortened word begins none, one behind a number does.

    Examples
    --------
    >>> [last_step(each) for each in ("human.Fluency_1", "Dauer (Sek.)", "Nr. des Satzes", "2. System")]
    ['Fluency_1', 'Dauer (Sek.)', 'Nr. des Satzes', 'System']
    """
    return re.split(r"[.](?=[\w\[])|^[0-9]+[.] +", path)[-1]


def plain(column: str) -> str:
    """Return the letters and digits of a column's last step, in lower case and without accents.

    Examples
    --------
    >>> plain("human.Fluency_1"), plain("Übersetzung"), plain("文書 ID")
    ('fluency1', 'ubersetzung', '文書id')
    """
    return "".join(each for each in normalize("NFKD", last_step(column).casefold()) if each.isalnum())


_MORE = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))


def _more(what: str) -> list[str]:
    return [plain(word) for words in _MORE.get(what, {}).values() for word in words.split()]


NAMES = {what: [*dict.fromkeys((*names.split(), *_more(what)))] for what, names in _CALLED.items()}
"""The likeliest first; letters and digits only."""
SURE_SEGMENTS = _CALLED["segment"].split()
"""What names segments whatever else there is; the other names are of documents as well."""
MEAN = ("mean", "average", "avg", "mittelwert", *_more("mean"))
TEXT, SCORE, INPUT = (NAMES[what] for what in ("text", "score", "input"))
_REFERENCE = re.compile(
    r"((human|gold|orig|original)?_?(ref|reference|gold|referenz(en)?)s?_?([a-z]|[a-z]?_?[0-9]+)?(_?(text|summ|tok|tokens|tokeni[sz]ed|sents))?"
    r"|(human|gold)_?(summary|text|story|response|answer|translation|caption|output|sentence).*|human|mensch)"
)
OF_REFERENCES = ("referenzen", "referenz", "reference", *_more("reference"), "ref")
"""What references are called, and not people as well."""
OF_RATINGS = (*SCORE, "quality", "qualitat", "qualite", "calidad", "品質", "质量")
_REFERENCE_ALONE = re.compile(rf"({'|'.join(OF_REFERENCES)})s?[0-9a-d]?")
_RATED = "|".join(OF_RATINGS)
_REFERENCE_RATED = re.compile(
    rf"({'|'.join(OF_REFERENCES)})s?({_RATED})(en|s)?[0-9a-d]?|({_RATED})s?({'|'.join(OF_REFERENCES)})s?[0-9a-d]?"
)
"""References and what is said of them in one word: Referenzbewertung, 参照評価."""
_PERSON = re.compile(
    r"(ref|human|gold|mensch|referenz)(erence)?([-_ .]?[a-z0-9]([.][0-9]+)?)?$", re.IGNORECASE
)
_REFERENCES = re.compile(rf"({'|'.join(_more('reference'))})s?([0-9]{{1,2}}|[a-d])?")
_PEOPLE = re.compile(rf"({'|'.join(_more('person'))})[a-z0-9]?")
WEIGHT = re.compile(
    r"(ref|reference)?_?(weights?|w)_?[0-9a-z]?|((ref|reference)_?[0-9a-z]|r_?[0-9])_?(weights?|w)"
    r"|(weights?|w)_(of_)?((ref|reference)s?_?[0-9a-z]?|r_?[0-9])"
)
_AUTOMATIC = re.compile(
    r"(rouge|bleu|sacrebleu|chrf|terp?(?![a-z])|meteor|bert_|bertscore|bleurt|comet|cider|nist|bart_?score|mover"
    r"|length|n_?words|xcomet|metricx|gemba|unieval|alignscore|summac|questeval|qafacteval|factcc|sacrerouge|yisi).*"
    r"|(.*_)?(rouge|bleu|(self|sacre|delta)bleu|chrf|bertscore|bleurt|comet|cider|bartscore)[0-9a-z]{0,2}(_.*)?"
    r"|bert|perplexity|ppl|wer|cer|.*metrics?[.].*|(.*_)?metrics?(_?[0-9]+|_.*)?|auto(matic)?(_.*)?|nll|loss|log_?probs?"
    r"|(usr|fed|ruber|maude|dynaeval|gleu|sari|spice|mauve|nubia|blanc|supert|summaqa|qags|feqa|discoscore)(_.*)?"
    r"|(f1|exact_match|edit_?dist(ance)?|levenshtein|jaccard|cosine(_?sim(ilarity)?)?|dist(inct)?(_?n|_?[1-9])|fkgl|flesch.*)"
    r"|vector_extrema|greedy_matching|embedding_average"
    r"|(.*_)?(chatgpt|gpt|llm|llama|claude|gemini|mistral|qwen)[a-z0-9.]*_?(eval|judge|score|rating)s?(_.*)?|g_?eval(_.*)?"
)
"""Scores that programs make, and no ratings."""
SETTING = re.compile(
    r"(.*_)?(temperature|top_?[kp]|age|size|len|length|latency|runtime|params?|parameters|epochs?|steps?|beams?"
    r"|ci(_?(low|high|lower|upper|[0-9]+))+|(max|min)_(score|rating)|learning_rate|lr|max_(new_)?(len|length|tokens)|std|stdev|sd|stderr|sem|var|variance)"
    r"|(prompt|input|output|source|doc|document|text|summary|ref|reference|context|model|batch)(len|length|size)"
    # of errors people count
    r"|(?!.*(error|mistake|fehler))(n|nr|num|number|count)(_.*)?|(?!.*(error|mistake|fehler))(.*_|word|char|sent|sentence|token|line)count"
)
"""How systems were made, how long texts are, who rated, how ratings scatter: numbers that are no ratings."""
_NO_RATING = re.compile(
    r"(|unnamed.*|index|idx|line|row|rownumber|.*_id|[gsu]?id"
    r"|.*(doc|document|seg|segment|sys|system|sent|sentence|topic|item|sample|example|instance|record|row|hit)id"
    r"|.*(task|user|worker|judge|rater|annotator|model|text|source|query|question|turn|dialog|dialogue|session)id"
    r"|.*(batch|assignment|input|output|annotation|rating|unit|group|page|file|data|entry|paper|article|story)id"
    r"|time.*|date.*|(.*_)?(duration|latency|runtime|time)(_?(ms|s|secs?|seconds|mins?|minutes))?|.*in_?(seconds|sekunden|minutes|minuten)"
    r"|(start|end|begin|finish|submit|create|update|last|accept|record)\w*_?(time|date|at|page)|progress|.*_?hash|.*_?timestamp"
    r"|(is_?)?(golden|tainted|trust|trusted|finished|complete[d]?|complete_?doc)|worker_?trust"
    r"|costs?(_(usd|eur|cents))?|(is_)?attention_?checks?|max_?assignments|age|year|seed|split|(file)?_?(path|name)|urls?"
    r"|(start|begin|end|stop)(_?(i|idx|index|pos|position|char|token))?|hits?"
    r"|.*(span|offset|position|bbox|token|embedding|vector|logprob)s?)"
)

_PLACE = re.compile(
    r"(start|begin|end|stop)(_?(i|idx|index|pos|position|char|token|offset))?|.*(span|offset)s?"
)
_WHEN = re.compile(r"_*(time|date).*|(.*_)?(time|date|timestamp|urls?|path)")

_UNIT = re.compile(
    r"(?<=[^ _(\[])([ _]*[(\[（][^)\]）]*[)\]）]|[ _](ms|s|se[ck]s?|seconds|sekunden|mins?|minute[ns]))$",
    re.IGNORECASE,
)
"""What a name of a quantity ends in."""

_RATING_GROUP = re.compile(
    r"(human|expert|crowd|turker|worker)?(ratings?|annotations?|annotators?|raters?|judge?ments?|judges?|scores?|evaluations?"
    r"|labels?|criteria|dimensions?|aspects?|bewertung(en)?)"
)

_CRITERION = re.compile(
    r"coheren(ce|t)|cohesion|consisten(cy|t)|fluen(cy|t)|relevan(ce|cy|t)|adequa(cy|te)|accuracy|faithful(ness)?|factual(ity)?"
    r"|informative(ness)?|grammar|grammatical(ity)?|readab(ility|le)|natural(ness)?|overall|clarity|correct(ness)?"
    r"|coverage|helpful(ness)?|harmless(ness)?|engaging(ness)?|groundedness|understandab(ility|le)|concise(ness)?|likability"
    r"|specificity|diversity|meaning|redundancy|non_?redundancy|referential_clarity|structure|responsiveness|toxicity"
    r"|flussigkeit|koharenz|verstandlichkeit|lesbarkeit|korrektheit|vollstandigkeit"
)
_RATER = re.compile(
    rf"({'|'.join(NAMES['rater'])}|anno|ann|coder|expert|crowd|crowdworker|turker|person|participant|reviewer|r|a|w|u|j)"
    r"s?[0-9]*|[rawuj][0-9]+|human[0-9]+"
)

_CRITERIA, _NO_RATINGS = ({*_more(what)} for what in ("criterion", "no_rating"))

_RATER_GROUP = re.compile(r"(human|expert|crowd)?(annotations?|annotators?|raters?|judges?|workers?|experts)")


def is_rater_group(called: str) -> bool:
    """Tell whether a name is one of an object with a member a rater.

    Examples
    --------
    >>> is_rater_group("annotations"), is_rater_group("ratings")
    (True, False)
    """
    return bool(_RATER_GROUP.fullmatch(plain(called)))


def is_criterion(called: str) -> bool:
    """Tell whether a name is, or has in it, what people are often asked to judge.

    Examples
    --------
    >>> is_criterion("Text coherence"), is_criterion("ann"), is_criterion("一貫性 (1-5)")
    (True, False, True)
    """
    letters = normalize("NFKD", called.casefold())
    words = re.split(r"[^a-z]+", letters.encode("ascii", "ignore").decode())
    if any(_CRITERION.fullmatch(each) for each in (*words, plain(called))):
        return True
    return not _CRITERIA.isdisjoint((plain(called), *map(plain, re.split(r"[\s\d()_.:-]+", called))))


def may_be_rater(called: str) -> bool:
    """Tell whether a name is one of raters that are numbered, or of a group of them.

    Examples
    --------
    >>> may_be_rater("annotator_2"), may_be_rater("expert_annotations"), may_be_rater("flow")
    (True, True, False)
    """
    return bool(_RATER.fullmatch(plain(called))) or is_rating_group(called)


def is_rating_group(column: str) -> bool:
    """Tell whether a column is called as one that holds ratings, by criterion or by rater.

    Examples
    --------
    >>> is_rating_group("expert_annotations"), is_rating_group("outputs")
    (True, False)
    """
    return bool(_RATING_GROUP.fullmatch(plain(column)))


def is_reference(called: str) -> bool:
    """Tell whether a column or a part of its path is called as references are, words joined by underscores.

    Examples
    --------
    >>> [is_reference(each) for each in ("ref_1", "reference_summary", "résumé_de_référence", "refuse")]
    [True, True, True, False]
    """
    return bool(_REFERENCE.fullmatch(called.lower()) or _REFERENCES.fullmatch(plain(called)))


def is_of_references(path: str) -> bool:
    """Tell whether a word of a path is one for references, and not only for people, or is made of one.

    Examples
    --------
    >>> [is_of_references(each) for each in ("ref_ratings", "refScore2", "human_rating", "preference")]
    [True, True, False, False]
    >>> [is_of_references(each) for each in ("Referenzbewertung", "note_référence", "参照評価", "ref.flow")]
    [True, True, True, True]
    """
    words = _words(path)
    return any(_REFERENCE_ALONE.fullmatch(each) or _REFERENCE_RATED.fullmatch(each) for each in words)


def is_one_rating(path: str) -> bool:
    """Tell whether a word of a path says that it is a rating, and not of what.

    Examples
    --------
    >>> [is_one_rating(each) for each in ("ref_ratings", "refs[].score", "refQuality2", "ref_flow")]
    [True, True, True, False]
    >>> [is_one_rating(each) for each in ("Referenzqualität", "évaluation_réf", "参照評価", "scores.ref")]
    [True, True, True, True]
    """
    words = [each.rstrip("s0123456789") for each in _words(path)]
    return any(each in OF_RATINGS or _REFERENCE_RATED.fullmatch(each) for each in words)


def _words(path: str) -> list[str]:
    return [plain(each) for each in re.split(r"[\W_]+|(?<=[a-z])(?=[A-Z])", path)]


def is_person(system: str) -> bool:
    """Tell whether a system is called as people are who write references.

    Examples
    --------
    >>> is_person("Human-A"), is_person("Humano 1"), is_person("humane-bert")
    (True, True, False)
    """
    return bool(_PERSON.match(system) or _PEOPLE.fullmatch(plain(system)))


def is_automatic(called: str, beside: Collection[str]) -> bool:
    """Tell whether a column is called as scores of programs are; f1 beside f2 is the first of several.

    Names are in lower case.

    Examples
    --------
    >>> is_automatic("bleu_2", ["bleu_1"]), is_automatic("f1", ["fluency"]), is_automatic("f1", ["f1", "f2"])
    (True, True, False)
    """
    return bool(_AUTOMATIC.fullmatch(called)) and not (called == "f1" and "f2" in beside)


def is_no_rating(called: str) -> bool:
    """Tell whether a column of numbers is called as what nobody rated: rows, days, people, places.

    Examples
    --------
    >>> [is_no_rating(each) for each in ("doc_id", "Dauer (s)", "Work time in seconds", "fluency")]
    [True, True, True, False]
    """
    # programs begin the names of what they add with a bar
    called = called.lstrip("_")
    whole, bare = called.lower().replace(" ", "_"), _UNIT.sub("", called)
    is_called = any(_NO_RATING.fullmatch(each) for each in (whole, bare.lower()))
    return is_called or plain(bare) in _NO_RATINGS


def is_when_or_where(called: str) -> bool:
    """Tell whether a column is called as times and places of files are, which are no texts.

    Examples
    --------
    >>> [is_when_or_where(each) for each in ("timestamp", "created_date", "file_path", "update")]
    [True, True, True, False]
    """
    return bool(_WHEN.fullmatch(called.lower()))


def is_place(called: str) -> bool:
    """Tell whether a field is called as the place of a marked part of a text is.

    Examples
    --------
    >>> [is_place(each) for each in ("start", "end_i", "offset", "severity")]
    [True, True, True, False]
    """
    return bool(_PLACE.fullmatch(called.lower()))
