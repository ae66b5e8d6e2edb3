"""A match with its dice in one file, so that anybody can check every roll without asking the server again."""

from collections.abc import Sequence

import msgspec

from barpoint.match.events import AnyEvent
from barpoint.service.dice.dice_events import AnyDiceEvent
from barpoint.service.dice.dice_proof import KeptDice, Verdict, verify_dice


class DiceFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The match's id, its log, and everything that was published of its dice."""

    match: str
    log: tuple[AnyEvent, ...]
    dice: tuple[AnyDiceEvent, ...]

    def verdict(self, kept: KeptDice | None = None) -> Verdict:
        """What the check comes to, given what a player kept."""
        return verify_dice(self.match, self.log, self.dice, kept)


_decoder = msgspec.json.Decoder(DiceFile)
_kept_decoder = msgspec.json.Decoder(KeptDice)


def write_dice_file(match: str, log: Sequence[bytes], dice: Sequence[bytes]) -> bytes:
    """The file, one event a line."""
    lines = [f'{{"match": {msgspec.json.encode(match).decode()}, "log": ['.encode()]
    lines += [b",\n".join(log), b'], "dice": [', b",\n".join(dice), b"]}"]
    return b"\n".join(lines) + b"\n"


def read_dice_file(data: bytes) -> DiceFile:
    """Read such a file; ValueError says what was expected."""
    try:
        file, plain = _decoder.decode(data), msgspec.json.decode(data)
    except (msgspec.MsgspecError, RecursionError) as malformed:
        raise ValueError(f"not a match with its dice: {malformed}") from malformed
    for event, raw in zip(file.log, plain["log"], strict=True):
        if unknown := raw.keys() - {"type", *event.__struct_fields__}:
            raise ValueError(f"not a match with its dice: nobody knows what {min(unknown)!r} is in its log")
    return file


def read_kept_dice(data: bytes) -> KeptDice:
    """Read what a player kept; ValueError says what was expected."""
    try:
        return _kept_decoder.decode(data)
    except (msgspec.MsgspecError, RecursionError) as malformed:
        raise ValueError(f"not what a player keeps of the dice: {malformed}") from malformed
