// What happened in a match, in words: for people who listen to the board, and for the list of moves.

import { writeMoves } from '../../board/moves'
import { t, word } from '../../text/index.svelte'
import type { MatchView, Side } from '../../wire/types'
import { flipCounts, type LogEvent, type LogTurn } from './match_log'

export function nameOf(view: MatchView, side: Side): string {
  return view[side].names.join(' + ') || word('side', side)
}

/** A play as people write it, hits marked where the board before it is known. */
export function playText({ side, hops, before }: Pick<LogTurn, 'side' | 'hops' | 'before'>, rotated: boolean): string {
  if (!before) return writeMoves(hops)
  return writeMoves(hops, side === 'white' ? before : flipCounts(before, rotated), rotated)
}

/** A turn as the list of moves shows it. */
export function turnText(turn: LogTurn, rotated: boolean): string {
  switch (turn.kind) {
    case 'play': {
      const moves = turn.hops.length ? playText(turn, rotated) : t('log.cannot')
      return turn.dice ? `${turn.dice[0]}${turn.dice[1]}: ${moves}` : moves
    }
    case 'double':
      return t('log.doubles', { value: turn.value })
    case 'beaver':
      return t('log.beavers', { value: turn.value })
    case 'resign':
      return t('log.resigns', { level: word('level', String(turn.value)) })
    case 'claim':
      return t('log.claims', { level: word('level', String(turn.value)) })
    case 'take':
      return t('log.takes')
    case 'pass':
      return t('log.passes')
    default:
      return t('log.plays_on')
  }
}

/** An event as a sentence; empty for what nobody needs to hear. */
export function announce(event: LogEvent, view: MatchView, play = ''): string {
  const who = event.side ? nameOf(view, event.side) : ''
  switch (event.type) {
    case 'GameStarted':
      return t(event.crawford ? 'announce.game_crawford' : 'announce.game', { number: event.number })
    case 'OpeningRolled':
      return t('announce.opening', {
        white: nameOf(view, 'white'), black: nameOf(view, 'black'), a: event.white, b: event.black,
      })
    case 'DiceRolled':
      return t('announce.rolled', { who, a: event.dice[0], b: event.dice[1] })
    case 'FreePlayGranted':
      return t('announce.free_play', { who, by: event.by })
    case 'RollChosen':
      return t('announce.chose_roll', { who, a: event.dice[0], b: event.dice[1] })
    case 'Played':
      return event.hops.length ? t('announce.played', { who, play: play || writeMoves(event.hops) }) : t('announce.cannot', { who })
    case 'Doubled':
      return t('announce.doubled', { who, value: event.value })
    case 'DoubleTaken':
      return t('announce.took', { who })
    case 'DoublePassed':
      return t('announce.passed', { who })
    case 'ResignationOffered':
      return t('announce.resigns', { who, level: word('level', String(event.level)) })
    case 'ResignationDeclined':
      return t('announce.plays_on', { who })
    case 'GameClaimed':
      return t('announce.claims', { who, level: word('level', String(event.level)) })
    case 'GameEnded':
      return t('announce.game_won', {
        who: nameOf(view, event.record.winner), n: event.record.points, level: word('level', String(event.record.level)),
      })
    case 'MatchEnded':
      return event.winner ? t('announce.match_won', { who: nameOf(view, event.winner) }) : t('announce.match_drawn')
    case 'TimeExpired':
      return t('announce.time', { who })
    case 'BreakCalled':
      return t('announce.break', { who })
    case 'GameRestored':
      return t('announce.restored')
    case 'DirectorCalled':
      return t('announce.director', { who })
    case 'MatchStopped':
      return t('announce.stopped', { who: event.by })
    case 'MatchReleased':
      return t('announce.released', { who: event.by })
    default:
      return ''
  }
}
