"""What the build refuses: pages that ask another host for something, and ways that are too long."""

import sys
from pathlib import Path

import pytest

pytest.importorskip("sphinx", reason="Sphinx is not installed: pip install -e '.[docs]'")
sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "docs" / "_ext"))

from checked_pages import SOUGHT, faults, fetched_elsewhere, reached


@pytest.mark.parametrize(
    "text",
    [
        '<script src="https://cdn.org/mathjax.js"></script>',
        "<link rel='stylesheet' href='//fonts.org/a.css'>",
        '<img alt="x" src="http://a.org/x.png">',
        '<SCRIPT async\n src="https://a.org/x.js"></SCRIPT>',
        "<style>@import url(https://a.org/f.css);</style>",
        "@font-face { src: url('https://a.org/f.woff2') }",
        '<script>fetch("https://a.org/data.json")</script>',
        '<iframe src="https://a.org"></iframe>',
    ],
)
def test_what_is_fetched_is_found(text):
    assert len(fetched_elsewhere(text)) == 1


@pytest.mark.parametrize(
    "text",
    [
        '<a href="https://a.org">to read</a>',
        '<script src="_static/x.js"></script>',
        '<!-- <script src="https://a.org/x.js"></script> -->',
        '<svg xmlns="http://www.w3.org/2000/svg"></svg>',
        "<p>https://a.org</p>",
    ],
)
def test_what_is_not_fetched_is_left_alone(text):
    assert fetched_elsewhere(text) == []


def test_a_page_that_is_three_clicks_away_is_a_fault(tmp_path):
    pages = {
        "index.html": ["a.html#part"],
        "a.html": ["b.html", "https://b.org/x.html"],
        "b.html": ["c.html"],
    }
    for name, links in {**pages, "c.html": []}.items():
        (tmp_path / name).write_text("".join(f'<a class="x" href="{link}">go</a>' for link in links))
    assert reached(tmp_path, 2) == {"index.html", "a.html", "b.html"}
    assert len(faults(tmp_path)) == len(SOUGHT)
