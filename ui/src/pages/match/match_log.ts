// The moves of a match as a match file has them: game by game, White's turns on the left, Black's on the right, one line
// for both. Positions are White's and follow from the hops, or from what an official has set.

import { across, playSteps, type Counts, type Hop } from '../../board/checkers'
import type { Side } from '../../wire/types'

export interface LogEvent {
  type: string
  at: number
  side?: Side
  [field: string]: any
}

/** One turn of one side: a roll played, or a word about the cube or the game. */
export interface LogTurn {
  version: number
  side: Side
  kind: 'play' | 'double' | 'beaver' | 'take' | 'pass' | 'resign' | 'play_on' | 'claim'
  dice: [number, number] | null
  hops: Hop[]
  value: number // of the cube, or a level
  before: Counts | null
  undone: boolean // taken back later
}

export interface LogGame {
  number: number
  crawford: boolean
  rows: { white: LogTurn | null; black: LogTurn | null }[]
  ended: { winner: Side; points: number; level: number } | null
}

export interface Roll {
  version: number
  side: Side
  dice: [number, number]
  hops: Hop[] | null // null while it is not played
}

export interface MatchLog {
  games: LogGame[]
  turns: LogTurn[]
  roll: Roll | null // the last one of the running game, or of the last
  counts: Counts | null // the board as it stood last, White's view
}

export function flipCounts({ points, off }: Counts, rotated: boolean): Counts {
  const flipped = new Array<number>(26).fill(0)
  for (let point = 1; point <= 24; point++) flipped[across(point, rotated)] = -points[point] || 0
  flipped[0] = -points[25] || 0
  flipped[25] = -points[0] || 0
  return { points: flipped, off: [off[1], off[0]] }
}

/** A position as events have it: `x 24:2 bar:1 off:3 | o 13:5`, after the name of a discipline where it is another. */
export function readPosition(text: string, rotated: boolean): Counts {
  const points = new Array<number>(26).fill(0)
  const off: [number, number] = [0, 0]
  text.split('|').forEach((half, them) => {
    for (const [, place, count] of half.matchAll(/(bar|off|\d+):(\d+)/g)) {
      const n = Number(count)
      if (place === 'off') off[them] = n
      else if (place === 'bar') points[them ? 0 : 25] = them ? -n : n
      else points[them ? across(Number(place), rotated) : Number(place)] = them ? -n : n
    }
  })
  return { points, off }
}

const KINDS: Record<string, LogTurn['kind']> = {
  Doubled: 'double', DoubleTaken: 'take', DoublePassed: 'pass', ResignationOffered: 'resign', ResignationDeclined: 'play_on',
  GameClaimed: 'claim',
}

/** The log of the events so far; the first of them has version 1. */
export function foldLog(events: readonly LogEvent[], start: Counts | null, rotated: boolean): MatchLog {
  const games: LogGame[] = []
  const turns: LogTurn[] = []
  const boards: (Counts | null)[] = [] // by version
  let counts: Counts | null = start
  let roll: Roll | null = null
  const add = (turn: LogTurn) => {
    const rows = games[games.length - 1]?.rows
    if (!rows) return
    turns.push(turn)
    const last = rows[rows.length - 1]
    if (last && !last[turn.side] && !(turn.side === 'white' && last.black)) last[turn.side] = turn
    else rows.push({ white: null, black: null, [turn.side]: turn })
  }
  events.forEach((event, k) => {
    const version = k + 1
    const side = event.side ?? 'white'
    switch (event.type) {
      case 'GameStarted':
        games.push({ number: event.number, crawford: Boolean(event.crawford), rows: [], ended: null })
        counts = start
        roll = null
        break
      case 'OpeningRolled':
        if (event.white !== event.black) {
          const [high, low] = [Math.max(event.white, event.black), Math.min(event.white, event.black)]
          roll = { version, side: event.white > event.black ? 'white' : 'black', dice: [high, low], hops: null }
        }
        break
      case 'DiceRolled':
      case 'RollChosen':
        roll = { version, side, dice: event.dice, hops: null }
        break
      case 'Played': {
        const hops = event.hops as Hop[]
        add({ version, side, kind: 'play', dice: roll?.dice ?? null, hops, value: 0, before: counts, undone: false })
        if (counts && hops.length) counts = playSteps(counts, side === 'white' ? 'us' : 'them', hops, rotated).at(-1)!
        if (roll) roll = { ...roll, hops }
        break
      }
      case 'GameRestored':
        for (const turn of turns) if (turn.version > event.version) turn.undone = true
        counts = boards[event.version - 1] ?? null
        roll = rollAt(events, event.version)
        break
      case 'PositionCorrected':
        counts = readPosition(event.position, rotated)
        roll = event.dice ? { version, side: event.turn, dice: event.dice, hops: null } : null
        break
      case 'GameEnded':
        if (games.length) games[games.length - 1].ended = event.record
        break
      default:
        if (event.type in KINDS) {
          const kind = event.beaver ? 'beaver' : KINDS[event.type]
          add({ version, side, kind, dice: null, hops: [], value: event.value ?? event.level ?? 0, before: counts, undone: false })
        }
    }
    boards.push(counts)
  })
  return { games, turns, roll, counts }
}

/** The roll that was to be played at a version. */
function rollAt(events: readonly LogEvent[], version: number): Roll | null {
  for (let k = version - 1; k >= 0; k--) {
    const event = events[k]
    if (event.type === 'DiceRolled' || event.type === 'RollChosen') return { version: k + 1, side: event.side!, dice: event.dice, hops: null }
    if (event.type === 'OpeningRolled') return foldLog(events.slice(k, k + 1), null, false).roll
  }
  return null
}
