import { describe, expect, it } from 'vitest'
import { codeText } from '../../contract/action-code.ts'
import type { Intent } from '../../contract/intent.ts'
import { DEFAULT_LIMITS, type TradingLimits } from '../../contract/limits.ts'
import { closeOf, LIMIT, LONG, MARKET_BUY, UP } from './testing/intents.ts'
import { ASSET, NO } from './testing/model-venue.ts'
import { BUY, openTradingSetup, type TradingSetup } from './testing/setup.ts'

const IOC = { ...BUY, tif: 'IOC' } as const
interface Opened extends TradingSetup {
  limits: TradingLimits
  /** The book of every asset; null where unknown. */
  book: { bids: { px: string; sz: string }[]; asks: { px: string; sz: string }[]; stale: boolean } | null
}

const bookAt = (bid: string, ask: string, sz = '1000000') => ({
  bids: [{ px: bid, sz }],
  asks: [{ px: ask, sz }],
  stale: false,
})

async function opened(more: Partial<TradingLimits> = {}): Promise<Opened> {
  const state = { limits: { ...DEFAULT_LIMITS, dayLoss: null, ...more } as TradingLimits }
  const setup = (await openTradingSetup({ limits: () => state.limits })) as Opened
  setup.book = bookAt('570.90', '571.10')
  setup.facts = { ...setup.facts, depth: () => setup.book as never }
  setup.venue.behaviour = 'fill'
  await setup.clock.advanceAsync(3_000)
  return setup
}

async function sentAs(setup: TradingSetup, number: number, intent: Intent): Promise<string | null> {
  void setup.trading.submit(setup.id(number), intent)
  await setup.clock.advanceAsync(4_000)
  const { code } = setup.action(number)
  return code === null ? null : codeText(code)
}
const at = (price: string): Intent => ({ ...IOC, price: price as never })

describe('the collar of a minute', () => {
  it('limits orders that walk the price, each inside its band, to one distance from the price before the first', async () => {
    const setup = await opened({ collarDegrees: '5' as never })
    // The mid price is 571: no further than 576, even if the book has moved.
    expect(await sentAs(setup, 1, at('574.00'))).toBe(null)
    setup.book = bookAt('573.90', '574.10')
    expect(await sentAs(setup, 2, at('576.00'))).toBe(null)
    setup.book = bookAt('575.90', '576.10')
    expect(await sentAs(setup, 3, at('576.01'))).toBe('limit_collar')
    expect(setup.action(3).message).toMatch(
      /576\.01 is 5\.01 °F above 571, where NYCTMP1 stood before your orders of the last minute traded\./,
    )
    expect(setup.signatures).toBe(2)
    // The other way there is room, and what reduces is always sent.
    expect(await sentAs(setup, 4, { ...IOC, side: 'sell', price: '575.90' as never })).toBe(null)
    setup.venue.position = '3' as never
    expect(await sentAs(setup, 5, { ...closeOf(ASSET), size: '1' as never })).toBe(null)
  })

  it('counts from the next one once the first is a minute old', async () => {
    const setup = await opened({ collarDegrees: '5' as never })
    expect(await sentAs(setup, 1, at('574.00'))).toBe(null)
    await setup.clock.advanceAsync(30_000)
    setup.book = bookAt('573.90', '574.10')
    expect(await sentAs(setup, 2, at('575.00'))).toBe(null)
    expect(await sentAs(setup, 3, at('578.00'))).toBe('limit_collar')
    await setup.clock.advanceAsync(25_000)
    expect(await sentAs(setup, 4, at('578.00'))).toBe(null)
    expect(await sentAs(setup, 5, at('579.01'))).toBe('limit_collar')
  })

  it('ignores orders that rested before they traded, since they moved nothing', async () => {
    const setup = await opened({ collarDegrees: '1' as never })
    setup.venue.behaviour = 'rest'
    expect(await sentAs(setup, 1, BUY)).toBe(null)
    setup.venue.fill(setup.action(1).oid ?? '', '2.0000' as never)
    await setup.clock.advanceAsync(5_000)
    expect(setup.action(1).state).toBe('filled')
    setup.book = bookAt('573.90', '574.10')
    expect(await sentAs(setup, 2, at('574.10'))).toBe(null)
  })

  it('counts what an earlier run sent within the minute, and no longer', async () => {
    const setup = await opened({ collarDegrees: '2' as never })
    expect(await sentAs(setup, 1, at('572.00'))).toBe(null)
    await setup.clock.advanceAsync(20_000)
    await setup.restart()
    setup.book = bookAt('573.90', '574.10')
    expect(await sentAs(setup, 2, at('573.01'))).toBe('limit_collar')
    expect(setup.action(2).message).toMatch(/571.*, where .* stood before your orders of the last minute traded/)
    expect(await sentAs(setup, 3, { ...IOC, side: 'sell', price: '573.90' as never })).toBe(null)
    await setup.clock.advanceAsync(30_000)
    expect(await sentAs(setup, 4, at('575.00'))).toBe(null)
  })

  it('counts orders that were under way when the terminal died, once their fill is known', async () => {
    const setup = await opened({ collarDegrees: '2' as never })
    let dies = true
    await setup.restart({
      onStep: (state) => (dies && state === 'acknowledged' ? new Promise<void>(() => {}) : undefined),
    })
    await setup.clock.advanceAsync(3_000)
    void setup.trading.submit(setup.id(1), at('572.00'))
    await setup.clock.advanceAsync(50)
    expect(setup.action(1)).toMatchObject({ state: 'acknowledged', stood: { mayCross: true } })
    dies = false
    await setup.restart()
    setup.book = bookAt('573.90', '574.10')
    await setup.clock.advanceAsync(5_000)
    expect(setup.action(1).state).toBe('filled')
    expect(await sentAs(setup, 2, at('573.01'))).toBe('limit_collar')
  })

  it('covers a whole minute where the clock was set back between two runs', async () => {
    const setup = await opened({ collarDegrees: '2' as never })
    expect(await sentAs(setup, 1, at('572.00'))).toBe(null)
    setup.clock.setWall(setup.clock.now() - 3_600_000)
    await setup.restart()
    expect(await sentAs(setup, 2, at('573.01'))).toBe('limit_collar')
  })

  it('fails closed where no price was known when the first one was signed', async () => {
    const setup = await opened({ depthShare: null })
    setup.book = { bids: [], asks: [{ px: '571.10', sz: '1000000' }], stale: false }
    let isStale = false
    const { ticker } = setup.facts
    setup.facts = {
      ...setup.facts,
      ticker(asset) {
        const one = ticker(asset)
        return one === null ? null : { ...one, stale: isStale }
      },
    }
    let requests = 0
    const refusal = () => {
      requests += 1
      isStale = requests === 2
      return null
    }
    void setup.trading.submit(setup.id(1), at('571.10'), { refusal })
    await setup.clock.advanceAsync(4_000)
    isStale = false
    expect(setup.action(1).state).toBe('filled')
    expect(await sentAs(setup, 2, at('571.10'))).toBe('limit_collar_unknown')
    expect(setup.action(2).message).toMatch(/Try again in \d+ s/)
    await setup.clock.advanceAsync(60_000)
    expect(await sentAs(setup, 3, at('571.10'))).toBe(null)
  })

  it('uses the mark where the book has no mid price, and fails closed without one', async () => {
    const setup = await opened({ collarDegrees: '2' as never })
    setup.book = { bids: [], asks: [{ px: '571.50', sz: '1000000' }], stale: false }
    expect(await sentAs(setup, 1, at('572.00'))).toBe(null)
    expect(await sentAs(setup, 2, at('573.01'))).toBe('limit_collar')
    expect(await sentAs(setup, 3, at('573.00'))).toBe(null)
  })

  it('is shared by both sides of an outcome', async () => {
    const setup = await opened({ collarCents: '5' as never, priceBandCents: '99' as never })
    setup.book = bookAt('0.390', '0.410')
    expect(await sentAs(setup, 1, MARKET_BUY)).toBe(null)
    setup.book = bookAt('0.590', '0.610')
    const no = (price: string): Intent => ({ ...LIMIT, asset: NO, mode: { kind: 'limit', price: price as never } })
    expect(await sentAs(setup, 2, no('0.651'))).toBe('limit_collar')
    expect(await sentAs(setup, 3, no('0.620'))).toBe(null)
  })
})

describe('the book that an order is checked against', () => {
  it('is awaited where nobody watched it, and stays subscribed for further orders', async () => {
    const setup = await opened()
    const requests: string[] = []
    setup.book = null
    setup.facts = {
      ...setup.facts,
      depth: () => setup.book as never,
      needPrices(asset) {
        requests.push(asset)
        setup.clock.after(500, () => {
          setup.book = bookAt('570.90', '571.10')
        })
        return () => void requests.push('released')
      },
    }
    expect(await sentAs(setup, 1, at('571.10'))).toBe(null)
    expect(requests).toEqual([ASSET])
    await setup.clock.advanceAsync(60_000)
    expect(requests).toEqual([ASSET, 'released'])
  })
})

describe('the share of the book, and the size of one order', () => {
  it('apply to every family, at once and for short sales', async () => {
    for (const [intent, book] of [
      [at('571.10'), bookAt('570.90', '571.10', '3')],
      [LONG, bookAt('570.90', '571.10', '3')],
      [{ ...IOC, side: 'sell', price: '570.90' }, bookAt('570.90', '571.10', '3')],
      [UP, bookAt('0.590', '0.610', '20')],
      [MARKET_BUY, bookAt('0.390', '0.410', '19')],
    ] as const) {
      const setup = await opened()
      setup.book = book
      expect([intent.kind, await sentAs(setup, 1, intent as Intent), setup.signatures]).toEqual([
        intent.kind,
        'limit_depth',
        0,
      ])
      setup.book = {
        ...book,
        bids: book.bids.map(({ px }) => ({ px, sz: '1000' })),
        asks: book.asks.map(({ px }) => ({ px, sz: '1000' })),
      }
      expect([intent.kind, await sentAs(setup, 2, intent as Intent)]).not.toEqual([intent.kind, 'limit_depth'])
    }
  })

  it('are checked again right before signing', async () => {
    const setup = await opened()
    let requests = 0
    const refusal = () => {
      requests += 1
      if (requests === 2) setup.book = bookAt('570.90', '571.10', '3')
      return null
    }
    void setup.trading.submit(setup.id(1), at('571.10'), { refusal })
    await setup.clock.advanceAsync(4_000)
    expect([requests, setup.action(1).code, setup.signatures]).toEqual([2, 'limit_depth', 0])
  })

  it('fail closed where the book is stale and no read is available, except for post-only orders', async () => {
    const setup = await opened()
    setup.book = { ...bookAt('570.90', '571.10'), stale: true }
    expect(await sentAs(setup, 1, at('571.10'))).toBe('limit_depth_unknown')
    setup.venue.behaviour = 'rest'
    expect(await sentAs(setup, 2, { ...BUY, tif: 'ALO' })).toBe(null)
  })

  it('limit contracts and shares to the largest order, except closes', async () => {
    const setup = await opened({ orderSize: '1.5' as never })
    expect(await sentAs(setup, 1, BUY)).toBe('limit_order_size')
    expect(setup.action(1).message).toMatch(/Order size 2 contracts exceeds your limit of 1\.5\./)
    expect(await sentAs(setup, 2, LIMIT)).toBe('limit_order_size')
    expect(await sentAs(setup, 3, UP)).toBe('limit_order_size')
    setup.venue.position = '3' as never
    expect(await sentAs(setup, 4, { ...closeOf(ASSET), size: '2' as never })).toBe(null)
  })
})
