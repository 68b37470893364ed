/** Whether there is a screen to show windows on. */
import type { CommandLine } from './command-line.ts'

const headed = process.env.DISPLAY !== undefined || process.env.WAYLAND_DISPLAY !== undefined

/** Elsewhere than on Linux a program always has one. */
export const noDisplay: boolean = process.platform === 'linux' && !headed

/** Whether a program can tell where its windows are: under Wayland none can. */
export const seesPlaces: boolean = process.platform !== 'linux' || process.env.XDG_SESSION_TYPE !== 'wayland'

/** Whether nobody is to see a window: it was asked for, or there is no display. */
export const isHeadless = (line: Pick<CommandLine, 'headless'>): boolean => line.headless || noDisplay
