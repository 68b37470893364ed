import { describe, expect, it } from 'vitest'
import { codeText } from '../../contract/action-code.ts'
import type { AlgoRequest } from '../../contract/algo.ts'
import { DEFAULT_LIMITS, type TradingLimits } from '../../contract/limits.ts'
import type { CallError } from '../errors.ts'
import { resumeAlgo } from './testing/algo-text.ts'
import { closeOf, LIMIT, LONG } from './testing/intents.ts'
import { failure, NO, YES } from './testing/model-venue.ts'
import { BUY, openTradingSetup, type TradingSetup } from './testing/setup.ts'

const free = () => null
const ASSET = BUY.asset
const ALGO = '00000000-0000-4000-8000-0000000a1905'

type Opened = TradingSetup & { limits: TradingLimits }

/** The limits can be changed while it runs. */
async function opened(position = '0'): Promise<Opened> {
  const held: { limits: TradingLimits } = { limits: { ...DEFAULT_LIMITS, dayLoss: null } }
  const setup = await openTradingSetup({ limits: () => held.limits }, (venue) => {
    venue.position = position as never
  })
  await setup.clock.advanceAsync(3_000)
  return Object.defineProperty(setup, 'limits', {
    get: () => held.limits,
    set: (limits: TradingLimits) => {
      held.limits = limits
    },
  }) as Opened
}

const algo = (terms: AlgoRequest['terms']): AlgoRequest => ({
  ...{
    requestId: ALGO,
    asset: ASSET,
    side: 'buy',
    reduceOnly: false,
    terms,
    by: { kind: 'form' },
    acceptsUntil: false,
  },
})
const SCALE = algo({
  kind: 'scale',
  tif: 'GTC',
  orders: ['571.10', '571.20'].map((price) => ({ price, size: '1' })) as never,
})
const SLICES = algo({
  ...{ kind: 'slices', total: '4' as never, slices: 4, every: 5, worst: '571.20' as never, how: 'cross', requotes: 0 },
})

/** The code of the refusal, or null; everything it started has finished. */
async function codeOf(
  setup: TradingSetup,
  request: Promise<unknown>,
  action: number | null = null,
): Promise<string | null> {
  const thrown = request.then(
    () => null,
    (error: unknown) => (error as CallError).code ?? String(error),
  )
  await setup.clock.advanceAsync(4_000)
  const code = action === null ? null : setup.action(action).code
  return (await thrown) ?? (code === null ? null : codeText(code))
}

/** Each of these buys at 571.10 or slightly more. `position` is the required holding. */
interface Path {
  readonly position?: string
  readonly before?: (setup: Opened) => Promise<unknown>
  readonly ask: (setup: Opened) => Promise<string | null>
}
const moveIt = (setup: Opened): Promise<unknown> => {
  const oid = setup.venue.orders.find(({ side }) => side === 'buy')?.oid ?? ''
  const to = { price: '571.10' as never, size: '2.5000' as never }
  return setup.trading.moveOrder({ requestId: setup.id(5), asset: ASSET, oid, ...to }, free)
}
const reverseIt = ({ trading, id }: Opened): Promise<unknown> => {
  const protection = { kind: 'worst', price: '571.10' as never, bound: null } as const
  const close = { kind: 'close', asset: ASSET, position: 'short', size: null, protection } as const
  return trading.reversePosition({ requestId: id(6), close, worst: '571.10' as never }, free)
}
const HAND: { readonly [name: string]: Path } = {
  ticket: {
    ask: (setup) => codeOf(setup, setup.trading.submit(setup.id(1), { ...BUY, price: '571.10' as never }), 1),
  },
  'market order': {
    ask: (setup) => codeOf(setup, setup.trading.submit(setup.id(1), LONG), 1),
  },
  move: {
    before: (setup) => codeOf(setup, setup.trading.submit(setup.id(4), { ...BUY, price: '570.10' as never }), 4),
    ask: (setup) => codeOf(setup, moveIt(setup)),
  },
  reverse: { position: '-3', ask: (setup) => codeOf(setup, reverseIt(setup)) },
}
const HELD: { readonly [name: string]: Path } = {
  scale: { ask: (setup) => codeOf(setup, setup.trading.algos.begin(SCALE, free)) },
  slices: { ask: (setup) => codeOf(setup, setup.trading.algos.begin(SLICES, free)) },
}
const stateOf = ({ trading }: TradingSetup) => trading.topics.view({ kind: 'algos' })?.[0]
const ownSell = (setup: Opened, price = '571.10'): Promise<unknown> =>
  codeOf(
    setup,
    setup.trading.submit(setup.id(3), { ...BUY, side: 'sell', price: price as never, size: '1' as never }),
    3,
  )
/** Arrivals at the venue that open or add. */
const sent = ({ venue }: TradingSetup): number => venue.orders.filter(({ reduceOnly }) => !reduceOnly).length

const RULES: { readonly [code: string]: (setup: Opened) => unknown } = {
  self_cross: (setup) => ownSell(setup),
  limit_worst_case: (setup) => {
    setup.limits = { ...setup.limits, worstCase: '1' as never }
  },
  limit_order_value: (setup) => {
    setup.limits = { ...setup.limits, orderValue: '100' as never }
  },
  limit_price_band: (setup) => {
    setup.limits = { ...setup.limits, priceBandDegrees: '0.01' as never }
  },
  limit_position: (setup) => {
    setup.limits = { ...setup.limits, position: '0.5' as never }
  },
}

describe('every path that opens or adds', () => {
  const cells = Object.keys(RULES).flatMap((rule) =>
    Object.entries({ ...HAND, ...HELD }).map(([name, path]) => [rule, name, path] as const),
  )
  it.each(cells)('%s: enforces the %s, and sends, cancels or closes nothing for it', async (code, _, path) => {
    const setup = await opened(path.position)
    await path.before?.(setup)
    await RULES[code]?.(setup)
    await setup.clock.advanceAsync(3_000)
    const [before, orders] = [sent(setup), JSON.stringify(setup.venue.orders)]
    expect(await path.ask(setup)).toBe(code)
    expect(sent(setup)).toBe(before)
    expect(JSON.stringify(setup.venue.orders)).toBe(orders)
    expect(setup.venue.position).toBe(path.position ?? '0')
  })

  it.each(Object.entries(HAND))('the limit on manual orders a minute: the %s', async (_, path) => {
    const setup = await opened(path.position)
    await path.before?.(setup)
    setup.limits = { ...setup.limits, ordersPerMinute: 0 }
    const orders = JSON.stringify(setup.venue.orders)
    expect(await path.ask(setup)).toBe('limit_orders_per_minute')
    expect(JSON.stringify(setup.venue.orders)).toBe(orders)
  })

  it.each(Object.entries(HAND))(
    'the %s uses up nothing of the automated limit, and is not blocked by its pause',
    async (_, path) => {
      const setup = await opened(path.position)
      await path.before?.(setup)
      setup.limits = { ...setup.limits, heldOrdersPerMinute: 0, throttleFills: 1 }
      expect([null, 'awaiting_estimate']).toContain(await path.ask(setup))
    },
  )

  it.each(Object.entries(HELD))(
    'the %s uses up nothing of the manual limit, and waits for its own',
    async (_, path) => {
      const setup = await opened()
      setup.limits = { ...setup.limits, ordersPerMinute: 0, heldOrdersPerMinute: 1 }
      expect(await path.ask(setup)).toBe(null)
      await setup.clock.advanceAsync(20_000)
      expect(sent(setup)).toBe(1)
      expect(stateOf(setup)).toMatchObject({
        state: 'working',
        waits: expect.stringMatching(/1 order went out automatically in the last minute; your limit is 1 per minute\./),
      })
      await setup.clock.advanceAsync(60_000)
      expect(sent(setup)).toBe(2)
    },
  )

  it.each(
    Object.keys(RULES).flatMap((rule) => Object.entries(HELD).map(([name, path]) => [rule, name, path] as const)),
  )('%s that starts to apply while the %s is at work pauses it before its next order', async (code, _, path) => {
    const setup = await opened()
    setup.venue.answersAfter = 500
    const request = path.ask(setup)
    await setup.clock.advanceAsync(100)
    // Clear of the scale's order under way.
    await (code === 'self_cross' ? ownSell(setup, '571.15') : RULES[code]?.(setup))
    await request
    const before = sent(setup)
    await setup.clock.advanceAsync(30_000)
    expect(sent(setup)).toBe(before)
    expect(before).toBeLessThan(4)
    expect(stateOf(setup)?.state).toBe('paused')
  })

  it.each(Object.entries(HELD))(
    'the %s is paused by its fills until the word is typed, even across a restart and a request to resume',
    async (_, path) => {
      const setup = await opened()
      setup.limits = { ...setup.limits, throttleFills: 1 }
      setup.venue.behaviour = 'fill'
      expect(await path.ask(setup)).toBe(null)
      await setup.clock.advanceAsync(20_000)
      expect(sent(setup)).toBe(1)
      expect(() => resumeAlgo(setup, ALGO, free)).toThrow(/RESUME/)
      await setup.restart()
      await setup.clock.advanceAsync(20_000)
      expect(() => resumeAlgo(setup, ALGO, free)).toThrow(/RESUME/)
      expect(sent(setup)).toBe(1)
      expect(setup.trading.resumeHeld(ALGO, 'resume')).toBe(false)
      expect(setup.trading.resumeHeld(ALGO, 'RESUME')).toBe(true)
      await setup.clock.advanceAsync(20_000)
      // The word alone sends nothing.
      expect(sent(setup)).toBe(1)
      resumeAlgo(setup, ALGO, free)
      await setup.clock.advanceAsync(20_000)
      expect(sent(setup)).toBe(2)
    },
  )

  it('the other side of an outcome: bought shares meet an own order there, by limit, at market and by slices', async () => {
    const setup = await opened()
    await codeOf(
      setup,
      setup.trading.submit(setup.id(3), { ...LIMIT, asset: NO, mode: { kind: 'limit', price: '0.590' as never } }),
      3,
    )
    expect(setup.action(3).state).toBe('resting')
    const worst = { kind: 'worst', price: '0.420' as never } as const
    expect(
      await codeOf(
        setup,
        setup.trading.submit(setup.id(1), { ...LIMIT, mode: { kind: 'limit', price: '0.410' as never } }),
        1,
      ),
    ).toBe('self_cross')
    const atMarket = { ...LIMIT, mode: { kind: 'market', protection: worst } } as const
    expect(await codeOf(setup, setup.trading.submit(setup.id(2), atMarket), 2)).toBe('self_cross')
    const terms = { ...SLICES.terms, worst: '0.420' } as never
    expect(await codeOf(setup, setup.trading.algos.begin({ ...SLICES, asset: YES, terms }, free))).toBe('self_cross')
    expect(setup.venue.orders).toHaveLength(1)
  })
})

describe('with every limit used up, stale prices, paused automated orders and no approved agent', () => {
  it('cancels, manual and automated closes, and Flatten are sent all the same', async () => {
    const setup = await opened('3')
    await setup.trading.submit(setup.id(1), { ...BUY, price: '570.10' as never })
    await setup.trading.submit(setup.id(2), { ...BUY, price: '570.20' as never })
    await setup.clock.advanceAsync(3_000)
    const held = { id: 'exit-1', what: 'Stop' }
    setup.limits = {
      ...setup.limits,
      ...{ ordersPerMinute: 0, heldOrdersPerMinute: 0, throttleFills: 1, position: '0.1' as never },
      ...{
        worstCase: '0.1' as never,
        orderValue: '1' as never,
        dayLoss: '0.1' as never,
        priceBandDegrees: '0.01' as never,
      },
    }
    setup.stale = true
    const missing = () => setup.venue.fail('prepare', failure('problem', 'agent_not_approved', 'No approved agent.'))
    missing()
    const oid = setup.action(1).oid ?? ''
    await codeOf(setup, setup.trading.submit(setup.id(11), { kind: 'cancel', asset: ASSET, oid, cloid: null }), 11)
    expect([setup.action(11).state, setup.approvals]).toEqual(['done', 1])
    for (const [number, by] of [
      [12, {}],
      [13, { held }],
    ] as const) {
      missing()
      await codeOf(setup, setup.trading.submit(setup.id(number), { ...closeOf(ASSET), size: '1' as never }, by), number)
      expect(setup.action(number).state).toBe('filled')
    }
    expect([setup.venue.position, setup.approvals]).toEqual(['1', 3])
    const distance = { kind: 'distance', distance: '3', bound: null }
    const protection = { scalar: distance, probability: { ...distance, distance: '0.05' } } as never
    const request = setup.trading.flatten({ requestId: setup.id(14), protection, cancelOrders: true })
    await setup.clock.advanceAsync(30_000)
    await request
    expect(setup.venue.position).toBe('0')
    expect(setup.venue.orders.filter(({ status }) => status === 'resting')).toEqual([])
  })
})
