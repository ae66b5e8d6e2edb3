"""Readings of the books that rulings name: what we chose where a book leaves room.

The ids are those of docs/decisions/rule-books.md; a letter behind one tells several sentences on one decision apart.
"""

from typing import Final

from barpoint.officiating.answer import Reading

_TEXTS: Final = {
    "clock-4a": "The book leaves exactly 30 seconds open; the larger of 1 second and the rest is taken.",
    "clock-4b": "The book names the other player here; the offender is meant, who is left 1 second.",
    "clock-6": "Reserve and delay are compared one by one, and neither may be below the standard.",
    "clock-7": "Leave to agree on more time is given where both agree on the clock; elsewhere the standard is kept.",
    "clock-2": "The book's formula has no factor; it is read at 2 minutes a point.",
    "ruling-29": "The book does not say what becomes of a double made since; it is undone if the play is put right.",
    "clock-10": "The book does not say when players may still agree on a clock; between games is our reading.",
    "clock-3": "The guide's clock rules are another document; the figures of usbgf are used.",
    "completion-8": "The book lets the loser accept a loss and names no consent; the opponent is asked too.",
    "completion-11": "The book sets no end; the next chance to double is our reading.",
    "completion-14": "The book does not say what happens during play; this is the default taken here.",
    "completion-20": "The book does not say at which level a game may be resigned; this is our reading.",
    "cube-11": "Ties are read as rolled again, with the cube as it is.",
    "cube-13": "No time limit is given; the one for correcting results is taken (bws:4.6c).",
    "cube-1": "Only between an invalid and a valid roll is such a double null; after a valid one it binds.",
    "cube-2": "The book attaches no consequence; it is read as void.",
    "cube-6": "The book speaks of accepted doubles only; a dropped one is read as void as well.",
    "cube-12": "The double is read as made and answered once the opponent's turn is over.",
    "dice-1a": "The book does not name a die on a checker; it is read as not on the board.",
    "dice-1b": "The book does not name a die on a checker; it is read as not on the surface.",
    "dice-2a": "The book names no half of the board, so either will do.",
    "dice-2b": "The bar is read as no part of the level board.",
    "dice-3a": "The book sets no time, so where the die lies in the end decides.",
    "dice-3b": "A die that stays in the box does not lie on the board.",
    "dice-4": "The book orders a new roll for dice that land wrongly; a faulty throw is read alike.",
    "dice-8": "The book does not speak of changing the play; the turn is not over, so it may be changed.",
    "dice-10": "The book does not speak of lifting; it is read as a roll that did not come to rest.",
    "dice-12": "The book sets no deadline for a turn given up on the clock; the player's next double or roll is ours.",
    "dice-13": "The book sets no number; two silences without good reason are read as repeated.",
    "dice-19": "The book says should and yet lists it among what makes a roll invalid; this is our reading.",
    "dice-26": "The book does not say which die is thrown again at the opening; only the invalid one is our reading.",
    "dice-25": "The moment of the objection is called key, so it goes before the habit; the director may weigh both.",
    "game-4": "The block meant is read as one that holds all fifteen; an event may forbid any block of six.",
    "game-14": "The book states the first double only; a dropped redouble is read to cost the stake before it.",
    "game-16": "Whether an invalid roll ends the right to double is not said; it is read so.",
    "game-10": "What becomes of the running game and of a tie the event has to say; the book leaves it open.",
    "people-2": "Clauses worded with should are read as best practice, those with must or shall as binding.",
    "people-7": "The clause speaks of matches with a clock; without one it is read alike.",
    "people-8": "The clause speaks of breaks; it is applied to other stops alike.",
    "people-10": "The book forbids taking help (bws:1.7.2), sought or not; here it is asked whether it was sought.",
    "people-13": "The director names one of the two offices when appointing.",
    "people-14": "Whether it can be appealed is not said; it is treated like a director's ruling.",
    "people-24": "The book speaks of a match in progress; breaks and recesses are read as part of it.",
    "people-23": "The book names no penalty for it; the reminder is our entry on the record and costs nothing.",
    "people-23b": "The book leaves the sanction to the director; the reminder is our proposal and costs nothing.",
    "people-25": "The book does not say what an onlooker's word does to the play; the players now know, and must act.",
    "people-26": "The book names no sanction for this; those it names for deceit and foul language are offered.",
    "people-27": "Who is warned the book does not say; whoever set up wrongly is our reading, both may be.",
    "people-22": "A forgotten press is read as a clock that runs when it should not.",
    "ruling-1a": "Any roll closes the choice, an invalid one too; that is our reading.",
    "ruling-1b": "An invalid roll begins the move as well, and so accepts the play; that is our reading.",
    "ruling-3": "Of several own checkers on a point the last to come has moved first; the book does not say.",
    "ruling-43": "That a cube nobody has turned counts as 1 and in the middle is our reading; it must be put there.",
    "ruling-4": "The book does not say how a position is put right once play has begun.",
    "ruling-5": "The book names only the opponent's request; without one the checker is usually taken to be off.",
    "ruling-7": "A checker taken off wrongly is read as an illegal play.",
    "ruling-19": "Equal sums are read as rolled again; the book does not say.",
    "ruling-25": "The book's list has examples only; this is read as improper movement too.",
    "ruling-26": "A side that is short of checkers wins when all it has in play are off; that is our decision.",
    "ruling-42": "The book rules on disputes that cannot be resolved; that an established score counts is our reading.",
    "ruling-41": "The book does not say who may put it right; it is read as the player's own choice while on turn.",
    "ruling-40": "Plays its owner made meanwhile are read to stand, as after a checker that fell off the bar unseen.",
    "ruling-9": "ibf names no times and no points for lateness; its general sanctions are open.",
    "ruling-14a": "A break longer than allowed is read as one the regulations do not provide for.",
    "ruling-14b": "The clock that is started is read as the absent player's.",
    "ruling-14c": "The book does not say if game or match is forfeited: the arbiter does.",
    "ruling-14d": "The book names no reasons; an errand for the game is read as no break.",
    "ruling-15": "The book does not say whether game or match is conceded: the game is proposed, the arbiter decides.",
    "ruling-18": "The last day is read as still barred.",
    "ruling-6": "A start put right late, by agreement, follows the same steps as one put right in time.",
    "ruling-20": "With exactly two moves the book leaves a gap in Longgammon: play on, as in ibf:14.1.",
    "ruling-21": "The new opening roll is said for Longgammon only; it is applied here too.",
    "ruling-22": "The book allows it and does not say what the score is then; no points is our reading.",
    "ruling-23": "How many points it is worth is not said: a single game at the cube.",
    "ruling-24": "Between the second and the third turn the book has no rule; the director decides.",
    "time-1": "Penalty points go onto the opponent's score between games; the book does not say where.",
    "time-1a": "The book speaks of points deducted or a penalty; they are read as points for the opponent.",
    "time-2": "The point comes off the player's own score, which may fall below zero.",
    "time-3": (
        "Break time is counted from when play really began or resumed; the short rule can also mean the time it was "
        "due, which gives a player a tenth of the lateness more."
    ),
    "time-4": "An overrun is delay second for second; the tenth of it that accrues meanwhile is kept.",
    "time-5": "Both were absent: each is charged until ready.",
    "time-6a": "The guide names no scale: how many points is the director's; the one of usbgf:2.2.4 is shown to go by.",
    "time-6b": "The guide asks for a prompt start and names no minutes; those of usbgf:2.2.1b are used.",
    "time-7": "bws gives no figures for breaks; each counts alone, and the director confirms or changes the points.",
    "time-10": "The book does not name this length; the breaks of the shorter band are given.",
}


_ROWS: Final = {
    "usbgf:2.2.2c": "time-3",
    "usbgf:2.2.4m": "time-1",
    "usbgf:3.3c": "ruling-19",
    "usbgf:3.4.4.1d": "clock-6",
    "usbgf:3.4.4.1h": "clock-7",
    "usbgf:4.2.1d": "ruling-26",
    "bws:1.3.3b": "people-13",
    "bws:2.2.4f": "time-7",
    "bws:3.6": "ruling-19",
    "bws:4.1.5.2d": "clock-4b",
    "bws:4.4.4.3": "cube-13",
    "guide:addendum-clock-3": "dice-12",
    "guide:addendum-impossible-5": "ruling-25",
    "ibf:4.4e": "game-4",
    "ibf:9.7b": "game-14",
    "ibf:12.2c": "cube-11",
    "ibf:15.2b": "completion-20",
}  # rows that are a reading, or whose rule cannot be applied without one


def rows_as_readings(clauses: tuple[str, ...]) -> tuple[Reading, ...]:
    """The readings that are taken by citing these rows."""
    return tuple(reading(_ROWS[row]) for row in clauses if row in _ROWS)


def reading(key: str) -> Reading:
    """A reading by its key: the decision's id and what it comes to here."""
    return Reading(key.rstrip("abcdefgh"), _TEXTS[key])


def all_readings() -> tuple[Reading, ...]:
    """Every reading there is."""
    return tuple(reading(key) for key in _TEXTS)
