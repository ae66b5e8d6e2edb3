"""Draws the icons of the installed pages from their mark: `python -m scripts.icons`.

The mark is `ui/public/favicon.svg`. Systems that put a page among their programs want it as PNG: as it is, and with the
ground to every edge where the system cuts its own shape (`maskable`, Apple's).
"""

import re
import shutil
from io import BytesIO
from pathlib import Path
from typing import Final

from PIL import Image
from playwright.sync_api import Page, sync_playwright

PUBLIC: Final = Path(__file__).parent.parent / "ui" / "public"
SIZES: Final = {"icon-192": 192, "icon-512": 512, "icon-maskable-512": 512, "apple-touch-icon": 180}
_INSET: Final = {"icon-maskable-512": 0.09, "apple-touch-icon": 0.02}
"""How far the picture keeps away from each edge: a circle of 80 % of a maskable icon is safe."""
_COLOURS: Final = 64


def main() -> None:
    """All of them."""
    chromium = shutil.which("chromium")
    if chromium is None:
        raise SystemExit("Chromium is needed to draw icons")
    mark = (PUBLIC / "favicon.svg").read_text("utf-8")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_page()
        for name, size in SIZES.items():
            _draw(page, _with_edges(mark, _INSET.get(name)), size, PUBLIC / f"{name}.png")
        browser.close()


def _with_edges(mark: str, inset: float | None) -> str:
    """The mark; with an inset on a ground that goes to every edge."""
    if inset is None:
        return mark
    ground = re.search(r'<rect [^>]*fill="([^"]+)"/>', mark)
    assert ground is not None
    scale, away = 1 - 2 * inset, 64 * inset
    picture = (
        f'<rect width="64" height="64" fill="{ground[1]}"/><g transform="translate({away} {away}) scale({scale})">'
    )
    return mark.replace(ground[0], picture).replace("</svg>", "</g></svg>")


def _draw(page: Page, svg: str, size: int, path: Path) -> None:
    page.set_viewport_size({"width": size, "height": size})
    page.set_content(f"<style>body {{ margin: 0 }} svg {{ display: block; width: {size}px }}</style>{svg}")
    picture = Image.open(BytesIO(page.screenshot(omit_background=True))).convert("RGBA")
    picture.quantize(_COLOURS, method=Image.Quantize.FASTOCTREE).save(path, optimize=True)


if __name__ == "__main__":
    main()
