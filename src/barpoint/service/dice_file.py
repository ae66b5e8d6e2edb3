"""A match with its dice in one file, so that anybody can check every roll without asking the server again."""

from collections.abc import Sequence

import msgspec

from barpoint.match.events import AnyEvent
from barpoint.service.fair_dice import AnyDiceEvent, Verdict, verify


class DiceFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The match's id, its log, and everything that was published of its dice."""

    match: str
    log: tuple[AnyEvent, ...]
    dice: tuple[AnyDiceEvent, ...]

    def verdict(self) -> Verdict:
        """What the check comes to."""
        return verify(self.match, self.log, self.dice)


_decoder = msgspec.json.Decoder(DiceFile)


def write_dice_file(match: str, log: Sequence[bytes], dice: Sequence[bytes]) -> bytes:
    """The file, one event a line."""
    lines = [f'{{"match": {msgspec.json.encode(match).decode()}, "log": ['.encode()]
    lines += [b",\n".join(log), b'], "dice": [', b",\n".join(dice), b"]}"]
    return b"\n".join(lines) + b"\n"


def read_dice_file(data: bytes) -> DiceFile:
    """Read such a file; ValueError says what was expected."""
    try:
        return _decoder.decode(data)
    except msgspec.MsgspecError as malformed:
        raise ValueError(f"not a match with its dice: {malformed}") from malformed
