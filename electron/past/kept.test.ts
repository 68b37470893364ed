import { afterEach, describe, expect, it } from 'vitest'
import { DAY_MS, dayOf } from '../../contract/books/index.ts'
import { cutOf } from '../../contract/record-keeping.ts'
import { millis } from '../../contract/time.ts'
import { type Cuts, readKept } from './kept.ts'
import { fillAt, type KeptPast, keptPast, OF, orderAt } from './testing/kept-past.ts'

const TODAY = dayOf(Date.UTC(2026, 10, 26))
const CUTS: Cuts = {
  two_years: cutOf('two_years', TODAY) ?? millis(0),
  one_year: cutOf('one_year', TODAY) ?? millis(0),
  six_months: cutOf('six_months', TODAY) ?? millis(0),
}

let past: KeptPast
afterEach(() => past.end())

const read = () => readKept(past.database, past.storage.journalPath, OF, CUTS)

describe('what is told of the records', () => {
  it('is how many there are since when, what each choice would put together, and what that waits for', () => {
    past = keptPast()
    const { fills, orders } = past.storage
    fills.add(OF, [
      fillAt(TODAY - 800 * DAY_MS),
      fillAt(TODAY - 400 * DAY_MS),
      fillAt(TODAY - 399 * DAY_MS, { oid: 'settlement' }),
      fillAt(TODAY - 200 * DAY_MS),
      fillAt(TODAY - 5),
    ])
    orders.keep(OF, [
      orderAt(TODAY - 400 * DAY_MS),
      orderAt(TODAY - 300 * DAY_MS, { status: 'resting' }),
      orderAt(TODAY - 10),
    ])
    expect(read()).toMatchObject({
      ...{ fills: 5, orders: 2, oldestFill: TODAY - 800 * DAY_MS, oldestOrder: TODAY - 400 * DAY_MS, pruned: null },
      plans: {
        two_years: { cut: CUTS.two_years, fills: 1, orders: 0, isHeldBack: false },
        one_year: { cut: CUTS.one_year, fills: 2, orders: 1, bars: ['fills', 'orders', 'books', 'previews'] },
        // From the day of the open order on all stay.
        six_months: { cut: TODAY - 300 * DAY_MS, fills: 2, orders: 1, isHeldBack: true },
      },
    })
    expect(read().file.bytes).toBeGreaterThan(0)
  })

  it('is nothing of a wallet of which nothing is kept', () => {
    past = keptPast()
    expect(read()).toMatchObject({ fills: 0, orders: 0, oldestFill: null, oldestOrder: null, pruned: null })
  })
})
