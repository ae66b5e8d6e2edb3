// A position in the literal form, each side in its own points: x 24:2 13:5 8:3 6:5 | o 24:2 13:5 8:3 6:5

import { across, type Counts } from './checkers'

/** What the server reads; `turned` has the sides change places, so that the other one is on roll. */
export function literalOf({ points, off }: Counts, rotated: boolean, discipline: string, turned = false): string {
  const side = (whose: 1 | -1) => {
    const bar = Math.abs(points[whose > 0 ? 25 : 0])
    const words = bar ? [`bar:${bar}`] : []
    for (let point = 24; point >= 1; point--) {
      const count = points[whose > 0 ? point : across(point, rotated)] * whose
      if (count > 0) words.push(`${point}:${count}`)
    }
    return [...words, `off:${off[whose > 0 ? 0 : 1]}`].join(' ')
  }
  const rules = discipline === 'backgammon' ? '' : `${discipline}: `
  return turned ? `${rules}x ${side(-1)} | o ${side(1)}` : `${rules}x ${side(1)} | o ${side(-1)}`
}
