/** The channels between windows and main, without the schemas of what goes through them. */
import type { CallName } from './ipc.ts'

/** The IPC channel of a call. */
export const channelOf = (name: CallName): string => `terminal:${name}`
/** Main → preload: a port for the page, on which main posts a `FrameBatch` and the page a `PaintedState`. */
export const FRAMES_CHANNEL = 'terminal:frames'
/** Preload → page: announces that port in the page's own `message` event. */
export const FRAMES_PORT = 'terminal:frames-port'
