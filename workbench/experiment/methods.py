"""The methods paragraph of what was run."""

import platform
from typing import TYPE_CHECKING

from workbench.code.versions import version_said
from workbench.experiment.analysis import known_analyses
from workbench.experiment.levels.base import LEVELS
from workbench.report.best import UNTESTED as NOBODY
from workbench.report.best import say_untested
from workbench.report.methods import Methods, Provenance, write_methods
from workbench.report.methods_inference import UNTESTED, describe_intervals
from workbench.report.methods_scores import describe_data, describe_levels, describe_lost, describe_metrics
from workbench.version import VERSION

if TYPE_CHECKING:
    from workbench.experiment.experiment import Experiment

_NAMED = ("numpy", "scipy")


def describe_methods(experiment: "Experiment") -> Methods:
    """Write the methods paragraph of a paper: its text, the papers that it cites, and both as Markdown.

    Every number of the text is one of what was run, or of the versions.
    """
    card = experiment.data.card
    # the card of a data set that nobody has written about says none
    citation = "" if card.citation.startswith("none") else card.citation
    programs = {name: version_said(name) for name in _NAMED}
    versions = {"workbench": VERSION, **programs, "Python": platform.python_version()}
    records = experiment.plain_records
    metrics = records[records["role"] == ""]
    asked = dict(experiment.answered)
    sentences = [
        *describe_data(metrics),
        *describe_metrics(metrics),
        *describe_levels(metrics, {name: LEVELS.get(name).described for name in LEVELS}),
        *describe_lost(metrics),
        *describe_intervals(metrics),
    ]
    frames = {}
    for each in known_analyses():
        result = experiment.result(each, asked[each]) if each in asked else None
        frames[each.section] = {} if result is None else result.frames
        sentences += each().describe_methods(result)
    if say_untested(frames) != NOBODY:
        # other sections than [test] say for themselves how they tested
        sentences = [sentence for sentence in sentences if sentence != UNTESTED]
    return write_methods(sentences, metrics, Provenance(citation, versions))
