"""Licences: every library that Barpoint is installed with is listed, and fits."""

import os
import re

import pytest

from scripts.licences import COMPILED_IN, GROUPS, PAGE, Library, installed, npm_packages, unfitting


@pytest.mark.parametrize("extra", GROUPS, ids=lambda extra: extra or "installed")
def test_every_library_is_listed_and_fits(extra: str) -> None:
    libraries = installed(extra)
    assert libraries
    assert unfitting(libraries) == []
    listed = {Library(*row) for row in re.findall(r"^\| (\S+) \| (.+) \|$", PAGE.read_text("utf-8"), re.MULTILINE)}
    missing = [library for library in libraries if library not in listed]
    assert missing == [], "python -m scripts.licences --write"


def test_what_the_pages_are_built_with_fits() -> None:
    packages = npm_packages()
    assert {package.name for package in packages} >= COMPILED_IN
    assert unfitting(packages) == []


def test_a_licence_that_does_not_fit_is_seen() -> None:
    strange = [Library("a", "GPL-3.0-only"), Library("b", "MIT AND GPL-2.0-only"), Library("c", "unknown")]
    fine = [Library("d", "MIT OR GPL-2.0-only"), Library("e", "BSD-2-Clause AND Apache-2.0 WITH LLVM-exception")]
    assert unfitting([*strange, *fine]) == strange


@pytest.mark.skipif(os.name == "nt", reason="the page lists what other systems install")
def test_the_container_installs_nothing_that_is_not_listed() -> None:
    from scripts.requirements import pinned

    listed = {name for name, _ in re.findall(r"^\| (\S+) \| (.+) \|$", PAGE.read_text("utf-8"), re.MULTILINE)}
    of_windows = {"colorama", "tzdata", "pywin32"}
    assert pinned("run").keys() - listed - of_windows == set()
