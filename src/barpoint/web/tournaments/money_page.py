"""The cash desk on a page: who owes, who is owed, what lies in the pools, and the books as a file."""

from collections.abc import Iterator

from barpoint.tournament import Tournament
from barpoint.tournament.money import (
    balance,
    format_cents,
    player_account,
)
from barpoint.web.tournaments.forms import command_form, field
from barpoint.web.tournaments.language import say
from barpoint.web.tournaments.markup import Html, join_html, table, tag


def money_page(id: str, state: Tournament) -> Html:
    """Everybody's account."""
    currency = state.settings.currency if state.settings else ""
    heads = (say("Name"), say("Owes"), say("Is owed"), say("Do"))
    pools = [
        (account, format_cents(-cents))
        for account, cents in sorted(state.balances.items())
        if cents and not account.startswith("player:")
    ]
    sums = tag("section", tag("h2", say("Pools")), table((say("Account"), say("Holds")), pools), class_="card")
    people = tag("section", tag("h2", say("Players")), table(heads, _people(state), say("Players")), class_="card")
    books = tag("p", tag("a", say("The books"), href=f"/api/tournaments/{id}/ledger"))
    check = say("The books balance: {sum}", sum=format_cents(balance(state)))
    note = tag("p", check, f" {currency}", class_="soft")
    return join_html((tag("h1", say("Money")), people, sums, note, books))


def _people(state: Tournament) -> Iterator[tuple[str | Html | None, ...]]:
    owed = {player: state.balances.get(player_account(player), 0) for player in state.players}
    for player, cents in sorted(owed.items(), key=lambda item: (not item[1], state.name_of(item[0]))):
        unseen = tag("span", f" {state.name_of(player)}", class_="unseen")
        if cents > 0:
            paid = field(say("Amount"), "amount", "cents", inputmode="decimal", value=format_cents(cents))
            do: Html | None = command_form(
                "TakePayment", paid, label=join_html((say("Has paid"), unseen)), player=player
            )
        elif cents < 0:
            do = command_form("PayOut", label=join_html((say("Pay out"), unseen)), player=player)
        else:
            do = None
        owes, due = (format_cents(abs(cents)) if sign * cents > 0 else "" for sign in (1, -1))
        yield state.name_of(player), owes, due, do
