// Who has to act in a match: all that the list of unfinished matches needs to know of one.

import type { MatchView, Side } from '../../wire/types'

export const other = (side: Side): Side => (side === 'white' ? 'black' : 'white')

/** Who has to decide something now; null while nobody has. */
export function decider(view: MatchView): Side | null {
  const game = view.game
  if (!game || view.ended || view.stopped_by || view.on_break || game.stage === 'opening') return null
  if (game.stage === 'answer') return game.cube?.by ? other(game.cube.by) : null
  if (game.stage === 'resigned' || game.stage === 'claimed') return game.offered_by ? other(game.offered_by) : null
  return game.turn
}
