"""Forms that become commands: the command's fixed part is with the form, the rest are its fields.

A field's name is the field of the command, with dots where that lies deeper; its `kind` says what the text is:
`int`, `ints` (9,4), `cents` (12.50), `time` (a local time), `words` (Ann, Bob); without one it is text.
"""

import json
from typing import Any, Protocol

from barpoint.web.tournaments.language import say
from barpoint.web.tournaments.markup import Child, Html, tag


class MatchReference(Protocol):
    """A match somewhere: which one, and to how many points."""

    @property
    def contest(self) -> str:
        """Its event."""

    @property
    def pairing(self) -> str:
        """Its id there."""

    @property
    def length(self) -> int | None:
        """Points; None if that is not known."""


def command_form(kind: str, *fields: Child, label: str, ask: str = "", style: str = "small", **fixed: Any) -> Html:
    """A form for one command; `ask` is what has to be confirmed first."""
    return tag(
        "form",
        *fields,
        tag("button", label, class_=style),
        data_do=json.dumps({"type": kind, **fixed}),
        data_ask=ask or None,
        class_="command",
    )


def post_form(path: str, *fields: Child, label: str, style: str = "small") -> Html:
    """A form that is sent as it is, to an address of the tournament's; the answer says where to go on."""
    return tag("form", *fields, tag("button", label, class_=style), data_post=path, class_="stack")


def hidden(name: str, value: str) -> Html:
    """A value that goes with a form."""
    return tag("input", type="hidden", name=name, value=value)


def field(label: str, name: str, kind: str = "", **more: Any) -> Html:
    """A labelled field."""
    return tag("label", label, " ", tag("input", name=name, data_kind=kind or None, **more))


def choice(label: str, name: str, options: dict[str, str], kind: str = "", **more: Any) -> Html:
    """A labelled list to choose from."""
    items = [tag("option", shown, value=value) for value, shown in options.items()]
    return tag("label", label, " ", tag("select", *items, name=name, data_kind=kind or None, **more))


def reason(*, required: bool = False) -> Html:
    """Why, for the record."""
    return field(say("Reason"), "reason", maxlength=300, required=required)


def match_fields(match: MatchReference) -> dict[str, str]:
    """Which match a command is about."""
    return {"contest": match.contest, "pairing": match.pairing}


def result_form(
    kind: str, match: MatchReference, sides: dict[str, str], label: str, *more: Child, **fixed: Any
) -> Html:
    """A result in three taps: who won, the loser's points, done."""
    number = f"{match.contest}-{match.pairing}-{kind}"
    winners = [_tap("winner", value, shown, number) for value, shown in sides.items()]
    if match.length:
        taps = [_tap("score", f"{match.length},{n}", f"{n}", number, "ints") for n in range(match.length)]
        points = tag("fieldset", tag("legend", say("Points of the other side")), tag("div", *taps, class_="taps"))
    else:
        points = field(say("Score, the winner's points first"), "score", "ints", placeholder="9,4", required=True)
    return tag(
        "form",
        tag("fieldset", tag("legend", say("Who won?")), tag("div", *winners, class_="taps two")),
        points,
        *more,
        tag("button", label, class_="primary wide"),
        data_do=json.dumps({"type": kind, **match_fields(match), **fixed}),
        class_="result",
    )


def _tap(name: str, value: str, shown: str, number: str, kind: str = "") -> Html:
    id = f"{number}-{name}-{value}".replace(",", "-")
    button = tag("input", type="radio", name=name, value=value, id=id, data_kind=kind or None, required=True)
    return tag("span", button, tag("label", shown, for_=id), class_="tap")
