// The socket: watches topics, sends commands, and comes back by itself when the line breaks.
//
// A command waits until it is answered: what was sent and not answered when the line broke is sent again under
// the same id, which is harmless (the server knows it). A change that does not follow on what we have means
// something was missed: the topic is watched anew.
//
// A server of several processes brings both players of a match to one of them by the match that the address of the
// line names: whoever sits at a match comes back under its name, with everything that is watched and unanswered.

import { untrack } from 'svelte'
import { newId } from '../ids'
import type { Ack, AnyClientMessage, AnyServerMessage, AnyWish, Changed, Conflicted, Fault, Refused, State, Welcome } from './types'

export type Answer = Ack | Refused | Conflicted | Fault
export type Update = State | Changed
type Listener = (update: Update) => void
type Other = (message: AnyServerMessage) => void

const STORAGE_WAIT = 1000
const FIRST_WAIT = 400
const LONGEST_WAIT = 8000
const PING_EVERY = 10000
const SESSION_OVER = 4401 // who we are has to be asked anew before coming back
const SILENCE = 8000 // a line that does not answer so long is dead, whatever the browser says

class Connection {
  state = $state<'off' | 'opening' | 'open' | 'lost'>('off')
  welcome = $state.raw<Welcome | null>(null)
  lag = 0
  /** Server time minus ours, in milliseconds. */
  skew = 0

  /** The session of this line is over: somebody finds out who we are now. */
  over: () => void = () => this.open()

  #socket: WebSocket | null = null
  #topics = new Map<string, { version: number; listeners: Set<Listener> }>()
  #waiting = new Map<string, { request: AnyClientMessage; resolve: (answer: Answer) => void }>()
  #others = new Set<Other>()
  #seat = '' // the match we sit at
  #named = '' // the match the line was opened for
  #wait = FIRST_WAIT
  #timer = 0
  #pings = 0
  #silence = 0

  open(): void {
    if (this.#socket || !navigator.onLine) return
    window.clearTimeout(this.#timer)
    if (this.state === 'off') this.state = 'opening'
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws'
    this.#named = this.#seat
    const match = this.#named && `&match=${encodeURIComponent(this.#named)}`
    const query = `?language=${document.documentElement.lang}${match}`
    const socket = new WebSocket(`${scheme}://${location.host}/socket${query}`)
    this.#socket = socket
    socket.onopen = () => this.#opened()
    socket.onmessage = (event) => {
      for (const message of [JSON.parse(event.data) as AnyServerMessage | AnyServerMessage[]].flat()) {
        if (this.#socket === socket) this.#receive(message)
      }
    }
    socket.onclose = (event) => this.#closed(socket, event.code)
  }

  /** Begin anew, for example as somebody else. */
  reopen(): void {
    const old = this.#socket
    this.#socket = null
    old?.close()
    this.open()
  }

  /** We sit at a match: the line belongs where the other player's is. */
  sit(match: string): void {
    this.#seat = match
    this.#move()
  }

  #move(): void {
    if (this.#seat !== this.#named && this.#socket && (this.welcome?.processes ?? 1) > 1) this.reopen()
  }

  watch(topic: string, listener: Listener): () => void {
    const known = this.#topics.get(topic)
    if (known) known.listeners.add(listener)
    else this.#topics.set(topic, { version: -1, listeners: new Set([listener]) })
    untrack(() => this.open()) // whoever watches does not begin anew when the line is there
    this.#send({ t: 'watch', topic })
    return () => {
      const entry = this.#topics.get(topic)
      entry?.listeners.delete(listener)
      if (entry && !entry.listeners.size) {
        this.#topics.delete(topic)
        this.#send({ t: 'unwatch', topic })
      }
    }
  }

  /** Everything that is not about a topic: chat, presence, notices. */
  hear(listener: Other): () => void {
    this.#others.add(listener)
    return () => this.#others.delete(listener)
  }

  do(match: string, v: number, d: AnyWish): Promise<Answer> {
    return this.ask({ t: 'do', id: newId(), match, v, d, at: Math.round(Date.now() + this.skew) })
  }

  ask(request: AnyClientMessage & { id: string }): Promise<Answer> {
    return new Promise((resolve) => {
      this.#waiting.set(request.id, { request, resolve })
      this.#send(request)
    })
  }

  #send(request: AnyClientMessage): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(request))
  }

  #opened(): void {
    this.state = 'open'
    this.#wait = FIRST_WAIT
    for (const topic of this.#topics.keys()) this.#send({ t: 'watch', topic })
    for (const { request } of this.#waiting.values()) this.#send(request)
    window.clearInterval(this.#pings)
    this.#pings = window.setInterval(() => this.#ping(), PING_EVERY)
    this.#ping()
  }

  #closed(socket: WebSocket, code = 0): void {
    if (this.#socket !== socket) return
    this.#socket = null
    window.clearInterval(this.#pings)
    window.clearTimeout(this.#silence)
    this.state = 'lost'
    if (code === SESSION_OVER) {
      this.over()
      return
    }
    this.#timer = window.setTimeout(() => this.open(), this.#wait * (0.75 + Math.random() / 2))
    this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT)
  }

  /** Give the line up, and come back when there is one. */
  drop(): void {
    const old = this.#socket
    if (!old) return
    this.#closed(old)
    old.close()
  }

  #ping(): void {
    window.clearTimeout(this.#silence)
    this.#silence = window.setTimeout(() => this.drop(), SILENCE)
    this.#send({ t: 'ping', sent: Math.round(performance.now()), lag: Math.round(this.lag) })
  }

  #receive(message: AnyServerMessage): void {
    switch (message.t) {
      case 'welcome':
        this.welcome = message
        this.skew = message.now - Date.now()
        if (this.#seat) this.#move()
        break
      case 'pong':
        window.clearTimeout(this.#silence)
        this.lag = performance.now() - message.sent
        this.skew = Math.round(message.now + this.lag / 2 - Date.now())
        break
      case 'state':
      case 'changed':
        this.#update(message)
        break
      case 'ack':
      case 'refused':
      case 'conflict':
        this.#answer(message)
        break
      case 'fault':
        if (message.code === 'storage' && this.#sayAgain(message.id ?? '')) break
        if (message.id) this.#answer(message)
        else for (const listener of this.#others) listener(message)
        break
      default:
        for (const listener of this.#others) listener(message)
    }
  }

  #update(update: Update): void {
    const entry = this.#topics.get(update.topic)
    if (!entry) return
    if (update.t === 'state') entry.version = update.version
    else if (update.to <= entry.version) return
    else if (update.from !== entry.version) {
      this.#send({ t: 'watch', topic: update.topic })
      return
    } else entry.version = update.to
    for (const listener of entry.listeners) listener(update)
  }

  /** What the page adds to the dice by itself, nobody would send again: storage trouble only puts it off. */
  #sayAgain(id: string): boolean {
    const request = this.#waiting.get(id)?.request
    if (!request || request.t === 'do' || request.t === 'say') return false
    window.setTimeout(() => this.#waiting.has(id) && this.#send(request), STORAGE_WAIT)
    return true
  }

  #answer(answer: Answer): void {
    const waiting = this.#waiting.get(answer.id ?? '')
    if (!waiting) return
    this.#waiting.delete(answer.id ?? '')
    waiting.resolve(answer)
  }
}

export const connection = new Connection()

window.addEventListener('offline', () => connection.drop())
window.addEventListener('online', () => connection.state === 'lost' && connection.open())
document.addEventListener('visibilitychange', () => {
  if (!document.hidden && connection.state === 'lost') connection.open()
})
