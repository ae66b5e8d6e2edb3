// A points scheme in words, and where somebody's points come from.

import { number, t, word } from '../../text/index.svelte'
import type { PointsScheme, SeriesResult, SeriesRow, SeriesTieBreak } from '../../wire/types'

const USUAL: SeriesTieBreak[] = ['best_result', 'events_won', 'head_to_head', 'all_results'] // as the server's
const IN_POINTS: SeriesTieBreak[] = ['best_result', 'all_results']

/** Thousandths as people read them. */
export const points = (amount: number) => number(amount / 1000)

export function schemeWords(scheme: PointsScheme): string[] {
  if (scheme.ladder) return [t(scheme.ladder === 'half' ? 'series.rule_half' : 'series.rule_take')]
  const lines: string[] = []
  if (scheme.by_place?.length) lines.push(t(scheme.per_field ? 'series.rule_field' : 'series.rule_place', { points: scheme.by_place.map(points).join(', ') }))
  const factors = Object.entries(scheme.factors ?? {})
  if (factors.length) lines.push(t('series.rule_factors', { factors: factors.map(([name, factor]) => `${name} ${points(factor)}`).join(', ') }))
  if (scheme.per_entry) lines.push(t('series.rule_entry', { n: points(scheme.per_entry) }))
  if (scheme.per_win) lines.push(t('series.rule_win', { n: points(scheme.per_win) }))
  if (scheme.per_point) lines.push(t('series.rule_point', { n: points(scheme.per_point) }))
  if (scheme.best) lines.push(t('series.rule_best', { n: scheme.best }))
  for (const rank of scheme.ranks ?? []) lines.push(t('series.rule_rank', { name: rank.name, n: points(rank.points) }))
  const ties = scheme.tie_breaks ?? USUAL
  if (ties.length) lines.push(t('series.rule_ties', { ties: ties.map((tie) => word('series.tie', tie)).join(', ') }))
  return lines
}

/** What an event brought somebody, part by part. */
export function resultWords(result: SeriesResult): string {
  const parts = (result.places ?? []).map((place) => {
    const values = { place: place.place, last: place.last, n: result.field ?? 0 }
    const times = place.factor === 1000 ? '' : ` ${t('series.times', { n: points(place.factor) })}`
    return `${t(place.place === place.last ? 'series.from_place' : 'series.from_places', values)}${times}: ${points(place.points)}`
  })
  if (result.by_entry) parts.push(`${t('series.from_entry')}: ${points(result.by_entry)}`)
  if (result.by_matches) parts.push(`${t('series.from_matches', { n: result.won ?? 0 })}: ${points(result.by_matches)}`)
  if (!result.event) parts.push(t('series.by_hand', { reason: result.reason ?? '' }))
  return parts.join('; ')
}

/** What put somebody before or behind those level with them. */
export function tieWords(row: SeriesRow): string[] {
  const lines = (row.values ?? []).map(([tie, value]) =>
    value === null ? `${word('series.tie', tie)}: ${t('series.tie_none')}` : `${word('series.tie', tie)}: ${IN_POINTS.includes(tie) ? points(value) : number(Math.abs(value))}`,
  )
  if (row.last > row.place) lines.push(t('series.shares', { place: row.place, last: row.last }))
  return lines
}
