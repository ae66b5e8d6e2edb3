"""Draws docs/images/layers.svg: the rooms as layers, from the contract in pyproject.toml that import-linter keeps.

python -m scripts.layers_picture            says whether the picture is the contract's
python -m scripts.layers_picture --write    draws it anew
"""

import argparse
import tomllib
from html import escape
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parent.parent
PICTURE: Final = ROOT / "docs" / "images" / "layers.svg"
ABOUT: Final = {
    "cli": "the barpoint command",
    "library": "what import barpoint gives",
    "web": "HTTP and the socket",
    "client": "the reference client",
    "wire": "the protocol",
    "bootstrap": "ports meet adapters",
    "adapters": "database, files, mail",
    "service": "use cases over ports",
    "officiating": "incident to ruling",
    "tournament": "direction as a fold",
    "engine": "strength",
    "notation": "texts and pictures",
    "rating": "ratings",
    "rulebook": "what the books say",
    "match": "a match as a fold",
    "board": "one game",
}
_WIDTH, _HEIGHT, _GAP, _MARGIN = 920, 46, 9, 14


def layers() -> list[list[str]]:
    """The contract's layers, the top one first; those without a word of their own are drawn together at the foot."""
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]["contracts"]
    rooms = next(contract for contract in contracts if contract["name"].startswith("Rooms"))
    rows = [[name.strip(" ()") for name in layer.split("|")] for layer in rooms["layers"]]
    named = [row for row in rows if all(name in ABOUT for name in row)]
    foot = [name for row in rows for name in row if name not in ABOUT and name != "__main__"]
    return [*named, foot]


def picture() -> str:
    """The picture as SVG."""
    rows = layers()
    height = 2 * _MARGIN + len(rows) * (_HEIGHT + _GAP) - _GAP
    shapes = []
    for at, row in enumerate(rows):
        width = (_WIDTH - 2 * _MARGIN - _GAP * (len(row) - 1)) / len(row)
        y = _MARGIN + at * (_HEIGHT + _GAP)
        for place, name in enumerate(row):
            x = _MARGIN + place * (width + _GAP)
            kind = "foot" if name not in ABOUT else "field" if at >= len(rows) - 5 else "front"
            shapes += _box(x, y, width, name, ABOUT.get(name, ""), kind)
    title = "The rooms of Barpoint as layers: each may import only what lies below it."
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height}" role="img"'
        f' aria-label="{escape(title)}" font-family="system-ui, sans-serif">'
    )
    style = (
        "<style>.front{fill:#42607b}.field{fill:#2c3741}.foot{fill:#8a6a3c}"
        ".name{fill:#fdfbf6;font-size:16px;font-weight:600}.foot+.name{font-size:11.5px}.about{fill:#dfe6ec;font-size:12px}</style>"
    )
    return "\n".join([head, f"<title>{escape(title)}</title>", style, *shapes, "</svg>", ""])


def _box(x: float, y: float, width: float, name: str, about: str, kind: str) -> list[str]:
    middle = x + width / 2
    lines = [
        f'<rect class="{kind}" x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{_HEIGHT}" rx="6"/>',
        _label("name", middle, y + (20 if about else 28), name),
    ]
    return [*lines, _label("about", middle, y + 37, about)] if about else lines


def _label(kind: str, x: float, y: float, words: str) -> str:
    return f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}" text-anchor="middle">{escape(words)}</text>'


def main() -> None:
    """Compare, or draw."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true")
    if parser.parse_args().write:
        PICTURE.write_text(picture(), "utf-8")
    elif PICTURE.read_text("utf-8") != picture():
        raise SystemExit(f"{PICTURE} is not the contract's: python -m scripts.layers_picture --write")


if __name__ == "__main__":
    main()
