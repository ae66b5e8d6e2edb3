// Moves as people write them: 8/5 6/5, 13/7/3, 6/4(2), bar/22*, 4/off. Reading and writing only; what is legal
// the hop tree says.

import { BAR, OFF } from './geometry'
import { afterHop, type Counts, type Hop } from './checkers'

const MOVE = /^(bar|\d{1,2})((?:\/(?:off|\d{1,2})\*?)+)(?:\((\d)\))?$/

/** The hops of a written play, or null where it cannot be read. */
export function readMoves(text: string): [number, number][] | null {
  const hops: [number, number][] = []
  for (const move of text.trim().toLowerCase().replace(/[,;]/g, ' ').split(/\s+/).filter(Boolean)) {
    const match = MOVE.exec(move)
    if (!match) return null
    const steps = [match[1], ...match[2].split('/').filter(Boolean)].map(place)
    if (steps.some((step) => step > BAR)) return null
    for (let times = Number(match[3] ?? 1); times > 0; times--) {
      for (let k = 1; k < steps.length; k++) hops.push([steps[k - 1], steps[k]])
    }
  }
  return hops.length ? hops : null
}

function place(word: string): number {
  const name = word.replace('*', '')
  return name === 'bar' ? BAR : name === 'off' ? OFF : Number(name)
}

type Way = readonly Hop[] // the hops of one checker

/** Hops as people write them: one checker's hops in a row, the same moves together; hits where the board before is known.
 * Made in the order it stands in, a text is legal: where whole ways would not be, they follow the hops as made.
 * `Play.__str__` of the board room is the same in Python. */
export function writeMoves(hops: readonly Hop[], before?: Counts, rotated = false): string {
  const hit = before ? hits(hops, before, rotated) : new Set<number>()
  const made = (before ? orders(joined(hops)).find((order) => mayBeMade(order.flat(), hops, rotated)) : joined(hops)) ?? inARow(hops)
  const unmarked = new Set(hit)
  const counted: [walk: number[], count: number][] = []
  for (const way of made) {
    const walk = [way[0][0], ...way.slice(0, -1).map(([, target]) => target).filter((point) => hit.has(point)), way[way.length - 1][1]]
    const last = counted.at(-1)
    if (last && String(last[0]) === String(walk)) last[1] += 1
    else counted.push([walk, 1])
  }
  return counted
    .map(([walk, count]) => {
      const steps = walk.slice(1).map((point, k) => {
        const star = unmarked.delete(point) || (hit.has(point) && k < walk.length - 2)
        return `${spot(point)}${star ? '*' : ''}`
      })
      return [spot(walk[0]), ...steps].join('/') + (count > 1 ? `(${count})` : '')
    })
    .join(' ')
}

/** The points on which a checker was hit. */
function hits(hops: readonly Hop[], before: Counts, rotated: boolean): Set<number> {
  const hit = new Set<number>()
  let counts = before
  for (const hop of hops) {
    const next = afterHop(counts, 'us', hop, rotated)
    if (next.hits) hit.add(hop[1])
    counts = next.counts
  }
  return hit
}

/** The hops of each checker, from the highest source down. */
function joined(hops: readonly Hop[]): Way[] {
  const left = [...hops].sort((a, b) => b[0] - a[0] || b[1] - a[1])
  const all: Way[] = []
  while (left.length) {
    const way = [left.shift() as Hop]
    for (const hop of [...left]) if (hop[0] === way[way.length - 1][1]) way.push(...left.splice(left.indexOf(hop), 1))
    all.push(way)
  }
  return all
}

/** The hops in their order; those that follow each other with one checker are a way. */
function inARow(hops: readonly Hop[]): Way[] {
  const all: Hop[][] = []
  for (const hop of hops) {
    if (all.at(-1)?.at(-1)?.[1] === hop[0]) all[all.length - 1].push(hop)
    else all.push([hop])
  }
  return all
}

/** Every order of some ways, the given one first. */
function orders(all: Way[]): Way[][] {
  if (all.length < 2) return [all]
  return all.flatMap((first, k) => orders([...all.slice(0, k), ...all.slice(k + 1)]).map((rest) => [first, ...rest]))
}

/** Whether another order of these hops is surely legal as well: the bar goes first, a checker is borne off after what was
 * behind it, and where nobody is hit nothing but the order as made is sure. */
function mayBeMade(order: readonly Hop[], hops: readonly Hop[], rotated: boolean): boolean {
  if (String(order) === String(hops)) return true
  if (rotated) return false
  const entering = hops.filter(([source]) => source === BAR).length
  if (order.slice(0, entering).some(([source]) => source !== BAR)) return false
  const lengths = new Set(hops.map(([source, target]) => source - target))
  if (lengths.size === 1 && hops.every(([source]) => source <= 6)) return true // every checker goes by the number itself
  return hops.every((hop) => hop[1] !== OFF || behind(hop, hops) <= behind(hop, order))
}

/** How many hops from further back are made before a checker is borne off for the first time from here. */
function behind(off: Hop, order: readonly Hop[]): number {
  const first = order.findIndex(([source, target]) => source === off[0] && target === off[1])
  return order.slice(0, first).filter(([source]) => source > off[0]).length
}

const spot = (at: number) => (at === BAR ? 'bar' : at === OFF ? 'off' : String(at))
