// Dice a device seals and throws by itself: the same derivation as the server's (service/dice/hash_chain.py), for a table
// without a network. A test runs both on the same roots.

import { chainOf, linkBefore } from '../dice/chains.ts'
import { diceFrom, hex, lines, sha256 } from '../dice/hashes.ts'

export const TABLE_LINKS = 1024 // of the one chain of a game

/** All links of a game's chain, its end first: that is shown before the players type. */
export function gameChain(match: string, game: number, root: string, links: number): string[] {
  return chainOf(match, game, 'server', root, links)
}

/** A side's part, from whatever that side typed. */
export function partOf(match: string, game: number, side: string, typed: string): string {
  return hex(sha256(lines('barpoint part 1', match, game, side, typed)))
}

/** Roll `k` (from 0) of a game, from the link that is opened with it and both parts. */
export function rollOfLink(
  match: string, game: number, link: string, white: string, black: string, k: number,
): [number, number] {
  return diceFrom(link, match, game, k, null, `black1 ${black}`, `white1 ${white}`)
}

/** Whether link number `place` of a game's chain leads back to an earlier one; link 0 is the end. */
export function leadsBack(
  match: string, game: number, place: number, link: string, earlier: number, expected: string,
): boolean {
  let found = link
  for (let at = place; at > earlier; at--) found = linkBefore(match, game, 'server', at, found)
  return place > earlier && found === expected
}

/** Roll `k` of a game that a page of 0.1.0 had sealed, by recipe 1. */
export function rollDice(
  match: string, game: number, seed: string, white: string, black: string, k: number,
): [number, number] {
  return diceFrom(seed, match, game, k, null, white, black)
}
