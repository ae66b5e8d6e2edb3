// The turn in the making: a walk through the hop tree the server sent. Tentative hops never leave the page
// until the player is done. What may be moved where is what the tree says, nothing else.

import type { Branch, GameView } from '../wire/types'
import { OFF } from './geometry'
import type { Counts, Hop } from './checkers'
import { reasonAgainst, type Reason } from './reasons'

export class HopWalk {
  made = $state.raw<Branch[]>([])
  /** Which die is played first when a checker is tapped. */
  swapped = $state(false)
  #game = $state.raw<GameView | null>(null)
  #key = ''

  /** Show another view; tentative hops stay if it is still the same turn. */
  follow(game: GameView | null): void {
    const key = game ? JSON.stringify([game.number, game.turn, game.dice, game.points, game.tree]) : ''
    if (key !== this.#key) {
      this.made = []
      this.swapped = false
    }
    this.#key = key
    this.#game = game
  }

  node = $derived(this.made.length ? this.made[this.made.length - 1][4] : 0)
  branches = $derived<Branch[]>(this.#game?.tree?.[this.node] ?? [])
  toMove = $derived(Boolean(this.#game?.tree?.length))
  /** Whether the play can be handed in. */
  complete = $derived(this.toMove && !this.branches.length)
  /** Whether no legal play exists for this roll. */
  stuck = $derived(this.toMove && !this.#game!.tree![0].length)

  /** Both dice, or four of a doublet, in the order they are used, and which are played. */
  dice = $derived.by<{ number: number; used: boolean }[]>(() => {
    const dice = this.#game?.dice
    if (!dice) return []
    const [high, low] = [Math.max(...dice), Math.min(...dice)]
    const shown = high === low ? [high, high, high, high] : this.swapped ? [low, high] : [high, low]
    const used = this.made.map((branch) => branch[2])
    return shown.map((number) => {
      const at = used.indexOf(number)
      if (at >= 0) used.splice(at, 1)
      return { number, used: at >= 0 }
    })
  })

  counts = $derived(this.countsAfter(this.made.length))

  /** The board after the first so many hops of this turn. */
  countsAfter(hops: number): Counts {
    const game = this.#game
    if (!game) return { points: new Array(26).fill(0), off: [0, 0] }
    const points = [...game.points]
    const off: [number, number] = [...game.off]
    for (const [source, target, , hits] of this.made.slice(0, hops)) {
      points[source] -= 1
      if (target === OFF) off[0] += 1
      else if (hits) {
        points[target] = 1
        points[0] -= 1
      } else points[target] += 1
    }
    return { points, off }
  }

  sources = $derived(new Set(this.branches.map((branch) => branch[0])))

  targets(source: number): Set<number> {
    return new Set(this.#reach(source).map((path) => path[path.length - 1][1]))
  }

  /** Every walk of one checker from a source, the shortest first. */
  #reach(source: number): Branch[][] {
    const paths: Branch[][] = []
    let front: Branch[][] = this.branches.filter((branch) => branch[0] === source).map((branch) => [branch])
    while (front.length) {
      paths.push(...front)
      front = front.flatMap((path) => {
        const [, at, , , node] = path[path.length - 1]
        if (at === OFF) return []
        const onward = this.#game!.tree![node].filter((branch) => branch[0] === at)
        return onward.map((branch) => [...path, branch])
      })
    }
    return paths
  }

  /** Move a checker by the die that is next, or by the other if that cannot be played. */
  tap(source: number): boolean {
    const mine = this.branches.filter((branch) => branch[0] === source)
    for (const { number, used } of this.dice) {
      const branch = used ? undefined : mine.find(([, , die]) => die === number)
      if (branch) {
        this.made = [...this.made, branch]
        return true
      }
    }
    if (mine.length) this.made = [...this.made, mine[0]]
    return mine.length > 0
  }

  /** Move a checker all the way to a target. */
  drop(source: number, target: number): boolean {
    const paths = this.#reach(source).filter((path) => path[path.length - 1][1] === target)
    if (!paths.length) return false
    const first = this.dice.find((die) => !die.used)?.number
    const path = paths.find((walk) => walk.length === paths[0].length && walk[0][2] === first) ?? paths[0]
    this.made = [...this.made, ...path]
    return true
  }

  /** Walk these hops from the beginning of the turn; false if the tree has no such way. */
  type(hops: Hop[]): boolean {
    const before = this.made
    this.made = []
    if (this.#walk(hops)) return true
    this.made = before
    return false
  }

  #walk(hops: Hop[]): boolean {
    if (!hops.length) return true
    // The order in which hops are typed need not be one in which they can be made.
    for (const [k, [source, target]] of hops.entries()) {
      const before = this.made
      if (this.drop(source, target) && this.#walk(hops.filter((_, j) => j !== k))) return true
      this.made = before
    }
    return false
  }

  /** Make all the hops of the only play there is. */
  force(): void {
    while (this.branches.length) this.made = [...this.made, this.branches[0]]
  }

  /** Bear off with every number if that plays the roll; false leaves the turn as it was. */
  bearOff(): boolean {
    const before = this.made
    while (this.branches.length) {
      const off = this.branches.filter((branch) => branch[1] === OFF).sort((a, b) => b[0] - a[0])[0]
      if (!off) {
        this.made = before
        return false
      }
      this.made = [...this.made, off]
    }
    return this.made.length > 0
  }

  undo(): void {
    this.made = this.made.slice(0, -1)
  }

  reset(): void {
    this.made = []
  }

  swap(): void {
    if (!this.made.length) this.swapped = !this.swapped
  }

  get hops(): [number, number][] {
    return this.made.map(([source, target]) => [source, target])
  }

  /** Why a checker cannot go somewhere; null if it can. */
  reason(source: number, target: number): Reason | null {
    if (this.targets(source).has(target)) return null
    const { points, off } = this.counts
    const fromHead = this.made.filter(([from]) => from === 24).length
    return reasonAgainst(source, target, { points, dice: this.#numbersLeft, rotated: Boolean(this.#game?.rotated), fromHead, theirOff: off[1] })
  }

  get #numbersLeft(): number[] {
    return this.dice.filter((die) => !die.used).map((die) => die.number)
  }

  /** Why a checker cannot move at all: each number's hop and what stands in its way. */
  reasonsToStay(source: number): { hop: Hop; reason: Reason }[] {
    return [...new Set(this.#numbersLeft)].flatMap((number) => {
      const target = Math.max(source - number, OFF)
      const reason = this.reason(source, target)
      return reason ? [{ hop: [source, target] as Hop, reason }] : []
    })
  }

  /** The first of these hops that cannot be made after those before it, and why; the turn stays as it was. */
  firstBad(hops: readonly Hop[]): { hop: Hop; reason: Reason } | null {
    const before = this.made
    this.made = []
    const bad = hops.find(([source, target]) => !this.drop(source, target))
    const reason = bad && this.reason(bad[0], bad[1])
    this.made = before
    return bad && reason ? { hop: bad, reason } : null
  }
}

/** Which of the dice a play has used: two, or four of a doublet, the higher first. */
export function diceAfter(dice: readonly [number, number], hops: readonly Hop[]): { number: number; used: boolean }[] {
  const [high, low] = [Math.max(...dice), Math.min(...dice)]
  const shown = (high === low ? [high, high, high, high] : [high, low]).map((number) => ({ number, used: false }))
  for (const [source, target] of hops) {
    const free = shown.filter((die) => !die.used)
    const die = free.find((one) => one.number === source - target) ?? (target === OFF ? free.find((one) => one.number > source) : free[0])
    if (die) die.used = true
  }
  return shown
}
