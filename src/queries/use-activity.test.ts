import { expect, it } from 'vitest'
import type { ActivityRow } from '../../contract/activity.ts'
import { withActivity } from './use-changes.ts'

const row = (id: string, at: number): ActivityRow => ({ id, at }) as never
const known = [row('b', 2), row('a', 1)]

it('merges changed actions into the list, in the order of the ids', () => {
  const changed = row('a', 3)
  const rows = withActivity(known, { whole: false, rows: [changed], keys: ['a', 'b'] })
  expect(rows).toEqual([changed, known[0]])
  expect(rows[1]).toBe(known[0])
})

it('keeps the order without ids, and drops rows that are no longer among the ids', () => {
  const changed = row('a', 1)
  expect(withActivity(known, { whole: false, rows: [changed], keys: null })).toEqual([known[0], changed])
  expect(withActivity(known, { whole: false, rows: [], keys: ['a'] })).toEqual([known[1]])
})

it('replaces the list with a complete one', () => {
  expect(withActivity(known, { whole: true, rows: [row('z', 9)], keys: ['z'] })).toEqual([row('z', 9)])
})
