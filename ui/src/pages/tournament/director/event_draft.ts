// An event as its editor has it: every field as it is typed. From a draft come the settings that are sent, or what is wrong
// with each field; and what its prizes pay as entries come in. Pure.

import { momentAt, wallTime } from '../zone'
import { cents, lengths, money, slug } from './amounts'

export type Format = 'single' | 'consolation' | 'double' | 'round_robin' | 'groups' | 'swiss' | 'lives'
export const FORMATS: Format[] = ['single', 'consolation', 'double', 'round_robin', 'groups', 'swiss', 'lives']

export interface DraftPrize {
  title: string
  place: string // "1" or "3-4"
  pays: string // "50%" of the pool, or an amount: 200
}

export interface DraftPool {
  name: string
  price: string
  prizes: DraftPrize[]
}

export interface Draft {
  id: string
  name: string
  preset: string
  kind: string
  mode: string
  team: string
  division: string
  level: string
  format: Format
  last_chance: boolean
  seed: string
  seeding: string
  seeds: string
  apart: boolean
  rounds: string
  method: string
  lives: string
  ending: string
  paid: string
  groups: string
  qualifiers: string
  reset: boolean
  ties: string[]
  lengths: Record<string, string>
  starts: string
  check_in: boolean
  entry: string
  registration: string
  reentry_fee: string
  returned: string
  prizes: DraftPrize[]
  pools: DraftPool[]
  calcutta: boolean
  calcutta_prizes: DraftPrize[]
  half_buy_back: boolean
  calcutta_returned: string
  membership: boolean
  rating_list: string
  lowest: string
  highest: string
  field: string
  reentries: string
  reentry_until: string
  autopilot: boolean
  round_time: string
  presence: string
  equipment: Record<string, string>
  options: Record<string, string>
}

type Settings = Record<string, any>
export type Wrong = Record<string, string> // by field: the name of what is wrong

export const EMPTY: Draft = {
  id: '', name: '', preset: 'USBGF Open', kind: 'main', mode: 'in_person', team: '1', division: '', level: '0', format: 'consolation', last_chance: false,
  seed: '', seeding: 'lot', seeds: '', apart: false, rounds: '5', method: 'best', lives: '3', ending: 'playoff', paid: '4', groups: '4', qualifiers: '2', reset: true, ties: [],
  lengths: {}, starts: '', check_in: false, entry: '', registration: '', reentry_fee: '', returned: '100', prizes: [], pools: [], calcutta: false, calcutta_prizes: [],
  half_buy_back: true, calcutta_returned: '100', membership: false, rating_list: '', lowest: '', highest: '', field: '', reentries: '0', reentry_until: '1', autopilot: true, round_time: '', presence: '', equipment: {}, options: {},
}

export const isSwiss = (draft: Pick<Draft, 'format'>) => draft.format === 'swiss' || draft.format === 'lives'

/** The brackets a format has: what lengths can be given for. */
export function bracketsOf(draft: Pick<Draft, 'format' | 'last_chance' | 'groups'>): string[] {
  switch (draft.format) {
    case 'single':
      return ['main']
    case 'consolation':
      return ['main', 'consolation', ...(draft.last_chance ? ['last_chance'] : [])]
    case 'double':
      return ['main', 'lower', 'final']
    case 'round_robin':
      return ['group-1']
    case 'groups':
      return ['main', ...Array.from({ length: Math.min(64, Math.max(0, Math.floor(Number(draft.groups)) || 0)) }, (_, n) => `group-${n + 1}`)]
    case 'swiss':
      return ['swiss']
    case 'lives':
      return ['swiss', 'playoff']
  }
}

/** What is played for: what prizes can be given for. */
export function titlesOf(draft: Pick<Draft, 'format' | 'last_chance' | 'groups'>): string[] {
  if (draft.format === 'double') return ['main']
  return isSwiss(draft) ? ['swiss'] : bracketsOf(draft)
}

const WHOLE = 10_000

interface ReadPrize {
  title: string
  place: number
  last: number
  share: number
  amount: number
}

function readPrize(prize: DraftPrize): ReadPrize | null {
  const places = /^\s*(\d{1,3})\s*(?:[-–]\s*(\d{1,3}))?\s*$/.exec(prize.place)
  if (!places) return null
  const [place, last] = [Number(places[1]), Number(places[2] ?? 0)]
  const pays = prize.pays.trim()
  const share = pays.endsWith('%') ? cents(pays.slice(0, -1)) : 0
  const amount = pays.endsWith('%') ? 0 : cents(pays)
  if (!place || (last && last < place) || share === null || amount === null || (!share && !amount) || share > WHOLE) return null
  return { title: prize.title, place, last, share, amount }
}

const count = (prize: ReadPrize) => Math.max(prize.last, prize.place) - prize.place + 1

/** The shares of a prize table together, in percent. */
export function sharesOf(prizes: DraftPrize[]): number {
  return prizes.reduce((sum, prize) => {
    const read = readPrize(prize)
    return sum + (read ? read.share * count(read) : 0)
  }, 0) / 100
}

export interface Payout {
  title: string
  place: number
  sum: number // cents
}

/** What each place is paid out of a pool: amounts first, then shares of the rest to the cent, as the server cuts them. */
export function payouts(prizes: DraftPrize[], pool: number): Payout[] {
  const rows: (Payout & { share: number })[] = []
  for (const read of prizes.map(readPrize)) {
    if (!read) continue
    for (let place = read.place; place < read.place + count(read); place++) rows.push({ title: read.title, place, sum: read.amount, share: read.share })
  }
  const rest = rows.some(({ share }) => share) ? Math.max(0, pool - rows.reduce((sum, row) => sum + row.sum, 0)) : 0
  const cut = rows.map((row) => ({ row, whole: Math.floor((rest * row.share) / WHOLE), part: (rest * row.share) % WHOLE }))
  const shared = Math.floor((rest * rows.reduce((sum, row) => sum + row.share, 0)) / WHOLE) // all of it where the shares are whole
  let short = Math.min(rest, shared) - cut.reduce((sum, { whole }) => sum + whole, 0)
  const order = [...cut].sort((one, other) => other.part - one.part || one.row.place - other.row.place || (one.row.title < other.row.title ? -1 : 1))
  for (const { row, whole } of cut) row.sum += whole
  for (const { row } of order) {
    if (short <= 0) break
    row.sum += 1
    short -= 1
  }
  return rows.map(({ title, place, sum }) => ({ title, place, sum }))
}

/** The pool that so many entries make. */
export function poolOf(draft: Draft, entries: number): number {
  const returned = Math.round(Number(draft.returned || '100') * 100)
  return Math.floor(((cents(draft.entry || '0') ?? 0) * entries * returned) / WHOLE)
}

/** What a side pool holds if everybody joins it. */
export function sidePoolOf(price: string, entries: number): number {
  return (cents(price || '0') ?? 0) * entries
}

/** What the auction pays of bids that come to so much. */
export function calcuttaOf(draft: Draft, bids: string): number {
  const returned = Math.round(Number(draft.calcutta_returned || '100') * 100)
  return Math.floor(((cents(bids || '0') ?? 0) * returned) / WHOLE)
}

/** How many rounds and matches a field of so many makes, as far as that is known beforehand. */
export function sizeOf(draft: Draft, entries: number): { rounds: number; matches: number } | null {
  if (entries < 2) return null
  const rounds = Math.ceil(Math.log2(entries))
  switch (draft.format) {
    case 'single':
      return { rounds, matches: entries - 1 }
    case 'consolation':
      return { rounds, matches: 2 * entries - 4 + (draft.last_chance ? Math.max(0, entries - 4) : 0) }
    case 'double':
      return { rounds: 2 * rounds, matches: 2 * entries - 2 }
    case 'round_robin':
      return { rounds: entries - 1 + (entries % 2), matches: (entries * (entries - 1)) / 2 }
    case 'swiss':
      return { rounds: Number(draft.rounds) || 0, matches: Math.floor(entries / 2) * (Number(draft.rounds) || 0) }
    default:
      return null
  }
}

function prizesOf(rows: DraftPrize[], titles: string[], field: string, wrong: Wrong): Settings[] {
  const found: Settings[] = []
  rows.forEach((row, at) => {
    const read = readPrize(row)
    if (!read) wrong[`${field}.${at}`] = 'prize'
    else if (!titles.includes(read.title)) wrong[`${field}.${at}`] = 'title'
    else found.push({ title: read.title, place: read.place, ...(read.last > read.place && { last: read.last }), ...(read.share ? { share: read.share } : { amount: read.amount }) })
  })
  const shares = sharesOf(rows)
  if (!Object.keys(wrong).some((name) => name.startsWith(field)) && shares !== 0 && Math.abs(shares - 100) > 0.001) wrong[field] = 'shares'
  return found
}

function whole(text: string, field: string, wrong: Wrong, least = 0): number {
  const number = Number(text)
  if (!/^\d+$/.test(text.trim()) || number < least) wrong[field] = 'number'
  return number
}

function cost(text: string, field: string, wrong: Wrong): number {
  const amount = cents(text || '0')
  if (amount === null) wrong[field] = 'cents'
  return amount ?? 0
}

function share(text: string, field: string, wrong: Wrong): number {
  const percent = cents(text || '100')
  if (percent === null || percent > WHOLE) wrong[field] = 'percent'
  return percent ?? WHOLE
}

function planOf(draft: Draft, wrong: Wrong): Settings {
  const ties = draft.ties.length ? { tie_breaks: draft.ties } : {}
  if (!draft.seed.trim()) wrong.seed = 'seed'
  if (isSwiss(draft)) {
    const lives = draft.format === 'lives'
    const plan: Settings = { seed: draft.seed, method: lives ? 'lives' : draft.method, ...ties }
    if (lives) plan.lives = { lives: whole(draft.lives, 'lives', wrong, 3), ending: draft.ending, paid: whole(draft.paid, 'paid', wrong, 1) }
    else plan.rounds = whole(draft.rounds, 'rounds', wrong, 1)
    return { swiss: plan }
  }
  const plan: Settings = { format: draft.format, seed: draft.seed, seeding: draft.seeding, apart: draft.apart, ...ties }
  if (draft.seeds.trim()) plan.seeds = whole(draft.seeds, 'seeds', wrong, 1)
  if (draft.format === 'consolation' && draft.last_chance) plan.last_chance = 'shortest'
  if (draft.format === 'double') plan.reset = draft.reset
  if (draft.format === 'groups') {
    plan.groups = whole(draft.groups, 'groups', wrong, 2)
    plan.qualifiers = whole(draft.qualifiers, 'qualifiers', wrong, 1)
  }
  return { draw: plan }
}

function optionsOf(draft: Draft): Settings {
  const options: Settings = {}
  for (const [name, text] of Object.entries(draft.options)) {
    if (text === '') continue
    options[name] = text === 'true' || text === 'false' ? text === 'true' : /^\d+$/.test(text) ? Number(text) : text
  }
  return options
}

/** The settings a draft comes to, and what is wrong with each field that does not fit. */
export function settingsOf(draft: Draft, taken: string[] = []): { settings: Settings; wrong: Wrong } {
  const wrong: Wrong = {}
  const id = draft.id || slug(draft.name)
  if (!draft.name.trim()) wrong.name = 'name'
  else if (!id || /[:/ ]/.test(id)) wrong.name = 'id'
  else if (taken.includes(id)) wrong.name = 'taken'
  const brackets = bracketsOf(draft)
  const rounds: Record<string, number[]> = {}
  for (const [bracket, text] of Object.entries(draft.lengths)) {
    if (!text.trim()) continue
    const read = lengths(text)
    if (!brackets.includes(bracket)) wrong[`lengths.${bracket}`] = 'bracket'
    else if (!read?.length) wrong[`lengths.${bracket}`] = 'lengths'
    else rounds[bracket] = read
  }
  const titles = titlesOf(draft)
  const starts = draft.starts ? momentAt(draft.starts) : null
  if (draft.starts && starts === null) wrong.starts = 'time'
  const fees: Settings = { entry: cost(draft.entry, 'entry', wrong), registration: cost(draft.registration, 'registration', wrong), returned: share(draft.returned, 'returned', wrong) }
  if (draft.reentry_fee.trim()) fees.reentry = cost(draft.reentry_fee, 'reentry_fee', wrong)
  fees.side_pools = draft.pools.map((pool, at) => {
    if (!pool.name.trim()) wrong[`pools.${at}`] = 'name'
    return { name: pool.name.trim(), price: cost(pool.price, `pools.${at}.price`, wrong), prizes: prizesOf(pool.prizes, titles, `pools.${at}.prizes`, wrong) }
  })
  const limits: Settings = { membership: draft.membership }
  if (draft.lowest.trim()) limits.lowest_rating = whole(draft.lowest, 'lowest', wrong)
  if (draft.highest.trim()) limits.highest_rating = whole(draft.highest, 'highest', wrong)
  if (draft.field.trim()) limits.field = whole(draft.field, 'field', wrong, 1)
  const settings: Settings = {
    id, name: draft.name.trim(), preset: draft.preset, options: optionsOf(draft), kind: draft.kind, mode: draft.mode, team: draft.preset.endsWith(' Doubles') ? 2 : Number(draft.team), division: draft.division, level: whole(draft.level || '0', 'level', wrong),
    ...planOf(draft, wrong), lengths: rounds, check_in: draft.check_in, fees, prizes: prizesOf(draft.prizes, titles, 'prizes', wrong), limits, equipment: draft.equipment,
    reentry: { times: whole(draft.reentries || '0', 'reentries', wrong), until_round: whole(draft.reentry_until || '1', 'reentry_until', wrong, 1) },
    ...(starts !== null && { starts }),
    ...(draft.rating_list && { rating_list: draft.rating_list }),
  }
  if (draft.calcutta) settings.calcutta = { prizes: prizesOf(draft.calcutta_prizes, titles, 'calcutta_prizes', wrong), half_buy_back: draft.half_buy_back, returned: share(draft.calcutta_returned, 'calcutta_returned', wrong) }
  if (draft.mode === 'internet' && draft.autopilot)
    settings.autopilot = { round_time: whole(draft.round_time, 'round_time', wrong, 1) * 60_000, presence: whole(draft.presence, 'presence', wrong, 1) * 60_000 }
  return { settings, wrong }
}

const prizeRow = (prize: Settings): DraftPrize => ({
  title: prize.title ?? 'main',
  place: prize.last ? `${prize.place}-${prize.last}` : String(prize.place),
  pays: prize.share ? `${prize.share / 100}%` : money(prize.amount ?? 0),
})

/** Settings as a draft, to change them or to copy last week's event. */
export function draftOf(settings: Settings): Draft {
  const { draw, swiss, fees, limits = {}, calcutta, autopilot, reentry = {} } = settings
  const plan = draw ?? swiss ?? {}
  return {
    ...EMPTY,
    id: settings.id, name: settings.name || settings.id, preset: settings.preset, kind: settings.kind ?? 'main', mode: settings.mode ?? 'in_person', team: String(settings.team ?? 1),
    division: settings.division ?? '', level: String(settings.level ?? 0),
    format: draw ? draw.format : swiss?.method === 'lives' ? 'lives' : 'swiss',
    last_chance: Boolean(draw?.last_chance), seed: plan.seed ?? '', seeding: draw?.seeding ?? 'lot', seeds: draw?.seeds ? String(draw.seeds) : '', apart: Boolean(draw?.apart),
    rounds: String(swiss?.rounds ?? 5), method: swiss?.method && swiss.method !== 'lives' ? swiss.method : 'best', lives: String(swiss?.lives?.lives ?? 3), ending: swiss?.lives?.ending ?? 'playoff',
    paid: String(swiss?.lives?.paid ?? 4), groups: String(draw?.groups || 4), qualifiers: String(draw?.qualifiers ?? 2), reset: draw?.reset ?? true, ties: plan.tie_breaks ?? [],
    lengths: Object.fromEntries(Object.entries(settings.lengths ?? {}).map(([bracket, rounds]) => [bracket, (rounds as number[]).join(', ')])),
    starts: settings.starts ? wallTime(settings.starts) : '', check_in: Boolean(settings.check_in),
    entry: fees?.entry ? money(fees.entry) : '', registration: fees?.registration ? money(fees.registration) : '', reentry_fee: fees?.reentry != null ? money(fees.reentry) : '', returned: String((fees?.returned ?? WHOLE) / 100),
    prizes: (settings.prizes ?? []).map(prizeRow), pools: (fees?.side_pools ?? []).map((pool: Settings) => ({ name: pool.name, price: money(pool.price), prizes: (pool.prizes ?? []).map(prizeRow) })),
    calcutta: Boolean(calcutta), calcutta_prizes: (calcutta?.prizes ?? []).map(prizeRow), half_buy_back: calcutta?.half_buy_back ?? true, calcutta_returned: String((calcutta?.returned ?? WHOLE) / 100),
    membership: Boolean(limits.membership), rating_list: String(settings.rating_list ?? ''), lowest: limits.lowest_rating != null ? String(limits.lowest_rating) : '', highest: limits.highest_rating != null ? String(limits.highest_rating) : '', field: limits.field ? String(limits.field) : '',
    reentries: String(reentry.times ?? 0), reentry_until: String(reentry.until_round ?? 1),
    autopilot: Boolean(autopilot) || settings.mode !== 'internet', round_time: autopilot ? String(Math.round(autopilot.round_time / 60_000)) : '', presence: autopilot ? String(Math.round(autopilot.presence / 60_000)) : '',
    equipment: { ...(settings.equipment ?? {}) }, options: Object.fromEntries(Object.entries(settings.options ?? {}).map(([name, value]) => [name, String(value)])),
  }
}

const prize = (title: string, place: string, pays: string): DraftPrize => ({ title, place, pays })

/** What people set up again and again; `name` is a word of the pages. */
export const TEMPLATES: Record<string, Partial<Draft>> = {
  weekend: {
    preset: 'USBGF Open', format: 'consolation', last_chance: true, lengths: { main: '9, 9, 11', consolation: '7', last_chance: '5' }, entry: '100', registration: '20',
    prizes: [prize('main', '1', '40%'), prize('main', '2', '25%'), prize('consolation', '1', '20%'), prize('last_chance', '1', '15%')],
  },
  swiss: { preset: 'USBGF Advanced', format: 'swiss', rounds: '5', lengths: { swiss: '7' }, kind: 'main', entry: '10', prizes: [prize('swiss', '1', '60%'), prize('swiss', '2', '40%')] },
  lives: { preset: 'USBGF Open', format: 'lives', lives: '3', ending: 'playoff', paid: '4', lengths: { swiss: '3', playoff: '5' }, kind: 'jackpot', entry: '50', prizes: [prize('swiss', '1', '50%'), prize('swiss', '2', '25%'), prize('swiss', '3-4', '12.5%')] },
  groups: { preset: 'BWS', format: 'groups', groups: '4', qualifiers: '2', lengths: { main: '9' }, entry: '20', prizes: [prize('main', '1', '60%'), prize('main', '2', '40%')] },
  double: { preset: 'USBGF Open', format: 'double', lengths: { main: '7', lower: '5', final: '9' }, entry: '50', prizes: [prize('main', '1', '50%'), prize('main', '2', '30%'), prize('main', '3', '20%')] },
  doubles: { preset: 'USBGF Doubles', format: 'single', team: '2', kind: 'side', lengths: { main: '5' }, entry: '60', prizes: [prize('main', '1', '70%'), prize('main', '2', '30%')] },
  online: { preset: 'USBGF Open', format: 'swiss', rounds: '5', mode: 'internet', lengths: { swiss: '5' }, round_time: '90', presence: '10', entry: '', prizes: [] },
}
