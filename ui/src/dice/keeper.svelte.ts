// A page's own part in the dice of a match: it draws chains, keeps what it is shown, and checks every roll as it comes.
//
// Nothing here believes the server (docs/dice.md). Roots and evidence lie in the browser's storage, which works without https
// too; a page that was closed goes on with them. A roll that does not follow is a `problem`: no more links are given away,
// and what was shown is kept all the same, so that a verifier can hold it against the server's file. Rolls are kept that were
// *live*: the ends of their game were known here before. An end is *sighted* once a link of ours was published that had been
// sent after we saw it; a chain of somebody else that counts without is `unseen`.
// A link that was sent and not published is not used for anything else, because the server has it: a new chain takes its place.

import { newId } from '../ids'
import type { DiceNews, MatchView, OpenLink, PublishEnd } from '../wire/types'
import { chainName, chainOf, fingerprint, LINKS, ownerOf, RECIPE, sideOf } from './chains'
import { saveFile } from './file'
import { newSeed } from './hashes'
import { alike, ChainGame, checkForm, verify, type Chain, type DiceEvent, type DiceFile, type Kept, type LogEvent, type Verdict } from './proof'

const PREFIX = 'barpoint.dice.'
const MOST = 20 // matches of which something is kept
const SPARE = 4 // so many links before a chain runs out the next one is published

interface Stored {
  at: number
  owner: string
  roots: Record<string, string> // by game and chain
  dice: DiceEvent[]
  rolls: [number, number, number, number][]
  shown?: DiceEvent[] // what was not believed
  unseen?: [game: number, chain: string][]
  problem: string
  given?: Record<string, Given> // by game and chain
  heads?: Record<string, string> // where the server's records of the match end, by stream
}

/** Where a stored record ends; its digest stands for everything before. */
export interface StreamHead {
  stream: string
  version: number
  digest: string
}

/** The last link of a chain that was sent: its place, for which roll, whether as our own roll, and how many events were known. */
type Given = [place: number, k: number, rolling: boolean, seen?: number]

function stored(match: string): Stored | null {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + match) ?? 'null')
  } catch {
    return null // storage is closed to us
  }
}

/** Make room: the matches that were played longest ago go. */
function tidy(): void {
  const keys = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX))
  if (keys.length <= MOST) return
  const at = (key: string) => stored(key.slice(PREFIX.length))?.at ?? 0
  for (const key of keys.sort((a, b) => at(a) - at(b)).slice(0, keys.length - MOST)) localStorage.removeItem(key)
}

/** What this browser kept of a match; null if nothing. */
export function keptOf(match: string): Kept | null {
  const known = stored(match)
  if (!known?.dice.length && !known?.shown) return null
  const { dice, rolls, owner, problem, shown, unseen, heads } = known
  const rest = { ...(shown && { shown }), ...(unseen && { unseen }), ...(heads && { heads }) }
  return { kept: RECIPE, match, chain: owner, problem, dice, rolls, ...rest }
}

/** A file of it, for a verifier elsewhere. */
export function saveKept(match: string): void {
  const kept = keptOf(match)
  if (kept) saveFile(kept)
}

export class DiceKeeper {
  /** What was found wrong; empty while nothing was. */
  problem = $state('')
  /** Another device rolls in our place. */
  takenOver = $state(false)
  /** Our new chain waits for the other side. */
  waiting = $state(false)
  fingerprint = $state('')
  checked = $state(0)

  readonly match: string
  owner = ''
  game = 0
  #games = new Map<number, ChainGame>()
  #counts = new Map<number, number>()
  #shown: { game: number; k: number; dice: [number, number]; live: boolean }[] = [] // thrown, and not shown by the match yet
  #places = new Map<string, number>() // where the ends of the game are among its events
  #sighted = new Set<string>()
  #kept: Stored
  #chains = new Map<string, string[]>()
  #held = false // a chain of ours has counted here

  constructor(match: string) {
    this.match = match
    this.#kept = stored(match) ?? { at: 0, owner: '', roots: {}, dice: [], rolls: [], problem: '' }
    this.problem = this.#kept.problem
  }

  #save(): void {
    if (!this.owner) return // a spectator keeps nothing
    try {
      this.#kept.at = Date.now()
      localStorage.setItem(PREFIX + this.match, JSON.stringify(this.#kept))
      tidy()
    } catch {
      // it lasts as long as the page
    }
  }

  #fail(problem: string, shown?: DiceEvent): void {
    if (shown && !this.problem) this.#kept.shown = [...(this.#kept.shown ?? []), shown]
    this.problem ||= problem
    this.#kept.problem = this.problem
    this.#save()
  }

  /** What is told of the dice; false if something was missed and the match has to be watched anew. */
  takeNews(news: DiceNews): boolean {
    this.owner = news.owner || this.owner
    this.#kept.owner = this.owner
    const known = this.#counts.get(news.game) ?? 0
    if (news.first > known) return false
    const events = news.events as DiceEvent[]
    const live = this.#kept.dice.some(({ type, game }) => type === 'EndsFixed' && game === news.game)
    if (!known) this.#compare(news.game, events)
    events.slice(known - news.first).forEach((event, k) => this.#take(event, known + k, live))
    this.#counts.set(news.game, Math.max(known, news.first + events.length))
    this.#save()
    return true
  }

  /** A game read anew must begin as it was kept. */
  #compare(game: number, events: DiceEvent[]): void {
    const kept = this.#kept.dice.filter((event) => event.game === game)
    const other = kept.findIndex((event, k) => !alike(event, events[k]))
    if (other >= 0) this.#fail(`game ${game}: the ${kept[other].type} is not the one that was shown before`, events[other])
  }

  #take(event: DiceEvent, place: number, live: boolean): void {
    if (this.problem) return
    const known = this.#kept.dice.some((one) => alike(one, event))
    try {
      checkForm(event)
      this.#look(event, place, !known)
      if (event.type === 'GameSealed') {
        this.game = event.game
        this.#held = false
        this.fingerprint = ''
        this.#games = new Map([[event.game, new ChainGame(this.match, event)]])
      } else this.#games.get(event.game)?.take(event)
    } catch (error) {
      this.#fail(`game ${event.game}: ${(error as Error).message}`, event)
      return
    }
    if (!known) this.#kept.dice.push(event)
    this.#follow(event, live)
  }

  /** Before an event is followed: which ends had been seen by those of our links that were their witnesses. */
  #look(event: DiceEvent, place: number, fresh: boolean): void {
    const [chain, game] = [event.chain as string | undefined, this.#games.get(event.game)]
    if (event.type === 'GameSealed') {
      this.#places.clear()
      this.#sighted.clear()
    } else if (event.type === 'EndPublished') this.#places.set(chain!, place)
    const own = game?.counting.get(this.owner)
    if (!game || !own || !fresh || !this.#holds(own.name)) return
    if ((event.type === 'LinkOpened' || event.type === 'DiceThrown') && chain === own.name) {
      const [at, , , seen = 0] = this.#kept.given?.[`${this.game} ${own.name}`] ?? [0, 0, false]
      if (at === own.opened + 1) for (const [name, end] of this.#places) if (end < seen) this.#sighted.add(name)
    }
    const server = game.serverChain()
    if (event.type === 'ChainAdmitted' && sideOf(ownerOf(chain)?.owner ?? '') !== sideOf(this.owner)) this.#doubt(event.game, chain!)
    else if (event.type === 'DiceThrown' && server !== game.server[0] && !server.opened) this.#doubt(event.game, server.name)
  }

  #doubt(game: number, chain: string): void {
    if (!this.#sighted.has(chain)) this.#kept.unseen = [...(this.#kept.unseen ?? []), [game, chain]]
  }

  #follow(event: DiceEvent, live: boolean): void {
    const game = this.#games.get(event.game)
    if (!game) return
    if (event.type === 'DiceThrown') {
      const k = game.rolls.length - 1
      this.#shown.push({ game: event.game, k, dice: game.rolls[k].dice, live })
    } else if (event.type === 'EndsFixed') {
      this.fingerprint = fingerprint(game.digest)
      const own = game.counting.get(this.owner)
      const sent = Object.keys(this.#kept.roots).some((key) => key.startsWith(`${event.game} `))
      if (this.owner && sent && !(own && this.#holds(own.name))) this.takenOver = true
    } else if (event.type === 'EndPublished' && ownerOf(event.chain)?.owner === this.owner && this.owner) {
      const foreign = !this.#holds(event.chain as string)
      if (foreign && this.#held) this.takenOver = true
    }
    const own = game.counting.get(this.owner)
    if (own && this.#holds(own.name)) {
      this.#held = true
      this.takenOver = this.waiting = false
    }
  }

  /** Rolls the match shows must be those that follow. */
  takeEvents(events: LogEvent[]): void {
    for (const event of events) {
      if ((event.type !== 'OpeningRolled' && event.type !== 'DiceRolled') || this.problem) continue
      if (!this.#games.has(this.game)) continue // recipe 1
      const opening = event.type === 'OpeningRolled'
      const shown = (opening ? [event.white, event.black] : event.dice) as [number, number]
      const thrown = this.#shown.shift()
      const { game, k, dice, live } = thrown ?? { game: this.game, k: this.#current!.rolls.length, dice: null, live: true }
      const fits = dice && (opening ? alike(shown, dice) : alike([...shown].sort(), [...dice].sort()))
      if (live || !fits) this.#kept.rolls.push([game, k, ...shown])
      if (!dice) return this.#fail(`game ${game}: ${shown.join('-')} came without a link`)
      if (!fits) return this.#fail(`game ${game}: roll ${k + 1} is ${shown.join('-')}, not the ${dice.join('-')} that follows`)
      this.checked += 1
      this.#save()
    }
  }

  /** The match was read anew: its rolls so far are not shown one by one. */
  forgetShown(): void {
    this.#shown = []
  }

  /** Where the server's stored records of the match end: they stand for everything before. */
  keepHeads(heads: StreamHead[]): void {
    this.#kept.heads = Object.fromEntries(heads.map(({ stream, version, digest }) => [stream, `${version} ${digest}`]))
    this.#save()
  }

  /** What was kept so far. */
  evidence(): Kept | null {
    return this.owner ? keptOf(this.match) : null
  }

  /** The whole match so far, from the server's file and what was kept when it was asked for. */
  verify(file: DiceFile, kept: Kept | null): Verdict {
    const verdict = verify(file, kept)
    if (verdict.wrong.length) this.#fail(verdict.wrong[0])
    return verdict
  }

  // Our own chains

  get #current(): ChainGame | undefined {
    return this.#games.get(this.game)
  }

  #holds(name: string): boolean {
    return `${this.game} ${name}` in this.#kept.roots
  }

  #links(name: string): string[] {
    const key = `${this.game} ${name}`
    if (!this.#chains.has(key)) {
      this.#chains.set(key, chainOf(this.match, this.game, name, this.#kept.roots[key], LINKS))
    }
    return this.#chains.get(key)!
  }

  /** The end of a new chain, if one is needed: none is published, or the present one runs out or is spoilt. */
  endDue(): PublishEnd | null {
    const game = this.#current
    if (!game || !this.owner || this.problem || game.late.has(this.owner)) return null
    const own = game.counting.get(this.owner)
    const runsOut = own && (own.links - own.opened <= SPARE || this.#spoilt(game, own)) && this.#holds(own.name)
    return !own || runsOut ? this.newEnd() : null
  }

  /** Another chain of our own, whatever there is. */
  newEnd(): PublishEnd | null {
    const game = this.#current
    if (!game || !this.owner || this.problem) return null
    const chain = chainName(this.owner, (game.numbers.get(this.owner) ?? 0) + 1)
    if (!this.#holds(chain)) {
      this.#kept.roots = { ...this.#kept.roots, [`${this.game} ${chain}`]: newSeed() }
      this.#save()
    }
    return { t: 'chain', id: newId(), match: this.match, game: this.game, chain, end: this.#links(chain)[0], links: LINKS }
  }

  /** Whether our chain cannot be rolled with: another device's, storage was lost, or its next link is known. */
  get lost(): boolean {
    const game = this.#current
    const own = game?.counting.get(this.owner)
    return Boolean(game && own && (!this.#holds(own.name) || this.#spoilt(game, own, true)))
  }

  /** Whether the next link was sent for another roll, or for this one as something else. */
  #spoilt(game: ChainGame, own: Chain, rolling?: boolean): boolean {
    const given = this.#kept.given?.[`${this.game} ${own.name}`]
    if (given?.[0] !== own.opened + 1) return false
    return given[1] !== game.rolls.length || (rolling !== undefined && given[2] !== rolling)
  }

  /** The next link, which is for this roll and this purpose from now on; empty if it was for another. */
  #give(game: ChainGame, own: Chain, rolling: boolean): string {
    if (this.#spoilt(game, own, rolling)) return ''
    const key = `${this.game} ${own.name}`
    const [place, k] = [own.opened + 1, game.rolls.length]
    if (!alike(this.#kept.given?.[key]?.slice(0, 3), [place, k, rolling])) {
      this.#kept.given = { [key]: [place, k, rolling, this.#counts.get(this.game) ?? 0] }
      this.#save()
    }
    return this.#links(own.name)[place]
  }

  /** The link an opening roll waits for, or the witness of an opponent's new chain. */
  linkDue(view: MatchView): OpenLink | null {
    const game = this.#current
    const own = game?.counting.get(this.owner)
    if (!game?.digest || !own || this.problem || !this.#holds(own.name) || own.opened >= own.links) return null
    const witness = game.owesWitness(this.owner)
    const opening = isOpening(view) && game.rolls.every(({ dice }) => dice[0] === dice[1])
    const asked = [...game.late.keys()].some((owner) => view.game?.stage === 'roll' && view.game.turn === sideOf(owner))
    if (!(opening ? !game.opened.has(this.owner) || witness : witness && asked)) return null
    const link = this.#give(game, own, false)
    if (!link) return null
    const k = game.rolls.length
    return { t: 'link', id: newId(), match: this.match, game: this.game, k, chain: own.name, link, digest: game.digest }
  }

  /** Whether an opening waits for a link that this browser cannot open. */
  openingLost(view: MatchView): boolean {
    const game = this.#current
    const own = game?.counting.get(this.owner)
    const opened = !game?.digest || game.opened.has(this.owner) || game.late.has(this.owner)
    return Boolean(own && !this.#holds(own.name)) && !opened && isOpening(view)
  }

  /** The link that goes with our next roll; empty if there is none to give. */
  rollLink(): string {
    const game = this.#current
    const own = game?.counting.get(this.owner)
    if (!game || !own || this.problem || !this.#holds(own.name) || own.opened >= own.links) return ''
    return this.#give(game, own, true)
  }

  /** Whether a chain of ours counts, or none is needed (recipe 1). */
  get ready(): boolean {
    const game = this.#current
    const own = game?.counting.get(this.owner)
    return !game || Boolean(own && this.#holds(own.name) && !this.#spoilt(game, own, true))
  }
}

const isOpening = (view: MatchView) => view.phase === 'between' || view.game?.stage === 'opening'
