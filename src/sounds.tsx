/** Plays what main gives this window to play. Draws nothing. */
import { useEffect, useRef } from 'react'
import { DEFAULT_SETTINGS } from '../contract/settings-table.ts'
import type { SoundEvent } from '../contract/sound.ts'
import { useTopic } from './market-data/index.ts'
import { useSettings } from './queries/index.ts'

// The notes of each sound: told apart by how many, which way they go, and how they ring, so that nobody needs to look.

/** One note of a sound. */
interface Note {
  /** Pitch, Hz. */
  readonly hertz: number
  /** From the start of the sound, s. */
  readonly at: number
  /** How long it rings, s. */
  readonly length: number
  /** A sine is soft, a triangle is clear, a square is harsh: for what went wrong. */
  readonly wave: 'sine' | 'triangle' | 'square'
}

/** Notes one after the other, each as long. */
const row = (wave: Note['wave'], length: number, ...pitches: readonly number[]): readonly Note[] =>
  pitches.map((hertz, index) => ({ hertz, at: index * length, length, wave }))

/** What each event sounds as. */
export const NOTES: Readonly<Record<SoundEvent, readonly Note[]>> = {
  // One short tick: it comes most often.
  fill: row('triangle', 0.09, 1046),
  // A step down: something ended, as it was meant to.
  held: row('sine', 0.14, 784, 587),
  // A step up: look here.
  alert: row('sine', 0.14, 660, 880),
  // Two low ones alike: no, and no.
  refusal: row('square', 0.11, 220, 220),
  // Down and up again over the same three.
  connection_lost: row('triangle', 0.13, 587, 440, 330),
  connection_back: row('triangle', 0.13, 330, 440, 587),
  // High, low, high, low: what must not be missed.
  needs_you: row('square', 0.13, 740, 523, 740, 523),
}

/** How loud a wave is at most, as a part of full: one that is harsh carries further. */
const LOUDEST: Readonly<Record<Note['wave'], number>> = { sine: 0.3, triangle: 0.3, square: 0.1 }

/** Gain of a note at a volume in per cent. The ear hears by ratios: half the volume is a quarter of the gain. */
export const gainOf = ({ wave }: Pick<Note, 'wave'>, volume: number): number => LOUDEST[wave] * (volume / 100) ** 2

// Plays a sound by the browser's own oscillators: nothing is loaded for it, so nothing needs to be allowed for it.

/** From silence to full and back, s: without it a note clicks. */
const EDGE = 0.01

/** @param volume per cent of the loudest. */
export function playSound(event: SoundEvent, volume: number): void {
  const context = new AudioContext()
  // One that was made before anybody touched the window may wait to be told.
  void context.resume().catch(() => undefined)
  const notes = NOTES[event]
  notes.forEach((note, index) => {
    const from = context.currentTime + note.at
    const until = from + note.length
    const tone = new OscillatorNode(context, { type: note.wave, frequency: note.hertz })
    const gain = new GainNode(context, { gain: 0 })
    const loud = gainOf(note, volume)
    gain.gain.setValueAtTime(0, from)
    gain.gain.linearRampToValueAtTime(loud, from + EDGE)
    gain.gain.setValueAtTime(loud, until - 3 * EDGE)
    gain.gain.linearRampToValueAtTime(0, until)
    tone.connect(gain).connect(context.destination)
    tone.start(from)
    tone.stop(until)
    if (index === notes.length - 1) tone.onended = () => void context.close()
  })
}

export function SoundPlayer(): null {
  const cue = useTopic({ kind: 'sound' })
  const { soundVolume } = useSettings() ?? DEFAULT_SETTINGS
  /** The newest that was played, or was there before the window was. */
  const heard = useRef<number | null>(null)
  const volume = useRef(soundVolume)
  volume.current = soundVolume
  useEffect(() => {
    if (cue === undefined) return
    const before = heard.current
    heard.current = cue?.seq ?? 0
    if (before === null || cue === null || cue.seq <= before) return
    playSound(cue.event, volume.current)
  }, [cue])
  return null
}
