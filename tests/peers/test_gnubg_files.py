"""gnubg reads the matches Barpoint writes, move for move, and Barpoint reads what gnubg makes of them."""

from pathlib import Path
from typing import Any

import pytest

from barpoint.board import Side
from barpoint.match.events import AnyEvent, DiceRolled, GameStarted, OpeningRolled
from barpoint.match.evolve.dispatch import evolve_match
from barpoint.match.state import new_match
from barpoint.notation.files.mat import write_mat
from barpoint.notation.files.match_files import read_path
from barpoint.notation.files.sgf import write_sgf
from barpoint.notation.ids.position_ids import position_id
from barpoint.notation.record.event_recorder import canonical, record_of
from barpoint.notation.record.match_record import (
    Doubled,
    MatchRecord,
    Moved,
    Resigned,
)
from barpoint.notation.record.replayer import replay
from tests.notation.handmade_matches import played
from tests.peers import gnubg

MATCHES = 204
LENGTHS = (1, 0, 2, 3)
"""Money sessions go as .sgf: gnubg 1.07 loses the game after a dropped beaver in a .mat, its own among them."""

SCRIPT = """
answer = []
for name, command in data:
    gnubg.command(command + " " + name)
    match = gnubg.match(0, 1, 0, 0)
    answer.append([
        [
            [game["info"]["winner"], game["info"]["points-won"], game["info"]["score-X"], game["info"]["score-O"]],
            [step["board"] for step in game["game"] if step["action"] == "move"],
        ]
        for game in match["games"]
    ])
    gnubg.command("export match mat " + name + ".out.mat")
    gnubg.command("save match " + name + ".out.sgf")
"""


def boards(events: tuple[AnyEvent, ...]) -> list[list[str]]:
    """Game by game, the position before every play as its mover sees it."""
    state = new_match(events[0].format)  # type: ignore[union-attr]  # a log begins with MatchStarted
    games: list[list[str]] = []
    for event in events:
        state = evolve_match(state, event)
        if isinstance(event, GameStarted):
            games.append([])
        elif isinstance(event, DiceRolled | OpeningRolled) and state.game is not None:
            games[-1].append(position_id(state.game.view_for(state.game.turn)))
    return games


def told(events: tuple[AnyEvent, ...]) -> list[Any]:
    """The same as the script makes of gnubg's match: X is gnubg's name for player 0, who is White."""
    record = record_of(events)
    games = []
    for game, seen in zip(record.games, boards(events), strict=True):
        assert game.score is not None
        games.append([["X" if game.winner is Side.WHITE else "O", game.points, *game.score], seen])
    return games


def bare(record: MatchRecord) -> list[Any]:
    """What both programs keep: the entries without notes, the order of the dice aside."""
    kept: list[Any] = []
    for game in record.games:
        entries: list[Any] = [game.winner, game.points, game.score]
        for action in game.actions:
            detail: Any = None
            if isinstance(action, Moved):
                detail = (sorted(action.dice), action.walks)
            elif isinstance(action, Doubled):
                detail = action.value
            elif isinstance(action, Resigned):
                detail = action.level
            entries.append((type(action).__name__, action.side, detail))
        kept.append(entries)
    return kept


@pytest.fixture(scope="module")
def met(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[tuple[AnyEvent, ...]], list[Any]]:
    gnubg.program()
    folder = tmp_path_factory.mktemp("gnubg")
    matches = [played(LENGTHS[number % len(LENGTHS)], number, games=2) for number in range(MATCHES)]
    data = []
    for number, events in enumerate(matches):
        record = record_of(events)
        if number % 2:
            (folder / f"{number}.sgf").write_bytes(write_sgf(record))
            data.append((f"{number}.sgf", "load match"))
        else:
            (folder / f"{number}.mat").write_text(write_mat(record))
            data.append((f"{number}.mat", "import mat"))
    return folder, matches, gnubg.run(SCRIPT, data, folder)


def test_gnubg_finds_the_same_results_and_positions(met: tuple[Path, list[tuple[AnyEvent, ...]], list[Any]]) -> None:
    _, matches, answers = met
    assert len(answers) == MATCHES
    different = [
        number for number, (ours, theirs) in enumerate(zip(matches, answers, strict=True)) if told(ours) != theirs
    ]
    assert not different


def test_gnubgs_own_files_hold_the_same_match(met: tuple[Path, list[tuple[AnyEvent, ...]], list[Any]]) -> None:
    folder, matches, _ = met
    for number, events in enumerate(matches):
        ending = "sgf" if number % 2 else "mat"
        other = folder / f"{number}.{ending}.out.{'mat' if number % 4 < 2 else 'sgf'}"
        replayed = replay(read_path(other).record)
        assert not replayed.problems, other.name
        assert bare(canonical(replayed)) == bare(record_of(events)), other.name
