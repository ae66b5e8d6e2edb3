// What is typed and what is sent: money, tables, people, times. Pure; a value that makes no sense is null.

/** 12.50 as cents; blanks and commas are as people write them. */
export function cents(text: string): number | null {
  const plain = text.replace(/[\s ']/g, '').replace(',', '.')
  if (!/^\d{1,9}(\.\d{1,2})?$/.test(plain)) return null
  return Math.round(Number(plain) * 100)
}

/** Cents as people write them. */
export function money(amount: number): string {
  const sign = amount < 0 ? '−' : ''
  const whole = Math.abs(amount)
  return `${sign}${Math.floor(whole / 100)}.${String(whole % 100).padStart(2, '0')}`
}

const MOST_TABLES = 500

/** "1-20, A, 30-32" as table names: a range of numbers is every one of them. */
export function tableNames(text: string): string[] | null {
  const names: string[] = []
  for (const part of text.split(/[,;\n]+/).map((word) => word.trim()).filter(Boolean)) {
    const range = /^([^\d\s]*)(\d+)\s*[-–]\s*\1?(\d+)$/.exec(part)
    if (!range) {
      names.push(part)
      continue
    }
    const [from, to] = [Number(range[2]), Number(range[3])]
    if (to < from || to - from >= MOST_TABLES) return null
    for (let number = from; number <= to; number++) names.push(`${range[1]}${number}`)
  }
  return names.length && names.length <= MOST_TABLES && new Set(names).size === names.length ? names : null
}

/** Table names as people write them: runs of numbers as ranges. */
export function tablesText(names: string[]): string {
  const parts: string[] = []
  let run: number[] = []
  const close = () => {
    if (run.length) parts.push(run.length > 2 ? `${run[0]}-${run[run.length - 1]}` : run.join(', '))
    run = []
  }
  for (const name of names) {
    const number = /^\d+$/.test(name) ? Number(name) : null
    if (number !== null && run.length && number === run[run.length - 1] + 1) run.push(number)
    else {
      close()
      if (number === null) parts.push(name)
      else run = [number]
    }
  }
  close()
  return parts.join(', ')
}

/** "Ann, Bob" as people. */
export function people(text: string): string[] {
  return text.split(/[,;\n]+/).map((name) => name.trim()).filter(Boolean)
}

/** "9, 9, 11" as match lengths of the rounds. */
export function lengths(text: string): number[] | null {
  const parts = text.split(/[\s,;]+/).filter(Boolean)
  const numbers = parts.map(Number)
  return numbers.every((number) => Number.isInteger(number) && number > 0 && number < 1000) ? numbers : null
}

/** A score such as 11-7, the winner's points first. */
export function score(text: string): [number, number] | null {
  const parts = /^\s*(\d{1,3})\s*[-–:,\s]\s*(\d{1,3})\s*$/.exec(text)
  return parts ? [Number(parts[1]), Number(parts[2])] : null
}

const numerals = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })
/** Numbers in the order of numbers. */
export const byNumber = (one: string, other: string) => numerals.compare(one, other)

/** An id from a name, as the server makes one. */
export function slug(name: string): string {
  const ascii = name.normalize('NFKD').replace(/[^\x00-\x7f]/g, '').toLowerCase() // eslint-disable-line no-control-regex
  const words = (text: string) => text.split(/[^\p{L}\p{N}]+/u).filter(Boolean).join('-')
  return words(ascii) || words(name.toLowerCase())
}
