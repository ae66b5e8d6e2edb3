// Small sounds made by the browser itself: a checker set down, dice, a game won.

import { settings } from './settings.svelte'

let context: AudioContext | null = null

/** Browsers let a page sound only after somebody has touched it. */
export function allowSound(): void {
  const wake = () => {
    if (settings.sound) context ??= new AudioContext()
  }
  window.addEventListener('pointerdown', wake)
  window.addEventListener('keydown', wake)
}

function tone(at: number, pitch: number, length: number, loud: number, shape: OscillatorType): void {
  if (!context) return
  const source = context.createOscillator()
  const volume = context.createGain()
  source.type = shape
  source.frequency.setValueAtTime(pitch, at)
  source.frequency.exponentialRampToValueAtTime(pitch * 0.6, at + length)
  volume.gain.setValueAtTime(loud, at)
  volume.gain.exponentialRampToValueAtTime(0.0001, at + length)
  source.connect(volume).connect(context.destination)
  source.start(at)
  source.stop(at + length)
}

const SOUNDS: Record<string, [after: number, pitch: number, length: number, loud: number, shape: OscillatorType][]> = {
  tap: [[0, 320, 0.07, 0.16, 'triangle']],
  Played: [[0, 300, 0.07, 0.16, 'triangle'], [0.12, 260, 0.07, 0.14, 'triangle']],
  DiceRolled: [[0, 900, 0.04, 0.06, 'square'], [0.06, 700, 0.04, 0.06, 'square'], [0.13, 820, 0.05, 0.05, 'square']],
  Doubled: [[0, 440, 0.16, 0.12, 'sine'], [0.16, 660, 0.2, 0.12, 'sine']],
  GameEnded: [[0, 523, 0.16, 0.12, 'sine'], [0.15, 659, 0.16, 0.12, 'sine'], [0.3, 784, 0.3, 0.12, 'sine']],
}

export function play(name: string): void {
  if (!settings.sound || !context) return
  for (const [after, pitch, length, loud, shape] of SOUNDS[name] ?? []) {
    tone(context.currentTime + after, pitch, length, loud, shape)
  }
}
