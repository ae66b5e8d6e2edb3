// Figures as the pages of analysis write them.

/** The engine's words where the side on roll has no cube: what one would be worth is nobody's question then. */
export const NO_CUBE = 'No cube to turn'

export const signed = (value: number) => `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(3)}`
export const three = (value: number) => `${value < 0 ? '−' : ''}${Math.abs(value).toFixed(3)}`
const percent = (chance: number) => (100 * chance).toFixed(1)
export const share = (chance: number) => `${percent(chance)} %`

/** Wins, gammons and backgammons, then the same of the other side. */
export function chancesText(chances: readonly number[]): string {
  const [win, gammon, backgammon, lost, lostBackgammon] = chances
  return `${percent(win)} / ${percent(gammon)} / ${percent(backgammon)} – ${percent(1 - win)} / ${percent(lost)} / ${percent(lostBackgammon)}`
}

/** Colours of a map: how good the best of 36 is, from bad (0) to good (1). */
export function warmth(value: number, low: number, high: number): number {
  return high > low ? (value - low) / (high - low) : 0.5
}
