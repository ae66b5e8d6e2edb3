// A match as this page follows it: the views in the order they came, the turn in the making, what was refused.
//
// Views that come in one breath (a bot's roll and its play) are shown one after the other, so that a person can
// see what happened, and a play is shown hop by hop; commands always go out on the newest version.

import { playSteps, sameCounts, type Counts, type Hop } from '../../board/checkers'
import { diceAfter, HopWalk } from '../../board/hop_walk.svelte'
import { Motion } from '../../board/motion.svelte'
import { writeMoves } from '../../board/moves'
import { DiceKeeper, type StreamHead } from '../../dice/keeper.svelte'
import type { DiceFile } from '../../dice/proof'
import { newId } from '../../ids'
import { hopTime, moving, settings } from '../../settings.svelte'
import { play as sound } from '../../sound'
import { t, word } from '../../text/index.svelte'
import { get, me, position, post, Unsaid, why } from '../../wire/api'
import { connection, type Update } from '../../wire/socket.svelte'
import type {
  AnyServerMessage, AnyWish, Chat, Hint, MatchView, MatchLink, OpenLink, PublishEnd, Refused, Side,
} from '../../wire/types'
import { announce, playText } from './announcer'
import { decider } from './decider'
import { EventSequence } from './event_sequence'
import { flipCounts, foldLog, type LogEvent, type LogTurn } from './match_log'
import { doubleMeaning, resignCost } from './status'

const HOLD: Record<string, number> = { DiceRolled: 2, OpeningRolled: 3, Played: 0.5, Doubled: 2, GameEnded: 1 } // in hops
const SOUNDS: Record<string, 'dice' | 'cube' | 'over'> = {
  DiceRolled: 'dice', OpeningRolled: 'dice', Doubled: 'cube', DoubleTaken: 'cube', GameEnded: 'over',
}
const CROWD = 8 // so many views waiting are no longer shown one by one
const GRACE = 4000 // milliseconds another device of ours has to open a link for an opening roll
const PATIENCE = 150 // tenths of a second until a new chain of ours counts
const RETRY = 1500 // milliseconds until a log that was not to be had is asked for again
const SLOW_STEP = 450 // a play that is looked at again without motion goes picture by picture

/** Something that is asked before it is done. */
export interface Question {
  text: string
  yes: string
  act: () => void
  danger?: boolean
  /** It is not about the position: what the other side does meanwhile leaves it there. */
  lasting?: boolean
}

export class MatchPage {
  view = $state.raw<MatchView | null>(null)
  turn = new HopWalk()
  motion = new Motion()
  refused = $state.raw<Refused | null>(null)
  fault = $state('')
  announcement = $state('')
  hinted = $state('')
  chat = $state.raw<Chat[]>([])
  unread = $state(0)
  /** Whether the panel about people is open, and what of their words is to be reported. */
  aboutPeople = $state(false)
  quoted = $state.raw<{ side: Side; text: string } | null>(null)
  missing = $state(false)
  sending = $state(false)
  question = $state.raw<Question | null>(null)
  /** The levels at which a game can be resigned, while one is being chosen. */
  levels = $state.raw<number[]>([])
  pending = $state.raw<{ text: string; act: () => void } | null>(null)
  /** Says that hops were sent and stand as if accepted. */
  handedIn = $state(false)
  rotated = $state(false)
  /** Whether the card between games is folded away, so that the board can be looked at. */
  folded = $state(false)
  /** The rematch, if it was agreed on while this page was open. */
  rematch = $state('')
  #name = $state('') // ours
  readonly proof: DiceKeeper
  #newest: MatchView | null = null
  #tending = false
  #grace = 0
  /** The turn that is being looked at again. */
  replayed = $state.raw<LogTurn | null>(null)

  #sequence = new EventSequence()
  #events = $state.raw<readonly LogEvent[]>([])
  #start = $state.raw<Counts | null>(null)
  log = $derived(foldLog(this.#events, this.#start, this.rotated))
  #shownPlay = $state(0) // the version of the play that is in motion
  #last = $state.raw<Counts | null>(null) // the board a game ended with
  #loading = false
  #least = 0 // the version the log has to reach
  #retry = 0
  #version = 0
  #waiting: Update[] = []
  #timer = 0
  #auto = 0
  #undo = 0
  #leave: (() => void)[] = []
  #left = false // this page, for another

  constructor(readonly id: string) {
    this.proof = new DiceKeeper(id)
  }

  get us(): Side {
    return this.view?.audience === 'black' ? 'black' : 'white'
  }

  get playing(): boolean {
    return this.view?.audience === 'white' || this.view?.audience === 'black'
  }

  /** Whether something waits for us. */
  get ours(): boolean {
    if (!this.view || !this.playing) return false
    return (decider(this.view) === this.us && !this.aside) || Boolean(this.view.open?.opening)
  }

  /** Whether our partner plays this game. */
  get aside(): boolean {
    const side = this.view && this.playing ? this.view[this.us] : null
    return Boolean(side?.operator && side.names.includes(this.#name) && side.operator !== this.#name)
  }

  /** The view as we may act on it: whoever's partner plays only looks on. */
  #open(view: MatchView): MatchView {
    if (!this.aside || !view.game) return view
    const { opening, name_operator, call_director, call_break, end_break, leave } = view.open ?? {}
    return { ...view, open: { opening, name_operator, call_director, call_break, end_break, leave } }
  }

  sit(): () => void {
    this.#left = false
    this.#leave = [
      connection.watch(`match:${this.id}`, (update) => this.#came(update)),
      connection.hear((message) => this.#receive(message)),
    ]
    void me()
      .then(({ name }) => {
        this.#name = name
        if (this.view) this.view = this.#open(this.view)
      })
      .catch(() => undefined) // a spectator may be nobody
    void get<Chat[]>(`/api/matches/${encodeURIComponent(this.id)}/chat`)
      .then((lines) => (this.chat = [...lines, ...this.chat.filter((line) => !lines.some((known) => known.at === line.at && known.text === line.text))]))
      .catch(() => undefined) // a match that is not there says so itself
    return () => {
      this.#left = true
      this.#waiting = []
      this.motion.stop()
      for (const timer of [this.#timer, this.#auto, this.#undo, this.#grace, this.#retry]) window.clearTimeout(timer)
      for (const leave of this.#leave) leave()
    }
  }

  #came(update: Update): void {
    const known = this.#version
    this.#version = update.t === 'state' ? update.version : update.to
    this.#checkDice(update)
    const sameMatch = update.t === 'state' && update.version === known && this.view // only the room has changed
    if ((update.t === 'state' && !sameMatch) || !moving()) {
      this.#flush()
      this.#show(update)
      if (update.t === 'state') {
        this.#least = update.version
        if (this.#events.length < this.#least) void this.#load()
      }
      return
    }
    this.#waiting.push(update)
    if (!this.#timer && !this.motion.running) this.#next()
  }

  /** What waits is shown at once. */
  #flush(): void {
    window.clearTimeout(this.#timer)
    this.#timer = 0
    const waiting = this.#waiting
    this.#waiting = []
    this.#stopMotion()
    for (const earlier of waiting) this.#show(earlier, true)
  }

  #stopMotion(): void {
    this.motion.stop()
    this.replayed = null
  }

  #next(): void {
    this.#timer = 0
    const update = this.#waiting.shift()
    if (!update) return
    this.#show(update, this.#waiting.length > CROWD)
    const events = (update.t === 'changed' ? update.events : undefined) ?? []
    const hold = Math.max(0, ...events.map((event: LogEvent) => HOLD[event.type] ?? 0)) * hopTime()
    if (this.motion.running) return // its end comes here again
    this.#timer = window.setTimeout(() => this.#next(), this.#waiting.length > CROWD ? 0 : hold)
  }

  #show(update: Update, atOnce = false): void {
    let view = update.view
    if (!view) return
    const events: LogEvent[] = (update.t === 'changed' ? update.events : undefined) ?? []
    const before = this.view ? this.counts : null
    const wasOurs = this.ours
    const made = this.turn.made.length > 0 // our own play lies on the board already
    if (this.view?.phase !== view.phase) this.folded = false
    if (this.view && !this.view.rematch) this.rematch = view.rematch ?? ''
    this.view = view
    this.view = view = this.#open(view)
    if (this.playing) connection.sit(this.id)
    this.rotated = view.game?.rotated ?? this.rotated
    this.handedIn = false
    if (events.length) {
      this.hinted = ''
      if (view.ended || !this.question?.lasting) this.question = null
      this.levels = []
    }
    this.#stopMotion()
    this.turn.follow(view.game ?? null)
    if (update.t === 'changed') this.#note(update.from, events)
    const played = events.find((event) => event.type === 'Played' && !(made && event.side === this.us))
    const after = view.game ? this.turn.counts : null
    if (before) this.#move(view, before, after, played, atOnce ? 0 : update.t === 'changed' ? update.from + 1 + events.indexOf(played!) : 0)
    const words = events.map((event) => announce(event, view, this.#playText(event))).filter(Boolean)
    if (this.#ours(view) && this.turn.stuck) words.push(t('match.no_move'))
    if (words.length) this.announcement = words.join(' ')
    for (const event of events) if (event.type in SOUNDS) sound(SOUNDS[event.type])
    if (this.ours && !wasOurs && events.length) sound('turn')
    if (!this.motion.running) this.#automatic()
  }

  /** See the play that led from one board to the next; what cannot have been one play is shown at once. */
  #move(view: MatchView, before: Counts, after: Counts | null, played: LogEvent | undefined, version: number): void {
    const party = played?.side === this.us ? 'us' : 'them'
    const hops = (played?.hops ?? []) as Hop[]
    const steps = playSteps(before, party, hops, this.rotated)
    const final = after ?? steps.at(-1) ?? before
    if (!view.game) this.#last = sameCounts(before, final) ? before : final
    if (!steps.length || !sameCounts(steps.at(-1)!, final)) return
    if (!version || !moving()) {
      sound('hop')
      return
    }
    this.#shownPlay = version
    this.motion.run(before, steps, (hop) => this.#hopSound(hop ? steps[hop - 1] : before, steps[hop]), () => this.#moved())
  }

  #hopSound(before: Counts, after: Counts): void {
    const onBar = ({ points }: Counts) => Math.abs(points[0]) + points[25]
    sound(onBar(after) > onBar(before) ? 'hit' : 'hop')
  }

  #moved(): void {
    this.#shownPlay = 0
    if (this.#waiting.length && !this.#timer) this.#timer = window.setTimeout(() => this.#next(), hopTime() / 2)
    else if (!this.#waiting.length) this.#automatic()
  }

  // The log

  #playText(event: LogEvent): string {
    const turn = event.type === 'Played' ? this.log.turns.at(-1) : undefined
    return turn && turn.hops === event.hops ? playText(turn, this.rotated) : ''
  }

  #note(from: number, events: LogEvent[]): void {
    const whole = this.#sequence.add(from, events)
    this.#events = this.#sequence.events
    if (!whole) void this.#load()
  }

  /** All that has happened so far: what a page that was opened late, or anew, has missed; tried until it is there. */
  async #load(): Promise<void> {
    if (this.#loading) return // whoever asks meanwhile finds out in the end whether it was all
    this.#loading = true
    window.clearTimeout(this.#retry)
    const [text, start] = await Promise.all([
      get<string>(`/api/matches/${encodeURIComponent(this.id)}/export/log`),
      this.#start ? null : position(`${this.view?.format.discipline ?? 'backgammon'} start`),
    ]).catch((fault) => [fault instanceof Unsaid && fault.status < 500 ? '' : null, null] as const) // what is refused stays so
    const whole = this.#sequence.load((text ?? '').split('\n').filter(Boolean).map((line) => JSON.parse(line)))
    this.#events = this.#sequence.events
    this.#loading = false
    if (start && !this.view?.format.start) {
      this.#start = { points: start.points, off: start.off }
      this.rotated = start.rotated
    }
    const tryAgain = text === null || (text && (!whole || this.#events.length < this.#least))
    if (tryAgain) this.#retry = window.setTimeout(() => void this.#load(), RETRY)
  }

  /** The dice that lie on the board: both stay until the next roll, and dim as they are used. */
  get dice(): { dice: { number: number; used: boolean }[]; roller: Side; key: string } {
    const game = this.view?.game
    if (this.replayed?.dice) {
      const { dice, hops, side, version } = this.replayed
      return { dice: diceAfter(dice, hops.slice(0, this.motion.hops)), roller: side, key: `again ${version}` }
    }
    const roll = this.log.roll
    const key = roll ? `roll ${roll.version}` : `${game?.number} ${game?.turn} ${game?.dice}`
    if (game?.dice && (this.turn.toMove || !roll || roll.hops)) {
      return { dice: this.turn.toMove ? this.turn.dice : diceAfter(game.dice, []), roller: game.turn, key }
    }
    if (!roll) return { dice: [], roller: game?.turn ?? 'white', key: '' }
    const hops = roll.hops ?? []
    const seen = this.#shownPlay && this.motion.running ? hops.slice(0, this.motion.hops) : hops
    return { dice: diceAfter(roll.dice, seen), roller: roll.side, key }
  }

  /** The checkers as they are to be shown. */
  get counts(): Counts {
    if (this.motion.counts) return this.motion.counts
    if (this.view?.game) return this.turn.counts
    if (this.#last) return this.#last
    const known = this.log.counts ?? this.#start
    return known ? this.#seen(known) : this.turn.counts
  }

  /** A board of the log, which is White's, as we see it. */
  #seen(counts: Counts): Counts {
    return this.us === 'white' ? counts : flipCounts(counts, this.rotated)
  }

  /** See a turn again; without one the last play. */
  replay(turn: LogTurn | undefined = this.log.turns.filter((one) => one.hops.length && !one.undone).at(-1)): void {
    if (!turn?.before || !turn.hops.length || this.#waiting.length) return
    this.#stopMotion()
    const before = this.#seen(turn.before)
    const steps = playSteps(before, turn.side === this.us ? 'us' : 'them', turn.hops, this.rotated)
    this.replayed = turn
    this.announcement = t('log.again', { play: playText(turn, this.rotated) })
    this.motion.run(
      before, steps, (hop) => this.#hopSound(hop ? steps[hop - 1] : before, steps[hop]),
      () => {
        this.replayed = null
        this.#moved()
      },
      Math.max(hopTime(), moving() ? 0 : SLOW_STEP),
    )
  }

  /** Whether the cube stood otherwise, or in another game, when the turn that is looked at again was played. */
  get cubeSince(): boolean {
    const { replayed, log } = this
    if (!replayed) return false
    const earlier = log.games.slice(0, -1).some(({ rows }) => rows.some((row) => row[replayed.side] === replayed))
    return earlier || log.turns.some(({ kind, version }) => version > replayed.version && (kind === 'double' || kind === 'beaver'))
  }

  /** Our own hops beyond the first are seen one by one, too. */
  walk(from: number): void {
    const made = this.turn.made.length
    if (made - from < 2 || !moving()) return
    const steps = Array.from({ length: made - from }, (_, k) => this.turn.countsAfter(from + 1 + k))
    const before = this.turn.countsAfter(from)
    this.motion.run(before, steps, (hop) => this.#hopSound(hop ? steps[hop - 1] : before, steps[hop]), () => this.#moved())
  }

  #ours(view: MatchView): boolean {
    return view.game?.turn === this.us && this.playing && !this.aside
  }

  #receive(message: AnyServerMessage): void {
    if (message.t === 'fault') {
      this.fault = message.sentence
      this.sending = this.handedIn = false
      if (message.code === 'unknown' && !this.view) this.missing = true
    } else if (message.t === 'chat' && message.match === this.id) {
      this.chat = [...this.chat, message]
      this.unread += 1
      this.announcement = `${message.by}: ${/^[a-z_]+$/.test(message.text) ? word('phrase', message.text) : message.text}`
    } else if (message.t === 'dice' && message.match === this.id) {
      if (this.proof.takeNews(message)) void this.#tend()
      else connection.drop() // something was missed: come back and read it anew
    } else if (message.t === 'sealed' && message.match === this.id && this.playing) this.#contribute(message.game)
    else if (message.t === 'presence' && message.match === this.id && this.view) {
      const side = message.side as Side
      const known = this.view[side]
      if (!known) return
      this.view = { ...this.view, [side]: { ...known, here: message.here, away_left: message.away_left } }
    }
  }

  /** Every roll is checked before it is shown, and a game as a whole when it is over. */
  #checkDice(update: Update): void {
    this.#newest = update.view ?? this.#newest
    const events: LogEvent[] = (update.t === 'changed' ? update.events : undefined) ?? []
    if (update.t === 'state') this.proof.forgetShown()
    else this.proof.takeEvents(events)
    if (events.some(({ type }) => type === 'GameEnded' || type === 'MatchEnded')) void this.#checkGame()
    void this.#tend()
  }

  async #checkGame(): Promise<void> {
    const kept = this.proof.evidence() // what comes while the file is on its way may be missing there
    const file = await get<DiceFile>(`/api/matches/${encodeURIComponent(this.id)}/dice`).catch(() => null)
    if (file) this.proof.verify(file, kept)
    const heads = await get<StreamHead[]>(`/api/matches/${encodeURIComponent(this.id)}/record`).catch(() => null)
    if (heads && this.proof.owner) this.proof.keepHeads(heads)
  }

  /** Publish ends and open links by ourselves, as they are needed. */
  async #tend(): Promise<void> {
    if (this.#tending || !this.proof.owner || !this.#newest) return
    this.#tending = true
    try {
      for (let due = this.#due(); due; due = this.#due()) {
        const answer = await connection.ask(due)
        if (answer.t !== 'ack' || this.#due()?.link === due.link) break
      }
    } finally {
      this.#tending = false
    }
    if (this.proof.openingLost(this.#newest) && !this.#grace)
      this.#grace = window.setTimeout(() => this.#takeOver(), GRACE) // the other device may only be loading anew
  }

  #due(): (PublishEnd & { link?: undefined }) | OpenLink | null {
    return this.proof.endDue() ?? (this.#newest && this.proof.linkDue(this.#newest))
  }

  async #takeOver(): Promise<void> {
    this.#grace = 0
    if (this.#newest && this.proof.openingLost(this.#newest)) await this.rollHere()
  }

  /** From now on this device rolls: with a chain of its own, once the other side has confirmed it. */
  async rollHere(): Promise<boolean> {
    const end = this.proof.lost ? this.proof.newEnd() : null
    if (end) {
      this.proof.waiting = true
      await connection.ask(end)
    }
    for (let tries = 0; tries < PATIENCE && !this.proof.ready && !this.proof.problem; tries++)
      await new Promise((resolve) => window.setTimeout(resolve, 100))
    this.proof.waiting = false
    return this.proof.ready
  }

  /** Our part of the chance in a game. */
  #contribute(game: number): void {
    const bytes = crypto.getRandomValues(new Uint8Array(32))
    const seed = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
    void connection.ask({ t: 'seed', id: newId(), match: this.id, game, seed })
  }

  async do(wish: AnyWish): Promise<void> {
    if (this.sending || this.proof.problem) return // pressed twice is meant once
    window.clearTimeout(this.#auto)
    this.#callOff()
    this.refused = null
    if (!this.question?.lasting) this.question = null // what the page does by itself answers nothing
    this.fault = ''
    this.sending = true
    if (this.#waiting.length || (this.motion.running && wish.t !== 'play')) this.#flush() // whoever goes on has seen enough
    if (wish.t === 'roll' || wish.t === 'opening') {
      if (!this.proof.ready) await this.rollHere()
      if (wish.t === 'roll') wish = { t: 'roll', link: this.proof.rollLink() }
    }
    const answer = await connection.do(this.id, this.#version, wish)
    this.sending = false
    if (answer.t === 'ack') return
    this.handedIn = false
    if (answer.t === 'refused') {
      this.refused = answer
      this.announcement = answer.sentence
    } else if (answer.t === 'fault') this.fault = answer.sentence
    else this.announcement = t('match.conflict')
    if (wish.t === 'play') this.turn.reset()
  }

  /** Ask before it is done: always where it ends something, else as the settings say. */
  propose(wish: AnyWish, text: string, yes: string, { always = false, danger = false, lasting = false } = {}): void {
    const act = () => {
      if (!this.sending) this.question = null
      void this.do(wish)
    }
    if (this.sending) return
    this.#callOff()
    if (always || settings.confirm === 'ask') this.question = { text, yes, act, danger, lasting }
    else if (settings.confirm === 'off') act()
    else {
      this.pending = { text: yes, act }
      this.#undo = window.setTimeout(act, settings.undoTime * 1000)
    }
  }

  double(): void {
    const value = this.view?.open?.double
    if (value) this.propose({ t: 'double' }, doubleMeaning(this.view!, this.us), t('cube.double_yes', { value }))
  }

  /** Resign: at which level, where there is a choice, and then whether. */
  resign(level?: number): void {
    const open = this.view?.open?.resign ?? []
    if (!level && open.length > 1) {
      this.question = null
      this.levels = open
      return
    }
    this.levels = []
    const value = level ?? open[0]
    if (!this.view || !value) return
    const yes = t('resign.yes', { level: word('level', String(value)) })
    this.propose({ t: 'resign', level: value }, resignCost(this.view, this.us, value), yes, { always: true, danger: true })
  }

  /** What was to be done is not done. */
  callOff(): void {
    this.#callOff()
    this.question = null
    this.levels = []
  }

  #callOff(): void {
    window.clearTimeout(this.#undo)
    this.pending = null
  }

  /** Hand the play in; the board shows it at once. */
  done(): void {
    if (!this.turn.complete || this.handedIn || this.sending) return
    this.handedIn = true
    void this.do({ t: 'play', hops: this.turn.hops })
  }

  /** Make the only play there is. */
  force(): void {
    const from = this.turn.made.length
    this.turn.force()
    this.walk(from)
    this.done()
  }

  /** What the house would do in our place; a play is laid out on the board, to be taken back or confirmed. */
  async hint(): Promise<void> {
    this.fault = ''
    const version = this.#version
    try {
      const { action, hops } = await get<Hint>(`/api/matches/${encodeURIComponent(this.id)}/hint`)
      if (this.#version !== version) return // it is about a position that has passed
      if (hops?.length && this.turn.type(hops)) this.walk(0)
      this.announcement = t('match.hinted', { what: hops?.length ? writeMoves(hops) : word('hint', action) })
      this.hinted = this.announcement
    } catch (error) {
      this.fault = why(error)
    }
  }

  /** The same again: the address of the new match once both sides want it; empty while the other has not said, or once we have left. */
  async again(): Promise<string> {
    const created = await post<MatchLink>(`/api/matches/${encodeURIComponent(this.id)}/rematch`)
    return this.#left ? '' : created.link
  }

  /** Say something to everybody, or to our partner only. */
  say(text: string, team = false): void {
    void connection.ask({ t: 'say', id: newId(), match: this.id, text, team }).then((answer) => {
      if (answer.t === 'refused' || answer.t === 'fault') this.fault = answer.sentence
    })
  }

  /** What the player has asked the page to do without asking. */
  #automatic(): void {
    window.clearTimeout(this.#auto)
    const view = this.view
    if (!view || !this.playing || this.#waiting.length || this.proof.problem || this.proof.takenOver) return
    const open = view.open ?? {}
    const pause = moving() ? Math.max(hopTime(), 150) : 30
    const later = (act: () => void, wait = pause): void => {
      // The news of what we did can be here before its answer is: until then nothing else is sent.
      this.#auto = window.setTimeout(() => (this.sending ? later(act, pause) : act()), wait)
    }
    if (open.opening && !view.game && !view.records?.length) later(() => void this.do({ t: 'opening' }), 100)
    else if (open.roll && !open.choose_roll && (open.double ? settings.skipCube : settings.autoRoll)) later(() => void this.do({ t: 'roll' }))
    else if (open.play && this.turn.stuck && settings.autoPass) later(() => this.done(), moving() ? 1600 : 200)
    else if (open.play && settings.autoBearOff && this.#clear(view) && this.turn.bearOff()) {
      this.walk(0)
      later(() => this.done(), pause + this.turn.made.length * hopTime())
    }
  }

  /** Whether nobody is in the way of our home board any more. */
  #clear(view: MatchView): boolean {
    const points = view.game!.points
    return !points[0] && points.slice(1, 7).every((count) => count >= 0)
  }
}
