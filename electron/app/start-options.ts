/** How the terminal was started: its flags, their deployment, the data folder. An error is one line, and ends the start. */

import { accessSync, chmodSync, constants, mkdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { z } from 'zod'
import { type Millis, millis } from '../../contract/time.ts'
import { type DeploymentProfile, parseProfile } from '../service/index.ts'
import { type CommandLine, CommandLineError, ownArguments, parseCommandLine } from './command-line.ts'

// Windows run in Chromium's sandbox, or a packaged terminal does not run: a hostile page would otherwise control the whole machine.

/** The switch that disables it: an AppImage adds it by itself where the system keeps programs from creating a sandbox. */
const SWITCH = /^--no-sandbox(?:[=-]|$)/
const VARIABLE = 'ELECTRON_DISABLE_SANDBOX'

/**
 * Refuses the start of a packaged terminal without its sandbox.
 * @param argv as in `process.argv`.
 * @param environment as in `process.env`.
 * @throws CommandLineError with a remedy, in one line.
 */
function requireSandbox(argv: readonly string[], environment: Readonly<Record<string, string | undefined>>): void {
  if (environment[VARIABLE] !== undefined) {
    throw new CommandLineError(`Isotherm requires its sandbox: remove ${VARIABLE} from the environment`)
  }
  if (!argv.some((argument) => SWITCH.test(argument))) return
  throw new CommandLineError(
    environment.APPIMAGE === undefined
      ? 'Isotherm requires its sandbox: start it without --no-sandbox'
      : 'Isotherm requires its sandbox, which this system blocks for AppImages: install the deb or rpm package instead',
  )
}

// The folder of all the terminal's data: created level by level, for its user only, and refused where no folder can be created.

/** Maximum number of missing levels of a path. */
const MAX_LEVELS = 64
/** The bit of a folder in which each user may remove only their own files. */
const STICKY = 0o1000

/**
 * Creates the folder and its missing parents for this user only; an existing one is closed to other users. Nothing is changed before the nearest
 * existing folder is known to accept new ones. Not `recursive`: below `/proc`, where folders are inherently read-only, Node's recursive mkdir never
 * ends.
 * @param path absolute.
 * @throws Error with the reason when it is not a folder, is not writable, or cannot be created.
 */
export function makeDataFolder(path: string): void {
  const missing: string[] = []
  let at = path
  while (!isFolder(at)) {
    missing.unshift(at)
    const above = dirname(at)
    if (above === at || missing.length > MAX_LEVELS) throw new Error(`no parent folder of ${path} exists`)
    at = above
  }
  accessSync(at, constants.W_OK | constants.X_OK)
  for (const folder of missing) makeOne(folder)
  close(path)
}

/** On Windows a user's profile is private already. A deliberately shared folder, such as `/tmp`, stays so: it is not the terminal's. */
function close(folder: string): void {
  if (process.platform === 'win32') return
  const { mode } = statSync(folder)
  if ((mode & 0o077) === 0 || (mode & STICKY) !== 0) return
  try {
    chmodSync(folder, 0o700)
  } catch {
    // Another user's, or on a disk without modes: its files are closed one by one.
  }
}

function makeOne(folder: string): void {
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    // A second terminal that starts at the same moment may have created it.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || !isFolder(folder)) throw error
  }
}

/** Whether it exists. @throws Error when something else is in its place. */
function isFolder(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found === undefined) return false
  if (!found.isDirectory()) throw new Error(`${path} is not a folder`)
  return true
}

/** An ISO time with its zone, e.g. `2026-03-04T13:10:00Z`; the machine's time where it is not set. */
const PRACTICE_AT = 'ISOTHERM_PRACTICE_AT'

const isoTime = z.iso.datetime({ offset: true })

export interface StartOptions {
  readonly line: CommandLine
  /** The deployment that the command line names. */
  readonly profile: DeploymentProfile | null
  /** The link that the system passed, unchanged; null where there is none. */
  readonly link: string | null
  /** Absolute; it exists and is writable. */
  readonly dataFolder: string
  /** Start of the practice venue's own clock; null for the machine's time, as always in a packaged app. */
  readonly practiceAt: Millis | null
}

/**
 * @param argv as in `process.argv`.
 * @param appFolder as from `app.getAppPath()`; null when packaged.
 * @param usualFolder the data folder where the command line names none.
 * @param environment as in `process.env`.
 * @throws CommandLineError in one line.
 */
export function readStart(
  argv: readonly string[],
  appFolder: string | null,
  usualFolder: () => string,
  environment: Readonly<Record<string, string | undefined>>,
): StartOptions {
  if (appFolder === null) requireSandbox(argv, environment)
  const given = ownArguments(argv, appFolder)
  const line = parseCommandLine(given.filter((argument) => !isLink(argument)))
  if (appFolder === null && line.remoteDebuggingPort !== null) {
    throw new CommandLineError('--remote-debugging-port is for development builds only')
  }
  const profile = line.profile === null ? null : readProfile(line.profile)
  const practiceAt = readPracticeStart(appFolder === null ? null : environment)
  const dataFolder = line.userDataDir === null ? usualFolder() : resolve(line.userDataDir)
  try {
    makeDataFolder(dataFolder)
  } catch (error) {
    throw new CommandLineError(`--user-data-dir ${dataFolder} cannot be used: ${(error as Error).message}`)
  }
  return { line, profile, link: given.find(isLink) ?? null, dataFolder, practiceAt }
}

/** A link that the desktop passes for `%U` is not a flag, valid or not. */
const isLink = (argument: string): boolean => /^isotherm:/i.test(argument)

function readPracticeStart(environment: Parameters<typeof practiceStart>[0]): Millis | null {
  try {
    return practiceStart(environment)
  } catch (error) {
    throw new CommandLineError((error as Error).message)
  }
}

function readProfile(file: string): DeploymentProfile {
  try {
    return parseProfile(readFileSync(file, 'utf8'), file)
  } catch (error) {
    const { message } = error as Error
    throw new CommandLineError(message.startsWith('profile ') ? message : `profile ${file} cannot be read: ${message}`)
  }
}

/**
 * @param environment null where nothing may change the venue's time, as in a packaged app.
 * @throws Error in one line for an invalid time: a test at another time than intended would prove nothing.
 */
function practiceStart(environment: Readonly<Record<string, string | undefined>> | null): Millis | null {
  const text = environment?.[PRACTICE_AT]
  if (text === undefined || text === '') return null
  if (isoTime.safeParse(text).success) return millis(Date.parse(text))
  throw new Error(`${PRACTICE_AT} must be an ISO time with its zone, such as 2026-03-04T13:10:00Z; "${text}" is not`)
}
