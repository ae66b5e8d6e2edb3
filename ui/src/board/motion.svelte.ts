// A play as it is seen: picture after picture, a hop at a time. While it runs, its picture stands for the board.

import { hopTime } from '../settings.svelte'
import type { Counts } from './checkers'

const LANDING = 60 // milliseconds a checker lies before the next is lifted

export class Motion {
  counts = $state.raw<Counts | null>(null)
  /** How many hops have been made. */
  hops = $state(0)
  #timer = 0
  #end: (() => void) | null = null

  get running(): boolean {
    return this.counts !== null
  }

  /** Show a play from where it began; `onhop` is told of every hop, `onend` when the last has been seen; `pace` is the time of a hop. */
  run(before: Counts, steps: readonly Counts[], onhop: (hop: number) => void, onend: () => void, pace = hopTime()): void {
    this.stop()
    this.counts = before
    this.hops = 0
    this.#end = onend
    let at = 0
    const next = (): void => {
      if (at === steps.length) return this.stop()
      this.counts = steps[at]
      this.hops = ++at
      onhop(at - 1)
      this.#timer = window.setTimeout(next, pace + LANDING)
    }
    this.#timer = window.setTimeout(next, 16) // the picture before it is drawn once
  }

  /** What is left is not waited for. */
  stop(): void {
    window.clearTimeout(this.#timer)
    this.#timer = 0
    const end = this.#end
    this.#end = this.counts = null
    this.hops = 0
    end?.()
  }
}
