/** Sounds: the events, the setting of each, and which of several simultaneous ones is played. Pure. */
import type { ActionState } from './action.ts'
import type { AlertFiring } from './alert.ts'
import type { Settings } from './settings-table.ts'

/** In order of priority, lowest first. */
export const SOUND_EVENTS = [
  'fill',
  'held',
  'alert',
  'refusal',
  'connection_back',
  'connection_lost',
  'needs_you',
] as const

/** An event with its own sound. */
export type SoundEvent = (typeof SOUND_EVENTS)[number]

/** One sound for one window to play. */
export interface SoundCue {
  /** Counts the sounds of a deployment since the terminal started. */
  readonly seq: number
  readonly event: SoundEvent
}

type FlagKey = { [Key in keyof Settings]: Settings[Key] extends boolean ? Key : never }[keyof Settings]

/** The setting that enables each event. */
export const SOUND_SETTINGS = {
  fill: 'soundFills',
  held: 'soundHeld',
  alert: 'soundAlerts',
  refusal: 'soundRefusals',
  connection_back: 'soundConnection',
  connection_lost: 'soundConnection',
  needs_you: 'soundNeedsYou',
} as const satisfies Readonly<Record<SoundEvent, FlagKey>>

export type SoundSetting = (typeof SOUND_SETTINGS)[SoundEvent]

/** Settings that determine which sounds play. */
export type SoundChoices = Pick<Settings, 'sounds' | SoundSetting>

/** Whether an event is enabled. */
export const isSoundOn = (event: SoundEvent, settings: SoundChoices): boolean =>
  settings.sounds && settings[SOUND_SETTINGS[event]]

/** Sound of an alert firing; null for one that reports the result of an event that has just sounded. */
export function soundOfFiring({
  alertId,
  isActing,
  isSilent,
}: Omit<AlertFiring, 'seq' | 'title' | 'text' | 'at'>): SoundEvent | null {
  if (isSilent) return null
  if (isActing) return 'needs_you'
  // Firings without an alert come from automated orders: triggered, done, or the position ended.
  return alertId === '' ? 'held' : 'alert'
}

/** Sound of an action's state; null for success, and for what fills report. */
export function soundOfState(state: ActionState): SoundEvent | null {
  return state === 'refused' || state === 'rejected' || state === 'unknown' ? 'refusal' : null
}

/** Whether a sound plays shortly after another: only if it has a higher priority. */
export const hasPriorityOver = (event: SoundEvent, than: SoundEvent): boolean =>
  SOUND_EVENTS.indexOf(event) > SOUND_EVENTS.indexOf(than)
