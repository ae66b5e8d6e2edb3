"""Judging what is shown and recorded, what players ask about it, what watchers report, and equipment on the tables."""

from barpoint.board import Refusal
from barpoint.rulebook.profiles import check_equipment, equipment_refusal
from barpoint.tournament import commands as c
from barpoint.tournament import events as e
from barpoint.tournament.decide.decision import TournamentDecision
from barpoint.tournament.decide.lookup import contest_of, match_with_players
from barpoint.tournament.refusals import TournamentCode
from barpoint.tournament.state import Tournament
from barpoint.tournament.watching import LONGEST_DELAY, RecordingWish


def choose_broadcast(state: Tournament, command: c.ChooseBroadcast) -> TournamentDecision:
    """For everything, an event, a match or a table; whoever stops a stream that runs says why (ibf:18.2b)."""
    if (command.live, command.recorded, command.delay) == (None, None, None):
        raise ValueError("a choice says what is shown, what is recorded, or how much later")
    if command.delay is not None and not 0 <= command.delay <= LONGEST_DELAY:
        raise ValueError(f"a delay is 0 to {LONGEST_DELAY} minutes, not {command.delay}")
    contest = contest_of(state, command.contest) if command.contest else None
    if isinstance(contest, Refusal):
        return contest
    fixture = contest.fixtures.get(command.pairing) if contest is not None else None
    if command.pairing and fixture is None:
        return Refusal(TournamentCode.NO_SUCH_MATCH, {"pairing": command.pairing, "contest": command.contest})
    if command.table and command.table not in state.tables.get(command.hall, (command.table,)):
        return Refusal(TournamentCode.NO_SUCH_TABLE, {"table": command.table})
    if command.live is False and not command.reason and _is_playing(state, command):
        return Refusal(TournamentCode.WHY_NEEDED, {"pairing": command.pairing})
    chosen = e.BroadcastChosen(
        **command.stamp,
        contest=command.contest,
        pairing=command.pairing,
        hall=command.hall,
        table=command.table,
        live=command.live,
        recorded=command.recorded,
        delay=command.delay,
    )
    return (chosen,)


def _is_playing(state: Tournament, command: c.ChooseBroadcast) -> bool:
    """Whether a match is being played that was chosen: by itself, by its table, with its event or with everything."""
    if command.table:
        place = (command.hall, command.table)
        records = (record for contest in state.contests.values() for record in contest.matches.values())
        return any(record.playing and (record.hall, record.table) == place for record in records)
    contests = [state.contests[command.contest]] if command.contest else list(state.contests.values())
    return any(
        record.playing
        for contest in contests
        for (pairing, _), record in contest.matches.items()
        if command.pairing in ("", pairing)
    )


def ask_about_recording(state: Tournament, command: c.AskAboutRecording) -> TournamentDecision:
    """Once for each thing; guide honours a restriction as it is asked for, bws knows none (guide:3.1d, bws:3.9)."""
    target = match_with_players(state, command)
    if isinstance(target, Refusal):
        return target
    restricts = command.what is RecordingWish.RESTRICT
    if restricts and target.contest.book == "bws":
        return Refusal(TournamentCode.RECORDING_STAYS_OPEN)
    for known in state.recording_requests.values():
        same = (known.contest, known.pairing, known.entrant) == (command.contest, command.pairing, command.entrant)
        if same and known.what is command.what and known.granted is not False:
            return ()
    asked = e.RecordingAsked(
        **target.stamp(command),
        entrant=command.entrant,
        request=f"r{state.version + 1}",
        what=command.what,
        about=command.about,
        granted=restricts and target.contest.book == "guide",
    )
    return (asked,)


def answer_request(state: Tournament, command: c.AnswerRecordingRequest) -> TournamentDecision:
    """Granted or not; a decision may be changed, but for what the book itself grants."""
    request = state.recording_requests.get(command.request)
    if request is None or request.granted is command.granted:
        return Refusal(TournamentCode.NO_SUCH_REQUEST)
    honoured = state.contests[request.contest].book == "guide" and request.what is RecordingWish.RESTRICT
    if honoured and not command.granted:
        return Refusal(TournamentCode.RESTRICTION_HONOURED)
    return (e.RecordingRequestAnswered(**command.stamp, request=command.request, granted=command.granted),)


def report_sighting(state: Tournament, command: c.ReportSighting) -> TournamentDecision:
    """By somebody who does not play the match, about one that has two sides."""
    target = match_with_players(state, command)
    if isinstance(target, Refusal):
        return target
    if not command.about.strip():
        raise ValueError("a report says what was seen")
    if command.by in target.people:
        return Refusal(TournamentCode.OWN_MATCH)
    reported = e.SightingReported(
        **command.stamp,
        contest=command.contest,
        pairing=command.pairing,
        sighting=f"s{state.version + 1}",
        subject=command.subject,
        about=command.about,
        witness=command.witness,
        stream=command.stream,
    )
    return (reported,)


def answer_sighting(state: Tournament, command: c.AnswerSighting) -> TournamentDecision:
    """Once."""
    sighting = state.sightings.get(command.sighting)
    if sighting is None or sighting.answered is not None:
        return Refusal(TournamentCode.NO_SUCH_SIGHTING)
    if (sighting.contest, sighting.pairing) in state.seats.get(command.by, ()):
        return Refusal(TournamentCode.OWN_MATCH)
    return (e.SightingAnswered(**command.stamp, sighting=command.sighting, answer=command.answer),)


def check_table_equipment(state: Tournament, command: c.CheckEquipment) -> TournamentDecision:
    """What is as the book prefers is approved; else with the reason: both agree, or nothing better is there."""
    contest = contest_of(state, command.contest)
    if isinstance(contest, Refusal):
        return contest
    if bool(command.table) == bool(command.player):
        raise ValueError("equipment is that of a table or of a player, of one of them")
    if command.table and command.table not in state.tables.get(command.hall, (command.table,)):
        return Refusal(TournamentCode.NO_SUCH_TABLE, {"table": command.table})
    if command.player and command.player not in state.players:
        return Refusal(TournamentCode.NO_SUCH_PLAYER, {"player": command.player})
    findings = check_equipment(contest.book, command.equipment)
    if not findings:
        raise ValueError("say at least what board, cups or dice there are")
    refused = equipment_refusal(contest.book, command.equipment)
    if refused is not None and not command.reason:
        return refused
    unfit = [finding for finding in findings if not finding.fit]
    checked = e.EquipmentChecked(
        **command.stamp,
        equipment=command.equipment,
        contest=command.contest,
        hall=command.hall,
        table=command.table,
        player=command.player,
        unfit=tuple(finding.item for finding in unfit),
        clauses=tuple(row for finding in unfit for row in finding.clauses),
    )
    return (checked,)


def accept_rules(state: Tournament, command: c.AcceptRules) -> TournamentDecision:
    """Of a player or one of the staff; said once it holds."""
    if command.person not in state.players and command.person not in state.staff:
        return Refusal(TournamentCode.NO_SUCH_PLAYER, {"player": command.person})
    if command.person in state.accepted:
        return ()
    return (e.RulesAccepted(**command.stamp, person=command.person),)


def order_contests(state: Tournament, command: c.OrderContests) -> TournamentDecision:
    """Every event once at most; those not named follow as before."""
    for name in command.contests:
        if name not in state.contests:
            return Refusal(TournamentCode.NO_SUCH_CONTEST, {"contest": name})
    if len(set(command.contests)) != len(command.contests):
        raise ValueError("an event has one place in the order")
    if command.contests == state.event_order:
        return ()
    return (e.ContestsOrdered(**command.stamp, contests=command.contests),)
