// What happened in a match, in words: for the list of moves and for people who listen to the board.

import { writeMoves } from '../../board/moves'
import { t, word } from '../../text/index.svelte'
import type { MatchView, Side } from '../../wire/types'

export interface LogEvent {
  type: string
  at: number
  side?: Side
  [field: string]: any
}

export function nameOf(view: MatchView, side: Side): string {
  return view[side].names[0] || word('side', side)
}

/** An event as a sentence; empty for what nobody needs to hear. */
export function announce(event: LogEvent, view: MatchView): string {
  const who = event.side ? nameOf(view, event.side) : ''
  switch (event.type) {
    case 'GameStarted':
      return t(event.crawford ? 'said.game_crawford' : 'said.game', { number: event.number })
    case 'OpeningRolled':
      return t('said.opening', {
        white: nameOf(view, 'white'), black: nameOf(view, 'black'), a: event.white, b: event.black,
      })
    case 'DiceRolled':
      return t('said.rolled', { who, a: event.dice[0], b: event.dice[1] })
    case 'Played':
      return event.hops.length ? t('said.played', { who, play: writeMoves(event.hops) }) : t('said.cannot', { who })
    case 'Doubled':
      return t('said.doubled', { who, value: event.value })
    case 'DoubleTaken':
      return t('said.took', { who })
    case 'DoublePassed':
      return t('said.passed', { who })
    case 'ResignationOffered':
      return t('said.resigns', { who, level: word('level', String(event.level)) })
    case 'ResignationDeclined':
      return t('said.plays_on', { who })
    case 'GameClaimed':
      return t('said.claims', { who, level: word('level', String(event.level)) })
    case 'GameEnded':
      return t('said.game_won', {
        who: nameOf(view, event.record.winner), n: event.record.points, level: word('level', String(event.record.level)),
      })
    case 'MatchEnded':
      return event.winner ? t('said.match_won', { who: nameOf(view, event.winner) }) : t('said.match_drawn')
    case 'TimeExpired':
      return t('said.time', { who })
    case 'BreakCalled':
      return t('said.break', { who })
    case 'DirectorCalled':
      return t('said.director', { who })
    case 'MatchStopped':
      return t('said.stopped', { who: event.by })
    case 'MatchReleased':
      return t('said.released', { who: event.by })
    default:
      return ''
  }
}
