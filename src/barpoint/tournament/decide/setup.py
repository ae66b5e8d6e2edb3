"""Judging set-up: the tournament, its events, what is published and when, schedule, staff, equipment."""

from dataclasses import replace

from barpoint.board import Fact, Refusal
from barpoint.match.format import PreferenceMethod
from barpoint.rulebook import BookCode, param
from barpoint.rulebook.profiles import NO, NONE, YES, agreement_topics
from barpoint.rulebook.tariff import committee_rules, composition_refusal
from barpoint.tournament import commands as c
from barpoint.tournament import events as e
from barpoint.tournament.decide.decision import TournamentDecision
from barpoint.tournament.decide.lookup import contest_of, excluded, is_one_of
from barpoint.tournament.decide.past_starts import ask_back
from barpoint.tournament.player import looks_of_the_house
from barpoint.tournament.refusals import TournamentCode
from barpoint.tournament.settings import ContestSettings, Recess, TournamentSettings
from barpoint.tournament.staff import Role
from barpoint.tournament.state import Contest, Tournament, TournamentPhase
from barpoint.tournament.watching import BROADCAST, read_broadcast

CLOCK = "clock"
_PAIR = 2  # to a side in Doubles: ibf:6.1a
_DIRECTING = frozenset({Role.DIRECTOR, Role.ARBITER, Role.DEPUTY})


def open_tournament(state: Tournament, command: c.OpenTournament) -> TournamentDecision:
    """It begins with its director (usbgf:1.3.1, bws:1.3.1, guide:2.2.1)."""
    if state.phase is not TournamentPhase.NEW:
        return Refusal(TournamentCode.TOURNAMENT_ALREADY_OPEN)
    if not command.by:
        return Refusal(TournamentCode.DIRECTOR_NEEDED)
    _check_name(command.by)
    if command.barred_until >= command.settings.date:
        return Refusal(TournamentCode.STAFF_BARRED, {"person": command.by})
    _check_address(command.settings)
    return (e.TournamentOpened(**command.stamp, settings=command.settings),)


def _check_address(settings: TournamentSettings) -> None:
    """Where the rules are read is the address of a page: it is shown as a link."""
    if settings.rules_at and not settings.rules_at.startswith(("https://", "http://")):
        raise ValueError(f"expected an address such as https://example.org/rules, not {settings.rules_at[:60]!r}")


def change_tournament(state: Tournament, command: c.ChangeTournament) -> TournamentDecision:
    """Put right what a tournament is; what people rely on once they play or have paid stays as it is."""
    before, after = state.settings, command.settings
    assert before is not None, "an open tournament has settings"
    if after.id != before.id:
        raise ValueError(f"a tournament keeps its id {before.id!r}, which its addresses are made of")
    _check_address(after)
    if after.date != before.date and any(contest.has_begun for contest in state.contests.values()):
        return Refusal(TournamentCode.RULES_LOCKED, {"what": "date"})
    if after.currency != before.currency and state.bookings:
        return Refusal(TournamentCode.RULES_LOCKED, {"what": "currency"})
    if kept := [
        hall for hall in state.tables if hall and state.tables[hall] and hall in set(before.halls) - set(after.halls)
    ]:
        return Refusal(TournamentCode.HALL_HAS_TABLES, {"hall": kept[0]})
    published = any(contest.published is not None for contest in state.contests.values())
    if published and not command.reason:
        return Refusal(TournamentCode.WHY_NEEDED)
    changed = replace(state, settings=after)
    refused = (_unfit(changed, contest.settings) for contest in state.contests.values() if contest.finished is None)
    return next(filter(None, refused), None) or (
        e.TournamentChanged(**command.stamp, settings=after, published=published),
    )


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
    if profile.options.doubles and settings.team != _PAIR:
        return Refusal(TournamentCode.WRONG_TEAM, {"team": _PAIR})
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
    if (refused := _length_in_play(contest, after) or _unfit(state, after)) is not None:
        return refused
    published = contest.published is not None
    return (e.ContestChanged(**command.stamp, settings=after, published=published),)


def _length_in_play(contest: Contest, after: ContestSettings) -> Refusal | None:
    """The length of a round one of whose matches is being played, or was, stays: another one is posted for it."""
    for fixture in contest.fixtures.values():
        if len(fixture.players) < 2 or not (fixture.result or contest.match_at(fixture).begun is not None):
            continue
        was, now = (settings.length_of(fixture.bracket, fixture.round) for settings in (contest.settings, after))
        if was != now:
            bracket, number = fixture.bracket.replace("_", " "), fixture.round
            return Refusal(TournamentCode.LENGTH_IN_PLAY, {"bracket": bracket, "round": number, "length": was or 0})
    return None


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
        match = contest.match_at(fixture) if len(fixture.players) == 2 else None
        if match is not None and match.completed is not None:
            return Refusal(TournamentCode.MATCH_COMPLETED, {"pairing": command.pairing})
        if match is not None and match.begun is not None:
            return Refusal(TournamentCode.MATCH_BEGUN, {"pairing": command.pairing})
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
        return Refusal(TournamentCode.WHY_NEEDED, {"clause": "usbgf:4.8.1b", "contest": command.contest})
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
        return Refusal(TournamentCode.WHY_NEEDED, {"clause": "usbgf:2.2.3c", "contest": command.contest})
    scheduled = e.RoundScheduled(
        **command.stamp,
        contest=command.contest,
        bracket=command.bracket,
        round=command.round,
        start=command.start,
        was=known.start if known is not None else None,
    )
    asked = None if command.past else ask_back(state, scheduled)
    return asked or (scheduled,)


def schedule_recess(state: Tournament, command: c.ScheduleRecess) -> TournamentDecision:
    """A meal or the night."""
    known = any(recess.name == command.name for recess in state.recesses)
    if known and not command.reason:
        return Refusal(TournamentCode.WHY_NEEDED, {"recess": command.name})
    recess = Recess(name=command.name, start=command.start, end=command.end)
    return (e.RecessScheduled(**command.stamp, recess=recess),)


def cancel_round_time(state: Tournament, command: c.CancelRoundTime) -> TournamentDecision:
    """A round without a time of its own again: its matches are due as the book says."""
    contest = contest_of(state, command.contest)
    if isinstance(contest, Refusal):
        return contest
    if (command.bracket, command.round) not in contest.round_starts:
        return Refusal(TournamentCode.NOT_ON_PROGRAMME, {"what": f"{command.bracket} {command.round}"})
    if not command.reason:
        return Refusal(TournamentCode.WHY_NEEDED, {"clause": "usbgf:2.2.3c", "contest": command.contest})
    cancelled = e.RoundTimeCancelled(
        **command.stamp, contest=command.contest, bracket=command.bracket, round=command.round
    )
    return (cancelled,)


def cancel_recess(state: Tournament, command: c.CancelRecess) -> TournamentDecision:
    """No recess after all."""
    if not any(recess.name == command.name for recess in state.recesses):
        return Refusal(TournamentCode.NOT_ON_PROGRAMME, {"what": command.name})
    if not command.reason:
        return Refusal(TournamentCode.WHY_NEEDED, {"recess": command.name})
    return (e.RecessCancelled(**command.stamp, name=command.name),)


def name_staff(state: Tournament, command: c.NameStaff) -> TournamentDecision:
    """A role for somebody; under guide there is one director (guide:2.2.1)."""
    if not command.person:
        raise ValueError("a role is given to somebody with a name")
    _check_name(command.person)
    if command.barred_until >= state.date or excluded(state, command.person, command.at):
        return Refusal(TournamentCode.STAFF_BARRED, {"person": command.person})
    if command.in_place_of and command.role is not Role.DIRECTOR:
        raise ValueError("a director comes in place of another, nobody else does")
    if command.in_place_of and command.in_place_of not in state.directors:
        return Refusal(TournamentCode.NO_SUCH_PLAYER, {"player": command.in_place_of})
    directors = {*state.directors, command.person} - ({command.in_place_of} - {command.person})
    single_director = any(contest.book == "guide" for contest in state.contests.values())
    if command.role is Role.DIRECTOR and single_director and len(directors) > 1:
        return Refusal(TournamentCode.ONE_DIRECTOR, {"directors": len(directors)})
    named = e.StaffNamed(**command.stamp, person=command.person, role=command.role)
    if not command.in_place_of or command.in_place_of == command.person:
        return (named,)
    return (named, e.StaffDismissed(**command.stamp, person=command.in_place_of, role=command.role))


def dismiss_staff(state: Tournament, command: c.DismissStaff) -> TournamentDecision:
    """A role taken away; the last director stays (usbgf:1.3.1, bws:1.3.1)."""
    if command.role not in state.staff.get(command.person, ()):
        return Refusal(TournamentCode.NO_SUCH_PLAYER, {"player": command.person})
    if command.role is Role.DIRECTOR and state.directors == (command.person,):
        return Refusal(TournamentCode.DIRECTOR_NEEDED)
    return (e.StaffDismissed(**command.stamp, person=command.person, role=command.role),)


def name_committee(state: Tournament, command: c.NameCommittee) -> TournamentDecision:
    """The list, published or changed without notice (usbgf:1.3.2d); no official is on it, and enough people are."""
    rules = [each for contest in state.contests.values() if (each := committee_rules(contest.book)) is not None]
    for each in rules:
        officials = [person for person, roles in state.staff.items() if each.book != "bws" or _DIRECTING & set(roles)]
        staff = sum(is_one_of(state, member, officials) for member in command.members)
        if staff and (refused := composition_refusal(each, len(command.members), staff=staff)) is not None:
            return refused
    if rules and command.members:
        least = min(rules, key=lambda each: each.smallest)
        if len(command.members) < least.smallest:
            return composition_refusal(least, len(command.members)) or ()
    return (e.CommitteeNamed(**command.stamp, members=command.members),)


def set_tables(state: Tournament, command: c.SetTables) -> TournamentDecision:
    """The tables of a hall; of one in the list where the tournament has a list (ibf:2.19)."""
    halls = state.settings.halls if state.settings is not None else ()
    if command.hall and command.tables and halls and command.hall not in halls:
        return Refusal(TournamentCode.NO_SUCH_HALL, {"hall": command.hall})
    if len(set(command.tables)) != len(command.tables) or not all(command.tables):
        raise ValueError("every table of a hall has a name of its own")
    return (e.TablesSet(**command.stamp, tables=command.tables, hall=command.hall, smoking=command.smoking),)


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
    concerned = [contest] if contest is not None else list(state.contests.values())
    if (refused := _order_refusal(concerned, command)) is not None:
        return refused
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


def _order_refusal(contests: list[Contest], command: c.OrderEquipment) -> Refusal | None:
    """Why an order on a topic of the agreement sheet does not stand; ValueError for a choice it does not have.

    A match is exempt from a clock that its event requires or prefers with a reason only (bws:3.5.2).
    """
    for contest in contests:
        topics = {topic.name: topic for topic in agreement_topics(contest.profile)} if contest.book else {}
        topic = topics.get(command.topic)
        choices = (YES, NO, NONE, "untimed") if command.topic == CLOCK else (YES, NO)
        if (command.topic == CLOCK or (topic is not None and topic.choice)) and command.choice not in choices:
            raise ValueError(f"{command.topic}: expected one of {', '.join(choices)}, not {command.choice[:30]!r}")
        standing = topic is not None and topic.method in (PreferenceMethod.REQUIRED, PreferenceMethod.PREFERRED)
        if command.topic == CLOCK and standing and command.choice in (NO, NONE) and not command.reason:
            clause: dict[str, Fact] = {"clause": "bws:3.5.2"} if contest.book == "bws" else {}
            return Refusal(TournamentCode.WHY_NEEDED, clause)
    return None
