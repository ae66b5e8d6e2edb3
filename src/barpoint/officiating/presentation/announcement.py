"""What to say to the players, in their language: a ruling's typed parts as sentences from message templates.

The parts are remedies, consequences, penalties, choices and the appeal. Words that a rule wrote freely (an
instruction, an option) are said in another language where their translation is known; otherwise, as in a language
without templates, they stay English and are marked so.
"""

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Final, NamedTuple

from barpoint.board import Side
from barpoint.officiating import remedy as r
from barpoint.officiating.answer import Consequences, Discretion, Option, Penalty, PenaltyStep, Ruling, Threshold
from barpoint.officiating.phrases import time_of_day, time_text
from barpoint.officiating.presentation.player_names import SIDE_NAMES, SideNames, with_names

ENGLISH: Final = "en"


class SpokenLine(NamedTuple):
    """A sentence, and the language it is in."""

    text: str
    language: str


def spoken_languages() -> tuple[str, ...]:
    """The languages there are templates for."""
    return tuple(_messages())


def spoken_ruling(
    answer: Ruling | Discretion, language: str = ENGLISH, names: SideNames = SIDE_NAMES
) -> tuple[SpokenLine, ...]:
    """What to say to the players, a sentence a line; in English where the language is not known."""
    speaker = _Speaker(language if language in _messages() else ENGLISH, names)
    return tuple(speaker.english_first(answer) if speaker.language == ENGLISH else speaker.answer(answer))


@dataclass(frozen=True)
class _Speaker:
    language: str
    names: SideNames

    def english_first(self, answer: Ruling | Discretion) -> Iterator[SpokenLine]:
        """In English the rule's own sentence says the most; figures and penalties follow."""
        yield SpokenLine(with_names(answer.say, self.names), ENGLISH)
        yield from self.answer(answer)

    def answer(self, answer: Ruling | Discretion) -> Iterator[SpokenLine]:
        """The typed parts; a ruling that has none is said in the rule's English words."""
        if isinstance(answer, Discretion):
            yield self._line("discretion" if answer.covered else "silent")
            yield from self._consequences(answer.consequences, ())
            yield from self._options("usual", answer.usual)
        else:
            parts = [*self._ruling(answer)]
            if not parts and self.language != ENGLISH:
                parts = [self._free(answer.say)]
            yield from parts
        if answer.appeal is not None:
            yield self._line("appeal" if answer.appeal.allowed else "no_appeal")

    def _ruling(self, answer: Ruling) -> Iterator[SpokenLine]:
        figures = [*self._consequences(answer.consequences, tuple(map(type, answer.remedies)))]
        more = figures or len(answer.remedies) > 1
        for remedy in answer.remedies:
            if not (isinstance(remedy, r.PlayOn) and more):  # "nothing is changed" beside a change would be untrue
                yield from self._remedy(remedy)
        yield from figures
        yield from map(self._penalty, answer.penalties)
        chooser = answer.choice_of
        if chooser in ("white", "black"):
            yield from self._options("choice", answer.options, side=self.name(Side(chooser)))
        else:
            yield from self._options("choice_director", answer.options)

    def _options(self, head: str, options: tuple[Option, ...], **fields: str) -> Iterator[SpokenLine]:
        if options:
            yield self._line(head, **fields)
        for option in options:
            known = self._free(option.text)
            typed = [*map(self._penalty, option.penalties)]
            for remedy in option.remedies:
                typed += self._remedy(remedy)
            in_words = known.language == self.language or not typed
            yield from (known, *typed[: len(option.penalties)]) if in_words else typed

    def _remedy(self, remedy: r.Remedy) -> Iterator[SpokenLine]:
        if isinstance(remedy, r.Instruct):
            yield self._free(remedy.text)
            return
        key, fields = _REMEDIES[type(remedy)](self, remedy)
        yield self._line(key, **fields)
        if isinstance(remedy, r.SetLength) and remedy.recompute:
            yield self._line("recompute")
        if isinstance(remedy, r.SetPosition) and remedy.turn is not None:
            roll = "" if remedy.dice is None else f"{remedy.dice[0]}-{remedy.dice[1]}"
            yield self._turn(remedy.turn, roll)

    def _turn(self, side: Side, roll: str) -> SpokenLine:
        name = self.name(side)
        return self._line("turn_with", side=name, roll=roll) if roll else self._line("turn", side=name)

    def _consequences(self, then: Consequences, remedies: tuple[type, ...]) -> Iterator[SpokenLine]:
        """The figures that no remedy has said."""
        turned = {r.RollAgain, r.RollStands, r.PlayAgain, r.FreePlay, r.SetPosition} & set(remedies)
        if then.turn is not None and not turned:
            roll = then.roll
            yield self._turn(then.turn, self._template(_ROLLS[roll]) if roll in _ROLLS else roll)
        if then.cube is not None and r.SetCube not in remedies:
            yield self._line("cube", value=str(then.cube), where=self.where(then.cube_owner))
        if then.length is not None and r.SetLength not in remedies:
            yield self._line("length", points=self.points(then.length))
        for key, score in (("won", then.points_won), ("score", then.score), ("recorded", then.recorded)):
            if score is not None and not (key == "score" and r.SetScore in remedies):
                yield self._line(key, score=self.score(score))
        if then.crawford:
            yield self._line(f"crawford_{then.crawford}")
        if then.game and not {r.LoseGame, r.NewGame} & set(remedies):
            yield self._line(f"game_{then.game}")
        if then.winner and r.LoseMatch not in remedies:
            nobody = then.winner == "nobody"
            yield self._line("winner_nobody") if nobody else self._line("winner", side=self.name(Side(then.winner)))
        yield from self._times(then)
        if then.play_may_change is not None and r.PlayAgain not in remedies:
            yield self._line("play_may_change" if then.play_may_change else "play_may_not_change")
        yield from (self._free(text) for text in (then.checker, then.pending) if text)

    def _times(self, then: Consequences) -> Iterator[SpokenLine]:
        if then.clocks is not None and None not in then.clocks:
            yield self._line("clocks", **self.both(then.clocks))
        for side, delay in zip(Side, then.delay or (None, None), strict=True):
            if delay is not None:
                yield self._line("delay", side=self.name(side), time=time_text(delay))
        yield from map(self._threshold, then.thresholds)
        if then.breaks_left is not None:
            yield self._line("breaks_left", count=str(then.breaks_left))
        if then.break_time_left is not None:
            yield self._line("break_time_left", time=time_text(then.break_time_left))

    def _threshold(self, threshold: Threshold) -> SpokenLine:
        at = "" if threshold.at is None else self._template("at").format(moment=time_of_day(threshold.at))
        name, time = self.name(threshold.side), time_text(threshold.delay)
        return self._line(f"threshold_{threshold.what}", side=name, time=time, at=at)

    def _penalty(self, penalty: Penalty) -> SpokenLine:
        parts = []
        if penalty.points:
            parts.append(self._template("penalty_points").format(points=self.points(penalty.points)))
        if penalty.time:
            parts.append(self._template("penalty_time").format(time=time_text(penalty.time)))
        if not parts or penalty.step not in (PenaltyStep.POINTS, PenaltyStep.TIME):
            parts.insert(0, self._template(f"step_{penalty.step.value}"))
        if penalty.later:
            parts.append(self._template("due_next"))
        if penalty.barred_until:
            parts.append(self._template("barred").format(day=penalty.barred_until))
        what = ", ".join(parts)
        if penalty.side is None:
            return self._line("penalty_free", what=what[:1].upper() + what[1:])
        return self._line("penalty_may" if penalty.optional else "penalty", side=self.name(penalty.side), what=what)

    def _free(self, text: str) -> SpokenLine:
        """Words a rule wrote: translated if somebody has, otherwise English and marked."""
        if self.language == ENGLISH:
            return SpokenLine(with_names(text, self.names), ENGLISH)
        texts: Mapping[str, str] = _messages()[self.language].get("texts", {})
        if text in texts:
            return SpokenLine(texts[text], self.language)
        form, values = _form_of(text)
        if form in texts:
            return SpokenLine(texts[form].format(**self._named(values)), self.language)
        return SpokenLine(with_names(text, self.names), ENGLISH)

    def _named(self, values: Mapping[str, str]) -> dict[str, str]:
        """The values of a text with the sides by their names."""
        sides = {SIDE_NAMES[side]: side for side in Side}
        return {key: self.name(sides[value]) if value in sides else value for key, value in values.items()}

    def name(self, side: Side) -> str:
        """A side's name; a colour in this language."""
        name = self.names[side]
        texts: Mapping[str, str] = _messages()[self.language].get("texts", {})
        return texts.get(name, name) if name == SIDE_NAMES[side] else name

    def both(self, times: tuple[int | None, int | None]) -> dict[str, str]:
        """Both sides with their times."""
        shown = {f"{side.value}_time": time_text(time or 0) for side, time in zip(Side, times, strict=True)}
        return shown | {side.value: self.name(side) for side in Side}

    def score(self, score: tuple[int, int]) -> str:
        """A score with the names."""
        return ", ".join(f"{self.name(side)} {points}" for side, points in zip(Side, score, strict=True))

    def points(self, count: int) -> str:
        """So many points."""
        form: str = _messages()[self.language]["points"][_plural(count, self.language)]
        return form.format(count=count)

    def where(self, owner: str) -> str:
        """Where the cube lies."""
        if owner in ("white", "black"):
            return self._template("owned").format(side=self.name(Side(owner)))
        return self._template("out_of_play" if owner == "out" else "in_the_middle")

    def _line(self, key: str, **fields: str) -> SpokenLine:
        return SpokenLine(self._template(key).format(**fields), self.language)

    def _template(self, key: str) -> str:
        template: str = _messages()[self.language][key]
        return template


_VALUE: Final = re.compile(
    rf"\b(?:(?P<side>{'|'.join(SIDE_NAMES.values())})|(?P<time>\d+(?::\d\d){{1,2}}(?:\.\d)?)|(?P<number>\d+))\b"
)


def _form_of(text: str) -> tuple[str, dict[str, str]]:
    """A text with its sides, times and numbers taken out: '{side} must pass.', and what they were."""
    values: dict[str, str] = {}

    def place(found: re.Match[str]) -> str:
        kind, value = str(found.lastgroup), found[0]
        known = next((key for key, taken in values.items() if taken == value), "") if kind == "side" else ""
        key = known or _next_key(kind, values)
        values[key] = value
        return f"{{{key}}}"

    return _VALUE.sub(place, text), values


def _next_key(kind: str, values: Mapping[str, str]) -> str:
    """The second side is the other; times and numbers are counted: time, time2."""
    if kind not in values:
        return kind
    if kind == "side":
        return "other"
    return f"{kind}{sum(key.startswith(kind) for key in values) + 1}"


_Part = tuple[str, dict[str, str]]


def _of_side(key: str) -> Callable[[_Speaker, Any], _Part]:
    return lambda speaker, remedy: (key, {"side": speaker.name(remedy.side)})


def _alone(key: str) -> Callable[[_Speaker, Any], _Part]:
    return lambda _, __: (key, {})


def _set_cube(speaker: _Speaker, remedy: r.SetCube) -> _Part:
    where = speaker.where("" if remedy.owner is None else remedy.owner.value)
    return "set_cube", {"value": str(remedy.value), "where": where}


def _change_clock(speaker: _Speaker, remedy: r.ChangeClock) -> _Part:
    fields = {"side": speaker.name(remedy.side), "time": time_text(abs(remedy.change))}
    return "time_gained" if remedy.change >= 0 else "time_lost", fields


def _bring_clock(speaker: _Speaker, remedy: r.BringClock) -> _Part:
    reserve = remedy.reserve or (remedy.rules.reserve, remedy.rules.reserve)
    return "bring_clock", speaker.both(reserve) | {"delay": time_text(remedy.rules.delay)}


def _give_points(speaker: _Speaker, remedy: r.GivePoints) -> _Part:
    fields = {"side": speaker.name(remedy.side), "points": speaker.points(abs(remedy.points))}
    return "points_given" if remedy.points >= 0 else "points_taken", fields


_REMEDIES: Final[Mapping[type, Callable[[_Speaker, Any], _Part]]] = {
    r.PlayOn: _alone("play_on"),
    r.RollAgain: _of_side("roll_again"),
    r.RollStands: _of_side("roll_stands"),
    r.PlayAgain: _of_side("play_again"),
    r.FreePlay: lambda speaker, remedy: (
        "free_play_any" if remedy.any_roll else "free_play",
        {"side": speaker.name(remedy.side)},
    ),
    r.RestoreVersion: _alone("restore_version"),
    r.SetPosition: lambda _, remedy: ("set_position", {"position": remedy.position}),
    r.SetCube: _set_cube,
    r.SetScore: lambda speaker, remedy: ("set_score", {"score": speaker.score(remedy.score)}),
    r.SetLength: lambda speaker, remedy: ("set_length", {"points": speaker.points(remedy.points)}),
    r.ChangeClock: _change_clock,
    r.BringClock: _bring_clock,
    r.PutClockAway: _alone("put_clock_away"),
    r.GivePoints: _give_points,
    r.LoseGame: lambda speaker, remedy: (f"lose_game_{remedy.level}", {"side": speaker.name(remedy.side)}),
    r.NewGame: _alone("new_game"),
    r.LoseMatch: _of_side("lose_match"),
}
_ROLLS: Final = {
    "new": "roll_new",
    "the same": "roll_same",
    "stands": "roll_kept",
    "new opening roll": "roll_opening",
    "a new opening die": "roll_opening_die",
}
_TEENS: Final = range(11, 15)


def _plural(count: int, language: str) -> int:
    """Which of a number's three forms: Slavic languages go by the last digits, English by one and many."""
    if language == ENGLISH:
        return 0 if count == 1 else 2
    if count % 100 in _TEENS:
        return 2
    return 0 if count % 10 == 1 else 1 if 2 <= count % 10 <= 4 else 2


@cache
def _messages() -> dict[str, dict[str, Any]]:
    return tomllib.loads((files("barpoint.officiating.presentation") / "announcements.toml").read_text("utf-8"))
