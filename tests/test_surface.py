"""What stored data and other programs rely on stays as it is, whatever the code is called."""

import json

from scripts.surface import GOLDEN, surface


def test_the_surface_is_the_golden_one() -> None:
    golden = json.loads(GOLDEN.read_text("utf-8"))
    now = surface()
    for part, lines in golden.items():
        assert now[part] == lines, f"{part}: `python -m scripts.surface` says what differs"
    assert now.keys() == golden.keys()
