// What a device has to tell the server, in order, kept until it was told: a network that is away costs nothing. Every
// entry has an id of its own, so that telling it twice is harmless.

export interface Letter {
  id: string
  path: string
  body: Record<string, unknown> // for a path that ends in /record: one entry of it
}

/** How a letter went: told, refused in words, or not yet. */
export type Told = { told: true; refused: string[] } | { told: false }
export type Post = (path: string, body: unknown) => Promise<Told>

export const BATCH = 100
const isRecord = (path: string) => path.endsWith('/record')

/** The letters that go together: one, or the entries of a record that follow each other. */
export function batch(letters: readonly Letter[]): Letter[] {
  const first = letters[0]
  if (!first || !isRecord(first.path)) return letters.slice(0, 1)
  const end = letters.findIndex((one) => one.path !== first.path)
  return letters.slice(0, Math.min(BATCH, end < 0 ? letters.length : end))
}

export function bodyOf(letters: readonly Letter[]): unknown {
  const [first] = letters
  return isRecord(first.path) ? { entries: letters.map(({ id, body }) => ({ id, command: body })) } : first.body
}

/** Tell what can be told; what is left, and everything that was refused. */
export async function deliver(letters: readonly Letter[], post: Post): Promise<{ left: Letter[]; refused: string[] }> {
  let left = [...letters]
  const refused: string[] = []
  while (left.length) {
    const now = batch(left)
    const answer = await post(now[0].path, bodyOf(now))
    if (!answer.told) break
    refused.push(...answer.refused)
    left = left.slice(now.length)
  }
  return { left, refused }
}
