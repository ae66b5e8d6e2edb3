// What a device has to tell the server, in order, kept until it was told: a network that is away costs nothing. Every
// entry has an id of its own, so that telling it twice is harmless.

import type { RecordStatus } from '../wire/types'

export interface Letter {
  id: string
  path: string
  body: Record<string, unknown> // for a path that ends in /record: one entry of it
  thrown?: boolean // a roll by dice the device had sealed
  link?: string // of its chain, opened with that roll
  pinned?: boolean // of what the table shows: later letters do not stand for it
}

/** How a letter went: delivered, refused in words, or not yet; `kept` is where the record stands. */
export type Delivery = { delivered: true; refused: string[]; kept?: RecordStatus } | { delivered: false }
export type Post = (path: string, body: unknown) => Promise<Delivery>

export interface DeliveryReport {
  left: Letter[]
  refused: string[]
  rejected: Letter[] // entries of the record that were not kept: what was refused, and what was made on it
  kept: RecordStatus | null
}

export const BATCH = 100
export const isRecord = ({ path }: Letter) => path.endsWith('/record')
export const isDisplay = ({ path }: Letter) => path.endsWith('/shown')

/** The letters and one more about what the table shows: only the newest of those is of interest. */
export function withDisplay(letters: readonly Letter[], display: Letter): Letter[] {
  return [...letters.filter((letter) => !isDisplay(letter) || letter.pinned), display]
}

/** What waits after some letters were on their way: what is left of them and still wanted, and what was written since. */
export function waiting(left: readonly Letter[], sent: readonly Letter[], now: readonly Letter[]): [Letter[], Letter[]] {
  const wanted = new Set(now.map(({ id }) => id))
  const known = new Set(sent.map(({ id }) => id))
  return [left.filter(({ id }) => wanted.has(id)), now.filter(({ id }) => !known.has(id))]
}

/** The letters that go together: one, or the entries of a record that follow each other. */
export function batch(letters: readonly Letter[]): Letter[] {
  const first = letters[0]
  if (!first || !isRecord(first)) return letters.slice(0, 1)
  const end = letters.findIndex((letter) => letter.path !== first.path)
  return letters.slice(0, Math.min(BATCH, end < 0 ? letters.length : end))
}

export function bodyOf(letters: readonly Letter[], entrants?: [string, string]): unknown {
  const [first] = letters
  if (!isRecord(first)) return first.body
  return { entries: letters.map(({ id, body, thrown, link }) => ({ id, command: body, thrown, link })), entrants }
}

/** Tell what can be told; what is left, and everything that was refused. */
export async function deliver(letters: readonly Letter[], post: Post, entrants?: [string, string]): Promise<DeliveryReport> {
  let left = [...letters]
  const done: DeliveryReport = { left, refused: [], rejected: [], kept: null }
  while (left.length) {
    const now = batch(left)
    const answer = await post(now[0].path, bodyOf(now, entrants))
    if (!answer.delivered) break
    left = left.slice(now.length)
    done.refused.push(...answer.refused)
    if (!isRecord(now[0])) continue
    done.kept = answer.kept ?? done.kept
    if (answer.refused.length) {
      // What was made on a refused entry goes with it: the record is entered anew from where it stands.
      const from = now.findIndex(({ id }) => id === answer.kept?.refused[0]?.id)
      done.rejected = [...now.slice(Math.max(0, from)), ...left.filter(isRecord)]
      left = left.filter((letter) => !isRecord(letter))
    }
  }
  return { ...done, left }
}
