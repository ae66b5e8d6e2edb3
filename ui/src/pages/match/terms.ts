// Terms of a match as people read them.
import { t, word } from '../../text/index.svelte'

/** A term's name, in the reader's language where it is one of the books'. */
export function topicWord(topic: string): string {
  return word('agreement.topic', topic)
}

/** Terms as one line. */
export function termWords(terms: Record<string, string>): string {
  const value = (text: string) => (text === 'yes' ? t('agreement.yes') : text === 'no' ? t('agreement.no') : text === 'untimed' ? t('agree.untimed') : text)
  return Object.entries(terms)
    .map(([topic, text]) => `${topicWord(topic)}: ${value(text)}`)
    .join(' · ')
}
