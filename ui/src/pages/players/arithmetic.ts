// The arithmetic of a rating's change in the reader's language.
import { word } from '../../text/index.svelte'

const ARITHMETIC = /\b(the underdog won|the favourite won|underdog|experience|volatility|opponent|own|score|change|a period|won|lost|against)\b/g

/** A line of a change's arithmetic; what stands before who won is the title of a match, with the names of people. */
export function arithmeticWords(line: string): string {
  const facts = line.search(/: (won|lost), [\d.-]+ against [\d.-]+, n = \d+$/)
  const start = facts < 0 ? 0 : facts
  return line.slice(0, start) + line.slice(start).replace(ARITHMETIC, (name) => word('arithmetic', name))
}
