# One command for people: `make check` does what CI does.
.PHONY: check test lint types layers

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
