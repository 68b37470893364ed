/** Work that may take so long and no longer. */
import type { Clock } from '../../contract/time.ts'

/** @throws Error when it takes longer than `ms`, and what the work throws. */
export function within<T>(clock: Pick<Clock, 'after'>, ms: number, run: () => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const cancel = clock.after(ms, () => reject(new Error(`it took longer than ${ms} ms`)))
    run().then(resolve, reject).finally(cancel)
  })
}
