// What is asked over HTTP. Everything stays on the page's own origin.

import { connection } from './socket.svelte'
import type {
  Catalogue, Challenge, Incident, Me, NewMatch, NewRuling, MatchLink, PositionView, PresetSummary, Problem, RulingView, Terms,
} from './types'

export class Unsaid extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly clauses: string[] = [],
    readonly code = '',
    readonly body: unknown = null, // the whole answer
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
  const data = text && /\bjson\b/.test(response.headers.get('content-type') ?? '') ? JSON.parse(text) : text
  if (!response.ok) {
    const problem = data as Problem | undefined
    throw new Unsaid(response.status, problem?.detail ?? response.statusText, problem?.clauses, problem?.code, data)
  }
  return data as T
}

/** Send a file as it is, and read what comes back as JSON. */
export async function sendFile<T>(path: string, data: ArrayBuffer): Promise<T> {
  const response = await fetch(path, { ...withFile(data), credentials: 'same-origin' })
  const answer = await response.json().catch(() => null)
  if (!response.ok) throw new Unsaid(response.status, (answer as Problem | null)?.detail ?? response.statusText, answer?.clauses, answer?.code)
  return answer as T
}

const withFile = (data: ArrayBuffer): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/octet-stream', 'accept-language': document.documentElement.lang },
  body: data,
})

/** Get a file and have the browser keep it; `data` is sent where the server does not have the match. */
export async function download(path: string, name: string, data: ArrayBuffer | null = null): Promise<void> {
  const plain = { headers: { 'accept-language': document.documentElement.lang } }
  const response = await fetch(path, { ...(data ? withFile(data) : plain), credentials: 'same-origin' })
  if (!response.ok) {
    const problem = (await response.json().catch(() => null)) as Problem | null
    throw new Unsaid(response.status, problem?.detail ?? response.statusText, problem?.clauses, problem?.code)
  }
  const link = document.createElement('a')
  link.href = URL.createObjectURL(await response.blob())
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}

export const get = <T>(path: string) => ask<T>('GET', path)
export const post = <T>(path: string, body: unknown = {}) => ask<T>('POST', path, body)
export const put = <T>(path: string, body: unknown) => ask<T>('PUT', path, body)
export const remove = <T>(path: string) => ask<T>('DELETE', path)

/** Letters a name may have, as the server counts them. */
export const LONGEST_NAME = 24

const BEEN_HERE = 'barpoint.here' // set once the server has given this browser a session

let known: Promise<Me> | null = null

/** Whether the server has given this browser a session before. */
export function beenHere(): boolean {
  try {
    return localStorage.getItem(BEEN_HERE) !== null
  } catch {
    return true
  }
}

async function becomeGuest(name = ''): Promise<Me> {
  const guest = await post<Me>('/api/guest', { name })
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

/** Who we are; somebody new becomes a guest, by the name given. */
export function me(name = ''): Promise<Me> {
  known ??= beenHere() ? whoAmI() : becomeGuest(name)
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

const SETTLED = 1000 // whoever registers in another tab has the new cookie by then

/** A line was closed because its session is over: come back as whoever we are now, or leave for good. */
connection.over = () => {
  window.setTimeout(() => {
    if (connection.state === 'open') return
    get<Me>('/api/me')
      .then(() => {
        forget()
        connection.open()
      })
      .catch((error) => {
        if (!(error instanceof Unsaid && error.status === 401)) return connection.open()
        forget(true)
        location.assign('/profile?signed-out')
      })
  }, SETTLED)
}

let presetList: Promise<PresetSummary[]> | null = null

/** The rule books matches are played by; a page with two forms asks once. */
export function presets(): Promise<PresetSummary[]> {
  presetList ??= get<PresetSummary[]>('/api/presets')
  presetList.catch(() => (presetList = null))
  return presetList
}

export const catalogue = () => get<Catalogue>('/api/rules')
export const challenges = () => get<Challenge[]>('/api/challenges')
export const challenge = (id: string) => get<Challenge>(`/api/challenges/${encodeURIComponent(id)}`)
export const offer = (terms: Terms) => post<Challenge>('/api/challenges', { terms })
export const accept = (id: string, side = '') => post<Challenge>(`/api/challenges/${encodeURIComponent(id)}/accept${side && `?side=${side}`}`)
export const withdraw = (id: string) => remove<unknown>(`/api/challenges/${encodeURIComponent(id)}`)
export const newMatch = (request: NewMatch) => post<MatchLink>('/api/matches', request)
export const incidents = (words = '', preset = '') =>
  get<Incident[]>(`/api/incidents?words=${encodeURIComponent(words)}${preset && `&preset=${encodeURIComponent(preset)}`}`) // without a preset: as worker.js keeps it
export const ruling = (request: NewRuling) => post<RulingView>('/api/rulings', request)
export const position = (text: string) => get<PositionView>(`/api/position?text=${encodeURIComponent(text)}`)

export const why = (error: unknown) => (error instanceof Error ? error.message : String(error))
