"""The desk: what waits for a word first, then who plays where, what comes next, and everything else."""

from barpoint.tournament import Tournament
from barpoint.tournament.desk import Desk, DeskMatch, Stage
from barpoint.web.tournaments.forms import choice, command_form, field, on, reason, result_form
from barpoint.web.tournaments.markup import Html, joined, moment, span, table, tag
from barpoint.web.tournaments.public import STAGES


def desk_page(state: Tournament, now: Desk) -> Html:
    """The director's table."""
    waiting = [*_calls(state, now), *_to_post(now), *_forfeits(state, now), *_penalties(now), *_entries(state, now)]
    parts = [
        tag("h1", "Desk"),
        tag("p", f"Recess: {now.recess}", class_="late") if now.recess else None,
        _section("Waits for a word", tag("ul", *(tag("li", each) for each in waiting), class_="plain stack"), waiting),
        _section("Late", _late(now), now.late),
        _section("Playing", table(("Table", "Match", "Since", "Stage", "Do"), _playing(now), "Playing"), now.playing),
        _section("Next", table(("Due", "Match", "Table", "Do"), _next(state, now), "Next"), now.next),
        _section("Free", tag("p", ", ".join(state.name_of(player) for player in now.free)), now.free),
        _section("Free tables", tag("p", ", ".join(" ".join(one).strip() for one in now.free_tables)), now.free_tables),
        _section("Signed out", tag("ul", *_absent(state, now)), now.absent),
        _announce(state),
        _anything(),
    ]
    return joined(parts)


def _section(title: str, body: Html, found: object) -> Html | None:
    return tag("section", tag("h2", title), body, class_="card") if found else None


def _versus(match: DeskMatch) -> str:
    return f"{match.sides[0].name} – {match.sides[1].name}"


def _what(match: DeskMatch) -> str:
    length = f", to {match.length}" if match.length else ""
    return f"{match.contest_name} {match.pairing}: {_versus(match)}{length}"


def _calls(state: Tournament, now: Desk) -> list[Html]:
    return [
        joined(
            (
                tag("strong", f"Called by {state.name_of(call.by)} "),
                moment(call.at),
                f" {call.contest} {call.pairing} {call.about} ",
                command_form("AnswerCall", field("Answer", "answer"), label="Seen to", call=call.id),
            )
        )
        for call in now.calls
    ]


def _to_post(now: Desk) -> list[Html]:
    found = []
    for match in now.to_post:
        if match.reported_alike:
            do: Html = command_form("PostResult", label="Post", style="primary small", **on(match))
        else:
            do = tag("details", tag("summary", "Enter the result"), _result(match))
        said = "both say the same" if match.reported_alike else "they differ" if match.disputed else "one has reported"
        found.append(joined((tag("strong", "Reported: "), f"{_what(match)} ({said}) ", do)))
    return found


def _forfeits(state: Tournament, now: Desk) -> list[Html]:
    found = []
    for each in now.forfeits:
        who = " and ".join(state.name_of(loser) for loser in each.losers)
        loser = each.losers[0] if len(each.losers) == 1 else ""
        do = command_form(
            "ConfirmForfeit",
            label="Confirm the forfeit",
            ask=f"{who} loses the match.",
            style="danger small",
            contest=each.contest,
            pairing=each.pairing,
            loser=loser,
        )
        cited = f" ({', '.join(each.clauses)})" if each.clauses else ""
        said = f"{each.contest} {each.pairing}: {who}, {each.why}, {span(each.delay)}{cited} "
        found.append(joined((tag("strong", "Forfeit: "), said, do)))
    return found


def _penalties(now: Desk) -> list[Html]:
    return [
        joined(
            (
                tag("strong", "Penalty: "),
                f"{each.player}, {each.points} points, {each.reason} ",
                command_form("ConfirmPenalty", label="It counts", penalty=each.id),
                command_form("LiftPenalty", reason(), label="Lift it", penalty=each.id),
            )
        )
        for each in now.to_confirm
    ]


def _entries(state: Tournament, now: Desk) -> list[Html]:
    return [
        joined(
            (
                tag("strong", "Entry: "),
                f"{state.name_of(entry)} in {state.contests[contest].settings.title} ",
                command_form("ApproveEntry", reason(), label="Approve", contest=contest, entry=entry),
                command_form("RefuseEntry", reason(), label="Refuse", contest=contest, entry=entry),
            )
        )
        for contest, entry in now.pending
    ]


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
    return table(("Who", "Match", "Late by", "Points", "Next point", "Forfeit"), rows, "Late")


def _playing(now: Desk) -> list[tuple[str | Html, ...]]:
    return [
        (
            " ".join(part for part in (match.hall, match.table) if part),
            _what(match),
            moment(match.since),
            STAGES[match.stage],
            tag("details", tag("summary", "Do", _unseen(match)), *_running(match)),
        )
        for match in now.playing
    ]


def _unseen(match: DeskMatch) -> Html:
    return tag("span", f" something about {match.pairing}", class_="unseen")


def _result(match: DeskMatch) -> Html:
    return result_form("PostResult", match, {side.entrant: side.name for side in match.sides}, "Post the result")


def _running(match: DeskMatch) -> list[Html]:
    forms = [_result(match)]
    if match.stage is Stage.SUSPENDED:
        forms.append(command_form("ResumeMatch", label="Play goes on", **on(match)))
    else:
        forms.append(command_form("SuspendMatch", reason(), label="Suspend", **on(match)))
    for side in match.sides:
        done = side.on_break_since is not None
        label = f"{side.name} is back" if done else f"Break of {side.name}"
        forms.append(command_form("EndBreak" if done else "CallBreak", label=label, **on(match), entrant=side.entrant))
    return forms


def _next(state: Tournament, now: Desk) -> list[tuple[str | Html, ...]]:
    free = {table_: " ".join((hall, table_)).strip() for hall, table_ in now.free_tables}
    return [
        (
            moment(match.due),
            joined((_what(match), f" ({_busy(state, match)})" if match.busy else "")),
            " ".join(part for part in (match.hall, match.table) if part),
            tag("details", tag("summary", "Do", _unseen(match)), *_waiting(match, free)),
        )
        for match in now.next
    ]


def _busy(state: Tournament, match: DeskMatch) -> str:
    assert match.busy is not None, "asked only of those who are"
    return f"{state.name_of(match.busy.player)} still plays"


def _waiting(match: DeskMatch, free: dict[str, str]) -> list[Html]:
    forms = [
        command_form("CallMatch", label="Call", **on(match)),
        command_form("BeginMatch", label="Play begins", **on(match)),
    ]
    if free and not match.table:
        forms.insert(0, command_form("AssignTable", choice("Table", "table", free), label="Give", **on(match)))
    forms += [
        command_form("MarkReady", label=f"{side.name} is here", **on(match), entrant=side.entrant)
        for side in match.sides
        if not side.ready
    ]
    return [*forms, _result(match)]


def _absent(state: Tournament, now: Desk) -> list[Html]:
    return [
        tag(
            "li",
            f"{state.name_of(each.player)} since ",
            moment(each.since),
            f", {each.contact}" if each.contact else "",
            ", overdue " if each.player in now.overdue else " ",
            command_form("SignIn", label="Back", player=each.player),
        )
        for each in now.absent
    ]


def _announce(state: Tournament) -> Html:
    events = {"": "Everybody"} | {name: contest.settings.title for name, contest in state.contests.items()}
    words_ = field("Announcement", "text", required=True, maxlength=300)
    form = command_form("Announce", words_, choice("To", "contest", events), label="Announce", style="primary")
    return tag("section", tag("h2", "Tell everybody"), form, class_="card")


def _anything() -> Html:
    area = tag("textarea", name="json", rows="4", required=True, placeholder='{"type": "GrantTime", ...}')
    form = tag(
        "form",
        tag("label", "A command as JSON ", area),
        tag("button", "Do it"),
        data_json=True,
        class_="stack",
    )
    link = tag("a", "what there is", href="/api/tournaments/commands")
    about = tag("p", "Everything the pages have no button for; ", link, ".", class_="soft")
    return tag("section", tag("details", tag("summary", "Any other command"), about, form), class_="card")
