/** Counts the calls of each window against the rates of `call-rules.ts`. */
import type { WebContents } from 'electron'
import type { CallName } from '../../contract/ipc.ts'
import type { Clock } from '../../contract/time.ts'
import { CallError } from '../errors/index.ts'
import type { Log } from '../log/index.ts'
import { type CallRate, RATES, type RateName } from './call-rules.ts'
import { TokenBucket } from './token-bucket.ts'

interface Bucket {
  readonly tokens: TokenBucket
  /** The last one was refused: a flood is one line of the log. */
  refusing: boolean
}

/** Takes a call from its bucket. @throws CallError `too_often`, which says when to try again; nothing has been done then. */
type TakeCall = (name: CallName, rate: RateName, window: WebContents) => void

export function createCallRates(clock: Pick<Clock, 'monotonic'>, log: Pick<Log, 'warn'>): TakeCall {
  const shared = new Map<RateName, Bucket>()
  const ofWindow = new WeakMap<WebContents, Map<RateName, Bucket>>()

  function bucketsFor(window: WebContents, { of }: CallRate): Map<RateName, Bucket> {
    if (of === 'terminal') return shared
    const found = ofWindow.get(window) ?? new Map<RateName, Bucket>()
    ofWindow.set(window, found)
    return found
  }

  return (name, rateName, window) => {
    const rate: CallRate = RATES[rateName]
    const buckets = bucketsFor(window, rate)
    const bucket = buckets.get(rateName) ?? { tokens: new TokenBucket(rate, () => clock.monotonic()), refusing: false }
    buckets.set(rateName, bucket)
    const wait = bucket.tokens.take()
    if (wait === 0) {
      bucket.refusing = false
      return
    }
    if (!bucket.refusing) log.warn({ call: name, rate: rateName }, 'calls come too often')
    bucket.refusing = true
    const seconds = Math.ceil(wait / 1000)
    throw new CallError('too_often', `${rate.tooOften}. Nothing was done; try again in ${seconds} s.`, name)
  }
}
