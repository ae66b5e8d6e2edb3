"""What the build hook relies on; `test_wheel.py` builds and installs one."""

import subprocess
import sys
import tomllib
from importlib.metadata import packages_distributions, requires
from pathlib import Path
from re import match

ROOT = Path(__file__).parent.parent


def project_name(requirement: str) -> str:
    found = match(r"[\w.-]+", requirement)
    assert found is not None
    return found[0].lower().replace("_", "-")


def test_a_build_that_compiles_installs_all_that_kernels_import() -> None:
    """The hook installs a few of the dependencies; a kernel that imports one more would leave every wheel without."""
    code = "import sys; from barpoint.engine import compilation, kernel_warmups; print(*sys.modules)"
    modules = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    tops = {name.partition(".")[0] for name in modules} - {"barpoint", "__main__"}
    own = {project_name(words) for words in _dependencies()}
    projects = packages_distributions()  # reads every installed package: once
    loaded = {project_name(name) for top in tops for name in projects.get(top, [])} & own
    for line in (ROOT / "hatch_build.py").read_text("utf-8").splitlines():
        if line.startswith("COMPILING = "):
            installed = set(eval(line.removeprefix("COMPILING = ")))  # noqa: S307  # our own file
    assert loaded
    assert loaded <= installed


def _dependencies() -> list[str]:
    dependencies: list[str] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["dependencies"]
    return dependencies


def test_numba_is_pinned_to_one_minor_version() -> None:
    """Kernels compiled by another are never loaded."""
    (numba,) = [words for words in _dependencies() if words.startswith("numba")]
    assert match(r"numba>=0\.(\d+)(\.\d+)?,<0\.(\d+)$", numba)
    assert "llvmlite" in " ".join(requires("numba") or [])
