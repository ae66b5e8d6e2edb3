"""A preset as a menu shows it."""

from barpoint.board import Refusal
from barpoint.match.format import ClockRules, Enforcement, LengthKind
from barpoint.rulebook import Profile
from barpoint.service.play import length_in_words
from barpoint.wire.players import PresetSummary


def preset_entry(profile: Profile) -> PresetSummary:
    """Its name, book and what an online match under it is."""
    match_format = profile.match_format(Enforcement.STRICT)
    assert not isinstance(match_format, Refusal), "a preset is playable as it stands"
    return PresetSummary(
        name=profile.name,
        book=profile.book,
        about=profile.about,
        discipline=match_format.discipline,
        length=length_in_words(match_format.length),
        points=match_format.length.points,
        clock=_clock(match_format.clock),
        team=match_format.team,
        money=match_format.length.kind is LengthKind.MONEY,
    )


def _clock(rules: ClockRules | None) -> str:
    if rules is None:
        return ""
    minutes, seconds = divmod(rules.reserve // 1000, 60)
    return f"{minutes}:{seconds:02} + {rules.delay // 1000} s"
