// The rule books as the page holds them: loaded once, then readable without a network. Finding clauses by words is
// a ranking for readers, nothing rests on it.

import { catalogue } from '../../wire/api'
import type { Book, Catalogue, Clause, Subject } from '../../wire/types'

export class Library {
  readonly clauses = new Map<string, Clause>()
  readonly subjects = new Map<string, Subject>()
  readonly books = new Map<string, Book>()
  #words: { clause: Clause; title: string; subject: string; text: string; aside: string }[]

  constructor(readonly all: Catalogue) {
    for (const book of all.books) this.books.set(book.id, book)
    for (const subject of all.subjects) this.subjects.set(subject.id, subject)
    for (const clause of all.clauses) this.clauses.set(clause.id, clause)
    this.#words = all.clauses.map((clause) => ({
      clause,
      title: plain(clause.title),
      subject: plain(clause.subjects.map((id) => this.#subjectWords(id)).join(' ')),
      text: plain(clause.text),
      aside: plain(`${clause.online} ${clause.example}`),
    }))
  }

  #subjectWords(id: string): string {
    const subject = this.subjects.get(id)
    return subject ? [subject.name, ...subject.words].join(' ') : ''
  }

  book(id: string): Clause[] {
    return this.all.clauses.filter((clause) => bookOf(clause.id) === id)
  }

  /** What each book says on a subject: what is mainly about it, and what touches it. */
  compare(subject: string): { book: Book; main: Clause[]; also: Clause[] }[] {
    return this.all.books.map((book) => {
      const rows = this.book(book.id).filter((clause) => clause.subjects.includes(subject))
      return {
        book,
        main: rows.filter((clause) => clause.subjects[0] === subject),
        also: rows.filter((clause) => clause.subjects[0] !== subject),
      }
    })
  }

  find(words: string, book = '', limit = 40): Clause[] {
    const id = words.trim().toLowerCase()
    if (this.clauses.has(id)) return [this.clauses.get(id)!]
    const terms = plain(words).trim().split(' ').filter((term) => term.length > 1 && !STOP.has(term)).map(stem)
    if (!terms.length) return []
    const hits: [number, Clause][] = []
    for (const { clause, title, subject, text, aside } of this.#words) {
      if (book && bookOf(clause.id) !== book) continue
      let [score, met] = [0, 0]
      for (const term of terms) {
        const sought = ` ${term}`
        const worth =
          (title.includes(sought) ? 4 : 0) + (subject.includes(sought) ? 2.5 : 0) +
          (text.includes(sought) ? 1.5 : 0) + (aside.includes(sought) ? 0.4 : 0)
        score += worth
        met += worth ? 1 : 0
      }
      if (met) hits.push([score * (met / terms.length) ** 2, clause])
    }
    return hits.sort((a, b) => b[0] - a[0]).slice(0, limit).map(([, clause]) => clause)
  }
}

const STOP = new Set('a an and are at be by can for from has have he her his if in is it of on or she the their they to was what when which who with'.split(' '))

const plain = (text: string) => ` ${text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ')} `

function stem(term: string): string {
  const cut = term.replace(/(ies|ing|ed|es|s)$/, '')
  return cut.length >= 3 ? cut : term
}

export const bookOf = (id: string) => id.slice(0, id.indexOf(':'))
export const numberOf = (id: string) => id.slice(id.indexOf(':') + 1)

let loaded: Promise<Library> | null = null

export function library(): Promise<Library> {
  loaded ??= catalogue().then((all) => {
    void keep()
    return new Library(all)
  })
  loaded.catch(() => (loaded = null))
  return loaded
}

/** A first visit is over before the service worker sees requests: see that it has the books all the same. */
async function keep(): Promise<void> {
  if (!('caches' in window)) return // an address without https
  const cache = await caches.open('barpoint-rules')
  if (!(await cache.match('/api/rules'))) await cache.add('/api/rules').catch(() => undefined)
}
