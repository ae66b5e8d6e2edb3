"""A change in words: formula, inputs and arithmetic, line by line, as the page shows them.

Numbers are shown to two places (chances to four); the fold itself keeps a millionth.
"""

from math import sqrt
from typing import Final, assert_never

from barpoint.rating import elo, fibs, glicko
from barpoint.rating.rating_fold import RatingChange
from barpoint.rating.systems import Elo, Fibs, Glicko, Glicko2, RatedResult, RatingSystem, periods_between

FORMULAS: Final = {
    "fibs": "change = 4 K √n P; P(underdog) = 1 / (10^(D √n / 2000) + 1); K = max(1, 5 - experience / 100)",
    "elo": "change = K (score - E); E = 1 / (1 + 10^((opponent - own) / 400))",
    "glicko": "r' = r + q / (1/RD² + q² Σ s² g² E (1-E)) Σ s g (score - E); s = √(n / 25)",
    "glicko2": "r' = r + 173.7178 φ'² Σ s g (score - E); φ' = 1 / √(1/(φ² + t σ'²) + Σ s² g² E (1-E)); s = √(n / 25)",
}


def explain(change: RatingChange, system: RatingSystem) -> tuple[str, ...]:
    """The lines of one change: its formula, each result's arithmetic, and the sum."""
    lines = [_formula(system)]
    for met in change.met:
        lines += _result(change, met, system)
    before, after = change.before, change.after
    lines.append(f"{before.rating:.2f} {change.points:+.2f} = {after.rating:.2f}")
    if after.deviation is not None and before.deviation is not None:
        lines.append(f"RD {before.deviation:.2f} -> {after.deviation:.2f}")
    if after.volatility is not None and before.volatility is not None:
        lines.append(f"volatility {before.volatility:.6f} -> {after.volatility:.6f}")
    return tuple(lines)


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


def _result(change: RatingChange, met: RatedResult, system: RatingSystem) -> list[str]:
    facts = f"{met.match}: {'won' if met.won else 'lost'}, {met.own:.2f} against {met.opponent:.2f}, n = {met.length}"
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
        f"4 × {k:.2f} × {sqrt(met.length):.4f} × {losing:.4f} = {step:+.2f}",
    ]


def _glicko(change: RatingChange, met: RatedResult, system: Glicko | Glicko2) -> str:
    game = glicko.GlickoGame(met.opponent, met.opponent_deviation, float(met.won), met.length)
    g, e = glicko.attenuation(game.deviation), glicko.win_expectancy(met.own, game)
    passed = periods_between(system, change.before.last, change.at)
    return (
        f"s = {game.slope:.4f}, g(RD {game.deviation:.2f}) = {g:.4f}, E = {e:.4f},"
        f" s g (score - E) = {game.slope * g * (game.score - e):+.4f}, t = {passed:.4f}"
    )
