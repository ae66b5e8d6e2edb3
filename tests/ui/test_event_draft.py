"""The editor of an event: a draft becomes the settings the server takes, and says at each field what does not fit."""

from random import Random
from typing import Any

import msgspec
import pytest

from barpoint.tournament import ContestSettings, Prize
from barpoint.tournament import commands as c
from barpoint.tournament.decide.setup import add_contest
from barpoint.tournament.money.ledger import prize_by_place
from barpoint.tournament.settings import TournamentSettings
from barpoint.tournament.state import Tournament
from tests.ui.browser_code import answered

MODULE = "pages/tournament/director/event_draft.ts"
MADE = "const answer = (changes) => m.settingsOf({ ...m.EMPTY, name: 'Open', seed: 'noon', ...changes })"
TEMPLATES = """
const made = ([id, template]) => [id, m.settingsOf({ ...m.EMPTY, name: id, seed: 'noon', ...template })]
const answer = () => Object.entries(m.TEMPLATES).map(made)
"""
AGAIN = """
const answer = (settings) => m.settingsOf(m.draftOf(settings)).settings
"""


def made(**changes: Any) -> Any:
    """What a draft comes to."""
    return answered(MODULE, MADE, [changes])[0]


def test_every_template_is_an_event_the_server_takes() -> None:
    state = Tournament(settings=TournamentSettings(id="t", date="2026-05-01"))
    for name, template in answered(MODULE, TEMPLATES, [0])[0]:
        assert template["wrong"] == {}, name
        settings = msgspec.convert(template["settings"], ContestSettings)
        assert isinstance(add_contest(state, c.AddContest(at=0, by="td", settings=settings)), tuple), name


def test_settings_survive_the_editor() -> None:
    templates = [template["settings"] for _, template in answered(MODULE, TEMPLATES, [0])[0]]
    for before, after in zip(templates, answered(MODULE, AGAIN, templates), strict=True):
        assert msgspec.convert(after, ContestSettings) == msgspec.convert(before, ContestSettings)


@pytest.mark.parametrize(
    ("changes", "field", "what"),
    [
        ({"name": ""}, "name", "name"),
        ({"seed": " "}, "seed", "seed"),
        ({"lengths": {"main": "9, x"}}, "lengths.main", "lengths"),
        ({"lengths": {"swiss": "5"}}, "lengths.swiss", "bracket"),
        ({"format": "lives", "prizes": [{"title": "main", "place": "1", "pays": "100%"}]}, "prizes.0", "title"),
        ({"prizes": [{"title": "main", "place": "1", "pays": "60%"}]}, "prizes", "shares"),
        ({"prizes": [{"title": "main", "place": "x", "pays": "60%"}]}, "prizes.0", "prize"),
        ({"entry": "ten"}, "entry", "cents"),
        ({"format": "groups", "groups": "1"}, "groups", "number"),
        ({"returned": "120"}, "returned", "percent"),
        ({"format": "swiss", "rounds": "0"}, "rounds", "number"),
        ({"mode": "internet", "presence": "10"}, "round_time", "number"),
        ({"mode": "internet", "round_time": "90", "presence": ""}, "presence", "number"),
    ],
)
def test_what_does_not_fit_is_said_at_its_field(changes: dict[str, Any], field: str, what: str) -> None:
    assert made(**changes)["wrong"] == {field: what}


def test_an_online_event_runs_by_itself_unless_the_director_says_otherwise() -> None:
    assert set(made(mode="internet")["wrong"]) == {"round_time", "presence"}
    timed = made(mode="internet", round_time="90", presence="10")
    assert (timed["wrong"], timed["settings"]["autopilot"]) == ({}, {"round_time": 5_400_000, "presence": 600_000})
    by_hand = made(mode="internet", autopilot=False)
    assert (by_hand["wrong"], "autopilot" in by_hand["settings"]) == ({}, False)
    assert "autopilot" not in answered(MODULE, AGAIN, [by_hand["settings"]])[0]


def test_prizes_pay_as_the_books_will_cut_them() -> None:
    dice = Random(22)
    tables = []
    for _ in range(40):
        cuts = sorted(dice.sample(range(1, 100), dice.randint(0, 4)))
        shares = [after - before for before, after in zip([0, *cuts], [*cuts, 100], strict=True)]
        prizes = [
            {"title": dice.choice(["main", "consolation"]), "place": str(place), "pays": f"{share}%"}
            for place, share in enumerate(shares, 1)
        ]
        prizes += [{"title": "main", "place": "9", "pays": "50"}] * dice.randint(0, 1)
        tables.append((prizes, dice.randint(0, 1_000_000)))
    code = (
        "const answer = ([prizes, pool]) => m.payouts(prizes, pool).map(({ title, place, sum }) => [title, place, sum])"
    )
    for (prizes, pool), rows in zip(tables, answered(MODULE, code, tables), strict=True):
        known = [
            Prize(title=row["title"], place=int(row["place"]), share=int(row["pays"][:-1]) * 100)
            if row["pays"].endswith("%")
            else Prize(title=row["title"], place=int(row["place"]), amount=5000)
            for row in prizes
        ]
        assert {(title, place): paid for title, place, paid in rows} == prize_by_place(known, pool)


def test_the_pool_grows_with_the_entries() -> None:
    bids = "const answer = (bids) => m.calcuttaOf({ ...m.EMPTY, calcutta_returned: '90' }, bids)"
    assert answered(MODULE, bids, ["2000", ""]) == [180_000, 0]
    assert answered(MODULE, "const answer = (price) => m.sidePoolOf(price, 32)", ["20", ""]) == [64_000, 0]
    code = "const answer = (entries) => m.poolOf({ ...m.EMPTY, entry: '100', returned: '90' }, entries)"
    assert answered(MODULE, code, [0, 1, 32]) == [0, 9_000, 288_000]


def test_brackets_and_titles_are_those_of_the_server() -> None:
    plans: list[dict[str, Any]] = [
        {"format": "single"},
        {"format": "consolation"},
        {"format": "consolation", "last_chance": True},
        {"format": "double"},
        {"format": "round_robin"},
        {"format": "groups", "groups": "3"},
        {"format": "swiss"},
        {"format": "lives"},
    ]
    code = """
    const answer = (plan) => {
      const draft = { ...m.EMPTY, name: 'Open', seed: 'noon', ...plan }
      return [m.settingsOf(draft).settings, m.bracketsOf(draft), m.titlesOf(draft)]
    }
    """
    for settings, brackets, titles in answered(MODULE, code, plans):
        known = msgspec.convert(settings, ContestSettings)
        assert (list(known.brackets), list(known.titles)) == (brackets, titles)
