"""Damaged texts for the parsers that take what people and programs write, but match files (`fuzz_readers` has those).

Whatever a text says, a parser reads it or complains with a ValueError that says what was expected.
"""

import json
import random
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import msgspec

from barpoint.board import Position, Roll
from barpoint.board.disciplines import DISCIPLINES
from barpoint.club import SCHEMES, read_scheme, scheme_lines
from barpoint.library.tournament_file import TournamentFile, parse_settings, read_cents, read_moment, read_score
from barpoint.notation import read, read_play
from barpoint.notation.move_text import split_entry
from barpoint.officiating import all_kinds, read_fact, read_facts
from barpoint.service.dice import read_dice_file, read_kept_dice
from barpoint.tournament import read_roster
from barpoint.tournament.commands import convert_command
from barpoint.tournament.events import encode
from tests.notation.files.fuzz_readers import damaged
from tests.service.dice.honest_match import HonestMatch
from tests.tournament.director import drawn, knockout, swiss

WORDS: Final = (
    b"\n", b"\r\n", b",", b";", b'"', b'""', b"\t", b"\x00", b"\xff", b"=1+1", b"null", b"true", b"[]", b"{}", b"-1",
    b"1e999", b"nan", b"inf", b"0x10", b"9" * 20, "\u00b2".encode(), "\u0661".encode(), b"bar", b"off", b"8/5(9)",
    b"*", b"/", b":", b"XGID=", b"start", b"w", b"white", b"1:30", b"25:61", b"12.5", b'"at":-1',
    b'"version":0', b"[" * 3_000, b'{"a":' * 3_000, b"9" * 5_000,
)  # fmt: skip
SLOWEST: Final = 2.0
"""Seconds of processor time that a text of a few thousand letters may take."""


@dataclass(frozen=True)
class Parser:
    """Sound texts to begin with, and who reads them."""

    seeds: Sequence[bytes]
    reads: Callable[[bytes], object]


def text_of(data: bytes) -> str:
    """As a page or a file would give it."""
    return data.decode("utf-8", "replace")


def json_of(data: bytes) -> Any:
    """Plain data; what is no JSON is no case of the parser's."""
    try:
        return json.loads(data)
    except RecursionError:
        raise ValueError("nested too deeply") from None


def parsers() -> Mapping[str, Parser]:
    """Every parser by its name."""
    return {
        "rosters": Parser(_ROSTERS, lambda data: read_roster(text_of(data).splitlines())),
        "dice files": Parser(_dice_files(), _read_dice),
        "points schemes": Parser(_schemes(), _read_scheme),
        "officiating values": Parser(_FACTS, _read_facts),
        "tournament files": Parser(_logs(), _read_tournament),
        "event settings": Parser(_settings(), _read_settings),
        "commands": Parser(_COMMANDS, lambda data: convert_command(json_of(data))),
        "desk words": Parser(_DESK_WORDS, _read_desk_words),
        "move text": Parser(_MOVES, _read_moves),
        "position ids": Parser(_POSITIONS, lambda data: read(text_of(data))),
    }


_ROSTERS: Final = (
    b"name,club,rating,member\nAnn,Here,1500,7\nBo,There,1612.5,8\n",
    b'id,name,partner_name,contact\na,"Ann, of Here",Cy,ann@example.org\nb,Bo,Dee,\n',
    "\ufeffName,Rating,member_until,barred_until\nZo\u00eb,1500,2027-01-01,\n".encode(),
)
_FACTS: Final = tuple(
    json.dumps(facts).encode()
    for facts in (
        {"by": "white", "noticed": "14:05", "delay": "1:30"},
        {"who": "black", "points": 3, "again": "yes"},
        {"length": "7", "score": "3-2", "position": "start", "dice": "31"},
    )
)
_DESK_WORDS: Final = (b"2026-05-01T14:30+02:00", b"1777638600000", b"120.50", b"9-4")
_MOVES: Final = (
    b"8/5 6/5",
    b"bar/22* 13/11",
    b"13/7(2)",
    b"6/off(4)",
    b"24/23*/17",
    b"16: 24/23 23/17",
    b"cannot move",
)
_POSITIONS: Final = (
    b"4HPwATDgc/ABMA:cIkqAAAAAAAA",
    b"XGID=-b----E-C---eE---c-e----B-:0:0:1:52:0:0:3:0:10",
    b"11jjjjjhhhccccc:ooddddd88866666:N0N::W:IW:0:0:7:0",
    b"x 1:2 6:5 8:3 13:5 | o 1:2 6:5 8:3 13:5",
    b"long nardy: start",
    b"board:You:Bot:5:0:0:0:2:0:0:0:0:-5:0:-3:0:0:0:5:-5:0:0:0:3:0:5:0:0:0:0:-2:0:1:6:2:0:0:1:1:1:0:1:-1:0:25:0:0:0:0:2:0:0:0",
)
_COMMANDS: Final = (
    b'{"type":"ImportEntrants","at":1,"by":"td","contest":"open","entries":[[{"id":"vera","name":"Vera"}]]}',
    b'{"type":"PostResult","at":1,"by":"td","contest":"open","pairing":"M1-1","winner":"p00","score":[5,0]}',
    b'{"type":"TakePayment","at":1,"by":"td","player":"p00","amount":100}',
)


def _dice_files() -> list[bytes]:
    chance = random.Random(1)
    match = HonestMatch(chance, discipline="sprintgammon", games=1)
    return [json.dumps(data).encode() for data in (match.file, match.kept)]


def _read_dice(data: bytes) -> None:
    _without_complaint(lambda: read_kept_dice(data))
    read_dice_file(data).verdict()


def _schemes() -> list[bytes]:
    return [msgspec.json.encode(scheme) for scheme in SCHEMES.values()]


def _read_scheme(data: bytes) -> None:
    scheme_lines(read_scheme(json_of(data)))


def _read_facts(data: bytes) -> None:
    """One answer after the other as people type them; a set of facts as programs send them, of every kind."""
    try:
        facts = json_of(data)
    except ValueError:
        facts = {}
    for name, kind in all_kinds().items():
        for question in kind.questions.values():
            _without_complaint(lambda: read_fact(question, text_of(data[:60]), kind=name))  # noqa: B023
        if isinstance(facts, dict):
            named = dict(zip(kind.questions, facts.values(), strict=False))
            _without_complaint(lambda: read_facts(name, named))  # noqa: B023


def _without_complaint(work: Callable[[], object]) -> None:
    with suppress(ValueError):
        work()


def _logs() -> list[bytes]:
    return [b"\n".join(map(encode, drawn(settings).log)) for settings in (knockout(), swiss())]


def _read_tournament(data: bytes) -> None:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "spring.jsonl"
        file.write_bytes(data)
        _ = TournamentFile(file).state


def _settings() -> list[bytes]:
    return [msgspec.json.encode(settings) for settings in (knockout(), swiss())]


def _read_settings(data: bytes) -> None:
    if isinstance(settings := json_of(data), dict):
        parse_settings(settings)


def _read_desk_words(data: bytes) -> None:
    for reader in (read_moment, read_cents, read_score):
        _without_complaint(lambda: reader(text_of(data)))  # noqa: B023


def _read_moves(data: bytes) -> None:
    text = text_of(data)
    _without_complaint(lambda: split_entry(text))
    for discipline in DISCIPLINES.values():
        _without_complaint(lambda: read_play(text, Position.start(discipline), Roll(3, 1)))  # noqa: B023


def fuzz_parsers(seconds: float, seed: int) -> tuple[Counter[str], list[str]]:
    """So long, or until something is wrong: what was tried, and the text that broke a parser."""
    rng, tried, chosen = random.Random(seed), Counter[str](), parsers()
    everything = [seed for parser in chosen.values() for seed in parser.seeds]
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        name = rng.choice([*chosen])
        data = damaged(rng.choice(chosen[name].seeds), rng, everything, WORDS)
        began, outcome = time.thread_time(), "read"
        try:
            chosen[name].reads(data)
        except ValueError:
            outcome = "refused"
        except Exception as failed:  # whatever it is, it is reported with its text
            return tried, [f"{name}: {failed!r}\n{data[:3_000]!r}"]
        if time.thread_time() - began > SLOWEST:
            return tried, [f"{name}: {time.thread_time() - began:.1f} s\n{data[:3_000]!r}"]
        tried[f"{name}, {outcome}"] += 1
    return tried, []
