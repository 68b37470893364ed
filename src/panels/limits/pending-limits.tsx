/** Limits that are to be loosened: what, for how long they hold as they are still, and the way to leave them so. */
import type { ReactNode } from 'react'
import type { PendingLimit } from '../../../contract/limits.ts'
import { useCall } from '../../bridge/index.ts'
import { useTick, useTopic } from '../../market-data/index.ts'
import { Banner, Button } from '../../ui/index.ts'
import styles from './limits.module.css'
import { MESSAGES } from './messages.ts'

const NONE: readonly PendingLimit[] = []

/** Seconds until it holds, begun ones counted; `now` may be behind by a second. Pure. */
export const secondsLeft = (until: number, now: number): number =>
  Math.min(60, Math.max(1, Math.ceil((until - now) / 1000)))

interface PendingLimitsProps {
  /** Says why one was not taken back. */
  readonly onFailed: (error: unknown) => void
}

export function PendingLimits({ onFailed }: PendingLimitsProps): ReactNode {
  const call = useCall()
  const pending = useTopic({ kind: 'pending_limits' }) ?? NONE
  const now = useTick(pending.length === 0 ? null : 1000)
  if (pending.length === 0) return null
  return (
    <section className={styles.pending} aria-label={MESSAGES.pending}>
      {pending.map(({ field, words, until }) => (
        <Banner
          key={field}
          tone="warning"
          action={
            <Button
              size="small"
              aria-label={MESSAGES.takeBackOf(words)}
              onClick={() => void call('takeBackLimit', { field }).catch(onFailed)}
            >
              {MESSAGES.takeBack}
            </Button>
          }
        >
          {words}. Holds in {secondsLeft(until, now)} s; forgotten if the terminal ends before.
        </Banner>
      ))}
    </section>
  )
}
