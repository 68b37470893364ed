/** The test of the trader's limits as windows ask for it: one at a time, told as it goes, cancelled when asked, and its sheet kept until the next. */
import { rm } from 'node:fs/promises'
import {
  LIMITS_TEST_SUBJECTS,
  type LimitsTestRow,
  type LimitsTestSheet,
  type LimitsTestSubject,
  type LimitsTestView,
  limitsTestName,
} from '../../contract/limits-test.ts'
import { Listeners } from '../../contract/listeners.ts'
import type { Settings } from '../../contract/settings-table.ts'
import { CallError } from '../errors/index.ts'
import type { Log } from '../log/index.ts'
import { type TopicSource, topicOf } from '../topics/index.ts'
import { Cancelled } from './played.ts'
import { type LimitsTestOptions, runLimitsTest } from './run-limits-test.ts'

export interface LimitsTest {
  /** Begins one, of the limits as they are set now. @throws CallError where one is under way */
  begin(of: { readonly deployment: string; readonly isPractice: boolean }): void
  /** Ends the one that is under way, if any: at once for whoever looks, and as soon as the order that is on its way is known. */
  cancel(): void
  /** What the last one found; null where none was finished. */
  sheet(): LimitsTestSheet | null
  /** The topic `limits_test`. */
  readonly topic: TopicSource
  /** Resolves once nothing of it runs any more. */
  stop(): Promise<void>
}

export function createLimitsTest(
  options: LimitsTestOptions & {
    /** The trader's own, as of now. */
    readonly settings: () => Settings
    readonly version: string
    readonly log: Pick<Log, 'error'>
  },
): LimitsTest {
  const { directory, clock, log, version, subjects = LIMITS_TEST_SUBJECTS } = options
  const listeners = new Listeners()
  let view: LimitsTestView = { state: 'idle' }
  let under: { readonly abort: AbortController; readonly over: Promise<void> } | null = null
  const tell = (next: LimitsTestView): void => {
    view = next
    listeners.notify()
  }
  // What a terminal that was killed amid a test left behind.
  const swept = rm(directory, REMOVED)

  async function play(of: Parameters<LimitsTest['begin']>[0], signal: AbortSignal): Promise<LimitsTestView> {
    const { settings } = options
    const { limits } = settings()
    const [at, began] = [clock.now(), clock.monotonic()]
    const { deployment, isPractice } = of
    const progress = (rows: readonly LimitsTestRow[], subject: LimitsTestSubject): void =>
      tell({ state: 'running', deployment, rows, of: subjects.length, now: limitsTestName(subject) })
    try {
      const rows = await runLimitsTest(options, { limits, settings, isPractice, signal, progress })
      const tookMs = Math.round(clock.monotonic() - began)
      return { state: 'done', sheet: { deployment, at, version, tookMs, rows } }
    } catch (error) {
      if (error instanceof Cancelled) return { state: 'cancelled' }
      log.error({ err: error }, 'the limits could not be tested')
      return { state: 'broken', why: error instanceof Error ? error.message : String(error) }
    } finally {
      await rm(directory, REMOVED)
    }
  }

  return {
    begin(of) {
      if (under !== null && !under.abort.signal.aborted)
        throw new CallError('busy', 'The limits are being tested already.')
      // One that was cancelled may take a moment to end.
      const before = under?.over ?? swept
      const abort = new AbortController()
      tell({ state: 'running', deployment: of.deployment, rows: [], of: subjects.length, now: OPENING })
      const over = before
        .then(() => play(of, abort.signal))
        .catch((error: unknown): LimitsTestView => ({ state: 'broken', why: String(error) }))
        .then((end) => {
          if (under?.abort === abort) under = null
          if (!abort.signal.aborted) tell(end)
        })
      under = { abort, over }
    },
    cancel() {
      if (under === null || under.abort.signal.aborted) return
      under.abort.abort()
      tell({ state: 'cancelled' })
    },
    sheet: () => (view.state === 'done' ? view.sheet : null),
    topic: topicOf('limits_test', () => view, listeners.on),
    async stop() {
      under?.abort.abort()
      await under?.over
      await swept
    },
  }
}

const REMOVED = { recursive: true, force: true } as const
const OPENING = 'Opening a practice venue for it'
