#!/usr/bin/env python3
"""Checks the dice of a match played on a Barpoint server. Needs Python 3.9 or newer and nothing else.

    python dice_verifier.py MATCH.dice.json [MATCH.kept.json] [--json]

It was written from docs/dice.md and shares no code with the program. The first file is the server's; the second is what
a player's own device kept. Without the second, nothing shows that the server had published its chains before the rolls.
Ends with status 0 if nothing is wrong, 1 if something is, 2 if a file cannot be read.
"""

import hashlib
import hmac
import json
import re
import sys

SIDES = ("white", "black")
LINK = re.compile(r"[0-9a-f]{64}")
NAME = re.compile(r"(server|white[1-9]|black[1-9])(?:/([1-9][0-9]?))?")
MOST_LINKS, MOST_CHAINS = 4096, 40

# What each event of the dice must have, and what it may have, besides type, at and game.
FIELDS = {
    "GameSealed": ({"end", "links"}, {"house", "device"}),
    "EndPublished": ({"chain", "end", "links"}, set()),
    "EndsFixed": ({"digest"}, set()),
    "LinkOpened": ({"k", "chain", "link"}, {"digest"}),
    "ChainAdmitted": ({"chain"}, set()),
    "DiceThrown": ({"k", "server"}, {"chain", "link"}),
    "DiceSealed": ({"commitment"}, {"house", "device"}),
    "PartAdded": ({"side", "seed"}, set()),
    "DiceRevealed": ({"seed"}, {"white", "black"}),
    "ThrownByHand": ({"k"}, set()),
}

# What the events of a log may have, besides type, at, person and lag.
LOG_FIELDS = {
    "MatchStarted": "format white black terms reserved",
    "TermsChanged": "terms by reason imposed reserved",
    "GameStarted": "number crawford cube",
    "OpeningRolled": "white black",
    "CubeTurnedAutomatically": "value",
    "DiceRolled": "side dice",
    "RollSpoilt": "side",
    "RollChosen": "side dice",
    "Played": "side hops illegal removed",
    "TurnEnded": "side",
    "Doubled": "side value beaver irregular redouble",
    "DoubleTaken": "side",
    "DoublePassed": "side",
    "CubeWordsSaid": "side action condition",
    "ConditionMet": "side",
    "CubeWordsLapsed": "side",
    "ResignationOffered": "side level countered irregular",
    "ResignationDeclined": "side",
    "GameClaimed": "side level irregular",
    "ClaimDisputed": "side",
    "GameEnded": "record",
    "GameVoided": "by reason",
    "SetEnded": "winner",
    "MatchEnded": "winner reason",
    "BreakCalled": "side by reason",
    "BreakEnded": "side lasted over",
    "ClockRead": "remaining",
    "ClockPaused": "reason",
    "ClockResumed": "fresh_delay",
    "TimeExpired": "side",
    "MoveTimeRestored": "side",
    "TrustTimeReleased": "side",
    "ClockAdjusted": "side change by reason",
    "DelaySet": "side delay by reason",
    "ClockIntroduced": "rules reserve by reason trust",
    "ClockRemoved": "by reason",
    "OperatorNamed": "side operator",
    "DirectorCalled": "side",
    "MatchStopped": "by reason",
    "MatchReleased": "by reason",
    "GameRestored": "version game by reason no_delay waits score sets records",
    "PositionCorrected": "position turn dice by reason no_delay waits",
    "FreePlayGranted": "side by reason any_roll",
    "CubeCorrected": "value owner by reason",
    "ScoreCorrected": "score records crawford_done by reason sets crawford",
    "LengthCorrected": "length after_game crawford_done deciding_game by reason",
    "PointsAwarded": "side points by reason waits due",
}
ENDS = ("GameEnded", "GameVoided", "MatchEnded")


class Wrong(Exception):
    """Something in a file is not as it must be."""


def need(condition, words):
    """What must be so."""
    if not condition:
        raise Wrong(words)


def sha256(*lines):
    """SHA-256 over lines."""
    return hashlib.sha256("\n".join(str(line) for line in lines).encode()).hexdigest()


def dice_from(key, *lines):
    """The first two dice of HMAC-SHA-256 over lines; `lines` has None where the block's number goes."""
    dice, block = [], 0
    while len(dice) < 2:
        text = "\n".join(str(block if line is None else line) for line in lines)
        digest = hmac.new(bytes.fromhex(key), text.encode(), hashlib.sha256).digest()
        dice += [byte % 6 + 1 for byte in digest if byte < 252]
        block += 1
    return dice[:2]


def whole(value, least=0):
    """Whether something is a whole number."""
    return isinstance(value, int) and not isinstance(value, bool) and value >= least


def is_link(value):
    """Whether something is 32 bytes in hexadecimal."""
    return isinstance(value, str) and LINK.fullmatch(value) is not None


def owner_of(chain):
    """The owner of a chain and its number."""
    named = NAME.fullmatch(chain) if isinstance(chain, str) else None
    need(named and (named[2] is None or 2 <= int(named[2]) <= MOST_CHAINS), f"{chain!r} is no name of a chain")
    return named[1], int(named[2] or 1)


def side_of(owner):
    """The side an owner sits on; None for the server."""
    return None if owner == "server" else owner[:5]


def check_form(event):
    """An event of the dice has its fields and no others."""
    need(isinstance(event, dict) and event.get("type") in FIELDS, "something is no event of the dice")
    must, may = FIELDS[event["type"]]
    fields = set(event) - {"type", "at", "game"}
    need("at" in event and whole(event.get("game"), 1), f"{event['type']} has no time or no game")
    need(must <= fields, f"{event['type']} lacks {min(must - fields, default='')}")
    need(fields <= must | may, f"nobody knows what {min(fields - must - may, default='')!r} is in {event['type']}")
    for field in fields & {"end", "digest", "link", "server", "seed", "commitment"}:
        need(is_link(event[field]), f"{event['type']}: {field} is not 32 bytes in hexadecimal")
    for field in fields & {"k"}:
        need(whole(event[field]), f"{event['type']}: {field} is no number")
    for field in fields & {"links"}:
        need(whole(event[field], 1) and event[field] <= MOST_LINKS, "a chain has an impossible number of links")
    need(set(event.get("house", [])) <= set(SIDES), "house names no side")
    need(event.get("side", "white") in SIDES, "there is no such side")


AT_TABLE = ("GameSealed", "PartAdded", "DiceThrown")


class Chain:
    """What is known of a chain."""

    def __init__(self, name, end, links):
        self.name, self.owner, self.tip, self.links, self.opened = name, owner_of(name)[0], end, links, 0
        self.witnesses = set()


class Game:
    """A game under recipe 2."""

    def __init__(self, match, event):
        self.match, self.number = match, event["game"]
        self.house, self.device = list(event.get("house", [])), event.get("device", False)
        self.server = [Chain("server", event["end"], event["links"])]
        self.counting, self.late, self.numbers, self.newest, self.parts = {}, {}, {"server": 1}, {}, {}
        self.digest, self.rolls, self.opened = "", [], {}
        self.replaced, self.exchanged, self.unwitnessed, self.begun = [], [], [], {}

    def take(self, event):
        """The next event."""
        need("/" not in self.match or event["type"] in AT_TABLE, f"{event['type']} at a table, where words are typed")
        getattr(self, "take_" + event["type"])(event)

    def next_link(self, chain, link, what):
        """A link must hash to the one before it."""
        place = chain.opened + 1
        need(
            place <= chain.links
            and sha256("barpoint dice 2", self.match, self.number, chain.name, place, link) == chain.tip,
            f"{what}: not the next link of {chain.name}",
        )

    def take_GameSealed(self, _):
        raise Wrong("was sealed twice")

    def take_PartAdded(self, event):
        side, seed = event["side"], event["seed"]
        need("/" in self.match, "a typed word in an online match")
        need(not self.rolls and not self.digest, "a part came too late")
        need(side not in self.parts and seed not in self.parts.values(), "a part came twice")
        self.parts[side] = seed

    def take_EndPublished(self, event):
        owner, number = owner_of(event["chain"])
        need(side_of(owner) not in self.house, f"{owner} is a bot")
        need(number == self.numbers.get(owner, 0) + 1, f"{event['chain']} is not the next chain of {owner}")
        known = [*self.server, *self.counting.values(), *self.late.values()]
        need(event["end"] not in [chain.tip for chain in known], f"the end of {event['chain']} was used before")
        self.numbers[owner] = number
        chain = Chain(event["chain"], event["end"], event["links"])
        if owner == "server":
            self.server.append(chain)
        elif not self.digest:
            self.counting[owner] = chain
        else:
            self.late[owner] = chain
            if owner in self.counting and owner not in self.opened:
                self.replaced.append(owner)

    def take_EndsFixed(self, event):
        need(not self.digest and not self.rolls, "the ends were fixed twice")
        for side in SIDES:
            there = side in self.house or any(side_of(owner) == side for owner in self.counting)
            need(there, f"the ends were fixed without one of {side}")
        chains = sorted([self.server[0], *self.counting.values()], key=lambda chain: chain.name)
        ends = [f"{chain.name} {chain.links} {chain.tip}" for chain in chains]
        digest = sha256("barpoint dice 2 ends", self.match, self.number, " ".join(sorted(self.house)), *ends)
        need(event["digest"] == digest, "what was fixed are not the ends")
        self.digest = digest

    def take_LinkOpened(self, event):
        owner, _ = owner_of(event["chain"])
        chain = self.counting.get(owner)
        need(self.digest, "a link was opened before the ends were fixed")
        need(chain is not None and chain.name == event["chain"], f"{event['chain']} does not count")
        need(event["k"] == len(self.rolls), f"a link for roll {event['k'] + 1}, which is not next")
        self.next_link(chain, event["link"], f"roll {event['k'] + 1}")
        seen = event.get("digest", "")
        need(seen == self.digest or (not seen and chain.opened), f"{owner} had seen other ends")
        witness = any(
            side_of(late.owner) != side_of(owner) and owner not in late.witnesses for late in self.late.values()
        )
        need(owner not in self.opened or witness, f"{owner} opened two links for roll {event['k'] + 1}")
        self.opened[owner] = self.opened.get(owner, False) or witness
        self.open(owner, event["link"])

    def open(self, owner, link):
        """A link has been opened."""
        chain = self.counting[owner]
        chain.tip, chain.opened = link, chain.opened + 1
        self.newest[owner] = link
        for other in [*self.late.values(), *self.server[1:]]:
            other.witnesses.add(owner)

    def opponents(self, owner):
        """Who sits on the other side, with a chain that counts."""
        return [other for other in self.counting if side_of(other) != side_of(owner)]

    def take_ChainAdmitted(self, event):
        owner, _ = owner_of(event["chain"])
        chain = self.late.pop(owner, None)
        need(chain is not None and chain.name == event["chain"], f"{event['chain']} was not waiting to count")
        if not set(self.opponents(owner)) <= chain.witnesses:
            self.unwitnessed.append((owner, len(self.rolls)))
        self.counting[owner] = chain
        self.begun[chain.name] = len(self.rolls)

    def take_DiceThrown(self, event):
        k, chain = event["k"], event.get("chain", "")
        need(k == len(self.rolls), f"roll {k + 1} is not the next")
        need(self.digest or set(self.parts) == set(SIDES), f"roll {k + 1} was thrown before the ends were fixed")
        server = next((each for each in self.server if each.opened < each.links), self.server[-1])
        self.next_link(server, event["server"], f"roll {k + 1}")
        owner = owner_of(chain)[0] if chain else ""
        need(bool(chain) == bool(event.get("link", "")), f"roll {k + 1} has half a link")
        if owner:
            counting = self.counting.get(owner)
            need(counting is not None and counting.name == chain, f"roll {k + 1}: {chain} does not count")
            self.next_link(counting, event["link"], f"roll {k + 1}")
        if len(self.server) > 1 and server is not self.server[0] and not server.opened:
            self.begun[server.name] = k
            if not set(self.counting) <= server.witnesses:
                self.unwitnessed.append(("server", k))
        server.tip, server.opened = event["server"], server.opened + 1
        newest = dict(self.newest)
        if owner:
            newest[owner] = event["link"]
        if self.parts:
            newest = {side + "1": part for side, part in self.parts.items()}
        links = [f"{name} {newest[name]}" for name in sorted(newest)]
        dice = dice_from(event["server"], self.match, self.number, k, None, *links)
        for name in self.replaced:
            if name in self.opened if not owner else side_of(name) == side_of(owner):
                self.exchanged.append((name, k))
        self.replaced = []
        extra = {name for name, witness in self.opened.items() if witness}
        self.rolls.append((dice, owner, set(self.counting), set(self.opened), extra))
        if owner:
            self.open(owner, event["link"])
        self.opened = {}


class OldGame:
    """A game under recipe 1."""

    def __init__(self, match, event):
        self.match, self.number, self.commitment = match, event["game"], event["commitment"]
        self.house, self.device = list(event.get("house", [])), event.get("device", False)
        self.parts, self.revealed, self.last_part, self.reveal = {}, None, 0, 0

    def take(self, event, used):
        """The next event; `used` are all parts of the match so far."""
        if event["type"] == "PartAdded":
            need(self.revealed is None, "a part was added after the reveal")
            need(event["side"] not in self.house, f"{event['side']} is a bot, whose part is behind the seal")
            need(event["side"] not in self.parts and event["seed"] not in used, "a part was used twice")
            self.parts[event["side"]], self.last_part = event["seed"], event["at"]
            used.add(event["seed"])
        elif event["type"] == "DiceRevealed":
            need(self.revealed is None, "was revealed twice")
            bots = [event.get(side, "") for side in SIDES]
            sealed = sha256("barpoint dice 1", self.match, self.number, event["seed"], *bots)
            need(sealed == self.commitment, "what was revealed is not what was sealed")
            for place, side in enumerate(SIDES):
                part = bots[place]
                need(bool(part) == (side in self.house), f"the part of {side} is not where it belongs")
                if part:
                    self.parts[side] = part
            self.revealed, self.reveal = event["seed"], event["at"]
        else:
            raise Wrong(f"{event['type']} in a game of recipe 1")

    def missing(self):
        """The sides of people without a part."""
        return [side for side in SIDES if side not in self.house and side not in self.parts]


class Check:
    """A match."""

    def __init__(self, match):
        self.match, self.at_table = match, match.count("/") == 4
        self.games, self.by_hand, self.used, self.broken, self.wrong = {}, set(), set(), set(), []
        self.proven = self.waiting = self.hand = 0
        self.game, self.k, self.stage, self.turn, self.started = 1, 0, "", "", False
        self.granted = ""
        self.rolls, self.moments, self.notes, self.covered, self.events = {}, {}, [], set(), 0

    def take_dice(self, event):
        """An event of the dice."""
        check_form(event)
        number, kind = event["game"], event["type"]
        if number in self.broken:
            return
        try:
            game = self.games.get(number)
            if kind in ("GameSealed", "DiceSealed"):
                need(game is None, "was sealed twice")
                self.games[number] = (Game if kind == "GameSealed" else OldGame)(self.match, event)
            elif kind == "ThrownByHand":
                late = isinstance(game, Game) and len(game.rolls) != event["k"]
                late = late or (isinstance(game, OldGame) and game.revealed is not None)
                need(not late, "a roll was put down as thrown by hand too late")
                self.by_hand.add((number, event["k"]))
                if isinstance(game, Game):
                    game.rolls.append(([0, 0], "", set(), set(), set()))  # it has its number, and no link
            elif game is None:
                raise Wrong("something was opened while nothing was sealed")
            elif isinstance(game, Game):
                game.take(event)
            else:
                game.take(event, self.used)
        except Wrong as wrong:
            self.wrong.append(f"game {number}: {wrong}")
            self.broken.add(number)

    def take_log(self, event):
        """An event of the log."""
        self.events += 1
        kind = event.get("type") if isinstance(event, dict) else None
        need(kind in LOG_FIELDS, "the log has an event nobody knows")
        unknown = set(event) - {"type", "at", "person", "lag", *LOG_FIELDS[kind].split()}
        need(not unknown, f"nobody knows what {min(unknown, default='')!r} is in the log")
        try:
            if self.started != (kind != "MatchStarted"):
                raise Wrong("the match begins twice" if self.started else "the log does not begin with the match")
            if kind == "MatchStarted":
                self.started = True
                recorded = event["format"].get("enforcement", "strict") == "recorded"
                need(recorded == self.at_table, "the name and the log do not agree on whether it was at a table")
            elif not self.at_table:
                self.play(kind, event)
        except Wrong as wrong:
            self.wrong.append(f"game {self.game}, after roll {self.k}: {wrong}")
            self.started = True
        if kind in ("OpeningRolled", "DiceRolled"):
            self.take_roll(kind, event)
        elif kind in ENDS:
            self.game, self.k = self.game + 1, 0
        elif kind in ("GameRestored", "PositionCorrected", "FreePlayGranted"):
            self.notes.append(("intervention", self.game, self.k + 1, event.get("by", "")))

    def play(self, kind, event):
        """Whose turn it is."""
        stage, turn, side = self.stage, self.turn, event.get("side")
        if kind == "GameStarted":
            self.stage = "opening"
            need(stage == "", "a game begins while another runs")
        elif kind == "OpeningRolled":
            white, black = event["white"], event["black"]
            if white != black:
                self.stage, self.turn = "play", "white" if white > black else "black"
            need(stage in ("opening", "anything"), "an opening roll out of place")
        elif kind == "DiceRolled":
            self.stage, self.turn = "play", side
            need(stage == "anything" or (stage == "roll" and turn == side), f"{side} rolled out of turn")
        elif kind == "FreePlayGranted":
            self.granted = side if event.get("any_roll") else ""
        elif kind == "RollChosen":
            self.stage, self.turn = "play", side
            need(self.granted == side, f"{side} chose a roll that nobody granted")
        elif kind == "Played":
            self.granted = ""
            self.stage, self.turn = "roll", "black" if side == "white" else "white"
            need(stage == "anything" or (stage == "play" and turn == side), f"{side} played out of turn")
        elif kind in ENDS:
            self.stage = ""
        elif kind in ("GameRestored", "PositionCorrected"):
            self.stage = "anything"

    def take_roll(self, kind, event):
        """A roll of the log."""
        number, k = self.game, self.k
        shown = [event["white"], event["black"]] if kind == "OpeningRolled" else event["dice"]
        pair = isinstance(shown, list) and len(shown) == 2 and all(whole(die, 1) and die <= 6 for die in shown)
        need(pair, "the log has a roll that is not two numbers from 1 to 6")
        shown = shown if kind == "OpeningRolled" else sorted(shown)
        self.rolls[number, k] = shown, kind == "OpeningRolled"
        self.k += 1
        self.moments[number] = (self.moments.get(number, (event["at"], 0))[0], event["at"])
        game = self.games.get(number)
        if number in self.broken:
            return
        try:
            if self.is_by_hand(number, k):
                self.hand += 1
                need(self.at_table, "a roll of an online match is put down as thrown by hand")
                return
            need(game is not None, "it was thrown while nothing was sealed")
            if isinstance(game, Game):
                dice = self.chain_roll(game, k, kind, event)
            else:
                if game.missing():
                    self.broken.add(number)
                    raise Wrong(f"it was thrown without a part of {game.missing()[0]}")
                if game.revealed is None:
                    self.waiting += 1
                    return
                parts = [game.parts[side] for side in SIDES]
                dice = dice_from(game.revealed, self.match, number, k, None, *parts)
            fits = shown == (dice if kind == "OpeningRolled" else sorted(dice))
            need(fits, f"it is not the {dice[0]}-{dice[1]} that follows")
            self.proven += 1
        except Wrong as wrong:
            self.wrong.append(f"game {number}, roll {k + 1}: {wrong}")

    def is_by_hand(self, number, k):
        """Whether a roll was not thrown by a recipe, and may not have been."""
        return (number, k) in self.by_hand or (self.at_table and number not in self.games)

    def chain_roll(self, game, k, kind, event):
        """The dice that follow, if those had opened links who had to."""
        need(k < len(game.rolls), "no link was opened for it")
        dice, owner, persons, opened, extra = game.rolls[k]
        if game.parts:
            return dice
        if kind == "OpeningRolled":
            need(not owner, "an opening roll has no roller")
            need(persons <= opened, f"{min(persons - opened, default='')} had not opened a link")
        else:
            need(opened <= extra, "a link was opened for it that nothing asked for")
            side = event["side"]
            need((side_of(owner) if owner else None) == (None if side in game.house else side), "a wrong link")
        return dice

    def finish(self):
        """What only shows at the end."""
        for number, game in sorted(self.games.items()):
            if isinstance(game, Game):
                if game.rolls and number not in self.broken and (number, len(game.rolls) - 1) not in self.rolls:
                    self.wrong.append(f"game {number}: a roll was thrown and is not in the log")
                for side in SIDES:
                    rollers = {roll[1] for roll in game.rolls if roll[1] and side_of(roll[1]) == side}
                    if len(rollers) > 1:
                        self.wrong.append(f"game {number}: two people rolled for {side}")
            elif number in self.moments:
                first, last = self.moments[number]
                if not self.at_table and game.last_part > first:
                    self.wrong.append(f"game {number}: a part was added after the first roll")
                if not self.at_table and game.reveal and game.reveal < last:
                    self.wrong.append(f"game {number}: the seed was revealed before the last roll")
                if number < self.game and game.revealed is None:
                    self.wrong.append(f"game {number} is over and its seed was not revealed")
        if not self.started:
            self.wrong.append("the log is empty")

    def compare(self, kept, dice):
        """What a player kept is the truth."""
        events = iter(dice)
        for known in kept["dice"]:
            if not any(known == event for event in events):
                self.wrong.append(f"game {known.get('game')}: the file has not the {known.get('type')} that was kept")
                break
        for event in kept.get("shown", []):
            if event not in dice:
                self.wrong.append(f"game {event.get('game')}: the file has not the {event.get('type')} that was shown")
        for number, name in kept.get("unseen", []):
            game = self.games.get(number)
            if isinstance(game, Game) and name in game.begun:
                note = (name.partition("/")[0], game.begun[name])
                game.unwitnessed += [] if note in game.unwitnessed else [note]
        for stream, count in (("match", self.events), ("dice", len(dice))):
            said = kept.get("heads", {}).get(f"{stream}:{self.match}", "").partition(" ")[0]
            if said.isascii() and said.isdecimal() and int(said) > count:
                self.wrong.append(f"the {stream} had {said} events when its record was kept, not {count}")
        own = Check(self.match)
        for known in kept["dice"]:
            own.take_dice(known)
        for number, k, *shown in kept.get("rolls", []):
            present, opening = self.rolls.get((number, k), (None, False))
            if present != (shown if opening else sorted(shown)):
                self.wrong.append(f"game {number}: roll {k + 1} was {shown[0]}-{shown[1]} when it was kept")
            elif own.covers(number, k, present, opening) and not self.is_by_hand(number, k):
                self.covered.add((number, k))

    def covers(self, number, k, shown, opening):
        """Whether what a roll follows from is here: the ends and the links, or a seal with the parts of people."""
        game = self.games.get(number)
        if isinstance(game, Game):
            return k < len(game.rolls) and shown == (game.rolls[k][0] if opening else sorted(game.rolls[k][0]))
        return game is not None and not game.missing()

    def runs(self, code, rolls):
        """A note for each run of rolls of a game: the first of them and the last."""
        runs = []
        for number, k in sorted(rolls):
            if runs and runs[-1][0] == number and runs[-1][2] == k:
                runs[-1][2] = k + 1
            else:
                runs.append([number, k + 1, k + 1])
        return [(code, number, first, "", last) for number, first, last in runs]

    def reservations(self, kept):
        """What is not proven."""
        by_hand = {roll for roll in self.rolls if self.is_by_hand(*roll)}
        found = [("file_only", 0, 0, "")]
        if kept is not None:
            found = self.runs("unkept", set(self.rolls) - self.covered - by_hand)
            found += [("stopped", 0, 0, kept["problem"])] if kept.get("problem") else []
        found += self.runs("by_hand", by_hand)
        for number in sorted({number for number, _ in self.rolls} & set(self.games)):
            game = self.games[number]
            if game.device:
                found.append(("device", number, 0, ""))
            if set(game.house) == set(SIDES):
                found.append(("bots", number, 0, ""))
            if isinstance(game, OldGame):
                found.append(("recipe_1", number, 0, ""))
                continue
            if game.parts:
                found.append(("words", number, 0, ""))
            found += [("unwitnessed", number, k + 1, owner) for owner, k in game.unwitnessed]
            found += [("exchanged", number, k + 1, owner) for owner, k in game.exchanged if game.opponents(owner)]
        return [*found, *self.notes, ("result", 0, 0, "")]


def verify(file, kept=None):
    """What a check comes to; `Wrong` for what is no such file."""
    need(isinstance(file, dict) and set(file) == {"match", "log", "dice"}, "this is not a match with its dice")
    check = Check(file["match"])
    for event in file["dice"]:
        check.take_dice(event)
    for event in file["log"]:
        check.take_log(event)
    check.finish()
    if kept is not None:
        known = {"match", "dice", "rolls", "shown", "unseen", "kept", "chain", "problem", "heads"}
        need(isinstance(kept, dict) and set(kept) <= known and "dice" in kept, "this is not what a player keeps")
        need(kept.get("match") == file["match"], "what was kept is of another match")
        check.compare(kept, file["dice"])
    return {
        "proven": check.proven,
        "waiting": check.waiting,
        "wrong": check.wrong,
        "by_hand": check.hand,
        "reservations": [list(note) for note in check.reservations(kept)],
        "covered": len(check.covered),
    }


WORDS = {
    "file_only": "Nothing a player kept was given: that the chains came before the rolls is the server's word.",
    "unkept": "game {game}, rolls {roll} to {last}: what was kept does not show that the chains came before them.",
    "stopped": "the device that kept this stopped: {who}",
    "recipe_1": "game {game}: an old recipe; the server and one player together could have chosen its rolls.",
    "unwitnessed": "game {game}, from roll {roll}: {who} had a new chain; with the server they could have chosen it.",
    "exchanged": "game {game}, roll {roll}: with the server, {who} could have thrown away a roll they foresaw.",
    "bots": "game {game}: the house played both sides; its rolls were fixed beforehand, no more.",
    "device": "game {game}: sealed by the device at the table, which had all of it.",
    "words": "game {game}: parts were typed after the seal; whoever had the chain and one player could try out words.",
    "by_hand": "game {game}, rolls {roll} to {last}: thrown by hand, says the file; nothing shows how they fell.",
    "result": "who played, and how it ended, is the word of whoever wrote the file: only the dice are checked.",
    "intervention": "game {game}, before roll {roll}: {who} put the game back or set it right.",
}


def main(arguments):
    """The command."""
    paths = [argument for argument in arguments if argument != "--json"]
    if len(paths) not in (1, 2):
        print(__doc__)
        return 2
    try:
        files = []
        for path in paths:
            with open(path, encoding="utf-8") as opened:
                files.append(json.load(opened))
            need(files[-1] is not None, f"there is nothing in {path}")
        result = verify(*files)
    except (OSError, ValueError, Wrong, KeyError, TypeError, AttributeError, RecursionError) as malformed:
        print(f"cannot be read: {malformed}", file=sys.stderr)
        return 2
    if "--json" in arguments:
        print(json.dumps(result))
        return 1 if result["wrong"] else 0
    for wrong in result["wrong"]:
        print("WRONG ", wrong)
    print(f"{result['proven']} rolls follow from what was published.", end="")
    print(f" {result['waiting']} wait for their game's end." if result["waiting"] else "", end="")
    print(f" {result['by_hand']} were thrown by hand." if result["by_hand"] else "")
    if len(files) > 1 and not result["wrong"]:
        print(f"What a player kept says the same of {result['covered']} of them, and had the ends before them.")
    for code, game, roll, who, *last in result["reservations"]:
        print("NOT PROVEN ", WORDS[code].format(game=game, roll=roll, who=who, last=last and last[0]))
    return 1 if result["wrong"] else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
