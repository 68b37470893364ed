import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import type { Order } from '../../contract/account.ts'
import { createOrderStore } from './fills-and-orders.ts'
import { createTables } from './schema.ts'

const OF = { profile: 'practice', account: '0x01' }
const order = (oid: string, time: number, status = 'resting'): Order =>
  ({ oid, time, cloid: null, asset: 'NYCTMP1', side: 'buy', status }) as unknown as Order

function open() {
  const database = new DatabaseSync(':memory:')
  createTables(database)
  return createOrderStore(database)
}

describe('stored orders', () => {
  it('exist once, in their last known state', () => {
    const store = open()
    const [first, second] = [order('1', 100), order('2', 200)]
    store.keep(OF, [second, first])
    const cancelled = order('1', 100, 'cancelled')
    store.keep(OF, [cancelled, second])
    expect(store.ofIds(OF, ['1', '2', '3'])).toEqual([cancelled, second])
    expect(store.ofIds(OF, [])).toEqual([])
  })

  it('belong to one trader at one deployment', () => {
    const store = open()
    store.keep(OF, [order('1', 100)])
    expect(store.ofIds({ ...OF, account: '0x02' }, ['1'])).toEqual([])
    expect(store.ofIds({ ...OF, profile: 'main' }, ['1'])).toEqual([])
  })

  it('of a service that restarts its ids are the newest of each', () => {
    const store = open()
    store.keep(OF, [order('1', 100)])
    store.keep(OF, [order('1', 5_000)])
    expect(store.ofIds(OF, ['1'])).toEqual([order('1', 5_000)])
  })
})
