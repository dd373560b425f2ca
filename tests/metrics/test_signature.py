"""Signatures say what was done, and installed packages bring metrics along."""

import subprocess
import sys

import pytest

from workbench.metrics.base import METRICS, VARIANTS, get_metric
from workbench.metrics.signature import signature

NAMES = [*METRICS, "rouge-1(alpha=0.2)", "rouge-su(gap=4)", "delta-bleu(order=4)"] + [
    repr(registry.get(name)()) for registry in VARIANTS.values() for name in registry
]


@pytest.mark.parametrize(("n", "combine"), [("1", "pooled"), ("1-4", "jackknife(over=best)")])
def test_a_signature_says_everything(n, combine):
    for name in NAMES:
        metric = get_metric(name)
        said, *parts = signature(metric, "STEM+STOP", n, combine).split("|")
        assert get_metric(said) == metric
        references = n if metric.counter.rows == "candidate" else f"{n},{combine}"
        alpha = [f"f:{metric.alpha}"] if "f" in metric.components and hasattr(metric, "alpha") else []
        lower = [] if metric.higher_is_better else ["better:lower"]
        said = [f"profile:{metric.profile}", "pre:stem+stop", f"refs:{references}", *alpha, *lower]
        assert parts[:-2] == said
        assert [part.partition(":")[0] for part in parts[-2:]] == ["code", "v"]


def test_an_installed_package_brings_its_metrics_along(tmp_path):
    (tmp_path / "more_metrics.py").write_text(
        "import workbench\n"
        "@workbench.metric('from-a-package')\n"
        "def from_a_package(candidate, references):\n"
        "    return 0.25\n"
    )
    info = tmp_path / "more_metrics-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: more-metrics\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[workbench.metrics]\nmore = more_metrics\n")
    code = (
        f"import sys; sys.path.insert(0, {str(tmp_path)!r}); import workbench;"
        "print(workbench.score(['a'], ['a'], metrics=['from-a-package'])['value'].item())"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "0.25\n"
