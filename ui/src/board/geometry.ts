// Where things lie on the board. The same proportions as the static pictures (notation/pictures/board_diagram.py).
//
// A place is a number: 1 to 24 are points as the reader counts them, and four more are beside them.

export const OFF = 0 // ours, borne off
export const BAR = 25 // ours
export const THEIR_BAR = 26
export const THEIR_OFF = 27

export type Party = 'us' | 'them'

export interface Spot {
  x: number
  y: number
}

export interface Area extends Spot {
  width: number
  height: number
}

export interface Look {
  home: 'right' | 'left'
  near: 'bottom' | 'top'
  compact: boolean // a narrow screen: no tray where none is needed
  rotated: boolean // both sides go the same way round, so theirs are borne off on the other side
  shown?: number // how many checkers lie on a point one by one; a tall screen has room for more
  ratio?: number // how high the board may be for its width: the room between the points takes what is left
}

export const CHECKER = 40
export const POINT = 44
export const SLAB = 12.5 // a borne-off checker, seen from its edge
const SHOWN = 5 // a taller stack says its number
const MOST_SHOWN = 9
const WIDEST_GAP = 150 // beyond the usual one, on a tall screen
const NUMBERS = 22

/** How many checkers a point shows on a board that may be so high for its width. */
export function shownFor(ratio: number): number {
  let shown = SHOWN
  while (shown < MOST_SHOWN && heightToWidth(shown + 1) <= ratio) shown++
  return shown
}

function heightToWidth(shown: number): number {
  const geometry = new Geometry({ home: 'right', near: 'bottom', compact: true, rotated: false, shown })
  return geometry.height / geometry.width
}

export class Geometry {
  readonly width: number
  readonly height: number
  readonly bar: number
  readonly rail: number
  readonly tray: number
  readonly gap: number
  readonly left: number // of the playing surface, before mirroring
  readonly right: number
  readonly top = NUMBERS + 4
  readonly foot: number
  readonly middle: number
  readonly centre: number
  readonly leftTray: boolean
  readonly shown: number
  readonly half: number // from the rim to where the checkers of a point end
  readonly look: Look

  constructor(look: Look) {
    this.look = look
    this.shown = look.shown ?? SHOWN
    this.half = this.shown * CHECKER + 8
    this.rail = look.compact ? 6 : 10
    this.tray = look.compact ? 46 : 52
    this.bar = look.compact ? 44 : 50
    this.leftTray = !look.compact || look.rotated
    this.left = this.leftTray ? this.rail + this.tray + this.rail : this.rail + 2
    this.middle = this.left + 6 * POINT + this.bar / 2
    this.right = this.middle + this.bar / 2 + 6 * POINT
    this.width = this.right + this.rail + this.tray + this.rail
    const least = look.compact ? 70 : 60
    const left = this.width * (look.ratio ?? 0) - (2 * this.top + 2 * this.half + least)
    this.gap = least + Math.max(0, Math.min(WIDEST_GAP, left))
    this.foot = this.top + 2 * this.half + this.gap
    this.height = this.foot + NUMBERS + 4
    this.centre = (this.top + this.foot) / 2
  }

  /** From the picture with our home at the lower right to the one on the screen. */
  at(x: number, y: number): Spot {
    return {
      x: this.look.home === 'right' ? x : this.width - x,
      y: this.look.near === 'bottom' ? y : this.height - y,
    }
  }

  area(x: number, y: number, width: number, height: number): Area {
    const a = this.at(x, y)
    const b = this.at(x + width, y + height)
    return { x: Math.min(a.x, b.x), y: Math.min(a.y, b.y), width, height }
  }

  column(point: number): number {
    const column = point <= 12 ? 12 - point : point - 13
    return this.left + (column + 0.5) * POINT + (column >= 6 ? this.bar : 0)
  }

  /** The three corners of a point, for `points=`. */
  triangle(point: number): string {
    const x = this.column(point)
    const [base, up] = point <= 12 ? [this.foot, -1] : [this.top, 1]
    const corners = [
      this.at(x - POINT / 2 + 1.5, base),
      this.at(x + POINT / 2 - 1.5, base),
      this.at(x, base + up * (this.half - 14)),
    ]
    return corners.map((spot) => `${spot.x},${spot.y}`).join(' ')
  }

  number(point: number): Spot {
    return this.at(this.column(point), point <= 12 ? this.foot + NUMBERS / 2 + 1 : this.top - NUMBERS / 2 - 1)
  }

  get surfaces(): Area[] {
    const height = this.foot - this.top
    return [this.left, this.middle + this.bar / 2].map((x) => this.area(x, this.top, 6 * POINT, height))
  }

  get trays(): Area[] {
    const lefts = [this.right + this.rail]
    if (this.leftTray) lefts.push(this.rail)
    return lefts.flatMap((x) => [this.top, this.foot - this.half].map((y) => this.area(x, y, this.tray, this.half)))
  }

  #tray(party: Party): { x: number; start: number; up: number } {
    const x = party === 'them' && this.look.rotated ? this.rail : this.right + this.rail
    return party === 'us' ? { x, start: this.foot, up: -1 } : { x, start: this.top, up: 1 }
  }

  /** The centre of the checker that lies `slot` checkers up from the base of a place. */
  checker(place: number, slot: number): Spot {
    if (place === OFF || place === THEIR_OFF) {
      const { x, start, up } = this.#tray(place === OFF ? 'us' : 'them')
      return this.at(x + this.tray / 2, start + up * (4 + (slot + 0.5) * SLAB))
    }
    const shown = Math.min(slot, this.shown - 1)
    if (place === BAR || place === THEIR_BAR) {
      const up = place === BAR ? -1 : 1
      const first = CHECKER / 2 + (this.leftTray ? 6 : 26)
      return this.at(this.middle, this.centre + up * (first + Math.min(slot, 3) * CHECKER))
    }
    const [base, up] = place <= 12 ? [this.foot, -1] : [this.top, 1]
    return this.at(this.column(place), base + up * (CHECKER / 2 + 1 + shown * CHECKER))
  }

  /** Where a place can be touched. */
  zone(place: number): Area {
    const half = (this.foot - this.top) / 2
    if (place === OFF || place === THEIR_OFF) {
      const { x, up } = this.#tray(place === OFF ? 'us' : 'them')
      return this.area(x, up < 0 ? this.centre : this.top, this.tray, half)
    }
    if (place === BAR || place === THEIR_BAR) {
      return this.area(this.middle - this.bar / 2, place === BAR ? this.top : this.centre, this.bar, half)
    }
    return this.area(this.column(place) - POINT / 2, place <= 12 ? this.centre : this.top, POINT, half)
  }

  /** The place under a spot of the picture, if any. */
  under(spot: Spot): number | null {
    for (let place = OFF; place <= THEIR_OFF; place++) {
      const { x, y, width, height } = this.zone(place)
      if (spot.x >= x && spot.x < x + width && spot.y >= y && spot.y < y + height) return place
    }
    return null
  }

  /** Dice lie on the right of the one who rolled, or `aside` where a decision stands there. */
  dice(party: Party, count: number, aside: boolean): Spot[] {
    const away = this.bar / 2 + 3 * POINT
    const middle = this.middle + (party === 'us' && !aside ? away : -away)
    const step = count > 2 ? 46 : 52
    return Array.from({ length: count }, (_, k) => this.at(middle + (k - (count - 1) / 2) * step, this.centre))
  }

  cube(owner: Party | null, offered: Party | null): Spot {
    if (offered) return this.at(this.middle + (offered === 'us' ? 1 : -1) * (this.bar / 2 + 26), this.centre)
    const edge = 26
    if (!this.leftTray) {
      const y = owner === 'us' ? this.foot - edge : owner === 'them' ? this.top + edge : this.centre
      return this.at(this.middle, y)
    }
    const rotated = this.look.rotated && owner === 'them'
    const x = rotated ? this.right + this.rail + this.tray / 2 : this.rail + this.tray / 2
    return this.at(x, owner === 'us' ? this.foot - edge : owner === 'them' ? this.top + edge : this.centre)
  }
}

/** Where the dots of a die lie, in steps from its centre. */
export const DOTS: Record<number, [number, number][]> = {
  1: [[0, 0]],
  2: [[-1, -1], [1, 1]],
  3: [[-1, -1], [0, 0], [1, 1]],
  4: [[-1, -1], [1, -1], [-1, 1], [1, 1]],
  5: [[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]],
  6: [[-1, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [1, 1]],
}
