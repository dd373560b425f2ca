"""Why some published tables cannot be computed from public data."""

_LICENSED_DUC = "DUC 2001-2003 are licensed by NIST and may not be passed on"
_LICENSED_TAC = "TAC 2008-2011 are licensed by NIST and may not be passed on"
_LICENSED_MT = "the Chinese-English data of NIST's evaluation of 2003 are licensed"

_REASONS = {
    **dict.fromkeys(
        (
            *(f"lin2004-ntcir-table{number}" for number in "3456"),
            *(f"lin-hovy2003-table{number}" for number in "23"),
        ),
        _LICENSED_DUC,
    ),
    **dict.fromkeys(
        ("lin-och2004-acl-table1", *(f"lin-och2004-coling-table{number}" for number in range(1, 8))),
        _LICENSED_MT,
    ),
    "galley2015-table2": "its data, with references rated by people, were not found in public",
    "kocmi2024-curves": "they were fitted to judgments of 6,530 pairs of systems that are not public",
    "dstc7-automatic": "it rests on 2,208 turns with 5 references each that were not released",
    "bhandari2020-system-pairs": "its numbers are random, from 1,000 bootstrap samples of an unknown seed",
    "sacrerouge-meteor": f"METEOR 1.5 is another program, whose scores were not found, and {_LICENSED_TAC}",
    "sacrerouge-python-rouge": _LICENSED_TAC,
}


def why_unavailable(table: str) -> str:
    """Return why a published table is not computed here; "" for one that is.

    Examples
    --------
    >>> why_unavailable("lin-hovy2003-table2")
    'DUC 2001-2003 are licensed by NIST and may not be passed on'
    """
    return _REASONS.get(table, "")
