import { expect, it } from 'vitest'
import { stopWhen } from './query.ts'
import { readPage, readTotals } from './read-past.ts'
import { asking, fillAt, OF, storedPast } from './testing/stored-past.ts'

it('a question is aborted while it is being answered, and the next one is not', () => {
  const past = storedPast()
  try {
    const fills = Array.from({ length: 5_000 }, (_, i) => fillAt(i))
    past.storage.fills.add(OF, fills)
    let checks = 0
    stopWhen(past.database, () => ++checks >= 2)
    const bySize = asking('fills', { sort: { column: 'size', direction: 'descending' } } as never)
    expect(() => readPage(past.database, bySize, null, 10)).toThrow('Canceled: replaced by a newer query.')
    expect(checks).toBe(2)
    expect(() => readTotals(past.database, asking('fills'))).toThrow('Canceled: replaced by a newer query.')
    stopWhen(past.database, () => false)
    expect(readPage(past.database, bySize, null, 10).rows).toHaveLength(10)
    expect(readTotals(past.database, asking('fills')).count).toBe(5_000)
  } finally {
    past.end()
  }
})
