# Two targets do everything on a fresh machine with Python >= 3.11: `make verify` and `make test`.

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
SETTINGS := setup.cfg pyproject.toml
FILES  := $(shell find onoff_symbolic examples -type f -not -path '*/__pycache__/*') \
          $(wildcard proofs/*.toml proofs/*.lock proofs/*.json proofs/certificates/*.json) $(SETTINGS)

# What the tests use; test,site,notebooks for those that build the site and run the notebooks.
EXTRAS  ?= test

SOURCES := $(shell find onoff_symbolic tests benchmarks tools -name '*.py')

# What is compiled is kept for the next run, which then begins five seconds sooner.
unexport PYTHONDONTWRITEBYTECODE

SECONDS := 60
SEED    :=

.PHONY: verify test quick tests fast fuzz soak schemes lint types net sizes bench mutants certificates docs appendix workbench coq clean

verify: $(VENV)/installed
	$(BIN)/onoff-verify all

test: $(VENV)/tested
	@$(MAKE) --no-print-directory -j3 lint types tests

# The inner loop: all but the slow tests, and the linter beside them.
quick: $(VENV)/tested
	@$(MAKE) --no-print-directory -j2 lint fast

tests: $(VENV)/tested
	$(BIN)/pytest

fast: $(VENV)/tested
	$(BIN)/pytest -m "not slow"

# New examples for the tests that draw some: make fuzz SECONDS=600; make fuzz SEED=1 repeats the round of a seed.
fuzz: $(VENV)/tested
	$(BIN)/python tests/fuzz.py $(SECONDS) $(SEED)

# Hostile files and kills: make soak SECONDS=600; make soak SEED=1 draws the cases of a seed again.
soak: $(VENV)/tested
	$(BIN)/python tests/soak.py $(SECONDS) $(SEED)

# What has changed since the linter last found nothing; everything after a change of its settings.
lint: $(VENV)/linted

$(VENV)/linted: setup.cfg $(SOURCES) | $(VENV)/tested
	@touch $@.begun
	$(BIN)/flake8 $(if $(filter setup.cfg,$?),onoff_symbolic tests benchmarks tools,$?)
	@mv $@.begun $@

types: $(VENV)/tested
	$(BIN)/mypy
	MYPYPATH=tools:benchmarks $(BIN)/mypy tools

# All verdicts, conditions, witnesses and values against their record; half a minute. With --record, a new one.
net: $(VENV)/installed
	$(BIN)/python tools/net.py --check

# No package may grow; who adds a feature records the sizes with it.
sizes:
	$(PYTHON) tools/size.py --check tools/sizes.json

docs: $(VENV)/installed
	$(BIN)/python benchmarks/readme.py

certificates: $(VENV)/installed
	$(BIN)/onoff-verify certify all --search -o proofs/certificates
	$(BIN)/onoff-verify certify all --claims beyond --search -o proofs/beyond

appendix: $(VENV)/installed
	$(BIN)/onoff-verify appendix -o proofs/latex

mutants: $(VENV)/installed
	$(BIN)/python tools/mutants.py

# The pages on which the package runs in a browser: build/workbench, for any web server. Needs node and npm, which takes
# Python for the browser, the editor and its bundler at the versions and hashes of tools/editor/package-lock.json.
NPM    := build/npm

workbench: $(VENV)/installed $(NPM)/editor/editor.js
	$(BIN)/python -c 'from onoff_symbolic.cli import main; main()' workbench -o build/workbench --pyodide $(NPM)/node_modules/pyodide --editor $(NPM)/editor

$(NPM)/installed: tools/editor/package.json tools/editor/package-lock.json
	mkdir -p $(NPM)
	cp $^ $(NPM)
	npm ci --prefix $(NPM) --no-audit --no-fund --loglevel=error
	touch $@

$(NPM)/editor/editor.js: onoff_symbolic/workbench/static/codemirror.js $(NPM)/installed
	NODE_PATH=$(NPM)/node_modules $(NPM)/node_modules/.bin/esbuild $< --bundle --format=esm --minify \
		--legal-comments=none --outfile=$@
	for name in '@codemirror/*' '@lezer/*' '@marijn/*' style-mod crelt w3c-keyname; do \
		for file in $(NPM)/node_modules/$$name/LICENSE; do echo "$$file" | sed 's|.*node_modules/||; s|/LICENSE||'; \
		echo; cat "$$file"; echo; done; done > $(NPM)/editor/licences.txt

# The theories in proofs/coq: words, index, build, coqchk, axioms. Needs Coq, and of Python the standard library only.
coq:
	@$(PYTHON) tools/coq_check.py

# Speed, as ratios: cold starts; beside other tools, where they are installed (pip install ".[bench]").
bench: $(VENV)/tested
	$(BIN)/python benchmarks/bench.py
	$(BIN)/python benchmarks/peers.py
	$(BIN)/python benchmarks/entropy.py
	$(BIN)/python benchmarks/experiments.py

# Five hundred random schemes: how many are decided, how fast.
schemes: $(VENV)/installed
	$(BIN)/python benchmarks/schemes.py

$(VENV)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "Python 3.11 or newer is needed; say make PYTHON=python3.12, for example." >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)
	touch $@

# The installed copy, not the tree, is what runs and what is tested.
$(VENV)/installed: $(VENV)/python $(FILES)
	rm -rf build/lib build/bdist.*
	$(BIN)/pip install --quiet --disable-pip-version-check --force-reinstall --no-deps .
	$(if $(filter $(VENV)/python $(SETTINGS),$?),$(BIN)/pip install --quiet --disable-pip-version-check .)
	touch $@

# What the tests use, when the settings say something else than before.
$(VENV)/tested: $(SETTINGS) $(VENV)/python | $(VENV)/installed
	$(BIN)/pip install --quiet --disable-pip-version-check ".[$(EXTRAS)]"
	touch $@

clean:
	rm -rf $(VENV) build *.egg-info .mypy_cache .pytest_cache
	$(MAKE) -C proofs/coq clean
