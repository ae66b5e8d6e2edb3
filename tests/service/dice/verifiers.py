"""The three verifiers as tests call them: the program's, the standalone file's and the page's."""

import importlib.util
import json
from collections.abc import Sequence
from typing import Any, Final

import msgspec

from barpoint.service.dice.dice_file import read_dice_file, read_kept_dice
from tests.service.dice.vectors import VECTORS
from tests.ui.browser_code import answered

STANDALONE: Final = VECTORS.parent / "dice_verifier.py"
Answer = dict[str, Any]
COMPARED: Final = ("proven", "waiting", "by_hand", "reservations", "covered")
"""What the answers of all three have to have in common."""
_PAGE: Final = """
const answer = ([file, kept]) => {
  try {
    return m.verify(file, kept)
  } catch (error) {
    return { malformed: String(error) }
  }
}
"""


def by_program(file: Answer, kept: Answer | None) -> Answer:
    """What the program says."""
    try:
        held = None if kept is None else read_kept_dice(json.dumps(kept).encode())
        verdict = read_dice_file(json.dumps(file).encode()).verdict(held)
    except ValueError as malformed:
        return {"malformed": str(malformed)}
    answer: Answer = msgspec.to_builtins(verdict)
    answer["reservations"] = [
        [one.code, one.game, one.roll, one.who, *([one.last] if one.last else [])] for one in verdict.reservations
    ]
    return answer


def standalone() -> Any:
    """The standalone file as a module, without anything of the program."""
    spec = importlib.util.spec_from_file_location("dice_verifier", STANDALONE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def by_standalone(module: Any, file: Answer, kept: Answer | None) -> Answer:
    """What the standalone verifier says."""
    try:
        answer: Answer = module.verify(file, kept)
    except (module.Wrong, KeyError, TypeError, AttributeError) as malformed:
        return {"malformed": str(malformed)}
    return answer


def by_page(files: Sequence[tuple[Answer, Answer | None]]) -> list[Answer]:
    """What the page's own code says of files with what was kept."""
    answers: list[Answer] = answered("dice/proof.ts", _PAGE, files)
    return answers
