import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import type { SettledBucket } from '../../contract/settlement-history/index.ts'
import { migrate } from './migrations.ts'
import { createSettlementStore } from './settlement-store.ts'

const bucket = (end: number, mark: string | null): SettledBucket =>
  ({ asset: 'NYCTMP1', end, mark, before60: null, before30: '568.10' }) as unknown as SettledBucket

it('settlements are kept once by service and end, as they were told last, newest first', () => {
  const database = new DatabaseSync(':memory:')
  migrate(database)
  const store = createSettlementStore(database)
  store.keep('one', bucket(100, null))
  store.keep('one', bucket(200, '568.20'))
  store.keep('two', bucket(200, '1'))
  store.keep('one', bucket(100, '568.00'))
  expect(store.since('one', 0)).toEqual([bucket(200, '568.20'), bucket(100, '568.00')])
  expect(store.since('one', 101)).toEqual([bucket(200, '568.20')])
  expect(store.since('three', 0)).toEqual([])
})
