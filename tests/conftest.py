"""What every test shares."""

from hypothesis import settings

pytest_plugins = ["tests.clause_coverage", "tests.adapters.databases"]

settings.register_profile("barpoint", deadline=None)  # a shared machine pauses; the suite's own time is the limit
settings.load_profile("barpoint")
