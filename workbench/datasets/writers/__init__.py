"""One module a format that is written."""
