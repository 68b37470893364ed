/** Arms and disarms this window, where windows must be armed before they may send what adds exposure. */
import type { ReactNode } from 'react'
import { useCall } from '../../bridge/index.ts'
import { useTick, useTopic } from '../../market-data/index.ts'
import { Button } from '../../ui/index.ts'
import { MESSAGES } from './messages.ts'
import { tellRefusal } from './refusals.ts'

const MINUTE = 60_000
/** How far what is shown may be behind, ms. */
const EVERY = 5000

/** Minutes that a window stays armed, begun ones counted; `now` may be behind by what `EVERY` says. */
export const minutesLeft = (armedUntil: number, now: number): number =>
  Math.max(1, Math.ceil((armedUntil - now - EVERY) / MINUTE))

export function ArmControl(): ReactNode {
  const call = useCall()
  const arming = useTopic({ kind: 'arming' })
  const now = useTick(arming?.armedUntil == null ? null : EVERY)
  if (arming === undefined || !arming.required) return null
  const { armedUntil, reason } = arming
  const arm = (armed: boolean): void => {
    tellRefusal(armed ? 'This window was not armed' : 'This window was not disarmed', call('arm', { armed }))
  }
  if (armedUntil === null) {
    return (
      <Button
        size="small"
        title={reason ?? 'This window sends only cancels and reducing orders.'}
        onClick={() => arm(true)}
      >
        {MESSAGES.arm}
      </Button>
    )
  }
  return (
    <Button size="small" variant="danger" title="Disarm this window" onClick={() => arm(false)}>
      {MESSAGES.armed(minutesLeft(armedUntil, now))}
    </Button>
  )
}
