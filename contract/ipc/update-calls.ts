/** The terminal's own next version: looked for, downloaded, and restarted into. What comes of it is the topic `update`. */
import { call, nothing } from './call.ts'

/** Updates, for the terminal as a whole. */
export const updateCalls = {
  /** Reads the feed now. Returns once it has been read, or could not be. */
  checkForUpdate: call<null>()({ from: 'any', rate: 'updates', hand: 'no' }, nothing),
  /** Downloads the release that is offered. Returns once that has begun. */
  downloadUpdate: call<null>()({ from: 'any', rate: 'updates', hand: 'no' }, nothing),
  cancelDownload: call<null>()({ from: 'any', rate: 'answers', hand: 'no' }, nothing),
  /** Main asks in a native box, and decides again; with a yes the terminal ends, is replaced and starts again. */
  restartToUpdate: call<null>()({ from: 'any', rate: 'updates', hand: 'no' }, nothing),
  /** What is new in this version was read. */
  putAwayWhatsNew: call<null>()({ from: 'any', rate: 'answers', hand: 'no' }, nothing),
} as const
