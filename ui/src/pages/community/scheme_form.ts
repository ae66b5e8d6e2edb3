// A points scheme as it is typed: points as people write them, a line for every division and rank.

import type { PointsScheme, SeriesTieBreak } from '../../wire/types'

export const TIE_BREAKS: SeriesTieBreak[] = ['best_result', 'events_won', 'head_to_head', 'matches_won', 'all_results', 'fewest_events']

export interface SchemeForm {
  places: string // "10, 7, 5"
  perField: boolean
  factors: string // "Open 1.5", one a line
  entry: number
  win: number
  point: number
  best: number
  ladder: '' | 'take' | 'half'
  ranks: string // "Club master 25", one a line
  ties: SeriesTieBreak[]
}

const written = (amount: number | undefined) => (amount ?? 0) / 1000
const thousandths = (amount: number) => Math.round((Number.isFinite(amount) ? amount : 0) * 1000)
const lines = (entries: [string, number][]) => entries.map(([name, amount]) => `${name} ${written(amount)}`).join('\n')

export function schemeForm(scheme: PointsScheme): SchemeForm {
  return {
    places: (scheme.by_place ?? []).map(written).join(', '),
    perField: scheme.per_field ?? false,
    factors: lines(Object.entries(scheme.factors ?? {})),
    entry: written(scheme.per_entry),
    win: written(scheme.per_win),
    point: written(scheme.per_point),
    best: scheme.best ?? 0,
    ladder: scheme.ladder ?? '',
    ranks: lines((scheme.ranks ?? []).map((rank) => [rank.name, rank.points])),
    ties: [...(scheme.tie_breaks ?? ['best_result', 'events_won', 'head_to_head', 'all_results'])],
  }
}

/** Lines of a name and a number after it; what has no number is left for the server to refuse. */
function pairs(text: string): [string, number][] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .map((line) => {
      const [, name = line, amount = ''] = /^(.*\S)\s+([\d.,]+)$/.exec(line) ?? []
      return [name, thousandths(Number(amount.replace(',', '.')))]
    })
}

export function schemeOf(form: SchemeForm): PointsScheme {
  if (form.ladder) return { ladder: form.ladder, tie_breaks: [] }
  return {
    by_place: form.places.split(/[,;\s]+/).filter(Boolean).map((place) => thousandths(Number(place))),
    per_field: form.perField,
    factors: Object.fromEntries(pairs(form.factors)),
    per_entry: thousandths(form.entry),
    per_win: thousandths(form.win),
    per_point: thousandths(form.point),
    best: form.best,
    ranks: pairs(form.ranks).map(([name, amount]) => ({ name, points: amount })),
    tie_breaks: form.ties,
  }
}
