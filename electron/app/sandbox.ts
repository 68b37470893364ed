/** Windows run in Chromium's sandbox, or a packaged terminal does not run: a page that turned hostile would else have the whole machine. */
import { CommandLineError } from './command-line.ts'

/** How Electron is told to do without it: an AppImage does so by itself where the system keeps programs from making a sandbox. */
const SWITCH = /^--no-sandbox(?:[=-]|$)/
const VARIABLE = 'ELECTRON_DISABLE_SANDBOX'

/**
 * Refuses the start of a packaged terminal without its sandbox.
 * @param argv as in `process.argv`.
 * @param environment as in `process.env`.
 * @throws CommandLineError in one line that says what to do.
 */
export function requireSandbox(
  argv: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): void {
  if (environment[VARIABLE] !== undefined) {
    throw new CommandLineError(`Isotherm does not run without its sandbox: take ${VARIABLE} out of the environment`)
  }
  if (!argv.some((argument) => SWITCH.test(argument))) return
  throw new CommandLineError(
    environment.APPIMAGE === undefined
      ? 'Isotherm does not run without its sandbox: start it without --no-sandbox'
      : 'Isotherm does not run without its sandbox, and this system keeps an AppImage from making one: install the deb or rpm package instead, which sets it up',
  )
}
