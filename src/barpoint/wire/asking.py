"""From a wish to what the service is asked: who, when and which side are added, nothing is judged."""

from typing import assert_never

import msgspec

from barpoint.board import Side
from barpoint.match import commands as c
from barpoint.service.play import Ready, Roll, TakeBack, Wanted
from barpoint.wire import wishes as w


class Asker(msgspec.Struct, frozen=True):
    """Who asks and when: `at` by the client's clock as far as it is believed, `received` by the server's."""

    side: Side
    person: str
    at: int
    received: int


def wanted(wish: w.AnyWish, by: Asker) -> Wanted:
    """What is asked; ResignWish against an offered resignation is the service's to tell apart."""
    at, received, person, side = by.at, by.received, by.person, by.side
    match wish:
        case w.OpeningWish():
            return Ready(at=at, received=received, person=person, side=side)
        case w.RollWish():
            return Roll(at=at, received=received, person=person, side=side)
        case w.PlayWish(hops=hops):
            return c.PlayCheckers(at=at, received=received, person=person, side=side, hops=hops)
        case w.DoubleWish():
            return c.OfferDouble(at=at, received=received, person=person, side=side)
        case w.TakeWish():
            return c.Take(at=at, received=received, person=person, side=side)
        case w.PassWish():
            return c.Pass(at=at, received=received, person=person, side=side)
        case w.BeaverWish():
            return c.Beaver(at=at, received=received, person=person, side=side)
        case w.ResignWish(level=level):
            return c.OfferResignation(at=at, received=received, person=person, side=side, level=level)
        case w.AnswerResignationWish(accept=accept):
            return c.AnswerResignation(at=at, received=received, person=person, side=side, accept=accept)
        case w.ClaimWish(level=level):
            return c.ClaimGame(at=at, received=received, person=person, side=side, level=level)
        case w.AnswerClaimWish(accept=accept):
            return c.AnswerClaim(at=at, received=received, person=person, side=side, accept=accept)
        case w.BreakWish():
            return c.CallBreak(at=at, received=received, person=person, side=side)
        case w.EndBreakWish():
            return c.EndBreak(at=at, received=received, person=person, side=side)
        case w.NoticeExpiryWish():
            return c.AnnounceExpiry(at=at, received=received, person=person, of=side.other)
        case w.NameOperatorWish(operator=operator):
            return c.NameOperator(at=at, received=received, person=person, side=side, operator=operator)
        case w.CallDirectorWish():
            return c.CallDirector(at=at, received=received, person=person, side=side)
        case w.LeaveWish():
            return c.LeaveMatch(at=at, received=received, person=person, side=side)
        case w.TakeBackWish():
            return TakeBack(at=at, received=received, person=person, side=side)
        case _:
            assert_never(wish)
