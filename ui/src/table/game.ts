// What a table device keeps of a match: checkers, dice, cube and score, as players make them. It is a score keeper, not
// a judge: only what no hand can do is impossible here, and what was legal the server says when the record reaches it.
//
// A side is 0 (home, white) or 1 (away, black). Each side's checkers are counted in its own view: 25 is the bar, 0 off.

import type { Claims, GameStage as ServerStage, TableBoard, TableView, TableStands } from '../wire/types'
import type { Pair, Seat } from './clock'

export type Hop = [number, number]
export type Level = 1 | 2 | 3
export type Stage = 'opening' | 'roll' | 'play' | 'end' | 'offer' | 'claim' | 'resigned'

/** A double, a claim or a resignation on the table: it waits for the other side's word. */
export interface Offer {
  by: Seat
  value: number // of the cube; for a claim or a resignation the level
  beaver: boolean // whoever made it keeps the cube
  back: Stage // where the game goes on if nothing comes of it
}

export interface Game {
  board: TableBoard
  men: [number[], number[]]
  stage: Stage
  turn: Seat
  dice: Pair | null
  made: Hop[]
  before: [number[], number[]] // the checkers before the hops made so far
  cube: number
  owner: Seat | null
  crawford: boolean
  offer: Offer | null
  rolled: boolean // a roll was spoilt this turn: no doubling in it
  early: boolean // the side not on turn has spoilt one: no doubling in its turn
  anyRoll?: boolean // an official has granted any legal move: the side on turn names its roll
}

export interface Terms {
  length: number // of the match, or of a set; 0: without
  bestOf: number // sets
  crawford: boolean
  cube: boolean
  beavers: boolean
  raccoons: boolean
  automatic: number // how often tied opening rolls may turn the cube
  claims: Claims
  board: TableBoard
}

export interface Tally {
  score: Pair
  sets: Pair
  crawfordDone: boolean
}

/** What a device needs to know of what its match is played under; a match to one point has no cube. */
export function termsOf({ format, board }: Pick<TableView, 'format' | 'board'>): Terms {
  const { enabled = true, crawford = true, beavers = false, raccoons = false, automatic_doubles = 0 } = format.cube ?? {}
  const { points = 0, best_of = 1, kind } = format.length
  const bestOf = kind === 'sets' ? best_of : 1
  const cube = enabled && points !== 1
  const turns = { cube, crawford: cube && crawford, beavers, raccoons, automatic: cube ? automatic_doubles : 0 }
  return { length: points, bestOf, ...turns, claims: format.claims ?? 'none', board }
}

/** Something that happened, as the server's match takes it; `at` is put to it when it is sent. */
export type Happening = { type: string } & Record<string, unknown>

const START: Record<number, number> = { 24: 2, 13: 5, 8: 3, 6: 5 }
/** The board of a match of one's own. */
export const BACKGAMMON: TableBoard = {
  discipline: 'backgammon', start: Array.from({ length: 26 }, (_, place) => START[place] ?? 0),
  rotated: false, hitting: true, backgammons: true, single: false, jacoby: false,
}
const NAMES = ['white', 'black'] as const
/** What the server's game waits for, as it is called here. */
const STAGES: Record<ServerStage, Stage> = {
  opening: 'opening', roll: 'roll', play: 'play', end: 'end', answer: 'offer', resigned: 'resigned', claimed: 'claim',
}

export const other = (side: Seat): Seat => (side === 0 ? 1 : 0)
const seatOf = (side: string | null | undefined): Seat | null => (side ? (side === 'white' ? 0 : 1) : null)

/** A point as the other side counts it. */
function across({ rotated }: TableBoard, point: number): number {
  if (!rotated) return 25 - point
  return point > 12 ? point - 12 : point + 12
}

/** Whether the next game is the Crawford game: the first in which somebody needs one point. */
export function isCrawford({ score, crawfordDone }: Tally, { length, crawford }: Terms): boolean {
  return crawford && !crawfordDone && length > 1 && Math.max(...score) === length - 1
}

export function newGame(tally: Tally, terms: Terms): Game {
  const { board } = terms
  const men: [number[], number[]] = [[...board.start], [...board.start]]
  return {
    board, men, stage: 'opening', turn: 0, dice: null, made: [], before: men, cube: 1, owner: null,
    crawford: isCrawford(tally, terms), offer: null, rolled: false, early: false,
  }
}

/** The game and the score of a record as the server keeps it. */
export function adopt(stands: TableStands, terms: Terms): [Game, Tally] {
  const score = stands.score.map((points) => Math.min(points, terms.length || Infinity)) as Pair
  const tally: Tally = { score, sets: [...stands.sets] as Pair, crawfordDone: stands.crawford_done }
  const { game } = stands
  if (!game) return [newGame(tally, terms), tally]
  if (game.stage === 'opening') return [{ ...newGame(tally, terms), cube: game.cube }, tally]
  const { offer } = game
  const men: [number[], number[]] = [[...game.men[0]], [...game.men[1]]]
  const kept: Game = {
    board: terms.board, men, stage: STAGES[game.stage], turn: seatOf(game.turn)!,
    dice: game.dice ? ([...game.dice] as Pair) : null, made: [], before: men, cube: game.cube,
    owner: seatOf(game.owner), crawford: game.crawford, rolled: game.rolled, early: game.early, anyRoll: game.any_roll ?? false,
    offer: offer && { by: seatOf(offer.by)!, value: offer.value, beaver: offer.beaver, back: STAGES[offer.back] },
  }
  return [kept, tally]
}

/** One die each; the higher begins with both, a tie is thrown again and may turn the cube. */
export function rollOpening(game: Game, white: number, black: number, automatic = 0): [Game, Happening[]] {
  const happenings = [{ type: 'RollOpening', white, black }]
  const turns = !game.crawford && game.cube < 2 ** automatic
  if (white === black) return [turns ? { ...game, cube: game.cube * 2 } : game, happenings]
  const turn: Seat = white > black ? 0 : 1
  return [{ ...game, stage: 'play', turn, dice: [white, black], made: [], before: game.men }, happenings]
}

export function rollDice(game: Game, dice: Pair): [Game, Happening[]] {
  const after: Game = { ...game, stage: 'play', dice, made: [], before: game.men }
  return [after, [{ type: 'RollDice', side: NAMES[game.turn], dice }]]
}

/** The roll of a move at one's choice; what was moved with another is put back. */
export function chooseRoll(game: Game, dice: Pair): [Game, Happening[]] {
  const after: Game = { ...game, stage: 'play', dice, made: [], men: game.before }
  return [after, [{ type: 'ChooseRoll', side: NAMES[game.turn], dice }]]
}

/** A roll that does not count: off the board, cocked, or before the other's turn was over. It costs the right to double. */
export function spoilRoll(game: Game, side: Seat): [Game, Happening[]] {
  const after: Game = side === game.turn ? { ...game, rolled: true } : { ...game, early: true }
  return [after, [{ type: 'SpoilRoll', side: NAMES[side] }]]
}

/** The numbers still to be played, in the order of the dice; a hop that fits none of them has used the first. */
export function numbersLeft(game: Game): number[] {
  if (!game.dice) return []
  const [first, second] = game.dice
  const numbers = first === second ? [first, first, first, first] : [first, second]
  for (const [source, target] of game.made) {
    const exact = numbers.indexOf(source - target)
    const larger = target === 0 ? numbers.findIndex((number) => number > source) : -1
    numbers.splice(exact >= 0 ? exact : Math.max(0, larger), 1)
  }
  return numbers
}

/** A checker put from one place to another, whatever the dice say; null where no hand could put it. */
export function moveChecker(game: Game, source: number, target: number): Game | null {
  const us = game.men[game.turn]
  const theirs = game.men[other(game.turn)]
  if (!us[source] || source === 0 || target === source || target > 24 || target < 0) return null
  const there = target ? across(game.board, target) : 0
  if (target && theirs[there] > (game.board.hitting ? 1 : 0)) return null
  const [mine, yours] = [[...us], [...theirs]]
  mine[source] -= 1
  mine[target] += 1
  if (target && yours[there] === 1) {
    yours[there] = 0
    yours[25] += 1
  }
  return { ...game, men: game.turn === 0 ? [mine, yours] : [yours, mine], made: [...game.made, [source, target]] }
}

/** A checker moved by the next number. */
export function hop(game: Game, source: number): Game | null {
  const number = numbersLeft(game)[0]
  return number ? moveChecker(game, source, Math.max(0, source - number)) : null
}

/** The turn without its last hop. */
export function undoMove(game: Game): Game {
  const start: Game = { ...game, men: game.before, made: [] }
  return game.made.slice(0, -1).reduce((state, [source, target]) => moveChecker(state, source, target)!, start)
}

/** The other die first. */
export function swapDice(game: Game): Game {
  return game.dice && !game.made.length ? { ...game, dice: [game.dice[1], game.dice[0]] } : game
}

/** The play stands and the turn is over; the level of the game if it was the last checker. */
export function endTurn(game: Game): [Game, Happening[], Level | null] {
  const side = NAMES[game.turn]
  const end = { type: 'EndTurn', side }
  const happenings = game.stage === 'end' ? [end] : [{ type: 'PlayCheckers', side, hops: game.made }, end]
  const after: Game = {
    ...game, stage: 'roll', turn: other(game.turn), dice: null, made: [], before: game.men, rolled: game.early, early: false,
    anyRoll: false,
  }
  const all = game.board.start.reduce((sum, count) => sum + count, 0)
  return [after, happenings, game.men[game.turn][0] === all ? levelOf(game, other(game.turn)) : null]
}

/** What a game can be won at: in Longgammon a gammon is the worst (ibf:2.1b). */
export function levelsOf({ board, cube }: Game): Level[] {
  if (board.single || (board.jacoby && cube === 1)) return [1]
  return board.backgammons ? [1, 2, 3] : [1, 2]
}

/** What the loser's checkers say. */
export function levelOf(game: Game, loser: Seat): Level {
  const theirs = game.men[loser]
  const worst = levelsOf(game).at(-1)!
  if (theirs[0] || worst === 1) return 1
  return theirs.slice(19).some(Boolean) ? worst : 2
}

export function mayDouble(game: Game, side: Seat): boolean {
  const gone = game.rolled && side === game.turn
  return !game.crawford && !game.offer && !gone && (game.owner === null || game.owner === side)
}

export function offerDouble(game: Game, side: Seat): [Game, Happening[]] {
  const offer: Offer = { by: side, value: game.cube * 2, beaver: false, back: 'roll' }
  return [{ ...game, stage: 'offer', turn: side, offer }, [{ type: 'OfferDouble', side: NAMES[side] }]]
}

/** Who owns the cube when the double is accepted: whoever answers, but after a beaver its maker keeps it. */
const ownerOf = (game: Game, { by, beaver }: Offer): Seat => (beaver ? game.owner! : other(by))

export function take(game: Game): [Game, Happening[]] {
  const offer = game.offer!
  const after: Game = { ...game, stage: 'roll', cube: offer.value, owner: ownerOf(game, offer), offer: null }
  return [after, [{ type: 'Take', side: NAMES[other(offer.by)] }]]
}

export function pass({ offer }: Game): Happening[] {
  return [{ type: 'Pass', side: NAMES[other(offer!.by)] }]
}

/** Whether the double may be answered with another; a beaver with a raccoon. */
export function mayBeaver({ offer }: Game, { beavers, raccoons }: Terms): boolean {
  return Boolean(offer && beavers && (!offer.beaver || raccoons))
}

/** Taken and turned again at once, the cube kept. */
export function beaver(game: Game): [Game, Happening[]] {
  const doubled = game.offer!
  const by = other(doubled.by)
  const offer: Offer = { ...doubled, by, value: doubled.value * 2, beaver: true }
  return [{ ...game, cube: doubled.value, owner: ownerOf(game, doubled), offer }, [{ type: 'Beaver', side: NAMES[by] }]]
}

/** The sides that may claim now, as the book has it: whoever is on turn (tested), or either (settled if the other agrees). */
export function mayClaim({ stage, turn }: Game, { claims }: Terms): Seat[] {
  if (claims === 'none' || !['roll', 'play', 'end'].includes(stage)) return []
  return claims === 'tested' ? [turn] : [0, 1]
}

export function claimGame(game: Game, by: Seat, level: Level): [Game, Happening[]] {
  const offer: Offer = { by, value: level, beaver: false, back: game.stage }
  return [{ ...game, stage: 'claim', offer }, [{ type: 'ClaimGame', side: NAMES[by], level }]]
}

/** The other side's word on a claim or a resignation that is on the table. */
export function answerOffer(game: Game, accept: boolean): [Game, Happening[]] {
  const { by, back } = game.offer!
  const type = game.stage === 'claim' ? 'AnswerClaim' : 'AnswerResignation'
  return [{ ...game, stage: back, offer: null }, [{ type, side: NAMES[other(by)], accept }]]
}

/** A game that was conceded: the loser offers the level and the winner accepts. */
export function concession(winner: Seat, level: Level): Happening[] {
  return [
    { type: 'OfferResignation', side: NAMES[other(winner)], level },
    { type: 'AnswerResignation', side: NAMES[winner], accept: true },
  ]
}

/** The score after a game; nobody has more points than the match, or the set, is long. */
export function addScore(tally: Tally, game: Game, winner: Seat, level: Level, terms: Terms): Tally {
  const score: Pair = [...tally.score]
  score[winner] = Math.min(terms.length || Infinity, score[winner] + level * game.cube)
  const crawfordDone = tally.crawfordDone || game.crawford
  if (terms.bestOf < 2 || score[winner] < terms.length) return { ...tally, score, crawfordDone }
  const sets: Pair = [...tally.sets]
  sets[winner] += 1
  const over = sets[winner] * 2 > terms.bestOf
  return { score: over ? score : [0, 0], sets, crawfordDone: over && crawfordDone }
}

/** The score of a match that was lost otherwise than by play: the winner has what was needed, the loser what it had. */
export function winMatch(tally: Tally, winner: Seat, { length, bestOf }: Terms): Tally {
  const { score, sets }: { score: Pair; sets: Pair } = { score: [...tally.score], sets: [...tally.sets] }
  if (bestOf > 1) sets[winner] = Math.ceil(bestOf / 2)
  else score[winner] = length
  return { ...tally, score, sets }
}

export function winnerOf({ score, sets }: Tally, { length, bestOf }: Terms): Seat | null {
  const [points, needed] = bestOf > 1 ? [sets, Math.ceil(bestOf / 2)] : [score, length]
  if (!needed) return null
  return points[0] >= needed ? 0 : points[1] >= needed ? 1 : null
}

/** The checkers as the board draws them for the side on turn. */
export function boardCounts({ men, turn, board }: Game): { points: number[]; off: [number, number] } {
  const [us, them] = [men[turn], men[other(turn)]]
  const points = us.map((count, place) => {
    if (place === 0) return -them[25]
    return count - (place < 25 ? them[across(board, place)] : 0)
  })
  return { points, off: [us[0], them[0]] }
}

/** The game with its checkers where a board that White looks at has them. */
export function withCounts(game: Game, { points, off }: { points: readonly number[]; off: readonly [number, number] }): Game {
  const white = Array.from({ length: 26 }, (_, place) => (place === 0 ? off[0] : Math.max(0, points[place])))
  const black = Array.from({ length: 26 }, (_, place) => {
    if (place === 0) return off[1]
    return place === 25 ? Math.abs(points[0]) : Math.max(0, -points[across(game.board, place)])
  })
  return { ...game, men: [white, black] }
}

/** The position as XGID, which knows no board on which both sides go the same way; white is the bottom player. */
export function xgid(game: Game, { score }: Tally, { length }: Terms): string {
  if (game.board.rotated) return ''
  const [white, black] = game.men
  const letter = (count: number, base: number) => String.fromCharCode(base + count)
  const board = Array.from({ length: 26 }, (_, place) => {
    if (place && white[place]) return letter(white[place], 64)
    const theirs = place < 25 ? black[25 - place] : 0
    return theirs ? letter(theirs, 96) : '-'
  }).join('')
  const owner = game.owner === null ? 0 : game.owner === 0 ? 1 : -1
  const turn = game.turn === 0 ? 1 : -1
  const sorted = game.dice ? [...game.dice].sort((a, b) => b - a).join('') : '00'
  const dice = game.stage === 'offer' ? 'D' : sorted
  const fields = [board, Math.log2(game.cube), owner, turn, dice, ...score, Number(game.crawford), length, 10]
  return `XGID=${fields.join(':')}`
}
