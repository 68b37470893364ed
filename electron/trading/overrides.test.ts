import { describe, expect, it } from 'vitest'
import { codeText } from '../../contract/action-code.ts'
import type { SafetyRecord } from '../../contract/activity.ts'
import type { Intent } from '../../contract/intent.ts'
import { DEFAULT_LIMITS, type TradingLimits } from '../../contract/limits.ts'
import { LONG } from './testing/intents.ts'
import { BUY, openTradingSetup, type TradingSetup } from './testing/setup.ts'

const HERE = 'window-1'
const IOC = { ...BUY, tif: 'IOC' } as const

interface Opened extends TradingSetup {
  book: { bids: { px: string; sz: string }[]; asks: { px: string; sz: string }[]; stale: boolean } | null
}

async function opened(limits: Partial<TradingLimits> = {}): Promise<Opened> {
  const setup = (await openTradingSetup({
    limits: () => ({ ...DEFAULT_LIMITS, dayLoss: null, ...limits }) as TradingLimits,
  })) as Opened
  setup.book = {
    bids: [{ px: '570.90', sz: '1000000' }],
    asks: [{ px: '571.10', sz: '1000000' }],
    stale: false,
  }
  setup.facts = { ...setup.facts, depth: () => setup.book as never }
  setup.venue.behaviour = 'fill'
  await setup.clock.advanceAsync(3_000)
  return setup
}

async function sentAs(
  setup: TradingSetup,
  number: number,
  intent: Intent = IOC,
  by: Parameters<TradingSetup['trading']['submit']>[2] = { window: HERE },
): Promise<string | null> {
  void setup.trading.submit(setup.id(number), intent, by)
  await setup.clock.advanceAsync(4_000)
  const { code } = setup.action(number)
  return code === null ? null : codeText(code)
}

const SMALL = { orderSize: '1.5' as never }
interface Ask {
  readonly intent?: Intent
  readonly window?: string
}
const asked = (setup: TradingSetup, number: number, { intent = IOC, window = HERE }: Ask = {}) =>
  setup.trading.overrides.question({ actionId: setup.id(number), intent, window })
const given = (setup: TradingSetup, number: number, as: number, { intent = IOC, window = HERE }: Ask = {}) =>
  setup.trading.overrides.grant({ actionId: setup.id(number), intent, window }, setup.id(as), 'Limit order').ok
const records = (setup: TradingSetup): readonly SafetyRecord[] =>
  setup.trading.safety.recent().filter(({ kind }) => kind === 'override')

describe('one order beyond a limit of the trader’s own', () => {
  it('is sent unchanged once the trader has confirmed, and is recorded', async () => {
    const setup = await opened(SMALL)
    expect(await sentAs(setup, 1)).toBe('limit_order_size')
    expect(asked(setup, 1)).toMatchObject({
      ok: true,
      value: {
        limits: [expect.stringMatching(/Max order size: Order size 2 contracts exceeds your limit of 1\.5\./)],
      },
    })
    expect(records(setup)).toEqual([])
    expect(given(setup, 1, 2)).toBe(true)
    expect(records(setup)).toMatchObject([
      {
        text: expect.stringMatching(
          /You allowed one order beyond a limit\. Limit order\. Max order size: Order size 2 contracts exceeds your limit of 1\.5\./,
        ),
      },
    ])
    expect(await sentAs(setup, 2)).toBe(null)
    expect(setup.action(2)).toMatchObject({ state: 'filled', overrode: [expect.stringContaining('Max order size')] })
    expect(setup.signatures).toBe(1)
  })

  it.each([
    ['limit_order_value', { orderValue: '100' }, IOC],
    ['limit_order_size', { orderSize: '1' }, IOC],
    ['limit_price_band', { priceBandDegrees: '1' }, { ...IOC, price: '575.00' }],
    ['limit_depth', { depthShare: 1 }, { ...IOC, price: '571.10' }],
    ['limit_orders_per_minute', { ordersPerMinute: 1 }, IOC],
  ] as const)('%s', async (code, limits, intent) => {
    const setup = await opened(limits as never)
    const order = intent as Intent
    if (code === 'limit_depth')
      setup.book = { bids: [{ px: '570.90', sz: '9' }], asks: [{ px: '571.10', sz: '9' }], stale: false }
    if (code === 'limit_orders_per_minute') expect(await sentAs(setup, 9, { ...IOC, size: '1' as never })).toBe(null)
    expect(await sentAs(setup, 1, order)).toBe(code)
    expect(given(setup, 1, 2, { intent: order })).toBe(true)
    expect(await sentAs(setup, 2, order)).not.toBe(code)
    // No limit is looser for the next one.
    expect(await sentAs(setup, 3, order)).toBe(code)
  })

  it('of the collar of a minute', async () => {
    const setup = await opened({ collarDegrees: '2' as never })
    const at = (price: string): Intent => ({ ...IOC, price: price as never })
    expect(await sentAs(setup, 1, at('571.10'))).toBe(null)
    expect(await sentAs(setup, 2, at('574.00'))).toBe('limit_collar')
    expect(given(setup, 2, 3, { intent: at('574.00') })).toBe(true)
    expect(await sentAs(setup, 3, at('574.00'))).toBe(null)
    expect(await sentAs(setup, 4, at('574.00'))).toBe('limit_collar')
  })

  it('is not allowed a second time', async () => {
    const setup = await opened(SMALL)
    await sentAs(setup, 1)
    expect(given(setup, 1, 2)).toBe(true)
    expect([asked(setup, 1).ok, given(setup, 1, 3)]).toEqual([false, false])
    expect(await sentAs(setup, 2)).toBe(null)
    expect(await sentAs(setup, 3)).toBe('limit_order_size')
    // The same request once more is the same order.
    await sentAs(setup, 2)
    expect(setup.signatures).toBe(1)
  })

  it('does not cover another order', async () => {
    const setup = await opened(SMALL)
    await sentAs(setup, 1)
    const dearer = { ...IOC, price: '571.51' as never }
    expect([asked(setup, 1, { intent: dearer }).ok, given(setup, 1, 2, { intent: dearer })]).toEqual([false, false])
    expect(given(setup, 1, 2)).toBe(true)
    expect(await sentAs(setup, 2, dearer)).toBe('limit_order_size')
    // Voided by that: the right one is not sent either.
    expect(await sentAs(setup, 3)).toBe('limit_order_size')
    expect(setup.signatures).toBe(0)
  })

  it('does not cover another window or account', async () => {
    const setup = await opened(SMALL)
    await sentAs(setup, 1)
    expect([asked(setup, 1, { window: 'window-2' }).ok, given(setup, 1, 2, { window: 'window-2' })]).toEqual([
      ...[false, false],
    ])
    expect(given(setup, 1, 2)).toBe(true)
    expect(await sentAs(setup, 2, IOC, { window: 'window-2' })).toBe('limit_order_size')
    await sentAs(setup, 3)
    expect(given(setup, 3, 4)).toBe(true)
    setup.signIn(`0x${'e'.repeat(40)}` as never)
    expect(await sentAs(setup, 4)).toBe('limit_order_size')
  })

  it('expires a minute after the refusal, and a minute after the confirmation', async () => {
    const setup = await opened(SMALL)
    await sentAs(setup, 1)
    await setup.clock.advanceAsync(56_500)
    expect(asked(setup, 1)).toMatchObject({ ok: false, error: expect.stringContaining('more than a minute ago') })
    expect(given(setup, 1, 2)).toBe(false)
    await sentAs(setup, 3)
    expect(given(setup, 3, 4)).toBe(true)
    await setup.clock.advanceAsync(60_000)
    expect(await sentAs(setup, 4)).toBe('limit_order_size')
  })

  it('is refused when its estimate is confirmed after the minute', async () => {
    const setup = await opened({ orderSize: '1' as never })
    const intent = { ...LONG, size: '2' as never }
    expect(await sentAs(setup, 1, intent)).toBe('limit_order_size')
    expect(given(setup, 1, 2, { intent })).toBe(true)
    void setup.trading.submit(setup.id(2), intent, { window: HERE })
    await setup.clock.advanceAsync(2_000)
    expect(setup.action(2).estimate).toBeDefined()
    const { signatures } = setup
    for (let wait = 0; wait < 4; wait += 1) await setup.clock.advanceAsync(15_000)
    const estimate = setup.action(2).estimate?.id ?? ''
    setup.trading.confirmEstimate(setup.id(2), estimate, true)
    await setup.clock.advanceAsync(2_000)
    expect(setup.action(2).state).toBe('refused')
    expect(setup.signatures).toBe(signatures)
  })

  it('does not cover a limit that the confirmation does not name: both need one', async () => {
    const setup = await opened({ ...SMALL, depthShare: 1 })
    setup.book = { bids: [{ px: '570.90', sz: '9' }], asks: [{ px: '571.10', sz: '9' }], stale: false }
    const order: Intent = { ...IOC, price: '571.10' as never }
    expect(await sentAs(setup, 1, order)).toBe('limit_order_size')
    expect(given(setup, 1, 2, { intent: order })).toBe(true)
    expect(await sentAs(setup, 2, order)).toBe('limit_depth')
    const both = asked(setup, 2, { intent: order })
    expect(both.ok && both.value.limits.map((text) => text.split(':')[0])).toEqual([
      'Max order size',
      'Max share of the book',
    ])
    expect(given(setup, 2, 3, { intent: order })).toBe(true)
    expect(await sentAs(setup, 3, order)).toBe(null)
  })

  it('does not cover an unknown book, a kill, or a window that is not armed', async () => {
    const setup = await opened({ ...SMALL, depthShare: 1 })
    const order: Intent = { ...IOC, price: '571.10' as never }
    const word = async (number: number): Promise<void> => {
      expect(await sentAs(setup, number, order)).toBe('limit_order_size')
      expect(given(setup, number, number + 1, { intent: order })).toBe(true)
    }
    await word(1)
    if (setup.book !== null) setup.book = { ...setup.book, stale: true }
    expect(await sentAs(setup, 2, order)).toBe('limit_depth_unknown')
    expect(asked(setup, 2, { intent: order }).ok).toBe(false)
    await word(3)
    const refusal = () => ({ code: 'not_armed', message: 'Not armed.', field: null }) as const
    expect(await sentAs(setup, 4, order, { window: HERE, refusal })).toBe('not_armed')
    await word(5)
    void setup.trading.kill(setup.id(90), null)
    await setup.clock.advanceAsync(8_000)
    expect(await sentAs(setup, 6, order)).toBe('killed')
    expect(asked(setup, 6, { intent: order }).ok).toBe(false)
    expect(setup.signatures).toBe(0)
  })

  it.each([
    ['limit_day_loss', { dayLoss: '0.01' }],
    ['limit_position', { position: '1' }],
    ['limit_worst_case', { worstCase: '1' }],
  ])('is never allowed beyond %s', async (code, limits) => {
    const setup = await opened(limits as never)
    if (code === 'limit_day_loss') {
      setup.venue.position = '5' as never
      const { ticker } = setup.facts
      setup.facts = {
        ...setup.facts,
        ticker: (asset) => ({ ...(ticker(asset) as NonNullable<ReturnType<typeof ticker>>), mark: '570.00' as never }),
      }
      // The balance's evidence of it counts after two minutes.
      await setup.clock.advanceAsync(150_000)
    }
    const found = await sentAs(setup, 1)
    expect(found).toBe(code)
    expect([asked(setup, 1).ok, given(setup, 1, 2)]).toEqual([false, false])
  })

  it('is never allowed for what the terminal sends by itself', async () => {
    const setup = await opened(SMALL)
    for (const by of [{ held: { id: 'work', what: 'Slices' } }, {}]) {
      const number = 'held' in by ? 1 : 2
      expect(await sentAs(setup, number, IOC, by)).toBe('limit_order_size')
      expect([asked(setup, number).ok, given(setup, number, 9)]).toEqual([false, false])
    }
  })

  it('is gone after a restart', async () => {
    const setup = await opened(SMALL)
    await sentAs(setup, 1)
    expect(given(setup, 1, 2)).toBe(true)
    await setup.restart()
    expect(asked(setup, 1).ok).toBe(false)
    expect(await sentAs(setup, 2)).toBe('limit_order_size')
  })
})
