"""The cash sheet: what every player owes or is owed with room to sign, the pools, the box, and that it all balances."""

from barpoint.tournament import money
from barpoint.tournament.printing.page import Occasion, dressed, heading, listing, paragraph


def cash_sheet(occasion: Occasion) -> str:
    """The books on paper."""
    state = occasion.state
    owing: list[tuple[str, ...]] = []
    owed: list[tuple[str, ...]] = []
    pools: list[tuple[str, ...]] = []
    for account, cents in sorted(state.balances.items()):
        kind, _, player = account.partition(":")
        if kind == "player" and cents:
            row = (state.name_of(player), money.shown_cents(abs(cents)), "", "")
            (owing if cents > 0 else owed).append(row)
        elif kind not in ("player", money.CASH, money.HOUSE) and cents:
            pools.append((account, money.shown_cents(-cents)))
    balance = money.balance(state)
    verdict = "The books balance." if not balance else f"The books are out by {money.shown_cents(balance)}."
    currency = f" ({state.settings.currency})" if state.settings and state.settings.currency else ""
    box = [
        ("In the box", money.shown_cents(state.balances.get(money.CASH, 0))),
        ("The organiser's", money.shown_cents(-state.balances.get(money.HOUSE, 0))),
        *pools,
    ]
    heads = ("Player", "Amount", "Paid", "Signature")
    columns = "1fr, 24mm, 24mm, 60mm"
    return dressed(
        occasion,
        f"Cash sheet{currency}",
        paragraph(f"{len(state.bookings)} bookings. {verdict}"),
        heading("To be taken"),
        listing(columns, heads, owing, "Nobody owes anything."),
        heading("To be paid out"),
        listing(columns, heads, owed, "Nobody is owed anything."),
        heading("Box and pools"),
        listing("1fr, 30mm", ("Account", "Holds"), box),
    )
