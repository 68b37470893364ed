/** A practice venue of its own for a test of the terminal: nobody trades there, nothing of it is kept, and it takes the routes that control it. */
import { Worker } from 'node:worker_threads'
import type { Clock, Millis } from '../../contract/time.ts'
import { type PracticeVenue, startPracticeVenue } from './practice-venue.ts'

/**
 * Starts it on a free port.
 * @param at where its own clock starts.
 * @throws Error in words when it does not start.
 */
export const startThrowAwayVenue = (
  at: Millis,
  clock: Pick<Clock, 'now' | 'after' | 'every'>,
): Promise<Pick<PracticeVenue, 'url' | 'wsPath' | 'directOrder' | 'stop'>> =>
  startPracticeVenue(
    '',
    at,
    // Whoever plays on it finds that it does not answer.
    () => undefined,
    clock,
    () =>
      new Worker(new URL('./venue-worker.js', import.meta.url), {
        workerData: { statePath: null, seed: 'limits', at, control: true, traders: false },
      }),
  )
