// The clock of the table device: the same state machine over timestamps as the server's (match/clock.py), so that it
// runs where there is no network. A test runs both on the same presses. Nothing here reads a clock.
//
// A side is 0 (home, white) or 1 (away, black). What expiry means for a match is for the players and the director.

export type Method =
  | 'simple_delay' | 'bronstein' | 'bronstein_backloaded' | 'fischer' | 'sudden_death' | 'untimed' | 'per_move'
export type Seat = 0 | 1
export type Pair = [number, number]

export interface Rules {
  method: Method
  reserve: number
  delay: number
  trust?: number
  untimed?: Seat[] // sides whose time does not count
  pause?: number // the longest pause for a dispute, dice on the floor or between games (ibf:3.12a)
}

export interface Clock {
  rules: Rules
  reserve: Pair
  started: number
  running: Seat | null
  since: number // when the present stretch of running or standing began
  turn: number // turn time used before `since`
  delay: number // what the running turn has free
  paused: string | null
  used: Pair
  idle: number
  trust: Pair
  flags: [boolean, boolean]
}

const countsDown = (method: Method) =>
  method === 'fischer' || method === 'sudden_death' || method === 'bronstein_backloaded'

function withSide<T>(pair: [T, T], side: Seat, value: T): [T, T] {
  return side === 0 ? [value, pair[1]] : [pair[0], value]
}

/** A clock that has not been started. */
export function fresh(rules: Rules, at: number): Clock {
  const trust = Math.min(rules.trust ?? 0, rules.reserve)
  const left = rules.reserve - trust
  return {
    rules, reserve: [left, left], started: at, running: null, since: at, turn: 0, delay: 0, paused: null,
    used: [0, 0], idle: 0, trust: [trust, trust], flags: [false, false],
  }
}

const passes = (clock: Clock) => clock.running !== null && clock.paused === null

export function turnTime(clock: Clock, at: number): number {
  return clock.turn + (passes(clock) ? Math.max(0, at - clock.since) : 0)
}

/** All the time accounted for: the time since the clock was set up. */
export function timeElapsed(clock: Clock, at: number): number {
  return clock.used[0] + clock.used[1] + clock.idle + standing(clock, at) + turnTime(clock, at)
}

const standing = (clock: Clock, at: number) => (passes(clock) ? 0 : Math.max(0, at - clock.since))

export function counts(clock: Clock, side: Seat): boolean {
  return clock.rules.method !== 'untimed' && !(clock.rules.untimed ?? []).includes(side)
}

/** What a turn of this length costs the reserve while it lasts. */
function charge(clock: Clock, turn: number): number {
  if (clock.rules.method === 'untimed') return 0
  return countsDown(clock.rules.method) ? turn : Math.max(0, turn - clock.delay)
}

/** The turn time at which a running side's time is used up. */
function allowance(clock: Clock, side: Seat): number {
  return clock.reserve[side] + (countsDown(clock.rules.method) ? 0 : clock.delay)
}

/** The reserve a side's display shows. */
export function remaining(clock: Clock, side: Seat, at: number): number {
  const spent = side === clock.running ? charge(clock, turnTime(clock, at)) : 0
  return Math.max(0, clock.reserve[side] - spent)
}

/** The free time left in the running turn. */
export function delayLeft(clock: Clock, side: Seat, at: number): number {
  if (countsDown(clock.rules.method) || side !== clock.running) return 0
  return Math.max(0, clock.delay - turnTime(clock, at))
}

/** The moment the running side's time is used up, if it runs on. */
export function expiresAt(clock: Clock): number | null {
  if (clock.running === null || clock.paused !== null || !counts(clock, clock.running)) return null
  return clock.since + allowance(clock, clock.running) - clock.turn
}

/** The moment the running side's reserve falls below a level in this turn, if it does: whoever warns then, warns once. */
export function fallsBelow(clock: Clock, level: number): number | null {
  const end = expiresAt(clock)
  if (end === null || clock.running === null || clock.reserve[clock.running] < level) return null
  return end - level + 1
}

export function isExpired(clock: Clock, side: Seat, at: number): boolean {
  if (!counts(clock, side)) return false
  return clock.flags[side] || (side === clock.running && turnTime(clock, at) >= allowance(clock, side))
}

/** The running turn so far is charged, and standing time is idle. */
function settle(clock: Clock, at: number): Clock {
  const cleared: Clock = { ...clock, since: at, idle: clock.idle + standing(clock, at), paused: null }
  const side = clock.running
  if (side === null) return cleared
  const spent = turnTime(clock, at)
  let left = Math.max(0, clock.reserve[side] - charge(clock, spent))
  if (clock.rules.method === 'bronstein_backloaded') left += Math.min(spent, clock.delay)
  return {
    ...cleared,
    reserve: withSide(clock.reserve, side, left),
    used: withSide(clock.used, side, clock.used[side] + spent),
    flags: withSide(clock.flags, side, isExpired(clock, side, at)),
    turn: 0,
  }
}

/** The running turn is over and charged; nobody's time runs. */
export function stop(clock: Clock, at: number): Clock {
  const after = settle(clock, at)
  const side = clock.running
  if (side === null) return after
  const more = clock.rules.method === 'fischer' ? clock.delay : 0
  return { ...after, reserve: withSide(after.reserve, side, after.reserve[side] + more), running: null, delay: 0 }
}

/** A side's time runs; the other's turn is charged. */
export function start(clock: Clock, side: Seat, at: number): Clock {
  return { ...stop(clock, at), running: side, delay: clock.rules.delay }
}

/** It stands still in the middle of a turn; the delay already used stays used. */
export function pause(clock: Clock, reason: string, at: number): Clock {
  const turn = turnTime(clock, at)
  return { ...clock, turn, idle: clock.idle + standing(clock, at), since: at, paused: reason }
}

export function resume(clock: Clock, at: number): Clock {
  if (clock.paused === null) return clock
  return { ...clock, idle: clock.idle + Math.max(0, at - clock.since), since: at, paused: null }
}

/** The running side has its full delay again; what its turn has cost so far stays spent. */
export function renew(clock: Clock, at: number): Clock {
  const settled = settle(clock, at)
  return clock.running === null ? settled : { ...settled, delay: clock.rules.delay }
}

/** Both sides have the time of these rules, as when a clock is brought in; whose time runs, runs on. */
export function setTime(clock: Clock, rules: Rules, at: number): Clock {
  const { reserve, trust, flags } = fresh(rules, at)
  return { ...settle(clock, at), rules, reserve, trust, flags, paused: clock.paused, delay: clock.running === null ? 0 : rules.delay }
}

/** Both sides have so much more or less, as when the match turns out to be shorter. */
export function shiftTime(clock: Clock, rules: Rules, at: number): Clock {
  const change = rules.reserve - clock.rules.reserve
  return { ...adjust(adjust(clock, 0, change, at), 1, change, at), rules }
}

/** Add to or take from what a side's display shows. */
export function adjust(clock: Clock, side: Seat, change: number, at: number): Clock {
  const shown = Math.max(0, remaining(clock, side, at) + change)
  const owed = side === clock.running ? charge(clock, turnTime(clock, at)) : 0
  const down = counts(clock, side) && shown === 0 && (change < 0 || clock.flags[side])
  return { ...clock, reserve: withSide(clock.reserve, side, owed + shown), flags: withSide(clock.flags, side, down) }
}

/** The time held in trust goes onto the side's clock. */
export function releaseTrust(clock: Clock, side: Seat, at: number): Clock {
  return adjust({ ...clock, trust: withSide(clock.trust, side, 0) }, side, clock.trust[side], at)
}
