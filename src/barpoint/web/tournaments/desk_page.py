"""The desk: what waits for a word first, then who plays where, what comes next, and everything else."""

from collections.abc import Sequence

from barpoint.officiating import all_kinds
from barpoint.person_names import lookalikes
from barpoint.service.officials import CaseContext
from barpoint.service.tournaments import desk_delays
from barpoint.tournament import Tournament
from barpoint.tournament.desk import (
    Desk,
    DeskMatch,
    DeskStage,
)
from barpoint.web.tournaments.forms import choice, command_form, field, match_fields, reason, result_form
from barpoint.web.tournaments.language import say, word
from barpoint.web.tournaments.markup import Html, join_html, moment, span, table, tag


def desk_page(id: str, state: Tournament, now: Desk, cases: Sequence[CaseContext]) -> Html:
    """The director's table."""
    waiting = [*_calls(id, state, now), *_to_post(now), *_forfeits(state, now), *_penalties(state, now)]
    waiting += _entries(state, now)
    playing = (say("Table"), say("Match"), say("Since"), say("Stage"), say("Do"))
    ahead = (say("Due"), say("Match"), say("Table"), say("Do"))
    list_ = tag("ul", *(tag("li", item) for item in waiting), class_="plain stack")
    tables = tag("p", ", ".join(" ".join(place).strip() for place in now.free_tables))
    free = tag("p", ", ".join(state.name_of(player) for player in now.free))
    groups = lookalikes({player: str(person) for player, person in state.players.items()})
    alike = [", ".join(f"{state.name_of(player)} ({player})" for player in group) for group in groups]
    delays = _delays(state, now)
    parts = [
        tag("h1", say("Desk")),
        tag("p", say("Recess: {name}", name=now.recess), class_="late") if now.recess else None,
        _section(say("Waits for a word"), list_, waiting),
        _section(say("Incidents"), tag("ul", *(tag("li", _case(id, item)) for item in cases)), cases),
        _section(say("Late"), _late(now), now.late),
        _section(say("Delays and breaks"), table(_delay_heads(), delays, say("Delays and breaks")), delays),
        _section(say("Playing"), table(playing, _playing(id, now), say("Playing")), now.playing),
        _section(say("Next"), table(ahead, _next(id, state, now), say("Next")), now.next),
        _section(say("Due in the next match"), tag("ul", *_due_next(state, now)), now.due_next),
        _section(say("Free"), free, now.free),
        _section(say("Free tables"), tables, now.free_tables),
        _section(say("Names that look alike"), tag("ul", *(tag("li", each) for each in alike)), alike),
        _section(say("Signed out"), tag("ul", *_absent(state, now)), now.absent),
        _announce(state),
        _anything(),
    ]
    return join_html(parts)


def stage_text(now: DeskStage) -> str:
    """How far a match has come, in words."""
    return say("to be called") if now is DeskStage.READY else word(now)


def _section(title: str, body: Html, content: object) -> Html | None:
    return tag("section", tag("h2", title), body, class_="card") if content else None


def _what(match: DeskMatch) -> str:
    length = f", {say('to {length}', length=match.length)}" if match.length else ""
    return f"{match.contest_name} {match.pairing}: {match.sides[0].name} – {match.sides[1].name}{length}"


def _calls(id: str, state: Tournament, now: Desk) -> list[Html]:
    return [
        join_html(
            (
                tag("strong", say("Called by {name}", name=state.name_of(call.by)), " "),
                moment(call.at),
                f" ({say('told {time} later', time=span(call.received - call.at))})" if call.received else "",
                f" {call.contest} {call.pairing} {call.about} ",
                command_form("AnswerCall", field(say("Answer"), "answer"), label=say("Seen to"), call=call.id),
                _incident(id, call.contest, call.pairing) if call.pairing else None,
            )
        )
        for call in now.calls
    ]


def _incident(id: str, contest: str, pairing: str) -> Html:
    unseen = tag("span", f" {pairing}", class_="unseen")
    return tag("p", tag("a", say("Rule on an incident"), unseen, href=f"/t/{id}/incident/{contest}/{pairing}"))


def _case(id: str, context: CaseContext) -> Html:
    opened, case = context.opening, context.case
    kind = all_kinds()[opened.kind].title if opened.kind else opened.report or say("In words of my own")
    if case.pending:
        stands = say("an appeal waits for its votes")
    elif case.outcome_due:
        stands = say("the committee has changed the ruling")
    else:
        stands = say("ruled") if case.ruling is not None else say("to be ruled on")
    what = f"{opened.contest} {opened.pairing}: {kind}"
    return join_html((tag("a", what, href=f"/t/{id}/case/{context.name}"), f" ({stands})"))


def _to_post(now: Desk) -> list[Html]:
    items = []
    for match in now.to_post:
        if match.reported_alike:
            do: Html = command_form("PostResult", label=say("Post"), style="primary small", **match_fields(match))
            agreement = say("both say the same")
        else:
            do = tag("details", tag("summary", say("Enter the result")), _result(match))
            agreement = say("they differ") if match.disputed else say("one has reported")
        items.append(join_html((tag("strong", say("Reported"), ": "), f"{_what(match)} ({agreement}) ", do)))
    return items


def _forfeits(state: Tournament, now: Desk) -> list[Html]:
    items = []
    for forfeit in now.forfeits:
        who = ", ".join(state.name_of(loser) for loser in forfeit.losers)
        loser = forfeit.losers[0] if len(forfeit.losers) == 1 else ""
        do = command_form(
            "ConfirmForfeit",
            label=say("Confirm the forfeit"),
            ask=say("The match is lost: {name}.", name=who),
            style="danger small",
            contest=forfeit.contest,
            pairing=forfeit.pairing,
            loser=loser,
        )
        cited = f" ({', '.join(forfeit.clauses)})" if forfeit.clauses else ""
        where = f"{state.contests[forfeit.contest].settings.title} {forfeit.pairing}"
        text = f"{where}: {who}, {word(forfeit.why)}, {span(forfeit.delay)}{cited} "
        items.append(join_html((tag("strong", say("Forfeit"), ": "), text, do)))
    return items


def _penalties(state: Tournament, now: Desk) -> list[Html]:
    return [
        join_html(
            (
                tag("strong", say("Penalty"), ": "),
                say("{name}, points: {points}", name=state.name_of(penalty.player), points=penalty.points),
                f", {penalty.reason} ",
                command_form("ConfirmPenalty", label=say("It counts"), penalty=penalty.id),
                command_form("LiftPenalty", reason(), label=say("Lift it"), penalty=penalty.id),
            )
        )
        for penalty in now.to_confirm
    ]


def _due_next(state: Tournament, now: Desk) -> list[Html]:
    return [
        tag(
            "li",
            f"{state.name_of(penalty.player)}: {word(penalty.step)} {penalty.points or ''}, {penalty.reason} ",
            command_form("LiftPenalty", reason(), label=say("Lift it"), penalty=penalty.id),
        )
        for penalty in now.due_next
    ]


def _entries(state: Tournament, now: Desk) -> list[Html]:
    items = []
    for contest, entry in now.pending:
        event = state.contests[contest]
        name, concerns = str(event.entries[entry]), event.entries[entry].concerns
        against = f" ({'; '.join(concerns)})" if concerns else ""
        items.append(
            join_html(
                (
                    tag("strong", say("Entry"), ": "),
                    f"{name}, {event.settings.title}{against} ",
                    command_form("ApproveEntry", reason(), label=say("Approve"), contest=contest, entry=entry),
                    command_form("RefuseEntry", reason(), label=say("Refuse"), contest=contest, entry=entry),
                )
            )
        )
    return items


def _late(now: Desk) -> Html:
    rows = [
        (
            side.name,
            _what(match),
            span(side.delay),
            f"{side.points}",
            moment(side.next_point_at),
            moment(side.forfeit_at),
        )
        for match, side in now.late
    ]
    heads = (say("Who"), say("Match"), say("Late by"), say("Points"), say("Next point"), say("Forfeit"))
    return table(heads, rows, say("Late"))


def _delay_heads() -> tuple[str, ...]:
    absence = (say("Absence"), say("From"), say("To"), say("Break time"), say("Delay"), say("In all"))
    return (say("Who"), say("Match"), *absence, say("Points"), say("Next point"), say("Forfeit"))


def _delays(state: Tournament, now: Desk) -> list[tuple[str | Html, ...]]:
    """The delay ledgers of all matches in hand: a row for each absence, with what comes next while it lasts."""
    rows: list[tuple[str | Html, ...]] = []
    for match in (*now.playing, *now.next):
        contest = state.contests[match.contest]
        ledger = desk_delays(state, contest, contest.fixtures[match.pairing], now.at)
        for row in () if ledger is None else ledger.rows:
            absence, place = row.absence, row.absence.side.place
            account = ledger.players[place] if ledger is not None else None
            due = {one.what: one.at for one in account.thresholds} if account and absence.until is None else {}
            rows.append(
                (
                    match.sides[place].name,
                    _what(match),
                    word(absence.cause.value),
                    moment(absence.since),
                    moment(absence.until) if absence.until is not None else say("still away"),
                    span(row.drawn),
                    span(row.delay),
                    span(row.delay_in_all),
                    f"{row.points}",
                    moment(due.get("point")),
                    moment(due.get("forfeit")),
                )
            )
    return rows


def _playing(id: str, now: Desk) -> list[tuple[str | Html, ...]]:
    return [
        (
            " ".join(part for part in (match.hall, match.table) if part),
            _what(match),
            moment(match.since),
            stage_text(match.stage),
            tag("details", tag("summary", say("Do"), _unseen(match)), *_running(id, match)),
        )
        for match in now.playing
    ]


def _unseen(match: DeskMatch) -> Html:
    return tag("span", f" {say('something about {pairing}', pairing=match.pairing)}", class_="unseen")


def _result(match: DeskMatch) -> Html:
    sides = {side.entrant: side.name for side in match.sides}
    return result_form("PostResult", match, sides, say("Post the result"))


def _running(id: str, match: DeskMatch) -> list[Html]:
    forms = [_result(match)]
    if match.stage is DeskStage.SUSPENDED:
        forms.append(command_form("ResumeMatch", label=say("Play goes on"), **match_fields(match)))
    else:
        forms.append(command_form("SuspendMatch", reason(), label=say("Suspend"), **match_fields(match)))
    for side in match.sides:
        done = side.on_break_since is not None
        label = say("{name} is back" if done else "Break of {name}", name=side.name)
        forms.append(
            command_form("EndBreak" if done else "CallBreak", label=label, **match_fields(match), entrant=side.entrant)
        )
    return [*forms, _incident(id, match.contest, match.pairing)]


def _next(id: str, state: Tournament, now: Desk) -> list[tuple[str | Html, ...]]:
    free = {table_: " ".join((hall, table_)).strip() for hall, table_ in now.free_tables}
    return [
        (
            moment(match.due),
            join_html((_what(match), f" ({_busy(state, match)})" if match.busy else "")),
            " ".join(part for part in (match.hall, match.table) if part),
            tag("details", tag("summary", say("Do"), _unseen(match)), *_waiting(id, match, free)),
        )
        for match in now.next
    ]


def _busy(state: Tournament, match: DeskMatch) -> str:
    assert match.busy is not None, "asked only of those who are"
    return say("{name} still plays", name=state.name_of(match.busy.player))


def _waiting(id: str, match: DeskMatch, free: dict[str, str]) -> list[Html]:
    forms = [
        command_form("CallMatch", label=say("Call"), **match_fields(match)),
        command_form("BeginMatch", label=say("Play begins"), **match_fields(match)),
    ]
    if free and not match.table:
        where = choice(say("Table"), "table", free)
        forms.insert(0, command_form("AssignTable", where, label=say("Give"), **match_fields(match)))
    forms += [
        command_form(
            "MarkReady", label=say("{name} is here", name=side.name), **match_fields(match), entrant=side.entrant
        )
        for side in match.sides
        if not side.ready
    ]
    return [*forms, _result(match), _incident(id, match.contest, match.pairing)]


def _absent(state: Tournament, now: Desk) -> list[Html]:
    return [
        tag(
            "li",
            say("{name} since", name=state.name_of(absence.player)),
            " ",
            moment(absence.since),
            f", {absence.contact}" if absence.contact else "",
            f", {say('overdue')} " if absence.player in now.overdue else " ",
            command_form("SignIn", label=say("Back"), player=absence.player),
        )
        for absence in now.absent
    ]


def _announce(state: Tournament) -> Html:
    events = {"": say("Everybody")} | {name: contest.settings.title for name, contest in state.contests.items()}
    text = field(say("Announcement"), "text", required=True, maxlength=300)
    to = choice(say("To"), "contest", events)
    form = command_form("Announce", text, to, label=say("Announce"), style="primary")
    return tag("section", tag("h2", say("Tell everybody")), form, class_="card")


def _anything() -> Html:
    area = tag("textarea", name="json", rows="4", required=True, placeholder='{"type": "GrantTime", ...}')
    form = tag(
        "form",
        tag("label", say("A command as JSON"), " ", area),
        tag("button", say("Do it")),
        data_json=True,
        class_="stack",
    )
    link = tag("a", say("what there is"), href="/api/tournaments/commands")
    about = tag("p", say("Everything the pages have no button for"), "; ", link, ".", class_="soft")
    return tag("section", tag("details", tag("summary", say("Any other command")), about, form), class_="card")
