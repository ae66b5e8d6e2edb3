# One command for people: `make check` does what CI does.
.PHONY: check test lint types layers books

check: test lint types layers

test:
	pytest

lint:
	ruff check .
	ruff format --check .

types:
	mypy

layers:
	lint-imports

# After an edit of the rule books, or of the clauses that tests name.
books:
	barpoint rules compile
	python -m tests.clause_coverage
