"""Writes the browser's types from the server's: `python -m scripts.ui_types` makes ui/src/wire/types.ts anew.

What is written: every message of the socket, every wish, what goes over HTTP, and all they hold. A field the
server may leave out because it has its default is optional here. Of two types of one name the later one carries its
module's name too. A test compares the file with what this writes.
"""

import enum
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

import msgspec.inspect as mi

from barpoint.rulebook.catalogue.model import Catalogue
from barpoint.rulebook.profiles.agreement import AgreementSheet
from barpoint.service.analysis.match_report import MatchReport
from barpoint.service.analysis.position_study import StudyAnswer, StudyPosition, StudyQuestion
from barpoint.service.analysis.review_notes import ReviewNotes
from barpoint.service.clubs.series_service import JoinPreview
from barpoint.service.dice.dice_proof import Verdict
from barpoint.service.officials.inquiries import Inquiry
from barpoint.service.people.aids import Hint
from barpoint.service.people.dice_statistics import DiceStatistics
from barpoint.service.people.lobby import Challenge
from barpoint.service.people.player_career import PlayerCareer
from barpoint.service.people.player_page import PlayerPage
from barpoint.service.people.recovery import Reset
from barpoint.service.play.move_choices import PlayChoices
from barpoint.service.ratings.player_record import PlayerRatings
from barpoint.service.tournaments.scoreboard import LiveMatch
from barpoint.tournament.commands import AnyCommand as AnyTournamentCommand
from barpoint.tournament.desk import ClosingChecklist, Desk, MatchAgreement
from barpoint.tournament.views import DrawSheet, Participant, WatchingDesk
from barpoint.wire.community import clubs, fair_play, friends, lists
from barpoint.wire.directing import director, public_pages, table_devices, tournaments
from barpoint.wire.messages import AnyClientMessage, AnyServerMessage
from barpoint.wire.officiating import inquiries, ruling
from barpoint.wire.players import matches, people, ratings, security
from barpoint.wire.players.review import AnalysisProgress, Review, SharedFile
from barpoint.wire.wishes import AnyWish

TARGET: Final = Path(__file__).parent.parent / "ui" / "src" / "wire" / "types.ts"
UNIONS: Final[dict[str, Any]] = {
    "AnyWish": AnyWish,
    "AnyClientMessage": AnyClientMessage,
    "AnyServerMessage": AnyServerMessage,
    "AnyTournamentCommand": AnyTournamentCommand,
}
OVER_HTTP: Final = (
    matches.Me,
    matches.NewChallenge,
    matches.NewGuest,
    matches.NewMatch,
    matches.MatchLink,
    matches.ClaimShown,
    matches.PresetSummary,
    matches.Problem,
    Challenge,
    DiceStatistics,
    PlayerCareer,
    PlayerPage,
    AgreementSheet,
    PlayChoices,
    PlayerRatings,
    ratings.LadderPage,
    ratings.BoardRatings,
    ratings.LiveBoard,
    ratings.MatchRatings,
    ratings.QuickRequest,
    ratings.RatingNow,
    ratings.RatingsHere,
    clubs.ClubListing,
    clubs.ClubPage,
    clubs.JoinView,
    clubs.NamedLink,
    clubs.NewNight,
    clubs.NightBegun,
    clubs.SeriesHere,
    JoinPreview,
    clubs.SeriesPage,
    clubs.TakeClubStep,
    clubs.TakeSeriesStep,
    fair_play.FairPlayCase,
    fair_play.FairPlayListing,
    fair_play.FairPlayPage,
    fair_play.NewFairPlayCase,
    friends.ChallengeAnswers,
    friends.CorrespondenceLine,
    friends.Friend,
    friends.PeoplePresent,
    lists.ClubListed,
    lists.EventListed,
    lists.ListImported,
    lists.ListListing,
    lists.ListPage,
    lists.ListPreview,
    lists.TakeListStep,
    Catalogue,
    ruling.Incident,
    ruling.NewRuling,
    ruling.PositionView,
    ruling.RulingView,
    director.CaseListing,
    director.CommandTrial,
    director.DirectorPage,
    WatchingDesk,
    director.OptionLatitude,
    table_devices.NewDisplay,
    table_devices.RecordStatus,
    table_devices.TableView,
    public_pages.PostedResult,
    public_pages.EntrantRating,
    public_pages.OpenMatch,
    tournaments.AccessLink,
    tournaments.BatchReceipt,
    tournaments.CommandReceipt,
    tournaments.DeskCase,
    tournaments.DeskCaseStep,
    tournaments.NewCommand,
    tournaments.NewDeskCase,
    tournaments.NewEntry,
    tournaments.NewSighting,
    tournaments.SightReceipt,
    tournaments.NewTournament,
    tournaments.PersonLink,
    tournaments.RoleAccount,
    tournaments.RoleHolder,
    tournaments.Roster,
    tournaments.StaleCommand,
    tournaments.TitleStandings,
    tournaments.TournamentAccess,
    tournaments.TournamentListing,
    tournaments.WhoDirects,
    tournaments.TournamentView,
    Desk,
    DrawSheet,
    ClosingChecklist,
    MatchAgreement,
    LiveMatch,
    Participant,
    Review,
    AnalysisProgress,
    MatchReport,
    ReviewNotes,
    SharedFile,
    StudyAnswer,
    StudyPosition,
    StudyQuestion,
    Verdict,
    Hint,
    Inquiry,
    inquiries.BallotReceipt,
    inquiries.CasePage,
    inquiries.CaseView,
    inquiries.Precedent,
    inquiries.ReferredCase,
    inquiries.HearingListing,
    people.PasskeyRequest,
    people.Spectator,
    security.RecoveryCodes,
    security.Security,
    Reset,
)
HEAD: Final = "// Written by scripts/ui_types.py from the server's types. Do not edit.\n"
_PLAIN: Final = {mi.IntType: "number", mi.FloatType: "number", mi.StrType: "string", mi.BoolType: "boolean"}


def written() -> str:
    """The whole file."""
    page = Page()
    members = {
        name: " | ".join(page.write(mi.type_info(member)) for member in union.__args__)
        for name, union in UNIONS.items()
    }
    for one in OVER_HTTP:
        page.write(mi.type_info(one))
    body = [page.texts[name] for name in sorted(page.texts)]
    body += [f"export type {name} = {listed}\n" for name, listed in members.items()]
    return HEAD + "\n" + "\n".join(body)


class Page:
    """The declarations so far, by their names in TypeScript."""

    def __init__(self) -> None:
        self.texts: dict[str, str] = {}
        self._names: dict[type, str] = {}

    def _name(self, cls: type) -> tuple[str, bool]:
        """What a class is called, and whether it is new."""
        if cls in self._names:
            return self._names[cls], False
        name = cls.__name__
        if name in self.texts:
            name = cls.__module__.rpartition(".")[2].title() + name
        self._names[cls] = name
        self.texts[name] = ""
        return name, True

    def write(self, info: mi.Type) -> str:
        """How a type is written in TypeScript; a struct or an enumeration is declared on the way."""
        match info:
            case mi.StructType(cls=cls):
                name, new = self._name(cls)
                if new:
                    self.texts[name] = self._struct(name, info)
                return name
            case mi.DataclassType(cls=cls, fields=fields):
                name, new = self._name(cls)
                if new:
                    lines = [f"  {_key(field.encode_name)}: {self.write(field.type)}" for field in fields]
                    self.texts[name] = f"export interface {name} {{\n" + "\n".join(lines) + "\n}\n"
                return name
            case mi.EnumType(cls=enumeration):
                name, new = self._name(enumeration)
                if new:
                    self.texts[name] = f"export type {name} = {_values(enumeration)}\n"
                return name
            case mi.UnionType(types=members):
                return " | ".join(dict.fromkeys(self.write(member) for member in members))
            case mi.TupleType(item_types=items):
                return f"[{', '.join(self.write(item) for item in items)}]"
            case mi.VarTupleType(item_type=item) | mi.ListType(item_type=item):
                inner = self.write(item)
                return f"({inner})[]" if " " in inner and not inner.startswith("[") else f"{inner}[]"
            case mi.DictType(value_type=value):
                return f"Record<string, {self.write(value)}>"
            case mi.LiteralType(values=values):
                return " | ".join(repr(value) for value in values)
            case mi.Metadata(type=inner_type):
                return self.write(inner_type)
            case mi.NoneType():
                return "null"
            case mi.AnyType():
                return "any"
            case _:
                return _PLAIN[type(info)]

    def _struct(self, name: str, info: mi.StructType) -> str:
        if info.array_like:
            parts = ", ".join(f"{field.name}: {self.write(field.type)}" for field in info.fields)
            return f"export type {name} = [{parts}]\n"
        lines = [f"  {info.tag_field}: '{info.tag}'"] if info.tag_field else []
        for field in info.fields:
            left_out = not field.required and (
                info.cls.__struct_config__.omit_defaults or info.forbid_unknown_fields  # what a client need not send
            )
            lines.append(f"  {_key(field.encode_name)}{'?' if left_out else ''}: {self.write(field.type)}")
        return f"export interface {name} {{\n" + "\n".join(lines) + "\n}\n"


def _key(name: str) -> str:
    return name if name.isidentifier() else f"'{name}'"


def _values(cls: Iterable[enum.Enum]) -> str:
    return " | ".join(f"'{member.value}'" if isinstance(member.value, str) else str(member.value) for member in cls)


if __name__ == "__main__":
    TARGET.write_text(written(), "utf-8")
