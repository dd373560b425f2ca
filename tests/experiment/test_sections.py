"""Every key of an experiment file is explained, and the example has every section."""

import re
import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner
from pydantic import BaseModel, ValidationError

from workbench.cli import main
from workbench.errors import SpecError
from workbench.experiment.section_reference import describe_sections, sections
from workbench.experiment.sections import DataSpec
from workbench.experiment.spec import build_spec, read_spec

EXAMPLE = Path(__file__).resolve().parents[2] / "experiments" / "all-sections.toml"
# each asks for an experiment of its own
OTHERS = {"[mined]", "[reference_choice]", "[figure]", "[disagreements]", "[calibration]", "[size]"}


@pytest.mark.parametrize(("heading", "model"), sections().items(), ids=str)
def test_every_key_says_what_it_is(heading, model):
    for name, field in model.model_fields.items():
        assert field.description, f"{heading} {name}"
        assert field.description[-1] in ".?", f"{heading} {name}"


def taken(model: type[BaseModel], name: str, values: tuple[float, ...]) -> list[float]:
    """Return the values with which nothing is wrong with this key."""
    found = []
    for value in values:
        try:
            model.model_validate({name: value})
        except ValidationError as error:
            if any(each["loc"][:1] == (name,) for each in error.errors()):
                continue
        except SpecError:
            pass  # of several keys together
        found.append(value)
    return found


# a correlation, and what is looked at where sizes are planned
OF_ANY_SIGN = {("[data]", "agreeing"), ("[size]", "width"), ("[size]", "power")}


@pytest.mark.parametrize(("heading", "model"), sections().items(), ids=str)
def test_no_number_is_taken_that_cannot_be(heading, model):
    """Shares are above 0 and below 1, and levels below a half but where intervals are drawn at them, too."""
    shares = {"confidence": [0.25, 0.75], "level": [0.25], "power": [0.25, 0.75]}
    if heading == "[system_test]":
        shares["level"] = [0.25, 0.75]
    for name, field in model.model_fields.items():
        if field.annotation not in (int, float, int | None, float | None) or (heading, name) in OF_ANY_SIGN:
            continue
        assert taken(model, name, (-1, -0.25)) == [], name
        if name in shares:
            assert taken(model, name, (0.0, 0.25, 0.75, 1.0, 1.25)) == shares[name], name


def test_the_reference_has_every_key_once():
    text = describe_sections()
    blocks = dict(zip(sections(), text.split("\n\n"), strict=True))
    for heading, model in sections().items():
        for name in model.model_fields if heading else ("name", "seed", "metrics"):
            assert len(re.findall(rf"^  {name} = ", blocks[heading], re.M)) == 1, (heading, name)
    assert max(len(line) for line in text.splitlines()) <= 110
    # a section has its own block, and is no key of the file
    keys = re.findall(r"^  (\w+) = ", blocks[""], re.M)
    assert not {f"[{key}]" for key in keys} & set(blocks)
    assert {"name", "seed", "metrics", "components", "preprocess"} <= set(keys)
    assert describe_sections("test").startswith("[test]\n  Which metrics")
    with pytest.raises(SpecError, match="Did you mean 'ceiling'"):
        describe_sections("ceilings")


def test_choices_are_listed_where_the_words_before_do_not_name_them_all():
    for block in describe_sections().split("\n\n"):
        for entry in re.split(r"\n  (?=\w+ = )", block):
            said, _, listed = " ".join(entry.split()).partition(" One of: ")
            said = re.sub(r'^\s*\w+ = ("[^"]*"|\S+)', "", said)
            assert not listed or any(word not in said for word in listed.rstrip(".").split(" | ")), entry
    about = " ".join(describe_sections("correlation").split())
    assert "shall speak of; refused where they do not. One of: all systems, these inputs | these" in about
    assert "or none. One of" not in about  # how intervals are made: each is said


def test_no_choice_of_data_is_called_as_a_section():
    """In Python both are keywords of the experiment."""
    assert not {f"[{name}]" for name in DataSpec.model_fields} & set(sections())


def test_the_command_prints_it():
    result = CliRunner().invoke(main, ["sections", "robustness"])
    assert result.exit_code == 0
    assert result.stdout == describe_sections("robustness") + "\n"
    assert CliRunner().invoke(main, ["sections", "robust"]).exit_code == 2


def test_the_example_names_every_section_and_runs(tmp_path):
    text = EXAMPLE.read_text()
    for heading in sections():
        if heading not in OTHERS | {"", "[[metrics]]"}:
            assert heading in text, heading
    written = tomllib.loads(text)
    assert read_spec(EXAMPLE)[0].name == "all-sections"
    for heading in ("correlation", "test", "ranking", "ceiling", "robustness"):
        model = sections()[f"[{heading}]"]
        assert set(written[heading]) <= set(model.model_fields)
        for name in model.model_fields:
            assert name in written[heading] or f"# {name} = " in text, f"{heading} {name}"
    at = text.index("# [unit]")
    block = text[at : text.index("\n\n", at)]
    unit = tomllib.loads("\n".join(line.removeprefix("# ") for line in block.splitlines()))
    content = {
        key: value
        for key, value in written.items()
        if key
        not in ("test", "ranking", "ceiling", "robustness", "worth", "system_test", "agreement", "protocol")
    }
    plain = {key: value for key, value in written["correlation"].items() if key not in ("given", "levels")}
    assert build_spec({"name": "x", **content, "correlation": plain, **unit}).unit.size == 5
    arguments = ["run", EXAMPLE, "--out", tmp_path, "--cache", tmp_path / "c"]
    result = CliRunner().invoke(main, [str(each) for each in arguments])
    assert result.exit_code == 0, result.output
    assert "lint:" not in result.output
    names = {path.stem for path in (tmp_path / "all-sections").glob("*.csv")}
    assert {"records", "comparisons", "rankings", "reliability", "robustness", "lint", "table"} <= names


@pytest.mark.parametrize(
    ("section", "content", "message"),
    [
        ("ceiling", {"split": 3}, "ceiling.split: unknown key. Did you mean 'splits'"),
        ("robustness", {"cuts": 3.0}, "robustness.cuts: unknown key. Did you mean 'cut'"),
        ("ranking", {"confidense": 0.9}, "ranking.confidense: unknown key. Did you mean 'confidence'"),
        ("correlation", {"interval": "bootstrap-percentil"}, "correlation.interval: unknown value"),
        ("correlation", {"interval": "percentil"}, "Did you mean 'percentile'?"),
        (
            "correlation",
            {"levels": ["segments"]},
            "correlation.levels[0]: unknown level 'segments'. Did you mean 'segment'?",
        ),
        ("correlation", {"levels": ["segments"]}, "Did you mean 'segment'?"),
        (
            "correlation",
            {"resample": "inputs", "population": "all systems, all inputs"},
            "these intervals speak of 'these systems, all inputs'; use a bootstrap with resample = 'both'",
        ),
        (
            "correlation",
            {"interval": "fisher", "population": "all systems, all inputs"},
            "these intervals speak of 'all systems, these inputs'",
        ),
        (
            "correlation",
            {"interval": "none", "population": "all systems, all inputs"},
            "there are no intervals",
        ),
        (
            "correlation",
            {"levels": ["within-system"], "coefficients": ["soft-pairwise-accuracy"]},
            "system level only",
        ),
        ("ceilings", {}, "ceilings: unknown key. Did you mean 'ceiling'"),
    ],
)
def test_a_fault_of_a_section_is_said(section, content, message):
    with pytest.raises(SpecError) as caught:
        build_spec({"name": "x", "metrics": ["rouge-1"], "data": {"name": "d"}, section: content})
    assert message in str(caught.value)


def test_a_fault_of_a_name_without_a_hint_ends_with_what_is_allowed():
    with pytest.raises(SpecError) as caught:
        build_spec({"name": "x", "metrics": ["rouge-l(alpha=2)"], "data": {"name": "d"}})
    assert str(caught.value).endswith(": got 2, allowed: 0 to 1")


def test_what_has_no_default_is_needed_or_left_out():
    needed, section = [], ""
    for line in describe_sections().splitlines():
        section = section if not line or line.startswith(" ") else line
        key, _, default = line.strip().partition(" = ")
        if default.startswith("(needed)"):
            needed.append((section, key))
    assert needed == [
        ("above all sections", "metrics"),
        ("[scores]", "file"),
        ("[[metrics]]", "name"),
        ("[data]", "name"),
        ("[mined]", "criterion"),
        ("[mined]", "weight"),
        ("[[references]]", "name"),
        ("[figure]", "x"),
        ("[published]", "table"),
    ]
    assert "Undefined" not in describe_sections()
    assert "\n  given = (left out) " in describe_sections()
