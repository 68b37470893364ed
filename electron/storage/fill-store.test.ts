import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it, vi } from 'vitest'
import type { Fill, Order } from '../../contract/account.ts'
import { createFillStore, createOrderStore } from './fills-and-orders.ts'
import { createTables } from './schema.ts'

const OF = { profile: 'practice', account: '0x01' }
const OTHER = { profile: 'practice', account: '0x02' }
const fill = (tid: string, time: number, oid: string | null = '7'): Fill =>
  ({ tid, oid, time, asset: 'NYCTMP1', side: 'buy', price: '571.20', size: '1.0000', fee: '0.01' }) as unknown as Fill

function open() {
  const database = new DatabaseSync(':memory:')
  createTables(database)
  return createFillStore(database)
}

describe('stored fills', () => {
  it('exist once, unchanged, newest first', () => {
    const store = open()
    const [first, second] = [fill('1', 100), fill('2', 200, null)]
    expect(store.add(OF, [second, first])).toEqual([second, first])
    expect(store.add(OF, [first])).toEqual([])
    expect(store.since(OF, 100)).toEqual([second, first])
    expect(store.since(OF, 101)).toEqual([second])
    expect(store.newest(OF, 1)).toEqual([second])
    expect(store.ofOrder(OF, '7')).toEqual([first])
  })

  it('belong to one trader at one deployment', () => {
    const store = open()
    store.add(OF, [fill('1', 100)])
    expect(store.since(OTHER, 0)).toEqual([])
    expect(store.add(OTHER, [fill('1', 100)])).toHaveLength(1)
    expect(store.since({ ...OF, profile: 'main' }, 0)).toEqual([])
  })

  it('include both sides of a trade with oneself, and simultaneous settlements of two assets', () => {
    const store = open()
    const sides = [fill('9', 100, '5'), { ...fill('9', 100, '6'), side: 'sell' } as Fill]
    const ends = ['#36010', '#36011'].map((asset) => ({ ...fill('0', 200, null), asset }) as Fill)
    expect(store.add(OF, [...sides, ...ends])).toHaveLength(4)
    expect(store.add(OF, [...sides, ...ends])).toEqual([])
    expect(store.since(OF, 0)).toHaveLength(4)
    expect(store.ofOrder(OF, '6')).toEqual([sides[1]])
  })

  it('of a service that restarts its ids are not mistaken for old ones', () => {
    const store = open()
    store.add(OF, [fill('1', 100)])
    expect(store.add(OF, [fill('1', 5_000)])).toHaveLength(1)
  })
})

it('fills, orders and the intervals that were read keep no order waiting for the drive', () => {
  const database = new DatabaseSync(':memory:')
  database.exec('PRAGMA synchronous = FULL')
  createTables(database)
  const [fills, orders] = [createFillStore(database), createOrderStore(database)]
  const run = vi.spyOn(database, 'exec')
  fills.add(OF, [fill('1', 100)])
  fills.extend(OF, { since: 0, until: 100 })
  orders.keep(OF, [{ oid: '7', time: 100 } as Order])
  const written = ['PRAGMA synchronous = NORMAL', 'BEGIN IMMEDIATE', 'COMMIT', 'PRAGMA synchronous = FULL']
  expect(run.mock.calls.flat()).toEqual([...written, ...written, ...written])
})

describe('the intervals that were read', () => {
  it('merge where they touch, and keep the gaps between them', () => {
    const store = open()
    store.extend(OF, { since: 100, until: 200 })
    store.extend(OF, { since: 500, until: 600 })
    expect(store.stretches(OF)).toEqual([
      { since: 100, until: 200 },
      { since: 500, until: 600 },
    ])
    store.extend(OF, { since: 601, until: 700 })
    store.extend(OF, { since: 150, until: 160 })
    expect(store.stretches(OF)).toEqual([
      { since: 100, until: 200 },
      { since: 500, until: 700 },
    ])
    store.extend(OF, { since: 180, until: 550 })
    expect(store.stretches(OF)).toEqual([{ since: 100, until: 700 }])
    expect(store.stretches(OTHER)).toEqual([])
  })
})
