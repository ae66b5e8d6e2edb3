"""The site's document for a tournament's address: with its name, day and place, as others show them who link to it."""

import re
from html import escape
from typing import Final

from litestar import MediaType, Response, get
from litestar.di import NamedDependency
from litestar.params import FromPath

from barpoint.extras import is_installed
from barpoint.service import ServerProcess, UnreadableStreamError
from barpoint.tournament import Tournament, TournamentPhase
from barpoint.web.pages import STATIC, Page, document_at
from barpoint.web.qr import site_of
from barpoint.web.session import AnyRequest

_TITLE: Final = "<title>Barpoint</title>"
_DESCRIPTION: Final = re.compile(r'<meta name="description"[^>]*>')
_LONGEST: Final = 200


@get(
    ["/tournaments/{tid:str}", "/tournaments/{tid:str}/{rest:path}"],
    include_in_schema=False,
)
async def tournament_document(
    tid: FromPath[str], request: AnyRequest, house: NamedDependency[ServerProcess], rest: FromPath[str] = ""
) -> Page:
    """The one document of the site, headed for this tournament; 404 where there is none."""
    plain = document_at(f"/tournaments/{tid}{rest}")
    state = await _opened(house, tid)
    index = STATIC / "index.html"
    if state is None or not index.is_file():
        plain.status_code = 404 if state is None else plain.status_code
        return plain
    text = index.read_text("utf-8")
    text = _DESCRIPTION.sub("", text, count=1).replace(_TITLE, _head(state, tid, site_of(request)))
    return Response(text, media_type=MediaType.HTML, headers={"cache-control": "no-cache"})


@get("/tournaments", include_in_schema=False, sync_to_thread=False)
def tournaments_document() -> Page:
    """The page of all tournaments."""
    return document_at("/tournaments")


async def _opened(house: ServerProcess, tid: str) -> Tournament | None:
    try:
        state = (await house.direct.load(tid)).state
    except UnreadableStreamError:
        return None
    return None if state.phase is TournamentPhase.NEW else state


def _head(state: Tournament, tid: str, site: str) -> str:
    """What a page that is shared says of itself."""
    settings = state.settings
    assert settings is not None, "only what was opened has a page"
    name = settings.name or tid
    published = [contest for contest in state.contests.values() if contest.published is not None]
    events = ", ".join(contest.settings.title for contest in published)
    about = " · ".join(part for part in (settings.date, settings.place, events) if part)[:_LONGEST]
    drawn = next((contest.settings.id for contest in published if contest.play is not None), "")
    form = "?form=png" if is_installed("pictures") else ""  # previews of links show no SVG
    picture = f"{site}/api/tournaments/{tid}/draws/{drawn}/picture{form}" if drawn else f"{site}/icon-512.png"
    values = {
        "og:title": name,
        "og:description": about,
        "og:type": "website",
        "og:url": f"{site}/tournaments/{tid}",
        "og:image": picture,
    }
    tags = "".join(f'<meta property="{key}" content="{escape(value)}" />' for key, value in values.items())
    return f'<title>{escape(name)} · Barpoint</title><meta name="description" content="{escape(about)}" />{tags}'


HANDLERS = (tournaments_document, tournament_document)
