// A match as this page follows it: the views in the order they came, the turn in the making, what was refused.
//
// Views that come in one breath (a bot's roll and its play) are shown one after the other, so that a person can
// see what happened; commands always go out on the newest version.

import type { Counts } from '../../board/men'
import { writeMoves } from '../../board/moves'
import { Turn } from '../../board/turn.svelte'
import { moving, settings } from '../../settings.svelte'
import { play as sound } from '../../sound'
import { t, word } from '../../text/index.svelte'
import { get, position, post, why } from '../../wire/api'
import { connection, type Update } from '../../wire/socket.svelte'
import type { AnyTold, AnyWish, Chat, Hint, MatchView, Opened, Refused, Side } from '../../wire/types'
import { announce, type LogEvent } from './said'

const HOLD: Record<string, number> = { DiceRolled: 750, OpeningRolled: 1100, Played: 600, Doubled: 500, GameEnded: 400 }
const CROWD = 8 // so many views waiting are no longer shown one by one

export class Table {
  view = $state.raw<MatchView | null>(null)
  turn = new Turn()
  refused = $state.raw<Refused | null>(null)
  fault = $state('')
  said = $state('')
  hinted = $state('')
  log = $state.raw<{ text: string; at: number }[]>([])
  chat = $state.raw<Chat[]>([])
  missing = $state(false)
  sending = $state(false)
  /** Says that hops were sent and stand as if accepted. */
  handedIn = $state(false)
  rotated = $state(false)

  #between = $state.raw<Counts | null>(null)
  #version = 0
  #waiting: Update[] = []
  #timer = 0
  #auto = 0
  #leave: (() => void)[] = []

  constructor(readonly id: string) {}

  get us(): Side {
    return this.view?.audience === 'black' ? 'black' : 'white'
  }

  get playing(): boolean {
    return this.view?.audience === 'white' || this.view?.audience === 'black'
  }

  sit(): () => void {
    this.#leave = [
      connection.watch(`match:${this.id}`, (update) => this.#came(update)),
      connection.hear((told) => this.#heard(told)),
    ]
    return () => {
      window.clearTimeout(this.#timer)
      window.clearTimeout(this.#auto)
      for (const leave of this.#leave) leave()
    }
  }

  #came(update: Update): void {
    this.#version = update.t === 'state' ? update.version : update.to
    if (update.t === 'state' || !moving()) {
      window.clearTimeout(this.#timer)
      this.#timer = 0
      const waiting = this.#waiting
      this.#waiting = []
      for (const earlier of waiting) this.#show(earlier)
      this.#show(update)
      return
    }
    this.#waiting.push(update)
    if (!this.#timer) this.#next()
  }

  #next(): void {
    this.#timer = 0
    const update = this.#waiting.shift()
    if (!update) return
    this.#show(update)
    const events = (update.t === 'changed' ? update.events : undefined) ?? []
    const hold = Math.max(0, ...events.map((event: LogEvent) => HOLD[event.type] ?? 0))
    const wait = this.#waiting.length > CROWD ? 0 : hold
    this.#timer = window.setTimeout(() => this.#next(), wait)
  }

  #show(update: Update): void {
    const view = update.view
    if (!view) return
    const events: LogEvent[] = (update.t === 'changed' ? update.events : undefined) ?? []
    this.view = view
    this.handedIn = false
    this.hinted = ''
    this.turn.follow(view.game ?? null)
    if (view.game) this.#between = null
    else if (!this.#between) void this.#setUp(view)
    for (const event of events) {
      const text = announce(event, view)
      if (text) this.log = [...this.log, { text, at: event.at }]
      sound(event.type)
    }
    const words = events.map((event) => announce(event, view)).filter(Boolean)
    if (this.#ours(view) && this.turn.stuck) words.push(t('match.no_move'))
    if (words.length) this.said = words.join(' ')
    this.#automatic()
  }

  /** Between games the checkers are set up for the next one. */
  async #setUp(view: MatchView): Promise<void> {
    const found = await position(`${view.format.discipline ?? 'backgammon'} start`).catch(() => null)
    if (!found || this.view?.game) return
    this.#between = { points: found.points, off: found.off }
    this.rotated = found.rotated
  }

  /** The checkers as they are to be shown. */
  get counts(): Counts {
    return (!this.view?.game && this.#between) || this.turn.counts
  }

  #ours(view: MatchView): boolean {
    return view.game?.turn === this.us && this.playing
  }

  #heard(told: AnyTold): void {
    if (told.t === 'fault') {
      this.fault = told.sentence
      this.sending = this.handedIn = false
      if (told.code === 'unknown' && !this.view) this.missing = true
    } else if (told.t === 'chat' && told.match === this.id) this.chat = [...this.chat, told]
    else if (told.t === 'sealed' && told.match === this.id && this.playing) this.#contribute(told.game)
    else if (told.t === 'presence' && told.match === this.id && this.view) {
      const side = told.side as Side
      const known = this.view[side]
      if (!known) return
      this.view = { ...this.view, [side]: { ...known, here: told.here, away_left: told.away_left } }
    }
  }

  /** Our part of the chance in a game. */
  #contribute(game: number): void {
    const bytes = crypto.getRandomValues(new Uint8Array(32))
    const seed = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
    void connection.ask({ t: 'seed', id: crypto.randomUUID(), match: this.id, game, seed })
  }

  async do(wish: AnyWish): Promise<void> {
    window.clearTimeout(this.#auto)
    this.refused = null
    this.fault = ''
    this.sending = true
    const answer = await connection.do(this.id, this.#version, wish)
    this.sending = false
    if (answer.t === 'ack') return
    this.handedIn = false
    if (answer.t === 'refused') {
      this.refused = answer
      this.said = answer.sentence
    } else if (answer.t === 'fault') this.fault = answer.sentence
    else this.said = t('match.conflict')
    if (wish.t === 'play') this.turn.reset()
  }

  /** Hand the play in; the board shows it at once. */
  done(): void {
    if (!this.turn.complete || this.handedIn) return
    this.handedIn = true
    void this.do({ t: 'play', hops: this.turn.hops })
  }

  /** What the house would do in our place; a play is laid out on the board, to be taken back or confirmed. */
  async hint(): Promise<void> {
    this.fault = ''
    const asked = this.#version
    try {
      const { action, hops } = await get<Hint>(`/api/matches/${encodeURIComponent(this.id)}/hint`)
      if (this.#version !== asked) return // it is about a position that has passed
      if (hops?.length) this.turn.type(hops)
      this.said = t('match.hinted', { what: hops?.length ? writeMoves(hops) : word('hint', action) })
      this.hinted = this.said
    } catch (error) {
      this.fault = why(error)
    }
  }

  /** The same again: the address of the new match once both sides want it, empty while the other has not said. */
  async again(): Promise<string> {
    const opened = await post<Opened>(`/api/matches/${encodeURIComponent(this.id)}/rematch`)
    return opened.link
  }

  say(text: string): void {
    void connection.ask({ t: 'say', id: crypto.randomUUID(), match: this.id, text })
  }

  /** What the player has asked the page to do without asking. */
  #automatic(): void {
    window.clearTimeout(this.#auto)
    const view = this.view
    if (!view || !this.playing || this.#waiting.length) return
    const open = view.open ?? {}
    const pause = moving() ? 450 : 30
    const later = (act: () => void, wait = pause) => (this.#auto = window.setTimeout(act, wait))
    if (open.opening && !view.game && !view.records?.length) later(() => void this.do({ t: 'opening' }), 100)
    else if (open.roll && (open.double ? settings.skipCube : settings.autoRoll)) later(() => void this.do({ t: 'roll' }))
    else if (open.play && this.turn.stuck && settings.autoRoll) later(() => this.done(), moving() ? 1600 : 200)
    else if (open.play && settings.autoBearOff && this.#clear(view) && this.turn.bearOff()) later(() => this.done())
  }

  /** Whether nobody is in the way of our home board any more. */
  #clear(view: MatchView): boolean {
    const points = view.game!.points
    return !points[0] && points.slice(1, 7).every((count) => count >= 0)
  }
}
