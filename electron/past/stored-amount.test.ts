import { afterEach, describe, expect, it } from 'vitest'
import { DAY_MS, dayOf } from '../../contract/books/index.ts'
import { readStoredAmount } from './read-past.ts'
import { fillAt, OF, orderAt, type StoredPast, storedPast } from './testing/stored-past.ts'

const TODAY = dayOf(Date.UTC(2026, 10, 26))

let past: StoredPast
afterEach(() => past.end())

const read = () => readStoredAmount(past.database, past.storage.journalPath, OF)

describe('the amount of stored records', () => {
  it('has their number, their start, and the size of the file', () => {
    past = storedPast()
    const { fills, orders } = past.storage
    fills.add(OF, [
      fillAt(TODAY - 800 * DAY_MS),
      fillAt(TODAY - 400 * DAY_MS, { oid: 'settlement' }),
      fillAt(TODAY - 5),
    ])
    orders.keep(OF, [
      orderAt(TODAY - 400 * DAY_MS),
      orderAt(TODAY - 300 * DAY_MS, { status: 'resting' }),
      orderAt(TODAY - 10),
    ])
    expect(read()).toMatchObject({
      ...{ fills: 3, orders: 2, oldestFill: TODAY - 800 * DAY_MS, oldestOrder: TODAY - 400 * DAY_MS },
    })
    expect(read().file.bytes).toBeGreaterThan(0)
  })

  it('is zero for a wallet without records', () => {
    past = storedPast()
    expect(read()).toMatchObject({ fills: 0, orders: 0, oldestFill: null, oldestOrder: null })
  })
})
