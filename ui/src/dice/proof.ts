// Checking dice in the page itself, by docs/dice.md: every roll as it comes, and a whole match from its file. Nothing here
// asks a server. `DiceCheck` takes the events of the dice and of the log in the order they come; a test runs it beside the
// two verifiers in Python on the same files, honest and forged.

import { diceFrom, hex, lines, sha256 } from './hashes.ts'
import { digestOfEnds, linkBefore, MOST_LINKS, ownerOf, sideOf } from './chains.ts'

export interface DiceEvent {
  type: string
  at: number
  game: number
  [field: string]: unknown
}
export type LogEvent = { type: string; at: number; [field: string]: unknown }
export interface DiceFile {
  match: string
  log: LogEvent[]
  dice: DiceEvent[]
}
export interface Kept {
  match: string
  dice: DiceEvent[]
  rolls?: [number, number, number, number][]
  shown?: DiceEvent[] // what the device did not believe, as it came
  unseen?: [game: number, chain: string][] // it counted before a link was sent that had seen its end
  kept?: string
  chain?: string
  problem?: string
  heads?: Record<string, string>
}
/** What is not proven: a code of docs/dice.md, the game, the roll, who, and for a run of rolls the last. */
export type Reservation = [code: string, game: number, roll: number, who: string, last?: number]
export interface Verdict {
  proven: number
  waiting: number
  wrong: string[]
  by_hand: number
  reservations: Reservation[]
  covered: number // rolls of which what was kept shows that the ends came before them
}

type Pair = [number, number]
const SIDES = ['white', 'black']
const HEX = /^[0-9a-f]{64}$/
const FORMS: Record<string, [must: string, may: string]> = {
  GameSealed: ['end links', 'house device'],
  EndPublished: ['chain end links', ''],
  EndsFixed: ['digest', ''],
  LinkOpened: ['k chain link', 'digest'],
  ChainAdmitted: ['chain', ''],
  DiceThrown: ['k server', 'chain link'],
  DiceSealed: ['commitment', 'house device'],
  PartAdded: ['side seed', ''],
  DiceRevealed: ['seed', 'white black'],
  ThrownByHand: ['k', ''],
}
export const LOG: Record<string, string> = {
  MatchStarted: 'format white black terms reserved', TermsChanged: 'terms by reason imposed reserved',
  GameStarted: 'number crawford cube', OpeningRolled: 'white black', CubeTurnedAutomatically: 'value',
  DiceRolled: 'side dice', RollSpoilt: 'side', RollChosen: 'side dice', Played: 'side hops illegal removed', TurnEnded: 'side',
  Doubled: 'side value beaver irregular redouble', DoubleTaken: 'side', DoublePassed: 'side',
  CubeWordsSaid: 'side action condition', ConditionMet: 'side', CubeWordsLapsed: 'side',
  ResignationOffered: 'side level countered irregular', ResignationDeclined: 'side', GameClaimed: 'side level irregular',
  ClaimDisputed: 'side', GameEnded: 'record', GameVoided: 'by reason', SetEnded: 'winner', MatchEnded: 'winner reason',
  BreakCalled: 'side by reason', BreakEnded: 'side lasted over', ClockRead: 'remaining', ClockPaused: 'reason', ClockResumed: 'fresh_delay',
  TimeExpired: 'side', MoveTimeRestored: 'side', TrustTimeReleased: 'side', ClockAdjusted: 'side change by reason',
  ClockIntroduced: 'rules reserve by reason trust', ClockRemoved: 'by reason', OperatorNamed: 'side operator',
  DirectorCalled: 'side', MatchStopped: 'by reason', MatchReleased: 'by reason',
  GameRestored: 'version game by reason no_delay waits score sets records',
  FreePlayGranted: 'side by reason any_roll', DelaySet: 'side delay by reason',
  PositionCorrected: 'position turn dice by reason no_delay waits', CubeCorrected: 'value owner by reason',
  ScoreCorrected: 'score records crawford_done by reason sets crawford',
  LengthCorrected: 'length after_game crawford_done deciding_game by reason',
  PointsAwarded: 'side points by reason waits due',
}
const ENDS = ['GameEnded', 'GameVoided', 'MatchEnded']
const words = (text: string) => text.split(' ').filter(Boolean)

export class Wrong extends Error {}
function need(condition: unknown, sentence: string): asserts condition {
  if (!condition) throw new Wrong(sentence)
}
const whole = (value: unknown, least = 0) => Number.isInteger(value) && (value as number) >= least
const sorted = (pair: number[]) => [...pair].sort((a, b) => a - b)
const same = (a: number[] | undefined, b: number[]) => !!a && a.length === b.length && a.every((die, k) => die === b[k])

/** Whether two values are alike as JSON; the order of fields does not matter. */
export function alike(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || !a || !b || Array.isArray(a) !== Array.isArray(b)) return false
  const [left, right] = [a as Record<string, unknown>, b as Record<string, unknown>]
  const keys = Object.keys(left)
  return keys.length === Object.keys(right).length && keys.every((key) => key in right && alike(left[key], right[key]))
}

export function checkForm(event: DiceEvent): void {
  const form = FORMS[event?.type]
  need(form, 'something is no event of the dice')
  const [must, may] = form.map(words)
  const fields = Object.keys(event).filter((field) => !['type', 'at', 'game'].includes(field))
  need(whole(event.at, -Infinity) && whole(event.game, 1), `${event.type} has no time or no game`)
  for (const field of must) need(field in event, `${event.type} lacks ${field}`)
  for (const field of fields) {
    need(must.includes(field) || may.includes(field), `nobody knows what "${field}" is in ${event.type}`)
    const value = event[field]
    if (['end', 'digest', 'link', 'server', 'seed', 'commitment'].includes(field))
      need(typeof value === 'string' && HEX.test(value), `${event.type}: ${field} is not 32 bytes in hexadecimal`)
    if (field === 'k') need(whole(value), `${event.type}: k is no number`)
    if (field === 'links') need(whole(value, 1) && (value as number) <= MOST_LINKS, 'an impossible number of links')
    if (field === 'house') need((value as string[]).every((side) => SIDES.includes(side)), 'house names no side')
    if (field === 'side') need(SIDES.includes(value as string), 'there is no such side')
  }
}

export interface Chain {
  name: string
  owner: string
  tip: string // the newest opened link; at first the end
  links: number
  opened: number
  witnesses: Set<string> // who has opened a link since it was published
}
const newChain = (name: string, owner: string, tip: string, links: number): Chain => ({
  name, owner, tip, links, opened: 0, witnesses: new Set(),
})

interface Thrown {
  dice: Pair
  owner: string
  persons: string[]
  opened: string[]
  extra: string[]
}

interface ShownRoll {
  shown: number[]
  opening: boolean
}

const AT_TABLE = ['GameSealed', 'PartAdded', 'DiceThrown']

/** A game of recipe 2, as far as its events were taken. */
export class ChainGame {
  readonly match: string
  readonly number: number
  readonly house: string[]
  readonly device: boolean
  server: Chain[]
  counting = new Map<string, Chain>()
  late = new Map<string, Chain>()
  numbers = new Map<string, number>([['server', 1]])
  newest = new Map<string, string>()
  parts = new Map<string, string>()
  digest = ''
  rolls: Thrown[] = []
  opened = new Map<string, boolean>()
  exchanged: [string, number][] = []
  unwitnessed: [string, number][] = []
  begun = new Map<string, number>() // the first roll of a chain that was not there from the start
  #replaced: string[] = []

  constructor(match: string, event: DiceEvent) {
    this.match = match
    this.number = event.game
    this.house = (event.house as string[]) ?? []
    this.device = (event.device as boolean) ?? false
    this.server = [newChain('server', 'server', event.end as string, event.links as number)]
  }

  take(event: DiceEvent): void {
    const allowed = !this.match.includes('/') || AT_TABLE.includes(event.type)
    need(allowed, `${event.type} at a table, where words are typed`)
    switch (event.type) {
      case 'PartAdded':
        return this.#part(event.side as string, event.seed as string)
      case 'EndPublished':
        return this.#end(event)
      case 'EndsFixed':
        return this.#fix(event.digest as string)
      case 'LinkOpened':
        return this.#link(event)
      case 'ChainAdmitted':
        return this.#admit(event.chain as string)
      case 'DiceThrown':
        return this.#throw(event)
      default:
        throw new Wrong('was sealed twice')
    }
  }

  /** The digest of the ends that count so far; only of use before they are fixed. */
  endsDigest(): string {
    const chains = [this.server[0], ...this.counting.values()]
    const ends = chains.map(({ name, links, tip }) => ({ chain: name, links, end: tip }))
    return digestOfEnds(this.match, this.number, this.house, ends)
  }

  /** The next roll was thrown by hand, at a table: it has its number, and no link is spent on it. */
  skipRoll(): void {
    this.rolls.push({ dice: [0, 0], owner: '', persons: [], opened: [], extra: [] })
  }

  /** Whether an opponent's late chain waits for a link of this owner. */
  owesWitness(owner: string): boolean {
    return [...this.late.values()].some((late) => sideOf(late.owner) !== sideOf(owner) && !late.witnesses.has(owner))
  }

  /** Somebody whose links were its witnesses had sent them before seeing its end. */
  doubt(name: string): void {
    const [owner, k] = [name.split('/')[0], this.begun.get(name)]
    if (k !== undefined && !this.unwitnessed.some(([who, roll]) => who === owner && roll === k)) this.unwitnessed.push([owner, k])
  }

  /** The server's chain with the next link. */
  serverChain(): Chain {
    return this.server.find(({ opened, links }) => opened < links) ?? this.server[this.server.length - 1]
  }

  opponents(owner: string): string[] {
    return [...this.counting.keys()].filter((other) => sideOf(other) !== sideOf(owner))
  }

  #next(chain: Chain, link: string, what: string): void {
    const place = chain.opened + 1
    const fits = place <= chain.links && linkBefore(this.match, this.number, chain.name, place, link) === chain.tip
    need(fits, `${what}: not the next link of ${chain.name}`)
  }

  #part(side: string, seed: string): void {
    need(this.match.includes('/'), 'a typed word in an online match')
    need(!this.rolls.length && !this.digest, 'a part came too late')
    need(!this.parts.has(side) && ![...this.parts.values()].includes(seed), 'a part came twice')
    this.parts.set(side, seed)
  }

  #end(event: DiceEvent): void {
    const name = event.chain as string
    const named = ownerOf(name)
    need(named, `${name} is no name of a chain`)
    const { owner, number } = named
    need(!this.house.includes(sideOf(owner)), `${owner} is a bot`)
    need(number === (this.numbers.get(owner) ?? 0) + 1, `${name} is not the next chain of ${owner}`)
    const known = [...this.server, ...this.counting.values(), ...this.late.values()]
    need(!known.some((chain) => chain.tip === event.end), `the end of ${name} was used before`)
    this.numbers.set(owner, number)
    const chain = newChain(name, owner, event.end as string, event.links as number)
    if (owner === 'server') this.server.push(chain)
    else if (!this.digest) this.counting.set(owner, chain)
    else {
      this.late.set(owner, chain)
      if (this.counting.has(owner) && !this.opened.has(owner)) this.#replaced.push(owner)
    }
  }

  #fix(digest: string): void {
    need(!this.digest && !this.rolls.length, 'the ends were fixed twice')
    for (const side of SIDES) {
      const there = this.house.includes(side) || [...this.counting.keys()].some((owner) => sideOf(owner) === side)
      need(there, `the ends were fixed without one of ${side}`)
    }
    need(digest === this.endsDigest(), 'what was fixed are not the ends')
    this.digest = digest
  }

  #link(event: DiceEvent): void {
    const [name, k] = [event.chain as string, event.k as number]
    const owner = ownerOf(name)?.owner ?? ''
    const chain = this.counting.get(owner)
    need(this.digest, 'a link was opened before the ends were fixed')
    need(chain?.name === name, `${name} does not count`)
    need(k === this.rolls.length, `a link for roll ${k + 1}, which is not next`)
    this.#next(chain, event.link as string, `roll ${k + 1}`)
    need(event.digest === this.digest || (!event.digest && chain.opened), `${owner} had seen other ends`)
    const witness = this.owesWitness(owner)
    need(!this.opened.has(owner) || witness, `${owner} opened two links for roll ${k + 1}`)
    this.opened.set(owner, (this.opened.get(owner) ?? false) || witness)
    this.#open(owner, event.link as string)
  }

  #open(owner: string, link: string): void {
    const chain = this.counting.get(owner)!
    chain.tip = link
    chain.opened += 1
    this.newest.set(owner, link)
    for (const other of [...this.late.values(), ...this.server.slice(1)]) other.witnesses.add(owner)
  }

  #admit(name: string): void {
    const owner = ownerOf(name)?.owner ?? ''
    const chain = this.late.get(owner)
    need(chain?.name === name, `${name} was not waiting to count`)
    this.late.delete(owner)
    if (!this.opponents(owner).every((other) => chain.witnesses.has(other)))
      this.unwitnessed.push([owner, this.rolls.length])
    this.counting.set(owner, chain)
    this.begun.set(name, this.rolls.length)
  }

  #throw(event: DiceEvent): void {
    const k = event.k as number
    const name = (event.chain as string) ?? ''
    const link = (event.link as string) ?? ''
    need(k === this.rolls.length, `roll ${k + 1} is not the next`)
    need(this.digest || this.parts.size === 2, `roll ${k + 1} was thrown before the ends were fixed`)
    const server = this.serverChain()
    this.#next(server, event.server as string, `roll ${k + 1}`)
    need(!name === !link, `roll ${k + 1} has half a link`)
    const owner = name ? (ownerOf(name)?.owner ?? '') : ''
    if (name) {
      const counting = this.counting.get(owner)
      need(counting?.name === name, `roll ${k + 1}: ${name} does not count`)
      this.#next(counting, link, `roll ${k + 1}`)
    }
    if (server !== this.server[0] && !server.opened) {
      this.begun.set(server.name, k)
      if (![...this.counting.keys()].every((who) => server.witnesses.has(who))) this.unwitnessed.push(['server', k])
    }
    server.tip = event.server as string
    server.opened += 1
    const newest = new Map(this.parts.size ? [...this.parts].map(([side, part]) => [`${side}1`, part]) : this.newest)
    if (owner) newest.set(owner, link)
    const links = [...newest].sort(([a], [b]) => (a < b ? -1 : 1)).map(([who, newestLink]) => `${who} ${newestLink}`)
    const dice = diceFrom(event.server as string, this.match, this.number, k, null, ...links)
    for (const who of this.#replaced)
      if (owner ? sideOf(who) === sideOf(owner) : this.opened.has(who)) this.exchanged.push([who, k])
    this.#replaced = []
    const extra = [...this.opened].filter(([, witness]) => witness).map(([who]) => who)
    this.rolls.push({ dice, owner, persons: [...this.counting.keys()], opened: [...this.opened.keys()], extra })
    if (owner) this.#open(owner, link)
    this.opened.clear()
  }
}

class SealedGame {
  readonly match: string
  readonly sealed: DiceEvent
  readonly house: string[]
  readonly device: boolean
  parts = new Map<string, string>()
  seed = ''
  lastPart = 0
  reveal = 0

  constructor(match: string, sealed: DiceEvent) {
    this.match = match
    this.sealed = sealed
    this.house = (sealed.house as string[]) ?? []
    this.device = (sealed.device as boolean) ?? false
  }

  take(event: DiceEvent, used: Set<string>): void {
    const side = event.side as string
    if (event.type === 'PartAdded') {
      need(!this.seed, 'a part was added after the reveal')
      need(!this.house.includes(side), `${side} is a bot, whose part is behind the seal`)
      need(!this.parts.has(side) && !used.has(event.seed as string), 'a part was used twice')
      this.parts.set(side, event.seed as string)
      used.add(event.seed as string)
      this.lastPart = event.at
    } else if (event.type === 'DiceRevealed') {
      need(!this.seed, 'was revealed twice')
      const bots = SIDES.map((name) => (event[name] as string) ?? '')
      const digest = hex(sha256(lines('barpoint dice 1', this.match, this.sealed.game, event.seed as string, ...bots)))
      need(digest === this.sealed.commitment, 'what was revealed is not what was sealed')
      SIDES.forEach((name, k) => {
        need(!!bots[k] === this.house.includes(name), `the part of ${name} is not where it belongs`)
        if (bots[k]) this.parts.set(name, bots[k])
      })
      this.seed = event.seed as string
      this.reveal = event.at
    } else throw new Wrong(`${event.type} in a game of recipe 1`)
  }

  missing(): string | undefined {
    return SIDES.find((side) => !this.house.includes(side) && !this.parts.has(side))
  }
}

/** A match being checked: events of the dice must come before the rolls of the log they belong to. */
export class DiceCheck {
  readonly match: string
  games = new Map<number, ChainGame | SealedGame>()
  wrong: string[] = []
  proven = 0
  waiting = 0
  byHand = 0
  /** The game and the number of the roll that comes next in the log. */
  game = 1
  k = 0
  rolls = new Map<string, ShownRoll>()
  #atTable: boolean
  #hand = new Set<string>()
  #used = new Set<string>()
  #broken = new Set<number>()
  #moments = new Map<number, Pair>()
  #notes: Reservation[] = []
  #covered = new Set<string>()
  #events = 0 // of the log
  #started = false
  #stage = ''
  #granted = '' // the side that may name its roll
  #turn = ''

  constructor(match: string) {
    this.match = match
    this.#atTable = match.split('/').length === 5
  }

  takeDice(event: DiceEvent): void {
    checkForm(event)
    if (this.#broken.has(event.game)) return
    this.#attempt(`game ${event.game}`, () => this.#takeDice(event), () => this.#broken.add(event.game))
  }

  #takeDice(event: DiceEvent): void {
    const game = this.games.get(event.game)
    if (event.type === 'GameSealed' || event.type === 'DiceSealed') {
      need(!game, 'was sealed twice')
      const sealed = event.type === 'GameSealed' ? new ChainGame(this.match, event) : new SealedGame(this.match, event)
      this.games.set(event.game, sealed)
    } else if (event.type === 'ThrownByHand') {
      const late = game instanceof ChainGame ? game.rolls.length !== event.k : !!game?.seed
      need(!late, 'a roll was put down as thrown by hand too late')
      this.#hand.add(`${event.game} ${event.k}`)
      if (game instanceof ChainGame) game.skipRoll()
    } else {
      need(game, 'something was opened while nothing was sealed')
      if (game instanceof ChainGame) game.take(event)
      else game.take(event, this.#used)
    }
  }

  takeLog(event: LogEvent): void {
    this.#events += 1
    const kind = event?.type
    need(kind in LOG, 'the log has an event nobody knows')
    const known = ['type', 'at', 'person', 'lag', ...words(LOG[kind])]
    for (const field in event) need(known.includes(field), `nobody knows what "${field}" is in the log`)
    this.#attempt(`game ${this.game}, after roll ${this.k}`, () => this.#follow(kind, event))
    if (kind === 'OpeningRolled' || kind === 'DiceRolled') this.#takeRoll(kind, event)
    else if (ENDS.includes(kind)) [this.game, this.k] = [this.game + 1, 0]
    else if (kind === 'GameRestored' || kind === 'PositionCorrected' || kind === 'FreePlayGranted')
      this.#notes.push(['intervention', this.game, this.k + 1, (event.by as string) ?? ''])
  }

  #attempt(where: string, work: () => void, failed: () => void = () => {}): void {
    try {
      work()
    } catch (error) {
      if (!(error instanceof Wrong)) throw error
      this.wrong.push(`${where}: ${error.message}`)
      failed()
    }
  }

  #follow(kind: string, event: LogEvent): void {
    const began = this.#started
    this.#started = true
    if (kind === 'MatchStarted') {
      need(!began, 'the match begins twice')
      const recorded = (event.format as { enforcement?: string }).enforcement === 'recorded'
      need(recorded === this.#atTable, 'the name and the log do not agree on whether it was at a table')
    } else {
      need(began, 'the log does not begin with the match')
      if (!this.#atTable) this.#play(kind, event)
    }
  }

  #play(kind: string, event: LogEvent): void {
    const [stage, turn, side] = [this.#stage, this.#turn, event.side as string]
    if (kind === 'GameStarted') {
      this.#stage = 'opening'
      need(stage === '', 'a game begins while another runs')
    } else if (kind === 'OpeningRolled') {
      const [white, black] = [event.white as number, event.black as number]
      if (white !== black) [this.#stage, this.#turn] = ['play', white > black ? 'white' : 'black']
      need(stage === 'opening' || stage === 'anything', 'an opening roll out of place')
    } else if (kind === 'DiceRolled') {
      ;[this.#stage, this.#turn] = ['play', side]
      need(stage === 'anything' || (stage === 'roll' && turn === side), `${side} rolled out of turn`)
    } else if (kind === 'FreePlayGranted') {
      this.#granted = event.any_roll ? side : ''
    } else if (kind === 'RollChosen') {
      ;[this.#stage, this.#turn] = ['play', side]
      need(this.#granted === side, `${side} chose a roll that nobody granted`)
    } else if (kind === 'Played') {
      this.#granted = ''
      ;[this.#stage, this.#turn] = ['roll', side === 'white' ? 'black' : 'white']
      need(stage === 'anything' || (stage === 'play' && turn === side), `${side} played out of turn`)
    } else if (ENDS.includes(kind)) this.#stage = ''
    else if (kind === 'GameRestored' || kind === 'PositionCorrected') this.#stage = 'anything'
  }

  #takeRoll(kind: string, event: LogEvent): void {
    const [number, k, opening] = [this.game, this.k, kind === 'OpeningRolled']
    const pair = opening ? [event.white, event.black] : event.dice
    const fits = Array.isArray(pair) && pair.length === 2 && pair.every((die) => whole(die, 1) && die <= 6)
    need(fits, 'the log has a roll that is not two numbers from 1 to 6')
    const shown = opening ? (pair as number[]) : sorted(pair as number[])
    this.rolls.set(`${number} ${k}`, { shown, opening })
    this.k += 1
    this.#moments.set(number, [this.#moments.get(number)?.[0] ?? event.at, event.at])
    if (this.#broken.has(number)) return
    this.#attempt(`game ${number}, roll ${k + 1}`, () => {
      const dice = this.#expected(number, k, event, opening)
      if (!dice) return
      need(same(shown, opening ? dice : sorted(dice)), `it is not the ${dice[0]}-${dice[1]} that follows`)
      this.proven += 1
    })
  }

  #isByHand(number: number, k: number): boolean {
    return this.#hand.has(`${number} ${k}`) || (this.#atTable && !this.games.has(number))
  }

  /** The dice that follow; null where nothing can be said. */
  #expected(number: number, k: number, event: LogEvent, opening: boolean): Pair | null {
    const game = this.games.get(number)
    if (this.#isByHand(number, k)) {
      this.byHand += 1
      need(this.#atTable, 'a roll of an online match is put down as thrown by hand')
      return null
    }
    need(game, 'it was thrown while nothing was sealed')
    if (game instanceof ChainGame) return this.#expectedOfChains(game, k, event, opening)
    const missing = game.missing()
    if (missing) this.#broken.add(number)
    need(!missing, `it was thrown without a part of ${missing}`)
    if (game.seed) return diceFrom(game.seed, this.match, number, k, null, game.parts.get('white')!, game.parts.get('black')!)
    this.waiting += 1
    return null
  }

  #expectedOfChains(game: ChainGame, k: number, event: LogEvent, opening: boolean): Pair {
    const thrown = game.rolls[k]
    need(thrown, 'no link was opened for it')
    const { dice, owner, persons, opened, extra } = thrown
    if (game.parts.size) return dice
    if (opening) {
      need(!owner, 'an opening roll has no roller')
      const missing = persons.find((who) => !opened.includes(who))
      need(!missing, `${missing} had not opened a link`)
    } else {
      need(opened.every((who) => extra.includes(who)), 'a link was opened for it that nothing asked for')
      const side = event.side as string
      need((owner ? sideOf(owner) : '') === (game.house.includes(side) ? '' : side), 'a wrong link')
    }
    return dice
  }

  /** What only shows when everything has been taken. */
  finish(): void {
    for (const [number, game] of this.games) {
      if (game instanceof ChainGame) {
        if (game.rolls.length && !this.#broken.has(number) && !this.rolls.has(`${number} ${game.rolls.length - 1}`))
          this.wrong.push(`game ${number}: a roll was thrown and is not in the log`)
        for (const side of SIDES) {
          const rollers = new Set(game.rolls.map(({ owner }) => owner).filter((owner) => owner && sideOf(owner) === side))
          if (rollers.size > 1) this.wrong.push(`game ${number}: two people rolled for ${side}`)
        }
        continue
      }
      const moments = this.#moments.get(number)
      if (!moments) continue
      if (!this.#atTable && game.lastPart > moments[0])
        this.wrong.push(`game ${number}: a part was added after the first roll`)
      if (!this.#atTable && game.reveal && game.reveal < moments[1])
        this.wrong.push(`game ${number}: the seed was revealed before the last roll`)
      if (number < this.game && !game.seed) this.wrong.push(`game ${number} is over and its seed was not revealed`)
    }
    if (!this.#started) this.wrong.push('the log is empty')
  }

  /** What a player kept is the truth. */
  compare(kept: Kept, dice: DiceEvent[]): void {
    let at = 0
    for (const known of kept.dice) {
      while (at < dice.length && !alike(known, dice[at])) at++
      if (at++ >= dice.length) {
        this.wrong.push(`game ${known.game}: the file has not the ${known.type} that was kept`)
        break
      }
    }
    for (const event of kept.shown ?? [])
      if (!dice.some((known) => alike(known, event)))
        this.wrong.push(`game ${event.game}: the file has not the ${event.type} that was shown`)
    for (const [number, name] of kept.unseen ?? []) {
      const game = this.games.get(number)
      if (game instanceof ChainGame) game.doubt(name)
    }
    for (const [stream, count] of [['match', this.#events], ['dice', dice.length]] as const) {
      const head = kept.heads?.[`${stream}:${this.match}`]?.split(' ')[0] ?? ''
      if (/^[0-9]+$/.test(head) && Number(head) > count)
        this.wrong.push(`the ${stream} had ${head} events when its record was kept, not ${count}`)
    }
    const own = new DiceCheck(this.match)
    for (const known of kept.dice) own.takeDice(known)
    for (const [number, k, ...shown] of kept.rolls ?? []) {
      const present = this.rolls.get(`${number} ${k}`)
      if (!present || !same(present.shown, present.opening ? shown : sorted(shown)))
        this.wrong.push(`game ${number}: roll ${k + 1} was ${shown[0]}-${shown[1]} when it was kept`)
      else if (own.#covers(number, k, present) && !this.#isByHand(number, k)) this.#covered.add(`${number} ${k}`)
    }
  }

  /** Whether what a roll follows from is here: the ends and the links, or a seal with the parts of people. */
  #covers(number: number, k: number, { shown, opening }: ShownRoll): boolean {
    const game = this.games.get(number)
    if (!(game instanceof ChainGame)) return !!game && !game.missing()
    const dice = game.rolls[k]?.dice
    return !!dice && same(shown, opening ? dice : sorted(dice))
  }

  /** Runs of rolls: those thrown by hand, or those that what was kept does not cover. */
  #runs(code: 'by_hand' | 'unkept'): Reservation[] {
    const runs: Reservation[] = []
    for (const place of this.rolls.keys()) {
      const [number, k] = place.split(' ').map(Number)
      const run = runs.at(-1)
      const byHand = this.#isByHand(number, k)
      if (code === 'by_hand' ? !byHand : byHand || this.#covered.has(place)) continue
      if (run?.[1] === number && run[4] === k) run[4] = k + 1
      else runs.push([code, number, k + 1, '', k + 1])
    }
    return runs
  }

  verdict(kept: Kept | null): Verdict {
    const reservations: Reservation[] = kept ? this.#runs('unkept') : [['file_only', 0, 0, '']]
    if (kept?.problem) reservations.push(['stopped', 0, 0, kept.problem])
    reservations.push(...this.#runs('by_hand'))
    for (const [number, game] of [...this.games].sort(([a], [b]) => a - b)) {
      if (!this.rolls.has(`${number} 0`)) continue
      if (game.device) reservations.push(['device', number, 0, ''])
      if (SIDES.every((side) => game.house.includes(side))) reservations.push(['bots', number, 0, ''])
      if (game instanceof SealedGame) reservations.push(['recipe_1', number, 0, ''])
      else {
        if (game.parts.size) reservations.push(['words', number, 0, ''])
        for (const [who, k] of game.unwitnessed) reservations.push(['unwitnessed', number, k + 1, who])
        for (const [who, k] of game.exchanged)
          if (game.opponents(who).length) reservations.push(['exchanged', number, k + 1, who])
      }
    }
    const { proven, waiting, wrong, byHand } = this
    const covered = this.#covered.size
    reservations.push(...this.#notes, ['result', 0, 0, ''])
    return { proven, waiting, wrong, by_hand: byHand, reservations, covered }
  }
}

/** What a check of a whole file comes to; `Wrong` for what is no such file. */
export function verify(file: DiceFile, kept: Kept | null = null): Verdict {
  const form = file && Object.keys(file).sort().join(' ') === 'dice log match'
  need(form && Array.isArray(file.log) && Array.isArray(file.dice), 'this is not a match with its dice')
  const check = new DiceCheck(file.match)
  for (const event of file.dice) check.takeDice(event)
  for (const event of file.log) check.takeLog(event)
  check.finish()
  if (kept) {
    const known = ['match', 'dice', 'rolls', 'shown', 'unseen', 'kept', 'chain', 'problem', 'heads']
    need(Object.keys(kept).every((field) => known.includes(field)), 'this is not what a player keeps')
    need(kept.match === file.match, 'what was kept is of another match')
    check.compare(kept, file.dice)
  }
  return check.verdict(kept)
}
