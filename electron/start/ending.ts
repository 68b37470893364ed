/** The end of the terminal: asked about when something is held, then in order: what was started last stops first. */

import { app } from 'electron'
import { block, text } from '../../contract/safe-text.ts'
import type { ProfileChoice } from '../../contract/session.ts'
import type { Question } from '../ipc/index.ts'
import type { Log } from '../log/index.ts'

type Choice = Pick<ProfileChoice, 'name' | 'running' | 'windows' | 'holds'>

interface Closing {
  /** The deployment that the window is on. */
  readonly profile: string
  readonly choices: readonly Choice[]
  /** Windows that are open, this one among them. */
  readonly open: number
  /** Whether the terminal ends with its last window. */
  readonly endsWithLast: boolean
  /** Whether the terminal can go on without a window, and be brought back from its icon in the tray. */
  readonly hasTray: boolean
}

/** Before a hand closes a window; null when nothing is held that it matters for. */
export function askBeforeClose({ profile, choices, open, endsWithLast, hasTray }: Closing): Question | null {
  if (open === 1 && endsWithLast) {
    const question = askBeforeQuit(choices)
    return (
      question && {
        ...question,
        message: text`Close the last window, and end the terminal?`,
        confirm: 'Close and end',
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
    detail: block`${profile} holds ${mine.holds}. It goes on without a window as long as this terminal runs; Account in another window brings it back.`,
    confirm: 'Close window',
  }
}

const IN_TRAY =
  'Kept running in the tray, all of it is watched on. The icon there, or starting Isotherm again, brings the window back.'

/** Before the terminal ends; null when nothing is held. */
export function askBeforeQuit(choices: readonly Choice[]): Question | null {
  const held = heldOf(choices)
  if (held === null) return null
  return {
    message: text`End the terminal?`,
    detail: block`What this terminal holds ends with it:\n${held}\n\nNone of that is watched until the terminal runs again. Orders that rest at the service stay there.`,
    confirm: 'End',
  }
}

/** Before the terminal ends for a newer version of itself. */
export function askBeforeUpdate(choices: readonly Choice[], version: string): Question {
  const held = heldOf(choices)
  const back = 'The terminal ends, is replaced and starts again by itself, with its windows as they are.'
  return {
    message: text`Restart to update to ${version}?`,
    detail:
      held === null
        ? block`${back} Orders that rest at the service stay there.`
        : block`${back} Until then none of this is watched:\n${held}\n\nOrders that rest at the service stay there.`,
    confirm: 'Restart',
  }
}

/** What each deployment holds, a line for each; null for nothing. */
function heldOf(choices: readonly Choice[]): readonly string[] | null {
  const holding = choices.filter(({ running, holds }) => running && holds !== null)
  return holding.length === 0 ? null : holding.map(({ name, holds }) => `${name}: ${holds}`)
}

/** A window's page cannot be loaded: without it there is nothing to be done in it. */
export const askToReload = (reason: string, pages: string): Question => ({
  message: text`This window could not be loaded`,
  detail: block`${reason}\n\nIts page is in ${pages}. If that is damaged or gone, install the terminal again; nothing that it keeps is lost by that.`,
  confirm: 'Try again',
})

interface EndingOptions {
  /** What the trader is to be asked before the terminal ends; null when nothing. */
  readonly question: () => Question | null
  /** Asks in a native box. */
  readonly ask: (question: Question) => Promise<boolean>
  /** It ends: from here on windows close without a word, and count as open for the next start. */
  readonly begin: () => void
  readonly stops: readonly (() => void | Promise<void>)[]
  readonly log: Log
}

export interface Ending {
  /** Ends without asking: nobody is there to answer, or they have answered. */
  now(): void
  /** Ends without asking, and does this once all has stopped, before the app quits. Whatever it fails at, the app quits. */
  after(last: () => Promise<void>): void
}

/** Listens from here on, until the app has quit. */
export function endInOrder({ question, ask, begin, stops, log }: EndingOptions): Ending {
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
    const asked = agreed ? null : question()
    if (asked === null) {
      agreed = true
      begin()
      return
    }
    event.preventDefault()
    if (asking) return
    asking = true
    ask(asked)
      .then((yes) => {
        if (yes) now()
      })
      .catch((error: unknown) => log.error({ err: error }, 'the trader could not be asked whether to end'))
      .finally(() => {
        asking = false
      })
  })
  app.on('will-quit', (event) => {
    if (stopped) return
    event.preventDefault()
    // Whoever quits twice waits like everybody: the venue's books and the journal are closed before the end.
    if (stopping) return
    stopping = true
    // Whatever one of them fails at, the others are stopped, and the app ends.
    void inOrder(stops, log).then(async () => {
      // Who replaces the app may quit it, too.
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
