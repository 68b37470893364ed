import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ActionState, isFinal } from '../../../contract/action.ts'
import { compare, type Price, price, type Size, size, subtract, trimZeros } from '../../../contract/decimal.ts'
import type { CloseIntent } from '../../../contract/intent.ts'
import { runs } from '../../../contract/testing/property-runs.ts'
import { BINARY } from '../testing/model-binary.ts'
import { YES } from '../testing/model-outcomes.ts'
import { ASSET, failure } from '../testing/model-venue.ts'
import { openTradingSetup, type SetupOptions, type TradingSetup } from '../testing/setup.ts'
import { stepId } from './action-events.ts'

/** The mark is 571.00: at first no worse than 0.10 °F, at most 1 °F. */
const CLOSE: CloseIntent = {
  kind: 'close',
  asset: ASSET,
  position: 'long',
  size: null,
  protection: { kind: 'distance', distance: price('0.10'), bound: price('1') },
}
const PRICES = ['570.90', '570.84', '570.72', '570.48', '570.00']
const SETTLED = 30_000

async function holding(held: string, more: SetupOptions = {}) {
  const setup = await openTradingSetup(more)
  setup.venue.position = held as Size
  return setup
}

/** The published close once it has ended. */
async function closed(setup: TradingSetup, intent: CloseIntent = CLOSE) {
  await setup.submit(1, intent)
  await setup.clock.advanceAsync(SETTLED)
  return setup.trading.action(setup.id(1))
}
const sent = ({ venue }: TradingSetup) => venue.orders.map((order) => [order.price, order.size])
/** Available size at each price, with the rest at none. */
const book =
  (levels: Record<string, string>) =>
  ({ price: at }: { readonly price: Price }) =>
    (levels[at] ?? '0') as Size

describe('a scalar close', () => {
  it('that fills at its first price is one order', async () => {
    const setup = await holding('50')
    expect(await closed(setup)).toMatchObject({ state: 'filled', filled: '50' })
    expect(sent(setup)).toEqual([['570.90', '50']])
  })

  it('widens step by step with the rest until it has filled, each order journalled by itself, and is published as one', async () => {
    const setup = await holding('50')
    setup.venue.meets = book({ '570.90': '20', '570.72': '20', '570.48': '30' })
    const action = await closed(setup)
    expect(action).toMatchObject({ state: 'filled', filled: '50', message: null })
    expect(sent(setup)).toEqual([
      ['570.90', '50'],
      ['570.84', '30'],
      ['570.72', '30'],
      ['570.48', '10'],
    ])
    expect(setup.venue.position).toBe('0')
    for (const [at, number] of [2, 3, 4].entries()) {
      const step = setup.journal.read(stepId(setup.id(1), number))
      expect(step).toMatchObject({ step: { of: setup.id(1), number }, intent: { size: ['30', '30', '10'][at] } })
    }
    const records = setup.trading.topics.view({ kind: 'actions' })
    expect(records?.map(({ id }) => id)).toEqual([setup.id(1)])
    expect(records?.[0]?.execution).toMatchObject({ size: '50', average: '570.744000000000'.replace(/0+$/, '') })
  })

  it('that reaches its bound reports the rest, and sends nothing beyond it', async () => {
    const setup = await holding('50')
    setup.venue.meets = book({ '570.90': '40' })
    const action = await closed(setup)
    expect(action).toMatchObject({ state: 'cancelled', filled: '40' })
    expect(action?.message).toBe('40 of 50 closed. The rest would trade beyond your cap of 570.00.')
    expect(setup.venue.orders.map((order) => order.price)).toEqual(PRICES)
    const none = await holding('50')
    none.venue.meets = book({})
    expect((await closed(none))?.message).toBe('None of 50 closed. All of it would trade beyond your cap of 570.00.')
  })

  it('of a short buys, upwards', async () => {
    const setup = await holding('-5')
    setup.venue.meets = book({ '571.16': '5' })
    expect(await closed(setup, { ...CLOSE, position: 'short' })).toMatchObject({ state: 'filled', filled: '5' })
    expect(sent(setup)).toEqual([
      ['571.10', '5'],
      ['571.16', '5'],
    ])
  })

  it('with prices fixed at the click uses them, regardless of where the market has gone', async () => {
    const setup = await holding('5')
    setup.venue.mark = '569.00' as Price
    setup.venue.meets = book({})
    const worst = { kind: 'worst', price: price('570.90'), bound: price('570.00') } as const
    await closed(setup, { ...CLOSE, protection: worst })
    expect(setup.venue.orders.map((order) => order.price)).toEqual(PRICES)
  })

  it('stops after the current order when the trader asks for it', async () => {
    const setup = await holding('50')
    const messages: boolean[] = []
    setup.venue.meets = () => {
      messages.push(setup.trading.stopClosing(setup.id(1)))
      return '10' as Size
    }
    expect((await closed(setup))?.message).toBe('10 of 50 closed. Stopped by you.')
    expect([sent(setup).length, messages]).toEqual([1, [true]])
    expect(setup.trading.stopClosing(setup.id(1))).toBe(false)
  })

  it('continues with at most the current position, and ends when there is none', async () => {
    const setup = await holding('50')
    setup.venue.meets = ({ price: at }) => {
      if (at === PRICES[0]) setup.venue.position = '20' as Size
      return (at === PRICES[0] ? '10' : '50') as Size
    }
    expect(await closed(setup)).toMatchObject({ filled: '20', state: 'filled' })
    expect(sent(setup)).toEqual([
      ['570.90', '50'],
      ['570.84', '10'],
    ])
  })

  it('follows neither an order with an unknown result nor a refusal', async () => {
    const setup = await holding('50')
    setup.venue.fail('submit', failure('problem', 'market_closed', 'The market is closed.', { status: 409 }))
    expect(await closed(setup)).toMatchObject({ state: 'rejected', code: 'market_closed' })
    expect(setup.venue.orders).toEqual([])
  })

  it('without a match, by the exchange’s error, widens all the same', async () => {
    const setup = await holding('5')
    const text = 'Order could not immediately match against any resting orders.'
    setup.venue.fail('submit', failure('problem', 'rejected', text, { status: 400 }))
    expect(await closed(setup)).toMatchObject({ state: 'filled', filled: '5' })
    expect(sent(setup)).toEqual([['570.84', '5']])
  })

  it.each<ActionState>(['drafted', 'journalled', 'prepared', 'verified', 'signed', 'sent', 'acknowledged'])(
    'that was killed at %s of its second order sends nothing automatically at the next start, and is read to its end',
    async (state) => {
      let killed = false
      const setup = await holding('50', {
        onStep: (reached, { step }) => {
          if (reached !== state || step === undefined || killed) return undefined
          killed = true
          return new Promise<never>(() => {})
        },
      })
      setup.venue.meets = book({ '570.90': '20', '570.84': '10' })
      void setup.trading.submit(setup.id(1), CLOSE)
      await setup.clock.advanceAsync(3_000)
      expect(killed).toBe(true)
      const before = setup.venue.orders.length
      await setup.restart()
      await setup.clock.advanceAsync(600_000)
      expect(setup.venue.orders).toHaveLength(before)
      const action = setup.trading.action(setup.id(1))
      const filled = subtract(size('50'), setup.venue.position)
      expect(isFinal(action?.state ?? 'unknown')).toBe(true)
      expect(compare(action?.filled ?? ('0' as Size), filled)).toBe(0)
    },
  )

  it('never closes more than the position, nor trades beyond its bound, regardless of matches and losses', async () => {
    const session = fc.record({
      held: fc.integer({ min: -60, max: 60 }).filter((count) => count !== 0),
      asked: fc.option(fc.integer({ min: 1, max: 60 })),
      meets: fc.array(fc.integer({ min: 0, max: 40 }), { minLength: 5, maxLength: 5 }),
      /** The position as others change it, right after an order. */
      others: fc.array(fc.integer({ min: -5, max: 5 }), { minLength: 5, maxLength: 5 }),
      faults: fc.array(fc.constantFrom('none', 'lost', 'lost answer'), { maxLength: 5 }),
    })
    await fc.assert(
      fc.asyncProperty(session, async ({ held, asked, meets, others, faults }) => {
        const setup = await holding(String(held))
        const { venue } = setup
        const isLong = held > 0
        const want = Math.min(asked ?? Math.abs(held), Math.abs(held))
        let order = 0
        venue.meets = () => {
          const moved = Number(venue.position) + (others[order] ?? 0)
          venue.position = String(moved * held > 0 ? moved : held > 0 ? 1 : -1) as Size
          order += 1
          return String(meets[order - 1] ?? 0) as Size
        }
        for (const fault of faults) {
          if (fault === 'none') continue
          venue.fail('submit', failure('no_answer', 'timeout', 'No answer.'), fault === 'lost answer')
        }
        const size = asked === null ? null : (String(want) as Size)
        void setup.trading.submit(setup.id(1), { ...CLOSE, position: isLong ? 'long' : 'short', size })
        await setup.clock.advanceAsync(600_000)
        const filled = venue.orders.reduce((sum, one) => sum + Number(one.filled), 0)
        expect(filled).toBeLessThanOrEqual(want)
        expect(Number(venue.position) * held).toBeGreaterThanOrEqual(0)
        const bound = price(isLong ? '570.00' : '572.00')
        for (const one of venue.orders) {
          expect(compare(one.price, bound) * (isLong ? 1 : -1)).toBeGreaterThanOrEqual(0)
          expect(one).toMatchObject({ reduceOnly: true, tif: 'IOC' })
        }
        const action = setup.trading.action(setup.id(1))
        expect(isFinal(action?.state ?? 'unknown')).toBe(true)
        expect(Number(action?.filled ?? 0)).toBe(filled)
      }),
      { numRuns: runs(25, 1_500) },
    )
  })
})

describe('a close of binary contracts and of shares', () => {
  const PROTECTION = { kind: 'distance', distance: price('0.02'), bound: price('0.05') } as const
  /** The mark of both is 0.550. The requested percentage lies at or inside each price. */
  it.each([
    ['contracts', BINARY, ['0.531', '0.528', '0.525', '0.517', '0.501']],
    ['shares', YES, ['0.531', '0.528', '0.525', '0.517', '0.501']],
  ])('of %s widens step by step to its bound in cents, with the rest', async (_what, asset, prices) => {
    const setup = await openTradingSetup()
    hold(setup, asset, '50')
    const met = book({ [prices[0] ?? '']: '20', [prices[2] ?? '']: '20' })
    for (const model of [setup.venue.binary, setup.venue.outcomes]) {
      model.meets = ({ price: at }) => met({ price: trimZeros(at) })
    }
    const action = await closed(setup, {
      ...{ kind: 'close', position: 'long', asset, size: null, ...directionOf(asset), protection: PROTECTION },
    })
    expect(action).toMatchObject({ state: 'cancelled', filled: '40' })
    expect(action?.message).toMatch(/^40 of 50 closed\. The rest would trade beyond your cap of 0\.500\.$/)
    expect(setup.venue.orders.map((order) => [trimZeros(order.price), trimZeros(order.size)])).toEqual(
      prices.map((at, step) => [at, ['50', '30', '30', '10', '10'][step]]),
    )
  })

  it.each([
    ['contracts', BINARY],
    ['shares', YES],
  ])('of %s begins at the first price that the market has not passed', async (_what, asset) => {
    const setup = await openTradingSetup()
    hold(setup, asset, '5')
    const protection = { kind: 'worst', price: price('0.560'), bound: price('0.500') } as const
    const action = await closed(setup, {
      kind: 'close',
      position: 'long',
      asset,
      size: null,
      ...directionOf(asset),
      protection,
    })
    expect(action).toMatchObject({ state: 'filled', filled: '5' })
    const at = setup.venue.orders[0]?.price ?? price('1')
    expect(compare(at, price('0.55'))).toBeLessThanOrEqual(0)
    expect(compare(at, price('0.50'))).toBeGreaterThanOrEqual(0)
  })
})

/** Sides of outcomes are sold; binary contracts have a direction. */
const directionOf = (asset: string) => (asset === BINARY ? ({ position: 'long' } as const) : {})

function hold({ venue }: TradingSetup, asset: string, held: string): void {
  venue.binary.leverage = 2
  venue.outcomes.mark = price('0.550')
  if (asset === BINARY) venue.binary.position = held as Size
  else venue.outcomes.shares.set(asset, held as Size)
}
