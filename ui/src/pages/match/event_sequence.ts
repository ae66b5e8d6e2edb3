// The events of a match from its first on: what comes over the socket and what is loaded, joined in whatever order they come.

import type { LogEvent } from './match_log'

export class EventSequence {
  /** All from the first to the last without a gap; a new list whenever there is more. */
  events: readonly LogEvent[] = []
  #later = new Map<number, LogEvent>() // by version: what came while earlier ones are missing

  /** Some events after version `from`; false where earlier ones are missing. */
  add(from: number, events: readonly LogEvent[]): boolean {
    events.forEach((event, k) => this.#later.set(from + 1 + k, event))
    return this.#join(this.events)
  }

  /** The match as it was loaded; it may be older than what is known. False where it is still not all. */
  load(events: readonly LogEvent[]): boolean {
    return this.#join(events.length > this.events.length ? events : this.events)
  }

  #join(known: readonly LogEvent[]): boolean {
    const events = [...known]
    for (let next = this.#later.get(events.length + 1); next; next = this.#later.get(events.length + 1)) events.push(next)
    for (const version of [...this.#later.keys()]) if (version <= events.length) this.#later.delete(version)
    if (events.length > this.events.length) this.events = events
    return this.#later.size === 0
  }
}
