"""What every test shares."""

import os

from hypothesis import HealthCheck, settings

pytest_plugins = ["tests.clause_coverage", "tests.adapters.databases", "tests.figures"]

# A shared machine pauses: the suite's own time is the limit. A run depends on nothing but the sources; who looks for
# new cases sets BARPOINT_EXPLORE.
settings.register_profile(
    "barpoint",
    deadline=None,
    derandomize=not os.environ.get("BARPOINT_EXPLORE"),
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("barpoint")
