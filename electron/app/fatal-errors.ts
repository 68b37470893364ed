/**
 * Errors that end the terminal, shown where the user sees them: printed at a terminal or without a display, else in a native dialog. Text that a
 * dialog shows or copies is redacted like a log line.
 */
import type { App, Dialog } from 'electron'
import { type SafeBlock, safeBlock } from '../../contract/safe-text.ts'
import type { Clock } from '../../contract/time.ts'
import { type Log, redact } from '../log/index.ts'

/** Stopped before the message is shown: trading first, the files last. */
type Stops = readonly (() => void | Promise<void>)[]

interface SeenErrorsOptions {
  readonly app: Pick<App, 'exit' | 'getVersion' | 'isReady' | 'whenReady'>
  readonly dialog: Pick<Dialog, 'showErrorBox' | 'showMessageBox'>
  readonly clipboard: { writeText(text: string): Promise<void> }
  /** Whether somebody reads what is printed: at a terminal, or where there is no display. */
  readonly isPrinted: boolean
  readonly say: (text: string) => void
  readonly platform?: NodeJS.Platform
}

interface UncaughtEnding {
  readonly stops: Stops
  readonly clock: Pick<Clock, 'after'>
  readonly log: Pick<Log, 'error'>
}

/** Anything that has not stopped by then is abandoned, ms: the trader must learn that the terminal ends. */
const STOPPED_WITHIN = 3000
const COPY = 0
const QUIT = 1

export function createFatalErrors(options: SeenErrorsOptions) {
  const { app, dialog, clipboard, isPrinted, say, platform = process.platform } = options
  let isEnding = false

  /** On Linux a dialog before the app is ready would only be printed. */
  async function boxesAreSeen(): Promise<void> {
    if (!app.isReady() && platform === 'linux') await app.whenReady()
  }

  async function reportUncaught(title: string, details: SafeBlock): Promise<void> {
    if (isPrinted) {
      say(`isotherm: ${title}\n${details}`)
      return
    }
    await boxesAreSeen()
    if (!app.isReady()) {
      dialog.showErrorBox(title, details)
      return
    }
    for (let copied = false; ; copied = true) {
      const { response } = await dialog.showMessageBox({
        type: 'error',
        title: 'Isotherm',
        message: title,
        detail: `${copied ? 'Copied.\n\n' : ''}${shortened(details)}`,
        buttons: ['Copy details', 'Quit'],
        defaultId: QUIT,
        cancelId: QUIT,
        noLink: true,
      })
      if (response !== COPY) return
      await clipboard.writeText(details)
    }
  }

  return {
    /** The terminal cannot start: shows the message, and exits with the code once it was seen. */
    endStart(message: string, code: number): void {
      const text = safeBlock(redact(message))
      say(`isotherm: ${text}`)
      if (isPrinted) {
        app.exit(code)
        return
      }
      void boxesAreSeen()
        .then(() => dialog.showErrorBox('Isotherm did not start', text))
        .finally(() => app.exit(code))
    },
    /** Shuts down in order after an uncaught error; further ones are only logged. */
    async endForUncaught(what: string, error: unknown, { stops, clock, log }: UncaughtEnding): Promise<void> {
      log.error({ err: error }, what)
      if (isEnding) return
      isEnding = true
      for (const stop of stops) {
        await within(clock, stop).catch((failed: unknown) =>
          log.error({ err: failed }, 'something could not be stopped'),
        )
      }
      const details = safeBlock(
        redact(
          `Isotherm ${app.getVersion()} on ${platform}: ${what}\n${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
        ),
      )
      await reportUncaught(TITLE, details).catch((failed: unknown) => say(`isotherm: ${redact(String(failed))}`))
      app.exit(1)
    },
  }
}

const TITLE =
  'Isotherm hit an error and had to stop. Trading was stopped and the journal closed. Stops, exits and alerts are off until you start it again. Resting orders stay at the venue.'

/** Length of the details in a dialog; all of them are copied. */
const SHOWN = 1200
const shortened = (text: string): string => (text.length <= SHOWN ? text : `${text.slice(0, SHOWN)}…`)

/** @throws Error when it takes longer than allowed. */
function within(clock: Pick<Clock, 'after'>, run: () => void | Promise<void>): Promise<void> {
  return new Promise((resolve, reject) => {
    const cancel = clock.after(STOPPED_WITHIN, () => reject(new Error(`it took longer than ${STOPPED_WITHIN} ms`)))
    ;(async () => run())().then(resolve, reject).finally(cancel)
  })
}
