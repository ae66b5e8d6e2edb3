"""The frame every page of a tournament has: head, links, what everybody was told, the page itself.

The script takes care of three things only: it sends forms as commands, it looks again when the tournament has
changed, and it shows hours in the reader's zone.
"""

import json
import re
from functools import cache
from pathlib import Path
from typing import Final

from litestar import MediaType, Response

from barpoint.tournament import Permission
from barpoint.web.pages import STATIC
from barpoint.web.tournaments.language import LANGUAGES, catalogue, current_language, say
from barpoint.web.tournaments.markup import Html, moment, tag
from barpoint.web.tournaments.requester import Requester

HERE: Final = Path(__file__).parent
_STYLE: Final = re.compile(r'href="(/assets/[^"]+\.css)"')
_SCRIPT: Final = re.compile(r"tell\('((?:[^'\\]|\\.)+)'")
_NOTICES: Final = 3


def document(who: Requester, title: str, *body: str, bare: str = "") -> Response[str]:
    """A page; a `bare` one (the hall's screen, an overlay) has no links and is dressed for its purpose."""
    state = who.state
    name = state.settings.name or who.id if state.settings else who.id
    main = tag("main", *body, class_="page", id="main", tabindex="-1")
    frame = (main,) if bare else (_header(who, name), _announcements(who), main)
    page = tag(
        "body",
        *frame,
        tag("div", id="answer", role="alert"),
        class_=bare or None,
        data_tournament=who.id,
        data_version=state.version,
        data_staff=bool(who.roles),
    )
    return html_response(f"{title} · {name}", page)


def html_response(title: str, page: Html) -> Response[str]:
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
    text = f"<!doctype html>{tag('html', head, page, lang=current_language(), data_words=_words(current_language()))}"
    return Response(text, media_type=MediaType.HTML, headers={"cache-control": "no-store", "vary": "accept-language"})


@cache
def script_words() -> tuple[str, ...]:
    """What the script may say, in English."""
    return tuple(dict.fromkeys(_SCRIPT.findall((HERE / "page.js").read_text("utf-8"))))


@cache
def _words(language: str) -> str | None:
    """The script's words in a language."""
    known = catalogue(language)
    translations = {text: known[text] for text in script_words() if text in known}
    return json.dumps(translations, ensure_ascii=False) if translations else None


def _site_style() -> tuple[str, ...]:
    """The site's own style sheet, whose name follows its content; none if the pages have not been built."""
    index = STATIC / "index.html"
    return tuple(_STYLE.findall(index.read_text("utf-8"))) if index.is_file() else ()


def language_switch() -> Html:
    """The other languages."""
    others = [(key, name) for key, name in LANGUAGES.items() if key != current_language()]
    links = [tag("button", name, lang=key, data_language=key, class_="plain small") for key, name in others]
    return tag("span", *links, class_="languages")


def _header(who: Requester, name: str) -> Html:
    root, public_root = f"/t/{who.id}", f"/tournaments/{who.id}"
    links = []
    if who.plays:
        links.append(tag("a", say("My matches"), href=f"{public_root}/me", class_="own"))
    if who.roles:
        links.append(tag("a", say("Desk"), href=f"{root}/desk", class_="own"))
        links.append(tag("a", say("Results"), href=f"{root}/results"))
    if who.may(Permission.ADMIT):
        links.append(tag("a", say("People"), href=f"{root}/people"))
    if who.may(Permission.MONEY):
        links.append(tag("a", say("Money"), href=f"{root}/money"))
    if who.roles:
        links.append(tag("a", say("Set-up"), href=f"{root}/setup"))
    public = {
        "": say("Overview"),
        "/pairings": say("Pairings"),
        "/standings": say("Standings"),
        "/live": say("Live"),
    }
    links += [tag("a", label, href=public_root + path) for path, label in public.items()]
    links += [
        tag("a", contest.settings.title, href=f"{public_root}/draw/{key}")
        for key, contest in who.state.contests.items()
        if contest.play is not None
    ]
    skip = tag("a", say("To the page"), href="#main", class_="skip")
    home = tag("a", "Barpoint", href="/", class_="home")
    nav = tag("nav", *links, aria_label=name)
    top = tag("div", home, tag("span", name, class_="name"), language_switch(), class_="top")
    return tag("header", skip, top, nav, class_="frame")


def _announcements(who: Requester) -> Html:
    """What everybody was told last, the newest first."""
    lines = [
        tag("p", moment(notice.at), " ", tag("strong", notice.text))
        for notice in reversed(who.state.notices[-_NOTICES:])
    ]
    return tag("aside", *lines, id="told", role="status", aria_label=say("Announcements"))
