"""The pages: the built user interface, one document for every address a page can have."""

import re
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

_FILE: Final = re.compile(r"\.(?:js|css|svg|json|webmanifest|map|png|ico|txt|html|xml)$")
"""How a missing file's address ends; a page's may have dots too: /rules/ibf:5.3a."""

Page = File | Response[str]


@get(["/", "/{path:path}"], include_in_schema=False, sync_to_thread=False)
def page(path: FromPath[str] = "") -> Page:
    """A built file, or the one document that draws every page."""
    found = (STATIC / path.lstrip("/")).resolve()
    if path and found.is_relative_to(STATIC) and found.is_file():
        lasting = found.parent.name == "assets"  # their names change with their content
        headers = {"cache-control": "public, max-age=31536000, immutable" if lasting else "no-cache"}
        return File(found, content_disposition_type="inline", headers=headers)
    if path.startswith(("/api/", "/schema")) or _FILE.search(path):
        raise NotFoundException("there is no such page")
    index = STATIC / "index.html"
    if index.is_file():
        return File(index, content_disposition_type="inline", headers={"cache-control": "no-cache"})
    return Response(_PLAIN, media_type=MediaType.HTML)


HANDLERS = (page,)
