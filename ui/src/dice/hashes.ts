// SHA-256, HMAC and dice from them, for every page: browsers keep their own hashes for pages that came over https, and a
// hall's network may have none.

const K = Uint32Array.from(
  (
    '428a2f98 71374491 b5c0fbcf e9b5dba5 3956c25b 59f111f1 923f82a4 ab1c5ed5 d807aa98 12835b01 243185be 550c7dc3 ' +
    '72be5d74 80deb1fe 9bdc06a7 c19bf174 e49b69c1 efbe4786 0fc19dc6 240ca1cc 2de92c6f 4a7484aa 5cb0a9dc 76f988da ' +
    '983e5152 a831c66d b00327c8 bf597fc7 c6e00bf3 d5a79147 06ca6351 14292967 27b70a85 2e1b2138 4d2c6dfc 53380d13 ' +
    '650a7354 766a0abb 81c2c92e 92722c85 a2bfe8a1 a81a664b c24b8b70 c76c51a3 d192e819 d6990624 f40e3585 106aa070 ' +
    '19a4c116 1e376c08 2748774c 34b0bcb5 391c0cb3 4ed8aa4a 5b9cca4f 682e6ff3 748f82ee 78a5636f 84c87814 8cc70208 ' +
    '90befffa a4506ceb bef9a3f7 c67178f2'
  ).split(' ').map((word) => parseInt(word, 16)),
)
const START = [0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19]
const BLOCK = 64
const FAIR = 252 // the largest multiple of 6 a byte can reach

const rotateRight = (word: number, by: number) => (word >>> by) | (word << (32 - by))

/** SHA-256 of some bytes. */
export function sha256(data: Uint8Array): Uint8Array {
  const padded = new Uint8Array((data.length + 9 + 63) & ~63)
  padded.set(data)
  padded[data.length] = 0x80
  const view = new DataView(padded.buffer)
  view.setUint32(padded.length - 4, data.length * 8)
  view.setUint32(padded.length - 8, Math.floor(data.length / 2 ** 29))
  const state = [...START]
  for (let at = 0; at < padded.length; at += BLOCK) mix(state, view, at)
  const out = new DataView(new ArrayBuffer(32))
  state.forEach((word, k) => out.setUint32(4 * k, word))
  return new Uint8Array(out.buffer)
}

function mix(state: number[], view: DataView, at: number): void {
  const w = new Uint32Array(64)
  for (let k = 0; k < 16; k++) w[k] = view.getUint32(at + 4 * k)
  for (let k = 16; k < 64; k++) {
    const [a, b] = [w[k - 15], w[k - 2]]
    const low = rotateRight(a, 7) ^ rotateRight(a, 18) ^ (a >>> 3)
    const high = rotateRight(b, 17) ^ rotateRight(b, 19) ^ (b >>> 10)
    w[k] = w[k - 16] + low + w[k - 7] + high
  }
  let [a, b, c, d, e, f, g, h] = state
  for (let k = 0; k < 64; k++) {
    const first = h + (rotateRight(e, 6) ^ rotateRight(e, 11) ^ rotateRight(e, 25)) + ((e & f) ^ (~e & g)) + K[k] + w[k]
    const second = (rotateRight(a, 2) ^ rotateRight(a, 13) ^ rotateRight(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))
    ;[h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0]
  }
  ;[a, b, c, d, e, f, g, h].forEach((word, k) => (state[k] = (state[k] + word) | 0))
}

export function hmac(key: Uint8Array, message: Uint8Array): Uint8Array {
  const block = new Uint8Array(BLOCK)
  block.set(key.length > BLOCK ? sha256(key) : key)
  const around = (pad: number, data: Uint8Array) => sha256(Uint8Array.from([...block.map((byte) => byte ^ pad), ...data]))
  return around(0x5c, around(0x36, message))
}

const bytes = (text: string) => new TextEncoder().encode(text)
export const lines = (...words: (string | number)[]) => bytes(words.join('\n'))
export const hex = (data: Uint8Array) => [...data].map((byte) => byte.toString(16).padStart(2, '0')).join('')
export const unhex = (text: string) => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16))

/** 32 bytes nobody can guess, in hexadecimal. */
export function newSeed(): string {
  return hex(crypto.getRandomValues(new Uint8Array(32)))
}

/** The first two dice that follow from a key and some lines; `null` stands where the block's number goes. */
export function diceFrom(key: string, ...words: (string | number | null)[]): [number, number] {
  const dice: number[] = []
  for (let block = 0; dice.length < 2; block++) {
    const digest = hmac(unhex(key), lines(...words.map((word) => word ?? block)))
    dice.push(...[...digest].filter((byte) => byte < FAIR).map((byte) => (byte % 6) + 1))
  }
  return [dice[0], dice[1]]
}
