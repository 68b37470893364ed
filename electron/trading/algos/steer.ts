/** What the work of a parent order sees of it, and may do with it. */
import type { AlgoState } from '../../../contract/algo.ts'
import type { Cancel } from '../../../contract/time.ts'
import type { AlgoRecords } from './algo-records.ts'
import type { AlgoPorts, Steering } from './interface.ts'

/** What is known of one that runs. */
export interface Run {
  /** Ends the sleep that it is in. */
  wake: () => void
}

interface SteerOptions {
  readonly records: Pick<AlgoRecords, 'of' | 'write' | 'listeners'>
  readonly ports: Pick<AlgoPorts, 'clock' | 'isCurrent'>
  /** Why one sends nothing at this moment, in words, by its id. */
  readonly waiting: Map<string, string>
  /** The deployment ends. */
  readonly isHalted: () => boolean
  readonly pause: (id: string, words: string, how: { readonly isTold: boolean; readonly takesBack: boolean }) => void
  readonly finish: (id: string, state: Extract<AlgoState, 'done' | 'ended' | 'stopped'>, words: string) => void
}

export function createSteer({ records, ports, waiting, isHalted, pause, finish }: SteerOptions) {
  const { of, listeners } = records
  return (id: string, run: Run): Steering => ({
    now: () => of(id),
    write: (change) => records.write(id, change),
    isWorking: () => !isHalted() && of(id).state === 'working' && ports.isCurrent(of(id).account),
    isHalted,
    pause: (words) => pause(id, words, { isTold: true, takesBack: false }),
    finish: (state, words) => finish(id, state, words),
    waits(words) {
      if ((waiting.get(id) ?? null) === words) return
      if (words === null) waiting.delete(id)
      else waiting.set(id, words)
      listeners.notify()
    },
    sleep: (ms) =>
      new Promise((resolve) => {
        let cancel: Cancel = () => {}
        const done = (): void => {
          cancel()
          run.wake = () => {}
          resolve()
        }
        cancel = ports.clock.after(ms, done)
        run.wake = done
      }),
  })
}
