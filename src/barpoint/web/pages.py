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

ADDRESSES: Final[dict[str, tuple[int, ...]]] = {
    "": (0,),
    "agreement": (0,),
    "analysis": (0,),
    "clubs": (0, 1, 3),
    "fair-play": (0, 1),
    "inquiries": (0,),
    "join": (1,),
    "lists": (0, 1),
    "lobby": (0,),
    "match": (1,),
    "player": (1,),
    "players": (0,),
    "profile": (0,),
    "record": (3,),
    "review": (1,),
    "rules": (0, 1),
    "ruling": (0,),
    "security": (0,),
    "series": (0, 1),
    "settings": (0,),
    "table": (0, 3),
    "tournaments": (0, 1, 2, 3, 4),
}
"""The pages (ui/src/App.svelte), and how many parts of an address may follow their names."""

Page = File | Response[str]


@get(["/", "/{path:path}"], include_in_schema=False, sync_to_thread=False)
def page(path: FromPath[str] = "") -> Page:
    """A built file, or the one document that draws every page: with 404 where it will say that there is none."""
    return document_at(path)


def document_at(path: str) -> Page:
    """What stands at an address."""
    file = _built_file(path)
    if file is not None:
        return _file(file, _LASTING if file.parent.name == "assets" else "no-cache")  # names follow the content
    if path.startswith(("/api/", "/schema")) or Path(path).suffix in _TYPES:
        raise NotFoundException("there is no such page")
    index, status = STATIC / "index.html", 200 if _is_page(path) else 404
    if index.is_file():
        return _file(index, "no-cache", status)
    return Response(_PLAIN, media_type=MediaType.HTML, status_code=status)


def _built_file(path: str) -> Path | None:
    """The file of an address, if it is one that was built; no system has a file of any name."""
    try:
        file = (STATIC / path.lstrip("/")).resolve()
        built = bool(path) and file.is_relative_to(STATIC) and file.is_file() and file.suffix in _TYPES
    except (OSError, ValueError):  # too long, or with a NUL
        return None
    return file if built else None


def _is_page(path: str) -> bool:
    name, *rest = path.strip("/").split("/")
    return len(rest) in ADDRESSES.get(name, ())


def _file(file: Path, kept: str, status: int = 200) -> File:
    headers = {"cache-control": kept}
    return File(
        file,
        media_type=_TYPES[file.suffix],
        content_disposition_type="inline",
        headers=headers,
        status_code=status,
    )


HANDLERS = (page,)
