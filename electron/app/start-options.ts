/** How the terminal was started: its flags, the profile they name, the data folder. What is wrong is one line, and ends the start. */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { z } from 'zod'
import { type Millis, millis } from '../../contract/time.ts'
import { type DeploymentProfile, parseProfile } from '../service/index.ts'
import { type CommandLine, CommandLineError, ownArguments, parseCommandLine } from './command-line.ts'
import { makeDataFolder } from './data-folder.ts'
import { requireSandbox } from './sandbox.ts'

/** An ISO time with its zone, e.g. `2026-03-04T13:10:00Z`; the machine's time where it is not set. */
const PRACTICE_AT = 'ISOTHERM_PRACTICE_AT'

const isoTime = z.iso.datetime({ offset: true })

export interface StartOptions {
  readonly line: CommandLine
  /** The profile that the command line names. */
  readonly profile: DeploymentProfile | null
  /** The link that the system passed on, as it stands; null where there is none. */
  readonly link: string | null
  /** Absolute; it exists, and may be written to. */
  readonly dataFolder: string
  /** Where the practice venue's own clock starts; null for the machine's time, as always in a packaged app. */
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
    throw new CommandLineError('--remote-debugging-port is for development: an installed terminal opens no such port')
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

/** What the desktop passes for `%U`: whatever it opens, it is no flag. */
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
 * @param environment null where nothing may move the venue's time, as in a packaged app.
 * @throws Error in one line when the value is no time: a test at another time than it says would prove nothing.
 */
function practiceStart(environment: Readonly<Record<string, string | undefined>> | null): Millis | null {
  const text = environment?.[PRACTICE_AT]
  if (text === undefined || text === '') return null
  if (isoTime.safeParse(text).success) return millis(Date.parse(text))
  throw new Error(`${PRACTICE_AT} must be an ISO time with its zone, such as 2026-03-04T13:10:00Z; "${text}" is not`)
}
