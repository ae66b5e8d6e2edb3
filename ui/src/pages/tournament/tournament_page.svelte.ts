// A tournament as its pages see it: who we are there, its views as they change, and what we ask of it.
//
// view      what one page shows, from `GET /api/tournaments/ID/PATH`; loaded again when the tournament has moved on
// version   what a view was made from; a command carries it, and is stale only if what it is about has changed since
// answer    what came of the last command if it was not simply done: refused, stale, or no line

import { newId } from '../../ids'
import { t } from '../../text/index.svelte'
import { get, post, Unsaid, why } from '../../wire/api'
import { connection } from '../../wire/socket.svelte'
import { hall } from './zone'
import type { AnyTournamentCommand, CommandReceipt, NewCommand, Permission, StaleCommand, TournamentAccess, TournamentNotice } from '../../wire/types'

type Without<T> = T extends unknown ? Omit<T, 'by' | 'at'> & { at?: number } : never
/** A command as a page sends it: the server says who asks, and when unless an official does. */
export type Command = Without<AnyTournamentCommand>
export type Acting = 'player' | 'staff'

/** How something is asked for: on which version, and whether it is the last of several (then the views are looked at). */
interface How {
  acting?: Acting
  expected: number
  id: string
  quiet: boolean
  last: boolean
  done?: (receipt: CommandReceipt) => void
}

export type PageAnswer =
  | { kind: 'refused'; text: string; clauses: string[] }
  | { kind: 'stale'; changes: StaleCommand['changes']; again: () => Promise<boolean> }
  | { kind: 'offline'; again: () => Promise<boolean> }

const MOST_OWN = 400
const ONE_BREATH = 120 // the first change is looked at at once, what follows in one breath is looked at together
const LONGEST_PRESS = 2000 // a finger that lies on the screen does not keep news away for ever

/** One view of the tournament; `value` is null until it is there. */
export class LiveView<T> {
  value = $state.raw<T | null>(null)
  failed = $state('')
  status = $state(0) // of the answer that failed
  version = 0

  #running: Promise<void> | null = null
  #again = false

  constructor(
    readonly page: TournamentPage,
    readonly path: string,
  ) {}

  /** Look (again). One look after the other: an older view never comes after a newer one. */
  load(): Promise<void> {
    if (this.#running) {
      this.#again = true
      return this.#running
    }
    this.#running = this.#look().finally(() => {
      this.#running = null
      if (!this.#again) return
      this.#again = false
      return this.load()
    })
    return this.#running
  }

  async #look(): Promise<void> {
    const from = this.page.version
    try {
      const value = await get<T>(`${this.page.root}${this.path && `/${this.path}`}`)
      await this.page.released()
      this.value = value
      this.version = from
      this.failed = ''
      this.status = 0
    } catch (error) {
      this.failed = why(error)
      this.status = error instanceof Unsaid ? error.status : 0
    }
  }
}

export class TournamentPage {
  access = $state.raw<TournamentAccess | null>(null)
  failed = $state('')
  /** The newest version we have heard of. */
  version = $state(0)
  notices = $state.raw<TournamentNotice[]>([])
  answer = $state.raw<PageAnswer | null>(null)
  busy = $state(false)
  /** The server's time, every second. */
  now = $state(Date.now())

  readonly root: string
  #views = new Set<LiveView<unknown>>()
  #timer = 0
  #looked = -ONE_BREATH // when we looked last
  #queue: Promise<unknown> = Promise.resolve()
  #pressed = false
  #waiting: (() => void)[] = []
  #own: number[] = [] // versions this page has made itself

  constructor(readonly id: string) {
    this.root = `/api/tournaments/${encodeURIComponent(id)}`
  }

  /** What people call an event. */
  contestName(id: string): string {
    return this.access?.contests.find((contest) => contest.id === id)?.name || id
  }

  /** Follow the tournament; in an effect of the page that shows it. */
  follow(): () => void {
    void this.look()
    const clock = window.setInterval(() => (this.now = Date.now() + connection.skew), 1000)
    const unwatch = connection.watch(`tournament:${this.id}`, (update) => {
      const { data } = update
      if (Array.isArray(data)) void this.released().then(() => (this.notices = data))
      this.moved(update.t === 'state' ? update.version : update.to)
    })
    const down = () => (this.#pressed = true)
    const up = () => window.setTimeout(() => this.#release()) // after the click that comes of it
    window.addEventListener('pointerdown', down)
    window.addEventListener('pointerup', up)
    window.addEventListener('pointercancel', up)
    return () => {
      window.removeEventListener('pointerdown', down)
      window.removeEventListener('pointerup', up)
      window.removeEventListener('pointercancel', up)
      window.clearInterval(clock)
      window.clearTimeout(this.#timer)
      this.#timer = 0
      unwatch()
    }
  }

  /** When nothing is being pressed: what is pressed must not move away under the finger. */
  released(): Promise<void> {
    if (!this.#pressed) return Promise.resolve()
    return new Promise((resolve) => {
      this.#waiting.push(resolve)
      window.setTimeout(resolve, LONGEST_PRESS)
    })
  }

  #release(): void {
    this.#pressed = false
    for (const resolve of this.#waiting.splice(0)) resolve()
  }

  /** A view that is kept fresh while the component that asks for it is there. Call it while the component is set up. */
  view<T>(path: string): LiveView<T> {
    const view = new LiveView<T>(this, path)
    $effect(() => {
      this.#views.add(view)
      void view.load()
      return () => this.#views.delete(view)
    })
    return view
  }

  /** The tournament has come to a version: every view that is shown is looked at again. */
  moved(version: number): void {
    if (version <= this.version) return
    this.version = version
    if (this.#timer) return
    this.#timer = window.setTimeout(() => {
      this.#timer = 0
      void this.look()
    }, Math.max(0, this.#looked + ONE_BREATH - performance.now()))
  }

  async look(): Promise<void> {
    this.#looked = performance.now()
    const views = [...this.#views].map((view) => view.load())
    try {
      const access = await get<TournamentAccess>(`${this.root}/access`)
      hall.zone = access.zone
      this.access = access
      this.version = Math.max(this.version, access.version)
      connection.skew ||= access.now - Date.now()
      this.failed = ''
    } catch (error) {
      this.failed = why(error)
    }
    await Promise.all(views)
  }

  may(permission: Permission): boolean {
    return this.access?.permissions.includes(permission) ?? false
  }

  get staff(): boolean {
    return Boolean(this.access?.roles.length)
  }

  /** The version all that is on the screen was made from. */
  get shown(): number {
    const versions = [...this.#views].filter((view) => view.value !== null).map((view) => view.version)
    return versions.length ? Math.min(...versions) : this.version
  }

  /**
   * Ask for something: whether it was done. If it was not, `answer` says why and the frame shows it; forms keep what was
   * typed. `acting` for who is both: a player's own affair, or the desk's. One command after the other.
   */
  do(command: Command, { acting, expected = this.shown, id = newId(), quiet = false, last = true, done }: Partial<How> = {}): Promise<boolean> {
    const result = this.#queue.then(() => this.#send(command, { acting, expected, id, quiet, last, done }))
    this.#queue = result
    return result
  }

  async #send(command: Command, how: How): Promise<boolean> {
    this.busy = true
    if (!how.quiet) this.answer = null
    const { acting, expected, id } = how
    try {
      const asked: NewCommand = { command, id, ...(acting && { acting }) }
      if (acting !== 'player') Object.assign(asked, { expected, own: this.#own.filter((version) => version > expected).slice(-MOST_OWN) })
      const receipt = await post<CommandReceipt>(`${this.root}/commands`, asked)
      this.#own.push(...receipt.events.map((_, back) => receipt.version - back))
      this.version = Math.max(this.version, receipt.version)
      how.done?.(receipt)
      if (how.last) await this.look()
      return true
    } catch (error) {
      this.#explain(error, command, how)
      return false
    } finally {
      this.busy = false
    }
  }

  #explain(error: unknown, command: Command, how: How): void {
    if (!(error instanceof Unsaid)) {
      this.answer = { kind: 'offline', again: () => this.do(command, how) }
    } else if (error.code === 'stale') {
      const { version, changes } = error.body as StaleCommand
      void this.look()
      this.answer = { kind: 'stale', changes, again: () => this.do(command, { ...how, expected: version }) }
    } else {
      this.answer = { kind: 'refused', text: error.message || t('tour.refused'), clauses: error.clauses }
    }
  }
}
