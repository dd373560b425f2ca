"""The experiment file: good ones, and every fault with its own line."""

import pytest

from workbench.errors import SpecError
from workbench.experiment.spec import build_spec, read_spec
from workbench.shipped import find_experiment

GOOD = {"name": "x", "metrics": ["rouge-1", {"name": "bleu", "preprocess": ["none"]}], "data": {"name": "d"}}


def faults(**changes):
    with pytest.raises(SpecError) as caught:
        build_spec({**GOOD, **changes}, "x.toml")
    return str(caught.value).splitlines()


def test_a_metric_is_a_name_or_a_table():
    experiment = build_spec({**GOOD, "preprocess": ["CASE", "STEM"]})
    assert [spec.preprocess for spec in experiment.metric_specs] == [["CASE", "STEM"], ["none"]]
    assert experiment.references[0].select == "all"


@pytest.mark.parametrize(
    ("changes", "line"),
    [
        (
            {"metrics": ["rouge-1", "rogue-l"]},
            "x.toml: metrics[1]: unknown metric 'rogue-l'. Did you mean 'rouge-l'?",
        ),
        ({"metrics": ["rouge-l(alpha=7)"]}, "x.toml: metrics[0]: rouge-l: alpha is out of range: got 7"),
        ({"metrics": []}, "x.toml: metrics:"),
        (
            {"preprocess": ["STEMM"]},
            "x.toml: preprocess[0]: unknown preprocessing 'STEMM'. Did you mean 'STEM'?",
        ),
        ({"draws": 5}, "x.toml: draws: unknown key. It is a key of [correlation], [test]"),
        (
            {"correlation": {"seed": 5}},
            "x.toml: correlation.seed: unknown key. It stands above the first [section]",
        ),
        (
            {"correlation": {"test": 5}},
            "x.toml: correlation.test: unknown key. It is a section of its own, [test]",
        ),
        (
            {"correlation": {"references": 5}},
            "x.toml: correlation.references: unknown key. It is a section of its own, [[references]]",
        ),
        ({"layout": "lin2004"}, "x.toml: layout: unknown key. It is a key of [table]"),
        (
            {"correlation": {"level": "system"}},
            "x.toml: correlation.level: unknown key. Did you mean 'levels'?",
        ),
        (
            {"correlation": {"n_bootstrap": 5}},
            "x.toml: correlation.n_bootstrap: unknown key. Did you mean 'draws'?",
        ),
        (
            {"correlation": {"method": "a"}},
            "x.toml: correlation.method: unknown key. Did you mean 'coefficients'?",
        ),
        (
            {"test": {"alpha": 0.05}},
            "x.toml: test.alpha: unknown key. Did you mean 'level'? Known: against, ",
        ),
        ({"ceiling": {"alpha": 0.05}}, "x.toml: ceiling.alpha: unknown key. Known: "),
        (
            {"correlation": {"levels": ["summary"]}},
            "x.toml: correlation.levels[0]: unknown level 'summary'. Did you mean 'segment'? Known: block, ",
        ),
        (
            {"references": ["first(k=2)"]},
            "x.toml: references[0]: unusable value: got 'first(k=2)', allowed: a table of keys and values. "
            "Each setting is a section: [[references]], with name = 'first(k=2)' and select = ",
        ),
        (
            {"references": "all"},
            "x.toml: references: is a list: got 'all', allowed: a list in [brackets]. Each setting is "
            "a section: [[references]], with name = 'all'",
        ),
        ({"correlation": {"drawz": 5}}, "x.toml: correlation.drawz: unknown key. Did you mean 'draws'?"),
        ({"correlation": {"draws": 0}}, "x.toml: correlation.draws: unusable value: got 0, allowed: greater"),
        ({"correlation": {"draws": "many"}}, "x.toml: correlation.draws: unusable value: got 'many'"),
        (
            {"correlation": {"resample": "system"}},
            "x.toml: correlation.resample: unknown value: got 'system', allowed: 'systems', 'inputs'",
        ),
        (
            {"correlation": {"coefficients": ["kendal"]}},
            "x.toml: correlation.coefficients[0]: unknown coefficient",
        ),
        (
            {"correlation": {"coefficients": ["kendall", "pearson(x=1)"]}},
            "x.toml: correlation.coefficients[1]: pearson has no parameter 'x'. It has none",
        ),
        ({"references": [{"select": "all"}]}, "x.toml: references[0].name: is missing"),
        ({"references": {"name": "a"}}, "x.toml: references: is a list of tables: allowed: [[references]]"),
        (
            {"references": [{"name": "a", "select": "first(k=0)"}]},
            "x.toml: references[0].select: k is not usable",
        ),
        (
            {"references": [{"name": "a", "combine": "bests"}]},
            "x.toml: references[0].combine: unknown combination 'bests'. Did you mean 'best'?",
        ),
        *(
            (
                {"references": [{"name": "a", "combine": said}]},
                f"x.toml: references[0].combine: unknown combination {said!r}. Did you mean {meant!r}?",
            )
            for said, meant in (("max", "best"), ("average", "mean"), ("union", "pooled"))
        ),
        *(
            (
                {"preprocess": [said]},
                f"x.toml: preprocess[0]: unknown preprocessing {said!r}. Did you mean {meant!r}?",
            )
            for said, meant in (
                ("lower", "CASE"),
                ("stop_words", "STOP"),
                ("stemmed", "STEM"),
                ("raw", "none"),
            )
        ),
        ({"table": {"decimals": 2}}, "x.toml: table.decimals: unknown key. Did you mean 'digits'?"),
        (
            {"references": [{"name": "a"}, {"name": "a"}]},
            "x.toml: references: two reference settings have the same name",
        ),
        (
            {"metrics": [{"name": "bleu", "references": ["b"]}], "references": [{"name": "a"}]},
            "x.toml: metrics[0]: there is no reference setting 'b'",
        ),
        (
            {"table": {"layout": "lin2003"}},
            "x.toml: table.layout: unknown table layout 'lin2003'. Did you mean",
        ),
        ({"data": {}}, "x.toml: data.name: is missing"),
        ({"mined": {"criterion": "c", "weight": "zscore", "systems": []}}, "x.toml: mined.systems: "),
        ({"scores": {"mine": {"file": ""}}}, "x.toml: scores.mine.file: string should have at least 1"),
        (
            {"scores": {"mine": {"fil": "x", "file": "x"}}},
            "x.toml: scores.mine.fil: unknown key. Did you mean",
        ),
        ({"data": {"name": "d", "options": {"str": 3}}}, "x.toml: data.options.str: unusable value: got 3"),
        ({"scores": {"mine": 3}}, "x.toml: scores.mine: unusable value: got 3, allowed: a file, or a table"),
        (
            {"metrics": ["rouge-1"], "test": {"pairs": [["rouge-1", "bleu"], "bleu"]}},
            "x.toml: test.pairs[1]: is a list of its own: got 'bleu', allowed: ['bleu', ...] inside of",
        ),
        (
            {"metrics": ["rouge-1"], "test": {"pairs": "all"}},
            "x.toml: test.pairs: is a list of lists: got 'all', allowed: [['all', ...]]. In place of",
        ),
        ({"metrics": [3]}, "x.toml: metrics[0]: unusable value: got 3, allowed: a name, or a table"),
        ({"name": "a/b"}, "x.toml: name:"),
        ({"seed": -1}, "x.toml: seed:"),
    ],
)
def test_each_fault_has_its_line(changes, line):
    (only,) = faults(**changes)
    assert only.startswith(line), only


def test_columns_of_segments_are_one_or_a_list_of_several():
    """What they may be of two kinds is no part of the place."""
    said = faults(scores={"x": {"file": "x.csv", "segment": [3]}})
    assert [each.partition(": unusable")[0] for each in said] == [
        "x.toml: scores.x.segment",
        "x.toml: scores.x.segment[0]",
    ]
    assert faults(scores={"x": {"file": "x.csv", "segment": ["turn", "turn"]}}) == [
        "x.toml: scores.x.segment: 'turn' is named twice"
    ]


def test_metrics_are_asked_for_and_are_a_list():
    (only,) = faults(metrics="rouge-1")
    assert only.startswith("x.toml: metrics: is a list: got 'rouge-1', allowed: ['rouge-1']")
    with pytest.raises(SpecError, match=r"^x\.toml: metrics: is missing$"):
        build_spec({name: value for name, value in GOOD.items() if name != "metrics"}, "x.toml")


def test_all_faults_are_reported_at_once():
    lines = faults(metrics=["rogue-l", "blue"], preprocess=["STEMM"], correlation={"draws": 0}, colour="red")
    assert len(lines) == 5
    assert all(line.startswith("x.toml: ") for line in lines)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"metrics = [", "is not TOML"),
        (b'metrics = ["bleu" "ter"]', "is not TOML: .* A comma stands between two members of a list"),
        (b"seed = 1\nseed = 2\n", "is not TOML: .* A key stands once in its section"),
        (
            b'title = "\xe9"',
            r"is not UTF-8 \(byte 9\)\. It looks like WINDOWS-1252 or .* iconv -f WINDOWS",
        ),
        ('title = "é"'.encode("utf-16"), "It looks like UTF-16; to convert it: iconv -f UTF-16 -t UTF-8"),
        (None, "no such experiment file"),
    ],
)
def test_unreadable_files(tmp_path, content, message):
    path = tmp_path / "x.toml"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(SpecError, match=message):
        read_spec(path)
    with pytest.raises(SpecError, match="is a folder"):
        read_spec(tmp_path)


@pytest.mark.parametrize(
    ("name", "hint"),
    [("x.toml", "Texts stand in quotation marks"), ("x.csv", "`workbench data import .*x.csv` makes")],
)
def test_a_table_in_the_place_of_an_experiment_leads_to_its_import(tmp_path, name, hint):
    (tmp_path / name).write_text("segment,system,text\n1,a,b\n")
    with pytest.raises(SpecError, match=f"is not TOML: .* {hint}"):
        read_spec(tmp_path / name)


@pytest.mark.parametrize(
    ("line", "hint"),
    [
        ('name = "C:\\Users\\me"', "In double quotation marks a backslash begins a code"),
        ("name = “mine”", "Texts stand in straight quotation marks"),
        ("name = mine", "Texts stand in quotation marks, names of sections in"),
        ("least = .5", "A number has a digit before and behind its point, as in 0.5"),
        ("least = [1, -2.]", "A number has a digit before and behind its point, as in 0.5"),
    ],
)
def test_what_people_write_that_is_no_toml_is_told_how_it_is_written(tmp_path, line, hint):
    (tmp_path / "x.toml").write_text(f'metrics = ["rouge-1"]\n[data]\n{line}\n', encoding="utf-8")
    with pytest.raises(SpecError) as error:
        read_spec(tmp_path / "x.toml")
    assert "at line 3" in str(error.value)
    assert hint in str(error.value)


def test_a_file_named_without_its_ending_is_suggested_with_it(tmp_path):
    (tmp_path / "mine-2.toml").write_text("", encoding="utf-8")
    for said in ("mine-2", "mine-3.toml"):
        with pytest.raises(SpecError) as error:
            find_experiment(tmp_path / said)
        assert f"Did you mean {str(tmp_path / 'mine-2.toml')!r}" in str(error.value)


def test_a_folder_that_is_called_as_an_experiment_beside_it(tmp_path):
    (tmp_path / "mine").mkdir()
    with pytest.raises(SpecError, match=r"is a folder, not an experiment file$"):
        read_spec(tmp_path / "mine")
    (tmp_path / "mine.toml").write_text("")
    with pytest.raises(SpecError, match=r"not an experiment file\. Did you mean '.*mine\.toml'\?$"):
        read_spec(tmp_path / "mine")


def test_a_file_whose_name_cannot_name_a_folder_leads_to_the_key(tmp_path):
    text = 'metrics = ["rouge-1"]\n[data]\nname = "simulated-news"\n'
    path = tmp_path / "studie ä.toml"
    path.write_text(text, encoding="utf-8")
    said = r"allowed: letters, .*\. Where a file has no key name above its sections, it is called as"
    with pytest.raises(SpecError, match=said):
        read_spec(path)
    path.write_text(f'name = "studie"\n{text}', encoding="utf-8")
    assert read_spec(path)[0].name == "studie"
