// A position under study: what stands around it, the line tried so far, what the server's engine says of it.
//
// Questions go one after another: the server works on one of a person's at a time. An answer to a position that was left
// meanwhile is dropped.

import { literalOf } from '../../board/literal'
import { playSteps, type Counts } from '../../board/checkers'
import { me, post, Unsaid, why } from '../../wire/api'
import type { Side, StudyAnswer, StudyAround, StudyPosition, StudyQuestion } from '../../wire/types'

const BLOCK = 36 // games of a slice
export const GAMES = 1296

interface Step {
  position: StudyPosition
  us: Side
  words: string // what led to it
}

export type Hops = [number, number][]

export class Rollout {
  standings = $state.raw<NonNullable<StudyAnswer['rollout']>>([])
  action = $state('')
  games = $state(0)
  running = $state(false)
  failed = $state('')
  readonly plays: Hops[]
  readonly truncate: number

  constructor(plays: Hops[], truncate: number) {
    this.plays = plays
    this.truncate = truncate
  }
}

/** What an address says of dice, score and cube; null if it says nothing. */
export function aroundOf(query: URLSearchParams): StudyAround | null {
  try {
    return JSON.parse(query.get('around') ?? 'null') as StudyAround | null // the server reads it, and says what is wrong
  } catch {
    return null
  }
}

export class Study {
  position = $state.raw<StudyPosition | null>(null)
  us = $state<Side>('white')
  line = $state.raw<Step[]>([])
  look = $state.raw<StudyAnswer | null>(null)
  rolls = $state.raw<StudyAnswer['rolls']>(undefined)
  scores = $state.raw<StudyAnswer['scores']>(undefined)
  rollout = $state.raw<Rollout | null>(null)
  plies = $state(2)
  roller = $state(false) // what is close is settled by short rollouts
  width = $state<NonNullable<StudyQuestion['width']>>('normal')
  busy = $state(0)
  failed = $state('')
  #turn: Promise<unknown> = Promise.resolve()

  get counts(): Counts {
    return this.position ? { points: this.position.points, off: this.position.off } : { points: new Array(26).fill(0), off: [0, 0] }
  }

  get around(): StudyAround {
    const { roll = null, cube = 1, cube_owner = '', score = [0, 0], length = 0, crawford = false, jacoby = false, beavers = false } = this.position ?? {}
    return { roll, cube, cube_owner: cube_owner as StudyAround['cube_owner'], score, length, crawford, jacoby, beavers }
  }

  /** Read a position, and look at it; a line that was tried is over. */
  async open(text: string, around: StudyAround | null = null): Promise<void> {
    await this.#show(text, around, () => {
      this.line = []
      this.us = 'white'
    })
  }

  /** Change what stands around the position. */
  change(changes: Partial<StudyAround>): Promise<void> {
    return this.#show(this.position?.literal ?? 'start', { ...this.around, ...changes }, () => {})
  }

  /** The checkers stand otherwise. */
  edit(literal: string): Promise<void> {
    return this.#show(literal, { ...this.around, roll: null }, () => (this.line = []))
  }

  /** Make a play: the other side is on roll. */
  async play(hops: Hops, words: string): Promise<void> {
    const from = this.position
    if (!from) return
    const rotated = from.rotated ?? false
    const after = playSteps(this.counts, 'us', hops, rotated).at(-1) ?? this.counts
    const { score = [0, 0], cube_owner } = this.around
    const owner = cube_owner === 'us' ? 'them' : cube_owner === 'them' ? 'us' : ''
    const around: StudyAround = { ...this.around, roll: null, score: [score[1], score[0]], cube_owner: owner }
    const step = { position: from, us: this.us, words }
    await this.#show(literalOf(after, rotated, from.discipline, true), around, () => {
      this.line = [...this.line, step]
      this.us = this.us === 'white' ? 'black' : 'white'
    })
  }

  /** Back to where the line stood after so many plays. */
  back(to: number): void {
    const step = this.line[to]
    if (!step) return
    this.line = this.line.slice(0, to)
    this.us = step.us
    this.#set(step.position)
  }

  async #show(text: string, around: StudyAround | null, then: () => void): Promise<void> {
    this.failed = ''
    try {
      const position = await post<StudyPosition>('/api/study/position', around ? { position: text, around } : { position: text })
      then()
      this.#set(position)
    } catch (error) {
      this.failed = why(error)
    }
  }

  #set(position: StudyPosition): void {
    if (this.rollout) this.rollout.running = false
    this.position = position
    this.look = this.rollout = null
    this.rolls = this.scores = undefined
    const shown = new URL(location.href)
    shown.search = this.query()
    history.replaceState(null, '', shown)
    if (this.playable) void this.ask({ wish: 'look', plies: this.plies, width: this.width, roller: this.roller }).then((answer) => answer && (this.look = answer))
  }

  /** What an address says of the position; an XGID names no discipline: there what stands around it comes beside it. */
  query(name = 'position'): string {
    if (!this.position) return ''
    const { xgid, literal, discipline } = this.position
    return new URLSearchParams(xgid && discipline === 'backgammon' ? { [name]: xgid } : { [name]: literal, around: JSON.stringify(this.around) }).toString()
  }

  get playable(): boolean {
    const { points = [], problems } = this.position ?? {}
    return !problems?.length && points.some((count) => count > 0) && points.some((count) => count < 0)
  }

  lookAgain(): void {
    if (this.position) this.#set(this.position)
  }

  askRolls(): void {
    if (!this.rolls) void this.ask({ wish: 'rolls', plies: 1 }).then((answer) => answer?.rolls && (this.rolls = answer.rolls))
  }

  askScores(length: number): void {
    this.scores = undefined
    void this.ask({ wish: 'scores', plies: this.plies, length }).then((answer) => answer?.scores && (this.scores = answer.scores))
  }

  /** Begin a rollout, or go on with one that was stopped. */
  async rollOut(rollout: Rollout): Promise<void> {
    this.rollout = rollout
    rollout.running = true
    rollout.failed = ''
    while (rollout.running && rollout.games < GAMES) {
      const games = rollout.games + BLOCK
      const answer = await this.ask({ wish: 'rollout', plays: rollout.plays, games, truncate: rollout.truncate }, rollout)
      if (!answer?.rollout) break
      rollout.standings = answer.rollout
      rollout.action = answer.action ?? ''
      rollout.games = games
    }
    rollout.running = false
  }

  /** One question after another; null if the position has changed meanwhile, or there is no answer. */
  ask(question: Omit<StudyQuestion, 'position' | 'around'>, rollout: Rollout | null = null): Promise<StudyAnswer | null> {
    const position = this.position
    const around = this.around
    const next = this.#turn.then(async () => {
      if (!position || position !== this.position || (rollout && !rollout.running)) return null
      this.busy += 1
      try {
        await me()
        const asked = { position: position.literal, around, ...question }
        const answer = await patiently(() => post<StudyAnswer>('/api/study', asked), () => position === this.position)
        return position === this.position ? answer : null
      } catch (error) {
        if (rollout) rollout.failed = why(error)
        else if (position === this.position) this.failed = why(error)
        return null
      } finally {
        this.busy -= 1
      }
    })
    this.#turn = next
    return next
  }
}

const PATIENCE = 30 // tries, a second apart: a question of this person from before a reload may still be worked on

/** The answer, asked for again while the desk is busy with an earlier question and the answer is still wanted. */
async function patiently<Answer>(ask: () => Promise<Answer>, wanted: () => boolean): Promise<Answer> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await ask()
    } catch (error) {
      if (!(error instanceof Unsaid && error.code === 'study_busy') || tries === PATIENCE || !wanted()) throw error
      await new Promise((wake) => setTimeout(wake, 1000))
    }
  }
}
