/** What the terminal tells by ear: the events, which setting each has, and which of several at once is heard. Pure. */
import type { ActionState } from './action.ts'
import type { AlertFiring } from './alert.ts'
import type { Settings } from './settings-table.ts'

/** From the one that says least to the one that must be heard. */
export const SOUND_EVENTS = [
  'fill',
  'held',
  'alert',
  'refusal',
  'connection_back',
  'connection_lost',
  'needs_you',
] as const

/** Something that has a sound of its own. */
export type SoundEvent = (typeof SOUND_EVENTS)[number]

/** One sound that one window is to play. */
export interface SoundCue {
  /** Counts up over the sounds of a deployment since the terminal started. */
  readonly seq: number
  readonly event: SoundEvent
}

/** Settings that are on or off. */
type FlagKey = { [Key in keyof Settings]: Settings[Key] extends boolean ? Key : never }[keyof Settings]

/** The setting that an event is switched by. */
export const SOUND_SETTINGS = {
  fill: 'soundFills',
  held: 'soundHeld',
  alert: 'soundAlerts',
  refusal: 'soundRefusals',
  connection_back: 'soundConnection',
  connection_lost: 'soundConnection',
  needs_you: 'soundNeedsYou',
} as const satisfies Readonly<Record<SoundEvent, FlagKey>>

/** The name of a setting that switches a sound. */
export type SoundSetting = (typeof SOUND_SETTINGS)[SoundEvent]

/** The settings that say what is heard. */
export type SoundChoices = Pick<Settings, 'sounds' | SoundSetting>

/** Whether the trader wants to hear an event. */
export const isHeard = (event: SoundEvent, settings: SoundChoices): boolean =>
  settings.sounds && settings[SOUND_SETTINGS[event]]

/** What a firing sounds as; null for one that tells what came of something that has just sounded. */
export function soundOfFiring({
  alertId,
  isActing,
  isSilent,
}: Omit<AlertFiring, 'seq' | 'title' | 'words' | 'at'>): SoundEvent | null {
  if (isSilent) return null
  if (isActing) return 'needs_you'
  // What belongs to no alert is what this terminal holds: it triggered, is done, or its position ended.
  return alertId === '' ? 'held' : 'alert'
}

/** What a step of an action sounds as; null for all that goes well, or that the fills tell. */
export function soundOfState(state: ActionState): SoundEvent | null {
  return state === 'refused' || state === 'rejected' || state === 'unknown' ? 'refusal' : null
}

/** Whether a sound is heard that follows another so closely: only where it says more. */
export const saysMore = (event: SoundEvent, than: SoundEvent): boolean =>
  SOUND_EVENTS.indexOf(event) > SOUND_EVENTS.indexOf(than)
