/** Texts of the panel "Calibration" when little or nothing is known. */
import { counted } from '../../../contract/plural.ts'
export const MESSAGES = {
  none: 'No shares or binary contracts bought',
  ever: 'After outcome shares or binary contracts settle, this compares the price paid with the result.',
  notKnown: 'No resolved entries yet.',
  few: (entries: number, enough: number) =>
    `${counted(entries, 'entry is', 'entries are')} too few to be meaningful; at least ${enough} are needed.`,
} as const
