"""The cash sheet: what every player owes or is owed with room to sign, the pools, the box, and that it all balances."""

from barpoint.tournament.money import ledger
from barpoint.tournament.printing.page import PrintJob, account_text, document, heading, listing, paragraph


def cash_sheet(occasion: PrintJob) -> str:
    """The books on paper."""
    state = occasion.state
    owing: list[tuple[str, ...]] = []
    owed: list[tuple[str, ...]] = []
    pools: list[tuple[str, ...]] = []
    for account, cents in sorted(state.balances.items()):
        person = ledger.person_of(account)
        if person and cents:
            row = (state.shown_name(person), ledger.format_cents(abs(cents)), "", "")
            (owing if cents > 0 else owed).append(row)
        elif account not in (ledger.CASH, ledger.HOUSE) and cents:
            pools.append((account_text(state, account), ledger.format_cents(-cents)))
    balance = ledger.balance(state)
    verdict = "The books balance." if not balance else f"The books are out by {ledger.format_cents(balance)}."
    currency = f" ({state.settings.currency})" if state.settings and state.settings.currency else ""
    box = [
        (account_text(state, ledger.CASH), ledger.format_cents(state.balances.get(ledger.CASH, 0))),
        (account_text(state, ledger.HOUSE), ledger.format_cents(-state.balances.get(ledger.HOUSE, 0))),
        *pools,
    ]
    heads = ("Player", "Amount", "Paid", "Signature")
    columns = "1fr, 24mm, 24mm, 60mm"
    return document(
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
