// Why a checker cannot go somewhere, for people: one short sentence's key and its values. What may be done is the server's
// tree; this only says what stood in the way of something that is not in it.

import { BAR, OFF } from './geometry'

export type ReasonKey =
  | 'why.none' | 'why.back' | 'why.needs' | 'why.blocked' | 'why.way' | 'why.bar' | 'why.home' | 'why.head' | 'why.wall' | 'why.both' | 'why.most'
export interface Reason {
  key: ReasonKey
  number: number
}

/** The board as the mover sees it, and the numbers not played yet. */
export interface Standing {
  points: readonly number[]
  dice: readonly number[]
  rotated: boolean // both sides run the same way: nobody is hit, there is a head, and six points may not shut everybody in
  fromHead?: number // checkers that have left the head this turn
  theirOff?: number // opposing checkers borne off
}

const HEAD = 24

export function reasonAgainst(source: number, target: number, standing: Standing): Reason {
  const { points, dice, rotated, fromHead = 0 } = standing
  const number = source - target
  const blocked = (point: number) => point !== OFF && points[point] < (rotated ? 0 : -1)
  const reason = (key: ReasonKey): Reason => ({ key, number })
  if (points[BAR] > 0 && source !== BAR) return reason('why.bar')
  if (!(points[source] > 0)) return reason('why.none')
  if (target >= source) return reason('why.back')
  if (rotated && source === HEAD && fromHead) return reason('why.head')
  if (blocked(target)) return reason('why.blocked')
  if (target === OFF && points.slice(7, BAR + 1).some((count) => count > 0)) return reason('why.home')
  const ways = waysOf(number, dice)
  if (!ways.length) return reason('why.needs')
  const stopped = (way: number[]) => way.slice(0, -1).some((_, k) => blocked(source - sum(way.slice(0, k + 1))))
  if (ways.every(stopped)) return reason('why.way')
  const walled = (way: number[]) => way.some((_, k) => shutsIn(source, source - sum(way.slice(0, k + 1)), standing))
  if (rotated && ways.filter((way) => !stopped(way)).every(walled)) return reason('why.wall')
  return reason(dice.length > 1 && new Set(dice).size === 1 ? 'why.most' : 'why.both')
}

/** Whether six points in a row, after this move, have every opposing checker behind them. */
function shutsIn(source: number, target: number, { points, theirOff = 0 }: Standing): boolean {
  if (theirOff || target === OFF) return false
  const across = (point: number) => (point > 12 ? point - 12 : point + 12)
  const ours = (point: number) => points[point] - Number(point === source) + Number(point === target) > 0
  const foremost = Array.from({ length: HEAD }, (_, k) => k + 1).find((theirs) => points[across(theirs)] < 0) ?? 0
  let row = 0
  for (let theirs = foremost; theirs > 0; theirs--) {
    row = ours(across(theirs)) ? row + 1 : 0
    if (row === 6) return true
  }
  return false
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
