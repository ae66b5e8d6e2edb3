// Every word on the pages comes from a message file; numbers, plurals and dates from the browser's Intl.
//
// A message is a string with {names}, or an object of plural forms chosen by its {n}.

import { settings } from '../settings.svelte'
import type { Challenge, Length } from '../wire/types'

type Forms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }
type Messages = Record<string, string | Forms>
type Words = typeof import('./en.json')
/** Words of some pages only, which nobody else has to load. */
interface Parts {
  account: typeof import('./account/en.json')
  analysis: typeof import('./analysis/en.json')
  community: typeof import('./community/en.json')
  director: typeof import('./director/en.json')
  hall: typeof import('./hall/en.json')
  match: typeof import('./match/en.json')
}
export type Part = keyof Parts
export type Key = keyof Words | { [P in Part]: keyof Parts[P] }[Part]
export type Values = Record<string, string | number>

export const LANGUAGES = { en: 'English', ru: 'Русский' } as const
export type Language = keyof typeof LANGUAGES

// One language is loaded, and another when it is chosen; tests keep every language whole.
const FILES = import.meta.glob<Messages>(['./*.json', './*/*.json'], { import: 'default' })
const learnt = new Set<Part>()

class Tongue {
  language = $state<Language>('en')
  messages = $state.raw<Messages>({})
  plural = $derived(new Intl.PluralRules(this.language))
  numbers = $derived(new Intl.NumberFormat(this.language))
  dates = $derived(new Intl.DateTimeFormat(this.language, { dateStyle: 'medium', timeStyle: 'short' }))
}

const tongue = new Tongue()

function chosenLanguage(): Language {
  if (settings.language) return settings.language
  const known = navigator.languages.map((tag) => tag.slice(0, 2)).find((tag) => tag in LANGUAGES)
  return (known as Language | undefined) ?? 'en'
}

/** Speak the chosen language from now on. */
export async function speak(): Promise<void> {
  const language = chosenLanguage()
  const files = [`./${language}.json`, ...[...learnt].map((part) => `./${part}/${language}.json`)]
  const messages: Messages = Object.assign({}, ...(await Promise.all(files.map((file) => FILES[file]()))))
  if (language !== chosenLanguage() || files.length !== learnt.size + 1) return // more was chosen while this was on its way
  tongue.messages = messages
  tongue.language = language
  document.documentElement.lang = language
  // The worker reads it when a notice comes while no page is open.
  if ('caches' in window) void caches.open('barpoint-rules').then((kept) => kept.put('/language', new Response(language))).catch(() => undefined)
}

/** A page and the words that only such pages have, wanted from now on. */
export async function withWords<T>(page: Promise<T>, ...parts: Part[]): Promise<T> {
  const known = learnt.size
  for (const part of parts) learnt.add(part)
  return (await Promise.all([page, known < learnt.size ? speak() : undefined]))[0]
}

export function language(): Language {
  return tongue.language
}

/** The message of this key with its values filled in. */
export function t(key: Key, values: Values = {}): string {
  const message = tongue.messages[key] ?? key
  const text = typeof message === 'string' ? message : (message[tongue.plural.select(Number(values.n))] ?? message.other)
  return text.replace(/\{(\w+)\}/g, (_, name) => {
    const value = values[name]
    return typeof value === 'number' ? tongue.numbers.format(value) : (value ?? '')
  })
}

/** The message if there is one of this name, else the name itself: for words the server sends. */
export function word(group: string, name: string): string {
  const key = `${group}.${name}`
  return key in tongue.messages ? t(key as Key) : name.replaceAll('_', ' ')
}

export function number(value: number): string {
  return tongue.numbers.format(value)
}

export function when(at: number): string {
  return tongue.dates.format(at)
}

/** The day alone. */
export function day(at: number): string {
  return new Intl.DateTimeFormat(tongue.language, { dateStyle: 'long' }).format(at)
}

const STEPS: [Intl.RelativeTimeFormatUnit, number][] = [['day', 86_400_000], ['hour', 3_600_000], ['minute', 60_000]]

/** How long ago something was. */
export function ago(at: number): string {
  const passed = Math.max(0, Date.now() - at)
  const format = new Intl.RelativeTimeFormat(tongue.language, { numeric: 'auto' })
  const [unit, step] = STEPS.find(([, size]) => passed >= size) ?? ['minute', 60_000]
  return format.format(-Math.floor(passed / step), unit)
}

/** How long a match is. */
export function lengthWords({ kind, points = 0, best_of = 1, limit = 0 }: Length): string {
  switch (kind) {
    case 'money':
      return t('length.money')
    case 'timed':
      return t('length.timed', { n: Math.round(limit / 60_000) })
    case 'sets':
      return t('length.sets', { n: points, sets: best_of })
    default:
      return t('home.points', { n: points })
  }
}

/** A clock's settings: the time for the whole match, and for a move. */
export function clockWords(clock: { reserve?: number; delay?: number; method?: string } | null | undefined): string {
  if (!clock || clock.method === 'untimed') return t('clock.none')
  if (clock.method === 'per_move') return t('clock.days', { n: Math.round((clock.delay ?? 0) / 86_400_000) })
  return t('clock.said', { reserve: time(clock.reserve ?? 0), delay: Math.round((clock.delay ?? 0) / 1000) })
}

/** All that is agreed with a challenge, in a line. */
export function challengeWords({ format, terms }: Pick<Challenge, 'format' | 'terms'>): string {
  const parts = [word('discipline', format.discipline ?? 'backgammon'), lengthWords(format.length), word('preset', format.preset ?? ''), clockWords(format.clock)]
  if (terms.stake) parts.push(t('terms.stake_words', { stake: number(terms.stake / 100) }))
  if (terms.rated) parts.push(t('lobby.rated'))
  if (terms.chat && terms.chat !== 'off') parts.push(t('terms.talk_words', { chat: word('chat', terms.chat) }))
  if (terms.delay) parts.push(t('terms.behind_words', { time: t('terms.seconds', { n: terms.delay }) }))
  return parts.filter(Boolean).join(' · ')
}

/** Milliseconds as a clock shows them. */
export function time(ms: number): string {
  const whole = Math.max(0, Math.ceil(ms / 1000))
  const [hours, minutes, seconds] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
  const two = (value: number) => String(value).padStart(2, '0')
  return hours ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`
}
