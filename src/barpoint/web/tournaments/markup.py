"""HTML as values: what is text is escaped, what is HTML already is not.

>>> print(tag("p", "1 < 2 ", tag("b", "so"), class_="soft", data_at=3))
<p class="soft" data-at="3">1 &lt; 2 <b>so</b></p>
"""

from collections.abc import Iterable
from datetime import UTC, datetime
from html import escape
from typing import Final

from barpoint.web.tournaments.language import say

_EMPTY: Final = frozenset({"br", "hr", "img", "input", "link", "meta"})


class Html(str):
    """Text that is HTML already."""

    __slots__ = ()


Child = str | None
Attribute = str | int | bool | None


def tag(name: str, /, *children: Child, **attributes: Attribute) -> Html:
    """An element; `class_` is class, `data_at` is data-at, None and False leave an attribute out."""
    attribute_text = "".join(_attribute(key, value) for key, value in attributes.items())
    if name in _EMPTY:
        return Html(f"<{name}{attribute_text}>")
    return Html(f"<{name}{attribute_text}>{join_html(children)}</{name}>")


def _attribute(key: str, value: Attribute) -> str:
    if value is None or value is False:
        return ""
    name = key.rstrip("_").replace("_", "-")
    return f" {name}" if value is True else f' {name}="{escape(str(value))}"'


def join_html(children: Iterable[Child]) -> Html:
    """One after the other."""
    return Html("".join(child if isinstance(child, Html) else escape(child) for child in children if child))


def moment(at: int | None) -> Html:
    """The hour; the page's script shows it in the reader's own zone."""
    if at is None:
        return Html()
    time = datetime.fromtimestamp(at / 1000, UTC)
    return tag("time", time.strftime("%H:%M UTC"), datetime=time.isoformat(timespec="seconds"), data_at=at)


def span(time: int) -> str:
    """A stretch of time: 12:05."""
    seconds = time // 1000
    return f"{seconds // 60}:{seconds % 60:02}"


def table(heads: Iterable[str], rows: Iterable[Iterable[Child]], caption: str = "") -> Html:
    """Rows under their heads; on a phone each cell says what it is."""
    names = tuple(heads)
    lines = [tag("tr", *(_cell(name, cell) for name, cell in zip(names, row, strict=True))) for row in rows]
    if not lines:
        return tag("p", say("Nothing yet."), class_="soft")
    head = tag("thead", tag("tr", *(tag("th", name, scope="col") for name in names)))
    caption_tag = tag("caption", caption, class_="unseen") if caption else None
    return tag("table", caption_tag, head, tag("tbody", *lines), class_="cards")


def _cell(name: str, cell: Child) -> Html:
    return tag("td", tag("span", cell) if cell else None, data_head=name)
