// What a director does from these pages: commands with what takes the last one back, and results typed one after the other.

import { newId } from '../../../ids'
import { t } from '../../../text/index.svelte'
import { post, Unsaid, why } from '../../../wire/api'
import type { BatchReceipt, CommandReceipt, CommandTrial, DirectedContest, DirectorPage, DirectorView } from '../../../wire/types'
import type { Command, LiveView, TournamentPage } from '../tournament_page.svelte'
import { bracketName } from '../names'
import { money } from './amounts'
import { undoing, type Action, type Before, type Outcome } from './undo'

export interface Typed {
  id: string
  text: string // as it was typed
  said: string // what was understood
  about: string // contest/pairing
  stands: 'sent' | 'done' | 'refused' | 'undone'
  why: string
  version: number
}

const KEPT = 6 // of the lines typed last

/** A thing that was done: what was known before it, and what came of it. */
interface Done {
  command: Action
  before: Before
  outcome: Outcome
}

interface Last {
  said: string
  back: Action[] // the commands that take it back
  version: number
  line?: string // the typed one it was
}

const STEPS_BACK = 10 // that can be taken back one after the other
const KEPT_AS = 'barpoint-undo:'

/** What somebody has done in a tournament in this tab: kept while they go from page to page, and over a reload. */
class Doings {
  #key: string
  #done = $state.raw<Last[]>([]) // newest first
  typed = $state.raw<Typed[]>([])
  queue: Promise<unknown> = Promise.resolve()

  constructor(key: string) {
    this.#key = KEPT_AS + key
    try {
      this.#done = [JSON.parse(sessionStorage.getItem(this.#key) ?? '[]') as Last | Last[]].flat()
    } catch {
      // a browser that keeps nothing
    }
  }

  /** What was done last. */
  get last(): Last | null {
    return this.#done[0] ?? null
  }

  /** Something was done, in the place of what was done last if it belongs to it; null: it has no way back, nor what was before it. */
  add(done: Last | null, instead = false): void {
    this.#keep(done ? [done, ...this.#done.slice(instead ? 1 : 0)].slice(0, STEPS_BACK) : [])
  }

  /** What was done last is taken back. */
  drop(): void {
    this.#keep(this.#done.slice(1))
  }

  #keep(done: Last[]): void {
    this.#done = done
    try {
      sessionStorage.setItem(this.#key, JSON.stringify(done))
    } catch {
      // as above
    }
  }
}

const doings = new Map<string, Doings>()

function doingsOf(page: TournamentPage): Doings {
  const key = `${page.id} ${page.access?.person ?? ''}`
  const known = doings.get(key) ?? new Doings(key)
  doings.set(key, known)
  return known
}

export class Actions {
  #doings: Doings

  constructor(
    readonly page: TournamentPage,
    readonly director: LiveView<DirectorPage>,
  ) {
    this.#doings = doingsOf(page)
  }

  get last() {
    return this.#doings.last
  }

  get typed(): Typed[] {
    return this.#doings.typed
  }

  get view(): DirectorView | null {
    return this.director.value?.view ?? null
  }

  may(permission: string): boolean {
    return !permission || (this.director.value?.permissions as string[] | undefined)?.includes(permission) === true
  }

  /** Do something, and remember how it is taken back; `said` is what people read on the button. */
  async do(command: Action, said = '', { joined = false } = {}): Promise<boolean> {
    const before = this.before(command)
    const deed = said || this.deed(command) // with the names as they are before it
    let outcome: Outcome = { version: 0, events: [] }
    if (!(await this.page.do(command as unknown as Command, { done: (receipt) => (outcome = receipt) }))) return false
    this.remember([{ command, before, outcome }], deed, joined)
    return true
  }

  /**
   * Several steps in one request, each whole or not at all, taken back together: what was refused, by its number; null if
   * nothing came of it.
   */
  async doSteps(steps: Action[][], said: string): Promise<BatchReceipt['refused'] | null> {
    const known = steps.map((step) => step.map((command) => ({ command, before: this.before(command) })))
    try {
      const receipt = await post<BatchReceipt>(`${this.page.root}/commands/batch`, { steps, id: newId() })
      const refused = receipt.refused ?? []
      await this.page.look()
      const outcome = { version: receipt.version, events: receipt.events ?? [] }
      const done = known.filter((_, k) => !refused.some(({ step }) => step === k)).flat()
      if (done.length) this.remember(done.map((one) => ({ ...one, outcome })), said)
      return refused
    } catch (error) {
      this.page.answer = { kind: 'refused', text: why(error), clauses: error instanceof Unsaid ? error.clauses : [] }
      return null
    }
  }

  /** What a command would do; null if it would be refused, which the frame says. */
  async trial(command: Action): Promise<CommandTrial | null> {
    try {
      return await post<CommandTrial>(`${this.page.root}/trial`, { command })
    } catch (error) {
      this.page.answer = { kind: 'refused', text: why(error), clauses: error instanceof Unsaid ? error.clauses : [] }
      return null
    }
  }

  /** Why a command would be refused; '' if it would not. */
  async objection(command: Action): Promise<string> {
    try {
      await post<CommandTrial>(`${this.page.root}/trial`, { command })
      return ''
    } catch (error) {
      return why(error)
    }
  }

  /** A line that was typed: it is sent in its turn while the next one is typed. */
  send(command: Action, text: string, said: string): void {
    const line: Typed = { id: newId(), text, said, about: `${command.contest}/${command.pairing}`, stands: 'sent', why: '', version: 0 }
    this.#doings.typed = [line, ...this.typed].slice(0, KEPT)
    const before = this.before(command)
    this.#doings.queue = this.#doings.queue.then(async () => {
      try {
        const receipt = await post<CommandReceipt>(`${this.page.root}/commands`, { command, id: line.id })
        this.#mark(line.id, { stands: 'done', version: receipt.version })
        this.remember([{ command, before, outcome: receipt }], said, false, line.id)
        this.page.moved(receipt.version)
      } catch (error) {
        this.#mark(line.id, { stands: 'refused', why: why(error) })
      }
    })
  }

  #mark(id: string, changes: Partial<Typed>): void {
    this.#doings.typed = this.typed.map((line) => (line.id === id ? { ...line, ...changes } : line))
  }

  /** A line that was not sent, to be put right. */
  keep(text: string, why: string): void {
    this.#doings.typed = [{ id: newId(), text, said: text, about: '', stands: 'refused' as const, why, version: 0 }, ...this.typed].slice(0, KEPT)
  }

  drop(id: string): void {
    this.#doings.typed = this.typed.filter((line) => line.id !== id)
  }

  /** The matches a typed line has decided, as long as the view does not show it yet. */
  get decided(): Set<string> {
    const shown = this.view?.version ?? 0
    return new Set(this.typed.filter(({ stands, version }) => stands === 'sent' || (stands === 'done' && version > shown)).map(({ about }) => about))
  }

  /** What was done just now can be taken back; `joined` with what was done before it, as one. */
  remember(done: Done[], said: string, joined = false, line = ''): void {
    const ways = done.map(({ command, before, outcome }) => undoing(command, before, t('desk.undo_reason'), outcome))
    const earlier = joined ? this.last : null
    const version = done[done.length - 1].outcome.version
    const back = [...ways.reverse().flat(), ...(earlier?.back ?? [])]
    const whole = ways.every((way) => way.length) && (!joined || earlier)
    this.#doings.add(whole ? { said: earlier?.said || said || t(`do.${done[0].command.type}` as never), back, version, line } : null, joined)
  }

  async undo(): Promise<void> {
    const last = this.last
    if (!last || this.page.busy) return
    const expected = Math.max(last.version, this.page.shown) // what was done last is no news to whoever did it
    for (const [at, command] of last.back.entries()) {
      if (await this.page.do(command as unknown as Command, { expected, last: at === last.back.length - 1 })) continue
      this.#doings.add({ ...last, back: last.back.slice(at) }, true)
      return
    }
    this.#doings.drop()
    if (last.line) this.#mark(last.line, { stands: 'undone' })
  }

  /** A command as people speak of it: whom or what it is about, and what is done. */
  deed(command: Action): string {
    const about = this.view ? subjectOf(this.view, command) : ''
    return [about, t(`do.${command.type}` as never)].filter(Boolean).join(': ')
  }

  /** What is known of what a command is about. */
  before(command: Action): Before {
    const view = this.view
    if (!view) return {}
    const contest = view.contests.find(({ settings }) => settings.id === command.contest)
    const posted = contest?.posted.find(({ pairing }) => pairing === command.pairing)
    const match = [...view.desk.playing, ...view.desk.next].find((one) => one.contest === command.contest && one.pairing === command.pairing)
    const changed = (command.player as { id?: string } | undefined)?.id
    return {
      table: match && { table: match.table, hall: match.hall },
      result: posted?.winner ? { winner: posted.winner, score: posted.score } : null,
      player: changed ? view.players.find(({ id }) => id === changed) : undefined,
      replaced: view.players.find(({ id }) => id === command.out),
      tables: view.tables[String(command.hall ?? '')],
      committee: view.committee,
      drawn: contest?.drawn,
      choices: view.choices,
      settings: command.type === 'ChangeTournament' ? view.settings : view.contests.find(({ settings }) => settings.id === (command.settings as { id?: string } | undefined)?.id)?.settings,
      waiting: contest?.waiting,
      recess: view.recesses.find(({ name }) => name === command.name) ?? null,
      time: contest?.times.find(([bracket, round]) => bracket === command.bracket && round === command.round)?.[2] ?? null,
      rank: contest?.entries.find(({ id }) => id === command.entry)?.seed ?? 0,
    }
  }
}

/** The name of an entrant of an event, or of a player; of namesakes with what tells them apart. */
export function nameOf(view: DirectorView, id: string, contest = ''): string {
  const entryIn = (one: DirectedContest | undefined) => one?.entries.find((candidate) => candidate.id === id)
  const player = view.players.find((candidate) => candidate.id === id)
  const entry = entryIn(view.contests.find(({ settings }) => settings.id === contest)) ?? (player ? undefined : view.contests.map(entryIn).find(Boolean))
  const known = player && entry ? entry.people[0] : id // an entry keeps its id when somebody else plays in its place
  return view.marked[known] || entry?.name || player?.name || id.replace(/^buyer:/, '') // who buys and does not play goes by the name
}

export function titleOf(view: DirectorView, contest: string): string {
  const settings = view.contests.find((one) => one.settings.id === contest)?.settings
  return settings?.name || contest
}

export interface NamedMatch {
  contest: string
  pairing: string
  players: string[] // entrants
}

/** The matches of a tournament in which both sides are known, those in hand first; of one player if one is named. */
export function matchesOf(view: DirectorView, player = ''): NamedMatch[] {
  const inHand = [...view.desk.playing, ...view.desk.next].map(({ contest, pairing, sides }) => ({ contest, pairing, players: sides.map(({ entrant }) => entrant) }))
  const posted = view.contests.flatMap(({ settings, posted }) => posted.map(({ pairing, players }) => ({ contest: settings.id, pairing, players: [...players] })))
  const all = [...inHand, ...posted]
  if (!player) return all
  return all.filter((match) => {
    const entries = view.contests.find(({ settings }) => settings.id === match.contest)?.entries ?? []
    return entries.some(({ id, people }) => match.players.includes(id) && people.includes(player))
  })
}

/** A match as people speak of it: its event, its number in the draw and who plays. */
export function matchName(view: DirectorView, contest: string, pairing: string): string {
  const players = matchesOf(view).find((match) => match.contest === contest && match.pairing === pairing)?.players ?? []
  const names = players.map((entrant) => nameOf(view, entrant, contest)).join(' – ')
  return `${titleOf(view, contest)} ${pairing}${names && `: ${names}`}`
}

/** Whom or what a command is about, by name. */
function subjectOf(view: DirectorView, command: Action): string {
  const text = (field: string) => (['string', 'number'].includes(typeof command[field]) ? String(command[field]) : '')
  const [contest, pairing] = [text('contest'), text('pairing')]
  const event = view.contests.find(({ settings }) => settings.id === contest)
  const inSlot = (slot: string) => nameOf(view, event?.slots.find(([known]) => known === slot)?.[1] ?? slot, contest)
  if (text('one')) return `${inSlot(text('one'))} – ${inSlot(text('other'))}`
  const told = typeof command.player === 'object' ? (command.player as { id: string; name?: string }) : null
  if (told) return [text('out') && nameOf(view, text('out')), told.name || nameOf(view, told.id)].filter(Boolean).join(' → ')
  const somebody = text('entrant') || text('entry') || text('player') || text('person')
  if (somebody) return [nameOf(view, somebody, contest), pairing, typeof command.amount === 'number' ? money(command.amount) : ''].filter(Boolean).join(' ')
  if (pairing) return matchName(view, contest, pairing).slice(titleOf(view, contest).length + 1).replace(': ', ' ')
  const settings = command.settings as { id: string; name?: string } | undefined
  if (settings) return settings.name || settings.id
  if (contest) return [titleOf(view, contest), text('bracket') && bracketName(text('bracket')), text('round')].filter(Boolean).join(' ')
  return text('name') || text('hall')
}

/** An account of the books as people call it: a player's by the name, a pool with its event. */
export function accountName(view: DirectorView, account: string): string {
  const [kind, about = '', pool = ''] = account.split(':')
  if (kind === 'player' || kind === 'buyer') return nameOf(view, about)
  return [t(`account.${kind}` as never), about && titleOf(view, about), pool].filter(Boolean).join(' · ')
}
