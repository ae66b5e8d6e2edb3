// The device at a table: its clock, the match as it is kept here, and what waits to be told to the server. Everything is
// in the browser's own storage after every touch: a page that is closed or out of reach of the network loses nothing.

import { get, post, Unsaid, why } from '../wire/api'
import type { RecordKept, TableSeen } from '../wire/types'
import * as clocks from './clock'
import type { Clock, Rules, Seat } from './clock'
import * as games from './game'
import type { Game, Happened, Level, Tally, Terms } from './game'
import { deliver, type Letter, type Told } from './outbox'

export interface Kept {
  seen: TableSeen
  clock: Clock | null
  game: Game
  tally: Tally
  recording: boolean
  outbox: Letter[]
  reported: boolean
  away: Seat | null // who is on a break
}

const RETRY = 15_000
const id = () => crypto.randomUUID()

export class Device {
  kept = $state.raw<Kept | null>(null)
  now = $state(Date.now())
  missing = $state('')
  refused = $state.raw<string[]>([])
  reached = $state(true)
  #telling = false

  constructor(readonly path: string) {
    this.kept = this.#read()
  }

  /** Show the time, and tell what waits; the way back. */
  run(): () => void {
    const ticking = setInterval(() => this.#tick(), 100)
    const telling = setInterval(() => void this.tell(), RETRY)
    const online = () => void this.tell()
    window.addEventListener('online', online)
    if (this.path) void this.load()
    return () => {
      clearInterval(ticking)
      clearInterval(telling)
      window.removeEventListener('online', online)
    }
  }

  async load(): Promise<void> {
    try {
      const seen = await get<TableSeen>(`/api/tournaments/${this.path}`)
      this.reached = true
      if (!this.kept) this.sit(seen)
      else this.#change({ seen }) // names and tables may have been put right; the match goes on as it is kept here
      void this.tell()
    } catch (error) {
      this.reached = false
      if (!this.kept) this.missing = why(error)
    }
  }

  /** Begin a match. */
  sit(seen: TableSeen): void {
    const tally: Tally = { score: [...seen.score], crawfordDone: false }
    const clock = seen.format.clock ? clocks.fresh(rulesOf(seen), Date.now()) : null
    const game = games.newGame(seen.format.discipline ?? 'backgammon', tally, termsOf(seen))
    this.kept = { seen, clock, game, tally, recording: false, outbox: [], reported: false, away: null }
    this.#write()
  }

  forget(): void {
    this.kept = null
    try {
      localStorage.removeItem(this.#key)
    } catch {
      // nothing was kept
    }
  }

  // The clock

  get terms(): Terms {
    return termsOf(this.kept!.seen)
  }

  /** A side presses: the other's time runs. A clock that stands goes on. */
  press(side: Seat): void {
    const clock = this.kept?.clock
    if (!clock || this.over) return
    const at = Date.now()
    if (clock.paused && clock.running !== null) this.goOn()
    else if (clock.running === null || clock.running === side) {
      this.#change({ clock: clocks.start(clock, games.other(side), at) })
    }
  }

  pause(reason: string): void {
    const clock = this.kept?.clock
    if (clock && !clock.paused) this.#change({ clock: clocks.pause(clock, reason, Date.now()) })
  }

  /** Play goes on; whoever was on a break is back. */
  goOn(): void {
    const { clock, away, seen } = this.kept!
    this.#change({ clock: clock && clocks.resume(clock, Date.now()), away: null })
    if (away !== null) this.ask({ type: 'EndBreak', entrant: seen.entrants[away] })
  }

  #tick(): void {
    this.now = Date.now()
    const clock = this.kept?.clock
    const side = clock?.running ?? null
    if (!clock || side === null || !clocks.expired(clock, side, this.now)) return
    if (clock.trust[side] > 0) this.#change({ clock: clocks.releaseTrust(clock, side, this.now) })
  }

  // The match

  get over(): Seat | null {
    return this.kept ? games.winnerOf(this.kept.tally, this.terms) : null
  }

  get mayRecord(): boolean {
    const kept = this.kept
    return Boolean(kept?.seen.may_record && (kept.seen.format.discipline ?? 'backgammon') in games.STARTS)
  }

  record(on: boolean): void {
    this.#change({ recording: on })
  }

  /** Something happened: it shows, and if the match is recorded it will be told. */
  happened([game, told]: [Game, Happened[], unknown?]): void {
    this.#change({ game, outbox: this.#with(told) })
  }

  look(game: Game): void {
    this.#change({ game })
  }

  /** A game is over; `told` is how, for the record. */
  won(winner: Seat, level: Level, told: Happened[]): void {
    const { tally, game, seen } = this.kept!
    const after = games.scored(tally, game, winner, level, this.terms)
    const next = games.newGame(seen.format.discipline ?? 'backgammon', after, this.terms)
    const clock = this.kept!.clock && clocks.pause(clocks.stop(this.kept!.clock, Date.now()), 'between_games', Date.now())
    this.#change({ tally: after, game: next, clock, outbox: this.#with(told) })
  }

  /** The score put right by hand. */
  correct(side: Seat, change: number): void {
    const { tally, seen } = this.kept!
    const score: clocks.Pair = [...tally.score]
    score[side] = Math.max(0, Math.min(this.terms.length || 999, score[side] + change))
    const fixed = { ...tally, score }
    const game = this.kept!.game.stage === 'opening'
      ? games.newGame(seen.format.discipline ?? 'backgammon', fixed, this.terms) : this.kept!.game
    this.#change({ tally: fixed, game })
  }

  #with(told: Happened[]): Letter[] {
    const { recording, outbox } = this.kept!
    if (!recording || !this.path) return outbox
    const at = Date.now()
    const path = `/api/tournaments/${this.path}/record`
    return [...outbox, ...told.map((one) => ({ id: id(), path, body: { at, ...one } }))]
  }

  // The tournament

  /** Ask something of the tournament: a break, the director, the result. */
  ask(command: Happened): void {
    const { seen, outbox } = this.kept!
    if (!this.path) return
    const key = id()
    const where = { contest: seen.contest, pairing: seen.pairing }
    const body = { id: key, command: { at: Date.now(), ...where, ...command } } // the time counts if it is an official's
    this.#change({ outbox: [...outbox, { id: key, path: `/api/tournaments/${seen.tournament}/commands`, body }] })
  }

  callDirector(about: string): void {
    this.pause('ruling')
    this.ask({ type: 'CallDirector', about })
  }

  takeBreak(side: Seat): void {
    this.pause('break')
    this.#change({ away: side })
    this.ask({ type: 'CallBreak', entrant: this.kept!.seen.entrants[side], breaks: 1 })
  }

  report(): void {
    const { seen, tally } = this.kept!
    const winner = this.over
    if (winner === null || !seen.me) return
    const score = [tally.score[winner], tally.score[games.other(winner)]]
    this.ask({ type: 'ReportResult', entrant: seen.me, winner: seen.entrants[winner], score })
    this.#change({ reported: true })
  }

  /** Tell the server what waits. */
  async tell(): Promise<void> {
    const before = this.kept
    if (this.#telling || !before?.outbox.length) return
    this.#telling = true
    try {
      const count = before.outbox.length
      const { left, refused } = await deliver(before.outbox, (path, body) => this.#post(path, body))
      const come = this.kept!.outbox.slice(count) // what was written meanwhile
      this.#change({ outbox: [...left, ...come] }, false)
      this.refused = [...this.refused, ...refused]
    } finally {
      this.#telling = false
    }
    if (this.reached && this.kept?.outbox.length) void this.tell()
  }

  async #post(path: string, body: unknown): Promise<Told> {
    try {
      const answer = await post<Partial<RecordKept>>(path, body)
      this.reached = true
      return { told: true, refused: (answer.refused ?? []).map((one) => one.detail) }
    } catch (error) {
      if (error instanceof Unsaid && error.status < 500 && error.status !== 429) {
        return { told: true, refused: [error.message] }
      }
      this.reached = false
      return { told: false }
    }
  }

  // Keeping

  get #key(): string {
    return `barpoint.table.${this.path}`
  }

  #change(part: Partial<Kept>, tell = true): void {
    if (!this.kept) return
    this.kept = { ...this.kept, ...part }
    this.#write()
    if (tell && part.outbox?.length) void this.tell()
  }

  #read(): Kept | null {
    try {
      return JSON.parse(localStorage.getItem(this.#key) ?? 'null')
    } catch {
      return null
    }
  }

  #write(): void {
    try {
      localStorage.setItem(this.#key, JSON.stringify(this.kept))
    } catch {
      // it lasts as long as the page
    }
  }
}

export function termsOf({ format }: TableSeen): Terms {
  const cube = format.cube?.enabled ?? true
  return { length: format.length.points ?? 0, crawford: cube && (format.cube?.crawford ?? true), cube }
}

export function rulesOf({ format }: TableSeen): Rules {
  const { method = 'untimed', reserve = 0, delay = 0, trust = 0, untimed = [] } = format.clock ?? {}
  return { method, reserve, delay, trust, untimed: untimed.map((side) => (side === 'white' ? 0 : 1)) }
}
