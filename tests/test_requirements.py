"""Hashed requirements: complete, as pyproject.toml wants them, and without the name of an index."""

import re

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from scripts.requirements import EXTRAS, FOLDER, build_requirements, pinned, project

MEND = "`make requirements` makes them anew"


def wanted(name: str) -> list[Requirement]:
    told = project()["project"]
    optional = told["optional-dependencies"]
    words = {
        "build": build_requirements(),
        "release": optional["release"],
        **{
            file: [*told["dependencies"], *(line for extra in extras for line in optional[extra])]
            for file, extras in EXTRAS.items()
        },
    }[name]
    found = [Requirement(line) for line in words]
    own = [
        Requirement(line) for one in found if one.name == "barpoint" for extra in one.extras for line in optional[extra]
    ]
    return [one for one in [*found, *own] if one.name != "barpoint"]


@pytest.mark.parametrize("name", ["build", "dev", "release", "run"])
def test_every_library_is_pinned_to_a_version_that_is_wanted_and_has_hashes(name: str) -> None:
    pins = pinned(name)
    for requirement in wanted(name):
        version, _ = pins[canonicalize_name(requirement.name)]
        assert requirement.specifier.contains(version, prereleases=True), f"{requirement}: {MEND}"
    assert all(hashes for _, hashes in pins.values())


@pytest.mark.parametrize("name", ["build", "dev", "release", "run"])
def test_no_index_is_named(name: str) -> None:
    text = (FOLDER / f"{name}.txt").read_text("utf-8")
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    assert not [line for line in lines if re.search(r"://|--(extra-)?index|--find-links|--trusted", line)]
    assert len(re.findall(r"^[\w.-]+==", text, re.MULTILINE)) >= len(pinned(name))


def test_what_is_run_is_what_was_tested() -> None:
    tested = pinned("dev")
    assert {library: version for library, (version, _) in pinned("run").items()}.items() <= {
        library: version for library, (version, _) in tested.items()
    }.items()
