"""Small match texts of our own making, one for each dialect, and how records are compared."""

from msgspec.structs import replace

from barpoint.notation.record.event_recorder import canonical
from barpoint.notation.record.match_record import MatchRecord
from barpoint.notation.record.replayer import replay

GNUBG = """; [Event "Club night"]
; [EventDate "2026.05.01"]

 3 point match

 Game 1
 Ann : 0                        Bob : 0
  1)                             31: 8/5 6/5
  2) 42: 24/22 13/9              65: 24/18 18/13
  3)  Doubles => 2                Takes
  4) 11: 8/7 8/7 6/5 6/5          Doubles => 4
  5)  Drops                       Wins 2 points

 Game 2
 Ann : 0                        Bob : 2
  1) 21: 13/11 6/5               64: 24/18 18/14*
  2) 63: 25/22 24/18
                                  Wins 1 point and the match
"""

XG = """\ufeff; [Site "Nowhere"]
; [Player 1 "Bob"]
; [Player 2 "Ann"]
; [Player 1 Elo "1700.00/9"]
; [Player 2 Elo "1600.00/5"]

3 point match

 Game 1
 Ann : 0                               Bob : 0
  1)                                   31: 8/5 6/5
  2) 42: 24/22 13/9                    65: 24/13
  3)  Doubles => 2                      Takes
  4) 11: 8/7(2) 6/5(2)                  Doubles => 4
  5)  Drops                             Wins 2 points

 Game 2
 Ann : 0                               Bob : 2
  1) 21: 13/11 6/5                     64: 24/14*
  2) 63: Bar/22 24/18                   Wins 1 point and the match
"""

GALAXY = """; [Site "BackgammonGalaxy"]
; [Player 1 "Ann"]
; [Player 2 "Bob"]
; [Player 1 Elo "3,00/0"]

3 point match

 Game 1
 Ann : 0                         Bob : 0
  1)                             31: 8/5 6/5
  2) 42: 24/22 13/9              65: 24/18 18/13
  3)  Doubles => 2                Takes
  4) 11: 8/7 8/7 6/5 6/5          Doubles => 4
  5)  Drops                       Wins 2 point

 Game 2
 Ann : 0                         Bob : 2
  1) 21: 13/11 6/5               64: 24/18 18/14
  2) 63: 25/22 24/18              Wins 1 point and the match
"""

STUDIO = """; [Site "Backgammon Studio"]
; [Player 1 "Ann"]
; [Player 2 "Bob"]
; [ClockType "Standard 600/10"]

3 point match


 Game 1
 Ann : 0                                Bob : 0
  1)                                    13: 6/5 8/5
  2) 24: 13/9 24/22                     65: 24/13
  3)  Doubles => 2                       Takes
  4) 11: 8/7(2) 6/5(2)                   Doubles => 4
  5)  Drops                              Wins 2 point


 Game 2
 Ann : 0                                Bob : 2
  1) 21: 6/5 13/11                      64: 24/14*
  2) 63: bar/22 24/18
  3)  Losses 1 point                     Wins 1 point and the match
"""

DIALECTS = {"gnubg": GNUBG, "xg": XG, "galaxy": GALAXY, "studio": STUDIO}


def replayed(record: MatchRecord) -> MatchRecord:
    """The record as it comes out of a strict replay, which has to succeed."""
    result = replay(record)
    assert not result.problems, str(result.problems[0])
    return canonical(result)


def bare(record: MatchRecord) -> MatchRecord:
    """What every form holds: games, players and length."""
    return replace(replayed(record), info={}, book="", notes=())
