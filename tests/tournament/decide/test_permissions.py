"""Who may ask for what; and that no command, however odd, brings the tournament down."""

from collections.abc import Callable
from random import Random
from types import UnionType
from typing import Any, get_args, get_origin, get_type_hints

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from barpoint.board import Refusal
from barpoint.rulebook.citation import cite
from barpoint.tournament import Tournament, TournamentCode, decide_tournament, fold_tournament
from barpoint.tournament import commands as c
from barpoint.tournament.decide.dispatch import _JUDGES
from barpoint.tournament.decide.permissions import NEEDED
from barpoint.tournament.events import AnyEvent
from barpoint.tournament.evolve.dispatch import _FOLDS
from barpoint.tournament.player import Player
from barpoint.tournament.settings import Autopilot, ContestSettings, Mode, TournamentSettings
from barpoint.tournament.statements import ListedRating
from tests.tournament.director import (
    NINE,
    drawn,
    knockout,
    swiss,
)

COMMANDS: tuple[type, ...] = get_args(c.AnyCommand)


def test_every_command_is_judged_and_every_event_folded() -> None:
    assert set(_JUDGES) == set(COMMANDS) == {*NEEDED, c.OpenTournament}
    assert set(_FOLDS) == set(get_args(AnyEvent))


WORDS = ("", "open", "M1-1", "M2-1", "M9-9", "p00", "p01", "td", "main", "consolation", "*", "call-1", "penalty-1", "7")


def made_up(kind: Any, chance: Random) -> Any:  # Any: a value of any field's type
    """A value that fits a field's type, sensible or not."""
    options: dict[Any, Callable[[], Any]] = {
        str: lambda: chance.choice(WORDS),
        int: lambda: chance.choice((-1, 0, 1, 2, 5000, NINE)),
        float: lambda: 1500.0,
        bool: lambda: chance.random() < 0.5,
        Player: lambda: Player(id=chance.choice(("p00", "ada", "bo"))),
        ListedRating: lambda: ListedRating(player=chance.choice(("p00", "ada")), rating=chance.choice((None, 1500.0))),
        ContestSettings: lambda: chance.choice((knockout(), swiss(), knockout("bws", name="other"))),
        TournamentSettings: lambda: TournamentSettings(id="x", date="2026-05-01"),
    }
    if kind in options:
        return options[kind]()
    if isinstance(kind, UnionType):
        return made_up(chance.choice(get_args(kind)), chance)
    if kind is type(None):
        return None
    if get_origin(kind) is tuple:
        inner = get_args(kind)
        size = chance.randrange(3) if inner[-1] is Ellipsis else len(inner)
        return tuple(made_up(inner[0] if inner[-1] is Ellipsis else inner[n], chance) for n in range(size))
    if get_origin(kind) is dict:
        return {made_up(get_args(kind)[0], chance): made_up(get_args(kind)[1], chance)}
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        return kind(**{name: made_up(hint, chance) for name, hint in get_type_hints(kind).items()})
    return chance.choice(list(kind))  # an enum


def odd_command(chance: Random, state: Tournament) -> Any:
    """A command about what is there, mostly."""
    kind = chance.choice(COMMANDS)
    hints = get_type_hints(kind)
    fields = {name: made_up(hints[name], chance) for name in kind.__struct_fields__}  # type: ignore[attr-defined]
    contest = state.contests.get("open")
    if contest is not None and contest.fixtures and chance.random() < 0.8:
        fixture = chance.choice(list(contest.fixtures.values()))
        known = {"contest": "open", "pairing": fixture.id, "to": "open"}
        people = fixture.players or ("p00",)
        known |= {name: chance.choice(people) for name in ("entry", "entrant", "winner", "loser", "player", "advances")}
        known |= {"one": f"{fixture.id}/0", "buyer": "p01", "title": chance.choice(("*", "consolation"))}
        fields |= {name: value for name, value in known.items() if name in fields and hints[name] is str}
    return kind(**fields | {"at": NINE + chance.randrange(7_200_000), "by": chance.choice(("td", "td", "p00", ""))})


@settings(max_examples=60)
@given(st.randoms(use_true_random=False))
def test_whatever_is_asked_is_done_refused_with_words_or_malformed(chance: Random) -> None:
    state = chance.choice(_STATES)
    for _ in range(25):
        try:
            command = odd_command(chance, state)
            answer = decide_tournament(state, command)
        except ValueError:
            continue  # malformed, and said so
        if isinstance(answer, Refusal):
            assert cite(answer, "usbgf").sentence
            continue
        state = fold_tournament(answer, state)
        assert sum(state.balances.values()) == 0


_STATES = [Tournament(), drawn(knockout()).state, drawn(swiss(name="open")).state]


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        (c.MarkReady, {"pairing": "M1-1", "entrant": "HOME"}),
        (c.ReportResult, {"pairing": "M1-1", "entrant": "HOME", "winner": "HOME"}),
        (c.CallDirector, {"pairing": "M1-1"}),
        (c.CheckIn, {"entry": "HOME"}),
        (c.WithdrawEntry, {"entry": "HOME"}),
    ],
)
def test_a_player_acts_for_that_player_only(kind: type, fields: dict[str, str]) -> None:
    hall = drawn(knockout())
    home, _ = hall.fixture("M1-1").pair
    stranger = hall.fixture("M1-2").pair[0]
    asked = {name: home if value == "HOME" else value for name, value in fields.items()}
    assert hall.refused(kind, by=stranger, contest="open", **asked) == TournamentCode.NOT_PERMITTED
    hall.do(kind, by=home, contest="open", **asked)


def test_the_autopilot_acts_in_its_own_event_only() -> None:
    pilot = Autopilot(round_time=1000, presence=100)
    plain, piloted = drawn(knockout()), drawn(knockout(mode=Mode.INTERNET, autopilot=pilot))
    asked = {"by": "autopilot", "contest": "open", "pairing": "M1-1"}
    assert plain.refused(c.BeginMatch, **asked) == TournamentCode.NOT_PERMITTED
    piloted.do(c.BeginMatch, **asked)
    assert piloted.refused(c.VoidResult, **asked, reason="x") == TournamentCode.NOT_PERMITTED


def test_commands_are_read_from_json() -> None:
    command = c.CallMatch(at=1, by="td", contest="open", pairing="M1-1")
    assert c.decode_command(msgspec.json.encode(command)) == command
    with pytest.raises(ValueError, match="not a command"):
        c.decode_command(b'{"type": "CallMatch"}')


@pytest.mark.parametrize(("mode", "allowed"), [(Mode.INTERNET, True), (Mode.IN_PERSON, False)])
def test_an_official_of_the_server_rules_where_matches_are_played_on_it_and_runs_nothing(
    mode: Mode, allowed: bool
) -> None:
    hall = drawn(knockout(mode=mode))
    home = hall.fixture("M1-1").pair[0]
    given = c.GivePenalty(at=hall.now, by="official:Dora", player=home, points=1, reason="shouting")
    ruled = c.RecordRuling(
        at=hall.now, by="official:Dora", contest="open", pairing="M1-1", case="7", ruling="So ruled.", reason="heard"
    )
    for command in (given, ruled):
        assert isinstance(decide_tournament(hall.state, command), Refusal) is not allowed
    posted = c.PostResult(at=hall.now, by="official:Dora", contest="open", pairing="M1-1", winner=home)
    refused = decide_tournament(hall.state, posted)
    assert isinstance(refused, Refusal)
    assert refused.code == TournamentCode.NOT_PERMITTED
