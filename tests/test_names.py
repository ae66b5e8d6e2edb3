"""Names that name: shares kept low by the count of scripts/names.py."""

from pathlib import Path

import barpoint
from scripts.names import count_names


def test_functions_are_verbs_or_nouns_and_locals_say_what_they_hold() -> None:
    counts = count_names(Path(barpoint.__file__).parent)
    assert counts.participle_share < 3.0, counts.participle_led
    assert counts.vague_share < 1.0, counts.vague_locals
