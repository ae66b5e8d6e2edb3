"""From a wish to what the service is asked: who, when and which side are added, nothing is judged."""

from typing import TypedDict, assert_never

import msgspec

from barpoint.board import Side
from barpoint.match import commands as c
from barpoint.service.play import (
    EndRequest,
    LinkRequest,
    MatchRequest,
    PartRequest,
    ReadyRequest,
    RollRequest,
    TakeBackRequest,
)
from barpoint.wire import messages as m
from barpoint.wire import wishes as w


class _Stamp(TypedDict):
    """What every command says of its sender."""

    side: Side
    person: str
    at: int
    received: int


class Sender(msgspec.Struct, frozen=True):
    """Who asks and when: `at` by the client's clock as far as it is believed, `received` by the server's."""

    side: Side
    person: str
    at: int
    received: int

    @property
    def stamp(self) -> _Stamp:
        """For a command."""
        return _Stamp(side=self.side, person=self.person, at=self.at, received=self.received)


def command_from_wish(wish: w.AnyWish, sender: Sender) -> MatchRequest:
    """What is asked; ResignWish against an offered resignation is the service's to tell apart."""
    stamp = sender.stamp
    match wish:
        case w.OpeningWish():
            return ReadyRequest(**stamp)
        case w.RollWish(link=link):
            return RollRequest(**stamp, link=link)
        case w.PlayWish(hops=hops):
            return c.PlayCheckers(**stamp, hops=hops)
        case w.ChooseRollWish(dice=dice):
            return c.ChooseRoll(**stamp, dice=dice)
        case w.DoubleWish():
            return c.OfferDouble(**stamp)
        case w.TakeWish():
            return c.Take(**stamp)
        case w.PassWish():
            return c.Pass(**stamp)
        case w.BeaverWish():
            return c.Beaver(**stamp)
        case w.ResignWish(level=level):
            return c.OfferResignation(**stamp, level=level)
        case w.AnswerResignationWish(accept=accept):
            return c.AnswerResignation(**stamp, accept=accept)
        case w.ClaimWish(level=level):
            return c.ClaimGame(**stamp, level=level)
        case w.AnswerClaimWish(accept=accept):
            return c.AnswerClaim(**stamp, accept=accept)
        case w.BreakWish():
            return c.CallBreak(**stamp)
        case w.EndBreakWish():
            return c.EndBreak(**stamp)
        case w.NoticeExpiryWish():
            return c.AnnounceExpiry(at=sender.at, received=sender.received, person=sender.person, of=sender.side.other)
        case w.NameOperatorWish(operator=operator):
            return c.NameOperator(**stamp, operator=operator)
        case w.CallDirectorWish():
            return c.CallDirector(**stamp)
        case w.LeaveWish():
            return c.LeaveMatch(**stamp)
        case w.TakeBackWish():
            return TakeBackRequest(**stamp)
        case _:
            assert_never(wish)


def dice_request(message: m.DiceMessage, sender: Sender) -> MatchRequest:
    """What is added to the dice of a match."""
    stamp = sender.stamp
    match message:
        case m.PublishEnd(game=game, chain=chain, end=end, links=links):
            return EndRequest(**stamp, game=game, chain=chain, end=end, links=links)
        case m.OpenLink(game=game, k=k, chain=chain, link=link, digest=digest):
            return LinkRequest(**stamp, game=game, k=k, chain=chain, link=link, digest=digest)
        case m.Contribute(game=game, seed=seed):
            return PartRequest(**stamp, game=game, seed=seed)
        case _:
            assert_never(message)
