"""Months as spreadsheets write them, which take 1-2 or 1.2 for a day: in English, German, French, Spanish."""

MONTHS = (
    "jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|mär|mrz|mai|okt|dez"
    "|janv|févr|mars|avr|juin|juil|août|sept|déc|ene|abr|ago|dic"
)
"""Alternatives of a regular expression, in lower case."""
