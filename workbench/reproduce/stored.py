"""Scores that a data set brings along, as metrics of names that no metric of the workbench has."""


def stored_name(label: str) -> str:
    """Return the name of a metric for scores that a file calls otherwise.

    Examples
    --------
    >>> stored_name("rouge_1_recall"), stored_name("rouge-l_f")
    ('stored-rouge-1-recall', 'stored-rouge-l-f')
    """
    return f"stored-{label.replace('_', '-').lower()}"
