/** Beside each setting of a sound: what it sounds like, at the volume that holds. */
import type { ReactNode } from 'react'
import type { SettingKey } from '../../contract/settings-table.ts'
import { SOUND_EVENTS, SOUND_SETTINGS, type SoundEvent } from '../../contract/sound.ts'
import { playSound } from '../sounds/index.ts'
import { Button } from '../ui/index.ts'
import styles from './settings-window.module.css'

const WORDS: Partial<Record<SoundEvent, string>> = { connection_lost: 'Hear it go', connection_back: 'Hear it back' }

/** The sounds that a setting is about; of the volume, one to judge it by. */
const soundsOf = (key: SettingKey): readonly SoundEvent[] =>
  key === 'soundVolume' ? ['alert'] : SOUND_EVENTS.filter((event) => SOUND_SETTINGS[event] === key).toReversed()

interface HearItProps {
  readonly setting: SettingKey
  readonly title: string
  /** Per cent. */
  readonly volume: number
}

export function HearIt({ setting, title, volume }: HearItProps): ReactNode {
  const sounds = soundsOf(setting)
  if (sounds.length === 0) return null
  return (
    <span className={styles.hear}>
      {sounds.map((event) => {
        const words = WORDS[event] ?? 'Hear it'
        return (
          <Button
            key={event}
            size="small"
            aria-label={`${title}: ${words.toLowerCase()}`}
            onClick={() => playSound(event, volume)}
          >
            {words}
          </Button>
        )
      })}
    </span>
  )
}
