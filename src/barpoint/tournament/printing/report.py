"""The final report: what is kept of a tournament on paper.

Events, places and prizes, every ruling with its reason and appeal (bws:5.6), penalties, reports that are due, what was
announced, and the money.
"""

from collections.abc import Iterator

from barpoint.tournament.desk.closing_checklist import duties
from barpoint.tournament.money import ledger
from barpoint.tournament.places import score_table, title_places, titles
from barpoint.tournament.printing.lists import penalty_list
from barpoint.tournament.printing.page import PrintJob, account_text, document, heading, listing, paragraph
from barpoint.tournament.standings import format_score
from barpoint.tournament.state import Contest, Tournament
from barpoint.tournament.views.archive import match_results
from barpoint.tournament.views.bracket_layout import bracket_title
from barpoint.tournament.views.seed_list import entry_rule, seed_words


def final_report(occasion: PrintJob) -> str:
    """Everything that is kept of a tournament, for the federation and the file."""
    state = occasion.state
    staff = "; ".join(f"{person}: {', '.join(roles)}" for person, roles in state.staff.items())
    parts = [paragraph(f"{occasion.name}, {state.date}. {staff}. {len(match_results(state))} matches.")]
    for contest in occasion.contests:
        parts += _event(occasion, contest)
    parts += [heading("Rulings"), *_rulings(occasion)]
    parts += [heading("Penalties"), penalty_list(occasion)]
    parts += [heading("Reports that are due"), _duties(occasion)]
    parts += [heading("Exclusions"), _exclusions(occasion)]
    parts += [heading("Announcements"), _notices(occasion), heading("Money"), _money(occasion)]
    if state.reopened:
        rows = [(occasion.when(notice.at), notice.by, notice.text) for notice in state.reopened]
        parts += [heading("Opened again"), listing("auto, auto, 1fr", ("Time", "By", "Why"), rows)]
    return document(occasion, "Final report", *parts)


def _event(occasion: PrintJob, contest: Contest) -> list[str]:
    rules = f"under {contest.settings.preset}" if contest.book else "no book governs it"
    parts = [heading(contest.settings.title), paragraph(f"{len(contest.active_entries)} entrants, {rules}.")]
    if rule := entry_rule(contest.settings):
        parts.append(paragraph(f"{rule[0].upper()}{rule[1:]}."))
    if seeds := seed_words(contest):
        parts.append(paragraph(f"{seeds}."))
    for title in titles(contest):
        rows = [
            (
                str(place.place) if place.place == place.last else f"{place.place}-{place.last}",
                occasion.state.shown_name(place.entrant, contest),
            )
            for place in title_places(contest, title)
        ]
        parts += [
            heading(bracket_title(title), 3),
            listing("14mm, 1fr", ("Place", "Entrant"), rows, "Nobody is placed yet."),
        ]
    if rows_ := score_table(contest):
        lines = [
            (
                str(row.place),
                occasion.state.shown_name(row.entrant, contest),
                format_score(row.score),
                "; ".join(row.explained[1:]),
            )
            for row in rows_
        ]
        heads = ("Place", "Entrant", "Score", "Tie-breaks")
        parts += [heading("Table", 3), listing("auto, auto, auto, 1fr", heads, lines)]
    return parts + _prizes(occasion, contest)


def _prizes(occasion: PrintJob, contest: Contest) -> list[str]:
    """What each place is paid: as booked, before that as the places stand."""
    state = occasion.state
    prizes = _booked_prizes(state, contest) if contest.awarded else _prizes_due(state, contest)
    rows = [(place, name, ledger.format_cents(cents)) for place, name, cents in prizes]
    words = "Prizes" if contest.awarded else "Prizes as the places stand"
    return [heading(words, 3), listing("auto, 1fr, 30mm", ("Place", "To", "Amount"), rows)] if rows else []


def _prizes_due(state: Tournament, contest: Contest) -> Iterator[tuple[str, str, int]]:
    for award in ledger.awards(state, contest):
        place = f"{bracket_title(award.title)} {award.place}"
        yield from ((place, state.shown_name(player), cents) for player, cents in award.to)


def _booked_prizes(state: Tournament, contest: Contest) -> Iterator[tuple[str, str, int]]:
    settings = contest.settings
    booked = [booking for booking in state.bookings if booking.contest == settings.id]
    booked = [booking for booking in booked if booking.memo.startswith("prize:")]
    withdrawn = [at for at, booking in enumerate(booked) if booking.memo.startswith("prize: taken back")]
    for booking in booked[withdrawn[-1] + 1 if withdrawn else 0 :]:
        if not booking.entry:
            continue
        place = booking.memo.removeprefix(f"prize: {settings.title}, ").removesuffix(
            f", {contest.entries[booking.entry]}"
        )
        players = [(account, cents) for account, cents in booking.lines if ledger.person_of(account)]
        yield from ((place.replace("_", " "), account_text(state, account), -cents) for account, cents in players)


def _rulings(occasion: PrintJob) -> list[str]:
    state, parts = occasion.state, []
    for ruling in state.rulings.values():
        if occasion.event not in ("", ruling.contest):
            continue
        names = " - ".join(map(state.shown_name, ruling.players))
        parts.append(heading(f"{state.contests[ruling.contest].settings.title} {ruling.pairing}, {names}", 3))
        rows = (
            ("What happened", ruling.happened),
            ("Ruling", f"{ruling.ruling}{' (changed on appeal)' if ruling.changed else ''}"),
            ("Reason", ruling.reason),
            ("Clauses", ", ".join(ruling.clauses)),
            ("Appeal", ruling.appeal),
            ("By", ", ".join(part for part in (ruling.by, occasion.when(ruling.at)) if part)),
        )
        parts.append(listing("28mm, 1fr", ("Case", ruling.case), [row for row in rows if row[1]]))
    return parts or [paragraph("No ruling was asked for.")]


def _duties(occasion: PrintJob) -> str:
    rows = [
        (duty.clause, duty.about, duty.reason, "handed on" if duty.exported else "due")
        for duty in duties(occasion.state)
    ]
    return listing("auto, 1fr, 1fr, auto", ("Clause", "About", "Reason", "State"), rows, "No report is due.")


def _exclusions(occasion: PrintJob) -> str:
    rows = [
        (exclusion.person, "player" if exclusion.player else "spectator", exclusion.reason, exclusion.by)
        for exclusion in occasion.state.exclusions
    ]
    return listing("auto, auto, 1fr, auto", ("Who", "As", "Why", "By"), rows, "Nobody was excluded.")


def _notices(occasion: PrintJob) -> str:
    rows = [(occasion.when(notice.at), notice.by, notice.text) for notice in occasion.state.notices]
    return listing("auto, auto, 1fr", ("Time", "By", "What"), rows, "Nothing was announced.")


def _money(occasion: PrintJob) -> str:
    state = occasion.state
    rows = [
        (account_text(state, account), ledger.format_cents(cents))
        for account, cents in sorted(state.balances.items())
        if cents
    ]
    balance = ledger.balance(state)
    words = "balanced" if not balance else f"out by {ledger.format_cents(balance)}"
    return f"{paragraph(f'{len(state.bookings)} bookings, {words}.')}\n" + listing(
        "1fr, 30mm", ("Account", "Balance (debits positive)"), rows, "Every account is settled."
    )
