import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { LastPrice, Quote } from '../../contract/quote.ts'
import { runs } from '../../contract/testing/property-runs.ts'
import { millis } from '../../contract/time.ts'
import { LastPriceStore } from './market-reads.ts'

const FIRST = 1_700_000_000_000
const quote = (asset: string, mark: string, more: Partial<Quote> = {}): Quote => ({
  ...{ asset, mid: null, bid: null, ask: null, last: null, prevDay: null, volume24h: null, openInterest: null },
  ...{ mark: mark as Quote['mark'], depth: null, time: millis(10), receivedAt: millis(10), stale: false },
  ...more,
})
const marks = (prices: readonly LastPrice[]) => prices.map(({ quote: { asset, mark } }) => `${asset} ${mark}`)

describe('last prices', () => {
  it('are sent as changes since a window’s known version', () => {
    const store = new LastPriceStore(FIRST)
    store.putRead('A', quote('A', '1'))
    store.putRead('B', quote('B', '2'))
    expect(store.bump()).toBe(true)
    const all = store.since(0)
    expect([all.whole, marks(all.prices)]).toEqual([true, ['A 1', 'B 2']])
    expect(store.since(all.version)).toEqual({ version: all.version, whole: false, prices: [] })
    store.putRead('B', quote('B', '3'))
    store.bump()
    const later = store.since(all.version)
    expect([later.whole, marks(later.prices)]).toEqual([false, ['B 3']])
    expect(store.bump()).toBe(false)
  })

  it.each([0, FIRST - 5, FIRST, FIRST + 99])(
    'are all sent to a window that knows version %d, of another start',
    (since) => {
      const store = new LastPriceStore(FIRST)
      store.putRead('A', quote('A', '1'))
      store.bump()
      expect(store.since(since)).toMatchObject({ whole: true, prices: [{}] })
    },
  )

  it('never revert to an older price, and keep fields that only the older one has', () => {
    const store = new LastPriceStore(FIRST)
    const known = { prevDay: '4', volume24h: '9' } as Partial<Quote>
    store.putRead('A', quote('A', '5', { time: millis(20), bid: '4.9' as never }))
    store.putRead('A', quote('A', '3', { time: millis(10), ...known }))
    expect(store.get('A')?.quote).toMatchObject({ mark: '5', bid: '4.9', ...known })
    store.putRead('A', quote('A', '6', { time: millis(21) }))
    expect(store.get('A')?.quote).toMatchObject({ mark: '6', bid: null, ...known })
  })

  it('are the feed’s for a subscribed market, with any time of a history', () => {
    const store = new LastPriceStore(FIRST)
    store.putRead('A', quote('A', '3', { time: millis(20), prevDay: '2' as never }))
    store.putLive('A', quote('A', '3', { time: millis(10), bid: '2.9' as never }))
    expect(store.get('A')?.quote).toMatchObject({ bid: '2.9', prevDay: '2' })
    store.putLive('A', null)
    expect(store.get('A')?.quote).toMatchObject({ bid: '2.9' })
  })

  it('keep a trend until another is read, and are dropped with their market', () => {
    const store = new LastPriceStore(FIRST)
    const trend = [{ time: millis(1), price: '1' as never }]
    store.putRead('A', quote('A', '1'), trend)
    store.putRead('A', quote('A', '2'))
    expect(store.get('A')?.trend).toBe(trend)
    store.keepOnly(['B'])
    expect(store.since(0).prices).toEqual([])
    expect(store.bump()).toBe(true)
    expect(store.bump()).toBe(false)
  })

  it('are the same whether read at every change or only sometimes', () => {
    const put = fc.tuple(fc.constantFrom('A', 'B', 'C'), fc.nat(9), fc.boolean())
    fc.assert(
      fc.property(fc.array(put), (puts) => {
        const store = new LastPriceStore(FIRST)
        const seen = new Map<string, string>()
        let version = 0
        const read = (): void => {
          const answer = store.since(version)
          if (answer.whole) seen.clear()
          for (const { quote: one } of answer.prices) seen.set(one.asset, String(one.mark))
          version = answer.version
        }
        puts.forEach(([asset, mark, reads], i) => {
          store.putRead(asset, quote(asset, String(mark), { time: millis(i) }))
          store.bump()
          if (reads) read()
        })
        read()
        const whole = store.since(0).prices.map(({ quote: one }) => [one.asset, String(one.mark)] as const)
        expect(seen).toEqual(new Map(whole))
      }),
      { numRuns: runs(200, 5000) },
    )
  })
})
