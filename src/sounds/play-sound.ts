/** Plays a sound by the browser's own oscillators: nothing is loaded for it, so nothing needs to be allowed for it. */
import type { SoundEvent } from '../../contract/sound.ts'
import { gainOf, NOTES } from './notes.ts'

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
