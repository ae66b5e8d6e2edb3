"""What every test shares."""

pytest_plugins = ["tests.clause_coverage"]
