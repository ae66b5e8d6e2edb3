"""The shared test vectors of the dice: honest matches, and forgeries that every verifier has to refuse.

`python -m tests.service.dice.vectors` writes verifier/vectors.json anew. A case is a file with edits: `set` a value at
a path, `delete` what is there, `insert` something before it. A test compares the file with what this makes.
"""

import copy
import json
import random
from pathlib import Path
from typing import Any, Final

from barpoint.board import Side
from barpoint.service.dice.fair_dice import Seeds
from tests.service.dice.honest_match import HonestMatch, SealedMatch, TableMatch

VECTORS: Final = Path(__file__).parents[3] / "verifier" / "vectors.json"
Edit = list[Any]
Document = dict[str, Any]
SHORT: Final = "sprintgammon"
TABLE: Final = "spring/open/M1-1/anna/ben"


def applied(document: Document, edits: list[Edit]) -> Document:
    """A file after some edits."""
    made = copy.deepcopy(document)
    for kind, path, *value in edits:
        place: Any = made
        for step in path[:-1]:
            place = place[step]
        match kind:
            case "set":
                place[path[-1]] = value[0]
            case "delete":
                del place[path[-1]]
            case "insert":
                place.insert(path[-1], value[0])
            case _:
                raise ValueError(f"an edit sets, deletes or inserts, not {kind!r}")
    return made


class Source:
    """A file, and where things are in it."""

    def __init__(self, document: Document) -> None:
        self.document = document

    def places(self, type: str, part: str = "dice", **fields: Any) -> list[int]:
        """Where events of a type are, with these fields."""
        return [
            place
            for place, event in enumerate(self.document[part])
            if event["type"] == type and all(event.get(name) == value for name, value in fields.items())
        ]

    def event(self, place: int, part: str = "dice") -> Document:
        """An event."""
        found: Document = self.document[part][place]
        return found

    def moved(self, place: int, to: int, part: str = "dice") -> list[Edit]:
        """An event somewhere else, by the places before the move."""
        event = self.event(place, part)
        if to > place:
            return [["insert", [part, to], event], ["delete", [part, place]]]
        return [["delete", [part, place]], ["insert", [part, to], event]]


def made() -> Document:
    """All vectors."""
    people = HonestMatch(random.Random(7), discipline=SHORT, points=3)
    moved = HonestMatch(random.Random(36), discipline=SHORT, mishaps=12)
    again = HonestMatch(random.Random(9), discipline=SHORT, points=3)
    bot = HonestMatch(random.Random(10), discipline=SHORT, house=(Side.BLACK,), take_backs=8)
    team = HonestMatch(random.Random(11), discipline=SHORT, partners=True)
    long = HonestMatch(random.Random(12), discipline="backgammon", links=6, server_links=20)
    bots = HonestMatch(random.Random(13), discipline=SHORT, house=tuple(Side))
    relay = HonestMatch(random.Random(14), discipline=SHORT, partners=True, change_roller=True)
    sealed = SealedMatch(random.Random(15), discipline=SHORT)
    resealed = SealedMatch(random.Random(16), discipline=SHORT)
    sealed_bot = SealedMatch(random.Random(17), discipline=SHORT, house=(Side.WHITE,))
    table = TableMatch(random.Random(18), match=TABLE, discipline=SHORT, by_hand=20, points=3)
    device = TableMatch(random.Random(19), match=TABLE, discipline=SHORT, device=True)
    words = TableMatch(random.Random(20), match=TABLE, discipline=SHORT, by_hand=20, points=3)
    matches = {
        "people": people,
        "moved": moved,
        "again": again,
        "bot": bot,
        "team": team,
        "long": long,
        "bots": bots,
        "relay": relay,
        "sealed": sealed,
        "resealed": resealed,
        "sealed_bot": sealed_bot,
        "table": table,
        "device": device,
        "words": words,
    }
    honest = ["people", "moved", "bot", "team", "long", "bots", "sealed", "sealed_bot", "table", "device"]
    cases: list[Document] = [
        {"name": f"honest: {name}", "file": name, "kept": name, "refused": False, "covered": _provable(matches[name])}
        for name in honest
    ]
    cases += [{"name": f"honest: {name}, nothing kept", "file": name, "refused": False} for name in honest]
    for name, file, edits in [
        *_of_people(Source(people.file)),
        *_of_moved(Source(moved.file)),
        *_of_bot(Source(bot.file)),
        *_of_sealed(Source(sealed.file), Source(sealed_bot.file)),
        *_of_table(Source(table.file)),
    ]:
        cases.append({"name": name, "file": file, "edits": edits, "refused": True})
    cases += [
        {"name": "partners who choose which of them rolls", "file": "relay", "refused": True},
        {"name": "all chains made again afterwards", "file": "again", "kept": "people", "refused": True},
        {"name": "everything sealed again afterwards", "file": "resealed", "kept": "sealed", "refused": True},
        {"name": "a table's game sealed again afterwards", "file": "words", "kept": "table", "refused": True},
        *_of_kept(people),
        *_of_coverage(people, again),
        *_of_coverage_elsewhere(sealed, table),
        *_of_stopped(people, again),
        *_of_unseen({"moved": moved, "long": long}),
        *_of_heads(people),
        {"name": "at a table, and nothing sealed", "file": "table", "edits": [["set", ["dice"], []]], "refused": False},
    ]
    return {
        "files": {name: match.file for name, match in matches.items()},
        "kept": {name: matches[name].kept for name in honest},
        "cases": cases,
    }


Forgery = tuple[str, str, list[Edit]]


def _other(link: str) -> str:
    return ("0" if link[0] != "0" else "1") + link[1:]


def _of_people(source: Source) -> list[Forgery]:  # one for each place that matters
    rolled = source.places("DiceRolled", "log")
    opening = next(k for k in source.places("OpeningRolled", "log") if _tells(source.event(k, "log")))
    thrown = [k for k in source.places("DiceThrown", game=1) if source.event(k).get("chain")]
    ends, links = source.places("EndPublished", game=1), source.places("LinkOpened", game=1, k=0)
    (seal,), (fixed,) = source.places("GameSealed", game=1), source.places("EndsFixed", game=1)
    third, shown = thrown[2], source.event(rolled[3], "log")["dice"]
    first_open = source.event(opening, "log")
    plays = source.places("Played", "log")
    white = source.event(third)["chain"]
    black = "black1" if white == "white1" else "white1"
    second_game = source.places("EndPublished", game=2)[0]
    dropped = [["delete", ["log", k]] for k in sorted(plays, reverse=True)]

    def at(place: int, field: str, value: Any, part: str = "dice") -> list[Edit]:
        return [["set", [part, place, field], value]]

    found: list[tuple[str, list[Edit]]] = [
        ("a roll", at(rolled[3], "dice", [shown[0], shown[1] % 6 + 1], "log")),
        ("the opening", at(opening, "white", first_open["white"] % 6 + 1, "log")),
        (
            "the opening the other way round",
            at(opening, "white", first_open["black"], "log") + at(opening, "black", first_open["white"], "log"),
        ),
        ("a roll and its play left out", [["delete", ["log", rolled[1] + 1]], ["delete", ["log", rolled[1]]]]),
        ("a log without plays", dropped),
        ("a roll left out of the dice", [["delete", ["dice", third]]]),
        ("a roll with a truth for a number", at(rolled[3], "dice", [True, shown[1]], "log")),
        ("a roll of three numbers", at(rolled[3], "dice", [*shown, shown[1]], "log")),
        ("who rolled", at(rolled[2], "side", _side_other(source.event(rolled[2], "log")["side"]), "log")),
        ("a link of the server", at(third, "server", _other(source.event(third)["server"]))),
        ("a link of the server left out", at(third, "server", source.event(thrown[3])["server"])),
        ("a link of a person", at(third, "link", _other(source.event(third)["link"]))),
        ("a link of a person, out of turn", at(third, "link", source.event(thrown[4])["link"])),
        (
            "a roll with the other's link",
            at(third, "chain", black) + at(third, "link", source.event(thrown[3])["link"]),
        ),
        ("a roll without a link", [["delete", ["dice", third, "chain"]], ["delete", ["dice", third, "link"]]]),
        ("half a link", [["delete", ["dice", third, "chain"]]]),
        ("the server's end", at(seal, "end", _other(source.event(seal)["end"]))),
        ("how long the server's chain is", at(seal, "links", 8)),
        ("a person's end", at(ends[0], "end", _other(source.event(ends[0])["end"]))),
        ("whose end", at(ends[0], "chain", source.event(ends[1])["chain"])),
        ("an end after the links", source.moved(ends[1], links[-1] + 1)),
        ("the ends fixed before the last of them", source.moved(fixed, ends[1])),
        ("the digest of the ends", at(fixed, "digest", _other(source.event(fixed)["digest"]))),
        ("ends never fixed", [["delete", ["dice", fixed]]]),
        ("an opening without a link", [["delete", ["dice", links[1]]]]),
        ("other ends seen", at(links[0], "digest", _other(source.event(links[0])["digest"]))),
        ("no word of the ends seen", [["delete", ["dice", links[0], "digest"]]]),
        ("a person called a bot", at(seal, "house", [black[:5]])),
        ("thrown by hand, online", [["set", ["dice", third], _by_hand(source, third)]]),
        ("played at a table, it says", [["set", ["log", 0, "format", "enforcement"], "recorded"]]),
        (
            "an extra link",
            [["insert", ["dice", third], _opened(source, third)], ["delete", ["dice", third + 1, "link"]]],
        ),
        ("a seed that overrides", [["set", ["dice", third, "seed"], "ab" * 32]]),
        ("a field of the log nobody knows", [["set", ["log", rolled[2], "rerolled"], True]]),
        ("an event nobody knows", [["insert", ["dice", third], {"type": "Rerolled", "at": 1, "game": 1}]]),
        ("an event of the log nobody knows", [["insert", ["log", rolled[2]], {"type": "Rerolled", "at": 1}]]),
        ("sealed twice", [["insert", ["dice", seal + 1], source.event(seal)]]),
        ("another match", [["set", ["match"], "KQ2M7XABCE"]]),
        ("the seal of another game", at(seal, "game", 2)),
        ("an end of the game before", at(second_game, "end", source.event(ends[0])["end"])),
        ("a chain too far", at(ends[0], "chain", f"{source.event(ends[0])['chain']}/3")),
        ("a tie thrown away", _without_first_roll(source)),
        ("a log without its beginning", [["delete", ["log", 0]]]),
        ("a play before the roll", source.moved(rolled[2] + 1, rolled[2], "log")),
        (
            "a roll not in the log",
            [["delete", ["log", k]] for k in range(len(source.document["log"]) - 1, rolled[1], -1)],
        ),
    ]
    return [(name, "people", edits) for name, edits in found]


def _tells(opening: Document) -> bool:
    return bool(opening["white"] != opening["black"])


def _side_other(side: str) -> str:
    return "black" if side == "white" else "white"


def _by_hand(source: Source, place: int) -> Document:
    event = source.event(place)
    return {"type": "ThrownByHand", "at": event["at"], "game": event["game"], "k": event["k"]}


def _opened(source: Source, place: int) -> Document:
    event = source.event(place)
    return {"type": "LinkOpened", **{name: event[name] for name in ("at", "game", "k", "chain", "link")}}


def _without_first_roll(source: Source) -> list[Edit]:
    """The first opening roll is gone from the log; the dice have it."""
    first = source.places("OpeningRolled", "log")[0]
    return [["delete", ["log", first]]]


def _of_moved(source: Source) -> list[Forgery]:
    admitted = source.places("ChainAdmitted")
    witnessed = next(
        k
        for k in admitted
        if source.event(k - 1)["type"] == "LinkOpened" and source.event(k + 1)["type"] == "DiceThrown"
    )
    return [
        ("a new chain that was not admitted", "moved", [["delete", ["dice", witnessed]]]),
        ("a witness after the chain counts", "moved", source.moved(witnessed, witnessed - 1)),
        ("admitted without having been published", "moved", [["delete", ["dice", witnessed - 2]]]),
        ("a chain's number left out", "moved", [["set", ["dice", witnessed - 2, "chain"], "white1/9"]]),
    ]


def _of_bot(source: Source) -> list[Forgery]:
    sent = next(k for k in source.places("DiceThrown") if not source.event(k).get("chain") and source.event(k)["k"])
    person = next(k for k in source.places("DiceThrown") if source.event(k).get("chain"))
    chain = {name: source.event(person)[name] for name in ("chain", "link")}
    end = {"type": "EndPublished", "at": 1, "game": 1, "chain": "black1", "end": "ab" * 32, "links": 9}
    (fixed,) = source.places("EndsFixed", game=1)
    return [
        ("a bot that rolls with a person's link", "bot", [["set", ["dice", sent], {**source.event(sent), **chain}]]),
        ("a chain of a bot", "bot", [["insert", ["dice", fixed], end]]),
        ("a bot nobody knew of", "bot", [["delete", ["dice", source.places("GameSealed")[0], "house"]]]),
    ]


def _of_sealed(source: Source, bot: Source) -> list[Forgery]:
    white, black = source.places("PartAdded", game=1)
    (seal,), (reveal,) = source.places("DiceSealed"), source.places("DiceRevealed")
    shown = source.event(reveal)
    steered = Seeds(1, shown["seed"], "cd" * 32, "ef" * 32)
    plays = sorted(source.places("Played", "log"), reverse=True)
    last = source.event(source.places("DiceRolled", "log")[-1], "log")
    hand = {"type": "ThrownByHand", "at": shown["at"], "game": 1, "k": 3}
    forged: list[tuple[str, list[Edit]]] = [
        (
            "parts of the house for people",
            [
                ["set", ["dice", seal, "commitment"], steered.commitment(source.document["match"])],
                ["set", ["dice", reveal], {**shown, "white": steered.white, "black": steered.black}],
            ],
        ),
        ("a part replaced", [["set", ["dice", white, "seed"], _other(source.event(white)["seed"])]]),
        ("a part absent", [["delete", ["dice", black]]]),
        ("both parts absent", [["delete", ["dice", black]], ["delete", ["dice", white]]]),
        ("an old log without plays", [["delete", ["log", k]] for k in plays]),
        ("thrown by hand, online, of old", [["insert", ["dice", reveal], hand]]),
        ("never revealed", [["delete", ["dice", reveal]]]),
        ("another seed revealed", [["set", ["dice", reveal, "seed"], _other(shown["seed"])]]),
        ("a part before the seal", source.moved(white, seal)),
        ("a part after the first roll", [["set", ["dice", black, "at"], last["at"]]]),
        ("a part used twice", [["set", ["dice", black, "seed"], source.event(white)["seed"]]]),
        ("revealed before the last roll", [["set", ["dice", reveal, "at"], last["at"] - 1]]),
        ("a roll of old", [["set", ["log", source.places("DiceRolled", "log")[1], "dice"], [6, 6]]]),
    ]
    (bot_seal,) = bot.places("DiceSealed")
    return [
        *((name, "sealed", edits) for name, edits in forged),
        ("a bot whose seal does not say so", "sealed_bot", [["delete", ["dice", bot_seal, "house"]]]),
    ]


def _of_table(source: Source) -> list[Forgery]:
    white, black = source.places("PartAdded", game=1)
    (seal,) = source.places("GameSealed", game=1)
    thrown = source.places("DiceThrown", game=1)
    hands = source.places("ThrownByHand")
    hand = source.event(hands[0])
    later = next(k for k in source.places("DiceThrown") if k > hands[0])
    first = source.places("OpeningRolled", "log")[0]
    end = {"type": "EndPublished", "at": 1, "game": 1, "chain": "black1", "end": "ab" * 32, "links": 9}
    as_hand = {"type": "ThrownByHand", "at": 1, "game": 1, "k": source.event(thrown[1])["k"]}
    forged: list[tuple[str, list[Edit]]] = [
        ("a word replaced", [["set", ["dice", white, "seed"], _other(source.event(white)["seed"])]]),
        ("a chain of the server's for a player at the table", [["insert", ["dice", white], end]]),
        ("a chain in place of a word", [["set", ["dice", black], end]]),
        ("a word absent", [["delete", ["dice", black]]]),
        ("a word after the first roll", source.moved(black, thrown[0] + 1)),
        ("one word for both", [["set", ["dice", black, "seed"], source.event(white)["seed"]]]),
        ("another end at the table", [["set", ["dice", seal, "end"], "ab" * 32]]),
        ("another link at the table", [["set", ["dice", thrown[1], "server"], "ab" * 32]]),
        ("a link left out at the table", [["delete", ["dice", thrown[1]]]]),
        ("a thrown roll put down as by hand", [["set", ["dice", thrown[1]], as_hand]]),
        ("a roll by hand under another number", [["set", ["dice", hands[0], "k"], hand["k"] + 1]]),
        ("a roll by hand that nobody put down", [["delete", ["dice", hands[0]]]]),
        ("a roll by hand put down too late", source.moved(hands[0], later + 1)),
        (
            "an opening roll at the table",
            [["set", ["log", first, "white"], source.event(first, "log")["white"] % 6 + 1]],
        ),
        ("a table's file under an online name", [["set", ["match"], "KQ2M7XABCD"]]),
    ]
    return [(name, "table", edits) for name, edits in forged]


def _of_kept(match: HonestMatch) -> list[Document]:
    """What a player kept says something else."""
    kept = match.kept
    fixed = next(k for k, event in enumerate(kept["dice"]) if event["type"] == "EndsFixed")
    roll = kept["rolls"][4]
    return [
        {"name": name, "file": "people", "kept": "people", "kept_edits": edits, "refused": True}
        for name, edits in (
            ("another end than was kept", [["set", ["dice", 0, "end"], "ab" * 32]]),
            ("an event kept that is gone", [["insert", ["dice", 3], {**kept["dice"][1], "chain": "white2"}]]),
            (
                "another order than was kept",
                [["delete", ["dice", fixed]], ["insert", ["dice", 0], kept["dice"][fixed]]],
            ),
            ("another roll than was kept", [["set", ["rolls", 4], [*roll[:2], roll[2] % 6 + 1, roll[3]]]]),
            ("kept of another match", [["set", ["match"], "ZZ2M7XABCD"]]),
        )
    ]


def _of_heads(match: HonestMatch) -> list[Document]:
    """The device kept how many events the server's record had."""
    log, dice, last = len(match.log), len(match.dice), len(match.log) - 1
    play = max(Source(match.file).places("Played", "log"))

    def kept(log: int, dice: int) -> Document:
        heads = {f"match:{match.match}": f"{log} {'ab' * 32}", f"dice:{match.match}": f"{dice} {'cd' * 32}"}
        return {"file": "people", "kept": "people", "kept_edits": [["set", ["heads"], heads]]}

    whole = {**kept(log, dice), "refused": False, "covered": _provable(match)}
    return [
        {"name": "heads: of the whole record", **whole},
        {"name": "heads: of an earlier moment", **whole, **kept(log - 4, dice - 4)},
        {
            "name": "heads: the match's end is gone",
            **kept(log, dice),
            "edits": [["delete", ["log", last]]],
            "refused": True,
        },
        {
            "name": "heads: the last play is gone",
            **kept(log, dice),
            "edits": [["delete", ["log", play]]],
            "refused": True,
        },
        {"name": "heads: more of the dice", **kept(log, dice + 1), "refused": True},
    ]


def _provable(match: HonestMatch, game: int = 0) -> int:
    """How many rolls of a match, or of one of its games, were not thrown by hand."""
    return sum((roll[0], roll[1]) not in match.book.by_hand for roll in match.rolls if game in (0, roll[0]))


def _coverage(name: str, file: str, kept: str, edits: list[Edit], covered: int) -> Document:
    """Nothing is wrong, and this many rolls are covered by what was kept."""
    return {"name": name, "file": file, "kept": kept, "kept_edits": edits, "refused": False, "covered": covered}


def _of_coverage(match: HonestMatch, again: HonestMatch) -> list[Document]:
    """What was kept reaches so far and no further; what it does not reach a server could have made afterwards."""
    kept, dice = match.kept, Source(match.kept)
    first = _provable(match, 1)
    later = [k for k, event in enumerate(kept["dice"]) if event["game"] > 1]
    seal = dice.places("GameSealed", game=2)[0]
    link = dice.places("LinkOpened", game=1)[0]
    thrown = dice.places("DiceThrown", game=1)[5]
    other = [["set", ["match"], again.match], ["set", ["dice"], []], ["set", ["rolls"], []]]
    only_rolls = [["set", ["dice"], []]]
    one_game = [["delete", ["dice", k]] for k in reversed(later)] + [["set", ["rolls"], kept["rolls"][:first]]]
    seals = [event for event in kept["dice"] if event["type"] == "GameSealed"]
    refused = {"file": "again", "kept": "people", "refused": True}
    return [
        _coverage("kept: nothing, of chains made afterwards", "again", "people", other, 0),
        _coverage("kept: the first game", "people", "people", one_game, first),
        _coverage("kept: no roll, by a device that was told the past", "people", "people", [["set", ["rolls"], []]], 0),
        _coverage(
            "kept: from the sixth roll on, by a new device",
            "people",
            "people",
            [["set", ["rolls"], kept["rolls"][5:]]],
            len(kept["rolls"]) - 5,
        ),
        _coverage("kept: rolls without anything of the dice", "people", "people", only_rolls, 0),
        _coverage(
            "kept: rolls of a game without its seal",
            "people",
            "people",
            [["delete", ["dice", seal]]],
            len(kept["rolls"]) - _provable(match, 2),
        ),
        _coverage(
            "kept: rolls of a game without a link of its opening",
            "people",
            "people",
            [["delete", ["dice", link]]],
            len(kept["rolls"]) - first,
        ),
        _coverage(
            "kept: the same without the links of a roll",
            "people",
            "people",
            [["delete", ["dice", thrown]]],
            len(kept["rolls"]) - first + 5,
        ),
        {"name": "chains made afterwards: one seal kept", "kept_edits": [["set", ["dice"], seals[:1]]], **refused},
        {
            "name": "chains made afterwards: one roll kept",
            "kept_edits": [["set", ["dice"], []], ["set", ["rolls"], [_roll_that_differs(match, again)]]],
            **refused,
        },
    ]


def _roll_that_differs(match: HonestMatch, other: HonestMatch) -> list[int]:
    """The first roll that two matches do not share."""
    return next([*mine] for mine, theirs in zip(match.rolls, other.rolls, strict=False) if mine != theirs)


def _of_coverage_elsewhere(sealed: HonestMatch, table: HonestMatch) -> list[Document]:
    """The same by recipe 1, and at a table."""
    seal = Source(sealed.kept).places("DiceSealed")[0]
    word = Source(table.kept).places("PartAdded", game=1)[1]
    rest = _provable(table) - _provable(table, 1)
    return [
        _coverage("kept: rolls of recipe 1 without the seal", "sealed", "sealed", [["delete", ["dice", seal]]], 0),
        _coverage("kept: a table's rolls without a word", "table", "table", [["delete", ["dice", word]]], rest),
    ]


def _of_stopped(match: HonestMatch, again: HonestMatch) -> list[Document]:
    """A device that stopped and kept what it had been shown."""
    kept, dice = match.kept, Source(match.kept)
    last = dice.places("DiceThrown", game=1)[7]
    thrown, seen = dice.event(last), kept["rolls"][:7]
    game, k, one, two = kept["rolls"][7]
    why = "game 1: what was shown does not follow"
    seal = Source(again.file).event(0)

    def case(name: str, changed: Document, *, refused: bool = True) -> Document:
        """Kept until the eighth roll of game 1, and `changed`."""
        made = {"dice": kept["dice"][:last], "rolls": seen, "problem": why, **changed}
        edits = [["set", [field], value] for field, value in made.items()]
        answer: Document = {"name": name, "file": "people", "kept": "people", "kept_edits": edits, "refused": refused}
        return answer if refused else {**answer, "covered": 7}

    other = {**thrown, "server": _other(thrown["server"])}
    return [
        case("shown: a roll that is not in the log", {"rolls": [*seen, [game, k, one % 6 + 1, two]]}),
        case("shown: a link that is not in the file", {"shown": [other]}),
        case("shown: another seal than is in the file", {"shown": [seal]}),
        case("shown: an event nobody knows", {"shown": [{**thrown, "rerolled": True}]}),
        case("shown: what is no event at all", {"shown": [{"type": "Rerolled"}]}),
        case("shown: nothing, and stopped all the same", {}, refused=False),
        case("shown: what the file has, too", {"shown": [thrown]}, refused=False),
    ]


def _of_unseen(matches: dict[str, HonestMatch]) -> list[Document]:
    """A chain whose witness had been sent before its end was seen: in the file nothing shows it."""
    cases = []
    for name, match in matches.items():
        game, chains = next((game, chains) for game, chains in match.book.chains.items() if chains.begun)
        doubted = {(owner, k) for owner, k in chains.unwitnessed}
        chain = next(one for one, k in chains.begun.items() if (one.partition("/")[0], k) not in doubted)
        edits = [["set", ["unseen"], [[game, chain], [game, "white1/39"], [99, chain]]]]
        cases.append(_coverage(f"unseen: {chain} of {name}", name, name, edits, _provable(match)))
    return cases


def written() -> str:
    """The file."""
    vectors = made()
    lines = ['{"files": {']
    for part in ("files", "kept"):
        named = [f" {json.dumps(name)}: {json.dumps(file)}" for name, file in vectors[part].items()]
        lines += [",\n".join(named), '}, "kept": {' if part == "files" else '}, "cases": [']
    lines += [",\n".join(f" {json.dumps(case)}" for case in vectors["cases"]), "]}", ""]
    return "\n".join(lines)


if __name__ == "__main__":
    VECTORS.write_text(written(), "utf-8")
