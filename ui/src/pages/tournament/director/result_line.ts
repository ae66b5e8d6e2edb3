// What a director types into the one field of the desk, read against the matches in hand. Nothing here sends anything.
//
//   12 dan 7      table 12: Dan has won, the other side has 7
//   dan 7         the same by some letters of a name; the winner has the match length
//   dan 11 7      Dan's points first: 7 11 means that the other side has won
//   12            what both sides have reported alike at table 12
//   c 12          call table 12 · b dan   a break, or back from it · g 12   play begins
//
// A slash at the beginning is the key that leads to the field and no part of the text.

export interface LineSide {
  entrant: string
  name: string
  on_break_since?: number | null
}

export interface LineMatch {
  contest: string
  contest_name: string
  pairing: string
  table: string
  length: number | null
  stage: string
  reported_alike: boolean
  sides: [LineSide, LineSide]
  began?: [number, number] // the score before the first roll
}

export type Reading<M extends LineMatch = LineMatch> =
  | { kind: 'empty' }
  | { kind: 'result'; match: M; winner: LineSide; loser: LineSide; score: [number, number] }
  | { kind: 'agreed'; match: M }
  | { kind: 'call'; match: M }
  | { kind: 'begin'; match: M }
  | { kind: 'break'; match: M; side: LineSide; back: boolean }
  | { kind: 'ask'; about: 'score' | 'winner'; match: M }
  | { kind: 'which'; matches: M[] }
  | { kind: 'wrong'; about: 'match' | 'side' | 'score' | 'words'; text: string; match?: M }

/** Letters as they are compared: no capitals, no accents. */
export function plain(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
}

const parts = (text: string) => plain(text).split(/[\s/,.()'’-]+/).filter(Boolean)

/** Whether some letters are the beginning of one of a name's words, or of those that a hyphen joins. */
export function fits(letters: string, name: string): boolean {
  const words = parts(name)
  const wanted = parts(letters)
  return words.some((_, at) => wanted.every((part, k) => words[at + k]?.startsWith(part)))
}

const isNumber = (word: string) => /^\d+$/.test(word)
const SHORT: Record<string, 'call' | 'break' | 'begin'> = { c: 'call', b: 'break', g: 'begin' }

/** How far a match has come: one that is being played is meant before one that waits. */
const NEARNESS: Record<string, number> = { reported: 3, break: 3, suspended: 3, playing: 3, called: 2, ready: 1 }

function nearest<M extends LineMatch>(matches: M[]): M[] {
  const most = Math.max(0, ...matches.map((match) => NEARNESS[match.stage] ?? 0))
  return matches.filter((match) => (NEARNESS[match.stage] ?? 0) === most)
}

/** Letters can mean anybody who plays or is called: only a match that waits for a table stands back. */
function inHand<M extends LineMatch>(matches: M[]): M[] {
  const begun = matches.filter((match) => (NEARNESS[match.stage] ?? 0) >= NEARNESS.called)
  return begun.length ? begun : nearest(matches)
}

/** The matches in which a person's letters fit, or whose table or pairing they name. */
function matchesOf<M extends LineMatch>(word: string, matches: M[]): { matches: M[]; by: 'place' | 'name' } {
  const seated = matches.filter((match) => match.table && plain(match.table) === word)
  if (seated.length) return { matches: seated, by: 'place' }
  const paired = matches.filter((match) => plain(match.pairing) === word)
  if (paired.length) return { matches: paired, by: 'place' }
  return { matches: matches.filter((match) => match.sides.some((side) => fits(word, side.name))), by: 'name' }
}

function sidesOf(letters: string[], match: LineMatch): LineSide[] {
  return match.sides.filter((side) => letters.every((word) => fits(word, side.name)))
}

const other = (match: LineMatch, side: LineSide) => match.sides.find((candidate) => candidate !== side) as LineSide

/** Names may be of several words: those that together fit one side come first, the rest must fit the other. */
function named(letters: string[], match: LineMatch): LineSide[] {
  const whole = sidesOf(letters, match)
  if (whole.length || letters.length < 2) return whole
  for (let at = letters.length - 1; at > 0; at--) {
    const first = sidesOf(letters.slice(0, at), match)
    const second = sidesOf(letters.slice(at), match)
    const pairs = first.filter((side) => second.includes(other(match, side)))
    if (pairs.length) return pairs
  }
  return []
}

/** The fewest points a side can end with: what penalties gave it before the first roll it still has. */
function least(match: Pick<LineMatch, 'length' | 'sides' | 'began'>, entrant: string): number {
  const began = match.began?.[match.sides[0].entrant === entrant ? 0 : 1] ?? 0
  return match.length === null ? began : Math.min(began, match.length - 1)
}

/** What the other side of a winner can have made in a match to a length. */
export function loserPoints(match: Pick<LineMatch, 'length' | 'sides' | 'began'>, winner: string): number[] {
  const loser = match.sides.find(({ entrant }) => entrant !== winner)
  if (!match.length || !loser) return []
  const low = least(match, loser.entrant)
  return Array.from({ length: match.length - low }, (_, more) => low + more)
}

function result<M extends LineMatch>(match: M, side: LineSide | null, points: number[]): Reading<M> {
  const length = match.length
  if (!points.length) return match.reported_alike && !side ? { kind: 'agreed', match } : { kind: 'ask', about: side ? 'score' : 'winner', match }
  if (points.length > 2) return { kind: 'wrong', about: 'score', text: points.join(' '), match }
  if (points.length === 1) {
    if (!side) return { kind: 'ask', about: 'winner', match }
    if (length === null) return { kind: 'ask', about: 'score', match }
    if (points[0] >= length) return { kind: 'ask', about: 'score', match } // the winner's points: the other's are missing
    if (points[0] < least(match, other(match, side).entrant)) return { kind: 'wrong', about: 'score', text: `${length}–${points[0]}`, match }
    return { kind: 'result', match, winner: side, loser: other(match, side), score: [length, points[0]] }
  }
  const first = side ?? match.sides[0]
  const [mine, theirs] = points
  const won = mine > theirs
  const score: [number, number] = won ? [mine, theirs] : [theirs, mine]
  if (mine === theirs || (length !== null && (score[0] < length || score[1] >= length)))
    return { kind: 'wrong', about: 'score', text: `${mine}–${theirs}`, match }
  const winner = won ? first : other(match, first)
  if (score[1] < least(match, other(match, winner).entrant)) return { kind: 'wrong', about: 'score', text: `${mine}–${theirs}`, match }
  return { kind: 'result', match, winner, loser: other(match, winner), score }
}

function short<M extends LineMatch>(what: 'call' | 'break' | 'begin', word: string, matches: M[]): Reading<M> {
  const choices = matchesOf(word, matches)
  const meant = choices.by === 'name' ? inHand(choices.matches) : nearest(choices.matches)
  if (!meant.length) return { kind: 'wrong', about: 'match', text: word }
  if (meant.length > 1) return { kind: 'which', matches: meant }
  const [match] = meant
  if (what !== 'break') return { kind: what, match }
  const away = match.sides.filter((side) => side.on_break_since != null)
  const sides = choices.by === 'name' ? sidesOf([word], match) : away
  if (sides.length !== 1) return { kind: 'ask', about: 'winner', match }
  return { kind: 'break', match, side: sides[0], back: sides[0].on_break_since != null }
}

/**
 * Why a result is asked about once more before it is posted: nobody has called the match or begun it, or one letter is all
 * that says who is meant.
 */
export function doubt(reading: Reading, text: string): 'uncalled' | 'letter' | '' {
  if (reading.kind !== 'result') return ''
  if (reading.match.stage === 'ready') return 'uncalled'
  const [first, ...rest] = wordsOf(text)
  const letters = [first, ...rest].filter((word) => !isNumber(word))
  return matchesOf(first, [reading.match]).by === 'name' && letters.every(({ length }) => length < 2) ? 'letter' : ''
}

/** A line word by word: scores may be written 11-7, and a pairing is M1-2. */
function wordsOf(text: string): string[] {
  const line = text.replace(/^[\s/]+/, '')
  return plain(line.replace(/[–—:]/g, ' ').replace(/(\d)-(?=\d)/g, (_, digit, at: number) => (/[a-z.]\d*$/i.test(line.slice(0, at + 1)) ? `${digit}-` : `${digit} `)))
    .split(/\s+/)
    .filter(Boolean)
}

/** The matches that letters mean: whoever goes by all of them comes before two people with some of them each. */
function meantBy<M extends LineMatch>(letters: string[], matches: M[]): M[] {
  const either = inHand(matches.filter((match) => named(letters, match).length))
  const whole = inHand(matches.filter((match) => sidesOf(letters, match).length))
  if (!whole.length || letters.length < 2) return either
  const waits = whole.every(({ stage }) => stage === 'ready') && either.some(({ stage }) => stage !== 'ready')
  return waits ? [...either, ...whole] : whole
}

/** What a line means. */
export function readLine<M extends LineMatch>(text: string, matches: M[]): Reading<M> {
  const words = wordsOf(text)
  if (!words.length) return { kind: 'empty' }
  if (words.length === 2 && SHORT[words[0]]) return short(SHORT[words[0]], words[1], matches)
  const [place] = words
  const choices = matchesOf(place, matches)
  const rest = choices.by === 'place' ? words.slice(1) : words
  const letters = rest.filter((word) => !isNumber(word))
  const points = rest.filter(isNumber).map(Number)
  if (rest.findIndex(isNumber) >= 0 && rest.slice(rest.findIndex(isNumber)).some((word) => !isNumber(word)))
    return { kind: 'wrong', about: 'words', text }
  if (choices.by === 'place') return placed(nearest(choices.matches), letters, points)
  if (!letters.length) return { kind: 'wrong', about: 'match', text: place }
  const meant = meantBy(letters, matches)
  if (!meant.length) return { kind: 'wrong', about: choices.matches.length ? 'side' : 'match', text: letters.join(' ') }
  if (meant.length > 1) return { kind: 'which', matches: meant }
  const [match] = meant
  const sides = named(letters, match)
  if (sides.length > 1) return { kind: 'ask', about: 'winner', match }
  return result(match, sides[0], points)
}

function placed<M extends LineMatch>(meant: M[], letters: string[], points: number[]): Reading<M> {
  const fitting = letters.length ? meant.filter((match) => named(letters, match).length) : meant
  if (!fitting.length) return { kind: 'wrong', about: 'side', text: letters.join(' '), match: meant[0] }
  if (fitting.length > 1) return { kind: 'which', matches: fitting }
  const [match] = fitting
  if (!letters.length) return result(match, null, points)
  const sides = named(letters, match)
  return sides.length > 1 ? { kind: 'ask', about: 'winner', match } : result(match, sides[0], points)
}
