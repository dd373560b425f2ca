"""`python -m workbench` is `workbench`."""

from workbench.cli import main

if __name__ == "__main__":  # processes that it starts look at it, too
    main()
