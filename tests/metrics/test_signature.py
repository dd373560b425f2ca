"""Signatures parse back, and installed packages bring metrics along."""

import subprocess
import sys

import pytest

from workbench.errors import SpecError
from workbench.metrics.base import METRICS, VARIANTS, get_metric
from workbench.metrics.signature import read_signature, signature

NAMES = [*METRICS, "rouge-1(alpha=0.2)", "rouge-su(gap=4)", "delta-bleu(order=4)"] + [
    repr(registry.get(name)()) for registry in VARIANTS.values() for name in registry
]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(("n", "combine"), [("1", "pooled"), ("1-4", "jackknife(over=best)")])
def test_a_signature_parses_back(name, n, combine):
    metric = get_metric(name)
    parts = read_signature(signature(metric, "STEM+STOP", n, combine))
    assert get_metric(parts.metric) == metric
    assert (parts.profile, parts.preprocess, parts.references) == (metric.profile, "stem+stop", n)
    assert parts.combine == ("" if metric.counter.rows == "candidate" else combine)
    assert parts.alpha == (str(getattr(metric, "alpha", "")) if "f" in metric.components else "")


@pytest.mark.parametrize(
    "text", ["rouge-1", "rouge-1|pre:case", "a|b|c|d", "x|profile:a|pre:b|refs:1|v:1|z:2"]
)
def test_other_texts_are_refused(text):
    with pytest.raises(SpecError, match="is not a signature"):
        read_signature(text)


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
