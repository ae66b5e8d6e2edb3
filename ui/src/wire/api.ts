// What is asked over HTTP. Everything stays on the page's own origin.

import { connection } from './socket.svelte'
import type {
  Catalogue, Challenge, Incident, Me, NewMatch, NewRuling, Opened, PositionRead, PresetListed, Problem, Ruled, Terms,
} from './types'

export class Unsaid extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly clauses: string[] = [],
  ) {
    super(message)
  }
}

async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  const language = { 'accept-language': document.documentElement.lang } // what is refused is said in it
  const response = await fetch(path, {
    method,
    headers: body === undefined ? language : { 'content-type': 'application/json', ...language },
    body: body === undefined ? undefined : JSON.stringify(body),
    credentials: 'same-origin',
  })
  const text = await response.text()
  const data = text && response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text
  if (!response.ok) {
    const problem = data as Problem | undefined
    throw new Unsaid(response.status, problem?.detail ?? response.statusText, problem?.clauses)
  }
  return data as T
}

export const get = <T>(path: string) => ask<T>('GET', path)
export const post = <T>(path: string, body: unknown = {}) => ask<T>('POST', path, body)
export const remove = <T>(path: string) => ask<T>('DELETE', path)

const BEEN_HERE = 'barpoint.here' // set once the server has given this browser a session

let known: Promise<Me> | null = null

function beenHere(): boolean {
  try {
    return localStorage.getItem(BEEN_HERE) !== null
  } catch {
    return true
  }
}

async function becomeGuest(): Promise<Me> {
  const guest = await post<Me>('/api/guest')
  try {
    localStorage.setItem(BEEN_HERE, '1')
  } catch {
    // asked again next time
  }
  connection.reopen()
  return guest
}

function whoAmI(): Promise<Me> {
  return get<Me>('/api/me').catch((error) => {
    if (error instanceof Unsaid && error.status === 401) return becomeGuest()
    throw error
  })
}

/** Who we are; somebody new becomes a guest. */
export function me(): Promise<Me> {
  known ??= beenHere() ? whoAmI() : becomeGuest()
  known.catch(() => (known = null))
  return known
}

/** Who we are, if the server knows us already. */
export function meIfKnown(): Promise<Me | null> {
  return beenHere() ? get<Me>('/api/me').catch(() => null) : Promise.resolve(null)
}

/** Who we are may have changed; after signing out nobody knows us. */
export function forget(gone = false): void {
  known = null
  if (!gone) return
  try {
    localStorage.removeItem(BEEN_HERE)
  } catch {
    // the server will say so
  }
}

export const presets = () => get<PresetListed[]>('/api/presets')
export const catalogue = () => get<Catalogue>('/api/rules')
export const challenges = () => get<Challenge[]>('/api/challenges')
export const challenge = (id: string) => get<Challenge>(`/api/challenges/${encodeURIComponent(id)}`)
export const offer = (terms: Terms) => post<Challenge>('/api/challenges', { terms })
export const accept = (id: string) => post<Challenge>(`/api/challenges/${encodeURIComponent(id)}/accept`)
export const withdraw = (id: string) => remove<unknown>(`/api/challenges/${encodeURIComponent(id)}`)
export const newMatch = (wanted: NewMatch) => post<Opened>('/api/matches', wanted)
export const incidents = (words = '') => get<Incident[]>(`/api/incidents?words=${encodeURIComponent(words)}`)
export const ruling = (asked: NewRuling) => post<Ruled>('/api/rulings', asked)
export const position = (text: string) => get<PositionRead>(`/api/position?text=${encodeURIComponent(text)}`)

export const why = (error: unknown) => (error instanceof Error ? error.message : String(error))
