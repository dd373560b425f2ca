"""Reads rendered tables back; each parser knows its format's rules and nothing of the renderer."""

import csv
import html
import re
from html.parser import HTMLParser
from typing import NamedTuple

SEPARATOR = " · "


class Seen(NamedTuple):
    """A cell as a reader sees it: value and interval as printed, mark, or the reason of a dash."""

    value: str = ""
    interval: str = ""
    mark: str = ""
    reason: str = ""


class Grid(NamedTuple):
    title: str
    header: list[str]
    rows: list[tuple[str, list[Seen]]]


def read_markdown(text: str) -> list[Grid]:
    grids = []
    for part in re.split(r"^## ", text, flags=re.M)[1:]:
        lines = part.split("\n")
        table = [line for line in lines if line.startswith("| ")]
        if not table:
            continue
        reasons = dict(re.findall(r"^- <sup>(\w+)</sup> (.*)$", part, flags=re.M))
        corner_and_header, _, *rows = [re.split(r"(?<!\\)\|", line)[1:-1] for line in table]
        read = [(_plain(row[0]), [_markdown_cell(cell.strip(), reasons) for cell in row[1:]]) for row in rows]
        grids.append(Grid(_plain(lines[0]), [_plain(cell) for cell in corner_and_header[1:]], read))
    return grids


def _plain(markdown: str) -> str:
    return html.unescape(re.sub(r"\\(.)", r"\1", markdown.strip()))


def _markdown_cell(text: str, reasons: dict[str, str]) -> Seen:
    if match := re.fullmatch(r"–<sup>(\w+)</sup>", text):
        return Seen(reason=_plain(reasons[match[1]]))
    match = re.fullmatch(r"(\**)([-\d.]*)\1(?: (\[.*\]))?", text)
    assert match, text
    return Seen(match[2], match[3] or "", {"**": "best", "*": "equivalent", "": ""}[match[1]])


_TEX = {
    r"\textbackslash{}": "\\", r"\textasciitilde{}": "~", r"\textasciicircum{}": "^", r"\textless{}": "<",
    r"\textgreater{}": ">", r"\textbar{}": "|", "{[}": "[", "{*}": "*", "{-}": "-", "$-$": "−",
    r"$\Delta$": "Δ", r"$\rho$": "ρ", r"$\tau$": "τ", r"$\geq$": "≥", r"$\leq$": "≤",
    **{"\\" + character: character for character in "&%$#_{}"},
}  # fmt: skip


def untex(text: str) -> str:
    pattern = "|".join(re.escape(key) for key in sorted(_TEX, key=len, reverse=True))
    return re.sub(pattern, lambda match: _TEX[match[0]], text.strip())


def read_latex(text: str) -> list[Grid]:
    grids = []
    for part in re.findall(r"\\begin\{table\}\n(.*?)\\end\{table\}", text, flags=re.S):
        title = re.search(r"\\caption\{(.*)\}\n", part)
        body = re.search(r"\\toprule\n(.*)\\midrule\n(.*)\\bottomrule", part, flags=re.S)
        assert title
        assert body
        reasons = dict(re.findall(r"^\\textsuperscript\{(\w+)\}~(.*)\\par$", part, flags=re.M))
        levels = [_split_row(line) for line in re.findall(r"(.*) \\\\\n", body[1])]
        expanded = [_expand(level[1:]) for level in levels]
        header = [SEPARATOR.join(untex(text) for text in column) for column in zip(*expanded, strict=True)]
        rows = [_split_row(line) for line in re.findall(r"(.*) \\\\\n", body[2])]
        read = [(untex(row[0]), [_latex_cell(cell.strip(), reasons) for cell in row[1:]]) for row in rows]
        grids.append(Grid(untex(title[1]), header, read))
    return grids


def _split_row(line: str) -> list[str]:
    return re.split(r"(?<!\\)&", line)


def _expand(cells: list[str]) -> list[str]:
    columns = []
    for cell in cells:
        match = re.fullmatch(r" *\\multicolumn\{(\d+)\}\{c\}\{(.*)\} *", cell)
        columns += [match[2]] * int(match[1]) if match else [cell]
    return columns


def _latex_cell(text: str, reasons: dict[str, str]) -> Seen:
    if match := re.fullmatch(r"--\\textsuperscript\{(\w+)\}", text):
        return Seen(reason=untex(reasons[match[1]]))
    mark = ""
    if text.startswith(r"\cellcolor{gray!25}"):
        mark, text = "equivalent", text.removeprefix(r"\cellcolor{gray!25}")
    interval = ""
    if match := re.fullmatch(
        r"\\begin\{tabular\}\[t\]\{@\{\}r@\{\}\}(.*)\\\\\{\\scriptsize (.*)\}\\end\{tabular\}", text
    ):
        text, interval = match[1], match[2].replace("$", "")
    if match := re.fullmatch(r"\\textbf\{(.*)\}", text):
        mark, text = "best", match[1]
    return Seen(text.replace("$", ""), interval, mark)


class _Page(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.grids: list[Grid] = []
        self.levels: list[list[str]] = []
        self.cells: list[tuple[str, dict[str, str | None], dict[str, str]]] = []
        self.notes: dict[str, str] = {}
        self.links: dict[int, str] = {}
        self.inside: list[tuple[str, dict[str, str | None]]] = []
        self.tags: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        if tag in ("meta", "link", "br"):
            return
        attributes = dict(attrs)
        self.inside.append((tag, attributes))
        if tag == "table":
            self.grids.append(Grid("", [], []))
            self.levels = []
        elif tag in ("td", "th"):
            self.cells.append((tag, attributes, {}))
        elif tag == "tr":
            self.cells = []
        elif tag == "a" and self.cells:
            self.cells[-1][2]["link"] = str(attributes["href"])

    def handle_data(self, data: str) -> None:
        path = [tag for tag, _ in self.inside]
        if "caption" in path:
            self.grids[-1] = self.grids[-1]._replace(title=self.grids[-1].title + data)
        elif "td" in path or "th" in path:
            kind = "interval" if path[-1] == "span" else "letter" if "sup" in path else "text"
            texts = self.cells[-1][2]
            texts[kind] = texts.get(kind, "") + data
        elif "li" in path and path[-1] != "sup":
            place = dict(self.inside)["li"].get("id")
            if place:
                self.notes[place] = self.notes.get(place, "") + data

    def handle_endtag(self, tag: str) -> None:
        opened, _ = self.inside.pop()
        assert opened == tag
        if tag != "tr":
            return
        if self.inside[-1][0] == "thead":
            spans = [(texts.get("text", ""), int(a.get("colspan") or 1)) for _, a, texts in self.cells[1:]]
            self.levels.append([text for text, span in spans for _ in range(span)])
        else:
            label = self.cells[0][2].get("text", "")
            self.grids[-1].header[:] = map(SEPARATOR.join, zip(*self.levels, strict=True))
            self.grids[-1].rows.append((label, [_html_cell(a, texts) for _, a, texts in self.cells[1:]]))


def _html_cell(attributes: dict[str, str | None], texts: dict[str, str]) -> Seen:
    if "link" in texts:
        assert texts["text"] == "–"
        return Seen(reason=texts["link"])
    interval = texts.get("interval", "").replace("−", "-")
    return Seen(texts.get("text", "").replace("−", "-"), interval, attributes.get("class") or "")


def read_html(text: str) -> list[Grid]:
    page = _Page()
    page.feed(text)
    page.close()
    assert not page.inside
    assert not page.tags & {"script", "img", "b"}
    return [
        grid._replace(
            rows=[
                (
                    label,
                    [c._replace(reason=page.notes[c.reason[1:]].strip()) if c.reason else c for c in cells],
                )
                for label, cells in grid.rows
            ]
        )
        for grid in page.grids
    ]


def read_csv(text: str, has_intervals: bool) -> list[Grid]:
    """Rows of neighbouring equal titles are one panel; columns are those of all panels."""
    (_, _, *header), *lines = csv.reader(text.split("\n")[:-1])
    width = 4 if has_intervals else 2
    names = [name.removesuffix(" mark") for name in header[width - 1 :: width]]
    assert header[::width] == names
    grids: list[Grid] = []
    for title, label, *fields in lines:
        if not grids or grids[-1].title != title:
            grids.append(Grid(title, names, []))
        groups = [fields[start : start + width] for start in range(0, len(fields), width)]
        grids[-1].rows.append((label, [_csv_cell(group) for group in groups]))
    return grids


def _csv_cell(group: list[str]) -> Seen:
    value, *ends, mark = group
    if mark.startswith("undefined: "):
        return Seen(reason=mark.removeprefix("undefined: "))
    return Seen(value, f"[{', '.join(ends)}]" if any(ends) else "", mark)
