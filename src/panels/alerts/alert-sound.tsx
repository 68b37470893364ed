/** Plays a short tone when an alert fires: in one window, whichever is first. Draws nothing. */
import { useEffect, useRef } from 'react'
import { useTopicValue } from '../../market-data/index.ts'
import { useSession } from '../../queries/index.ts'

/** Two soft notes, Hz, and their length, s. */
const NOTES = [660, 880] as const
const NOTE_SECONDS = 0.14
const VOLUME = 0.12
/** The window that plays keeps the firing for itself this long, ms: others hear of it within a frame. */
const HELD_MS = 2000

export function AlertSound(): null {
  const newest = useTopicValue({ kind: 'alerts' }, ({ firings }) => firings.find(({ isSilent }) => !isSilent)?.seq ?? 0)
  const sound = useTopicValue({ kind: 'alerts' }, ({ settings }) => settings.sound) === true
  const profile = useSession()?.profile.name
  // What fired before this window knew of alerts is past.
  const heard = useRef<number | null>(null)
  useEffect(() => {
    if (newest === undefined || profile === undefined) return
    const before = heard.current
    heard.current = newest
    if (before === null || newest <= before || !sound) return
    // Each deployment counts its own firings.
    once(`alert/${profile}/${newest}`, playTone)
  }, [newest, sound, profile])
  return null
}

/** Runs in one of the terminal's windows only. */
function once(name: string, run: () => void): void {
  navigator.locks
    .request(name, { ifAvailable: true }, async (lock) => {
      if (lock === null) return
      run()
      await new Promise((resolve) => setTimeout(resolve, HELD_MS))
    })
    .catch(() => undefined)
}

function playTone(): void {
  const context = new AudioContext()
  NOTES.forEach((frequency, index) => {
    const start = context.currentTime + index * NOTE_SECONDS
    const tone = new OscillatorNode(context, { frequency })
    const volume = new GainNode(context, { gain: 0 })
    volume.gain.setValueAtTime(0, start)
    volume.gain.linearRampToValueAtTime(VOLUME, start + 0.01)
    volume.gain.linearRampToValueAtTime(0, start + NOTE_SECONDS)
    tone.connect(volume).connect(context.destination)
    tone.start(start)
    tone.stop(start + NOTE_SECONDS)
    if (index === NOTES.length - 1) tone.onended = () => void context.close()
  })
}
