// What a director does from these pages: commands with what takes the last one back, and results typed one after the other.

import { newId } from '../../../ids'
import { t } from '../../../text/index.svelte'
import { post, Unsaid, why } from '../../../wire/api'
import type { BatchReceipt, CommandReceipt, CommandTrial, DirectorPage, DirectorView } from '../../../wire/types'
import type { Command, LiveView, TournamentPage } from '../tournament_page.svelte'
import { undoing, type Action, type Before } from './undo'

export interface Typed {
  id: string
  text: string // as it was typed
  said: string // what was understood
  about: string // contest/pairing
  stands: 'sent' | 'done' | 'refused'
  why: string
  version: number
}

const KEPT = 6 // of the lines typed last

export class Actions {
  /** What was done last, with the command that takes it back. */
  last = $state.raw<{ said: string; back: Action; version: number } | null>(null)
  typed = $state.raw<Typed[]>([])
  #queue: Promise<unknown> = Promise.resolve()

  constructor(
    readonly page: TournamentPage,
    readonly director: LiveView<DirectorPage>,
  ) {}

  get view(): DirectorView | null {
    return this.director.value?.view ?? null
  }

  may(permission: string): boolean {
    return !permission || (this.director.value?.permissions as string[] | undefined)?.includes(permission) === true
  }

  /** Do something, and remember how it is taken back; `said` is what people read on the button. */
  async do(command: Action, said = ''): Promise<boolean> {
    const before = this.#before(command)
    const known = new Set(this.view?.penalties.map(({ id }) => id))
    if (!(await this.page.do(command as unknown as Command))) return false
    const given = this.view?.penalties.find(({ id }) => !known.has(id))?.id ?? ''
    this.#remember(command, before, said, given, this.page.version)
    return true
  }

  /** Several steps in one request, each whole or not at all: what was refused, by its number; null if nothing came of it. */
  async doSteps(steps: Action[][]): Promise<BatchReceipt['refused'] | null> {
    try {
      const receipt = await post<BatchReceipt>(`${this.page.root}/commands/batch`, { steps, id: newId() })
      await this.page.look()
      return receipt.refused ?? []
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

  /** A line that was typed: it is sent in its turn while the next one is typed. */
  send(command: Action, text: string, said: string): void {
    const line: Typed = { id: newId(), text, said, about: `${command.contest}/${command.pairing}`, stands: 'sent', why: '', version: 0 }
    this.typed = [line, ...this.typed].slice(0, KEPT)
    const before = this.#before(command)
    this.#queue = this.#queue.then(async () => {
      try {
        const receipt = await post<CommandReceipt>(`${this.page.root}/commands`, { command, id: line.id })
        this.#mark(line.id, { stands: 'done', version: receipt.version })
        this.#remember(command, before, said, '', receipt.version)
        this.page.moved(receipt.version)
      } catch (error) {
        this.#mark(line.id, { stands: 'refused', why: why(error) })
      }
    })
  }

  #mark(id: string, changes: Partial<Typed>): void {
    this.typed = this.typed.map((line) => (line.id === id ? { ...line, ...changes } : line))
  }

  drop(id: string): void {
    this.typed = this.typed.filter((line) => line.id !== id)
  }

  /** The matches a typed line has decided, as long as the view does not show it yet. */
  get decided(): Set<string> {
    const shown = this.view?.version ?? 0
    return new Set(this.typed.filter(({ stands, version }) => stands === 'sent' || (stands === 'done' && version > shown)).map(({ about }) => about))
  }

  #remember(command: Action, before: Before, said: string, penalty: string, version: number): void {
    const back = undoing(command, before, t('desk.undo_reason'), penalty)
    this.last = back && { said: said || t(`do.${command.type}` as never), back, version }
  }

  async undo(): Promise<void> {
    const last = this.last
    if (!last || this.page.busy) return
    const expected = Math.max(last.version, this.page.shown) // what was done last is no news to whoever did it
    if (await this.page.do(last.back as unknown as Command, { expected })) this.last = null
  }

  #before(command: Action): Before {
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
      choices: view.choices,
    }
  }
}

/** The name of an entrant of an event, or of a player. */
export function nameOf(view: DirectorView, id: string, contest = ''): string {
  for (const one of view.contests) {
    if (contest && one.settings.id !== contest) continue
    const entry = one.entries.find((candidate) => candidate.id === id)
    if (entry) return entry.name || entry.id
  }
  const player = view.players.find((candidate) => candidate.id === id)
  return player?.name || id
}

export function titleOf(view: DirectorView, contest: string): string {
  const settings = view.contests.find((one) => one.settings.id === contest)?.settings
  return settings?.name || contest
}
