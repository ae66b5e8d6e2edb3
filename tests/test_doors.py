"""Rooms have doors: what other rooms may use of them, each name at one door, each with its docstring."""

import ast
import importlib
import inspect
from collections import defaultdict
from pathlib import Path
from typing import Final

import pytest

import barpoint

SOURCE: Final = Path(barpoint.__file__).parent
ROOT: Final = SOURCE.parent.parent
ROOMS: Final = [
    "adapters",
    "board",
    "club",
    "client",
    "engine",
    "match",
    "notation",
    "officiating",
    "rating",
    "rulebook",
    "service",
    "tournament",
    "wire",
]
PUBLIC_MODULES: Final = frozenset({"commands", "events", "messages", "wishes"})
MOST_MODULES: Final = 25
ABOUT_FORTY: Final = 46


def doors() -> dict[str, list[str]]:
    """Every door and the names that leave by it."""
    found = {}
    for stub in sorted(SOURCE.rglob("__init__.pyi")):
        if stub.parent != SOURCE:
            package = ".".join(("barpoint", *stub.parent.relative_to(SOURCE).parts))
            tree = ast.parse(stub.read_text("utf-8"))
            found[package] = [
                name.asname or name.name
                for node in tree.body
                if isinstance(node, ast.ImportFrom)
                for name in node.names
            ]
    return found


DOORS: Final = doors()


@pytest.mark.parametrize("room", ROOMS)
def test_every_room_has_a_door(room: str) -> None:
    assert DOORS[f"barpoint.{room}"]


@pytest.mark.parametrize("door", DOORS)
def test_what_a_door_names_is_there_with_its_docstring(door: str) -> None:
    package = importlib.import_module(door)
    assert package.__doc__
    bare = []
    for name in DOORS[door]:
        value = getattr(package, name)
        if (inspect.isclass(value) or inspect.isfunction(value)) and not value.__doc__:
            bare.append(name)
    assert not bare


@pytest.mark.parametrize("door", DOORS)
def test_a_door_is_short_and_names_no_submodule(door: str) -> None:
    folder = SOURCE.joinpath(*door.split(".")[1:])
    submodules = {path.stem for path in folder.glob("*.py")} | {path.name for path in folder.iterdir() if path.is_dir()}
    assert len(DOORS[door]) <= ABOUT_FORTY
    assert not submodules & set(DOORS[door])


def test_no_public_name_leaves_by_two_doors() -> None:
    places = defaultdict(list)
    for door, names in DOORS.items():
        for name in names:
            places[name].append(door)
    assert {name: at for name, at in places.items() if len(at) > 1} == {}


@pytest.mark.parametrize("top", ["src/barpoint", "tests"])
def test_no_folder_has_more_modules_than_a_reader_takes_in(top: str) -> None:
    folders = [ROOT / top, *(path for path in (ROOT / top).rglob("*") if path.is_dir())]
    crowded = {
        str(folder.relative_to(ROOT)): count
        for folder in folders
        if (count := len(list(folder.glob("*.py")))) > MOST_MODULES
    }
    assert crowded == {}
