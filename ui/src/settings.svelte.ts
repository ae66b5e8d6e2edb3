// What a person has chosen on this device. Kept in the browser; nothing of it is sent anywhere.

export type BoardTheme = 'harbour' | 'walnut' | 'felt' | 'contrast'
export type Shade = 'auto' | 'light' | 'dark'
export type CheckerColours = 'ivory' | 'red' | 'blue' | 'wood'
export type Confirm = 'ask' | 'undo' | 'off'

export interface Settings {
  language: '' | 'en' | 'ru' // '' follows the browser
  shade: Shade
  board: BoardTheme
  home: 'right' | 'left' // where our home board lies
  near: 'bottom' | 'top' // on which side of the screen we sit
  checkers: CheckerColours
  speed: number // of checkers and dice, 1 to 5; 0: nothing moves
  confirm: Confirm // before a double or a pass
  undoTime: number // seconds in which it can be called off
  sound: boolean
  volume: number // 0 to 100
  calls: boolean // to a table of a tournament sound, whatever else does
  autoRoll: boolean // when the cube cannot be offered
  autoPass: boolean // when nothing can be moved
  skipCube: boolean // roll even when the cube could be offered
  autoBearOff: boolean
  pips: boolean
  numbers: boolean
  level: string // of the computer
}

const KEY = 'barpoint.settings'
const DEFAULTS: Settings = {
  language: '',
  shade: 'auto',
  board: 'harbour',
  home: 'right',
  near: 'bottom',
  checkers: 'ivory',
  speed: 3,
  confirm: 'ask',
  undoTime: 2,
  sound: false,
  volume: 60,
  calls: true,
  autoRoll: true,
  autoPass: true,
  skipCube: false,
  autoBearOff: false,
  pips: true,
  numbers: true,
  level: 'casual',
}

function storedSettings(): Partial<Settings> {
  try {
    const { animate, ...stored } = JSON.parse(localStorage.getItem(KEY) ?? '{}')
    return animate === false ? { speed: 0, ...stored } : stored // as 0.1.0 kept it
  } catch {
    return {} // storage is closed to us, or holds something else
  }
}

export const settings: Settings = $state({ ...DEFAULTS, ...storedSettings() })

export function keep(): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(settings))
  } catch {
    // the choice lasts as long as the page
  }
  show()
}

/** Put the choice where the style sheets look for it. */
export function show(): void {
  const root = document.documentElement
  root.dataset.shade = settings.shade
  root.dataset.board = settings.board
  root.dataset.checkers = settings.checkers
}

const still = window.matchMedia('(prefers-reduced-motion: reduce)')

/** Whether things may move on the screen. */
export function moving(): boolean {
  return settings.speed > 0 && !still.matches
}

const HOPS = [0, 700, 480, 320, 200, 110]

/** Milliseconds that a checker takes from one point to the next. */
export function hopTime(): number {
  return moving() ? (HOPS[settings.speed] ?? HOPS[3]) : 0
}
