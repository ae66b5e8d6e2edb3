// What a person has chosen on this device. Kept in the browser; nothing of it is sent anywhere.

export type BoardTheme = 'harbour' | 'walnut' | 'felt' | 'contrast'
export type Shade = 'auto' | 'light' | 'dark'

export interface Settings {
  language: '' | 'en' | 'ru' // '' follows the browser
  shade: Shade
  board: BoardTheme
  home: 'right' | 'left' // where our home board lies
  near: 'bottom' | 'top' // on which side of the screen we sit
  animate: boolean
  sound: boolean
  autoRoll: boolean // when the cube cannot be offered
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
  animate: true,
  sound: false,
  autoRoll: true,
  skipCube: false,
  autoBearOff: false,
  pips: true,
  numbers: true,
  level: 'casual',
}

function kept(): Partial<Settings> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}')
  } catch {
    return {} // storage is closed to us, or holds something else
  }
}

export const settings: Settings = $state({ ...DEFAULTS, ...kept() })

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
}

const still = window.matchMedia('(prefers-reduced-motion: reduce)')

/** Whether things may move on the screen. */
export function moving(): boolean {
  return settings.animate && !still.matches
}
