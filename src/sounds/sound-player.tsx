/** Plays what main gives this window to play. Draws nothing. */
import { useEffect, useRef } from 'react'
import { DEFAULT_SETTINGS } from '../../contract/settings-table.ts'
import { useTopic } from '../market-data/index.ts'
import { useSettings } from '../queries/index.ts'
import { playSound } from './play-sound.ts'

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
