"""The pages: the built user interface, one document for every address a page can have."""

from pathlib import Path
from typing import Final

from litestar import MediaType, Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.response import File

STATIC: Final = Path(__file__).parent / "static"
_PLAIN: Final = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Barpoint</title></head>
<body><h1>Barpoint</h1>
<p>The server is running, but its pages have not been built. Install the package, or build them in <code>ui/</code>.</p>
<p>Programs find the interface at <a href="/schema">/schema</a>.</p></body></html>"""

_TYPES: Final = {
    ".css": "text/css",
    ".html": "text/html",
    ".js": "text/javascript",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}
"""What a built file is, whatever the machine's own table says; any other ending may be a page's: /rules/ibf:5.3a."""
_LASTING: Final = "public, max-age=31536000, immutable"

Page = File | Response[str]


@get(["/", "/{path:path}"], include_in_schema=False, sync_to_thread=False)
def page(path: FromPath[str] = "") -> Page:
    """A built file, or the one document that draws every page."""
    found = (STATIC / path.lstrip("/")).resolve()
    if path and found.is_relative_to(STATIC) and found.is_file() and found.suffix in _TYPES:
        return _file(found, _LASTING if found.parent.name == "assets" else "no-cache")  # names follow the content
    if path.startswith(("/api/", "/schema")) or Path(path).suffix in _TYPES:
        raise NotFoundException("there is no such page")
    index = STATIC / "index.html"
    return _file(index, "no-cache") if index.is_file() else Response(_PLAIN, media_type=MediaType.HTML)


def _file(file: Path, kept: str) -> File:
    headers = {"cache-control": kept}
    return File(file, media_type=_TYPES[file.suffix], content_disposition_type="inline", headers=headers)


HANDLERS = (page,)
