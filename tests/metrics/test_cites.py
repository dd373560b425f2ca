"""The papers of a metric come from its class, and reach records, the methods paragraph and the help."""

import re
from pathlib import Path

import pytest

import workbench
from workbench.metrics.base import METRICS, VARIANTS, get_metric
from workbench.metrics.explain import explain, explain_all
from workbench.papers import PAPERS

EVERY = [METRICS.get(name) for name in METRICS]
EVERY += [registry.get(name) for registry in VARIANTS.values() for name in registry]


def test_every_paper_that_a_metric_cites_is_known():
    cited = {key for make in EVERY for key in make().cites}
    assert {"Lin 2004", "Papineni et al. 2002", "Galley et al. 2015"} <= cited <= set(PAPERS)


def test_every_paper_that_a_sentence_cites_is_known():
    key = r"[A-Z][^\]\[\n;\"]* (?:19|20)\d\d"
    found = set[str]()
    for file in Path(workbench.__file__).parent.rglob("*.py"):
        for keys in re.findall(rf"\[({key}(?:; {key})*)\]", file.read_text(encoding="utf-8")):
            found.update(keys.split("; "))
    assert {"DiCiccio & Romano 2017", "Kocmi et al. 2024"} <= found <= set(PAPERS)


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("rouge-su(gap=4)", "Lin 2004"),
        ("rouge-1(profile=matlab)", "Lin 2004"),
        ("sentence-bleu(profile=nltk)", "Lin & Och 2004"),
        ("bleu(profile=nltk)", "Papineni et al. 2002"),
        ("delta-bleu(profile=mgalley-2019)", "Galley et al. 2015"),
    ],
)
def test_a_variant_cites_the_paper_of_its_measure(name, key):
    assert get_metric(name).cites == (key,)
    assert f"  paper: {PAPERS[key]}" in explain(name)


def test_what_is_known_of_a_metric_is_told():
    told, doc = explain("rouge-w(weight=1.3)").split("\n\n", 1)
    lin = PAPERS["Lin 2004"]
    assert told.split("\n") == [
        "rouge-w(weight=1.3), profile rouge-1.5.5-exact",
        "  components: recall, precision, f",
        "  options: alpha=0.5, weight=1.3",
        "  preprocessing: CASE where nothing is said",
        "  values: 0 to 1, more is better",
        "  system score: is the mean of its segments",
        "  undefined: no reference",
        "  profiles: lin2004, lin2004-tables, matlab, rouge-1.5.5, rouge-metric",
        f"  paper: {lin}",
    ]
    assert doc.startswith("ROUGE-W: runs on the union WLCS")
    assert "Examples" not in doc
    told, doc = explain("ter").split("\n\n", 1)
    lines = told.split("\n")
    assert lines[2] == "  options: none"
    assert lines[4:6] == [
        "  values: 0 to inf, less is better",
        "  system score: pools the counts of its segments",
    ]
    assert lines[7] == "  profiles: none"
    assert re.search(r"\n  ter +TER: edits \(.*\n  unigram +F, .* -> f, precision, recall\n", explain_all())


def test_a_metric_of_ones_own_brings_its_papers_along():
    @workbench.metric("cites-two", cites=("Lin 2004", "Somebody 2031"))
    def cites_two(candidate, references):
        return len(candidate)

    try:
        data = workbench.simulate(topics=4, systems=5, references=1).evalset
        asked = workbench.Experiment(
            data, ["cites-two"], correlation={"interval": "none", "coefficients": ["pearson"]}
        )
        assert asked.records["cites"].tolist() == ["Lin 2004; Somebody 2031"]
        written = asked.methods()
        assert "cites-two [Lin 2004; Somebody 2031]" in re.sub(r" \(version [^)]*\)", "", written.text)
        assert list(written.papers) == ["Lin 2004"]
    finally:
        METRICS.remove("cites-two")
