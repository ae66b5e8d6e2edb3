// Moves as people write them: 8/5 6/5, 13/7/3, 6/4(2), bar/22*, 4/off. Reading and writing only; what is legal
// the hop tree says.

import { BAR, OFF } from './geometry'
import type { Hop } from './turn.svelte'

const MOVE = /^(bar|\d{1,2})((?:\/(?:off|\d{1,2})\*?)+)(?:\((\d)\))?$/

/** The hops of a written play, or null where it cannot be read. */
export function readMoves(text: string): Hop[] | null {
  const hops: Hop[] = []
  for (const move of text.trim().toLowerCase().replace(/[,;]/g, ' ').split(/\s+/).filter(Boolean)) {
    const found = MOVE.exec(move)
    if (!found) return null
    const steps = [found[1], ...found[2].split('/').filter(Boolean)].map(place)
    if (steps.some((step) => step > BAR)) return null
    for (let times = Number(found[3] ?? 1); times > 0; times--) {
      for (let k = 1; k < steps.length; k++) hops.push([steps[k - 1], steps[k]])
    }
  }
  return hops.length ? hops : null
}

function place(word: string): number {
  const name = word.replace('*', '')
  return name === 'bar' ? BAR : name === 'off' ? OFF : Number(name)
}

/** Hops as people write them: one checker's hops in a row, the same moves together. */
export function writeMoves(hops: readonly Hop[]): string {
  const chains: number[][] = []
  for (const [source, target] of hops) {
    const chain = chains.find((one) => one[one.length - 1] === source)
    if (chain) chain.push(target)
    else chains.push([source, target])
  }
  const counts = new Map<string, number>()
  for (const chain of chains.sort((a, b) => b[0] - a[0])) {
    const move = chain.map((at) => (at === BAR ? 'bar' : at === OFF ? 'off' : String(at))).join('/')
    counts.set(move, (counts.get(move) ?? 0) + 1)
  }
  return [...counts].map(([move, count]) => (count > 1 ? `${move}(${count})` : move)).join(' ')
}
