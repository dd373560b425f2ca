"""What the recipes of published tables make of small made-up data, kept."""

import math
from pathlib import Path

import samples
from kept.printed_data import write_printed
from kept.shell import tidy
from kept.text import hold

from workbench.errors import MissingDataError
from workbench.report.published import read_published
from workbench.reproduce import REPRODUCTIONS
from workbench.reproduce.recipe import Sources
from workbench.reproduce.run import compare_table
from workbench.schema import REPRODUCED

KEPT = Path(__file__).with_name("reports")
_SHOWN, _WORD = 6, 20


def test_what_recipes_compute_is_what_is_kept(tmp_path: Path) -> None:
    write_printed(tmp_path)
    for each in (samples.DSTC7, samples.NEWSTEST2020, samples.WMT_SYSTEM):
        each.write(tmp_path)
    sources, said = Sources(tmp_path), []
    for name in sorted(REPRODUCTIONS):
        recipe = REPRODUCTIONS.get(name)
        lacks = recipe.lacks(tmp_path)
        said.append(f"== {name}: {recipe.table}, {recipe.way or 'one way'}, lacks {lacks or 'nothing'}")
        try:
            cells = recipe.compute(sources)
        except MissingDataError as error:
            said.append(str(error).splitlines()[0])
            continue
        # not all of hundreds: these, and what all come to
        places = list(cells)[:: len(cells) // _SHOWN + 1]
        for place in places:
            value, why, note, low, high = cells[place]
            reach = "" if math.isinf(low) else f" {low:.5g} {high:.5g}"
            said.append(f"{' · '.join(place)}: {value:.7g} {why[:_WORD]} {note}{reach}".rstrip())
        values = [each.value for each in cells.values() if math.isfinite(each.value)]
        said.append(f"{len(cells)} cells, {len(values)} numbers, together {math.fsum(values):.7g}")
        found = compare_table(recipe, cells, read_published(recipe.table).cells)
        assert list(found.cells.columns) == REPRODUCED.names
        said += [found.comparison.summary, f"{found.line.verdicts} {list(found.line.reasons.values())}"]
    hold(tidy("\n".join(said), tmp_path), KEPT / "reproductions.txt")
