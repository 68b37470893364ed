/** The channels between windows and main, without the schemas of what goes through them. */
import type { CallName } from './ipc.ts'

/** The IPC channel of a call. */
export const channelOf = (name: CallName): string => `terminal:${name}`
/** Main → window: a `FrameBatch`. */
export const FRAME_CHANNEL = 'terminal:frame'
/** Window → main, one way: a frame was painted; lets main time the next batch just before the next frame. */
export const PAINTED_CHANNEL = 'terminal:painted'
