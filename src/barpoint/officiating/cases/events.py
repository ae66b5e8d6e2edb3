"""What has happened in a case: past tense, a closed union, the only thing that is stored.

`at` is in integer milliseconds, `by` the person who did it. An event says everything the fold needs, so that a case
replays without judging again. A field added later has a default and a type is never renamed: an old case always
reads.
"""

from enum import StrEnum
from typing import Final

import msgspec

from barpoint.board import Side
from barpoint.officiating.answer import Penalty
from barpoint.officiating.remedy import Remedy
from barpoint.rulebook import Profile

CASE_LOG_VERSION: Final = 1
CaseFact = str | int | bool


class ExhibitKind(StrEnum):
    """What an exhibit is."""

    PHOTO = "photo"
    VIDEO = "video"
    SCORE_SHEET = "score_sheet"
    TESTIMONY = "testimony"
    MATCH_LOG = "match_log"
    OBJECT = "object"  # dice, cups, a clock


class CaseEvent(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The common part: when, and by whom."""

    at: int
    by: str


class CaseOpened(CaseEvent, frozen=True, kw_only=True, tag="CaseOpened"):
    """An incident was reported, under the profile of its event."""

    profile: Profile
    kind: str
    report: str = ""
    white: tuple[str, ...] = ()  # nobody is named: then nothing goes on anybody's record
    black: tuple[str, ...] = ()
    match: str = ""  # the stream or the name of the match
    noticed: int = 0  # the version of its log at which it was reported
    tournament: str = ""  # the stream of the tournament whose desk is told
    contest: str = ""
    pairing: str = ""
    extends: str = ""  # the case whose sanction is to hold on the whole server

    @property
    def book(self) -> str:
        """The book it is ruled under."""
        return self.profile.book

    def persons(self, side: Side) -> tuple[str, ...]:
        """Who plays for a side."""
        return self.white if side is Side.WHITE else self.black

    @property
    def names(self) -> dict[Side, str]:
        """What to call the sides."""
        return {side: " and ".join(self.persons(side)) or side.value.capitalize() for side in Side}


class FactGiven(CaseEvent, frozen=True, kw_only=True, tag="FactGiven"):
    """A question was answered; a later answer replaces an earlier one."""

    key: str
    value: CaseFact
    given_by: str = ""  # a player, a witness, or "log" where it was read from the match


class ExhibitAttached(CaseEvent, frozen=True, kw_only=True, tag="ExhibitAttached"):
    """Something was shown, and by whom: usbgf:5.4a."""

    title: str
    given_by: str
    what: ExhibitKind
    reference: str = ""  # where it is kept: a file, a place in a video
    text: str = ""  # what was said
    sha256: str = ""  # of the file, so that it can be told from another


class NarrowException(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An exception from a rule: which, on what facts of this very case, and no further than what (usbgf:1.1.4.3a)."""

    clause: str
    facts: tuple[str, ...]
    scope: str


class RulingGiven(CaseEvent, frozen=True, kw_only=True, tag="RulingGiven"):
    """An official ruled. `followed` is False where the computed answer was overridden, with the reason."""

    say: str
    clauses: tuple[str, ...] = ()
    relied_on: dict[str, CaseFact] = {}
    remedies: tuple[Remedy, ...] = ()
    penalties: tuple[Penalty, ...] = ()
    chosen: str = ""  # the option that a player or the director took
    followed: bool = True
    reason: str = ""
    exception: NarrowException | None = None
    appealable: bool = True
    matter: str = ""  # as in `Policy.not_appealable`
    outcome: bool = False  # carries out what a committee decided


class RemedyApplied(CaseEvent, frozen=True, kw_only=True, tag="RemedyApplied"):
    """What was ruled has been carried out; in the match between two versions of its log."""

    remedies: tuple[Remedy, ...] = ()
    before: int = 0
    after: int = 0


class PlayResumed(CaseEvent, frozen=True, kw_only=True, tag="PlayResumed"):
    """The players went on: the ruling is accepted."""


class AppealMade(CaseEvent, frozen=True, kw_only=True, tag="AppealMade"):
    """A player appealed, against all of it or the parts named; `referred` if the director asks (usbgf:5.2a)."""

    parts: tuple[str, ...] = ()
    referred: bool = False


class CommitteeNamed(CaseEvent, frozen=True, kw_only=True, tag="CommitteeNamed"):
    """Who hears the appeal; `staff` are those of them who work for the tournament."""

    members: tuple[str, ...]
    staff: tuple[str, ...] = ()


class BallotCast(CaseEvent, frozen=True, kw_only=True, tag="BallotCast"):
    """A member voted on one part. Kept to be counted and shown to nobody: what is reported are totals (usbgf:5.3e)."""

    vote: str = ""  # to what the ruling is changed; "" upholds it
    part: str = ""


class VotesCounted(CaseEvent, frozen=True, kw_only=True, tag="VotesCounted"):
    """The totals on one part (usbgf:5.3e), and how the director voted where the book gives one."""

    uphold: int
    change: dict[str, int] = {}
    director: str | None = None
    part: str = ""


class AppealDecided(CaseEvent, frozen=True, kw_only=True, tag="AppealDecided"):
    """What the votes on a part came to. `remedy` is empty if the ruling stands or the director chooses."""

    changed: bool
    remedy: str = ""
    to_choose: tuple[str, ...] = ()
    clauses: tuple[str, ...] = ()
    part: str = ""


class ReportExported(CaseEvent, frozen=True, kw_only=True, tag="ReportExported"):
    """The case went to the federation (bws:5.6)."""

    to: str


class CaseReferred(CaseEvent, frozen=True, kw_only=True, tag="CaseReferred"):
    """A player would have the board rule on the principle; the result of the event stays (bws:5.5)."""


class PrincipleRuled(CaseEvent, frozen=True, kw_only=True, tag="PrincipleRuled"):
    """The board's ruling of principle: from now on a precedent."""

    principle: str
    clauses: tuple[str, ...] = ()


class PrecedentCited(CaseEvent, frozen=True, kw_only=True, tag="PrecedentCited"):
    """A precedent that this case rests on: the case it came from, and its principle as it was then."""

    precedent: str
    principle: str


class CaseClosed(CaseEvent, frozen=True, kw_only=True, tag="CaseClosed"):
    """Nothing more is to be done."""


CaseStep = (
    CaseOpened
    | FactGiven
    | ExhibitAttached
    | RulingGiven
    | RemedyApplied
    | PlayResumed
    | AppealMade
    | CommitteeNamed
    | BallotCast
    | VotesCounted
    | ReportExported
    | CaseReferred
    | PrincipleRuled
    | PrecedentCited
    | CaseClosed
)
"""What somebody may ask for; an appeal decides itself by its votes."""

AnyCaseEvent = CaseStep | AppealDecided

_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(AnyCaseEvent)


def encode_event(event: AnyCaseEvent) -> bytes:
    """An event as one line of JSON."""
    return _encoder.encode(event)


def decode_event(line: bytes | str) -> AnyCaseEvent:
    """Read an event; ValueError says what was expected."""
    try:
        event: AnyCaseEvent = _decoder.decode(line)
    except msgspec.MsgspecError as malformed:
        raise ValueError(f"expected an event of a case: {malformed}") from malformed
    return event
