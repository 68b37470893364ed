/** Held work that was paused because too many of its orders filled in too short a time: it sends nothing that adds exposure until a word is typed. */
import type { HeldWork } from './action.ts'
import type { Millis } from './time.ts'

/** What the trader types to have it go on. */
export const RESUME_WORD = 'RESUME'

/** One that is paused. */
export interface HeldPause extends HeldWork {
  /** How many of its orders filled, within how many seconds. */
  readonly fills: number
  readonly seconds: number
  /** By the terminal's clock. */
  readonly at: Millis
}

/** Why it sends nothing, and what to do. */
export const pauseText = ({ what, fills, seconds }: Omit<HeldPause, 'at'>): string =>
  `${what} is paused: ${fills} of its orders filled within ${seconds} s. It sends nothing that opens or adds until you type ${RESUME_WORD}.`
