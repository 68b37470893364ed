import { describe, expect, it } from 'vitest'
import type { Price } from '../../contract/decimal.ts'
import type { ExitTerms } from '../../contract/exit-plan.ts'
import { type ConditionalSetup, openConditionalSetup } from './testing/setup.ts'

const COIN = '#36010'
const ENTRY = '11111111-0000-4000-8000-000000000001'
const TERMS: ExitTerms = {
  ...{ stop: { by: 'price', price: '0.500' as Price }, targets: [] },
  ...{ breakEven: null, trail: null, outBefore: null },
}

/** Shares of an inactive market: one price came, a minute ago, and the feed is connected. */
async function quiet(mark: string): Promise<ConditionalSetup> {
  const setup = openConditionalSetup()
  setup.asset = COIN
  setup.position = '60'
  const side = { index: 0, name: 'Yes', coin: COIN }
  const market = { outcomeId: 3601, name: 'Rain', sides: [side], questions: [], expired: false, settling: false }
  setup.outcome = {
    side,
    market: { ...market, expiry: setup.clock.now() + 7_200_000, winner: null, sizeDecimals: 0, tickSize: '0.001' },
  } as never
  setup.mark(mark)
  await setup.clock.advanceAsync(60_000)
  return setup
}

describe('exits of shares whose price is not repeated', () => {
  it('are set, moved and watched while the feed is connected, and paused once it is not', async () => {
    const setup = await quiet('0.640')
    const plan = await setup.plan({ terms: TERMS })
    expect(setup.view()[0]?.paused).toBeNull()
    await setup.conditionals.move({ id: setup.exit(plan, 'stop').id, trigger: '0.600' as Price })
    setup.ticker = { ...(setup.ticker as NonNullable<typeof setup.ticker>), stale: true }
    await setup.clock.advanceAsync(1_000)
    expect(setup.view()[0]?.paused).toMatch(/stale/)
    setup.mark('0.590')
    expect(setup.exit(plan, 'stop').state).toBe('triggered')
  })

  it('protect what an order fills while the price is beyond the stop already', async () => {
    const setup = await quiet('0.480')
    const plan = await setup.plan({ entry: ENTRY, terms: TERMS })
    setup.entry(ENTRY, { state: 'filled', filled: '60' as never })
    await setup.clock.advanceAsync(1_000)
    expect(setup.exit(plan, 'stop').state).toBe('submitted')
  })
})
