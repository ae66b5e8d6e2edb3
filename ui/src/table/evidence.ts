// What the device at a table keeps of dice that the server throws: the events as they came and the rolls as they were shown, in
// the form every verifier takes (docs/dice.md).

import { alike, type DiceEvent, type Kept } from '../dice/proof.ts'
import { leadsBack, rollOfLink } from './dice.ts'

type Pair = [number, number]

export interface TableEvidence extends Kept {
  rolls: [number, number, number, number][]
  broken: number // the roll that did not follow, from 1; 0: none
}

/** What was known of a game's seal when a roll was asked for. */
export interface KnownSeal {
  parts: [string, string]
  opened: number
  tip: string
}

/** A roll that the server has thrown: its place, and the dice on the table (none after a tie of the opening), White's first there. */
export interface TableThrow {
  match: string
  game: number
  k: number
  opening: boolean
  opened: number
  events: DiceEvent[]
  dice: Pair | null
}

const sorted = ([one, two]: Pair): Pair => (one < two ? [one, two] : [two, one])

/** The evidence with one more roll; `broken` if it does not follow from the seal that was shown and from what was typed. */
export function withThrow(known: TableEvidence | undefined, thrown: TableThrow, seal: KnownSeal): TableEvidence {
  const { match, game, k, opening, opened, events, dice } = thrown
  const kept: TableEvidence = known ?? { match, dice: [], rolls: [], kept: 'barpoint dice 2', broken: 0 }
  const last = events.find((event) => event.type === 'DiceThrown' && event.k === k)
  const link = String(last?.server ?? '')
  const follows = leadsBack(match, game, opened, link, seal.opened, seal.tip)
  const due = rollOfLink(match, game, link, ...seal.parts, k)
  const shown = dice ?? (opening && due[0] === due[1] ? due : null)
  const fits = shown && (opening ? alike(shown, due) : alike(sorted(shown), sorted(due)))
  const own = events.map((event) => asKnownHere(event, seal))
  const other = events.filter((event, n) => !alike(event, own[n]) || contradicts(event, kept.dice) || (event === last && !follows))
  const fresh = own.filter((event) => !other.includes(event) && !contradicts(event, kept.dice) && !kept.dice.some((one) => alike(one, event)))
  const next = { ...kept, dice: [...kept.dice, ...fresh] }
  if (shown) next.rolls = [...kept.rolls, [game, k, ...shown]]
  if (follows && fits && !other.length) return next
  const problem = `game ${game}: roll ${k + 1} does not follow from the seal that was shown and the words that were typed`
  return { ...next, shown: other, problem, broken: k + 1 }
}

/** An event with the end that was shown when the game was sealed, and with what was typed. */
function asKnownHere(event: DiceEvent, { parts, opened, tip }: KnownSeal): DiceEvent {
  if (event.type === 'GameSealed' && !opened) return { ...event, end: tip }
  return event.type === 'PartAdded' ? { ...event, seed: parts[event.side === 'white' ? 0 : 1] } : event
}

/** Whether another event than before is said to be a game's seal, a side's part or a roll. */
function contradicts(event: DiceEvent, known: DiceEvent[]): boolean {
  const place = ({ type, game, side, k }: DiceEvent) => `${type} ${game} ${side} ${k}`
  return known.some((one) => place(one) === place(event) && !alike(one, event))
}
