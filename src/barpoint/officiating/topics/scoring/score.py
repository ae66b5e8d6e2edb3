"""A score that is wrong or in dispute: what settles it, and what it does to the match and to the Crawford game.

Scores nobody wrote down or announced are here too; Crawford doubles themselves belong to the cube.
"""

from typing import Final

from barpoint.board import Side
from barpoint.match import at_match_point, winner_by_score
from barpoint.match.format import CubeRules, Length
from barpoint.officiating.answer import UNCHANGED, Consequences, JudgeAnswer, Option, Penalty, PenaltyStep
from barpoint.officiating.facts import EARLIER, FactType, Question
from barpoint.officiating.incidents import Inquiry, incident
from barpoint.officiating.phrases import side_name
from barpoint.officiating.readings import reading
from barpoint.officiating.remedy import Instruct, SetScore
from barpoint.officiating.topics.appeal_rights import appeal
from barpoint.officiating.topics.clock.lateness import LONGEST
from barpoint.officiating.topics.scoring.resumption import LATER_MATCH, REPORTED, after_the_end, reported_result

Score = tuple[int, int]


@incident(
    "score_wrong",
    "The score is wrong or in dispute",
    words=("wrong score", "score sheets differ", "we wrote down the wrong points", "scoreboard shows something else"),
    questions=(
        Question("length", "To how many points is the match played?", FactType.COUNT, least=1, most=LONGEST),
        Question("established", "Can the true score be established?", FactType.YES_NO),
        Question("score_white", "White's points in the true score", FactType.COUNT),
        Question("score_black", "Black's points in the true score", FactType.COUNT),
        Question("crawford_played", "Has a game already been played with a player one point short?", FactType.YES_NO),
        Question("running", "Is a game in progress?", FactType.YES_NO),
        Question("match_over", "Do the players take the match to be over?", FactType.YES_NO),
        REPORTED,
        Question("sheets", "Who kept a written score?", FactType.CHOICE, ("both", "white", "black", "nobody")),
        LATER_MATCH,
        Question("white_sheet_white", "White's points on White's sheet", FactType.COUNT),
        Question("white_sheet_black", "Black's points on White's sheet", FactType.COUNT),
        Question("black_sheet_white", "White's points on Black's sheet", FactType.COUNT),
        Question("black_sheet_black", "Black's points on Black's sheet", FactType.COUNT),
        Question("against_scoreboard", "Do scoreboard and written score differ?", FactType.YES_NO),
    ),
    clauses={
        "usbgf": ("usbgf:4.6.3a", "usbgf:4.6.3b", "usbgf:4.6.3c", "usbgf:4.6.3d", "usbgf:4.6.3e", "usbgf:4.6.3g"),
        "bws": ("bws:4.7e", "bws:4.7a", "bws:4.6c", "bws:4.5d"),
        "guide": ("guide:5.13c", "guide:5.13a", "guide:5.14a"),
    },
)
def score_wrong(q: Inquiry) -> JudgeAnswer:
    """By book: the true score, one sheet before none, the trailing player's sheet, the written score."""
    return {"usbgf": _usbgf, "bws": _bws, "guide": _guide}[q.book](q)


def _usbgf(q: Inquiry) -> JudgeAnswer:
    if q.need("established"):
        return _true_score(q, _read_score(q, "score"), ("usbgf:4.6.3a", "usbgf:4.6.3b"))
    sheets = q.need("sheets")
    if sheets in ("white", "black"):
        side = Side(sheets)
        return q.ruling(
            f"Only {side_name(side)} kept a written score, so it takes precedence. "
            "Only undisputed evidence to the contrary could change that.",
            clauses=("usbgf:4.6.3c",),
            remedies=(SetScore(_in_match(q, _read_score(q, f"{sheets}_sheet"))),),
            appeal=appeal(q),
            notes=("A scoreboard that keeps a running record is as good as a written one.",),
        )
    return q.discretion(
        "The true score cannot be established from the players' records, so the director decides. "
        "The game in dispute is reconstructed first, and every later line shifts with it.",
        clauses=("usbgf:4.6.3g", "usbgf:4.6.3b"),
        factors=("cube and result of the game in dispute", "sheets of both players", "scoreboards and transcripts"),
        usual=_by_sheet(q) if sheets == "both" else (),
        appeal=appeal(q),
    )


def _by_sheet(q: Inquiry) -> tuple[Option, ...]:
    """What each player's sheet comes to, where both are told and differ."""
    keys = [f"{side.value}_sheet_{other.value}" for side in Side for other in Side]
    if not q.given(*keys, gains="with both sheets what each of them comes to is shown."):
        return ()
    sheets = {side: _in_match(q, _read_score(q, f"{side.value}_sheet")) for side in Side}
    if len(set(sheets.values())) == 1:
        return ()
    return tuple(
        Option(f"{side.value}_sheet", f"As on {side_name(side)}'s sheet", (SetScore(score),))
        for side, score in sheets.items()
    )


def _true_score(q: Inquiry, score: Score, rows: tuple[str, ...]) -> JudgeAnswer:
    length = Length(points=q.need("length"))
    winner = winner_by_score(score, length)
    shown = f"{score[0]}-{score[1]}"
    if min(score) >= q.need("length"):
        raise q.wrong("score_white", f"at {shown} both players would have reached {q.need('length')}")
    if winner is not None:
        running = q.get("running", default=False)
        return q.ruling(
            f"The true score is {shown}, and it brings {side_name(winner)} to the match length. "
            f"{side_name(winner)} has won." + (" The game that was begun since counts for nobody." if running else ""),
            clauses=(*rows, *_WON.get(q.book, ())),
            remedies=(SetScore(score),),
            appeal=appeal(q),
            then=Consequences(game="void") if running else UNCHANGED,
        )
    if q.get("match_over", default=False):
        return _resumption(q, score, rows)
    crawford = CubeRules().crawford and length.points != 1 and at_match_point(score, length)
    after, then = "Play goes on from there.", UNCHANGED
    if crawford and not q.need("crawford_played"):
        running = q.get("running", default=False)
        which = "game now running" if running else "next game"
        after = f"The {which} is the Crawford game, played without the cube."
        then = Consequences(crawford="this_game" if running else "next_game", cube_owner="out", cube=1)
    late = ", however late it is found" if q.book == "usbgf" else ""
    return q.ruling(
        f"The true score is {shown}; it prevails over what was written{late}. {after}",
        clauses=rows,
        remedies=(SetScore(score),),
        appeal=appeal(q),
        notes=_LATER_GAMES if q.book == "usbgf" else (reading("ruling-42"),),
        then=then,
    )


_LATER_GAMES: Final = ("Later games keep their winners; doubles void at the true score are taken out (usbgf:4.6.3b).",)
_WON: Final = {"usbgf": ("usbgf:4.6.3d",), "guide": ("guide:5.14a",), "bws": ("bws:4.5d",)}


def _resumption(q: Inquiry, score: Score, rows: tuple[str, ...]) -> JudgeAnswer:
    shown = f"{score[0]}-{score[1]}"
    if q.book == "bws" and (too_late := after_the_end(q, f"The true score is {shown}", score, rows)) is not None:
        return too_late
    if q.book != "usbgf" or not q.need("reported"):
        return q.ruling(
            f"The true score is {shown}, which leaves the supposed winner short. The match is resumed from it.",
            clauses=(*rows, *{"usbgf": ("usbgf:4.6.3e",), "bws": ("bws:4.6c",)}.get(q.book, ())),
            remedies=(SetScore(score),),
            appeal=appeal(q),
        )
    return reported_result(q, f"The true score is {shown}", (SetScore(score),), rows)


def _bws(q: Inquiry) -> JudgeAnswer:
    if q.need("established"):
        return _true_score(q, _read_score(q, "score"), ("bws:4.7a", "bws:4.7e"))
    sheets = {side: _read_score(q, f"{side.value}_sheet") for side in Side}
    trailing = {_trailing(score) for score in sheets.values()}
    if len(trailing) != 1 or None in trailing:
        return q.discretion(
            "The sheets do not agree on who trails, so the rule does not settle the dispute. The director decides.",
            clauses=("bws:4.7e",),
            factors=("both sheets", "results of the single games"),
            usual=_by_sheet(q),
            appeal=appeal(q),
        )
    (side,) = (candidate for candidate in trailing if candidate is not None)
    score = sheets[side]
    return q.ruling(
        f"The dispute cannot be resolved, and {side_name(side)} trails in the match, so that sheet is valid. "
        f"The score is {score[0]}-{score[1]}.",
        clauses=("bws:4.7e",),
        remedies=(SetScore(_in_match(q, score)),),
        appeal=appeal(q),
    )


def _guide(q: Inquiry) -> JudgeAnswer:
    if q.get("established", default=False):
        return _true_score(q, _read_score(q, "score"), ("guide:5.13a", "guide:5.13c"))
    if q.need("against_scoreboard"):
        score = _read_score(q, "score")
        return q.ruling(
            "The scoreboard and the written score differ, and the written score counts. "
            f"The score is {score[0]}-{score[1]}.",
            clauses=("guide:5.13c",),
            remedies=(SetScore(_in_match(q, score)),),
            appeal=appeal(q),
        )
    return q.discretion(
        "The book puts written scores before scoreboards and says no more. The director decides.",
        clauses=("guide:5.13c",),
        factors=("both written scores, which show how the score came about",),
        usual=_by_sheet(q),
        appeal=appeal(q),
    )


def _in_match(q: Inquiry, score: Score) -> Score:
    """A score of the match to the length that is asked for, which says what it means."""
    q.need("length")
    return score


def _read_score(q: Inquiry, what: str) -> Score:
    return (q.need(f"{what}_white"), q.need(f"{what}_black"))


def _trailing(score: Score) -> Side | None:
    if score[0] == score[1]:
        return None
    return Side.WHITE if score[0] < score[1] else Side.BLACK


_KEEPING: Final = {
    "usbgf": dict.fromkeys(
        ("not_written", "not_announced", "crawford_not_announced"), ("usbgf:4.6.1a", "usbgf:1.1.1d")
    ),
    "bws": {
        "not_written": ("bws:4.7a", "bws:5.3"),
        "not_announced": ("bws:4.7a", "bws:5.3"),
        "crawford_not_announced": ("bws:4.7b", "bws:5.3"),
        "sheets_not_checked": ("bws:4.7d", "bws:5.3"),
    },
    "guide": {"not_written": ("guide:5.13a", "guide:1.1.1b"), "not_announced": ("guide:5.13b", "guide:1.1.1b")},
}


@incident(
    "score_not_kept",
    "A player did not keep or announce the score",
    words=("does not write the score", "did not announce the score", "did not say it was Crawford", "no score sheet"),
    questions=(
        Question("by", "Who?", FactType.SIDE),
        Question(
            "what",
            "What was left out?",
            FactType.CHOICE,
            ("not_written", "not_announced", "crawford_not_announced", "sheets_not_checked"),
        ),
        Question("disputed", "Has it led to a dispute?", FactType.YES_NO),
        EARLIER,
    ),
    clauses={book: tuple(dict.fromkeys(row for rows in by.values() for row in rows)) for book, by in _KEEPING.items()},
)
def score_not_kept(q: Inquiry) -> JudgeAnswer:
    """A reminder; in a dispute the doubt goes against the player who left it out."""
    by, what = q.side("by"), q.need("what")
    if what not in _KEEPING[q.book]:
        return q.silent()
    rows = _KEEPING[q.book][what]
    if q.need("disputed"):
        return q.discretion(
            "The score is settled first, by what can be established. A doubt that remains goes against "
            f"{side_name(by)}, "
            f"who did not keep to the procedure.{_sheet_left(q, by, what)}",
            clauses=(*rows, *(_SHEET_ROWS.get(q.book, ()) if what == "not_written" else ())),
            factors=("the sheets there are", "what both remember of each game"),
            appeal=appeal(q),
            notes=("With the scores on the sheets: score_wrong.",),
        )
    duty = "should" if q.book == "usbgf" else "must"
    return q.ruling(
        f"Both players {duty} keep the written score and announce it before each game. {side_name(by)} is reminded.",
        clauses=rows[:1],
        remedies=(Instruct("Write the score down and agree on it now."),),
        penalties=(Penalty(by, PenaltyStep.REMINDER, q.offence(by)),),
        appeal=appeal(q),
    )


_SHEET_ROWS: Final = {"usbgf": ("usbgf:4.6.3c",), "bws": ("bws:4.7e",), "guide": ("guide:5.13c",)}


def _sheet_left(q: Inquiry, by: Side, what: str) -> str:
    """Which record counts where one player has kept none."""
    if what != "not_written":
        return ""
    other = side_name(by.other)
    return {
        "usbgf": f" If {other} alone kept a sheet it takes precedence, unless undisputed evidence speaks against it.",
        "bws": " If it cannot be resolved the sheet of the player who trails is valid.",
        "guide": " A written score goes before a scoreboard.",
    }[q.book]
