/** The flags of `npm start`, parsed strictly: a wrong flag is one clear line, never a guess. */
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'

export interface CommandLine {
  readonly headless: boolean
  /** File to write a screenshot of the first window to, once it shows live data. */
  readonly screenshot: string | null
  readonly userDataDir: string | null
  /** Port of the browser's debugging interface, for tests; 0 picks a free one. */
  readonly remoteDebuggingPort: number | null
  /** File of a deployment; without it the embedded practice venue is used. */
  readonly profile: string | null
  readonly windowSize: { readonly width: number; readonly height: number } | null
}

const USAGE =
  'usage: npm start -- [--headless] [--screenshot FILE] [--user-data-dir DIR] [--remote-debugging-port N] [--profile FILE] [--window-size WxH]'

/** An invalid flag; the message is one line. */
export class CommandLineError extends Error {}

/**
 * Parses the arguments after the program's own.
 * @throws CommandLineError naming the flag and its valid values.
 */
export function parseCommandLine(args: readonly string[]): CommandLine {
  const { values } = readFlags(args)
  return {
    headless: values.headless ?? false,
    screenshot: notEmpty('--screenshot', values.screenshot),
    userDataDir: notEmpty('--user-data-dir', values['user-data-dir']),
    remoteDebuggingPort: port(values['remote-debugging-port']),
    profile: notEmpty('--profile', values.profile),
    windowSize: windowSize(values['window-size']),
  }
}

function readFlags(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      strict: true,
      allowPositionals: false,
      options: {
        headless: { type: 'boolean' },
        screenshot: { type: 'string' },
        'user-data-dir': { type: 'string' },
        'remote-debugging-port': { type: 'string' },
        profile: { type: 'string' },
        'window-size': { type: 'string' },
      },
    })
  } catch (error) {
    const [first = 'invalid flag'] = (error as Error).message.split('\n')
    throw new CommandLineError(`${first.replace(/\. To specify a positional.*$/, '').replace(/\.$/, '')} (${USAGE})`)
  }
}

function notEmpty(flag: string, value: string | undefined): string | null {
  if (value === undefined) return null
  if (value.trim() === '') throw new CommandLineError(`${flag} needs a path (${USAGE})`)
  return value
}

function port(text: string | undefined): number | null {
  if (text === undefined) return null
  const value = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN
  if (!(value <= 65_535))
    throw new CommandLineError(`--remote-debugging-port takes a port from 0 to 65535, not "${text}"`)
  return value
}

function windowSize(text: string | undefined): CommandLine['windowSize'] {
  if (text === undefined) return null
  const match = /^(\d{3,5})[x,](\d{3,5})$/.exec(text)
  const [width, height] = [Number(match?.[1]), Number(match?.[2])]
  if (match === null || width < 640 || height < 480 || width > 16_384 || height > 16_384) {
    throw new CommandLineError(`--window-size takes WIDTHxHEIGHT, from 640x480 to 16384x16384, not "${text}"`)
  }
  return { width, height }
}

/** Switches that launchers add to the arguments and that are not ours: of Chromium, of Node, and the argument of an installer that has updated. */
const FOREIGN =
  /^--(?:updated|inspect|no-sandbox|disable-gpu|disable-dev-shm-usage|force-device-scale-factor|ozone-platform|enable-logging)(?:[=-]|$)/

/**
 * The terminal's own arguments: what follows the executable when packaged, what follows the script or the app's folder otherwise.
 * @param argv as in `process.argv`.
 * @param appFolder as from `app.getAppPath()`; null when packaged.
 */
export function ownArguments(argv: readonly string[], appFolder: string | null): string[] {
  const isStarted = (argument: string): boolean => /\.[cm]?js$/.test(argument) || resolve(argument) === appFolder
  const started = appFolder === null ? 0 : argv.findIndex((argument, index) => index > 0 && isStarted(argument))
  const rest = argv.slice(Math.max(started, 0) + 1)
  return rest.filter((argument) => !FOREIGN.test(argument))
}

const headed = process.env.DISPLAY !== undefined || process.env.WAYLAND_DISPLAY !== undefined

/** Except on Linux a program always has one. */
export const noDisplay: boolean = process.platform === 'linux' && !headed

/** Whether a program can read its window positions: under Wayland none can. */
export const seesPlaces: boolean = process.platform !== 'linux' || process.env.XDG_SESSION_TYPE !== 'wayland'

/** Whether no window should be visible: on request, or because there is no display. */
export const isHeadless = (line: Pick<CommandLine, 'headless'>): boolean => line.headless || noDisplay

/** Prints a line for the person who started the terminal; stdout stays free. */
export const say = (text: string): void => void process.stderr.write(`${text}\n`)
