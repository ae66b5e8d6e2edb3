// People by the names that are typed: whoever is known, or somebody new with an id that nobody has.

import type { DirectedContest, DirectorView, Player } from '../../../wire/types'
import { slug } from './amounts'
import { plain } from './result_line'

const FULL = /^the field of \d+ is full$/ // the server's words
type Known = Pick<DirectorView, 'players' | 'staff'> & Partial<Pick<DirectorView, 'marked'>>

/** The name of a player; of namesakes with what tells them apart. */
export function shownName({ marked = {} }: Pick<Known, 'marked'>, player: Player): string {
  return marked[player.id] || player.name || player.id
}

/** Those who go by this name here: one by the name that is shown, or all by the bare one. */
export function namesakes(view: Known, name: string): Player[] {
  const typed = plain(name.trim())
  const shown = view.players.filter((player) => plain(shownName(view, player)) === typed)
  return shown.length ? shown : view.players.filter((player) => plain(player.name || player.id) === typed)
}

/** Whoever goes by this name here. */
export function knownPerson(view: Known, name: string): Player | undefined {
  return namesakes(view, name)[0]
}

/** An id nobody has: a name alone must not make somebody an official or another player. */
export function freeId(view: Known, name: string): string {
  const base = slug(name) || 'player'
  const used = new Set([...view.players.map(({ id }) => id), ...Object.keys(view.staff), 'autopilot', 'record'])
  let id = base
  for (let number = 2; used.has(id); number++) id = `${base}-${number}`
  return id
}

/** The one who is known with what was added, or a new person. */
export function person(view: Known, name: string, same: Player | undefined, more: Partial<Player> = {}): Player {
  return same ? { ...same, ...more } : { id: freeId(view, name), name: name.trim(), ...more }
}

/** What still stands against an entry: a full field does not once a place is free for it. */
export function standingConcerns({ entries, waiting, places_left }: Pick<DirectedContest, 'entries' | 'waiting' | 'places_left'>, entry: string): string[] {
  const concerns = entries.find(({ id }) => id === entry)?.concerns ?? []
  const seated = waiting.slice(0, places_left ?? undefined).includes(entry)
  return seated ? concerns.filter((concern) => !FULL.test(concern)) : concerns
}
