"""Every command of a tournament has its control, with every field it cannot do without.

That each one really leaves a page is tried in a browser: tests/e2e/tournaments/test_controls.py.
"""

import json

import msgspec

from barpoint.tournament import commands as c
from barpoint.tournament.decide.permissions import NEEDED
from tests.ui.browser_code import SOURCES, answered

MODULE = "pages/tournament/director/controls.ts"
LISTED = "const answer = () => [m.CONTROLS, m.SUBJECTS]"
COMMANDS = {kind.__name__: kind for kind in c.AnyCommand.__args__}
SERVER = {"by", "at", "received"}  # who asks and when is the server's to say


def listed() -> tuple[dict[str, dict[str, object]], dict[str, list[str]]]:
    """The controls of the pages and what each is about."""
    controls, subjects = answered(MODULE, LISTED, [0])[0]
    return controls, subjects


def test_every_command_has_a_control_and_every_control_a_command() -> None:
    assert set(listed()[0]) == set(COMMANDS)


def test_a_control_asks_for_what_its_command_needs_and_for_nothing_else() -> None:
    controls, subjects = listed()
    for name, control in controls.items():
        fields = {field.name: field for field in msgspec.structs.fields(COMMANDS[name])}
        asked = {field["name"] for field in control["fields"]} | set(subjects[str(control["about"])])  # type: ignore[attr-defined]
        needed = {name for name, field in fields.items() if field.required} - SERVER
        if name in ("ChangeContest", "ChangePlayer"):
            asked -= {"contest"}  # its settings say which
        assert asked <= set(fields), name
        assert needed <= asked, name


def test_a_control_is_offered_to_those_who_may() -> None:
    controls, _ = listed()
    permissions = {kind.__name__: permission.value for kind, permission in NEEDED.items()}
    assert {name: control["needs"] for name, control in controls.items() if control["needs"]} == permissions


def test_every_control_and_field_has_its_words() -> None:
    controls, _ = listed()
    for language in ("en", "ru"):
        words = json.loads((SOURCES / "text" / "director" / f"{language}.json").read_text("utf-8"))
        for name, control in controls.items():
            assert f"do.{name}" in words
            fields = [field for field in control["fields"] if field["kind"] != "own"]  # type: ignore[attr-defined]
            for field in fields:
                assert f"field.{field['name']}" in words, (name, field["name"])
                assert field["kind"] == "flag" or f"wrong.{field['kind']}" in words, field["kind"]
