"""The true score from the games themselves: which was the Crawford game, which doubles were void, what follows.

A score that nobody can derive from its games is `score`.
"""

from barpoint.board import Side
from barpoint.match import GameRecord, add_points, is_crawford, rederive_records, winner_by_score
from barpoint.match.format import Length
from barpoint.officiating.answer import Consequences, JudgeAnswer
from barpoint.officiating.facts import FactType, Question
from barpoint.officiating.incidents import Inquiry, incident
from barpoint.officiating.phrases import quantity, side_name
from barpoint.officiating.remedy import SetScore
from barpoint.officiating.topics.appeal_rights import appeal
from barpoint.officiating.topics.clock.lateness import LENGTH, cube_rules
from barpoint.officiating.topics.scoring.game_list import GAMES, read_games, triple_games
from barpoint.officiating.topics.scoring.passed_games import void_pass
from barpoint.officiating.topics.scoring.resumption import (
    LATER_MATCH,
    NEXT_ROUND,
    RESUMED,
    after_the_end,
    ended_wrongly,
    reported_result,
)


@incident(
    "score_by_games",
    "The score is worked out game by game",
    words=("work out the score from the games", "go through the games", "which game was the crawford game",
           "recount the match", "score from the score sheet line by line"),
    questions=(
        LENGTH,
        GAMES,
        Question("running", "Is a game in progress?", FactType.YES_NO),
        Question("reported", "Has a result been reported?", FactType.YES_NO),
        LATER_MATCH,
        NEXT_ROUND,
    ),
    clauses={
        "usbgf": ("usbgf:4.6.2", "usbgf:4.6.3a", "usbgf:4.6.3b", "usbgf:4.6.3d", "usbgf:4.6.3e", "usbgf:4.4.7.1b",
                  "usbgf:4.4.8b"),
        "guide": ("guide:5.11a", "guide:5.11b", "guide:5.11e", "guide:5.13a", "guide:5.14a"),
        "ibf": ("ibf:9.8b", "ibf:2.2a", "ibf:15.4", "ibf:2.1b", "ibf:2.10b"),
        "bws": ("bws:4.7a", "bws:4.4.4.2", "bws:4.4.4.3", "bws:4.4.4b", "bws:4.5d", "bws:4.6c"),
        "trad": ("trad:scoring-3", "trad:scoring-5", "trad:scoring-7", "trad:scoring-1"),
    },
)  # fmt: skip
def score_by_games(q: Inquiry) -> JudgeAnswer:
    """Each game at the score it was begun with; the first void double of a game takes those after it along."""
    length = Length(points=q.need("length"))
    played = read_games(q)
    if not played:
        raise q.wrong("games", "expected at least one game, such as 'white 1'")
    rules = cube_rules(q, length.points)
    kept = _kept(q, played)
    records = rederive_records(played, length, rules, kept)
    if (void := void_pass(q, records, length, rules)) is not None:
        return void
    score, over, lines = (0, 0), None, []
    for record, told in zip(records, played, strict=True):
        if over is not None:
            lines.append(f"Game {record.number} came after the end of the match and does not count.")
            continue
        score = add_points(score, record.winner, record.points)
        lines.append(_line(record, told, score))
        over = winner_by_score(score, length)
    crawford_done = any(record.crawford for record in records)
    crawford = "played" if crawford_done else "none"
    if over is None and is_crawford(score, length, rules, done=crawford_done):
        crawford = "this_game" if q.need("running") else "next_game"
    shown = f"{score[0]}-{score[1]} (White first)"
    score_from_facts = (0, 0)
    for record in played:
        score_from_facts = add_points(score_from_facts, record.winner, record.points)
    short = over is None and winner_by_score(score_from_facts, length) is not None
    if short and q.book == "usbgf" and q.need("reported"):
        say = f"The true score is {shown}, so nobody has won"
        return reported_result(q, say, (SetScore(score),), ("usbgf:4.6.3e", "usbgf:4.6.3b"), tuple(lines))
    wrong_winner = ended_wrongly(score_from_facts, score, length.points)
    if wrong_winner and q.book in ("bws", "guide"):
        too_late = after_the_end(q, f"The true score is {shown}", score, _rows(q.book, over, records, played))
        if too_late is not None:
            return too_late
    after = _after(over, resumed=short)
    triple = triple_games(q)
    most = tuple(
        f"Game {number} counts as a gammon: {q.game.title} has no backgammon (ibf:2.1b, ibf:2.10b)."
        for number in triple
    )
    return q.ruling(
        f"The true score is {shown}. {after}",
        clauses=(*_rows(q.book, over, records, played), *(("ibf:2.1b", "ibf:2.10b") if triple else ())),
        remedies=(SetScore(score),),
        appeal=appeal(q),
        notes=(*most, *lines),
        then=Consequences(crawford="" if over is not None else crawford),
    )


def _after(over: Side | None, *, resumed: bool) -> str:
    if over is not None:
        return f"{side_name(over)} has won the match."
    return RESUMED if resumed else "Play goes on from it."


def _line(record: GameRecord, told: GameRecord, score: tuple[int, int]) -> str:
    what = " (Crawford game)" if record.crawford else ""
    void = f"; the cube counts at {record.cube}, not {told.cube}" if record.cube != told.cube else ""
    return (
        f"Game {record.number}{what}: {side_name(record.winner)} {quantity(record.points, 'point')}{void}; "
        f"{score[0]}-{score[1]}."
    )


def _rows(
    book: str, over: Side | None, records: tuple[GameRecord, ...], played: tuple[GameRecord, ...]
) -> tuple[str, ...]:
    changed = [record for record, told in zip(records, played, strict=True) if record.cube != told.cube]
    if book == "usbgf":
        crawford = ("usbgf:4.4.7.1b",) if any(record.crawford for record in changed) else ()
        dead = ("usbgf:4.4.8b",) if any(not record.crawford for record in changed) else ()
        return ("usbgf:4.6.3a", "usbgf:4.6.3b", "usbgf:4.6.2", *crawford, *dead, *(("usbgf:4.6.3d",) if over else ()))
    if book == "guide":
        return ("guide:5.13a", *(("guide:5.11b",) if changed else ()), *(("guide:5.14a",) if over else ()))
    if book == "trad":
        return ("trad:scoring-3", "trad:scoring-5", "trad:scoring-7", *(("trad:scoring-1",) if over else ()))
    if book == "bws":
        return ("bws:4.7a", *_bws_rows(over, records), *(("bws:4.5d",) if over else ()))
    return ("ibf:9.8b", "ibf:15.4", *(("ibf:2.2a",) if changed else ()))


def _kept(q: Inquiry, played: tuple[GameRecord, ...]) -> dict[int, int]:
    """Under bws the points of a game stand once the next has begun, the Crawford game's too (bws:4.4.4b)."""
    if q.book != "bws":
        return {}
    begun = played if q.need("running") else played[:-1]
    return {record.number: record.points for record in begun}


def _bws_rows(over: Side | None, records: tuple[GameRecord, ...]) -> tuple[str, ...]:
    """Which case of a doubled Crawford game it was, if there was one."""
    doubled = [record for record in records if record.crawford and record.cube_turned]
    if not doubled:
        return ()
    if doubled[-1].settled:
        return ("bws:4.4.4b",)
    return ("bws:4.4.4.3",) if over is not None else ("bws:4.4.4.2",)
