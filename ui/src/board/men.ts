// Which checker is which: a picture only knows counts, but a checker that moves must be seen to move.

import { BAR, OFF, THEIR_BAR, THEIR_OFF, type Party } from './geometry'

export interface Man {
  id: number
  party: Party
  place: number
  slot: number
  order: number // among those that move in this change, 0 first
}

/** Counts as a view has them: + ours, - theirs, [25] our bar, [0] theirs. */
export interface Counts {
  points: readonly number[]
  off: readonly [number, number]
}

function counted({ points, off }: Counts, party: Party): Map<number, number> {
  const found = new Map<number, number>()
  for (let point = 1; point <= 24; point++) {
    const count = party === 'us' ? points[point] : -points[point]
    if (count > 0) found.set(point, count)
  }
  const [bar, tray] = party === 'us' ? [BAR, OFF] : [THEIR_BAR, THEIR_OFF]
  const onBar = Math.abs(party === 'us' ? points[25] : points[0])
  const borne = off[party === 'us' ? 0 : 1]
  if (onBar) found.set(bar, onBar)
  if (borne) found.set(tray, borne)
  return found
}

/** The men of these counts, keeping as many where they were as possible. */
export function arrange(before: readonly Man[], counts: Counts): Man[] {
  let order = 0
  return (['us', 'them'] as Party[]).flatMap((party) => {
    const wanted = counted(counts, party)
    const kept: Man[] = []
    const loose: Man[] = []
    for (const man of before.filter((one) => one.party === party)) {
      if (man.slot < (wanted.get(man.place) ?? 0)) kept.push({ ...man, order: 0 })
      else loose.push(man)
    }
    loose.sort((a, b) => b.place - a.place || b.slot - a.slot)
    let next = Math.max(0, ...before.map((one) => one.id)) + (party === 'us' ? 1 : 101)
    const places = [...wanted].sort(([a], [b]) => b - a)
    for (const [place, count] of places) {
      const here = kept.filter((one) => one.place === place).length
      for (let slot = here; slot < count; slot++) {
        const moved = loose.shift()
        kept.push({ id: moved?.id ?? next++, party, place, slot, order: moved ? order++ : 0 })
      }
    }
    return kept.sort((a, b) => a.id - b.id)
  })
}
