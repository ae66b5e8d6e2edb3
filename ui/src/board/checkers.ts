// Which checker is which: a picture only knows counts, but a checker that moves must be seen to move. Two pictures
// that are one hop apart have one checker that can have moved, so a play is shown as pictures hop by hop.

import { BAR, OFF, THEIR_BAR, THEIR_OFF, type Party } from './geometry'

export interface Checker {
  id: number
  party: Party
  place: number
  slot: number
  order: number // among those that move in this change, 0 first
  hit: boolean // goes to the bar in this change, once the hitter has landed
}

/** Counts as a view has them: + ours, - theirs, [25] our bar, [0] theirs. */
export interface Counts {
  points: readonly number[]
  off: readonly [number, number]
}

/** One checker by one number, in the points of whoever moves it: 25 is the bar, 0 is off. */
export type Hop = readonly [source: number, target: number]

/** The same point as the other side counts it. */
export function across(point: number, rotated: boolean): number {
  if (!rotated) return 25 - point
  return point > 12 ? point - 12 : point + 12
}

/** The place on our board that a party's point is. */
export function placeOf(point: number, party: Party, rotated: boolean): number {
  if (party === 'us') return point
  return point === BAR ? THEIR_BAR : point === OFF ? THEIR_OFF : across(point, rotated)
}

/** Whether a hop hits, and the counts after it. */
export function afterHop(counts: Counts, party: Party, [source, target]: Hop, rotated: boolean): { counts: Counts; hits: boolean } {
  const points = [...counts.points]
  const off: [number, number] = [counts.off[0], counts.off[1]]
  const [own, bar, theirBar] = party === 'us' ? [1, BAR, 0] : [-1, 0, BAR]
  const at = (point: number) => (point === BAR ? bar : party === 'us' ? point : across(point, rotated))
  points[at(source)] -= own
  if (target === OFF) {
    off[party === 'us' ? 0 : 1] += 1
    return { counts: { points, off }, hits: false }
  }
  const to = at(target)
  const hits = points[to] * own < 0
  if (hits) {
    points[to] = own
    points[theirBar] -= own
  } else points[to] += own
  return { counts: { points, off }, hits }
}

/** The pictures of a play, hop by hop. */
export function playSteps(before: Counts, party: Party, hops: readonly Hop[], rotated: boolean): Counts[] {
  const steps: Counts[] = []
  for (const hop of hops) steps.push((before = afterHop(before, party, hop, rotated).counts))
  return steps
}

/** The same picture from the other side of the board. */
export function flipCounts({ points, off }: Counts, rotated: boolean): Counts {
  const seen = points.map((_, place) => (place === 0 || place === 25 ? 0 : -points[across(place, rotated)] || 0))
  seen[0] = -points[25] || 0
  seen[25] = -points[0] || 0
  return { points: seen, off: [off[1], off[0]] }
}

export function sameCounts(a: Counts, b: Counts): boolean {
  return a.off[0] === b.off[0] && a.off[1] === b.off[1] && a.points.every((count, place) => count === b.points[place])
}

function countsByPlace({ points, off }: Counts, party: Party): Map<number, number> {
  const counts = new Map<number, number>()
  for (let point = 1; point <= 24; point++) {
    const count = party === 'us' ? points[point] : -points[point]
    if (count > 0) counts.set(point, count)
  }
  const [bar, tray] = party === 'us' ? [BAR, OFF] : [THEIR_BAR, THEIR_OFF]
  const onBar = Math.abs(party === 'us' ? points[25] : points[0])
  const borne = off[party === 'us' ? 0 : 1]
  if (onBar) counts.set(bar, onBar)
  if (borne) counts.set(tray, borne)
  return counts
}

/** The checkers of a picture, keeping as many where they were as possible. */
export function arrangeCheckers(before: readonly Checker[], picture: Counts): Checker[] {
  let order = 0
  return (['us', 'them'] as Party[]).flatMap((party) => {
    const places = countsByPlace(picture, party)
    const bar = party === 'us' ? BAR : THEIR_BAR
    const placed: Checker[] = []
    const loose: Checker[] = []
    for (const checker of before.filter((other) => other.party === party)) {
      if (checker.slot < (places.get(checker.place) ?? 0)) placed.push({ ...checker, order: 0, hit: false })
      else loose.push(checker)
    }
    loose.sort((a, b) => b.place - a.place || b.slot - a.slot)
    let next = Math.max(0, ...before.map((checker) => checker.id)) + (party === 'us' ? 1 : 101)
    const sortedPlaces = [...places].sort(([a], [b]) => b - a)
    for (const [place, count] of sortedPlaces) {
      const here = placed.filter((checker) => checker.place === place).length
      for (let slot = here; slot < count; slot++) {
        const moved = loose.shift()
        const hit = Boolean(moved) && place === bar
        placed.push({ id: moved?.id ?? next++, party, place, slot, order: moved && !hit ? order++ : 0, hit })
      }
    }
    return placed.sort((a, b) => a.id - b.id)
  })
}
