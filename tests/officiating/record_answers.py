"""A sample of `judge`'s answers, stored: `python -m tests.officiating.record_answers` writes it anew.

One line a kind and book: facts of interviews with what the answer was. `test_stored_answers` compares: a ruling that
has changed since has to be named in CHANGELOG.md of the release in work, in the line "Rulings that differ from the
stored answers:". Written anew at a release, and that line begins again.
"""

import hashlib
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from barpoint.officiating.answer import JudgeAnswer, NeedFacts
from barpoint.officiating.assumptions import substance
from barpoint.officiating.judgement import judge
from barpoint.rulebook.profiles.presets import preset
from tests.officiating.sampled_cases import sampled_cases

STORED = Path(__file__).parent / "golden" / "answers.jsonl"
_EACH = 4  # interviews stored of each kind and book


class StoredAnswer(NamedTuple):
    """Facts under a preset, what was said, and a digest of the whole answer."""

    preset: str
    facts: dict[str, Any]
    say: str
    digest: str


class StoredKind(msgspec.Struct, frozen=True):
    """The answers of one kind under one book."""

    kind: str
    book: str
    answers: tuple[StoredAnswer, ...]


def said(answer: JudgeAnswer) -> str:
    """What an answer says first."""
    return f"asks {answer.question.key}" if isinstance(answer, NeedFacts) else answer.say


def digest(answer: JudgeAnswer) -> str:
    """All that matters of an answer, and its clauses, in few letters."""
    clauses = () if isinstance(answer, NeedFacts) else answer.clauses
    return hashlib.sha256(repr((type(answer).__name__, substance(answer), clauses)).encode()).hexdigest()[:12]


def changed(stored: StoredKind) -> tuple[StoredAnswer, ...]:
    """The answers that are others today; a fact that is no more counts as a change."""
    return tuple(one for one in stored.answers if _today(stored.kind, one) != one.digest)


def _today(kind: str, stored: StoredAnswer) -> str:
    try:
        return digest(judge(kind, stored.facts, preset(stored.preset)))
    except ValueError as wrong:
        return str(wrong)


def read_stored() -> tuple[StoredKind, ...]:
    """The stored answers."""
    return tuple(msgspec.json.decode(line, type=StoredKind) for line in STORED.read_bytes().splitlines())


def sample() -> Iterator[StoredKind]:
    """The answers of today, by kind and book."""
    answers: dict[tuple[str, str], list[StoredAnswer]] = {}
    for case in sampled_cases():
        kept = answers.setdefault((case.kind, case.profile.book), [])
        if len(kept) < _EACH:
            kept.append(StoredAnswer(case.profile.name, case.facts, said(case.answer), digest(case.answer)))
    for (kind, book), kept in sorted(answers.items()):
        yield StoredKind(kind, book, tuple(kept))


def main() -> None:
    """Write the sample."""
    lines = [msgspec.json.encode(kind) for kind in sample()]
    STORED.write_bytes(b"\n".join(lines) + b"\n")
    sys.stdout.write(f"{len(lines)} kinds and books\n")


if __name__ == "__main__":
    main()
