/** One-click arming of this panel: held by main, off when the panel opens, and dropped when the market that it was armed for changes. */
import { useEffect, useState } from 'react'
import { type MarketRef, type RefText, refText } from '../../../contract/market-ref.ts'
import type { OneClickView } from '../../../contract/safety-locks.ts'
import { errorText, useCall } from '../../bridge/index.ts'
import { useTick, useTopicUnless } from '../../market-data/index.ts'
import { useSteady } from '../../ui/index.ts'

export interface OneClick {
  readonly isArmed: boolean
  /** Fraction of the armed time that remains, 0 to 1; and as text: `9 min`, `40 s`. Null while it is not armed. */
  readonly left: { readonly share: number; readonly text: string } | null
  /** Why it is not armed, unless the user disarmed it, or why it could not be armed; null otherwise. */
  readonly reason: string | null
  readonly arm: () => void
  readonly disarm: () => void
}

export function useOneClick(panel: string, market: MarketRef): OneClick {
  const call = useCall()
  const arming = useTopicUnless({ kind: 'arming' }, (before, now) => before === now)
  const [refusal, refuse] = useState<string | null>(null)
  const key = refText(market)
  const own = arming?.oneClick.find((one) => one.panel === panel) ?? null
  const armedFor = armedMarketOf(own)
  const isArmed = armedFor === key
  const now = useTick(isArmed ? 1000 : null)
  const disarm = useSteady((because: 'user' | 'market' | 'closed') => {
    call('armOneClick', { armed: false, panel, because }).catch((error: unknown) => refuse(errorText(error)))
  })
  // The panel's market changed: checked against main's state, which also disarms an earlier request that is armed only now.
  const isElsewhere = isLeftBehind(own, key)
  useEffect(() => {
    if (isElsewhere) disarm('market')
  }, [isElsewhere, disarm])
  // The panel closed: nothing stays armed behind it.
  const left = useSteady(() => {
    if (armedFor !== null) disarm('market')
  })
  useEffect(() => () => left(), [left])
  return {
    isArmed,
    left: own === null || !isArmed ? null : leftOf(own, now),
    reason: refusal ?? own?.reason ?? null,
    arm() {
      refuse(null)
      call('armOneClick', { armed: true, panel, market }).catch((error: unknown) => refuse(errorText(error)))
    },
    disarm() {
      refuse(null)
      disarm('user')
    },
  }
}

type Held = Pick<OneClickView, 'armedUntil' | 'market'> | null

const armedMarketOf = (held: Held): RefText | null => (held?.armedUntil == null ? null : held.market)

/** Whether one-click is armed for another market than the panel shows. Pure. */
export function isLeftBehind(held: Held, shown: RefText): boolean {
  const armed = armedMarketOf(held)
  return armed !== null && armed !== shown
}

const SECOND = 1000
const MINUTE = 60 * SECOND

/** Fraction of the armed time that remains, 0 to 1; and as text: `9 min`, `40 s`. Pure. */
export function leftOf(
  { armedUntil, armedFor }: Pick<OneClickView, 'armedUntil' | 'armedFor'>,
  now: number,
): { readonly share: number; readonly text: string } {
  // Never more than it was armed for: the tick of the clock may precede it slightly.
  const left = Math.min(armedFor ?? 0, Math.max(0, (armedUntil ?? 0) - now))
  const share = armedFor === null || armedFor <= 0 ? 0 : Math.min(1, left / armedFor)
  const message = left > MINUTE ? `${Math.ceil(left / MINUTE)} min` : `${Math.ceil(left / SECOND)} s`
  return { share, text: message }
}
