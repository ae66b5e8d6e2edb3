"""What the benches take for a server's processor time."""

import subprocess
import sys

import pytest

from bench.serve import cpu_of

CHILD = "import time\nwhile time.process_time() < 0.4: pass\nprint('busy', flush=True)\ninput()"
PARENT = f"""
import subprocess, sys
subprocess.run([sys.executable, "-c", {CHILD!r}])
print("ended", flush=True)
input()
"""


@pytest.mark.skipif(sys.platform != "linux", reason="the benches read /proc")
def test_a_child_that_ends_is_not_taken_off_the_time_of_its_parent() -> None:
    with subprocess.Popen(
        [sys.executable, "-c", PARENT], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
    ) as parent:
        assert parent.stdin is not None
        assert parent.stdout is not None
        assert parent.stdout.readline() == "busy\n"
        with_child = cpu_of(parent.pid)
        parent.stdin.write("\n")
        assert parent.stdout.readline() == "ended\n"
        without = cpu_of(parent.pid)
        parent.stdin.write("\n")
    assert without >= with_child > 0.3
