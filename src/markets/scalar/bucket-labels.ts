/** What the bucket's state means, in words, and how far it has gone. Pure. */
import type { Bucket, BucketPhase, BucketView } from '../../../contract/market.ts'
import { minuteText, zoneText } from '../../format/index.ts'

export const PHASE_WORDS: Readonly<Record<BucketPhase, string>> = {
  trading: 'Trading',
  final_window: 'Final window',
  settling: 'Settling',
  waiting: 'Waiting',
}

/** Part of the bucket that is over, 0 to 1. */
export const progressOf = (bucket: Bucket, serverNow: number): number =>
  Math.min(1, Math.max(0, (serverNow - bucket.start) / (bucket.end - bucket.start)))

/** Part of the bucket that the averaging window takes, 0 to 1. */
export const windowShare = (bucket: Bucket, twapWindow: number): number =>
  Math.min(1, twapWindow / (bucket.end - bucket.start))

/** What happens next while nothing trades; null while something does. */
export function pauseText(view: Pick<BucketView, 'phase' | 'current' | 'next' | 'twapWindow'>): string | null {
  const { phase, current, next, twapWindow } = view
  if (phase === 'trading' || phase === 'final_window') return null
  const follows =
    next === null
      ? 'The next bucket is not named yet.'
      : `${next.asset} takes over by itself at ${minuteText(next.start)} ${zoneText(next.start)}.`
  if (phase === 'settling') {
    const what = current === null ? 'The bucket settles' : `${current.asset} settles`
    return `${what} at the average of the last ${Math.round(twapWindow / 1000)} s; entries are closed. ${follows}`
  }
  return `No bucket is live; entries are closed. ${follows}`
}
