import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import type { SettledBucket } from '../../contract/settlement-history.ts'
import { createTables } from './schema.ts'
import { createSettlementStore } from './settlement-store.ts'

const bucket = (end: number, mark: string | null): SettledBucket =>
  ({ asset: 'NYCTMP1', end, mark, before60: null, before30: '568.10' }) as unknown as SettledBucket

it('known facts of binary buckets are stored piece by piece, with the settlement of the scalar one of that time', () => {
  const database = new DatabaseSync(':memory:')
  createTables(database)
  const store = createSettlementStore(database)
  const NOTHING = { midpoint: null, up: null, mark: null }
  expect(store.binary('one', 'GBETA', 200)).toEqual(NOTHING)
  store.keep('one', bucket(200, '568.20'))
  expect(store.binary('one', 'GBETA', 200)).toEqual({ ...NOTHING, mark: '568.20' })
  store.keepMidpoint('one', { asset: 'GBETA', end: 200, midpoint: '568.005' as never })
  store.keepUp('one', { asset: 'GBETA', end: 200, up: '1' as never })
  store.keepMidpoint('one', { asset: 'GBETA', end: 200, midpoint: '568.105' as never })
  expect(store.binary('one', 'GBETA', 200)).toEqual({ midpoint: '568.105', up: '1', mark: '568.20' })
  expect(store.binary('one', 'GALPHA', 200)).toEqual({ ...NOTHING, mark: '568.20' })
  expect(store.binary('two', 'GBETA', 200)).toEqual(NOTHING)
  expect([store.mark('one', 'NYCTMP1', 200), store.mark('one', 'NYCTMP2', 200)]).toEqual(['568.20', null])
})

it('settlements are stored once by service and end, in their last reported state, newest first', () => {
  const database = new DatabaseSync(':memory:')
  createTables(database)
  const store = createSettlementStore(database)
  store.keep('one', bucket(100, null))
  store.keep('one', bucket(200, '568.20'))
  store.keep('two', bucket(200, '1'))
  store.keep('one', bucket(100, '568.00'))
  expect(store.since('one', 0)).toEqual([bucket(200, '568.20'), bucket(100, '568.00')])
  expect(store.since('one', 101)).toEqual([bucket(200, '568.20')])
  expect(store.since('three', 0)).toEqual([])
})
