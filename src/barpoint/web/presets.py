"""A preset as a menu shows it."""

from barpoint.board import Refusal
from barpoint.match.format import ClockRules, Enforcement
from barpoint.rulebook.profile import Profile
from barpoint.service.viewing import length_in_words
from barpoint.wire.http import PresetListed


def listed(profile: Profile) -> PresetListed:
    """Its name, book and what an online match under it is."""
    made = profile.match_format(Enforcement.STRICT)
    assert not isinstance(made, Refusal), "a preset is playable as it stands"
    return PresetListed(
        name=profile.name,
        book=profile.book,
        about=profile.about,
        discipline=made.discipline,
        length=length_in_words(made.length),
        points=made.length.points,
        clock=_clock(made.clock),
        team=made.team,
    )


def _clock(rules: ClockRules | None) -> str:
    if rules is None:
        return ""
    minutes, seconds = divmod(rules.reserve // 1000, 60)
    return f"{minutes}:{seconds:02} + {rules.delay // 1000} s"
