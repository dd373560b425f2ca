"""The linter: pitfalls of meta-evaluation, looked for in experiments and in tables of results."""
