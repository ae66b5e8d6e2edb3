// What a table device keeps of a match: checkers, dice, cube and score, as players make them. It is a score keeper, not
// a judge: only what no hand can do is impossible here, and what was legal the server says when the record reaches it.
//
// A side is 0 (home, white) or 1 (away, black). Each side's checkers are counted in its own view: 25 is the bar, 0 off.

import type { Pair, Seat } from './clock'

export type Hop = [number, number]
export type Level = 1 | 2 | 3
export type Stage = 'opening' | 'roll' | 'play' | 'offer'

export interface Game {
  men: [number[], number[]]
  stage: Stage
  turn: Seat
  dice: Pair | null
  made: Hop[]
  cube: number
  owner: Seat | null
  crawford: boolean
}

export interface Terms {
  length: number
  crawford: boolean
  cube: boolean
}

export interface Tally {
  score: Pair
  crawfordDone: boolean
}

/** Something that happened, as the server's match takes it; `at` is put to it when it is sent. */
export type Happened = { type: string } & Record<string, unknown>

export const STARTS: Record<string, Record<number, number>> = {
  backgammon: { 24: 2, 13: 5, 8: 3, 6: 5 },
  nackgammon: { 24: 2, 23: 2, 13: 4, 8: 3, 6: 4 },
}
const NAMES = ['white', 'black'] as const

export const other = (side: Seat): Seat => (side === 0 ? 1 : 0)

/** Whether the next game is the Crawford game: the first in which somebody needs one point. */
export function isCrawford({ score, crawfordDone }: Tally, { length, crawford }: Terms): boolean {
  return crawford && !crawfordDone && length > 1 && Math.max(...score) === length - 1
}

export function newGame(discipline: string, tally: Tally, terms: Terms): Game {
  const men = () => Array.from({ length: 26 }, (_, place) => STARTS[discipline]?.[place] ?? 0)
  return {
    men: [men(), men()], stage: 'opening', turn: 0, dice: null, made: [], cube: 1, owner: null,
    crawford: isCrawford(tally, terms),
  }
}

/** One die each; the higher begins with both, a tie is thrown again. */
export function opened(game: Game, white: number, black: number): [Game, Happened[]] {
  const told = [{ type: 'RollOpening', white, black }]
  if (white === black) return [game, told]
  return [{ ...game, stage: 'play', turn: white > black ? 0 : 1, dice: [white, black], made: [] }, told]
}

export function rolled(game: Game, dice: Pair): [Game, Happened[]] {
  return [{ ...game, stage: 'play', dice, made: [] }, [{ type: 'RollDice', side: NAMES[game.turn], dice }]]
}

/** The numbers still to be played, in the order of the dice. */
export function left(game: Game): number[] {
  if (!game.dice) return []
  const [one, two] = game.dice
  const all = one === two ? [one, one, one, one] : [one, two]
  return all.slice(game.made.length)
}

/** A checker moved by the next number; null where no hand could put it. */
export function hop(game: Game, source: number): Game | null {
  const number = left(game)[0]
  const us = game.men[game.turn]
  if (!number || !us[source] || source === 0) return null
  const target = Math.max(0, source - number)
  const theirs = game.men[other(game.turn)]
  if (target && theirs[25 - target] > 1) return null
  const [mine, yours] = [[...us], [...theirs]]
  mine[source] -= 1
  mine[target] += 1
  if (target && yours[25 - target] === 1) {
    yours[25 - target] = 0
    yours[25] += 1
  }
  return { ...game, men: game.turn === 0 ? [mine, yours] : [yours, mine], made: [...game.made, [source, target]] }
}

/** The other die first. */
export function swapped(game: Game): Game {
  return game.dice && !game.made.length ? { ...game, dice: [game.dice[1], game.dice[0]] } : game
}

/** The play stands and the turn is over; the level of the game if it was the last checker. */
export function played(game: Game): [Game, Happened[], Level | null] {
  const side = NAMES[game.turn]
  const told = [{ type: 'PlayCheckers', side, hops: game.made }, { type: 'EndTurn', side }]
  const after: Game = { ...game, stage: 'roll', turn: other(game.turn), dice: null, made: [] }
  return [after, told, game.men[game.turn][0] === 15 ? levelOf(game.men[other(game.turn)]) : null]
}

/** What the loser's checkers say. */
export function levelOf(loser: number[]): Level {
  if (loser[0]) return 1
  return loser.slice(19).some(Boolean) ? 3 : 2
}

export function mayDouble(game: Game, side: Seat): boolean {
  return !game.crawford && game.stage !== 'offer' && (game.owner === null || game.owner === side)
}

export function doubled(game: Game, side: Seat): [Game, Happened[]] {
  return [{ ...game, stage: 'offer', turn: side }, [{ type: 'OfferDouble', side: NAMES[side] }]]
}

export function taken(game: Game): [Game, Happened[]] {
  const taker = other(game.turn)
  const after: Game = { ...game, stage: 'roll', cube: game.cube * 2, owner: taker }
  return [after, [{ type: 'Take', side: NAMES[taker] }]]
}

export function passed(game: Game): Happened[] {
  return [{ type: 'Pass', side: NAMES[other(game.turn)] }]
}

/** A game that was conceded: the loser offers the level and the winner accepts. */
export function conceded(winner: Seat, level: Level): Happened[] {
  return [
    { type: 'OfferResignation', side: NAMES[other(winner)], level },
    { type: 'AnswerResignation', side: NAMES[winner], accept: true },
  ]
}

/** The score after a game; nobody has more points than the match is long. */
export function scored(tally: Tally, game: Game, winner: Seat, level: Level, terms: Terms): Tally {
  const score: Pair = [...tally.score]
  score[winner] = Math.min(terms.length || Infinity, score[winner] + level * game.cube)
  return { score, crawfordDone: tally.crawfordDone || game.crawford }
}

export function winnerOf({ score }: Tally, { length }: Terms): Seat | null {
  if (!length) return null
  return score[0] >= length ? 0 : score[1] >= length ? 1 : null
}

/** The checkers as the board draws them for the side on turn. */
export function counted({ men, turn }: Game): { points: number[]; off: [number, number] } {
  const [us, them] = [men[turn], men[other(turn)]]
  const points = us.map((count, place) => (place === 0 ? -them[25] : count - (place < 25 ? them[25 - place] : 0)))
  return { points, off: [us[0], them[0]] }
}

export function pips(men: number[]): number {
  return men.reduce((sum, count, place) => sum + count * place, 0)
}

/** The position as XGID; white is the bottom player. */
export function xgid(game: Game, { score }: Tally, { length }: Terms): string {
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
