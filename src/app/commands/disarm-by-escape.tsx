/** Esc disarms one-click and trading keys of this window, once there is nothing else that it ends. */
import type { ReactNode } from 'react'
import { useCall } from '../../bridge/index.ts'
import { useTopic } from '../../market-data/index.ts'
import { useEscape } from '../../ui/index.ts'
import { tellRefusal } from '../bars/index.ts'

export function DisarmByEscape(): ReactNode {
  const call = useCall()
  const arming = useTopic({ kind: 'arming' })
  const keys = arming?.keys.armedUntil != null
  const ladders = arming?.oneClick.filter(({ armedUntil }) => armedUntil !== null) ?? []
  useEscape('catch', keys || ladders.length > 0, () => {
    if (keys) tellRefusal('The trading keys were not disarmed', call('armKeys', { armed: false }))
    for (const { panel } of ladders) {
      tellRefusal('One-click was not disarmed', call('armOneClick', { armed: false, panel, because: 'hand' }))
    }
  })
  return null
}
