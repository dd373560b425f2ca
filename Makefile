# Two commands are enough: `make reproduce` makes the tables, `make test` runs the tests.
# Both create .venv with pinned versions when it is missing.

PYTHON ?= python3
BIN := .venv/bin
READY := .venv/.installed

.PHONY: reproduce study test test-portable test-lowest faults check notebooks docs bench calibration lab clean

# The folder of the real data, if there is one.
DATA := $(or $(WORKBENCH_DATA),$(wildcard ../shared/data))

reproduce: $(READY)
	$(BIN)/workbench run experiments/simulated-news.toml
	$(BIN)/workbench run experiments/simulated-comparison.toml
	$(BIN)/workbench table --all --out reports/published
ifeq ($(DATA),)
	@echo "No real data found: published tables are not computed again. Name their folder in WORKBENCH_DATA."
else
	$(BIN)/workbench reproduce --all --data "$(DATA)" --out reports/reproduction
endif

# Experiments whose data are missing are named on the page, so it is the kept one only with all of them.
study: $(READY)
	$(BIN)/workbench study experiments/study --workers 2 --title "ROUGE, BLEU and ΔBLEU" $(if $(DATA),--data "$(DATA)")

# Each worker begins with a stretch of neighbours, which share what a module computes once for its tests.
# Compiled modules are kept, whatever the shell says: workers and the programs that tests start read them.
test: export PYTHONDONTWRITEBYTECODE =
# Each core has a worker already: threads of BLAS wait for each other longer than they compute.
test: export OPENBLAS_NUM_THREADS = 1
test: $(READY)
	$(BIN)/python -m pytest -n auto --dist worksteal -q

# The doctests and the statistics once more, with the arithmetic of an old processor.
test-portable: $(READY)
	$(BIN)/python tests/old_processor.py -n auto --dist worksteal -q workbench tests/stats

# A part of the suite with the lowest versions that pyproject.toml admits, in an environment of its own.
LOWEST := tests/experiment/test_spec.py tests/experiment/test_experiment.py \
	tests/report/test_render.py tests/report/test_curves.py tests/integration/test_commands.py
test-lowest:
	$(PYTHON) -m venv .venv-lowest
	.venv-lowest/bin/python -m pip install --quiet --disable-pip-version-check -c constraints-lowest.txt \
		-e '.[dask,excel]' hypothesis nltk 'pytest>=8'
	.venv-lowest/bin/python -m pytest -q -o addopts= --import-mode=importlib -W ignore::DeprecationWarning $(LOWEST)

# Malformed inputs for everything that reads files: some minutes of one core.
faults: $(READY)
	PYTHONPATH=tests:. $(BIN)/python -m malformed.run
	PYTHONPATH=tests:. $(BIN)/python -m malformed.kills

check: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python tests/faults/plant.py --places
	$(BIN)/python tests/lines_of_code.py

# Beside other work a reply of a kernel is missed now and then, and read when the time of its cell is over: 300 s,
# where nothing is said. The longest cell takes a few seconds.
notebooks: $(READY)
	$(BIN)/python -m pytest -q --nbmake --nbmake-timeout=90 -o addopts= -W default notebooks

# The pages, in docs/_build/html; warnings are errors, and no page may ask another host for anything.
docs: $(READY)
	$(BIN)/python -m sphinx -W --keep-going -q -j auto -b html docs docs/_build/html
	@echo "docs/_build/html/index.html"

bench: $(READY)
	$(BIN)/python tests/benchmarks/run.py

# The tables of reports/calibration, simulated anew: about an hour of one core.
calibration: $(READY)
	cd tests && $(abspath $(BIN))/python -m benchmarks.calibration_tables

lab: $(READY)
	$(BIN)/jupyter lab notebooks

clean:
	rm -rf .venv .venv-lowest data/cache build docs/_build *.egg-info

$(READY): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed: make PYTHON=...")'
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev,docs,notebook]'
	@touch $@
