// Sounds made by the browser itself: wood on wood, dice in a cup, the cube set down, a call that it is one's turn, or
// that one's match is called to a table.

import { settings } from './settings.svelte'

let context: AudioContext | null = null
let noise: AudioBuffer | null = null

/** Browsers let a page sound only after somebody has touched it. */
export function allowSound(): void {
  const wake = () => {
    if (settings.sound) context ??= new AudioContext()
  }
  window.addEventListener('pointerdown', wake)
  window.addEventListener('keydown', wake)
}

/** Somebody has touched a page that calls: a call may sound from now on. */
export function allowCalls(): void {
  if (settings.calls) context ??= new AudioContext()
}

interface Sound {
  after: number // seconds
  pitch: number
  length: number
  loud: number
  wood?: boolean // a knock: noise through a narrow band; else a tone
}

const knock = (after: number, pitch: number, loud: number, length = 0.06): Sound => ({ after, pitch, length, loud, wood: true })
const tone = (after: number, pitch: number, length: number, loud: number): Sound => ({ after, pitch, length, loud })

const SOUNDS: Record<string, Sound[]> = {
  hop: [knock(0, 900, 0.9), knock(0.01, 320, 0.5, 0.09)],
  hit: [knock(0, 1500, 1), knock(0.02, 420, 0.8, 0.12), knock(0.12, 700, 0.5)],
  dice: [knock(0, 2600, 0.5, 0.03), knock(0.05, 2100, 0.5, 0.03), knock(0.11, 2900, 0.45, 0.03), knock(0.19, 1900, 0.4, 0.04), knock(0.26, 1500, 0.3, 0.05)],
  cube: [knock(0, 520, 1, 0.14), knock(0.03, 240, 0.9, 0.18)],
  call: [tone(0, 784, 0.22, 0.3), tone(0.25, 784, 0.22, 0.3), tone(0.5, 1047, 0.5, 0.3), tone(1.2, 784, 0.22, 0.3), tone(1.45, 784, 0.22, 0.3), tone(1.7, 1047, 0.5, 0.3)],
  turn: [tone(0, 660, 0.16, 0.16), tone(0.14, 880, 0.24, 0.16)],
  over: [tone(0, 523, 0.16, 0.16), tone(0.15, 659, 0.16, 0.16), tone(0.3, 784, 0.34, 0.16)],
}

function hiss(made: AudioContext): AudioBuffer {
  if (noise) return noise
  noise = made.createBuffer(1, made.sampleRate / 4, made.sampleRate)
  const samples = noise.getChannelData(0)
  for (let k = 0; k < samples.length; k++) samples[k] = Math.random() * 2 - 1
  return noise
}

function sound(made: AudioContext, { after, pitch, length, loud, wood }: Sound): void {
  const at = made.currentTime + after
  const volume = made.createGain()
  volume.gain.setValueAtTime((loud * settings.volume) / 100, at)
  volume.gain.exponentialRampToValueAtTime(0.0001, at + length)
  volume.connect(made.destination)
  if (wood) {
    const source = made.createBufferSource()
    const band = made.createBiquadFilter()
    source.buffer = hiss(made)
    Object.assign(band, { type: 'bandpass' })
    band.frequency.value = pitch
    band.Q.value = 4
    source.connect(band).connect(volume)
    source.start(at, 0, length)
  } else {
    const source = made.createOscillator()
    source.frequency.value = pitch
    source.connect(volume)
    source.start(at)
    source.stop(at + length)
  }
}

export function play(name: keyof typeof SOUNDS): void {
  if (settings.sound) sounds(name)
}

/** One's match is called: heard whether or not the board sounds. */
export function playCall(): void {
  if (settings.calls) sounds('call')
}

function sounds(name: keyof typeof SOUNDS): void {
  if (!settings.volume || !context) return
  for (const part of SOUNDS[name] ?? []) sound(context, part)
}
