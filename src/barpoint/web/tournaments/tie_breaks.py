"""Why somebody stands where they stand: the tournament's lines on tie-breaks, with names for ids, in any language."""

import re
from collections.abc import Mapping
from typing import Final

from barpoint.web.tournaments.language import say, word

_SCORE: Final = re.compile(r"(?P<score>[\d.]+) of (?P<rounds>\d+)")
_SHARED: Final = re.compile(r"shares places (?P<first>\d+) to (?P<last>\d+)")
_NOT_MET: Final = re.compile(r"(?P<name>[a-z ]+): does not apply, not all who are level have met")
_WORTH: Final = re.compile(r"(?P<name>[a-z ]+) (?P<amount>-?[\d.]+)(?: \((?P<parts>.*)\))?")


def explained(line: str, names: Mapping[str, str]) -> str:
    """One line of a row's explanation; what has another form stays as it is."""
    if found := _SCORE.fullmatch(line):
        return say("{score} of {rounds}", **found.groupdict())
    if found := _SHARED.fullmatch(line):
        return say("shares places {first} to {last}", **found.groupdict())
    if found := _NOT_MET.fullmatch(line):
        return say("{name}: does not apply, not all who are level have met", name=word(found["name"]))
    if found := _WORTH.fullmatch(line):
        parts = [part.rpartition(" ") for part in (found["parts"] or "").split(", ") if part]
        whose = ", ".join(f"{names.get(who, word(who))} {worth}" for who, _, worth in parts)
        return f"{word(found['name'])} {found['amount']}" + (f" ({whose})" if whose else "")
    return line
