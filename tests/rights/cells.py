"""A cell of the matrix: what somebody was answered, held against its letter and the world's secrets."""

from collections.abc import Iterable
from typing import Final

from tests.rights.asking import Answer
from tests.rights.world import World

MEANING: Final = {
    "+": "granted",
    "-": "forbidden",
    "?": "sign in first",
    "0": "not found",
    "n": "refused: not_permitted",
    "m": "malformed",
    "a": "refused: aids_closed",
    "o": "refused: official_plays_the_match",
    "r": "refused by a rule",
}
_STATUS: Final = {400: "m", 401: "?", 403: "-", 404: "0"}
_CODES: Final = {"not_permitted": "n", "aids_closed": "a", "official_plays_the_match": "o"}


def letter_of(answer: Answer) -> str:
    """What an answer comes to; an answer no letter stands for is itself."""
    if 200 <= answer.status < 400:
        return "+"
    if answer.status == 409 and answer.code:
        return _CODES.get(answer.code, "r")
    return _STATUS.get(answer.status, str(answer))


def leaks(world: World, actor: str, request: str, text: str) -> list[str]:
    """The secrets somebody was told who may not know them; what they said themselves is none."""
    return [
        f"{request} as {actor}: reveals {secret.about}"
        for secret in world.secrets
        if actor not in secret.readers
        and secret.text not in request
        and secret.within in request
        and secret.text in text
    ]


def judge(cells: Iterable[list[str]]) -> None:
    """Every cell of a row or a column is right."""
    wrong = [line for lines in cells for line in lines]
    assert not wrong, "\n".join(wrong)


def difference(asked: str, actor: str, expected: str, letter: str, said: object) -> list[str]:
    """How a cell is wrong; empty if it is right."""
    if letter == expected:
        return []
    return [f"{asked} as {actor}: expected {MEANING[expected]}, got {MEANING.get(letter, letter)} ({said})"]


def gaps(rows: Iterable[str], there: Iterable[str]) -> list[str]:
    """What has no row, and rows for what is gone."""
    have, are = set(rows), set(there)
    return [f"no row for {each}" for each in sorted(are - have)] + [
        f"a row for {each}, which is gone" for each in sorted(have - are)
    ]
