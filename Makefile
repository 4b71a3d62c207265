# Two targets do everything on a fresh machine with Python >= 3.11: `make verify` and `make test`.

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
FILES  := $(shell find onoff_symbolic proofs -name '*.py' -not -path '*/__pycache__/*') \
          proofs/goals.toml setup.cfg pyproject.toml

.PHONY: verify test lint types bench mutants certificates docs appendix coq clean

verify: $(VENV)/installed
	$(BIN)/onoff-verify all

test: lint types
	$(BIN)/pytest

lint: $(VENV)/tested
	$(BIN)/flake8 onoff_symbolic proofs tests benchmarks

# mypy does not follow the mapping of proofs/ to onoff_symbolic.proofs: show it the layout of the package.
types: $(VENV)/tested
	rm -rf build/typed && mkdir -p build/typed
	cp -r onoff_symbolic build/typed/onoff_symbolic
	cp -r proofs build/typed/onoff_symbolic/proofs
	cd build/typed && ../../$(BIN)/mypy --config-file ../../setup.cfg --cache-dir ../../.mypy_cache -p onoff_symbolic

docs: $(VENV)/installed
	$(BIN)/python benchmarks/readme.py

certificates: $(VENV)/installed
	$(BIN)/onoff-verify certify all -o proofs/certificates

appendix: $(VENV)/installed
	$(BIN)/onoff-verify appendix -o proofs/latex

mutants: $(VENV)/installed
	$(BIN)/python benchmarks/mutants.py

# The theories in proofs/coq: words, index, build, coqchk, axioms. Needs Coq, and of Python the standard library only.
coq:
	@$(PYTHON) -m onoff_symbolic.coq.check

bench: $(VENV)/installed
	$(BIN)/python benchmarks/bench.py

$(VENV)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "Python 3.11 or newer is needed; say make PYTHON=python3.12, for example." >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)
	touch $@

# The installed copy, not the tree, is what runs and what is tested.
$(VENV)/installed: $(VENV)/python $(FILES)
	rm -rf build/lib build/bdist.*
	$(BIN)/pip install --quiet --disable-pip-version-check --force-reinstall --no-deps .
	$(BIN)/pip install --quiet --disable-pip-version-check .
	touch $@

$(VENV)/tested: $(VENV)/installed
	$(BIN)/pip install --quiet --disable-pip-version-check ".[test]"
	touch $@

clean:
	rm -rf $(VENV) build *.egg-info .mypy_cache .pytest_cache
	$(MAKE) -C proofs/coq clean
