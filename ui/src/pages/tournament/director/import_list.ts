// A list of entrants from a file or from the clipboard, row by row: what is read of each, and what is wrong with it.
//
// Commas, semicolons and tabs are told apart by the first line. A first line without a known column is a plain list of names.

import { plain } from './result_line'
import { slug } from './amounts'

export interface ListedPlayer {
  id: string
  name: string
  club?: string
  rating?: number
  member?: string
  member_until?: string
  contact?: string
}

export interface ListedRow {
  line: number
  text: string
  players: ListedPlayer[]
  wrong: string // '' if it can be imported
  alike: string // a name it may be confused with
  namesake: string // a name somebody else may go by as well: the director says whether it is somebody else
}

/** Who is known, by id; with the club where that tells namesakes apart. */
export interface Acquaintance {
  names: Record<string, string>
  clubs?: Record<string, string>
  entered: string[] // in the event
}

const COLUMNS: Record<string, string> = {
  id: 'id', name: 'name', player: 'name', имя: 'name', игрок: 'name', nom: 'name', club: 'club', клуб: 'club', country: 'club', rating: 'rating', elo: 'rating', рейтинг: 'rating',
  member: 'member', member_until: 'member_until', contact: 'contact', email: 'contact', phone: 'contact',
  partner: 'partner_name', partner_name: 'partner_name', partner_id: 'partner_id', partner_club: 'partner_club', partner_rating: 'partner_rating', партнёр: 'partner_name',
}
const FIRST_NAMES = ['first', 'first_name', 'firstname', 'given_name']
const LAST_NAMES = ['last', 'last_name', 'lastname', 'surname', 'family_name']
const LONGEST = 60

/** The cells of a line; a cell in quotation marks may hold the separator. */
export function cells(line: string, separator: string): string[] {
  const found: string[] = []
  let cell = ''
  let quoted = false
  for (let at = 0; at < line.length; at++) {
    const letter = line[at]
    if (letter === '"') {
      if (quoted && line[at + 1] === '"') {
        cell += '"'
        at += 1
      } else quoted = !quoted
    } else if (letter === separator && !quoted) {
      found.push(cell.trim())
      cell = ''
    } else cell += letter
  }
  found.push(cell.trim())
  return found
}

/** The separator of a list: the one its first line has most of. */
export function separatorOf(first: string): string {
  const counts = ['\t', ';', ','].map((sign) => [sign, first.split(sign).length - 1] as const)
  const [sign, count] = counts.reduce((best, one) => (one[1] > best[1] ? one : best))
  return count ? sign : ','
}

function player(row: Record<string, string>, before = ''): { player: ListedPlayer; wrong: string } {
  const name = row[`${before}name`] ?? ''
  const rating = row[`${before}rating`] ?? ''
  const number = rating ? Number(rating.replace(',', '.')) : undefined
  const made: ListedPlayer = { id: row[`${before}id`] || (name ? slug(name) : ''), name }
  if (row[`${before}club`]) made.club = row[`${before}club`]
  if (row[`${before}member`]) made.member = row[`${before}member`]
  if (row[`${before}member_until`]) made.member_until = row[`${before}member_until`]
  if (row[`${before}contact`]) made.contact = row[`${before}contact`]
  if (number !== undefined && !Number.isNaN(number)) made.rating = number
  let wrong = ''
  if (!/\p{L}/u.test(name)) wrong = 'name'
  else if (name.length > LONGEST) wrong = 'long'
  else if (number !== undefined && Number.isNaN(number)) wrong = 'rating'
  else if (!made.id || /[:#+]/.test(made.id)) wrong = 'id'
  return { player: made, wrong }
}

function columnsOf(first: string[]): string[] | null {
  const names = first.map((name) => plain(name).replace(/[\s-]+/g, '_').replace(/^\ufeff/, ''))
  const known = names.map((name) => (FIRST_NAMES.includes(name) ? 'first' : LAST_NAMES.includes(name) ? 'last' : (COLUMNS[name] ?? COLUMNS[first[names.indexOf(name)]?.toLowerCase()] ?? '')))
  return known.includes('name') || known.includes('id') || known.includes('last') ? known : null
}

/** The rows of a list. `team` is how many make an entry; the lines of `others` are people nobody here knows yet, whatever their names. */
export function readList(text: string, team: number, known: Acquaintance, others: number[] = []): ListedRow[] {
  const lines = text.replace(/^\ufeff/, '').split(/\r?\n/)
  const first = lines.findIndex((line) => line.trim())
  if (first < 0) return []
  const separator = separatorOf(lines[first])
  const columns = columnsOf(cells(lines[first], separator))
  const order = columns ?? (team === 2 ? ['name', 'partner_name', 'club', 'rating'] : ['name', 'club', 'rating'])
  const reading: Reading = { separator, order, team, known, others, used: new Set(), looks: new Map(Object.entries(known.names).map(([id, name]) => [plain(name || id), id])) }
  const rows: ListedRow[] = []
  for (let at = columns ? first + 1 : first; at < lines.length; at++) {
    if (!lines[at].trim()) continue
    rows.push(readRow(lines[at], at + 1, reading))
  }
  return rows
}

interface Reading {
  separator: string
  order: string[]
  team: number
  known: Acquaintance
  others: number[]
  used: Set<string> // ids of the rows so far
  looks: Map<string, string> // names as they look, and whose they are
}

/** An id that neither somebody known nor an earlier row has. */
function freshId(base: string, { known, used }: Reading): string {
  let id = base
  for (let number = 2; used.has(id) || id in known.names; number++) id = `${base}-${number}`
  return id
}

/** Whether the name is taken, and what is known may be of somebody else: of the list, of the event, or of another club. */
function isNamesake(one: ListedPlayer, { known, used }: Reading): boolean {
  const club = known.clubs?.[one.id]
  return used.has(one.id) || known.entered.includes(one.id) || Boolean(one.club && club && plain(one.club) !== plain(club))
}

function readRow(text: string, line: number, reading: Reading): ListedRow {
  const { separator, order, team, known, used, looks } = reading
  const values = cells(text, separator)
  const row: Record<string, string> = {}
  order.forEach((name, column) => name && (row[name] ||= values[column] ?? ''))
  if (row.last || row.first) row.name ||= [row.first, row.last].filter(Boolean).join(' ')
  const people = [player(row)]
  if (team === 2) people.push(player(row, 'partner_'))
  const players = people.map((one) => one.player)
  let wrong = people.find((one) => one.wrong)?.wrong ?? ''
  if (team === 2 && people[1].wrong === 'name') wrong = 'partner'
  let [alike, namesake] = ['', '']
  players.forEach((one, at) => {
    const twin = looks.get(plain(one.name))
    if (twin && twin !== one.id && !alike) alike = one.name
    if (wrong) return
    if (!row[at ? 'partner_id' : 'id'] && isNamesake(one, reading)) {
      namesake ||= one.name
      if (reading.others.includes(line)) one.id = freshId(one.id, reading)
    }
    if (used.has(one.id)) wrong = 'twice'
    else if (known.entered.includes(one.id)) wrong = 'entered'
    used.add(one.id)
  })
  return { line, text, players, wrong, alike, namesake }
}

/** What the server says against some rows as one import; '' if nothing. */
export type Judge = (rows: ListedRow[]) => Promise<string>

/** The rows an import would refuse, by line, with the reason: all at once, then in halves down to those it is about. */
export async function refusedRows(rows: ListedRow[], judge: Judge): Promise<Record<number, string>> {
  const reason = rows.length ? await judge(rows) : ''
  return reason ? narrowed(rows, reason, judge) : {}
}

async function narrowed(rows: ListedRow[], reason: string, judge: Judge): Promise<Record<number, string>> {
  if (rows.length === 1) return { [rows[0].line]: reason }
  const middle = rows.length >> 1
  const halves = [rows.slice(0, middle), rows.slice(middle)]
  const reasons = [await judge(halves[0]), await judge(halves[1])]
  if (reasons.every((one) => one === reason)) return Object.fromEntries(rows.map(({ line }) => [line, reason])) // it names nobody: the event's
  const parts = await Promise.all(halves.map((half, k) => (reasons[k] ? narrowed(half, reasons[k], judge) : {})))
  return Object.assign({}, ...parts) as Record<number, string>
}
