/** The end of the terminal: asked about when something is held, then in order: what was started last stops first. */
import { app } from 'electron'
import type { Question } from '../ipc/index.ts'
import type { Log } from '../log/index.ts'

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
