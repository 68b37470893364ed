/** When a request is made again (docs/service/limits.md#retries): never a submit, never what the service found wrong with the request. */
import type { Clock, Random } from '../../contract/time.ts'
import { ServiceError } from './errors.ts'

/** What a request does: reads can be repeated freely, prepares commit to nothing, submits are sent once. */
export type Manner = 'read' | 'prepare' | 'submit'

/** How often the request was made again so far. */
interface Retries {
  readonly busy: number
  readonly network: number
}

const MOST_BUSY_RETRIES = 3
const MOST_NETWORK_RETRIES = 1
const FIRST_WAIT_MS = 250
/** A service that asks for a longer pause gets it from the trader, not from a request that hangs. */
const LONGEST_WAIT_MS = 15_000

/** Milliseconds to wait before the request is made again, or null when it is not. Pure. */
export function waitBeforeRetry(error: unknown, manner: Manner, done: Retries, random: Random): number | null {
  if (manner === 'submit' || !(error instanceof ServiceError)) return null
  if (isBusy(error)) {
    if (done.busy >= MOST_BUSY_RETRIES) return null
    const backOff = FIRST_WAIT_MS * 2 ** done.busy
    const wait = Math.max(error.retryAfterMs ?? 0, backOff) + backOff * random()
    return wait <= LONGEST_WAIT_MS ? wait : null
  }
  if (error.kind === 'network' && manner === 'read' && done.network < MOST_NETWORK_RETRIES) {
    return FIRST_WAIT_MS * random()
  }
  return null
}

const isBusy = ({ kind, status }: ServiceError): boolean => kind === 'problem' && (status === 503 || status === 429)

/** Runs `attempt`, again where the rules allow it. @throws what the last attempt threw. */
export async function withRetries<T>(
  manner: Manner,
  { clock, random }: { readonly clock: Pick<Clock, 'after'>; readonly random: Random },
  attempt: () => Promise<T>,
): Promise<T> {
  let done: Retries = { busy: 0, network: 0 }
  for (;;) {
    try {
      return await attempt()
    } catch (error) {
      const wait = waitBeforeRetry(error, manner, done, random)
      if (wait === null) throw error
      const busy = isBusy(error as ServiceError)
      done = busy ? { ...done, busy: done.busy + 1 } : { ...done, network: done.network + 1 }
      await new Promise<void>((resolve) => clock.after(wait, resolve))
    }
  }
}
