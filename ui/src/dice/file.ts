// What was kept of a match's dice as a file, for a verifier elsewhere.

import type { Kept } from './proof.ts'

export function saveFile(kept: Kept): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([JSON.stringify(kept)], { type: 'application/json' }))
  link.download = `${kept.match.replaceAll('/', '-')}.kept.json`
  link.click()
  window.setTimeout(() => URL.revokeObjectURL(link.href), 60_000) // a slow browser reads it later
}
