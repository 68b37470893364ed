/** Fair value of the live bucket as a sober trader sees it. */
import type { Bucket } from '../buckets/index.ts'
import type { Oracle } from '../oracle/index.ts'
import type { Outlook } from './floor.ts'

/** How much of the expected move until the close is priced in, and at most how many ticks. */
const DAMPING = 0.15
const MOST_DRIFT = 25

/**
 * The mark plus a damped part of the move that the time of day suggests until the close; once the averaging window runs, the average of
 * the readings so far and the present mark for those to come.
 */
export function outlookAt(oracle: Oracle, bucket: Bucket, second: number): Outlook {
  const end = bucket.end / 1000
  const finalFrom = bucket.finalFrom / 1000
  const mark = oracle.markTicks(second)
  if (second >= finalFrom) {
    let sum = mark * (end - second)
    for (let s = finalFrom; s < second; s++) sum += oracle.markTicks(s)
    return { fair: sum / (end - finalFrom), secondsLeft: end - second }
  }
  const expectedMove = (oracle.expected(finalFrom) - oracle.expected(second)) * 100
  const drift = Math.max(-MOST_DRIFT, Math.min(MOST_DRIFT, expectedMove * DAMPING))
  return { fair: mark + drift, secondsLeft: end - second }
}
