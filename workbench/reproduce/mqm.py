"""Mean human ratings of systems: MQM of newstest2020 and TED talks, DSTC7 responses."""

from workbench.datasets.readers.lines import read_jsonl
from workbench.reproduce.recipe import ComputedCells, Ours, Sources, recipe

PRINTED_SYSTEMS = {("zh-en", "Huoshan_Translate"): "VolcTrans"}
KNOWN = {("en-de", "Tencent_Translation", "WMT DA z"): "the organisers' score is 0.3845"}
PRINTED_CRITERIA = {"relevance": "Relevance", "informativeness": "Interest", "overall": "Overall"}


@recipe(
    "freitag2021-mqm",
    how=(
        "minus the mean of the segments' MQM, which counts errors as negative; direct assessment of WMT20 as "
        "its organisers give it; names of systems without their number"
    ),
    key=("task", "system", "criterion"),
)
def compute_freitag_mqm(sources: Sources) -> ComputedCells:
    """Compute MQM means and read the scores of direct assessment."""
    cells: ComputedCells = {}
    for data, criterion, printed, sign in (
        ("newstest2020-mqm", "mqm", "MQM", -1.0),
        ("wmt20-system", "da_z", "WMT DA z", 1.0),
    ):
        judged = sources.load(data, {"people": "keep"}).judgments
        judged = judged[judged["criterion"] == criterion]
        for (task, system), mean in judged.groupby(["task", "system"])["score"].mean().items():
            name = system.rpartition(".")[0]
            place = (task, PRINTED_SYSTEMS.get((task, name), name), printed)
            cells[place] = Ours(sign * float(mean), KNOWN.get(place, ""))
    return cells


@recipe(
    "freitag2021-mqm-ted",
    how="mean MQM penalty over 529 segments, one rater each: major errors 5, minor 1, minor punctuation 0.1",
    key=("system",),
)
def compute_ted_mqm(sources: Sources) -> ComputedCells:
    """Compute MQM means of 13 systems and both human translations."""
    path = sources.file("wmt21-ted-zhen-mqm", "outputs.jsonl.gz")
    penalties: dict[str, list[float]] = {}
    for _, record in read_jsonl(path, {"system": str, "mqm": (int, float)}):
        penalties.setdefault(record["system"], []).append(record["mqm"])
    known = {"Borderline": "it is 2.4053, which the source has cut and not rounded"}
    return {
        (system,): Ours(sum(found) / len(found), known.get(system, "")) for system, found in penalties.items()
    }


@recipe(
    "dstc7-human",
    how=(
        "mean over all judgments of a responder; overall is a judge's mean of both scales. TeamCE was judged "
        "twice, under two names, and its judgments are pooled"
    ),
    key=("system", "criterion"),
)
def compute_dstc7_human(sources: Sources) -> ComputedCells:
    """Compute the mean ratings of ten responders."""
    # with the other responses as references no turn is left out for want of one
    judged = sources.load("dstc7-task2", {"references": "responses"}).judgments
    means = judged.groupby(["system", "criterion"])["score"].mean()
    return {
        (system, PRINTED_CRITERIA[criterion]): Ours(float(mean))
        for (system, criterion), mean in means.items()
    }
