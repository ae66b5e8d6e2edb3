"""The presets: profiles under the names people know, and events made from them.

A preset is data (`presets.toml`): a book and options. An event names one in its options file and
publishes its own options on top (`event_profile`).
"""

import tomllib
from difflib import get_close_matches
from functools import cache
from importlib.resources import files

import msgspec

from barpoint.board import Refusal
from barpoint.rulebook.profiles.options import read_event
from barpoint.rulebook.profiles.profile import Profile

DATA = "presets.toml"


@cache
def list_presets() -> tuple[Profile, ...]:
    """All of them, in the order they are listed."""
    tables = tomllib.loads(files("barpoint.rulebook").joinpath(DATA).read_text("utf-8"))
    return msgspec.convert(tables["preset"], tuple[Profile, ...])


def preset(name: str) -> Profile:
    """The preset of this name; capitals do not matter."""
    key = " ".join(name.split()).casefold()
    for profile in list_presets():
        if profile.name.casefold() == key:
            return profile
    names = [profile.name for profile in list_presets()]
    near = get_close_matches(name, names, n=1, cutoff=0.4)
    hint = f"; did you mean {near[0]!r}?" if near else ""
    raise ValueError(f"expected one of the presets {', '.join(names)}; not {name!r}{hint}")


def named_profile(name: str) -> Profile:
    """The preset of this name; a book's first preset stands for the book."""
    by_book = {profile.book: profile for profile in reversed(list_presets())}
    if name in by_book:
        return by_book[name]
    try:
        return preset(name)
    except ValueError as wrong:
        raise ValueError(f"{name!r} is no book ({', '.join(sorted(by_book))}); {wrong}") from wrong


def event_profile(text: str, source: str = "event options", *, at: int | None = None) -> Profile | Refusal:
    """The profile an event's options file comes to; `at` is now, to see that play has not begun."""
    event = read_event(text, source)
    return preset(event.preset).for_event(event, at=at)
