// What fits on one page of a hall's screen: lines are broken between words, pages are filled column by column.

import type { DrawSheet, SheetLine } from '../../wire/types'

/** How wide a text is. */
export type Measure = (text: string) => number

/** How many lines a text takes if it is broken between words only, or after a hyphen. */
export function lineCount(text: string, width: number, measure: Measure): number {
  let lines = 1
  let line = ''
  for (const word of text.split(/(?<=[\s-])/)) {
    if (line && measure((line + word).trimEnd()) > width) {
      lines++
      line = word
    } else line += word
  }
  return lines
}

/** Rows on pages of so many columns, each so high; a row that is higher than a column stands alone. */
export function packed<T>(rows: T[], heightOf: (row: T) => number, high: number, columns: number): T[][][] {
  const all: T[][] = []
  let left = 0
  for (const row of rows) {
    const takes = heightOf(row)
    if (!all.length || takes > left) {
      all.push([])
      left = high
    }
    all[all.length - 1].push(row)
    left -= takes
  }
  const pages = Math.ceil(all.length / columns)
  return Array.from({ length: pages }, (_, page) => all.slice(page * columns, (page + 1) * columns))
}

export interface DrawPart {
  bracket: string
  round: number
  here: SheetLine[] // a stretch of the round that is on
  next: SheetLine[] // where the winners go; none where two do not lead to one
}

const OPEN = ['ready', 'waiting']
const UNSEEN = ['vacant', 'not_needed']
const SOURCE = /^(winner of|loser of|place|line) |^bye$/ // the server's words for a side nobody sits at yet
const STRETCH = 8 // matches of a round on one page
const LONG = 30 // letters of a name; one that is longer takes two lines, and half as many matches fit

const named = (line: SheetLine) => [line.home, line.away].filter((side) => !SOURCE.test(side))
const worth = (lines: SheetLine[]) => lines.some((line) => !UNSEEN.includes(line.status) && named(line).length)
const isLong = (lines: SheetLine[]) => lines.flatMap(named).some((name) => name.length > LONG)

/** The rounds that are on, a stretch at a time, each with the matches it leads to. */
export function drawParts(sheet: Pick<DrawSheet, 'brackets'>): DrawPart[] {
  return sheet.brackets.flatMap(({ name, rounds }) => {
    if (!rounds.length) return []
    const on = rounds.findIndex(({ lines = [] }) => lines.some(({ status }) => OPEN.includes(status)))
    const at = on < 0 ? Math.max(0, rounds.length - 2) : on
    const [lines, next] = [rounds[at].lines ?? [], rounds[at + 1]?.lines ?? []]
    const leads = next.length * 2 === lines.length
    const stretch = (from: number, size: number): DrawPart => ({
      bracket: name, round: rounds[at].number, here: lines.slice(from, from + size), next: leads ? next.slice(from / 2, (from + size) / 2) : [],
    })
    const parts: DrawPart[] = []
    for (let from = 0; from < lines.length; from += STRETCH) {
      const whole = stretch(from, STRETCH)
      const half = STRETCH / 2
      parts.push(...(isLong([...whole.here, ...whole.next]) && whole.here.length > half ? [stretch(from, half), stretch(from + half, half)] : [whole]))
    }
    return parts.filter(({ here }) => worth(here))
  })
}
