import { describe, expect, it } from 'vitest'
import type { Order } from '../../../contract/account.ts'
import type { ActionRecord } from '../../../contract/action.ts'
import type { ConditionalView } from '../../../contract/conditional.ts'
import { cancellable } from './open-orders-panel.tsx'

const order = (oid: string) => ({ oid }) as Order
const exit = (id: string, state: ConditionalView['state']) => ({ id, state }) as ConditionalView
const cancelOf = (oid: string) =>
  ({ id: `of ${oid}`, state: 'sent', intent: { kind: 'cancel', asset: 'NYCTMP1', oid, cloid: null } }) as ActionRecord

describe('canceling the selected rows', () => {
  it('skips orders that are already being canceled', () => {
    expect(cancellable({ orders: [order('1'), order('2')], exits: [] }, [cancelOf('1')]).orders).toEqual([order('2')])
  })

  it('skips exits that are closing, or are over', () => {
    const states = ['waiting', 'armed', 'triggered', 'submitted', 'done', 'cancelled', 'failed'] as const
    const { exits } = cancellable({ orders: [], exits: states.map((state) => exit(state, state)) }, [])
    expect(exits.map(({ id }) => id)).toEqual(['waiting', 'armed', 'triggered'])
  })
})
