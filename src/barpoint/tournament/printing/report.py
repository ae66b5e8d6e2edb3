"""The final report: what is kept of a tournament on paper.

Events and places, every ruling with its reason and appeal (bws:5.6), penalties, reports that are due, what was
announced, and the money.
"""

from barpoint.tournament import money
from barpoint.tournament.archive import finished_matches
from barpoint.tournament.bracket_layout import titled
from barpoint.tournament.duties import duties
from barpoint.tournament.places import placed, table, titles
from barpoint.tournament.printing.lists import penalty_list
from barpoint.tournament.printing.page import Occasion, dressed, heading, listing, paragraph
from barpoint.tournament.standings import shown
from barpoint.tournament.state import Contest


def final_report(occasion: Occasion) -> str:
    """Everything that is kept of a tournament, for the federation and the file."""
    state = occasion.state
    staff = "; ".join(f"{person}: {', '.join(roles)}" for person, roles in state.staff.items())
    parts = [paragraph(f"{occasion.name}, {state.date}. {staff}. {len(finished_matches(state))} matches.")]
    for contest in occasion.contests:
        parts += _event(occasion, contest)
    parts += [heading("Rulings"), *_rulings(occasion)]
    parts += [heading("Penalties"), penalty_list(occasion)]
    parts += [heading("Reports that are due"), _duties(occasion)]
    parts += [heading("Exclusions"), _exclusions(occasion)]
    parts += [heading("Announcements"), _notices(occasion), heading("Money"), _money(occasion)]
    if state.reopened:
        rows = [(occasion.when(each.at), each.by, each.text) for each in state.reopened]
        parts += [heading("Opened again"), listing("auto, auto, 1fr", ("Time", "By", "Why"), rows)]
    return dressed(occasion, "Final report", *parts)


def _event(occasion: Occasion, contest: Contest) -> list[str]:
    rules = f"under {contest.settings.preset}" if contest.book else "no book governs it"
    found = [heading(contest.settings.title), paragraph(f"{len(contest.approved)} entrants, {rules}.")]
    for title in titles(contest):
        rows = [
            (
                str(each.place) if each.place == each.last else f"{each.place}-{each.last}",
                str(contest.entries[each.entrant]),
            )
            for each in placed(contest, title)
        ]
        found += [heading(titled(title), 3), listing("14mm, 1fr", ("Place", "Entrant"), rows, "Nobody is placed yet.")]
    if rows_ := table(contest):
        lines = [
            (str(row.place), occasion.state.name_of(row.entrant), shown(row.score), "; ".join(row.explained[1:]))
            for row in rows_
        ]
        heads = ("Place", "Entrant", "Score", "Tie-breaks")
        found += [heading("Table", 3), listing("auto, auto, auto, 1fr", heads, lines)]
    return found


def _rulings(occasion: Occasion) -> list[str]:
    state, found = occasion.state, []
    for each in state.rulings.values():
        if occasion.event not in ("", each.contest):
            continue
        names = " - ".join(map(state.name_of, each.players))
        found.append(heading(f"{each.contest} {each.pairing}, {names}", 3))
        told = (
            ("What happened", each.happened),
            ("Ruling", f"{each.ruling}{' (changed on appeal)' if each.changed else ''}"),
            ("Reason", each.reason),
            ("Clauses", ", ".join(each.clauses)),
            ("Appeal", each.appeal),
            ("By", ", ".join(part for part in (each.by, occasion.when(each.at)) if part)),
        )
        found.append(listing("28mm, 1fr", ("Case", each.case), [row for row in told if row[1]]))
    return found or [paragraph("No ruling was asked for.")]


def _duties(occasion: Occasion) -> str:
    rows = [
        (each.clause, each.about, each.reason, "handed on" if each.exported else "due")
        for each in duties(occasion.state)
    ]
    return listing("auto, 1fr, 1fr, auto", ("Clause", "About", "Reason", "State"), rows, "No report is due.")


def _exclusions(occasion: Occasion) -> str:
    rows = [
        (each.person, "player" if each.player else "spectator", each.reason, each.by)
        for each in occasion.state.exclusions
    ]
    return listing("auto, auto, 1fr, auto", ("Who", "As", "Why", "By"), rows, "Nobody was excluded.")


def _notices(occasion: Occasion) -> str:
    rows = [(occasion.when(each.at), each.by, each.text) for each in occasion.state.notices]
    return listing("auto, auto, 1fr", ("Time", "By", "What"), rows, "Nothing was announced.")


def _money(occasion: Occasion) -> str:
    state = occasion.state
    rows = [(account, money.shown_cents(cents)) for account, cents in sorted(state.balances.items()) if cents]
    balance = money.balance(state)
    words = "balanced" if not balance else f"out by {money.shown_cents(balance)}"
    return f"{paragraph(f'{len(state.bookings)} bookings, {words}.')}\n" + listing(
        "1fr, 30mm", ("Account", "Balance (debits positive)"), rows, "Every account is settled."
    )
