// The file that is being reviewed: it stays in this page, and is sent with every question.

let kept: { name: string; data: ArrayBuffer } | null = null

export function keepFile(name: string, data: ArrayBuffer): void {
  kept = { name, data }
}

export const keptFile = () => kept
