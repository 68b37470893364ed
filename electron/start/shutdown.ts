/** The end of the terminal: a question where automated orders are active, then an orderly shutdown in reverse order of the start. */

import { app } from 'electron'
import { block, text } from '../../contract/safe-text.ts'
import type { ProfileChoice } from '../../contract/session.ts'
import type { Question } from '../ipc/index.ts'
import type { Log } from '../log/index.ts'

type Choice = Pick<ProfileChoice, 'name' | 'running' | 'windows' | 'holds'>

interface Closing {
  /** The window's deployment. */
  readonly profile: string
  readonly choices: readonly Choice[]
  /** Number of open windows, including this one. */
  readonly open: number
  /** Whether the terminal quits with its last window. */
  readonly endsWithLast: boolean
  /** Whether the terminal can continue without a window, and be reopened from its tray icon. */
  readonly hasTray: boolean
}

/** Before the user closes a window; null when no automated orders are affected. */
export function askBeforeClose({ profile, choices, open, endsWithLast, hasTray }: Closing): Question | null {
  if (open === 1 && endsWithLast) {
    const question = askBeforeQuit(choices)
    return (
      question && {
        ...question,
        message: text`Close the last window and quit Isotherm?`,
        confirm: 'Close and quit',
        ...(hasTray
          ? { detail: block`${question.detail.split('\n')}\n\n${IN_TRAY}`, otherwise: 'Keep running in the tray' }
          : {}),
      }
    )
  }
  const mine = choices.find(({ name }) => name === profile)
  if (mine === undefined || mine.windows > 1 || mine.holds === null) return null
  return {
    message: text`Close the last window of ${profile}?`,
    detail: block`${profile} has ${mine.holds}. It keeps running without a window while Isotherm is running. Reopen it from Account in another window.`,
    confirm: 'Close window',
  }
}

const IN_TRAY =
  'In the tray, everything stays watched. Click the tray icon or start Isotherm again to bring the window back.'

/** Before the terminal quits; null without automated orders. */
export function askBeforeQuit(choices: readonly Choice[]): Question | null {
  const held = heldOf(choices)
  if (held === null) return null
  return {
    message: text`Quit Isotherm?`,
    detail: block`Not watched until Isotherm runs again:\n${held}\n\nResting orders stay at the venue.`,
    confirm: 'Quit',
  }
}

/** Before the terminal quits for a newer version of itself. */
export function askBeforeUpdate(choices: readonly Choice[], version: string): Question {
  const held = heldOf(choices)
  const back = 'Isotherm quits, updates and restarts automatically with the same windows.'
  return {
    message: text`Restart to update to ${version}?`,
    detail:
      held === null
        ? block`${back} Resting orders stay at the venue.`
        : block`${back} Until then, none of this is watched:\n${held}\n\nResting orders stay at the venue.`,
    confirm: 'Restart',
  }
}

/** The automated orders of each deployment, a line for each; null for none. */
function heldOf(choices: readonly Choice[]): readonly string[] | null {
  const holding = choices.filter(({ running, holds }) => running && holds !== null)
  return holding.length === 0 ? null : holding.map(({ name, holds }) => `${name}: ${holds}`)
}

/** A window's page cannot be loaded: without it the window is useless. */
export const askToReload = (reason: string, pages: string): Question => ({
  message: text`This window could not be loaded`,
  detail: block`${reason}\n\nIts page is in ${pages}. If that is damaged or missing, reinstall Isotherm; your data is kept.`,
  confirm: 'Try again',
})

interface EndingOptions {
  /** The question to the trader before the terminal quits; null without one. */
  readonly question: () => Question | null
  /** Asks in a native dialog. */
  readonly ask: (question: Question) => Promise<boolean>
  /** Shutdown starts: windows now close without a question, and count as open for the next start. */
  readonly begin: () => void
  readonly stops: readonly (() => void | Promise<void>)[]
  readonly log: Log
}

export interface Shutdown {
  /** Quits without asking: nobody is there to answer, or they have answered. */
  now(): void
  /** Quits without asking, and runs this once everything has stopped, before the app quits. The app quits even if it fails. */
  after(last: () => Promise<void>): void
}

/** Listens from here on, until the app has quit. */
export function endInOrder({ question, ask, begin, stops, log }: EndingOptions): Shutdown {
  let asking = false
  let agreed = false
  let stopping = false
  let stopped = false
  let last: (() => Promise<void>) | null = null

  function now(): void {
    agreed = true
    app.quit()
  }

  app.on('before-quit', (event) => {
    const request = agreed ? null : question()
    if (request === null) {
      agreed = true
      begin()
      return
    }
    event.preventDefault()
    if (asking) return
    asking = true
    ask(request)
      .then((yes) => {
        if (yes) now()
      })
      .catch((error: unknown) => log.error({ err: error }, 'the trader could not be asked whether to quit'))
      .finally(() => {
        asking = false
      })
  })
  app.on('will-quit', (event) => {
    if (stopped) return
    event.preventDefault()
    // A second quit waits too: the venue's accounts and the journal are closed before the end.
    if (stopping) return
    stopping = true
    // If one of them fails, the others are stopped all the same, and the app quits.
    void inOrder(stops, log).then(async () => {
      // The update that replaces the app may also quit it.
      stopped = true
      if (last !== null) await inOrder([last], log)
      app.quit()
    })
  })
  return {
    now,
    after(run) {
      last = run
      now()
    },
  }
}

async function inOrder(steps: EndingOptions['stops'], log: Log): Promise<void> {
  for (const step of steps) {
    try {
      await step()
    } catch (error) {
      log.error({ err: error }, 'something could not be stopped in order')
    }
  }
}
