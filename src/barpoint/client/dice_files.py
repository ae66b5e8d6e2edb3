"""The two files a client keeps of a match's dice, in a folder.

MATCH.kept.json    the evidence: any verifier takes it (docs/dice.md), and it can be handed to anybody
MATCH.roots.json   the roots of one's own chains and the last link that was sent: for nobody else's eyes
"""

from pathlib import Path

import msgspec

from barpoint.service.dice import KeptDice, read_kept_dice


class SentLink(msgspec.Struct, frozen=True, array_like=True):
    """The last link of a chain that was sent: its place, for which roll, and whether as our own roll.

    `seen` says how many events of the game's dice were known then.
    """

    place: int
    k: int
    rolling: bool
    seen: int = 0


class ChainRoots(msgspec.Struct):
    """What is secret: roots by game and name of the chain, and what was sent of them."""

    roots: dict[str, str] = {}
    sent: dict[str, SentLink] = msgspec.field(default_factory=dict, name="given")


class DiceFiles:
    """Where they are; without a folder nothing is kept."""

    def __init__(self, match: str, folder: Path | None) -> None:
        self._match, self._folder = match, folder

    def read(self) -> tuple[ChainRoots, KeptDice]:
        """What there is."""
        roots, kept = self._path("roots"), self._path("kept")
        return (
            msgspec.json.decode(roots.read_bytes(), type=ChainRoots) if roots and roots.exists() else ChainRoots(),
            read_kept_dice(kept.read_bytes()) if kept and kept.exists() else KeptDice(self._match, ()),
        )

    def write(self, roots: ChainRoots, kept: KeptDice) -> None:
        """Both, each whole or as it was."""
        for part, value in (("roots", roots), ("kept", kept)):
            path = self._path(part)
            if path is None:
                return
            path.parent.mkdir(parents=True, exist_ok=True)
            beside = path.with_suffix(".new")
            beside.touch(mode=0o600)
            beside.write_bytes(msgspec.json.encode(value))
            beside.replace(path)

    def _path(self, part: str) -> Path | None:
        return None if self._folder is None else self._folder / f"{self._match}.{part}.json"
