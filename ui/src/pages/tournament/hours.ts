// Hours as the tournament's own clocks show them.

import { language } from '../../text/index.svelte'
import { hall, known } from './zone'

const FAR = 20 * 3600 * 1000 // further away the day is said, too

/** The hour of a moment; with the day if it is far away. */
export function clock(at: number | null | undefined): string {
  if (at === null || at === undefined) return ''
  const far = Math.abs(Date.now() - at) > FAR
  return new Intl.DateTimeFormat(language(), { timeZone: known(hall.zone), hour: '2-digit', minute: '2-digit', ...(far && { day: 'numeric', month: 'short' }) }).format(at)
}

/** A moment with its day. */
export function when(at: number): string {
  return new Intl.DateTimeFormat(language(), { timeZone: known(hall.zone), dateStyle: 'medium', timeStyle: 'short' }).format(at)
}

/** A stretch of time: 12:05, or 1:12:05. */
export function stretch(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000))
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  const two = (value: number) => String(value).padStart(2, '0')
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`
}

/** A day of a programme, which is an ISO date. */
export function dayOf(date: string): string {
  const at = Date.parse(`${date}T12:00:00Z`)
  return Number.isNaN(at) ? date : new Intl.DateTimeFormat(language(), { dateStyle: 'long', timeZone: 'UTC' }).format(at)
}
