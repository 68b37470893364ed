/** Limits at their edge: an order of exactly the limit is sent, and one a step beyond it is refused before it is signed. */
import { describe, expect, it } from 'vitest'
import { codeText } from '../../contract/action-code.ts'
import type { Intent } from '../../contract/intent.ts'
import { DEFAULT_LIMITS, type LimitField, type TradingLimits } from '../../contract/limits.ts'
import { LIMIT, MARKET_BUY } from './testing/intents.ts'
import { NO } from './testing/model-venue.ts'
import { BUY, openTradingSetup, type TradingSetup } from './testing/setup.ts'

type Values = Partial<Record<LimitField, string | number>>

const open = (limits: Values): Promise<TradingSetup> =>
  openTradingSetup({ limits: () => ({ ...DEFAULT_LIMITS, dayLoss: null, ...limits }) as TradingLimits })

/** The code of an order's refusal; null where it is sent. */
async function refusalOf(setup: TradingSetup, number: number, intent: Intent): Promise<string | null> {
  const { code } = await setup.submit(number, intent)
  return code === null ? null : codeText(code)
}

/** `within` allows the order and `beyond` is one step tighter: 2 at 570.50, the mark at 571.00, shares at 0.400. */
const EDGES: readonly {
  readonly intent: Intent
  readonly within: Values
  readonly beyond: Values
  readonly code: string
}[] = [
  { intent: BUY, within: { orderValue: '1141' }, beyond: { orderValue: '1140.99' }, code: 'limit_order_value' },
  { intent: LIMIT, within: { orderValue: '3.9' }, beyond: { orderValue: '3.89' }, code: 'limit_order_value' },
  { intent: BUY, within: { orderSize: '2' }, beyond: { orderSize: '1.9999' }, code: 'limit_order_size' },
  {
    intent: { ...BUY, price: '568.50' as never },
    within: { priceBandDegrees: '2.5' },
    beyond: { priceBandDegrees: '2.49' },
    code: 'limit_price_band',
  },
  { intent: MARKET_BUY, within: { priceBandCents: '2' }, beyond: { priceBandCents: '1.9' }, code: 'limit_price_band' },
  { intent: BUY, within: { worstCase: '1141' }, beyond: { worstCase: '1140.99' }, code: 'limit_worst_case' },
]

describe.each(EDGES)('$code of $intent.kind', ({ intent, within, beyond, code }) => {
  it('accepts an order of exactly the limit', async () => {
    const setup = await open(within)
    expect(await refusalOf(setup, 1, intent)).toBeNull()
    expect(setup.signatures).toBe(1)
  })

  it('refuses the same order under a limit one step tighter', async () => {
    const setup = await open(beyond)
    expect(await refusalOf(setup, 1, intent)).toBe(code)
    expect(setup.signatures).toBe(0)
  })
})

describe('limits over time', () => {
  it('counts an order for 60 s', async () => {
    const setup = await open({ ordersPerMinute: 1 })
    expect(await refusalOf(setup, 1, BUY)).toBeNull()
    await setup.clock.advanceAsync(59_000)
    expect(await refusalOf(setup, 2, BUY)).toBe('limit_orders_per_minute')
    await setup.clock.advanceAsync(1_000)
    expect(await refusalOf(setup, 3, BUY)).toBeNull()
  })

  it('hold shares to exactly the collar of a minute, from the mid price', async () => {
    const setup = await open({ collarCents: '5', priceBandCents: '99' })
    const book = (bid: string, ask: string) => ({
      ...{ bids: [{ px: bid, sz: '1000000' }], asks: [{ px: ask, sz: '1000000' }] },
      stale: false,
    })
    setup.facts = { ...setup.facts, depth: () => book('0.590', '0.610') as never }
    setup.venue.behaviour = 'fill'
    await setup.clock.advanceAsync(3_000)
    const no = (price: string): Intent => ({ ...LIMIT, asset: NO, mode: { kind: 'limit', price: price as never } })
    expect(await refusalOf(setup, 1, no('0.610'))).toBeNull()
    await setup.clock.advanceAsync(4_000)
    expect(await refusalOf(setup, 2, no('0.651'))).toBe('limit_collar')
    expect(await refusalOf(setup, 3, no('0.650'))).toBeNull()
  })
})
