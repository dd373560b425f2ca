"""How the numbers of reports/calibration are written."""

LOW, HIGH = 0.93, 0.97
NAMES = {"pearson": "Pearson", "spearman": "Spearman", "kendall": "Kendall"}


def share(value):
    """Write a share as papers do: .953."""
    return f"{value:.3f}".removeprefix("0") if value < 1 else "1.000"


def marked(value):
    """Write a coverage, in bold where it is as it should be."""
    return f"**{share(value)}**" if LOW <= value <= HIGH else share(value)


def table(head, rows):
    """Return a Markdown table of text, in the first column or two, and numbers."""
    text = 1 + (head[1] == "speaks of")
    lines = [head, [":---"] * text + ["---:"] * (len(head) - text), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines) + "\n\n"


def spread(values):
    """Return the least and the largest value, as a range."""
    return f"{share(min(values))} to {share(max(values))}"


def place(row):
    """Say which cell of the worlds a row is of."""
    return f"{row['shape']}, r = {row['r']:.2f}, {row['n_systems']} systems"
