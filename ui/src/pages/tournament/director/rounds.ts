// The hall as a map, and what it takes to call a round: pure, from the desk as the server sends it.

import { byNumber } from './amounts'

interface Side {
  entrant: string
  name: string
  on_break_since: number | null
  delay: number
  ready: boolean
}

export interface HallMatch {
  contest: string
  contest_name: string
  pairing: string
  bracket: string
  round: number
  stage: string
  table: string
  hall: string
  calls: number
  busy: unknown
  sides: Side[]
}

export interface Seat<M> {
  hall: string
  table: string
  match: M | null
}

/** Every table with who sits there; tables that nobody named come after the others. */
export function seats<M extends HallMatch>(tables: Record<string, string[]>, matches: M[]): Seat<M>[] {
  const taken = new Map(matches.filter((match) => match.table).map((match) => [`${match.hall}\n${match.table}`, match]))
  const all: Seat<M>[] = []
  for (const hall of Object.keys(tables).sort(byNumber)) {
    for (const table of [...tables[hall]].sort(byNumber)) {
      const key = `${hall}\n${table}`
      all.push({ hall, table, match: taken.get(key) ?? null })
      taken.delete(key)
    }
  }
  const rest = [...taken.values()].map((match) => ({ hall: match.hall, table: match.table, match }))
  return [...all, ...rest.sort((one, other) => byNumber(one.table, other.table))]
}

/** How a table looks: late goes before what else it may be. */
export function look(match: HallMatch | null, late: Set<string>, recess: string): string {
  if (!match) return 'free'
  if (late.has(`${match.contest}/${match.pairing}`)) return 'late'
  if (recess && match.stage !== 'reported') return 'recess'
  return match.stage
}

export interface RoundCall<M> {
  contest: string
  name: string
  bracket: string
  round: number
  steps: { match: M; table: string; hall: string }[] // table '': it has one, or the hall has none named
  waiting: number // matches of the round for which no table is free
}

/**
 * The rounds that can be called now, in the order of the events as the desk sends them, the main draw of each first. A match
 * whose players are busy waits.
 */
export function roundsToCall<M extends HallMatch>(matches: M[], free: [string, string][], hasTables: boolean): RoundCall<M>[] {
  const rounds = new Map<string, M[]>()
  for (const match of matches) {
    if (match.stage !== 'ready' || match.calls || match.busy) continue
    const key = `${match.contest}\n${match.bracket}\n${match.round}`
    rounds.set(key, [...(rounds.get(key) ?? []), match])
  }
  const events = [...new Set([...rounds.values()].map(([first]) => first.contest))]
  const aside = (bracket: string) => Number(/^(consolation|last_chance|lower)$/.test(bracket))
  const tables = [...free].sort((one, other) => byNumber(one[0], other[0]) || byNumber(one[1], other[1]))
  return [...rounds.values()]
    .map((mine) => {
      const left = [...tables]
      const steps: RoundCall<M>['steps'] = []
      for (const match of [...mine].sort((one, other) => byNumber(one.pairing, other.pairing))) {
        if (match.table || !hasTables) steps.push({ match, table: '', hall: '' })
        else {
          const place = left.shift()
          if (place) steps.push({ match, hall: place[0], table: place[1] })
        }
      }
      const [first] = mine
      return { contest: first.contest, name: first.contest_name, bracket: first.bracket, round: first.round, steps, waiting: mine.length - steps.length }
    })
    .filter(({ steps }) => steps.length)
    .sort((one, other) => events.indexOf(one.contest) - events.indexOf(other.contest) || aside(one.bracket) - aside(other.bracket))
}
