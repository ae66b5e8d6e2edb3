"""A player's own page: the next matches with a button for each thing that may be done, entries, money, penalties."""

from barpoint.tournament.money import shown_cents
from barpoint.tournament.participant import Action, OwnEntry, OwnMatch, Participant
from barpoint.tournament.player import EntryStatus
from barpoint.tournament.state import Phase, Tournament
from barpoint.web.tournaments.forms import command_form, field, on, result_form
from barpoint.web.tournaments.language import say, word
from barpoint.web.tournaments.markup import Html, joined, moment, span, tag
from barpoint.web.tournaments.public import stage, where


def own_page(id: str, state: Tournament, mine: Participant) -> Html:  # noqa: A002
    """Everything of one player."""
    matches = [_match(id, own) for own in mine.matches]
    if not matches:
        matches = [tag("p", say("No match waits for you now."), class_="card")]
    penalties = [
        tag("li", f"{word(each.step)}{f' {each.points}' if each.points else ''}: {each.reason}")
        for each in mine.penalties
    ]
    entries = tag("ul", *(tag("li", _entry(e)) for e in mine.entries))
    parts = [
        tag("h1", mine.name),
        *matches,
        tag("section", tag("h2", say("Entries")), entries, class_="card"),
        tag("section", tag("h2", say("Penalties")), tag("ul", *penalties), class_="card") if penalties else None,
        tag("section", tag("h2", say("Money")), tag("p", _owed(state, mine.owes)), class_="card"),
    ]
    if state.phase is Phase.OPEN:
        parts.append(_away(mine))
    return joined(parts)


def _owed(state: Tournament, cents: int) -> str:
    currency = f" {state.settings.currency}" if state.settings and state.settings.currency else ""
    if not cents:
        return say("Nothing is owed.")
    amount = shown_cents(abs(cents)) + currency
    return say("You owe {amount}." if cents > 0 else "You are owed {amount}.", amount=amount)


def _entry(entry: OwnEntry) -> Html:
    check = None
    if entry.status is EntryStatus.APPROVED and not entry.checked_in:
        check = command_form("CheckIn", label=say("I am here"), contest=entry.contest, entry=entry.entry)
    here = f", {say('checked in')}" if entry.checked_in else ""
    return joined((f"{entry.name}: {word(entry.status)}{here} ", check))


def _match(id: str, own: OwnMatch) -> Html:  # noqa: A002
    match = own.match
    length = say("to {length}", length=match.length) if match.length else say("as announced")
    place = where(match) or say("No table yet")
    facts = [place, f"{match.contest_name}, {word(match.bracket)} {match.round}", length, stage(match.stage)]
    score = ""
    if any(own.start_score):
        score = say("You begin with {mine}-{theirs}.", mine=own.start_score[0], theirs=own.start_score[1])
    late = ""
    if own.me.delay:
        late = say("You are {time} late: {points} points so far.", time=span(own.me.delay), points=own.me.points)
    device = tag("a", say("Clock and score sheet"), href=f"/table/{id}/{match.contest}/{match.pairing}")
    online = tag("p", device)
    if match.stream:
        board = f"/match/{match.stream.partition(':')[2]}"
        online = tag("p", tag("a", say("Go to the board"), href=board, class_="button"))
    return tag(
        "section",
        tag("h2", say("Against {name}", name=own.opponent.name)),
        tag("p", " · ".join(facts)),
        tag("p", say("Due"), " ", moment(match.due)) if match.due is not None and match.since is None else None,
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
        found.append(command_form("MarkReady", label=say("I am at the table"), style="primary wide", **side))
    if Action.CONFIRM in own.actions and own.reported is not None:
        winner, score = own.reported
        said = say(
            "Confirm: you won {score}" if winner == me.entrant else "Confirm: {name} won {score}",
            name=other.name,
            score=f"{score[0]}-{score[1]}",
        )
        found.append(command_form("ReportResult", label=said, style="primary wide", winner=winner, score=score, **side))
    if Action.REPORT in own.actions:
        sides = {me.entrant: say("I won"), other.entrant: say("{name} won", name=other.name)}
        form = result_form("ReportResult", match, sides, say("Send the result"), entrant=me.entrant)
        agrees = Action.CONFIRM not in own.actions
        found.append(form if agrees else tag("details", tag("summary", say("It was another result")), form))
    if Action.END_BREAK in own.actions:
        found.append(command_form("EndBreak", label=say("Back from the break"), **side))
    if Action.CALL_BREAK in own.actions:
        found.append(command_form("CallBreak", label=say("Take a break"), **side))
    about = field(say("What is it about?"), "about", maxlength=300)
    call = command_form("CallDirector", about, label=say("Call"), **on(match))
    found.append(tag("details", tag("summary", say("Call the director")), call))
    return found


def _away(mine: Participant) -> Html:
    if mine.signed_out:
        form = command_form("SignIn", label=say("I am back"), player=mine.player)
    else:
        contact = field(say("How you are reached"), "contact", required=True, maxlength=120)
        form = command_form("SignOut", contact, label=say("Sign out"), player=mine.player)
    return tag("section", tag("h2", say("Leaving the playing area")), form, class_="card")
