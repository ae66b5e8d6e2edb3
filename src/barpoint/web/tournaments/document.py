"""The frame every page of a tournament has: head, links, what everybody was told, the page itself.

The script takes care of three things only: it sends forms as commands, it looks again when the tournament has
changed, and it shows hours in the reader's zone.
"""

import re
from pathlib import Path
from typing import Final

from litestar import MediaType, Response

from barpoint.web.pages import STATIC
from barpoint.web.tournaments.asking import Asker
from barpoint.web.tournaments.markup import Html, moment, tag

HERE: Final = Path(__file__).parent
PUBLIC: Final = {"": "Overview", "/pairings": "Pairings", "/standings": "Standings", "/live": "Live"}
_STYLE: Final = re.compile(r'href="(/assets/[^"]+\.css)"')
_NOTICES: Final = 3


def document(who: Asker, title: str, *body: str, bare: str = "") -> Response[str]:
    """A page; a `bare` one (the hall's screen, an overlay) has no links and is dressed for its purpose."""
    state = who.state
    name = state.settings.name or who.id if state.settings else who.id
    main = tag("main", *body, class_="page", id="main", tabindex="-1")
    frame = (main,) if bare else (_header(who, name), _told(who), main)
    page = tag(
        "body",
        *frame,
        tag("div", id="answer", role="alert"),
        class_=bare or None,
        data_tournament=who.id,
        data_version=state.version,
        data_staff=bool(who.roles),
    )
    return framed(f"{title} · {name}", page)


def framed(title: str, page: Html) -> Response[str]:
    """A whole document."""
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1, viewport-fit=cover"),
        tag("meta", name="color-scheme", content="light dark"),
        tag("link", rel="icon", href="/favicon.svg", type="image/svg+xml"),
        *(tag("link", rel="stylesheet", href=sheet) for sheet in (*_site_style(), "/t/-/page.css")),
        tag("title", title),
        tag("script", src="/t/-/page.js", defer=True),
    )
    text = f"<!doctype html>{tag('html', head, page, lang='en')}"
    return Response(text, media_type=MediaType.HTML, headers={"cache-control": "no-cache"})


def _site_style() -> tuple[str, ...]:
    """The site's own style sheet, whose name follows its content; none if the pages have not been built."""
    index = STATIC / "index.html"
    return tuple(_STYLE.findall(index.read_text("utf-8"))) if index.is_file() else ()


def _header(who: Asker, name: str) -> Html:
    root = f"/t/{who.id}"
    links = []
    if who.plays:
        links.append(tag("a", "My matches", href=f"{root}/me", class_="own"))
    if who.roles:
        links += [tag("a", "Desk", href=f"{root}/desk", class_="own"), tag("a", "People", href=f"{root}/people")]
        links.append(tag("a", "Set-up", href=f"{root}/setup"))
    links += [tag("a", label, href=root + path) for path, label in PUBLIC.items()]
    links += [
        tag("a", contest.settings.title, href=f"{root}/draw/{key}")
        for key, contest in who.state.contests.items()
        if contest.play is not None
    ]
    skip = tag("a", "To the page", href="#main", class_="skip")
    home = tag("a", "Barpoint", href="/", class_="home")
    nav = tag("nav", *links, aria_label=name)
    return tag("header", skip, tag("div", home, tag("span", name, class_="name"), class_="top"), nav, class_="frame")


def _told(who: Asker) -> Html:
    """What everybody was told last, the newest first."""
    lines = [
        tag("p", moment(notice.at), " ", tag("strong", notice.text))
        for notice in reversed(who.state.notices[-_NOTICES:])
    ]
    return tag("aside", *lines, id="told", role="status", aria_label="Announcements")
