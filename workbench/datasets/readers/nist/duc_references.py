"""The models of DUC as references: which of them a topic has, and which of these is the single one."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from workbench.datasets.readers.nist.names import Topic
from workbench.datasets.readers.nist.summaries import AMONG_PEERS, Summary, SummaryKey
from workbench.errors import Problem, plural

JUDGED, ORIGINAL, FIRST = "judged", "original", "first"
_OTHERS = "other"


class Segment(NamedTuple):
    """What was judged: the name of its task, the task's number (0 if it has none), and the topic."""

    task: str
    number: int
    topic: Topic


def mend_documents(
    summaries: Mapping[SummaryKey, Summary], is_person: Callable[[str], bool], notes: list[Problem]
) -> dict[SummaryKey, Summary]:
    """Return the summaries with the names of documents in model files put right where there is one way to.

    Such a name is mistyped if no system summarised the document, and is put right if a single document of the
    set that the person has not summarised differs from it by one letter. Both is noted.

    Examples
    --------
    >>> summary = Summary(0, Topic("D1", "SMN91-1", 100), "A", "", "perdocs:1", 2, True)
    >>> other = Summary(0, Topic("D1", "SJMN91-1", 100), "7", "", "x.html", 0, False)
    >>> found = {(each.task, each.topic, each.summarizer): each for each in (summary, other)}
    >>> [each.topic.document for each in mend_documents(found, str.isalpha, []).values()]
    ['SJMN91-1', 'SJMN91-1']
    """
    by_set: dict[tuple[int, str], set[str]] = {}
    for task, topic, summarizer in summaries:
        if topic.document and not is_person(summarizer):
            by_set.setdefault((task, topic.docset), set()).add(topic.document)
    mended = {}
    for (task, topic, who), summary in summaries.items():
        known = by_set.get((task, topic.docset), set())
        if is_person(who) and topic.document and known and topic.document not in known:
            near = [
                other
                for each in sorted(known)
                if _differ_by_one(topic.document, each)
                and (task, (other := topic._replace(document=each)), who) not in summaries
            ]
            what = f"no system summarised document {topic.document} of {topic.docset}"
            if len(near) == 1 and (task, near[0], who) not in mended:
                notes.append(Problem(summary.where, f"{what}: read as {near[0].document}"))
                topic, summary = near[0], summary._replace(topic=near[0])
            else:
                notes.append(Problem(summary.where, f"{what}: this model of it is not used"))
        mended[task, topic, who] = summary
    return mended


def _differ_by_one(one: str, other: str) -> bool:
    """Whether a letter was left out, added or changed."""
    short, long = sorted((one, other), key=len)
    if len(long) - len(short) > 1:
        return False
    start = next((i for i, (a, b) in enumerate(zip(short, long, strict=False)) if a != b), len(short))
    skip = 1 if len(short) == len(long) else 0
    return short[start + skip :] == long[start + 1 :]


def modellers(summaries: Mapping[SummaryKey, Summary], is_person: Callable[[str], bool]) -> set[str]:
    """Return the people of whom a summary lies in a folder of models."""
    return {
        who for (_, _, who), summary in summaries.items() if is_person(who) and summary.rank != AMONG_PEERS
    }


def find_models(
    segments: Iterable[Segment], summaries: Mapping[SummaryKey, Summary], is_person: Callable[[str], bool]
) -> dict[Segment, dict[str, Summary]]:
    """Return the models of each segment by their summarizers, in order.

    Where there are folders of models, what people wrote elsewhere is none.
    """
    have_place = bool(modellers(summaries, is_person))
    by_topic: dict[tuple[int, Topic], dict[str, Summary]] = {}
    for (task, topic, who), summary in summaries.items():
        if is_person(who) and not (have_place and summary.rank == AMONG_PEERS):
            by_topic.setdefault((task, topic), {})[who] = summary
    found = {}
    for segment in segments:
        here = {**by_topic.get((0, segment.topic), {}), **by_topic.get((segment.number, segment.topic), {})}
        found[segment] = dict(sorted(here.items()))
    return found


def name_models(
    models: Mapping[str, Summary], how: str, judged_against: set[str]
) -> tuple[dict[str, Summary], str]:
    """Return the models by names that put the single one first, and what is wrong, "" if nothing.

    Parameters
    ----------
    models : mapping of letter to Summary
    how : "judged", "original" or "first"
        The single one is that against which the summaries were judged, the original one of 2001, or the first
        letter's.
    judged_against : set of str
        The models that the table of judgments names.
    """
    if how == FIRST:
        return dict(models), ""
    if how == ORIGINAL:
        single = {who for who, model in models.items() if model.is_original}
        wrong = "its models in original.summaries are"
    else:
        single = judged_against & set(models)
        wrong = f"it was judged against {', '.join(sorted(judged_against)) or 'nobody'}, and its models are"
    if len(single) != 1:
        named = ", ".join(sorted(single if how == ORIGINAL else set(models))) or "none"
        return dict(models), f"{wrong} {named}"
    return {f"{how if who in single else _OTHERS} {who}": model for who, model in models.items()}, ""


def note_numbers(models: Mapping[Segment, Mapping[str, object]], notes: list[Problem]) -> None:
    """Note the segments that have fewer models than most of their task."""
    for task in dict.fromkeys(segment.task for segment in models):
        numbers = {segment: len(found) for segment, found in models.items() if segment.task == task}
        usual = Counter(numbers.values()).most_common(1)[0][0]
        for number in sorted(set(numbers.values())):
            names = [segment.topic.segment for segment, each in numbers.items() if each == number]
            if number < usual:
                more = f" and {len(names) - 3} more" if len(names) > 3 else ""
                what = f"{', '.join(names[:3])}{more}: {plural('model', number)} instead of {usual}"
                notes.append(Problem(task, what))
