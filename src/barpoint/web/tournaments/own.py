"""A player's own page: the next matches with a button for each thing that may be done, entries, money, penalties."""

from barpoint.tournament.participant import Action, OwnEntry, OwnMatch, Participant
from barpoint.tournament.player import EntryStatus
from barpoint.tournament.state import Phase, Tournament
from barpoint.web.tournaments.forms import command_form, field, on, result_form
from barpoint.web.tournaments.markup import Html, joined, moment, span, tag, words
from barpoint.web.tournaments.public import STAGES


def own_page(id: str, state: Tournament, mine: Participant) -> Html:  # noqa: A002
    """Everything of one player."""
    matches = [_match(id, own) for own in mine.matches]
    if not matches:
        matches = [tag("p", "No match waits for you now.", class_="card")]
    penalties = [
        tag("li", f"{words(each.step)}{f' {each.points}' if each.points else ''}: {each.reason}")
        for each in mine.penalties
    ]
    parts = [
        tag("h1", mine.name),
        *matches,
        tag("section", tag("h2", "Entries"), tag("ul", *(tag("li", _entry(e)) for e in mine.entries)), class_="card"),
        tag("section", tag("h2", "Penalties"), tag("ul", *penalties), class_="card") if penalties else None,
        tag("section", tag("h2", "Money"), tag("p", _owed(state, mine.owes)), class_="card"),
    ]
    if state.phase is Phase.OPEN:
        parts.append(_away(mine))
    return joined(parts)


def _owed(state: Tournament, cents: int) -> str:
    currency = f" {state.settings.currency}" if state.settings and state.settings.currency else ""
    if not cents:
        return "Nothing is owed."
    return f"You {'owe' if cents > 0 else 'are owed'} {abs(cents) / 100:.2f}{currency}."


def _entry(entry: OwnEntry) -> Html:
    check = None
    if entry.status is EntryStatus.APPROVED and not entry.checked_in:
        check = command_form("CheckIn", label="I am here", contest=entry.contest, entry=entry.entry)
    return joined((f"{entry.name}: {entry.status}{', checked in' if entry.checked_in else ''} ", check))


def _match(id: str, own: OwnMatch) -> Html:  # noqa: A002
    match = own.match
    where = " ".join(part for part in ("Table", match.hall, match.table) if part) if match.table else "No table yet"
    length = f"{match.length} points" if match.length else "as announced"
    facts = [where, f"{match.contest_name}, {words(match.bracket)} {match.round}", length, STAGES[match.stage]]
    score = f"You begin with {own.start_score[0]}-{own.start_score[1]}." if any(own.start_score) else ""
    late = ""
    if own.me.delay:
        late = f"You are {span(own.me.delay)} late: {own.me.points} points so far."
    device = tag("a", "Clock and score sheet", href=f"/table/{id}/{match.contest}/{match.pairing}")
    online = tag("p", device)
    if match.stream:
        online = tag("p", tag("a", "Go to the board", href=f"/match/{match.stream.partition(':')[2]}", class_="button"))
    return tag(
        "section",
        tag("h2", f"Against {own.opponent.name}"),
        tag("p", " · ".join(facts)),
        tag("p", "Due ", moment(match.due)) if match.due is not None and match.since is None else None,
        tag("p", score) if score else None,
        tag("p", late, class_="late") if late else None,
        online,
        *_actions(own),
        class_="card match",
    )


def _actions(own: OwnMatch) -> list[Html]:
    match, me, other = own.match, own.me, own.opponent
    side = {**on(match), "entrant": me.entrant}
    found: list[Html] = []
    if Action.MARK_READY in own.actions:
        found.append(command_form("MarkReady", label="I am at the table", style="primary wide", **side))
    if Action.CONFIRM in own.actions and own.reported is not None:
        winner, score = own.reported
        said = f"Confirm: {'you' if winner == me.entrant else other.name} won {score[0]}-{score[1]}"
        found.append(command_form("ReportResult", label=said, style="primary wide", winner=winner, score=score, **side))
    if Action.REPORT in own.actions:
        sides = {me.entrant: "I won", other.entrant: f"{other.name} won"}
        form = result_form("ReportResult", match, sides, "Send the result", entrant=me.entrant)
        agrees = Action.CONFIRM not in own.actions
        found.append(form if agrees else tag("details", tag("summary", "It was another result"), form))
    if Action.END_BREAK in own.actions:
        found.append(command_form("EndBreak", label="Back from the break", **side))
    if Action.CALL_BREAK in own.actions:
        found.append(command_form("CallBreak", label="Take a break", **side))
    about = field("What is it about?", "about", maxlength=300)
    call = command_form("CallDirector", about, label="Call", **on(match))
    found.append(tag("details", tag("summary", "Call the director"), call))
    return found


def _away(mine: Participant) -> Html:
    if mine.signed_out:
        form = command_form("SignIn", label="I am back", player=mine.player)
    else:
        contact = field("How you are reached", "contact", required=True, maxlength=120)
        form = command_form("SignOut", contact, label="Sign out", player=mine.player)
    return tag("section", tag("h2", "Leaving the playing area"), form, class_="card")
