"""The analyses of an experiment. Importing this package enters those of the workbench, in this order."""

from workbench.analyses.compare.compare import Compare
from workbench.analyses.compare.rank import Rank

from workbench.analyses.ceiling.ceiling import Ceiling  # isort: skip
from workbench.analyses.robustness.robustness import Robustness  # isort: skip
from workbench.analyses.reference_choice.reference_choice import ReferenceChoice  # isort: skip
from workbench.analyses.curves.figure_section import Figure  # isort: skip
from workbench.analyses.pairs import Pairs  # isort: skip
from workbench.analyses.shading import Shading  # isort: skip
from workbench.analyses.lint.lint import Lint  # isort: skip
from workbench.analyses.disagreements.disagreements import Disagree  # isort: skip
from workbench.analyses.simulation.calibrate import Calibrate  # isort: skip
from workbench.analyses.simulation.planner import SizeFor  # isort: skip

__all__ = [
    "Calibrate",
    "Ceiling",
    "Compare",
    "Disagree",
    "Figure",
    "Lint",
    "Pairs",
    "Rank",
    "ReferenceChoice",
    "Robustness",
    "Shading",
    "SizeFor",
]
