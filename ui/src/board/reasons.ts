// Why a checker cannot go somewhere, for people: one short sentence's key and its values. What may be done is the server's
// tree; this only says what stood in the way of something that is not in it.

import { BAR, OFF } from './geometry'

export type ReasonKey = 'why.none' | 'why.needs' | 'why.blocked' | 'why.way' | 'why.bar' | 'why.home' | 'why.both' | 'why.rules'
export interface Reason {
  key: ReasonKey
  number: number
}

/** The board as the mover sees it, the numbers not played yet, and whether both sides run the same way (nobody is hit then). */
export interface Standing {
  points: readonly number[]
  dice: readonly number[]
  rotated: boolean
}

export function reasonAgainst(source: number, target: number, { points, dice, rotated }: Standing): Reason {
  const number = source - target
  const blocked = (point: number) => point !== OFF && points[point] < (rotated ? 0 : -1)
  const reason = (key: ReasonKey): Reason => ({ key, number })
  if (points[BAR] > 0 && source !== BAR) return reason('why.bar')
  if (!(points[source] > 0)) return reason('why.none')
  if (blocked(target)) return reason('why.blocked')
  if (target === OFF && points.slice(7, BAR + 1).some((count) => count > 0)) return reason('why.home')
  const ways = waysOf(number, dice)
  if (!ways.length) return reason('why.needs')
  const stopped = (way: number[]) => way.slice(0, -1).some((_, k) => blocked(source - sum(way.slice(0, k + 1))))
  if (ways.every(stopped)) return reason('why.way')
  return reason(rotated ? 'why.rules' : 'why.both')
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)

/** Every order in which numbers of these dice make a distance. */
function waysOf(distance: number, dice: readonly number[]): number[][] {
  if (!distance) return [[]]
  return [...new Set(dice)].filter((number) => number <= distance).flatMap((number) => {
    const rest = [...dice]
    rest.splice(rest.indexOf(number), 1)
    return waysOf(distance - number, rest).map((way) => [number, ...way])
  })
}
