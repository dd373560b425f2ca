"""Examples of a command, at the end of its help."""


def examples(*lines: str) -> str:
    r"""Return what `--help` ends with: commands that can be copied, each on a line of its own.

    Examples
    --------
    >>> print(examples("workbench doctor").replace("\b", "|"))
    |
    Examples:
      workbench doctor
    """
    return "\n".join(["\b", "Examples:", *(f"  {line}" for line in lines)])
