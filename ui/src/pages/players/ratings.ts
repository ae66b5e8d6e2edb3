// Ratings in words: whole points, a question mark for a provisional one, pools as people call them.
import { number, word } from '../../text/index.svelte'

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

/** Where a match of a change can be seen: a tournament's is on its pages. */
export function matchLink(match: string): string {
  return match.includes('/') ? `/tournaments/${encodeURIComponent(match.split('/')[0] ?? '')}` : `/review/${encodeURIComponent(match)}`
}
