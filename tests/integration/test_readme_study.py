"""What the documentation says of the study stands on the page of the study."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SECTION = re.compile(r"# ROUGE, BLEU and ΔBLEU\n(.*?)\nRated outputs become references", re.DOTALL)


def test_every_number_of_three_digits_is_on_the_page():
    [section] = SECTION.findall((ROOT / "docs" / "about" / "delta-bleu.md").read_text("utf-8"))
    page = (ROOT / "reports" / "study" / "study.md").read_text("utf-8")
    numbers = re.findall(r"[+-]?(?<!\d)\.\d{3}\b", section)
    assert len(numbers) > 15
    for number in numbers:
        written = number.replace(".", "0.")
        assert re.search(rf"(?<![\d.]){re.escape(written)}(?!\d)", page), number


def part(page: str, name: str) -> str:
    """Return what the page says of one experiment."""
    return page[page.index(f"\n## {name}: ") :].split("\n## ", 2)[1]


def shown(page: str, name: str) -> list[str]:
    """Return what tests of one experiment show, a sentence for each criterion."""
    return re.findall(r"Shown: ([^\n]*)\.\n", part(page, name))


def test_dbleu_is_nowhere_shown_to_be_better():
    page = (ROOT / "reports" / "study" / "study.md").read_text("utf-8")
    found = re.findall(r"Shown: ([^\n]*)\.\n", page)
    assert len(found) >= 16
    assert not [each for each in found if "Δ" in each]
    table = page[page.index("| Difference |") : page.index("\n## ", page.index("| Difference |"))]
    [of_weights] = [line for line in table.splitlines() if line.startswith("| ΔBLEU-2 − BLEU-2 |")]
    assert len(re.findall(r"[+-]0\.\d{3} \[", of_weights)) == 9


def test_weighted_rouge_is_shown_with_two_raters_and_the_opposite_evidence_stands_beside_it():
    page = (ROOT / "reports" / "study" / "study.md").read_text("utf-8")
    names = [file.stem for file in (ROOT / "experiments" / "study").glob("*.toml")]
    found = {name for name in names if "weighted" in "".join(shown(page, name))}
    assert found == {"summeval-two", "webnlg-two"}
    assert shown(page, "summeval-two") == [
        "R-SU4 (profile=weighted) − R-SU4 (Spearman's ρ +0.147, p = 0.031, Kendall's τ-b +0.083, p = 0.031)"
    ]
    assert shown(page, "webnlg-two") == [
        "R-2 (profile=weighted) − R-2 (Pearson's r +0.031, p = 0.021); "
        "R-SU4 (profile=weighted) − R-SU4 (Pearson's r +0.030, p = 0.033)"
    ]
    for unsettled in ("**+0.031**† [-0.160, 0.254]", "**+0.030**† [-0.161, 0.253]"):
        assert unsettled in page
    assert "R-2 (profile=weighted) − R-2 +0.022 [-0.172" in part(page, "webnlg-one")
    assert "R-SU4 (profile=weighted) − R-SU4 -0.477 [" in part(page, "dstc7")


def test_on_whom_the_difference_of_dbleu_hangs_and_where_it_hangs_on_nobody():
    page = (ROOT / "reports" / "study" / "study.md").read_text("utf-8")
    told = {}
    for file in (ROOT / "experiments" / "study").glob("*.toml"):
        for found in re.findall(
            r"- ΔBLEU-2 − BLEU-2, \w+, Pearson's r: (\S+) of (\d+) systems is (\S+) without (\S+) and (\S+) "
            r"without \S+\. Of the (\d+) differences without one system (\d+) ha(?:ve|s) the other sign, "
            r"(\d+) (?:are|is) shown",
            part(page, file.stem),
        ):
            told[file.stem] = found
    assert len(told) == 9
    assert told["dstc7"][:5] == ("+0.051", "10", "-0.137", "Constant", "+0.228")
    assert told["ted-people"][2:4] == ("+0.008", "Online-W")
    assert {name: int(each[6]) for name, each in told.items() if each[6] != "0"} == {
        "dstc7": 3,
        "ted-mined": 1,
    }
    assert {name: int(each[7]) for name, each in told.items() if each[7] != "0"} == {
        "simulated": 1, "summeval-three": 2
    }  # fmt: skip
    assert sum(int(each[5]) for each in told.values()) == 132


def test_more_references_help_less_with_correctness_than_with_fluency():
    page = (ROOT / "reports" / "study" / "study.md").read_text("utf-8")
    correctness, fluency = shown(page, "webnlg-references")
    assert "BLEU-4 (3 refs) − BLEU-4 (1 ref) (Pearson's r -0.104, p = 0.048)" in correctness
    assert "R-2 (3 refs) − R-2 (1 ref) (Pearson's r -0.070, p = 0.048)" in correctness
    assert fluency == "none of the differences"


def test_what_a_larger_data_set_would_show_is_what_was_simulated():
    page = (ROOT / "reports" / "study" / "study.md").read_text("utf-8")
    sizes = "with these data {} with 4 times the pairs {} with 4 times the segments {} with 4 times both {}."
    for name, of in (
        ("blocks-ted", "0.057; 0.047; 0.036; 0.027"),
        ("blocks-dstc7", "0.450; 0.339; 0.423; 0.224"),
    ):
        line = next(
            each for each in part(page, name).splitlines() if each.startswith("- ΔBLEU-2 (all) − BLEU")
        )
        values = [f"{each};" for each in of.split("; ")]
        assert line.endswith(sizes.format(*values).replace(";.", "."))


def test_the_reference_choice_of_dstc7_is_shown_and_rests_on_trivial_responders():
    page = (ROOT / "reports" / "study" / "study.md").read_text("utf-8")
    chosen = "BLEU-2 (w ≥ 0.5) − BLEU-2 (all)"
    assert f"Shown: {chosen} (Spearman's ρ +0.462, p = 0.005" in part(page, "blocks-dstc7")
    real = part(page, "blocks-dstc7-real")
    assert "Shown: none of the differences." in real
    assert f"{chosen} +0.312 [0.037, 0.584]" in real


def test_rated_weights_are_held_against_shuffled_ones_on_both_sides():
    page = (ROOT / "reports" / "study" / "study.md").read_text("utf-8")
    told = {}
    for name in ("summeval-one", "summeval-two", "summeval-three", "webnlg-one", "webnlg-two"):
        [found] = re.findall(
            r"r ([\d.]+) with the weights that were given, ([\d.]+) to ([\d.]+) with 100 shuffles of them "
            r"\(mean [\d.]+, p = ([\d.]+) ", part(page, name),
        )  # fmt: skip
        told[name] = [float(each) for each in found]
    for name in ("summeval-one", "summeval-two", "webnlg-two"):
        value, _, most, p = told[name]
        assert value > most and p < 0.01, name  # noqa: PT018
    value, least, most, p = told["summeval-three"]
    assert least < value < most
    assert p > 0.05


def test_experiments_are_as_many_as_the_page_of_it_says():
    [section] = SECTION.findall((ROOT / "docs" / "about" / "delta-bleu.md").read_text("utf-8"))
    files = list((ROOT / "experiments" / "study").glob("*.toml"))
    assert f"runs {len(files)} experiments" in section
    page = (ROOT / "reports" / "study" / "study.md").read_text("utf-8")
    assert all(f"\n## {file.stem}: " in page for file in files)
