"""Small made-up files in the formats of the origins: what the tests of their readers read and damage."""

import gzip
import io
import json
import pickle
import tarfile
from dataclasses import dataclass, field
from pathlib import Path

CRITERIA = ("coherence", "consistency", "fluency", "relevance")
DOCS = ("d1", "d2")
SYSTEMS = ("M0", "M8")


@dataclass(frozen=True)
class Lines:
    """A file of lines; the first `head` of them are no rows."""

    lines: list[str]
    head: int = 0
    ordered: bool = False
    """Whether the order of the lines says which is which."""
    repeats: bool = False
    """Whether a row may be there twice: ratings, and sets."""

    def content(self) -> bytes:
        return "".join(f"{line}\n" for line in self.lines).encode()


@dataclass(frozen=True)
class Pickle:
    """A file of pickled data."""

    value: object

    def content(self) -> bytes:
        return pickle.dumps(self.value, 2)


@dataclass(frozen=True)
class Original:
    """A data set's name and folder, its files below ``original``, and the files that an archive holds."""

    dataset: str
    folder: str
    files: dict[str, Lines | Pickle]
    archive: str = ""
    options: dict[str, str] = field(default_factory=dict)

    def write(self, home: Path) -> Path:
        """Write all files below a folder of data sets, and return the folder of the data set."""
        folder = home / self.folder
        if self.archive:
            path = folder / "original" / self.archive
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(pack({name: file.content() for name, file in self.files.items()}))
            return folder
        for name, file in self.files.items():
            path = folder / "original" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(file.content())
        return folder

    def rewrite(self, home: Path, name: str, content: bytes) -> str:
        """Write one file anew, in the archive if there is one; return the place that faults name."""
        folder = home / self.folder / "original"
        if self.archive:
            contents = {each: file.content() for each, file in self.files.items()}
            (folder / self.archive).write_bytes(pack({**contents, name: content}))
            return f"{folder / self.archive}/{name}"
        (folder / name).write_bytes(content)
        return str(folder / name)


def pack(files: dict[str, bytes]) -> bytes:
    content = io.BytesIO()
    with tarfile.open(fileobj=content, mode="w:gz") as archive:
        for name, each in files.items():
            member = tarfile.TarInfo(f"folder/{name}")
            member.size = len(each)
            archive.addfile(member, io.BytesIO(each))
    return content.getvalue()


def unpack(path: Path, name: str, content: bytes) -> None:
    path.mkdir(parents=True, exist_ok=True)
    (path / f"{name}.gz").write_bytes(gzip.compress(content))


def as_json(*rows: object) -> list[str]:
    return [json.dumps(row, ensure_ascii=False) for row in rows]


SUMMEVAL = Original(
    "summeval",
    "summeval",
    {
        "BARTScore/SUM/SummEval/data.pkl": Pickle(
            {
                doc: {
                    "src": "not read",
                    "ref_summs": [f"{doc} öd .", "Two ."],
                    "sys_summs": {system: {"sys_summ": f"{system} öd .", "scores": {}} for system in SYSTEMS},
                }
                for doc in DOCS
            }
        ),
        "LLM_summeval/model_output_annotations/M8_outputs_annotations.jsonl": Lines(
            as_json(*({"id": doc, "decoded": "m8 öd", "references": [f"{doc} öd.", "two."]} for doc in DOCS)),
            repeats=True,
        ),
        "stat-analysis-experiments/experiments/statistical-analysis/data/fabbri2020/relevance.jsonl": Lines(
            as_json(
                *(
                    {
                        "instance_id": doc,
                        "summarizer_id": system,
                        "summarizer_type": "peer",
                        "by": "ö",
                        "metrics": {
                            "expert": {each: [1, 2, 3] for each in CRITERIA},
                            "turker": {each: [4, 5] for each in CRITERIA},
                        },
                    }
                    for doc in DOCS
                    for system in SYSTEMS
                )
            )
        ),
    },
)


def _summaries(*systems: str) -> Pickle:
    scores = {"rouge_1_recall": 0.5, "js-2": -0.25, "litepyramid_recall": 0.75}
    return Pickle(
        {
            doc: {
                "doc_id": doc,
                "ref_summ": "<t> not read </t>",
                "system_summaries": {
                    f"{system}_out.txt": {
                        "system_summary": f"<t> öd {system} . </t>  <t> in  {doc} . </t> <t> cut",
                        "scores": scores,
                    }
                    for system in systems
                },
            }
            for doc in (1, 0)
        }
    )


REALSUMM = Original(
    "realsumm",
    "realsumm",
    {
        "REALSumm/scores_dicts/abs.pkl": _summaries("bart", "bottom_up"),
        "REALSumm/scores_dicts/ext.pkl": _summaries("bart", "neusumm", "banditsumm"),
        "REALSumm/selected_docs_for_human_eval/abs/bottom_up/ref.txt": Lines(
            ["<t> öd one .   two . </t>", "<t> öd three . </t>"], ordered=True
        ),
        "REALSumm/selected_docs_for_human_eval/abs/neusumm/ref.txt": Lines(
            ["<t> öd one . </t> <t> two . </t>", "<t> öd three . </t>"], ordered=True
        ),
        "REALSumm/selected_docs_for_human_eval/ext/bart/ref.txt": Lines(
            [" öd one   two ", " öd three "], ordered=True
        ),
        "REALSumm/selected_docs_for_human_eval/ext/banditsumm/ref.txt": Lines(
            ['" öd one .   two   more . "', "öd three ."], ordered=True
        ),
    },
)
DSTC7 = Original(
    "dstc7-task2",
    "dstc7_task2",
    {
        "dstc7-task2-human-eval-per-judge.tsv": Lines(
            [
                "\ufeffJudgeID\tInstanceID\tSystemID\tRelevance\tInformativeness",
                *(
                    f"ö{judge}\t{turn}\t{system}\t4\t{judge}"
                    for turn in ("t1", "t2")
                    for system in ("Human", "TeamCE", "TeamEC")
                    for judge in (1, 2)
                ),
            ],
            1,
            repeats=True,
        ),
        "dstc7-task2-system_responses.tsv": Lines(
            [
                "SystemID\tInstanceID\tResponse",
                *(
                    f"{system}\t{turn}\t{system} \"öd don 't"
                    for turn in ("t1", "t2")
                    for system in ("Human", "TeamCE")
                ),
            ],
            1,
        ),
        "dstc7-task2-gold_responses.tsv": Lines(
            ["InstanceID\tReference1\t...", "t1\tHuman öd don't\tno", "t2\tno\t\töd"], 1
        ),
    },
    "DSTC7-End-to-End-Conversation-Modeling/evaluation/dstc7-task2-human_eval.tgz",
)
_MEDIANS = '"dataset","system","mr","sys_ref","informativeness","naturalness","quality"'
EMNLP17 = Original(
    "emnlp17-nlg",
    "emnlp17_nlg",
    {
        "EMNLP_17_submission/emnlp_data_medians.csv": Lines(
            [
                _MEDIANS,
                '"BAGEL","LOLS","inform(name=\'X\', a)","x, öd.",6,4.5,5',
                '"BAGEL","LOLS","inform(b)","y.",1,2,3',
                '"SFRES","WEN","confirm()","öd?",1,2,3',
            ],
            1,
            ordered=True,
        ),
        "BARTScore/D2T/BAGEL/data.pkl": Pickle(
            {
                0: {"src": "inform(name='X', a)", "sys_summ": "X , öd .", "ref_summs": ["b", "a", "b"]},
                1: {"src": "inform(b)", "sys_summ": "Y .", "ref_summs": ["c"]},
            }
        ),
        "BARTScore/D2T/SFRES/data.pkl": Pickle(
            {0: {"src": "confirm()", "sys_summ": "Öd ?", "ref_summs": ["d"]}}
        ),
    },
)
_WEBNLG = "challenge-webnlg/data/webnlg2017/webnlg-human-evaluation-master"
WEBNLG = Original(
    "webnlg2017",
    "webnlg2017",
    {
        f"{_WEBNLG}/MRs.txt": Lines(["A | is | ö", 'B | date | "1966"', ""], ordered=True),
        f"{_WEBNLG}/sample-ids.txt": Lines(["18", "107", ""], ordered=True),
        f"{_WEBNLG}/gold-sample-reference0.lex": Lines(["a is ö .", "b ."], ordered=True),
        f"{_WEBNLG}/gold-sample-reference1.lex": Lines(["it is ö .", ""], ordered=True),
        f"{_WEBNLG}/gold-sample-reference2.lex": Lines(["ö ", "that is b ."], ordered=True),
        f"{_WEBNLG}/all_data_final_averaged.csv": Lines(
            [
                "id,mr,team,text,category,type,systemtype,triplesize",
                '1,A | is | ö,adapt,"a, ö.",Airport,seen,neural,1triple',
                "2,A | is | ö,webnlg,null,Airport,seen,human,1triple",
                '3,"B | date | ""1966""",adapt,,Food,unseen,neural,1triple',
                '4,"B | date | ""1966""",webnlg,b.,Food,unseen,human,1triple',
            ],
            1,
        ),
        f"{_WEBNLG}/all_data_final_scores_anonymised.csv": Lines(
            [
                ",X_unit_id,X_worker_id,fluency,grammaticality,semantic_adequacy,mr,team",
                "1,9,77,3,1,2,A | is | ö,adapt",
                "2,9,8,3,1,2,A | is | ö,adapt",
                '3,9,na,3,1,2,"B | date | ""1966""",adapt',
            ],
            1,
            repeats=True,
        ),
    },
)
_HEADER = "LP SYSTEM HUMAN BLEU LP"
WMT19 = Original(
    "wmt19-system",
    "wmt19_system",
    {
        "tangled/data/wmt19_sys_scores/DA-newstest2019-decs-sys-nohy-scores.csv": Lines(
            [
                _HEADER,
                *(f"de-cs ö.{number} {score} 0.1 7" for number, score in enumerate((1, 1.1, 0.9, 1.2, -9))),
            ],
            1,
        )
    },
    options={"outliers": "drop"},
)
_NEWS = "wmt20-metrics/results/output/system-level"
WMT20 = Original(
    "wmt20-system",
    "wmt20_system",
    {
        f"{_NEWS}/DA-newstest2020-csen-sys-scores.csv": Lines(
            [
                "LP SYSTEM HUMAN HUMAN_RAW BLEU",
                "cs-en ö.1 0.5 70.25 31",
                "cs-en Y.22 -0.5 60 30",
                "cs-en Human-B.0 0.75 80 50",
            ],
            1,
        ),
        # another reference: the same human scores again
        f"{_NEWS}/DA-newstestB2020-csen-sys-scores.csv": Lines(
            ["LP SYSTEM HUMAN HUMAN_RAW BLEU", "cs-en_B ö.1 0.5 70.25 31"], 1, repeats=True
        ),
        "wmt20-metrics/manual-evaluation/outlier-systems-dict.pk": Pickle({"cs-en": {"Y.22"}, "cs": {"x"}}),
    },
    options={"outliers": "drop"},
)
NEWSTEST2020 = Original(
    "newstest2020-mqm",
    "newstest2020_mqm",
    {
        f"wmt-mqm-human-evaluation/newstest2020/{pair}/mqm_newstest2020_{pair}.avg_seg_scores.tsv": Lines(
            ["system mqm_avg_score seg_id", "ö.1 -2.5 1", "ö.1 0.0 2", "Human-B.0 0 1", "Human-B.0 0 2"], 1
        )
        for pair in ("ende", "zhen")
    },
)
_ERRORS = "system\tdoc\tdoc_id\tseg_id\trater\tsource\ttarget\tcategory\tseverity"
TED = Original(
    "wmt21-ted-zhen-mqm",
    "wmt21_ted_zhen_mqm",
    {
        "wmt-mqm-human-evaluation/ted/zhen/mqm_ted_zhen.tsv": Lines(
            [
                _ERRORS,
                'X\ttalk.2\t1\t84\trater3\t我\t<v>Öd</v> "said\ttoo\tStyle/Awkward\tMajor'.replace(
                    "\ttoo", ""
                ),
                'X\ttalk.2\t1\t84\trater3\t我\tÖd <v>"said</v>\tFluency/Punctuation\tMinor',
                "X\ttalk.2\t1\t85\trater3\t我\tÖd\tNo-error\tNo-error",
                "ref\ttalk.2\t1\t84\trater4\t我\tÖd\tNo-error\tNo-error",
                "refB\ttalk.2\t1\t84\trater4\t我\tÖd\tNon-translation!\tMajor",
                "ref\ttalk.2\t1\t85\trater4\t我\tÖd\tAccuracy\tMinor",
                "refB\ttalk.2\t1\t85\trater4\t我\tÖd\tNo-error\tNo-error",
            ],
            1,
        )
    },
)
ORIGINALS = [SUMMEVAL, REALSUMM, DSTC7, EMNLP17, WEBNLG, WMT19, WMT20, NEWSTEST2020, TED]
