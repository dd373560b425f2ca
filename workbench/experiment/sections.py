"""The sections of an experiment file that say what is scored; their fields are its keys."""

from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import Annotated, Literal, Self

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationInfo, model_validator
from pydantic_core import PydanticCustomError

from workbench.datasets.weights import check_weight
from workbench.errors import SpecError
from workbench.metrics.base import get_metric
from workbench.metrics.references import Weighting, check_selection, get_combination
from workbench.text.preprocess import get_preprocess


def speak(look_up: Callable[[str], object], name: str) -> str:
    """Return a name that is known to a look-up; say its `SpecError` as pydantic does."""
    try:
        look_up(name)
    except SpecError as error:
        problem = error.problems[0]
        what = problem.what if problem.got is None else f"{problem.what}: got {problem.got!r}"
        allowed = f", allowed: {problem.allowed}" if problem.allowed else ""
        hint = f". {problem.hint}" if problem.hint else ""
        # braces would be read as a template
        message = f"{what}{allowed}{hint}".replace("{", "(").replace("}", ")")
        raise PydanticCustomError("known", message) from None
    return name


def known(look_up: Callable[[str], object]) -> AfterValidator:
    """Turn a look-up that raises a `SpecError` into a check of a field."""
    return AfterValidator(partial(speak, look_up))


def _check_metric(name: str, info: ValidationInfo) -> str:
    """Refuse an unknown metric; those that only the experiment has come in the context of the validation."""
    own = (info.context or {}).get("own", {})
    return speak(lambda each: get_metric(each, own=own), name)


def _named_once(names: list[str] | None) -> list[str] | None:
    """Refuse a list that has a name twice: its cells would stand in the table twice."""
    twice = [name for name, times in Counter(names).items() if times > 1]
    if twice:
        raise PydanticCustomError("known", "{name} is named twice", {"name": repr(twice[0])})
    return names


ONCE = AfterValidator(_named_once)


def _columns_once(said: str | list[str]) -> str | list[str]:
    if not isinstance(said, str):
        _named_once(said)
    return said


MetricName = Annotated[str, AfterValidator(_check_metric)]
PreprocessName = Annotated[str, known(get_preprocess)]


class Section(BaseModel):
    """A section: strict, frozen, without other keys than its fields, each of which says what it is."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, use_attribute_docstrings=True)


class MetricSpec(Section):
    """A metric and, if it differs from the rest of the experiment, how it is used."""

    name: MetricName
    """Name with parameters, ``rouge-w(weight=1.2)``; of a file of scores its name in ``[scores]``."""
    preprocess: list[PreprocessName] | None = Field(default=None, min_length=1)
    """Instead of those of the experiment."""
    components: list[str] | None = Field(default=None, min_length=1)
    """Instead of those of the experiment."""
    references: list[str] | None = Field(default=None, min_length=1)
    """Names of the reference settings to use; all where nothing is said."""


class ReferenceSpec(Section):
    """A reference setting: which references, with which weights, and how several become one score."""

    name: str = Field(min_length=1)
    """Heads its columns of the table."""
    select: Annotated[str, known(check_selection)] = "all"
    """one, all, first(k=4), sample(k=4), weight(at_least=0.6), named(reference=ref-A|ref-B)."""
    combine: Annotated[str, known(get_combination)] = "pooled"
    """pooled, best, mean, jackknife or jackknife(over=best); BLEU and its kin see references as a set."""
    weights: Weighting = "rated"
    """Others than rated are ablations: do weights matter, or only the choice of references? shuffled among
    the references of a segment, signs, one for each; positive: those without a positive one are not used.
    Metrics that do not weigh references have no row under the first three."""


class ScoresSpec(Section):
    """A file of scores computed elsewhere; ``[scores]`` gives it the name of a metric."""

    file: str = Field(min_length=1)
    """Path, relative to the experiment file; {data} is the folder of the data set. Of a folder metric-scores
    of mt-metrics-eval the scores of that name (or of that in `column`) are read, of every language pair;
    where there are several by their references, also comet-refA."""
    column: str = "score"
    """Its column of scores."""
    where: dict[str, str] = {}
    """Column to value: only such rows are read."""
    segment: Annotated[str | list[str], AfterValidator(_columns_once)] = ""
    """Its column of segments, where that is not called segment, doc_id or seg_id; several columns that name a
    segment together, as a dialogue and its turn do, are a list."""
    system: str = ""
    """Its column of systems, where that is not called system."""
    task: str = ""
    """Its column of tasks, where that is not called task or language_pair."""
    lower: bool = False
    """Whether less is better, as of error rates: the sign is turned before it is correlated."""
    unmatched: Literal["error", "drop"] | None = None
    """Scores of what there is no output of: an error, or left out and counted. Where nothing is said it is
    as [data] says; else those of a folder are left out, and those of a file are an error."""


_Patterns = Annotated[list[Annotated[str, Field(min_length=1)]], Field(min_length=1)] | None


class DataSpec(Section):
    """The data set and what of it is used."""

    name: str
    """A data set that has a card, or the path of a folder or file."""
    criteria: Annotated[list[str] | None, ONCE] = Field(default=None, min_length=1)
    """What was judged; all of it where nothing is said."""
    tasks: _Patterns = None
    """Only these, by name or pattern (en-*; !en-de takes away); so for systems, segments, domains."""
    systems: _Patterns = None
    """Only these."""
    segments: _Patterns = None
    """Only these; also by a column, as in domain=news or document=talk-1*."""
    domains: _Patterns = None
    """Only the segments of these."""
    sample: int | None = Field(default=None, ge=1)
    """So many segments of each task, drawn by the seed; those of 50 are among those of 100."""
    least: dict[str, float] | None = Field(default=None, min_length=1)
    """Only outputs with a mean judgment so good at least, by criterion; at most that where low is good."""
    by: Literal["domain", "document"] | None = None
    """Each is judged on its own, as a task is."""
    raters: str | _Patterns = None
    """A group of raters of the card, its default where nothing is said; or a list of names and patterns."""
    agreeing: float | None = Field(default=None, gt=-1, lt=1)
    """Only raters whose ratings correlate so well with the means of the others, by task and criterion; those
    stay of whom it cannot be told, with fewer than 3 outputs that others rated, or where their ratings of
    these, or those of the others, are all the same. A criterion of which nobody agrees so well is left out,
    as the caption says, or an error where it is named."""
    ratings: Literal["as given", "z-scored"] = "as given"
    """z-scored: less the rater's mean, over the rater's standard deviation, in each task and criterion
    of the data, whatever `by` makes of the tasks; without raters who rated all of these alike, or one of
    them alone, which captions count."""
    options: dict[str, str] = {}
    """Options of the card's reader."""
    unscorable: Literal["error", "drop"] = "error"
    """A segment that some metric cannot score, or a file of scores lacks: an error, or left out of every
    condition and counted."""
    unmatched: Literal["error", "drop"] | None = None
    """References and judgments of what there is no output of: an error, or left out and counted; as the card
    says where nothing is said."""


Weighers = Literal["all", "split"] | Annotated[int, Field(ge=1)] | Annotated[list[str], Field(min_length=1)]


class MinedSpec(Section):
    """Rated outputs as references: every system is scored against the outputs of the others."""

    criterion: str
    """Whose ratings become weights of references."""
    weight: Annotated[str, known(check_weight)]
    """The map that puts ratings to [-1, 1], for instance likert(low=1, high=5)."""
    raters: Weighers = "all"
    """Whose ratings are weights. split: half of those of an output (the smaller half, drawn), which judge no
    more; a number: so many of them (drawn; one at least judges); names or patterns: these people, who judge
    nothing. The ratings that 2 draws hold that of 1."""
    judges: int | None = Field(default=None, ge=1)
    """How many of the other ratings of an output judge (drawn), so that more weights leave the same judges;
    all where nothing is said."""
    keep: bool = True
    """The references of the data set stay; those without a weight count 1."""
    systems: list[str] | None = Field(default=None, min_length=1)
    """Whose outputs become references; everybody's where nothing is said."""
    retire: list[str] = []
    """Systems that are references only, and scored no more."""

    @model_validator(mode="after")
    def _judges_are_left(self) -> Self:
        if self.judges is not None and (self.raters == "all" or isinstance(self.raters, list)):
            message = (
                "mined.judges: how many judge is said where ratings are dealt: raters is split or a number"
            )
            raise PydanticCustomError("known", message)
        return self
