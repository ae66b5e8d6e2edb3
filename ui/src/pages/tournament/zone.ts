// The hours of a tournament are those of its own time zone, wherever the reader is. Pure but for `hall`.
//
// hall     the zone of the tournament that is shown; '' is the reader's own

export const hall = { zone: '' }

/** A zone as Intl takes it: the reader's own where none is named or the browser does not know it. */
export function known(zone: string): string | undefined {
  try {
    return zone ? new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone : undefined
  } catch {
    return undefined
  }
}

/** By how many minutes a zone's hours are ahead of UTC at a moment. */
export function offset(at: number, zone: string): number {
  const timeZone = known(zone)
  if (!timeZone) return -new Date(at).getTimezoneOffset()
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, hourCycle: 'h23', year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' }).formatToParts(at)
  const part = (type: string) => Number(parts.find((one) => one.type === type)?.value ?? 0)
  const wall = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'))
  return Math.round((wall - Math.floor(at / 60_000) * 60_000) / 60_000)
}

/** A moment as an input of type datetime-local has it: 2026-05-01T09:00. */
export function wallTime(at: number, zone = hall.zone): string {
  return new Date(at + offset(at, zone) * 60_000).toISOString().slice(0, 16)
}

/** The moment of such a text; null if it is none. */
export function momentAt(text: string, zone = hall.zone): number | null {
  const wall = text ? Date.parse(`${text}Z`) : Number.NaN
  if (Number.isNaN(wall)) return null
  const near = wall - offset(wall, zone) * 60_000
  return wall - offset(near, zone) * 60_000 // once more: the clocks may have been changed in between
}
