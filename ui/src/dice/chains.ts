// Hash chains of recipe `barpoint dice 2` (docs/dice.md): what a page draws, publishes and opens.

import { hex, lines, sha256 } from './hashes.ts'

export const RECIPE = 'barpoint dice 2'
export const LINKS = 128 // of a person's chain
export const MOST_LINKS = 4096
export const MOST_CHAINS = 40

const NAME = /^(server|(?:white|black)[1-9])(?:\/([1-9][0-9]?))?$/

/** Link `place - 1` of a chain, from link `place`. */
export function linkBefore(match: string, game: number, chain: string, place: number, link: string): string {
  return hex(sha256(lines(RECIPE, match, game, chain, place, link)))
}

/** All links of a chain, its end first. */
export function chainOf(match: string, game: number, chain: string, root: string, links: number): string[] {
  const all = [root]
  for (let place = links; place > 0; place--) all.push(linkBefore(match, game, chain, place, all[all.length - 1]))
  return all.reverse()
}

/** The owner of a chain and its number; null if it is no name of a chain. */
export function ownerOf(chain: unknown): { owner: string; number: number } | null {
  const named = typeof chain === 'string' ? NAME.exec(chain) : null
  if (!named) return null
  const number = named[2] ? Number(named[2]) : 1
  return named[2] && (number < 2 || number > MOST_CHAINS) ? null : { owner: named[1], number }
}

export const chainName = (owner: string, number: number) => (number === 1 ? owner : `${owner}/${number}`)

/** The side an owner sits on; empty for the server. */
export const sideOf = (owner: string) => (owner === 'server' ? '' : owner.slice(0, 5))

export interface End {
  chain: string
  links: number
  end: string
}

/** The digest of a game's ends. */
export function digestOfEnds(match: string, game: number, house: string[], ends: End[]): string {
  const sorted = [...ends].sort((a, b) => (a.chain < b.chain ? -1 : 1))
  const written = sorted.map(({ chain, links, end }) => `${chain} ${links} ${end}`)
  return hex(sha256(lines(`${RECIPE} ends`, match, game, [...house].sort().join(' '), ...written)))
}

/** What two people compare. */
export const fingerprint = (digest: string) => (digest.slice(0, 20).match(/.{4}/g) ?? []).join(' ')
