"""A change in words: formula, inputs and arithmetic, line by line, as the page shows them.

Numbers are shown to two places (chances to four); the fold itself keeps a millionth.
"""

from collections.abc import Callable, Mapping
from math import sqrt
from types import MappingProxyType
from typing import Final, assert_never

from barpoint.rating import elo, fibs, glicko
from barpoint.rating.match_events import MatchRated
from barpoint.rating.rating_fold import RatingChange
from barpoint.rating.systems import Elo, Fibs, Glicko, Glicko2, RatedResult, RatingSystem, periods_between

FORMULAS: Final = {
    "fibs": "change = 4 K √n P; P(underdog) = 1 / (10^(D √n / 2000) + 1); K = max(1, 5 - experience / 100)",
    "elo": "change = K (score - E); E = 1 / (1 + 10^((opponent - own) / 400))",
    "glicko": "r' = r + q / (1/RD² + q² Σ s² g² E (1-E)) Σ s g (score - E); s = √(n / 25)",
    "glicko2": "r' = r + 173.7178 φ'² Σ s g (score - E); φ' = 1 / √(1/(φ² + t σ'²) + Σ s² g² E (1-E)); s = √(n / 25)",
}


def explain(
    change: RatingChange, system: RatingSystem, titles: Mapping[str, str] = MappingProxyType({})
) -> tuple[str, ...]:
    """The lines of one change: its formula, each result's arithmetic, and the sum.

    A match goes by its title (`match_title`) where it has one, by its id elsewhere.
    """
    lines = [_formula(system)]
    for met in change.met:
        lines += _result(change, met, system, titles.get(met.match, met.match))
    before, after = change.before, change.after
    lines.append(f"{before.rating:.2f} {change.points:+.2f} = {after.rating:.2f}")
    if after.deviation is not None and before.deviation is not None:
        lines.append(f"RD {before.deviation:.2f} -> {after.deviation:.2f}")
    if after.volatility is not None and before.volatility is not None:
        lines.append(f"volatility {before.volatility:.6f} -> {after.volatility:.6f}")
    return tuple(lines)


def match_title(match: MatchRated, name: Callable[[str], str], *places: str) -> str:
    """A match as people know it: who played, then where and on which day.

    >>> match_title(MatchRated(id="7", at=0, winner=("Ada",), loser=("Bo",), length=5), str, "round 2", "2026-05-01")
    'Ada – Bo, round 2, 2026-05-01'
    """
    sides = " – ".join(" + ".join(map(name, side)) for side in (match.winner, match.loser))
    return ", ".join(filter(None, (sides, *places)))


def _formula(system: RatingSystem) -> str:
    match system:
        case Fibs():
            return FORMULAS["fibs"]
        case Elo():
            return f"{FORMULAS['elo']}; K = {system.k:g}"
        case Glicko():
            return f"{FORMULAS['glicko']}; c = {system.c:g} a period"
        case Glicko2():
            return f"{FORMULAS['glicko2']}; τ = {system.tau:g}"
        case _:
            assert_never(system)


def _result(change: RatingChange, met: RatedResult, system: RatingSystem, title: str) -> list[str]:
    facts = f"{title}: {'won' if met.won else 'lost'}, {met.own:.2f} against {met.opponent:.2f}, n = {met.length}"
    match system:
        case Fibs():
            return [facts, *_fibs(change, met)]
        case Elo():
            chance = elo.win_expectancy(met.own, met.opponent)
            step = elo.change(met.own, met.opponent, float(met.won), system.k)
            return [facts, f"E = {chance:.4f}; {system.k:g} ({met.won:d} - {chance:.4f}) = {step:+.2f}"]
        case Glicko() | Glicko2():
            return [facts, _glicko(change, met, system)]
        case _:
            assert_never(system)


def _fibs(change: RatingChange, met: RatedResult) -> list[str]:
    winner, loser = (met.own, met.opponent) if met.won else (met.opponent, met.own)
    underdog = fibs.underdog_chance(winner - loser, met.length)
    losing = fibs.losing_chance(winner, loser, met.length)
    k = fibs.k_factor(change.before.experience)
    step = fibs.change(winner, loser, met.length, change.before.experience) * (1 if met.won else -1)
    difference = abs(winner - loser)
    which = "the underdog won: 1 - P(underdog)" if winner < loser else "the favourite won: P(underdog)"
    power = f"10^({difference:.2f} × {sqrt(met.length):.4f} / 2000)"
    return [
        f"D = {difference:.2f}; P(underdog) = 1 / ({power} + 1) = {underdog:.4f}",
        f"P = {losing:.4f} ({which})",
        f"K = max(1, 5 - {change.before.experience} / 100) = {k:.2f}",
        f"{'' if met.won else '-'}4 × {k:.2f} × {sqrt(met.length):.4f} × {losing:.4f} = {step:+.2f}",
    ]


def _glicko(change: RatingChange, met: RatedResult, system: Glicko | Glicko2) -> str:
    game = glicko.GlickoGame(met.opponent, met.opponent_deviation, float(met.won), met.length)
    g, e = glicko.attenuation(game.deviation), glicko.win_expectancy(met.own, game)
    passed = periods_between(system, change.before.last, change.at)
    return (
        f"s = {game.slope:.4f}, g(RD {game.deviation:.2f}) = {g:.4f}, E = {e:.4f},"
        f" s g (score - E) = {game.slope * g * (game.score - e):+.4f}, t = {passed:.4f}"
    )
