// The device at a table: its clock, the match as it is kept here, and what waits to be told to the server. Everything is
// in the browser's own storage after every touch: a page that is closed or out of reach of the network loses nothing.

import { newId } from '../ids'
import { get, post, Unsaid, why } from '../wire/api'
import type { RecordStatus, Side, TableDice, TableDisplay, TableView, TableWords } from '../wire/types'
import * as clocks from './clock'
import type { Clock, Rules, Seat } from './clock'
import { saveFile } from '../dice/file'
import { newSeed } from '../dice/hashes'
import type { DiceEvent } from '../dice/proof'
import { gameChain, partOf, rollDice, rollOfLink, TABLE_LINKS } from './dice'
import { withThrow, type TableEvidence } from './evidence'
import * as games from './game'
import type { Game, Happening, Level, Tally, Terms } from './game'
import { deliver, isDisplay, isRecord, waiting, withDisplay, type Letter, type Delivery } from './outbox'

/** How it stood before something that can be taken back, and the first entry of it. */
interface Step {
  game: Game
  tally: Tally
  entry: string
  stands: boolean // a roll of sealed dice: nobody throws it again
}

/** What this device has sealed itself, or of the server's seal (`seed` empty) knows: the root, and what was typed. */
interface Seal {
  game: number
  seed: string
  parts: [string, string]
  links?: number // none: sealed by a page of 0.1.0, by recipe 1
  opened?: number
  tip?: string // the newest link of the server's that was opened, at first the end
}

export interface Kept {
  seen: TableView
  clock: Clock | null
  game: Game
  tally: Tally
  recording: boolean
  outbox: Letter[]
  past: Step[]
  noted: { at: number; text: string }[] // positions, for whoever wants them later
  rejected: Happening[] // not kept by the server: to be entered again
  reported: boolean
  away: Seat | null // who is on a break
  pauseEnded?: number // when a pause was over by itself
  timeLoss?: Seat // whose loss on time was declared: once, whatever becomes of it
  firstFlag?: Seat // whose time was used up first: with both gone that side has lost (bws:4.3.3d)
  warned?: Seat[] // whose reserve has fallen below a minute: said once
  words?: TableWords[] // about the cube, that bind; none: kept by a page that knew of none
  dice: TableDice | null
  seals: Seal[]
  evidence?: TableEvidence // of dice that the server threw
  version: number // of the record on the server, as far as it is known here
  begun?: number // when the first thing happened here
  shown?: string // what the desk was told last that the table shows
}

const RETRY = 15_000
const MINUTE = 60_000 // usbgf:4.3.4-2
const STEPS = 40
const SAID = 5_000 // how long it stands there that the clock goes on
const LIMITED = ['between_games', 'die_off_board', 'dispute'] // why players may stop a clock where the book limits it (ibf:3.12a)
const SIDES: Side[] = ['white', 'black']
const LATER = [401, 403, 429]
const TIMED = ['AnnounceExpiry', 'EndTurn', 'Take', 'Pass', 'Beaver', 'AnswerResignation', 'ClaimGame', 'AnswerClaim']
const SEEN = [
  'RollOpening', 'RollDice', 'ChooseRoll', 'SpoilRoll', 'PlayCheckers', 'OfferDouble', 'Take', 'Pass', 'Beaver', 'OfferResignation', 'ClaimGame',
  'AnswerClaim',
]

export class Device {
  kept = $state.raw<Kept | null>(null)
  now = $state(Date.now())
  missing = $state('')
  refused = $state.raw<string[]>([])
  reached = $state(true)
  busy = $state(false) // the server is asked for something the table waits for
  #telling: Promise<void> | null = null
  #awaited = '' // the letter whose answer the table goes on from

  constructor(readonly path: string) {
    this.kept = this.#read()
  }

  /** Show the time, and tell what waits; the way back. */
  run(): () => void {
    const ticking = setInterval(() => this.#tick(), 100)
    const telling = setInterval(() => void this.tell(), RETRY)
    const online = async () => {
      await this.#telling // it may be failing just now
      await this.tell()
    }
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
      const seen = await get<TableView>(`/api/tournaments/${this.path}`)
      this.reached = true
      const kept = this.kept
      if (!kept || String(kept.seen.entrants) !== String(seen.entrants)) this.sit(seen)
      else {
        if (!kept.recording) this.#beginWith(seen.began)
        this.#followClock(seen)
        this.#change({ seen, dice: kept.outbox.length ? kept.dice : seen.dice })
        if (!this.#lostOnTime && kept.recording && !kept.outbox.some(isRecord) && seen.recorded !== kept.version) this.#adopt(seen.stands)
      }
      void this.tell()
    } catch (error) {
      this.reached = false
      if (!this.kept) this.missing = why(error)
    }
  }

  /** Begin a match, or go on where its record stands. */
  sit(seen: TableView): void {
    const terms = games.termsOf(seen)
    const begun = seen.recorded > 0
    const fresh: Tally = { score: [...seen.score], sets: [0, 0], crawfordDone: false }
    const [game, tally] = begun ? games.adopt(seen.stands, terms) : [games.newGame(fresh, terms), fresh]
    const clock = seen.format.clock ? clocks.fresh(rulesOf(seen), Date.now()) : null
    this.kept = {
      seen, clock, game, tally, recording: begun && seen.may_record, outbox: [], past: [], noted: [], rejected: [],
      reported: false, away: null, words: seen.stands.words ?? [], dice: seen.dice, seals: [], version: seen.recorded,
    }
    this.#write()
  }

  forget(): void {
    this.kept = null
    try {
      localStorage.removeItem(this.#key)
    } catch {
      // nothing was kept
    }
    if (this.path) void this.load()
  }

  // The clock

  get terms(): Terms {
    return games.termsOf(this.kept!.seen)
  }

  /** The clock as the tournament has it now: set anew where the director has imposed it, else corrected. */
  #followClock(seen: TableView): void {
    const { clock, seen: before } = this.kept!
    const rules = rulesOf(seen)
    const imposed = (seen.clock_set ?? 0) > (before.clock_set ?? 0)
    if (!clock || !seen.format.clock || (!imposed && rules.reserve === clock.rules.reserve)) return
    const change = imposed ? clocks.setTime : clocks.shiftTime
    this.#change({ clock: change(clock, rules, Date.now()), warned: [] })
  }

  /** A side presses: the other's time runs. A clock that stands goes on. */
  press(side: Seat): void {
    const clock = this.kept?.clock
    if (!clock || this.over !== null) return
    const at = Date.now()
    if (clock.running === null && this.kept!.away !== null) this.goOn() // play goes on: the break is over
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
    if (this.path) void this.load() // what an official has ruled meanwhile
  }

  /** When this pause has lasted as long as the book lets it; 0: the book has no limit for it. */
  get #pauseEnd(): number {
    const clock = this.kept?.clock
    return clock?.rules.pause && clock.paused && LIMITED.includes(clock.paused) ? clock.since + clock.rules.pause : 0
  }

  /** When the clock goes on by itself; 0: it does not. A dispute ends when it is settled or ruled on (ibf:3.12d). */
  get pauseUntil(): number {
    const clock = this.kept?.clock
    return clock?.running !== null && clock?.paused !== 'dispute' ? this.#pauseEnd : 0
  }

  /** Whether the clock stands for longer than the book lets it. */
  get overlong(): boolean {
    return this.over === null && this.#pauseEnd > 0 && this.#pauseEnd <= this.now
  }

  /** Why players may stop the clock; none: they need give no reason. */
  get stopReasons(): string[] {
    const { pause } = this.kept?.clock?.rules ?? {}
    const allowed = this.kept?.seen.format.clock?.pauses as string[] | undefined
    return pause ? LIMITED.filter((reason) => !allowed || allowed.includes(reason)) : []
  }

  /** Whether there are breaks in this match; in one of one's own there are. */
  get hasBreaks(): boolean {
    const { breaks = 0, break_every = 0 } = this.kept!.seen.format
    return !this.path || breaks > 0 || break_every > 0
  }

  get #lostOnTime(): boolean {
    return this.over !== null && this.kept!.timeLoss === games.other(this.over)
  }

  /** Who has lost the match on time, if somebody has. */
  get lostOnTime(): Seat | null {
    return this.#lostOnTime ? this.kept!.timeLoss! : null
  }

  /** The side whose time is used up, and the match with it once that is said; of both the one whose flag fell first. */
  get flagged(): Seat | null {
    const { clock } = this.kept!
    if (!clock || this.over !== null || !this.terms.length || clock.rules.method === 'per_move') return null
    const down = ([0, 1] as Seat[]).filter((side) => clocks.isExpired(clock, side, this.now) && !clock.trust[side])
    return down.length === 1 ? down[0] : down.length ? (this.kept!.firstFlag ?? null) : null
  }

  /** The match is lost on time: the other side has its length, the loser keeps its points (ibf:8.7b). */
  loseOnTime(loser: Seat): void {
    const { tally, clock } = this.kept!
    const at = Date.now()
    this.#change({
      ...this.#withStep(this.#letters([{ type: 'AnnounceExpiry', of: SIDES[loser] }])), timeLoss: loser, tally: games.winMatch(tally, games.other(loser), this.terms),
      clock: clock && clocks.pause(clocks.stop(clock, at), 'ruling', at),
    })
  }

  /** Whether a flag that falls ends the match by itself (ibf:8.7c); elsewhere the opponent has to notice it. */
  get #declaresTime(): boolean {
    const { book, clock } = this.kept!.seen.format
    return Boolean(book) && (clock?.expiry ?? 'automatic') === 'automatic'
  }

  /** Whether the clock has gone on by itself just now. */
  get wentOn(): boolean {
    return this.now - (this.kept?.pauseEnded ?? 0) < SAID && !this.kept!.clock?.paused
  }

  #tick(): void {
    this.now = Date.now()
    const until = this.pauseUntil
    if (until && until <= this.now) this.#change({ clock: clocks.resume(this.kept!.clock!, until), pauseEnded: until })
    const clock = this.kept?.clock
    const side = clock?.running ?? null
    if (!clock || side === null) return
    const low = clocks.fallsBelow(clock, MINUTE)
    if (low !== null && low <= this.now && !this.kept!.warned?.includes(side)) this.#change({ warned: [...(this.kept!.warned ?? []), side] })
    if (!clocks.isExpired(clock, side, this.now)) return
    const first = this.kept!.firstFlag
    if (clock.trust[side] > 0) this.#change({ clock: clocks.releaseTrust(clock, side, this.now) })
    else if (first === undefined || !clocks.isExpired(clock, first, this.now)) this.#change({ firstFlag: clocks.isExpired(clock, games.other(side), this.now) ? games.other(side) : side })
    if (this.#declaresTime && this.kept!.timeLoss === undefined && this.flagged === side) this.loseOnTime(side)
  }

  // The match

  get over(): Seat | null {
    return this.kept ? games.winnerOf(this.kept.tally, this.terms) : null
  }

  get mayRecord(): boolean {
    return Boolean(this.kept?.seen.may_record)
  }

  record(on: boolean): void {
    // What was played without a record comes before its first entry.
    const outbox = this.kept!.outbox.map((letter) => (isDisplay(letter) ? { ...letter, pinned: true } : letter))
    this.#change({ recording: on, past: [], outbox })
  }

  /** Something happened: it shows, can be taken back, and if the match is recorded it will be told. */
  apply([game, happenings]: [Game, Happening[], unknown?], sealed = false, link?: string): void {
    const letters = this.#letters(happenings, sealed, link)
    const isRoll = happenings.some(({ type }) => type === 'RollOpening' || type === 'RollDice')
    const dice = this.kept!.dice
    this.#change({
      game, ...this.#withStep(letters, sealed), dice: dice && isRoll ? { ...dice, rolls: dice.rolls + 1 } : dice,
    })
  }

  /** Both dice: of the opening, or of the side on turn. */
  rollDice(pair: clocks.Pair): [Game, Happening[]] {
    const { game } = this.kept!
    if (game.anyRoll) return games.chooseRoll(game, pair)
    return game.stage === 'opening' ? games.rollOpening(game, ...pair, this.terms.automatic) : games.rollDice(game, pair)
  }

  /** A side claims the game: where the book tests claims it is over, else the other side has its word. */
  claim(side: Seat, level: Level): void {
    const [game, happenings] = games.claimGame(this.kept!.game, side, level)
    if (this.terms.claims === 'tested') this.endGame(side, level, happenings)
    else this.apply([game, happenings])
  }

  /** The word of the side a claim or a resignation was made to. */
  answer(accept: boolean): void {
    const { game } = this.kept!
    const { by, value } = game.offer!
    const [after, happenings] = games.answerOffer(game, accept)
    if (!accept) this.apply([after, happenings])
    else this.endGame(game.stage === 'claim' ? by : games.other(by), value as Level, happenings)
  }

  /** Words about the cube that bind their speaker; a condition waits until it has come about or has not. */
  sayWords(side: Seat, action: string, condition: string): void {
    const said: TableWords = { side: SIDES[side], action, condition }
    this.#note([{ type: 'SayCubeWords', ...said }])
    this.#change({ words: [...(this.kept!.words ?? []), said] })
  }

  /** What a side's words depended on has come about, or has not and they no longer bind. */
  noteCondition(words: TableWords, met: boolean): void {
    this.#note([{ type: 'NoteCondition', side: words.side, met }])
    const others = (this.kept!.words ?? []).filter((known) => known.side !== words.side || (met && !known.condition))
    this.#change({ words: met ? [...others, { ...words, condition: '' }] : others })
  }

  /** After a roll that does not count: the time for the move again, where the book has it so (ibf:3.12e). */
  pressTwice(): void {
    const { clock, game } = this.kept!
    this.#note([{ type: 'PressTwice', side: SIDES[game.turn] }])
    if (clock && clock.running === game.turn && !clock.paused) this.#change({ clock: clocks.renew(clock, Date.now()) })
  }

  get mayPressTwice(): boolean {
    const { clock, game, seen } = this.kept!
    return Boolean(seen.format.clock?.double_press && clock && !clock.paused) && game.stage === 'roll' && game.rolled
  }

  /** Told to the record; it cannot be taken back with what happened before it. */
  #note(happenings: Happening[]): void {
    const letters = this.#letters(happenings)
    if (letters.length) this.#change({ outbox: [...this.kept!.outbox, ...letters] })
  }

  /** The turn is over: the play stands, and the clock of whoever made it is pressed. */
  done(): void {
    const { game, clock } = this.kept!
    const [after, happenings, level] = games.endTurn(game)
    if (level !== null) this.endGame(game.turn, level, happenings)
    else this.apply([after, happenings])
    if (level === null && clock?.running === game.turn && !clock.paused) this.press(game.turn)
  }

  look(game: Game): void {
    this.#change({ game })
  }

  /** A game is over; `happenings` is how, for the record. */
  endGame(winner: Seat, level: Level, happenings: Happening[]): void {
    const { tally, game, dice } = this.kept!
    const after = games.addScore(tally, game, winner, level, this.terms)
    const clock = this.kept!.clock && clocks.pause(clocks.stop(this.kept!.clock, Date.now()), 'between_games', Date.now())
    const letters = this.#letters(happenings)
    const seal = this.#seal
    if (seal && !seal.links) letters.push(...this.#letters([{ type: 'OpenDice', game: seal.game, seed: seal.seed }]))
    const change = { tally: after, game: games.newGame(after, this.terms), clock, dice: next(dice), words: [] }
    this.#change({ ...this.#withStep(letters), ...change })
  }

  /** The score put right by hand. */
  correct(side: Seat, change: number): void {
    const { tally } = this.kept!
    const score: clocks.Pair = [...tally.score]
    score[side] = Math.max(0, Math.min(this.terms.length || 999, score[side] + change))
    const fixed = { ...tally, score }
    const game = this.kept!.game.stage === 'opening' ? games.newGame(fixed, this.terms) : this.kept!.game
    this.#change({ tally: fixed, game })
  }

  /** Whether what happened last can be taken back. */
  get mayUndo(): boolean {
    const past = this.kept?.past ?? []
    return past.length > 0 && !past[past.length - 1].stands
  }

  /** What happened last was a mistake. The record hears of it; nothing in it is edited. */
  undo(): void {
    const { past, dice, game: now } = this.kept!
    const last = past[past.length - 1]
    if (!last || last.stands) return
    const letters = last.entry ? this.#letters([{ type: 'TakeBack', entry: last.entry }]) : []
    const voided = last.game.stage === 'opening' && now.stage !== 'opening'
    this.#change({
      game: last.game, tally: last.tally, past: past.slice(0, -1), dice: voided ? next(dice) : dice,
      outbox: [...this.kept!.outbox, ...letters],
    })
  }

  #letters(happenings: Happening[], sealed = false, link?: string): Letter[] {
    const { recording, clock } = this.kept!
    if (!recording || !this.path) return []
    const at = Date.now()
    const path = `/api/tournaments/${this.path}/record`
    const shown = clock && ([clocks.remaining(clock, 0, at), clocks.remaining(clock, 1, at)].map(Math.round) as number[])
    return happenings
      .flatMap((happening) => (shown && TIMED.includes(happening.type) ? [{ type: 'ReadClock', remaining: shown }, happening] : [happening]))
      .map((happening) => ({ id: newId(), path, body: { at, ...happening }, ...(sealed ? { thrown: true, link } : {}) }))
  }

  /** The letters on their way, and how it stood before them. */
  #withStep(letters: Letter[], stands = false): Pick<Kept, 'outbox' | 'past'> {
    const { game, tally, outbox, past } = this.kept!
    const entry = letters[0]?.body.type === 'ReadClock' ? letters[1]?.id : letters[0]?.id
    const step = { game, tally, entry: entry ?? '', stands }
    return { outbox: [...outbox, ...letters], past: [...past, step].slice(-STEPS) }
  }

  // The dice, where the director has approved the device's

  /** The number of a roll of the server's that does not follow from its seal: this device throws no more. */
  get diceProblem(): number {
    return this.kept?.evidence?.broken ?? 0
  }

  /** What this device has sealed for the game. */
  get #seal(): Seal | null {
    return this.kept!.dice?.device ? this.#known : null
  }

  /** What is known here of the game's seal, whoever made it. */
  get #known(): Seal | null {
    const { dice, seals } = this.kept!
    return seals.find(({ game, seed }) => game === dice?.game && !!seed === dice.device) ?? null
  }

  /** Seal the coming game: the server does; without a network this device does. */
  async seal(): Promise<void> {
    const { game } = this.kept!.dice!
    const [letter] = this.#letters([{ type: 'SealDice', game }])
    await this.#deliverLetter(letter)
    const { commitment: end = '', links: sealedLinks = 0 } = this.kept!.dice!
    if (end) {
      const known: Seal = { game, seed: '', parts: ['', ''], links: sealedLinks, opened: 0, tip: end }
      this.#change({ seals: [...this.kept!.seals, known] })
      return
    }
    if (!this.#withdraw(letter)) return
    const [seed, links] = [newSeed(), TABLE_LINKS]
    const { dice, outbox, seals } = this.kept!
    const [commitment] = gameChain(dice!.match, game, seed, links)
    this.#change({
      seals: [...seals, { game, seed, parts: ['', ''], links, opened: 0 }],
      dice: { ...dice!, commitment, device: true, parts: [], links, opened: 0, link: '' },
      outbox: [...outbox, ...this.#letters([{ type: 'SealDice', game, commitment, links }])],
    })
  }

  /** A side adds its part: whatever it typed. */
  addPart(side: Seat, typed: string): void {
    const { dice, seals, outbox } = this.kept!
    if (!dice) return
    const part = partOf(dice.match, dice.game, SIDES[side], typed || newSeed())
    const own = this.#known
    const parts = (own?.parts ?? ['', '']).map((known, k) => (k === side ? part : known)) as [string, string]
    this.#change({
      dice: { ...dice, parts: [...dice.parts, SIDES[side]] },
      seals: seals.map((seal) => (seal === own ? { ...seal, parts } : seal)),
      outbox: [...outbox, ...this.#letters([{ type: 'AddPart', game: dice.game, side: SIDES[side], seed: part }])],
    })
  }

  /** The next roll: of this device's seal, or the server's. */
  async throw(): Promise<void> {
    const { dice, game } = this.kept!
    if (!dice || this.busy || this.diceProblem || (game.stage !== 'opening' && game.stage !== 'roll')) return
    const seal = this.#seal
    if (seal) {
      this.#throwOwn(dice, seal)
      return
    }
    const [letter] = this.#letters([{ type: 'ThrowDice', game: dice.game }])
    await this.#deliverLetter(letter, true)
    if (!this.#withdraw(letter)) this.#checkRoll(dice.game, dice.rolls, game.stage === 'opening')
  }

  #throwOwn(dice: TableDice, seal: Seal): void {
    const { links, opened = 0 } = seal
    if (!links) {
      this.apply(this.rollDice(rollDice(dice.match, dice.game, seal.seed, ...seal.parts, dice.rolls)), true)
      return
    }
    if (opened >= links) return // the rest of the game is thrown by hand
    const link = gameChain(dice.match, dice.game, seal.seed, links)[opened + 1]
    this.#change({ seals: this.kept!.seals.map((known) => (known === seal ? { ...seal, opened: opened + 1 } : known)) })
    this.apply(this.rollDice(rollOfLink(dice.match, dice.game, link, ...seal.parts, dice.rolls)), true, link)
  }

  /** The server's roll has come with its link: it must follow from the seal that was shown and from what was typed. */
  #checkRoll(game: number, k: number, opening: boolean): void {
    const { dice, seals, evidence, game: { dice: shown, turn } } = this.kept!
    const seal = this.#known
    if (!dice?.link || !seal?.tip || !seal.parts.every(Boolean) || dice.game !== game || dice.rolls !== k + 1) return
    const { match, opened, link } = dice
    const [high, low] = shown ? [Math.max(...shown), Math.min(...shown)] : [0, 0]
    const ordered: [number, number] = opening && turn === 1 ? [low, high] : [high, low] // whoever has the higher die begins
    const thrown = { match, game, k, opening, opened, events: dice.events as unknown as DiceEvent[], dice: shown ? ordered : null }
    this.#change({
      evidence: withThrow(evidence, thrown, { parts: seal.parts, opened: seal.opened ?? 0, tip: seal.tip }),
      seals: seals.map((known) => (known === seal ? { ...seal, opened, tip: link } : known)),
    })
  }

  /** A file of what was kept, for a verifier elsewhere. */
  saveEvidence(): void {
    const { broken: _, ...kept } = this.kept!.evidence!
    saveFile(kept)
  }

  /** Ask the server for something the table waits for; with `adopt` it goes on from the record's answer. */
  async #deliverLetter(letter: Letter, adopt = false): Promise<void> {
    this.busy = true
    if (adopt) this.#awaited = letter.id
    this.#change({ outbox: [...this.kept!.outbox, letter] }, false)
    const waits = () => this.kept!.outbox.some(({ id }) => id === letter.id)
    // What is being told just now comes first, and may take this letter along.
    for (let tries = 0; tries < 3 && waits(); tries++) await (this.#telling ?? this.tell())
    this.#awaited = ''
    this.busy = false
  }

  /** Take back what the server has not got; whether there was anything to take. */
  #withdraw(letter: Letter): boolean {
    const { outbox } = this.kept!
    const waits = outbox.some(({ id }) => id === letter.id)
    if (waits) this.#change({ outbox: outbox.filter(({ id }) => id !== letter.id) })
    return waits
  }

  // What the table shows

  get #hasBegun(): boolean {
    const { begun, clock, game, tally, seen } = this.kept!
    if (begun || game.stage !== 'opening' || tally.sets.some(Boolean)) return true
    return Boolean(clock && (clock.running !== null || clock.used.some(Boolean))) || tally.score.some((points, side) => points !== seen.score[side])
  }

  /** The desk, the hall and a stream follow what the table shows, recorded or not, once play has begun. */
  #show(): void {
    const { seen, clock, game, tally, outbox, begun } = this.kept!
    if (!this.path || !seen.may_record || !this.#hasBegun) return
    const running = clock && [clock.running, clock.paused, clock.reserve]
    const shown = JSON.stringify([tally.score, tally.sets, game.cube, game.owner, game.crawford, running, seen.began])
    if (shown === this.kept!.shown) return
    const at = Date.now()
    const [id, path] = [newId(), `/api/tournaments/${this.path}/shown`]
    const body = { id, entrants: seen.entrants, shown: this.#display(at, begun ?? at) }
    this.#change({ outbox: withDisplay(outbox, { id, path, body }), shown, begun: begun ?? at })
  }

  #display(at: number, begun: number): TableDisplay {
    const { seen, clock, game, tally } = this.kept!
    const side = (seat: Seat | null) => (seat === null ? null : SIDES[seat])
    const cube = this.terms.cube ? { value: game.cube, owner: side(game.owner) } : null
    const times = clock && {
      at, remaining: [clocks.remaining(clock, 0, at), clocks.remaining(clock, 1, at)].map(Math.round) as clocks.Pair,
      delay_left: clock.running === null ? 0 : Math.round(clocks.delayLeft(clock, clock.running, at)),
      running: side(clock.running), paused: clock.paused ?? '', method: clock.rules.method,
    }
    return {
      type: 'TableShown', at, begun, score: tally.score, sets: tally.sets, winner: side(this.over), on_time: this.#lostOnTime, began: seen.began ?? null,
      crawford: game.crawford, cube, clock: times,
    }
  }

  /** The match began with other points than this table took it to: those of penalties its beginning brought. */
  #beginWith(began: clocks.Pair): boolean {
    const { seen, game, tally } = this.kept!
    const known = seen.began ?? began // one that was kept by an earlier page has none
    if (seen.began && String(known) === String(began)) return false
    const score = tally.score.map((points, side) => points + began[side] - known[side]) as clocks.Pair
    const after = { ...tally, score }
    this.#change({ seen: { ...seen, began }, tally: after, game: game.stage === 'opening' ? games.newGame(after, this.terms) : game }, false)
    return true
  }

  // The tournament

  /** Ask something of the tournament: a break, the director, the result. It counts from now, whenever it arrives. */
  ask(command: Happening): void {
    const { seen, outbox } = this.kept!
    if (!this.path) return
    const key = newId()
    const where = { contest: seen.contest, pairing: seen.pairing }
    const body = { id: key, command: { at: Date.now(), ...where, ...command } }
    this.#change({ outbox: [...outbox, { id: key, path: `/api/tournaments/${seen.tournament}/commands`, body }] })
  }

  callDirector(about: string): void {
    this.pause('ruling')
    this.ask({ type: 'CallDirector', about })
  }

  /** Dice or equipment changed, an illegal or a slow play: the desk counts it, and says if the book has it otherwise. */
  noteOccurrence(side: Seat, what: string): void {
    this.ask({ type: 'NoteOccurrence', entrant: this.kept!.seen.entrants[side], what })
  }

  takeBreak(side: Seat): void {
    this.pause('break')
    this.#change({ away: side })
    this.ask({ type: 'CallBreak', entrant: this.kept!.seen.entrants[side], breaks: 1 })
  }

  /** A break that was refused is none: the clock is as it was. */
  #dropBreak(body: unknown): void {
    const { command } = body as { command?: Happening }
    if (command?.type !== 'CallBreak' || this.kept?.away == null) return
    const { clock } = this.kept
    this.#change({ away: null, clock: clock?.paused === 'break' ? clocks.resume(clock, Date.now()) : clock })
  }

  report(): void {
    const { seen, tally } = this.kept!
    const winner = this.over
    if (winner === null || !seen.me) return
    const points = this.terms.bestOf > 1 ? tally.sets : tally.score
    const score = [points[winner], points[games.other(winner)]]
    this.ask({ type: 'ReportResult', entrant: seen.me, winner: seen.entrants[winner], score, completed: Date.now() })
    this.#change({ reported: true })
  }

  /** Tell the server what waits. */
  async tell(): Promise<void> {
    if (this.#telling || !this.kept?.outbox.length) return
    const first = this.kept.outbox[0]
    this.#telling = this.#deliverAll()
    await this.#telling
    this.#telling = null
    if (this.kept?.outbox.length && this.kept.outbox[0] !== first) void this.tell() // what was written meanwhile
  }

  async #deliverAll(): Promise<void> {
    const before = this.kept!.outbox
    const hasAwaited = (letters: Letter[]) => letters.some(({ id }) => id === this.#awaited)
    const { left: unsent, refused, rejected, kept } = await deliver(before, (path, body) => this.#post(path, body), this.kept!.seen.entrants)
    if (!this.kept) return
    const [left, later] = waiting(unsent, before, this.kept.outbox)
    const lost = rejected.length ? [...rejected, ...later.filter(isRecord)] : []
    const waits = [...left, ...(lost.length ? later.filter((letter) => !isRecord(letter)) : later)]
    this.refused = [...this.refused, ...refused].slice(-3)
    const again = lost.map(({ body }) => body as Happening).filter(({ type }) => SEEN.includes(type))
    this.#change({ outbox: waits, rejected: [...this.kept.rejected, ...again] }, false)
    if (!kept || waits.some(isRecord) || this.#lostOnTime) return
    this.#change({ version: kept.version, dice: kept.dice, seen: { ...this.kept.seen, began: kept.began } }, false)
    const hasThrow = hasAwaited(before) && !hasAwaited(left) && !hasAwaited(rejected)
    if (lost.length || hasThrow || !this.#agrees(kept)) this.#adopt(kept.stands, hasThrow)
  }

  async #post(path: string, body: unknown): Promise<Delivery> {
    try {
      const answer = await post<Partial<RecordStatus>>(path, body)
      this.reached = true
      if (path.endsWith('/shown') && answer.began && this.kept) {
        const anew = this.#beginWith(answer.began) || ((answer as { clock_set?: number }).clock_set ?? 0) > (this.kept.seen.clock_set ?? 0)
        if (anew) void this.load() // the clock may be another
      }
      const refused = (answer.refused ?? []).map(({ detail }) => detail)
      return { delivered: true, refused, kept: answer.stands ? (answer as RecordStatus) : undefined }
    } catch (error) {
      this.reached = error instanceof Unsaid && error.status < 500
      const heard = path.endsWith('/shown') ? [] : [why(error)] // nobody at the table waits for what it shows
      if (this.reached && !LATER.includes((error as Unsaid).status)) this.#dropBreak(body)
      if (this.reached && !LATER.includes((error as Unsaid).status)) return { delivered: true, refused: heard }
      if (this.reached) this.refused = [why(error)] // it is kept here until the link is opened again
      return { delivered: false }
    }
  }

  /** Whether the record stands as it does here; a play in the making is nobody's business yet. */
  #agrees({ stands }: RecordStatus): boolean {
    const { game, tally } = this.kept!
    const [theirs, score] = games.adopt(stands, this.terms)
    const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
    if (!same(tally.score, score.score) || theirs.turn !== game.turn) {
      return stands.phase === 'over' || (game.stage === 'opening' && same(tally.score, score.score))
    }
    return game.made.length > 0 || (same(theirs.men, game.men) && theirs.cube === game.cube)
  }

  /** Go on from where the record stands on the server. */
  #adopt(stands: RecordStatus['stands'], hasThrow = false): void {
    const { game: before, tally: counted, past } = this.kept!
    const [game, tally] = games.adopt(stands, this.terms)
    const step: Step = { game: before, tally: counted, entry: '', stands: true }
    this.#change({ game, tally, words: stands.words ?? [], version: stands.version, past: hasThrow ? [...past, step].slice(-STEPS) : [] }, false)
  }

  /** What was not kept has been entered again, or is not needed. */
  settle(): void {
    this.refused = []
    this.#change({ rejected: [] })
  }

  /** Keep a position with its time. */
  note(text: string): void {
    this.#change({ noted: [...this.kept!.noted, { at: Date.now(), text }] })
  }

  // Keeping

  get #key(): string {
    return `barpoint.table.3.${this.path}`
  }

  #change(part: Partial<Kept>, tell = true): void {
    if (!this.kept) return
    this.kept = { ...this.kept, ...part }
    this.#write()
    if (tell && part.outbox?.length) void this.tell()
    if ('clock' in part || 'game' in part || 'tally' in part) this.#show()
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

/** The dice of the game after this one. */
function next(dice: TableDice | null): TableDice | null {
  return (
    dice && { ...dice, game: dice.game + 1, rolls: 0, commitment: '', device: false, parts: [], links: 0, opened: 0, link: '', events: [] }
  )
}

export function rulesOf({ format }: TableView): Rules {
  const { method = 'untimed', reserve = 0, delay = 0, trust = 0, untimed = [], longest_pause } = format.clock ?? {}
  return { method, reserve, delay, trust, untimed: untimed.map((side) => (side === 'white' ? 0 : 1)), pause: longest_pause ?? 0 }
}
