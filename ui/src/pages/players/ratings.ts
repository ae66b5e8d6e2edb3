// Ratings in words: whole points, a question mark for a provisional one, pools as people call them.
import { number, word } from '../../text/index.svelte'
import { get } from '../../wire/api'
import type { RatingNow } from '../../wire/types'

/** Ratings of several people in every pool, each in the order in which they are played most; none if they cannot be had. */
export async function ratingsOf(accounts: Iterable<string | undefined>): Promise<RatingNow[]> {
  const people = [...new Set(accounts)].filter(Boolean).slice(0, 100).join(',')
  return people ? get<RatingNow[]>(`/api/ratings/of?accounts=${people}`).catch(() => []) : []
}

/** What somebody has in a pool; where none is named (the match is not rated), in the one they play most. */
export function ratingIn(ratings: readonly RatingNow[], player: string | undefined, pool: string | undefined): RatingNow | undefined {
  return ratings.find((one) => one.player === player && (!pool || one.pool === pool))
}

export function ratingWords(rating: number, provisional = false): string {
  return `${number(Math.round(rating))}${provisional ? '?' : ''}`
}

/** A change with its sign, to a tenth. */
export function changeWords(points: number): string {
  const rounded = Math.round(points * 10) / 10
  return `${rounded < 0 ? '−' : '+'}${number(Math.abs(rounded))}`
}

/** backgammon/blitz/doubles as a phrase. */
export function poolWords(pool: string): string {
  const [discipline, clock, ...more] = pool.split('/')
  const parts = [word('discipline', discipline ?? ''), word('clock_class', clock ?? ''), ...more.map((part) => word('pool', part))]
  return parts.join(', ')
}

/** Where a match of a change can be seen: a tournament's on the board it was played on, or among its results. */
export function matchLink(match: string, board = ''): string {
  const [tournament = '', contest] = match.split('/')
  if (contest && !board) return `/tournaments/${encodeURIComponent(tournament)}/results`
  return `/review/${encodeURIComponent(board || match)}`
}
