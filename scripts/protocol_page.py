"""Writes docs/protocol.md from the types of the wire: `python -m scripts.protocol_page`. A test compares the two."""

import inspect
from pathlib import Path
from typing import Any, Final

import msgspec.inspect as mi

from barpoint.wire import messages, wishes
from scripts.ui_types import Page

TARGET: Final = Path(__file__).parent.parent / "docs" / "protocol.md"

_HEAD: Final = """# The socket protocol

Written by `python -m scripts.protocol_page` from `barpoint.wire`; do not edit. The HTTP part describes itself at
`/schema` of a running server (OpenAPI). Types are written as in TypeScript; a field with `?` is left out when it has
its default.

"""

_TALK: Final = """## A conversation

```
-> POST /api/guest {}                                    the cookie is the session
-> POST /api/matches {"against": "bot", "level": "strong", "terms": {"points": 3}}
<- {"t": "welcome", "protocol": 1, "account": "...", ...}
-> {"t": "watch", "topic": "match:ID"}
<- {"t": "dice", "match": "ID", "game": 1, "first": 0, "owner": "white1", "events": [{"type": "GameSealed", ...}]}
<- {"t": "state", "topic": "match:ID", "version": 1, "view": {... "open": {"opening": true}}}
-> {"t": "chain", "id": "a0", "match": "ID", "game": 1, "chain": "white1", "end": "64 hexadecimal digits", "links": 128}
<- {"t": "ack", "id": "a0", "version": 1}
-> {"t": "do", "id": "a1", "match": "ID", "v": 1, "d": {"t": "opening"}}
<- {"t": "dice", "match": "ID", "game": 1, "first": 2, "events": [{"type": "EndsFixed", "digest": "...", ...}]}
-> {"t": "link", "id": "b1", "match": "ID", "game": 1, "k": 0, "chain": "white1", "link": "...", "digest": "..."}
<- {"t": "dice", "match": "ID", "game": 1, "first": 4, "events": [{"type": "DiceThrown", "k": 0, "server": "...", ...}]}
<- {"t": "changed", "topic": "match:ID", "from": 1, "to": 3, "events": [...], "view": {... "open": {"play": true}}}
<- {"t": "ack", "id": "a1", "version": 1}
-> {"t": "do", "id": "a2", "match": "ID", "v": 3, "d": {"t": "play", "hops": [[8, 5], [6, 5]]}}
-> {"t": "do", "id": "a3", "match": "ID", "v": 5, "d": {"t": "roll", "link": "..."}}
```

- `view` is whole: draw it as it stands. `open` says what may be asked now; `game.tree` which hops are legal.
- The dice of a game follow from chains ([dice.md](dice.md)): publish an end when `dice` tells of a new game, open a
  link when the ends are fixed and for each tie, send the next one with every roll. `sealed`, `seed` and `revealed` are
  for games that an older server had begun.
- A change that does not begin where you stand was preceded by one you missed: watch the topic again.
- A `state` may come again at the same version: who is ready or here has changed, not the match.
- Answers and changes come in no fixed order. What is said in one breath (a change and the answer to the command that
  made it) may come as one list: `[{"t": "changed", ...}, {"t": "ack", ...}]`.
- Topics: `match:ID`; `lobby` (its `data` is the list of open challenges, as `GET /api/challenges` gives it);
  `tournament:ID`; for officials `inquiries` (what waits for them, as `GET /api/inquiries` gives it).
- A spectator of a match with a delay (`manners.delay`, milliseconds) is told everything that much later, versions and
  all, but for who is here; players and officials are not. Somebody an official has sent away gets a `fault` with the
  code `forbidden`.
- `say` is for those who sit at the match: phrases or free text as `manners.chat` has it, with `team` to the partner
  alone. A `notice` comes to every connection of an account but those that watch the match it is about, in the
  language of `/socket?language=ru` or of `accept-language`; English otherwise.
- `call-director` stops the match and its clocks until an official has settled the inquiry. `stopped_by` is the side
  that called, or `official` where one has stopped the match unasked.

## What refuses and what cuts off

A message has at most LARGEST bytes; a larger one closes the line (1009). Of one connection 40 messages a second
are heard in the long run and 100 at once, the others wait; it follows 50 topics, and one address has at most 50
connections. What is no message gets a `fault` that says what was expected; after 20 faults the line is cut (1008).
One that does not read what it is sent, or answers no ping, is torn down without a word. A page of another site
cannot open the socket.

A connection belongs to the session whose cookie opened it. When that session ends (signing out, a changed password,
ended from another browser, a guest who has registered or signed in) the connection is closed with 4401: ask
`GET /api/me` who you are before connecting again. When its owner may do other things than before (named an official,
or no longer) it is closed with 4409: connect again and watch again. 4403 closes what another site's page has opened,
4429 the fifty-first connection of an address; 1012 says that the server stops, 1013 that too much waited for you.

An event that was given back some of its way to the server says so (`lag`, milliseconds); `at` is the moment that
counts.

"""


def written() -> str:
    """The whole page."""
    parts = [_HEAD, inspect.getdoc(messages) or "", "\n\n", _TALK.replace("LARGEST", f"{messages.LARGEST_MESSAGE:,}")]
    parts += ["## A client says\n\n", *_each(messages.AnyClientMessage)]
    parts += ["## A server says\n\n", *_each(messages.AnyServerMessage)]
    parts += ["## Wishes: the `d` of a `do`\n\n", *_each(wishes.AnyWish)]
    parts += ["## What they hold\n\n```ts\n", "\n".join(_held()), "```\n"]
    return "".join(parts)


def _each(union: Any) -> list[str]:
    found = []
    for member in union.__args__:
        page = Page()
        name = page.write(mi.type_info(member))
        tag = member.__struct_config__.tag
        found.append(f"### `{tag}`\n\n{inspect.getdoc(member)}\n\n```ts\n{page.texts[name]}```\n\n")
    return found


def _held() -> list[str]:
    """The declarations behind the messages, without the messages themselves."""
    page = Page()
    tops = {
        page.write(mi.type_info(member))
        for union in (messages.AnyClientMessage, messages.AnyServerMessage, wishes.AnyWish)
        for member in union.__args__
    }
    return [page.texts[name] for name in sorted(page.texts) if name not in tops]


if __name__ == "__main__":
    TARGET.write_text(written(), "utf-8")
