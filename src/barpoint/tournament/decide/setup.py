"""Judging set-up: the tournament, its events, what is published and when, schedule, staff, equipment."""

from barpoint.board import Refusal
from barpoint.rulebook import BookCode, param
from barpoint.tournament import commands as c
from barpoint.tournament import events as e
from barpoint.tournament.decide.decision import TournamentDecision
from barpoint.tournament.decide.lookup import contest_of, excluded
from barpoint.tournament.desk.broadcast import BROADCAST, read_broadcast
from barpoint.tournament.player import looks_of_the_house
from barpoint.tournament.refusals import TournamentCode
from barpoint.tournament.settings import ContestSettings, Recess
from barpoint.tournament.staff import Role
from barpoint.tournament.state import Contest, Tournament, TournamentPhase


def open_tournament(state: Tournament, command: c.OpenTournament) -> TournamentDecision:
    """It begins with its director (usbgf:1.3.1, bws:1.3.1, guide:2.2.1)."""
    if state.phase is not TournamentPhase.NEW:
        return Refusal(TournamentCode.TOURNAMENT_ALREADY_OPEN)
    if not command.by:
        return Refusal(TournamentCode.DIRECTOR_NEEDED)
    _check_name(command.by)
    if command.barred_until >= command.settings.date:
        return Refusal(TournamentCode.STAFF_BARRED, {"person": command.by})
    return (e.TournamentOpened(**command.stamp, settings=command.settings),)


def _check_name(person: str) -> None:
    """Nobody works for a tournament under a name of the server's own, or one that can be taken for it."""
    if looks_of_the_house(person):
        raise ValueError(f"the server itself acts as {person!r}: give another name")


def add_contest(state: Tournament, command: c.AddContest) -> TournamentDecision:
    """A new event, under a book that allows its options."""
    settings = command.settings
    if settings.id in state.contests:
        return Refusal(TournamentCode.CONTEST_EXISTS, {"contest": settings.id})
    if (refused := _unfit(state, settings)) is not None:
        return refused
    return (e.ContestAdded(**command.stamp, settings=settings),)


def _unfit(state: Tournament, settings: ContestSettings) -> Refusal | None:
    profile = settings.profile()
    if isinstance(profile, Refusal):
        return profile
    languages = state.settings.languages if state.settings else ()
    official = param("usbgf:1.5a", "always", str)
    if profile.book == "usbgf" and official not in languages:
        return Refusal(TournamentCode.LANGUAGE_MISSING, {"language": official})
    if profile.book == "guide" and not languages:
        return Refusal(TournamentCode.LANGUAGE_MISSING)
    if profile.book == "guide" and len(state.directors) > 1:
        return Refusal(TournamentCode.ONE_DIRECTOR, {"directors": len(state.directors)})
    return _misplaced(settings)


def _misplaced(settings: ContestSettings) -> Refusal | None:
    """A length for a bracket, or a prize for a title, that this format does not have: it would count for nobody."""
    prizes = [prize for pool in (settings.fees.side_pools if settings.fees else ()) for prize in pool.prizes]
    prizes += [*settings.prizes, *(settings.calcutta.prizes if settings.calcutta else ())]
    for kind, named, known in (
        (TournamentCode.NO_SUCH_BRACKET, settings.lengths, settings.brackets),
        (TournamentCode.NO_SUCH_TITLE, [prize.title for prize in prizes], settings.titles),
    ):
        for name in named:
            if name not in known:
                return Refusal(kind, {"bracket": name, "brackets": ", ".join(known)})
    return None


_RULES = ("preset", "options", "variations", "team", "variant", "draw", "swiss")


def change_contest(state: Tournament, command: c.ChangeContest) -> TournamentDecision:
    """Other settings: the rules are fixed once play has begun, what was published changes with a reason only."""
    contest = contest_of(state, command.settings.id)
    if isinstance(contest, Refusal):
        return contest
    before, after = contest.settings, command.settings
    changed = [name for name in ContestSettings.__struct_fields__ if getattr(before, name) != getattr(after, name)]
    locked = [name for name in _RULES if name in changed]
    if locked and contest.has_begun:
        return Refusal(TournamentCode.RULES_LOCKED, {"what": locked[0]})
    starts = before.starts
    if locked and starts is not None and command.at >= starts and contest.book not in ("", "trad"):
        return Refusal(BookCode.OPTIONS_AFTER_START, {"starts": starts, "at": command.at})
    if contest.play is not None and ("draw" in locked or "swiss" in locked):
        return Refusal(TournamentCode.DRAWN_ALREADY, {"contest": before.id})
    if contest.published is not None and not command.reason:
        return Refusal(TournamentCode.WHY_NEEDED, {"contest": before.id})
    if (refused := _unfit(state, after)) is not None:
        return refused
    published = contest.published is not None
    return (e.ContestChanged(**command.stamp, settings=after, published=published),)


def publish_contest(state: Tournament, command: c.PublishContest) -> TournamentDecision:
    """Options, fees and prizes are announced before play, and entries open."""
    contest = contest_of(state, command.contest)
    if isinstance(contest, Refusal):
        return contest
    if contest.published is not None:
        return Refusal(TournamentCode.ALREADY_PUBLISHED, {"contest": command.contest})
    settings = contest.settings
    if settings.starts is not None and command.at >= settings.starts and contest.book not in ("", "trad"):
        return Refusal(BookCode.OPTIONS_NOT_ANNOUNCED, {"announced": command.at, "starts": settings.starts})
    pays = settings.fees is not None and bool(settings.prizes or not settings.fees.entry)
    if contest.book == "guide" and not pays:
        return Refusal(TournamentCode.MONEY_NOT_DISCLOSED, {"contest": command.contest})
    return (e.ContestPublished(**command.stamp, contest=command.contest),)


def post_length(state: Tournament, command: c.PostLength) -> TournamentDecision:
    """A length on the draw sheet; it says so if it revises one (usbgf:4.8.1a, 4.8.1b)."""
    contest = contest_of(state, command.contest)
    if isinstance(contest, Refusal):
        return contest
    if command.length < 1:
        raise ValueError(f"a match is played to 1 point or more, not {command.length}")
    if bool(command.pairing) == bool(command.round):
        raise ValueError("a length is posted for a round of a bracket or for one pairing")
    bracket, round_ = command.bracket, command.round
    if command.pairing:
        fixture = contest.fixtures.get(command.pairing)
        if fixture is None:
            return Refusal(TournamentCode.NO_SUCH_MATCH, {"pairing": command.pairing, "contest": command.contest})
        if len(fixture.players) == 2 and contest.match_at(fixture).completed is not None:
            return Refusal(TournamentCode.MATCH_COMPLETED, {"pairing": command.pairing})
        bracket, round_ = fixture.bracket, fixture.round
    was = contest.settings.length_of(bracket, round_) or 0
    posted = e.LengthPosted(
        **command.stamp,
        contest=command.contest,
        length=command.length,
        bracket="" if command.pairing else bracket,
        round=0 if command.pairing else round_,
        pairing=command.pairing,
        was=0 if was == command.length else was,
    )
    if posted.was and not command.reason:
        return Refusal(TournamentCode.WHY_NEEDED, {"contest": command.contest})
    return (posted,)


def schedule_round(state: Tournament, command: c.ScheduleRound) -> TournamentDecision:
    """A round's time; moving a published one is an exception and needs its reason (usbgf:2.2.3c)."""
    contest = contest_of(state, command.contest)
    if isinstance(contest, Refusal):
        return contest
    if command.round < 1:
        raise ValueError(f"rounds are counted from 1, not {command.round}")
    known = contest.round_starts.get((command.bracket, command.round))
    if known is not None and known.start != command.start and not command.reason:
        return Refusal(TournamentCode.WHY_NEEDED, {"contest": command.contest})
    scheduled = e.RoundScheduled(
        **command.stamp,
        contest=command.contest,
        bracket=command.bracket,
        round=command.round,
        start=command.start,
        was=known.start if known is not None else None,
    )
    return (scheduled,)


def schedule_recess(state: Tournament, command: c.ScheduleRecess) -> TournamentDecision:
    """A meal or the night."""
    known = any(recess.name == command.name for recess in state.recesses)
    if known and not command.reason:
        return Refusal(TournamentCode.WHY_NEEDED, {"recess": command.name})
    recess = Recess(name=command.name, start=command.start, end=command.end)
    return (e.RecessScheduled(**command.stamp, recess=recess),)


def name_staff(state: Tournament, command: c.NameStaff) -> TournamentDecision:
    """A role for somebody; under guide there is one director (guide:2.2.1)."""
    if not command.person:
        raise ValueError("a role is given to somebody with a name")
    _check_name(command.person)
    if command.barred_until >= state.date or excluded(state, command.person, command.at):
        return Refusal(TournamentCode.STAFF_BARRED, {"person": command.person})
    single_director = any(contest.book == "guide" for contest in state.contests.values())
    if command.role is Role.DIRECTOR and single_director and command.person not in state.directors:
        return Refusal(TournamentCode.ONE_DIRECTOR, {"directors": len(state.directors) + 1})
    return (e.StaffNamed(**command.stamp, person=command.person, role=command.role),)


def dismiss_staff(state: Tournament, command: c.DismissStaff) -> TournamentDecision:
    """A role taken away; the last director stays (usbgf:1.3.1, bws:1.3.1)."""
    if command.role not in state.staff.get(command.person, ()):
        return Refusal(TournamentCode.NO_SUCH_PLAYER, {"player": command.person})
    if command.role is Role.DIRECTOR and state.directors == (command.person,):
        return Refusal(TournamentCode.DIRECTOR_NEEDED)
    return (e.StaffDismissed(**command.stamp, person=command.person, role=command.role),)


def name_committee(_: Tournament, command: c.NameCommittee) -> TournamentDecision:
    """The list, published or changed without notice (usbgf:1.3.2d)."""
    return (e.CommitteeNamed(**command.stamp, members=command.members),)


def set_tables(_: Tournament, command: c.SetTables) -> TournamentDecision:
    """The tables of a hall."""
    if len(set(command.tables)) != len(command.tables) or not all(command.tables):
        raise ValueError("every table of a hall has a name of its own")
    return (e.TablesSet(**command.stamp, tables=command.tables, hall=command.hall),)


def set_desk(state: Tournament, command: c.SetDesk) -> TournamentDecision:
    """How the desk is run from now on."""
    return () if command.choices == state.choices else (e.DeskSet(**command.stamp, choices=command.choices),)


def order_equipment(state: Tournament, command: c.OrderEquipment) -> TournamentDecision:
    """Equipment by the director's word: for all, an event, a round, a match or a player (usbgf:4.1.5, ibf:8.1c)."""
    contest: Contest | Refusal | None = contest_of(state, command.contest) if command.contest else None
    if isinstance(contest, Refusal):
        return contest
    if command.pairing and (contest is None or command.pairing not in contest.fixtures):
        return Refusal(TournamentCode.NO_SUCH_MATCH, {"pairing": command.pairing, "contest": command.contest})
    if command.player and command.player not in state.players:
        return Refusal(TournamentCode.NO_SUCH_PLAYER, {"player": command.player})
    if command.topic == BROADCAST:
        read_broadcast(command.choice)
    return (
        e.EquipmentOrdered(
            **command.stamp,
            topic=command.topic,
            choice=command.choice,
            contest=command.contest,
            round=command.round,
            pairing=command.pairing,
            player=command.player,
        ),
    )
