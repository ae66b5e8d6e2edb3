# One command for people: `make check` does what CI does.
.PHONY: check test long lint types layers books requirements dist release docs

check: test lint types layers

test:
	pytest

# What takes minutes or a quiet machine: the wheel built and installed, every long command under a terminal.
long:
	pytest -n 0 -m long
	BARPOINT_FAULT_SECONDS=60 pytest -n 0 tests/faults/test_harness.py

lint:
	ruff check .
	ruff format --check .

types:
	mypy

layers:
	lint-imports

# After an edit of the rule books, of the clauses that tests name, or of what surfaces call.
books:
	barpoint rules compile
	python -m tests.clause_coverage
	python -m scripts.reach --write

# After an edit of pyproject.toml's dependencies; `make requirements UPGRADE=--upgrade` takes the newest of all.
requirements:
	python -m scripts.requirements $(UPGRADE)
	python -m scripts.licences --write

# The sdist and the wheel, each installed in a fresh environment and tried; a list of parts and sums beside them.
dist:
	python -m scripts.distributions

# All of it, or the reasons why not: changelog, documentation, every check, then `make dist`.
release:
	python -m scripts.release

# The site with its API reference, in build/site; a warning is an error.
docs:
	NO_MKDOCS_2_WARNING=1 mkdocs build --strict
