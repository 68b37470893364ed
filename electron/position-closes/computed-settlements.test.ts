import { describe, expect, it } from 'vitest'
import type { Fill } from '../../contract/account.ts'
import { dayOf } from '../../contract/books/index.ts'
import { millis } from '../../contract/time.ts'
import { ASSET, openPositionCloses, TRADER } from './testing/setup.ts'

const OF = { profile: 'practice', account: TRADER }
const HOUR = 3_600_000
type Setup = ReturnType<typeof openPositionCloses>

/** Some buckets before the test begins. */
const beginOf = (setup: Setup): number => Math.floor(setup.start / (2 * HOUR)) * 2 * HOUR - 10 * HOUR
let tid = 0
const fill = (time: number, side: 'buy' | 'sell', size: string, price: string, asset: string = ASSET): Fill =>
  ({
    ...{ tid: `u${++tid}`, oid: '5', asset, side, size, price, fee: '0.1', liquidity: 'taker', realizedPnl: null },
    time: millis(time),
  }) as unknown as Fill
const open = (setup: Setup) => setup.books.endBefore(OF, Number.MAX_SAFE_INTEGER)?.books ?? []
const results = (setup: Setup) => {
  setup.workOut()
  return setup.books.results(OF, 0, Number.MAX_SAFE_INTEGER)
}

describe('a position that was opened and settled while the terminal was off, without a report of the service', () => {
  it('of a scalar market is settled in the books at its bucket’s settlement, as computed, and listed among the ends', async () => {
    const setup = openPositionCloses()
    const begin = beginOf(setup)
    setup.book(fill(begin + HOUR, 'buy', '40', '553.19'))
    setup.ends.set(`scalar ${ASSET} ${begin + 2 * HOUR}`, '553.05')
    await setup.restart()
    expect(setup.view()).toEqual([])
    await setup.pass(5_000)
    expect(setup.text()).toEqual([`${ASSET} settled 553.05 (53.05 °F): long 40 from 553.19, −5.60 USDC`])
    expect(setup.view()[0]).toMatchObject({ at: begin + 2 * HOUR, isPutAway: true, result: '-5.6' })
    expect(results(setup).at(-1)).toMatchObject({ realised: '-5.6', computed: 1, settledAt: '553.05', unknown: 0 })
    expect(open(setup)).toEqual([])
    // Once, despite later reads and starts.
    await setup.restart()
    await setup.pass(60_000)
    expect(setup.view()).toHaveLength(1)
  })

  it('is replaced by the service’s own fill, even when that comes later', async () => {
    const setup = openPositionCloses()
    const begin = beginOf(setup)
    setup.book(fill(begin + HOUR, 'buy', '40', '553.19'))
    setup.ends.set(`scalar ${ASSET} ${begin + 2 * HOUR}`, '553.05')
    await setup.restart()
    await setup.pass(5_000)
    setup.book({ ...fill(begin + 2 * HOUR, 'sell', '40', '553.06'), oid: 'settlement', cause: 'settlement' })
    expect(results(setup).at(-1)).toMatchObject({ realised: '-5.2', computed: 0, settledAt: '553.06' })
  })

  it('of a binary market waits for its bucket’s result; without one it ends at an unknown price until that is known', async () => {
    const setup = openPositionCloses()
    const begin = beginOf(setup)
    setup.book(fill(begin + HOUR, 'sell', '40', '0.6', 'GBETA'))
    await setup.restart()
    await setup.pass(300_000)
    expect([open(setup).length, setup.view()]).toEqual([1, []])
    await setup.pass(400_000)
    expect(setup.text()).toEqual(['GBETA settled at an unknown price: DOWN 40 from 0.400, P&L unknown'])
    expect(results(setup).at(-1)).toMatchObject({ unknown: 1, computed: 1, settledAt: null })
    expect(open(setup)).toEqual([])
    setup.ends.set(`binary GBETA ${begin + 2 * HOUR}`, '1')
    await setup.reportEnds()
    // DOWN lost: half of its cost, since the other half was lent.
    expect(setup.text()).toEqual(['GBETA settled UP: DOWN 40 from 0.400, −8.00 USDC'])
    expect(results(setup).at(-1)).toMatchObject({ realised: '-8', unknown: 0, computed: 1, settledAt: '1' })
  })

  it('leaves positions of a later bucket of the asset unchanged', async () => {
    const setup = openPositionCloses()
    const begin = beginOf(setup)
    const now = Math.floor(setup.start / (2 * HOUR)) * 2 * HOUR
    setup.book(fill(begin + HOUR, 'buy', '40', '553.00'), fill(now + 1, 'buy', '15', '560.00'))
    setup.hold('15', { entryPx: '560.00' as never })
    setup.ends.set(`scalar ${ASSET} ${begin + 2 * HOUR}`, '554')
    await setup.restart()
    await setup.pass(5_000)
    setup.workOut()
    expect(open(setup)).toMatchObject([{ asset: ASSET, size: '15', cost: '8400' }])
    expect(setup.view()).toMatchObject([{ size: '40', result: '40' }])
  })

  it('of shares gets the market’s payout, or an unknown price where a conversion could not be booked', async () => {
    const setup = openPositionCloses()
    const begin = beginOf(setup)
    setup.book(fill(begin, 'buy', '60', '0.3', '#360'))
    setup.books.keepPayouts('practice', [['#360', '1' as never]])
    const other = { id: 3600, name: 'Other', expired: false, sides: [] } as never
    setup.outcomes.set('#990', { market: other, side: { index: 0, name: 'Yes', coin: '#990' } as never })
    await setup.restart()
    await setup.pass(5_000)
    expect(results(setup).at(-1)).toMatchObject({ realised: '42', computed: 1, settledAt: '1' })

    const converted = openPositionCloses()
    converted.book(fill(begin, 'buy', '60', '0.3', '#360'))
    converted.books.keepPayouts('practice', [['#360', '1' as never]])
    converted.outcomes.set('#990', { market: other, side: { index: 0, name: 'Yes', coin: '#990' } as never })
    converted.books.keepNotBooked(OF, [{ id: '9', time: millis(begin + 5) } as never])
    await converted.restart()
    await converted.pass(70_000)
    await converted.changed()
    expect(results(converted).at(-1)).toMatchObject({ unknown: 1, computed: 1, settledAt: null })
  })

  it('ends at an unknown price where fills since its opening may be missing', async () => {
    const setup = openPositionCloses()
    const begin = beginOf(setup)
    setup.knownSince = begin + 2 * HOUR
    setup.book(fill(begin + HOUR, 'buy', '40', '553.19'))
    setup.ends.set(`scalar ${ASSET} ${begin + 2 * HOUR}`, '553.05')
    await setup.restart()
    await setup.pass(60_000)
    expect(open(setup)).toHaveLength(1)
    await setup.pass(700_000)
    expect(results(setup).at(-1)).toMatchObject({ unknown: 1, computed: 1, settledAt: null })
    // They were read meanwhile.
    setup.knownSince = 0
    await setup.reportEnds()
    expect(results(setup).at(-1)).toMatchObject({ unknown: 0, settledAt: '553.05' })
  })

  it('is not concluded while the market continues, the books are due, or only one read lacks it', async () => {
    const setup = openPositionCloses()
    const now = Math.floor(setup.start / (2 * HOUR)) * 2 * HOUR
    setup.book(fill(now + 1, 'buy', '15', '560.00'))
    await setup.restart()
    await setup.pass(5_000)
    expect(open(setup)).toHaveLength(1)
    expect(dayOf(setup.start)).toBeLessThanOrEqual(setup.start)
    const begin = beginOf(setup)
    const later = openPositionCloses()
    later.book(fill(begin + HOUR, 'buy', '40', '553.19'))
    later.ends.set(`scalar ${ASSET} ${begin + 2 * HOUR}`, '553.05')
    await later.restart()
    await later.pass(1_000)
    expect(later.view()).toEqual([])
  })

  it('is settled only in the books where the ledger showed its end without a cause', async () => {
    const setup = openPositionCloses()
    const end = (Math.floor(setup.start / (2 * HOUR)) + 1) * 2 * HOUR
    await setup.restart()
    await setup.pass(20_000)
    setup.fill('buy', '40', '553.19', '7')
    setup.hold('40')
    await setup.pass(20_000)
    setup.hold('0')
    await setup.pass(20_000)
    expect(setup.titles).toEqual(['Position gone'])
    setup.stop()
    await setup.clock.skip(4 * HOUR)
    setup.ends.set(`scalar ${ASSET} ${end}`, '553.05')
    setup.workOut()
    await setup.restart()
    await setup.pass(60_000)
    expect(results(setup)).toMatchObject([{ realised: '-5.6', computed: 1, settledAt: '553.05' }])
    expect([setup.titles.length, setup.view().length]).toEqual([1, 1])
  })
})
