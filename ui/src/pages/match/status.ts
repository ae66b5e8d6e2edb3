// The one line that says how a match stands, right for both sides and for whoever looks on.

import { number, t, word } from '../../text/index.svelte'
import type { MatchView, Side } from '../../wire/types'
import { nameOf } from './announcer'
import { decider, other } from './decider'

/** What a pass of the double on offer costs, in points and as the score it leads to, ours first. */
export function passCost(view: MatchView, side: Side): string {
  const n = view.game?.cube?.cost_of_pass ?? 0
  const mine = view[side].score ?? 0
  const theirs = (view[other(side)].score ?? 0) + n
  const who = nameOf(view, other(side))
  if (!view.target) return t('cube.pass_money', { n, who })
  if (theirs >= view.target) return t('cube.pass_loses', { who })
  return t('cube.pass_costs', { n, mine, theirs, length: view.target })
}

/** What a take plays for: in points, and where there is a stake in money. */
function takeMeaning(view: MatchView, value: number): string {
  const stake = view.format.stake ?? 0
  const words = t('cube.take_means', { value })
  return stake ? `${words} ${t('cube.take_stake', { stake: number(stake / 100), sum: number((stake * value) / 100) })}` : words
}

/** What a double of ours means: what a pass gives us, with the score it leads to, and what a take plays for. */
export function doubleMeaning(view: MatchView, side: Side): string {
  const n = view.game?.cube?.value ?? 1
  const mine = (view[side].score ?? 0) + n
  const take = takeMeaning(view, view.open?.double ?? 2 * n)
  if (!view.target) return `${t('cube.double_money', { n })} ${take}`
  if (mine >= view.target) return `${t('cube.double_wins')} ${take}`
  return `${t('cube.double_gains', { n, mine, theirs: view[other(side)].score ?? 0, length: view.target })} ${take}`
}

/** What a game lost at a level costs us: in a match with the score it leads to. */
export function resignCost(view: MatchView, side: Side, level: number): string {
  const n = level * (view.game?.cube?.value ?? 1)
  const mine = view[side].score ?? 0
  const theirs = (view[other(side)].score ?? 0) + n
  const who = nameOf(view, other(side))
  if (!view.target) return t('resign.money', { n, who })
  if (theirs >= view.target) return t('resign.loses', { who })
  return t('resign.costs', { n, mine, theirs, length: view.target })
}

/** What a claim of ours means: a tested one ends the game, else it is the other side's word. */
export function claimMeaning(view: MatchView, side: Side, level: number): string {
  const n = level * (view.game?.cube?.value ?? 1)
  return view.format.claims === 'tested' ? t('claim.ends', { n }) : t('claim.asks', { n, who: nameOf(view, other(side)) })
}

export interface Turn {
  us: Side | null // null for spectators
  aside: boolean // our partner plays this game
  complete: boolean
  stuck: boolean
}

/** The status line. */
export function statusLine(view: MatchView, { us, aside, complete, stuck }: Turn): string {
  const game = view.game
  if (view.ended) return view.ended.winner ? t('match.won', { who: nameOf(view, view.ended.winner) }) : t('match.nobody')
  if (view.stopped_by) return t(view.stopped_by === 'official' ? 'match.stopped_official' : 'match.stopped')
  if (view.on_break) return t('match.on_break', { who: nameOf(view, view.on_break) })
  const acts = decider(view)
  if (!game || !acts) return view.open?.opening ? t('status.ready') : us ? t('match.waiting') : t('status.between')
  const mine = acts === us && !aside
  const who = view[acts].operator || nameOf(view, acts) // of a pair one plays
  const by = nameOf(view, other(acts))
  const dice = game.dice ? `${game.dice[0]}\u2011${game.dice[1]}` : ''
  switch (game.stage) {
    case 'answer': {
      const value = game.cube?.offered ?? 2
      const beaver = view.open?.beaver
      if (mine) {
        return [
          t('cube.offered', { who: by, value }), view.open?.pass && passCost(view, acts), takeMeaning(view, value),
          beaver && t('cube.beaver_short', { value: beaver }),
        ].filter(Boolean).join(' ')
      }
      return us && acts !== us ? t('status.you_doubled', { value, who }) : t('status.doubled', { by, value, who })
    }
    case 'resigned': {
      const level = word('level', String(game.offered_level ?? 1))
      const n = (game.offered_level ?? 1) * (game.cube?.value ?? 1)
      if (mine) return `${t('match.they_resign', { who: by, level })} ${t('match.they_resign_worth', { n })}`
      return us && acts !== us ? t('status.you_resigned', { level, who }) : t('status.resigned', { by, level, who })
    }
    case 'claimed': {
      const level = word('level', String(game.offered_level ?? 1))
      if (mine) return t('match.they_claim', { who: by, level })
      return us && acts !== us ? t('status.you_claimed', { level, who }) : t('status.claimed', { by, level, who })
    }
    case 'roll':
      if (!mine) return t('status.they_roll', { who })
      return t(view.open?.double ? 'status.roll_or_double' : 'status.roll')
    default:
      if (!mine) return t('status.they_play', { who, dice })
      if (stuck) return t('status.stuck', { dice })
      return complete ? t('match.press_done') : t('status.play', { dice })
  }
}
