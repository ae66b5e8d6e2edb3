// Ids that nobody else makes. `crypto.randomUUID` would do, but browsers give it to https and this machine alone.

const BYTES = 16

export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES))
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
