# Two commands are enough: `make reproduce` makes the tables, `make test` runs the tests.
# Both create .venv with pinned versions when it is missing.

PYTHON ?= python3
BIN := .venv/bin
READY := .venv/.installed

.PHONY: reproduce test check notebooks bench lab clean

reproduce: $(READY)
	$(BIN)/workbench run experiments/simulated-news.toml

test: $(READY)
	$(BIN)/python -m pytest -n auto -q

check: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

notebooks: $(READY)
	$(BIN)/python -m pytest -q --nbmake -o addopts= -W default notebooks

bench: $(READY)
	$(BIN)/python tests/benchmarks/run.py

lab: $(READY)
	$(BIN)/jupyter lab notebooks

clean:
	rm -rf .venv data/cache build *.egg-info

$(READY): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed: make PYTHON=...")'
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev,notebook]'
	@touch $@
