/** Plays the sounds that main assigns to this window. Renders nothing. */
import { useEffect, useRef } from 'react'
import { DEFAULT_SETTINGS } from '../contract/settings-table.ts'
import type { SoundEvent } from '../contract/sound.ts'
import { useTopic } from './market-data/index.ts'
import { useSettings } from './queries/index.ts'

// The notes of each sound: distinguishable by their number, direction and timbre, without looking.

interface Note {
  /** Pitch, Hz. */
  readonly hertz: number
  /** Start of the note, s from the start of the sound. */
  readonly at: number
  /** Duration, s. */
  readonly length: number
  /** A sine is soft, a triangle is clear, a square is harsh: for failures. */
  readonly wave: 'sine' | 'triangle' | 'square'
}

/** Successive notes of equal length. */
const row = (wave: Note['wave'], length: number, ...pitches: readonly number[]): readonly Note[] =>
  pitches.map((hertz, index) => ({ hertz, at: index * length, length, wave }))

/** The sound of each event. */
export const NOTES: Readonly<Record<SoundEvent, readonly Note[]>> = {
  // One short tick: it is the most frequent.
  fill: row('triangle', 0.09, 1046),
  // A step down: something ended as planned.
  held: row('sine', 0.14, 784, 587),
  // A step up: attention.
  alert: row('sine', 0.14, 660, 880),
  // Two equal low notes: refused.
  refusal: row('square', 0.11, 220, 220),
  // Down the three notes that a reconnect goes up.
  connection_lost: row('triangle', 0.13, 587, 440, 330),
  connection_back: row('triangle', 0.13, 330, 440, 587),
  // High, low, high, low: must not be missed.
  needs_you: row('square', 0.13, 740, 523, 740, 523),
}

/** Maximum loudness of a wave, as a fraction: a harsh one carries further. */
const LOUDEST: Readonly<Record<Note['wave'], number>> = { sine: 0.3, triangle: 0.3, square: 0.1 }

/** Gain of a note at a volume in percent. Hearing is logarithmic: half the volume is a quarter of the gain. */
export const gainOf = ({ wave }: Pick<Note, 'wave'>, volume: number): number => LOUDEST[wave] * (volume / 100) ** 2

// Plays a sound with the browser's own oscillators: nothing is loaded, so no permission is needed.

/** Fade in and out, s: without it a note clicks. */
const EDGE = 0.01

/** @param volume percent of the loudest */
export function playSound(event: SoundEvent, volume: number): void {
  const context = new AudioContext()
  // A context created before any user gesture may be suspended.
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
  /** The newest one that was played, or existed before the window. */
  const received = useRef<number | null>(null)
  const volume = useRef(soundVolume)
  volume.current = soundVolume
  useEffect(() => {
    if (cue === undefined) return
    const before = received.current
    received.current = cue?.seq ?? 0
    if (before === null || cue === null || cue.seq <= before) return
    playSound(cue.event, volume.current)
  }, [cue])
  return null
}
