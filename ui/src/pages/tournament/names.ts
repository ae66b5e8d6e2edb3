// What the server's words are called on the pages.

import { t, word } from '../../text/index.svelte'

/** A bracket or a title: main, consolation, group-2. */
export function bracketName(name: string): string {
  const group = /^group-(\d+)$/.exec(name)
  return group ? t('tour.bracket.group', { n: Number(group[1]) }) : word('tour.bracket', name)
}

/** What an event has chosen of an option. */
export function choiceName(option: string, value: string): string {
  return value === 'yes' || value === 'no' ? t(value) : word(option === 'discipline' ? option : 'choice', value)
}

/** What is played for in an event; where all play one table for one thing, the event's name says it. */
export function titleName(contest: string, title: string): string {
  return title === 'swiss' ? contest : `${contest}: ${bracketName(title)}`
}

/** A round of a bracket. */
export function roundName(bracket: string, round: number): string {
  return bracket === 'swiss' ? t('tour.round', { n: round }) : t('tour.bracket_round', { bracket: bracketName(bracket), n: round })
}

/** Where a side of a sheet comes from, if it is not known yet; a name stays a name. */
export function sideName(name: string): string {
  const source = /^(winner of|loser of|place|line) (.+)$/.exec(name)
  if (source) return t(`tour.source.${source[1].split(' ')[0]}` as 'tour.source.winner', { match: source[2] })
  return name === 'bye' ? t('tour.source.bye') : name
}

export function tableName({ hall = '', table }: { hall?: string; table: string }): string {
  return table ? t('tour.table', { table: [hall, table].filter(Boolean).join(' ') }) : ''
}

/** Tables and pairings as people count: 2 before 10. */
export const byNumber = new Intl.Collator(undefined, { numeric: true }).compare

/** A penalty and its reason; `steps` are the words of the page for those that are no points. */
export function penaltyText(penalty: { step?: string; points?: number; reason?: string }, steps: string): string {
  const { step = 'points', points = 0, reason = '' } = penalty
  const what = step === 'points' && points ? t('tour.penalty_points', { n: points }) : word(steps, step)
  return [what, reason].filter(Boolean).join(', ')
}

export function money(cents: number, currency: string): string {
  return `${(cents / 100).toFixed(2)}${currency && ` ${currency}`}`
}

/** Places that are shared: 3-4. */
export function places(first: number, last: number): string {
  return first === last ? `${first}` : `${first}–${last}`
}

/** What a screen in the hall can show, in the order it does unless the director has chosen. */
export const SCREEN_PARTS = ['calls', 'playing', 'standings', 'draw'] as const
