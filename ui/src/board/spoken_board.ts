// The board in words, place by place, as a screen reader says it.

import { t, word, type Key } from '../text/index.svelte'
import type { Side } from '../wire/types'
import { BAR, OFF, THEIR_BAR, THEIR_OFF } from './geometry'
import { across, type Counts } from './checkers'

export function checkers(count: number): string {
  const key = `number.${count}`
  return t('board.checkers', { n: count, count: count <= 15 ? t(key as Key) : count })
}

export interface SpokenBoard {
  counts: Counts
  us: Side
  rotated: boolean
  movable?: boolean
}

export function placeLabel(place: number, { counts, us, rotated, movable }: SpokenBoard): string {
  const them: Side = us === 'white' ? 'black' : 'white'
  const whose = (side: Side) => word('whose', side)
  const tail = movable ? `, ${t('board.movable')}` : ''
  const labelOfHeap = (side: Side, key: Key, count: number) =>
    t(key, { whose: whose(side), checkers: count ? checkers(count) : t('board.none') }) + tail
  if (place === OFF) return labelOfHeap(us, 'board.off', counts.off[0])
  if (place === THEIR_OFF) return labelOfHeap(them, 'board.off', counts.off[1])
  if (place === BAR) return labelOfHeap(us, 'board.bar', Math.abs(counts.points[25]))
  if (place === THEIR_BAR) return labelOfHeap(them, 'board.bar', Math.abs(counts.points[0]))
  const count = counts.points[place]
  if (!count) return t('board.empty', { point: place }) + tail
  if (count > 0) return t('board.point', { whose: whose(us), point: place, checkers: checkers(count) }) + tail
  const theirs = across(place, rotated)
  return t('board.their_point', { point: place, whose: whose(them), theirs, checkers: checkers(-count) }) + tail
}
