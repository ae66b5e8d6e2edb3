"""A match played to a wrong length: finished, resumed, recomputed or left alone, and the reserve times after it."""

from collections.abc import Iterator
from typing import Final

from barpoint.board import Side
from barpoint.match import (
    GameRecord,
    add_points,
    is_crawford,
    rederive_records,
    winner_by_score,
)
from barpoint.match.format import (
    MINUTE,
    SECOND,
    CubeRules,
    Length,
)
from barpoint.officiating.answer import Consequences, JudgeAnswer, Option, Penalty, PenaltyStep, Ruling
from barpoint.officiating.facts import FactType, Question
from barpoint.officiating.incidents import Inquiry, incident
from barpoint.officiating.phrases import quantity, side_name, time_text
from barpoint.officiating.readings import reading
from barpoint.officiating.remedy import ChangeClock, Instruct, PlayOn, Remedy, SetLength
from barpoint.officiating.topics.appeal_rights import appeal
from barpoint.officiating.topics.clock.event_clock import clock_of
from barpoint.officiating.topics.clock.lateness import LONGEST
from barpoint.officiating.topics.scoring.game_list import GAMES, read_games
from barpoint.rulebook import param
from barpoint.rulebook.tariff import adjust_for_length, nearest_second


@incident(
    "wrong_length",
    "The match is played to a wrong length",
    words=("played to seven instead of nine", "wrong number of points", "the draw sheet says five"),
    questions=(
        Question(
            "played_to",
            "To how many points did the players believe they were playing?",
            FactType.COUNT,
            least=1,
            most=LONGEST,
        ),
        Question("designated", "What length is designated?", FactType.COUNT, least=1, most=LONGEST),
        Question("score_white", "White's points", FactType.COUNT),
        Question("score_black", "Black's points", FactType.COUNT),
        Question("when", "When was it noticed?", FactType.CHOICE, ("during_game", "between_games", "match_over")),
        Question("knew", "Who knew and said nothing?", FactType.CHOICE, ("nobody", "white", "black", "both")),
        Question("later_match", "Has either player begun a later match?", FactType.YES_NO),
        GAMES,
        Question("reserve_white", "White's reserve", FactType.DURATION),
        Question("reserve_black", "Black's reserve", FactType.DURATION),
    ),
    clauses={
        "usbgf": (
            "usbgf:4.8.2a",
            "usbgf:4.8.2b",
            "usbgf:4.8.2.1a",
            "usbgf:4.8.2.2a",
            "usbgf:4.8.2.2b",
            "usbgf:4.8.2.2c",
            "usbgf:4.8.2.2d",
            "usbgf:4.8.3a",
            "usbgf:4.8.3d",
        ),
        "guide": ("guide:5.14e", "guide:5.14f", "guide:5.14g", "guide:2.1.1", "guide:ethics-5"),
        "ibf": ("ibf:15.5", "ibf:15.6"),
        "bws": ("bws:4.5d",),
    },
)
def wrong_length(q: Inquiry) -> JudgeAnswer:
    """By book, from the score at which it was noticed."""
    played, designated = q.need("played_to"), q.need("designated")
    if played == designated:
        raise q.wrong("designated", "the length played is the designated one")
    score = (q.need("score_white"), q.need("score_black"))
    when = q.need("when")
    if when != "match_over" and max(score) >= played:
        raise q.wrong("score_white", f"at {score[0]}-{score[1]} a match to {played} would be over")
    if when == "match_over" and max(score) < played:
        raise q.wrong("score_white", f"at {score[0]}-{score[1]} a match to {played} would not be over")
    if min(score) >= played:
        raise q.wrong("score_white", f"at {score[0]}-{score[1]} both players would have reached {played}")
    rule = {"usbgf": _usbgf, "guide": _guide, "ibf": _ibf, "bws": _bws}[q.book]
    return rule(q, score, when)


def _usbgf(q: Inquiry, score: tuple[int, int], when: str) -> JudgeAnswer:
    if (knew := q.get("knew", "nobody")) != "nobody":
        who = "Both players" if knew == "both" else side_name(Side(knew))
        by_rule = _by_rule(q, score, when)
        assert isinstance(by_rule, Ruling), "the rule itself leaves nothing open"
        return q.discretion(
            f"{who} knew that the length was wrong and kept it secret, which is a serious breach. "
            "The director may sanction it, and may choose another remedy than the rule's.",
            clauses=("usbgf:4.8.2b", *by_rule.clauses),
            factors=("when the player came to know", "what was gained by it"),
            usual=(
                Option(
                    "rule",
                    f"As by the rule, and a sanction. {by_rule.say}".rstrip("."),
                    by_rule.remedies,
                    consequences=by_rule.consequences,
                ),
                Option("other", "Another remedy that is fair, and a sanction"),
            ),
            forbidden=("for the players to agree on another way to complete the match (usbgf:4.8.2a)",),
            appeal=appeal(q),
        )
    return _by_rule(q, score, when)


def _by_rule(q: Inquiry, score: tuple[int, int], when: str) -> JudgeAnswer:
    """What the rule itself brings, whoever knew of it."""
    designated = q.need("designated")
    if when == "match_over":
        return _stands(q, ("usbgf:4.8.2.2a",))
    if when == "during_game":
        played = q.need("played_to")
        after, rows = _after_this_game(played, designated)
        return q.ruling(
            "This game is played to its end with the wrong length in force. "
            f"Then the length becomes {designated}{after}.",
            clauses=("usbgf:4.8.2a", "usbgf:4.8.2.1a", "usbgf:4.8.2.2a", *rows),
            remedies=(SetLength(designated), Instruct(f"Until this game has ended the length stays {played}.")),
            appeal=appeal(q),
            notes=(
                "The Crawford and dead-cube rules of this game follow the wrong length.",
                "If this game completes the match at the wrong length, its result stands.",
                *_reserves_later(q),
            ),
            then=Consequences(
                length=played, game="goes_on", pending=f"The length becomes {designated} once this game has ended."
            ),
        )
    if max(score) < designated:
        clock, notes = _reserves(q, score)
        crawford = is_crawford(score, Length(points=designated), CubeRules(), done=False)
        return q.ruling(
            f"The length is corrected to {designated}, which neither player has reached. Play goes on to it, "
            "and a second Crawford game may come up.",
            clauses=("usbgf:4.8.2.2b", "usbgf:4.8.2a", *(("usbgf:4.8.3a", "usbgf:4.8.3b") if clock else ())),
            remedies=(SetLength(designated), *clock),
            appeal=appeal(q),
            notes=(*notes, _STRICT),
            then=Consequences(score=score, crawford="next_game" if crawford else "none"),
        )
    if score[0] == score[1]:
        return q.ruling(
            f"Both players have reached {designated} and the score is level. "
            "One more game is played without the cube, and its winner wins the match.",
            clauses=("usbgf:4.8.2.2d", "usbgf:4.8.2a", "usbgf:4.8.3a"),
            remedies=(SetLength(designated),),
            appeal=appeal(q),
            notes=(_STRICT, "The director may adjust the clocks before it as seems fair, or not (usbgf:4.8.3a)."),
            then=Consequences(score=score, cube=1, cube_owner="out"),
        )
    winner = Side.WHITE if score[0] > score[1] else Side.BLACK
    return q.ruling(
        f"The length is corrected to {designated}, and {side_name(winner)} has the higher score. "
        f"{side_name(winner)} has won the match.",
        clauses=("usbgf:4.8.2.2c", "usbgf:4.8.2a"),
        remedies=(SetLength(designated), Instruct(f"The match is over: {side_name(winner)} has won.")),
        appeal=appeal(q),
        notes=("That holds although the last points may have come from a pass (usbgf:4.8.2.2e).",),
        then=Consequences(score=score, winner=winner.value),
    )


_STRICT: Final = "The players may not agree on another way to complete the match (usbgf:4.8.2a)."


def _after_this_game(played: int, designated: int) -> tuple[str, tuple[str, ...]]:
    """What the score brings once the game in progress has ended; only a shorter length can have been reached by it."""
    if played < designated:
        return ", and play goes on to it", ("usbgf:4.8.2.2b",)
    then = (
        f": with {designated} points or more the higher score wins the match, a tie there is decided by one game "
        "without the cube, and with less play goes on"
    )
    return then, ("usbgf:4.8.2.2b", "usbgf:4.8.2.2c", "usbgf:4.8.2.2d")


def _reserves_later(q: Inquiry) -> tuple[str, ...]:
    """What may be done about the clocks once the game in progress is over, by its score then (usbgf:4.8.3)."""
    played, designated = q.need("played_to"), q.need("designated")
    basic = time_text(abs(played - designated) * _per_point(q))
    if played < designated:
        return (f"Before play goes on the director may add {basic} to both reserves (usbgf:4.8.3b).",)
    return (
        (
            f"Before play goes on the director may shorten the reserves: by {basic}, or in proportion to the points "
            "both still need at the score then, whichever leaves more (usbgf:4.8.3d)."
        ),
    )


def _per_point(q: Inquiry) -> int:
    """The event's own reserve for a point, or the book's."""
    own = clock_of(q, q.need("designated")).per_point
    return own or param("usbgf:4.8.3b", "min_per_point", int) * MINUTE


def _reserves(q: Inquiry, score: tuple[int, int]) -> tuple[tuple[Remedy, ...], tuple[str, ...]]:
    """The recommended reserve times, where the clocks are told (usbgf:4.8.3)."""
    if not q.given("reserve_white", "reserve_black", gains="with both reserves the new ones are worked out."):
        return (), ()
    per_point = _per_point(q)
    remedies: list[Remedy] = []
    notes = ["The reserve times are a recommendation; the director may leave them alone (usbgf:4.8.3a)."]
    for side in Side:
        reserve = q.need(f"reserve_{side.value}")
        adjusted = adjust_for_length(
            reserve, played_to=q.need("played_to"), corrected=q.need("designated"), score=score, per_point=per_point
        )
        remedies.append(ChangeClock(side, adjusted.reserve - reserve))
        if adjusted.residual is not None and adjusted.prorated is not None:
            notes.append(
                f"{side_name(side)}: residual {_shown(adjusted.residual)}, prorated {_shown(adjusted.prorated)}, "
                f"the larger counts (usbgf:4.8.3d)."
            )
    return tuple(remedies), tuple(notes)


def _shown(time: int) -> str:
    """A time as a clock is set: to the nearest second."""
    return time_text(nearest_second(time) * SECOND)


def _guide(q: Inquiry, score: tuple[int, int], when: str) -> JudgeAnswer:
    designated = q.need("designated")
    knew = q.need("knew") if when == "match_over" else q.get("knew", "nobody")
    penalties: tuple[Penalty, ...] = ()
    if knew != "nobody":
        sides = tuple(Side) if knew == "both" else (Side(knew),)
        penalties = tuple(Penalty(side, PenaltyStep.POINTS, points=1, optional=True, later=True) for side in sides)
    rows = (("guide:5.14f",) if knew == "both" else ("guide:ethics-5",)) if penalties else ()
    if when == "match_over" and penalties:
        return _guide_knew(q, designated, rows)
    if when == "match_over":
        return q.ruling(
            "Both players took the match to be over, so its result stands, too long or too short.",
            clauses=("guide:5.14e", *rows),
            remedies=(Instruct("The result is posted as it was played."),),
            penalties=penalties,
            appeal=appeal(q),
            then=_result(score),
        )
    if max(score) >= designated and score[0] != score[1]:
        winner = Side.WHITE if score[0] > score[1] else Side.BLACK
        say = (
            f"The length on the draw sheet applies at once, and {side_name(winner)} has reached it. The match is over."
        )
    else:
        say = f"The length on the draw sheet, {designated}, applies at once. The match goes on to it."
    return q.ruling(
        say,
        clauses=("guide:5.14g", *rows),
        remedies=(SetLength(designated, recompute=True),),
        penalties=penalties,
        appeal=appeal(q),
        notes=(reading("completion-14"),),
    )


def _guide_knew(q: Inquiry, designated: int, rows: tuple[str, ...]) -> JudgeAnswer:
    """That the result stands is said of players who both took the match to be over."""
    return q.discretion(
        "The result stands where both players took the match to be over, and here somebody knew better. "
        "The director decides about the result and may penalise whoever knew, in a later round or otherwise.",
        clauses=(*rows, "guide:5.14e", "guide:2.1.1"),
        factors=("who knew, and since when", "what was gained by it", "whether a later match has begun"),
        usual=(
            Option("stands", "The result stands", (PlayOn(),)),
            Option("resume", f"The match is played to {designated}", (SetLength(designated, recompute=True),)),
            Option("points_later", "A penalty in a later round"),
        ),
        appeal=appeal(q),
    )


def _ibf(q: Inquiry, score: tuple[int, int], when: str) -> JudgeAnswer:
    played, designated = q.need("played_to"), q.need("designated")
    if played < designated:
        if when == "match_over" and max(score) >= designated:
            return _stands(q, ("ibf:15.5",))
        crawford = is_crawford(score, Length(points=designated), CubeRules(), done=False)
        running = when == "during_game"
        game = "The game in progress" if running else "The next game"
        after = f"{game} is the Crawford game." if crawford else f"{game} is played with the cube."
        return q.ruling(
            f"The match was played to too few points: it is resumed at {score[0]}-{score[1]} and goes to {designated}. "
            + after,
            clauses=("ibf:15.5",),
            remedies=(
                SetLength(designated, recompute=True),
                Instruct(f"The match goes on from {score[0]}-{score[1]} on the protocol to {designated} points."),
            ),
            then=Consequences(
                score=score,
                crawford=("this_game" if running else "next_game") if crawford else "" if running else "none",
                game="goes_on" if running else "",
            ),
        )
    told = _games(q, played)
    records = rederive_records(told, Length(points=designated), CubeRules())
    ends = _end(records, designated)
    notes = tuple(_new_counts(told[:ends], records[:ends]))
    now = _sum(records[:ends])
    void = len(records) - ends
    if (winner := winner_by_score(now, Length(points=designated))) is not None:
        return q.ruling(
            f"Worked out to {designated} points with the Crawford game where it belongs, the score is "
            f"{now[0]}-{now[1]} after game {ends}. {side_name(winner)} has won"
            + ("; what was played after it is void." if void else "."),
            clauses=("ibf:15.6",),
            remedies=(SetLength(designated, recompute=True),),
            notes=(*notes, *((f"{quantity(void, 'later game')} void.",) if void else ())),
            then=Consequences(score=now, winner=winner.value),
        )
    done = any(record.crawford for record in records)
    next_game = is_crawford(now, Length(points=designated), CubeRules(), done=done)
    return q.ruling(
        f"Worked out to {designated} points the score is {now[0]}-{now[1]}. The match goes on to {designated}.",
        clauses=("ibf:15.6",),
        remedies=(SetLength(designated, recompute=True),),
        notes=notes,
        then=Consequences(score=now, crawford="next_game" if next_game else "played" if done else "none"),
    )


def _end(records: tuple[GameRecord, ...], designated: int) -> int:
    """With how many games the match was won; all of them if it was not."""
    played = range(1, len(records) + 1)
    length = Length(points=designated)
    return next((end for end in played if winner_by_score(_sum(records[:end]), length)), len(records))


def _sum(records: tuple[GameRecord, ...]) -> tuple[int, int]:
    """What finished games come to."""
    score = (0, 0)
    for record in records:
        score = add_points(score, record.winner, record.points)
    return score


def _new_counts(told: tuple[GameRecord, ...], records: tuple[GameRecord, ...]) -> Iterator[str]:
    """The games that count otherwise at the right length, and the Crawford game among them."""
    for before, now in zip(told, records, strict=True):
        points = f"{quantity(now.points, 'point')} for {side_name(now.winner)}"
        changed = "" if now.points == before.points else f", and not {before.points}: doubles in it are void"
        if now.crawford or changed:
            yield f"Game {now.number}{' was the Crawford game and' if now.crawford else ''} counts {points}{changed}."


def _games(q: Inquiry, played_to: int) -> tuple[GameRecord, ...]:
    """The match protocol as records; its sum must be the score told."""
    records = read_games(q, played_to)
    score = _sum(records)
    if score != (q.need("score_white"), q.need("score_black")):
        raise q.wrong("games", f"these games come to {score[0]}-{score[1]}, not to the score told")
    return records


def _bws(q: Inquiry, score: tuple[int, int], when: str) -> JudgeAnswer:
    designated = q.need("designated")
    options = [Option("disqualify", "One or both players are disqualified", (Instruct("Disqualify."),))]
    if max(score) >= designated:
        say = f"A player who has reached the appointed {designated} has won"
        options.insert(0, Option("won", say, (SetLength(designated, recompute=True),)))
    elif when != "match_over" or not q.need("later_match"):
        options.insert(0, Option("resume", f"Play on to {designated}", (SetLength(designated),)))
    else:
        options.insert(0, Option("stands", "The result stands: a later match has begun", (PlayOn(),)))
    return q.discretion(
        f"Every match must be played to its appointed length, here {designated}. "
        "An honest mistake is not dealt with in this book; the director decides.",
        clauses=("bws:4.5d",),
        factors=("whether it was an honest mistake", "whether a later match has begun"),
        usual=tuple(options),
        appeal=appeal(q),
    )


def _stands(q: Inquiry, rows: tuple[str, ...]) -> JudgeAnswer:
    score = (q.need("score_white"), q.need("score_black"))
    winner = Side.WHITE if score[0] > score[1] else Side.BLACK
    return q.ruling(
        f"The match was completed to the wrong length. Its result stands: {side_name(winner)} has won, "
        f"{score[0]}-{score[1]} (White first).",
        clauses=rows,
        remedies=(Instruct("The result is posted as it was played."),),
        appeal=appeal(q),
        then=_result(score),
    )


def _result(score: tuple[int, int]) -> Consequences:
    """The result of a match that is over at this score."""
    return Consequences(score=score, winner=(Side.WHITE if score[0] > score[1] else Side.BLACK).value)
