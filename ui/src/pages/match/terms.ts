// Terms of a match as people read them.
import { t, word } from '../../text/index.svelte'
import type { MatchView, Side } from '../../wire/types'
import { nameOf } from './announcer'

/** A term's name, in the reader's language where it is one of the books'. */
export function topicWord(topic: string): string {
  return word('agreement.topic', topic)
}

/** Time for later as one line. */
export function deferredWords(view: MatchView, of: Side, change: number): string {
  return t('defer.words', { who: nameOf(view, of), seconds: `${change > 0 ? '+' : ''}${change / 1000}` })
}

/** Terms as one line. */
export function termWords(terms: Record<string, string>): string {
  const value = (text: string) => (text === 'yes' ? t('agreement.yes') : text === 'no' ? t('agreement.no') : text === 'untimed' ? t('agree.untimed') : text)
  return Object.entries(terms)
    .map(([topic, text]) => `${topicWord(topic)}: ${value(text)}`)
    .join(' · ')
}
