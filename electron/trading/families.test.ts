import { describe, expect, it } from 'vitest'
import { absolute, compare, type Money, multiply, type Price, type Size, subtract } from '../../contract/decimal.ts'
import type { CancelIntent, ConvertIntent, Intent } from '../../contract/intent.ts'
import { DEFAULT_LIMITS } from '../../contract/limits.ts'
import { AWAITING_CONFIRMATION } from './actions/index.ts'
import {
  CLOSE_BINARY,
  closeOf,
  DOWN,
  LIMIT,
  MARKET_BUY,
  MERGE,
  MERGE_QUESTION,
  NEGATE,
  LONG as PREDICT,
  SETUP,
  SPLIT,
  TRANSFER,
  UP,
} from './testing/intents.ts'
import { BINARY } from './testing/model-binary.ts'
import { failure } from './testing/model-failure.ts'
import { NO, OTHER_YES, YES } from './testing/model-outcomes.ts'
import { MARKET } from './testing/model-venue.ts'
import { openTradingSetup, type TradingSetup } from './testing/setup.ts'

const SENT = ['drafted', 'checked', 'journalled', 'prepared', 'verified', 'signed', 'sent', 'acknowledged']
const NO_ANSWER = failure('no_answer', 'timeout', 'No answer.')
/** Long enough for what was prepared to expire and be missed twice; and for actions without an expiry. */
const LONG = 60_000
const WITHOUT_EXPIRY = 320_000

/** Trading whose binary assets are set up already. */
async function setUp(more?: Parameters<typeof openTradingSetup>[0]): Promise<TradingSetup> {
  const setup = await openTradingSetup(more)
  setup.venue.binary.leverage = 2
  return setup
}
async function confirmed(setup: TradingSetup, number: number, intent: Intent, accept = true) {
  await setup.submit(number, intent)
  setup.trading.confirmEstimate(setup.id(number), setup.action(number).estimate?.id ?? '', accept)
  await setup.clock.advanceAsync(300)
  return setup.action(number)
}
const once = (setup: TradingSetup): void => expect(new Set(setup.venue.arrivals).size).toBe(setup.venue.arrivals.length)

describe('an outcome market past its expiry that the service does not report as over', () => {
  it('accepts no purchase, and never blocks a sale of a holding', async () => {
    const setup = await openTradingSetup({}, (venue) => venue.outcomes.shares.set(YES, '10' as Size))
    const { outcome } = setup.facts
    setup.facts = {
      ...setup.facts,
      outcome(coin) {
        const found = outcome(coin)
        return found && { ...found, market: { ...found.market, expiry: setup.clock.now() } }
      },
    }
    expect(await setup.submit(1, LIMIT)).toMatchObject({ state: 'refused', code: 'market_closed' })
    expect(await setup.submit(2, { ...LIMIT, side: 'sell' })).toMatchObject({ state: 'resting' })
    setup.venue.outcomes.settling = true
    expect(await setup.submit(3, { ...LIMIT, side: 'sell' })).toMatchObject({ state: 'refused', code: 'market_closed' })
  })
})

describe('the setup of binary markets', () => {
  it('signs leverage 2 for each asset, sends them together, and is done', async () => {
    const setup = await openTradingSetup()
    expect(await setup.submit(1, SETUP)).toMatchObject({ state: 'done', code: null })
    expect(setup.states(1)).toEqual([...SENT, 'done'])
    expect(setup.venue.binary.leverage).toBe(2)
    expect(setup.signatures).toBe(2)
    expect(setup.venue.arrivals).toEqual(['prepared-1', 'prepared-2'])
  })
  it.each([
    [
      { leverage: 1, ready: null },
      /The venue accepted the setup but reports 1× leverage; binary contracts trade at 2× only\./,
    ],
    [{ leverage: null, ready: false }, /The venue accepted the setup but reports that it is not ready\. Try again\./],
  ])(
    'is refused by the terminal when the service accepted it and reports that it is not set: %o',
    async (answer, text) => {
      const setup = await openTradingSetup()
      setup.venue.binary.setupAnswer = answer
      const action = await setup.submit(1, SETUP)
      expect(action).toMatchObject({
        state: 'rejected',
        code: 'leverage_not_set',
        message: expect.stringMatching(text),
      })
      expect(setup.venue.count('setupSubmit')).toBe(1)
    },
  )
  it('has nothing to do when the leverage is 2 already', async () => {
    const setup = await setUp()
    expect((await setup.submit(1, SETUP)).state).toBe('done')
    expect(setup.states(1)).not.toContain('prepared')
    expect(setup.signatures).toBe(0)
    expect(setup.action(1).steps.at(-1)?.detail).toMatch(/Leverage is already 2×\./)
  })
  it('signs none of them when one does not match', async () => {
    const setup = await openTradingSetup()
    setup.venue.tamper = (action) => (action.asset === 3 ? { ...action, leverage: 20 } : action)
    expect(await setup.submit(1, SETUP)).toMatchObject({ state: 'refused', code: 'mismatch' })
    expect(setup.signatures).toBe(0)
  })
  it.each([
    [true, 'expired'],
    [false, 'expired'],
  ])('without an answer (arrived: %s) reports that the next prediction takes care of it', async (arrives, state) => {
    const setup = await openTradingSetup()
    setup.venue.fail('setupSubmit', NO_ANSWER, arrives)
    await setup.submit(1, SETUP)
    await setup.clock.advanceAsync(1_000)
    expect(setup.action(1)).toMatchObject({ state, message: expect.stringMatching(/next prediction/) })
    once(setup)
  })
})

describe('a binary prediction', () => {
  it('shows price, bound and contracts, and signs nothing before the trader confirms', async () => {
    const setup = await setUp()
    const action = await setup.submit(1, UP)
    expect(action).toMatchObject({ state: 'prepared', code: 'awaiting_estimate' })
    expect(action.estimate).toMatchObject({ average: '0.550', limit: '0.66', contracts: '37.87', targetMark: null })
    expect(setup.signatures).toBe(0)
    setup.trading.confirmEstimate(setup.id(1), action.estimate?.id ?? '', true)
    await setup.clock.advanceAsync(100)
    expect(setup.action(1)).toMatchObject({ state: 'filled', filled: '37.87', oid: '1000', cloid: null, code: null })
    expect(setup.venue.binary.position).toBe('37.87')
    expect(setup.venue.arrivals).toEqual(['prepared-1'])
  })
  it('of DOWN sells UP, at the maximum cost of DOWN', async () => {
    const setup = await setUp()
    expect(await confirmed(setup, 1, DOWN)).toMatchObject({ state: 'filled' })
    const [order] = setup.venue.orders
    expect(order).toMatchObject({ side: 'sell', price: '0.442' })
    const cost = multiply(subtract('1' as never, '0.442' as never), order?.size ?? ('0' as Size))
    expect(compare(cost, DOWN.amount)).toBeLessThanOrEqual(0)
    expect(compare(setup.venue.binary.position, `-${order?.size}` as Size)).toBe(0)
  })
  it('costs no more than the amount at its limit, even where the service divides the amount by a better price', async () => {
    const setup = await setUp()
    setup.venue.binary.dividesBy = 'expected'
    expect((await setup.submit(1, UP)).estimate).toMatchObject({ limit: '0.66', contracts: '37.87' })
    setup.trading.confirmEstimate(setup.id(1), setup.action(1).estimate?.id ?? '', true)
    await setup.clock.advanceAsync(300)
    expect(setup.action(1).state).toBe('filled')
    expect(setup.venue.binary.position).toBe('37.87')
  })
  it('of a side at 0.4 % counts in the limits at the contracts that its amount buys at its worst price', async () => {
    const setup = await setUp()
    setup.venue.binary.mark = '0.996' as Price
    const cheap = { ...DOWN, amount: '20' as Money, protection: { kind: 'worst', price: '0.946' as Price } } as const
    expect(await confirmed(setup, 1, cheap)).toMatchObject({ state: 'filled', filled: '384.61' })
  })
  it('that is declined signs nothing', async () => {
    const setup = await setUp()
    expect(await confirmed(setup, 1, UP, false)).toMatchObject({ state: 'refused', code: 'declined' })
    expect(setup.signatures).toBe(0)
  })
  it('that fills in part or not at all ends accordingly, by the reads', async () => {
    const setup = await setUp()
    setup.venue.binary.behaviour = 'rest'
    await confirmed(setup, 1, UP)
    await setup.clock.advanceAsync(1_000)
    expect(setup.action(1)).toMatchObject({ state: 'cancelled', filled: '0' })
    setup.venue.binary.behaviour = 'half'
    await confirmed(setup, 2, UP)
    await setup.clock.advanceAsync(1_000)
    expect(setup.action(2).state).toBe('cancelled')
    expect(compare(setup.action(2).filled ?? ('0' as Size), '18.935' as Size)).toBe(0)
  })
  it('signs no leverage that the trader was not asked about, and shows the remedy', async () => {
    const setup = await openTradingSetup()
    const { setsLeverage: _, ...unasked } = UP
    expect(await setup.submit(1, unasked)).toMatchObject({ state: 'refused', code: 'leverage_must_be_2' })
    expect(setup.action(1).message).toMatch(/Nothing was signed: .*Press again in the order ticket/)
    expect([setup.signatures, setup.venue.binary.leverage]).toEqual([0, 1])
  })
  it('sets leverage 2 once for a trader who agreed, and continues', async () => {
    const setup = await openTradingSetup()
    expect(await setup.submit(1, UP)).toMatchObject({ state: 'prepared', code: 'awaiting_estimate' })
    expect(setup.venue.binary.leverage).toBe(2)
    const setups = setup.journal.recent('model', 10).filter(({ intent }) => intent.kind === 'binary_setup')
    expect(setups.map(({ state }) => state)).toEqual(['done'])
    expect(
      setup
        .action(1)
        .steps.map(({ detail }) => detail)
        .join(' '),
    ).toMatch(/leverage 2/)
    setup.trading.confirmEstimate(setup.id(1), setup.action(1).estimate?.id ?? '', true)
    await setup.clock.advanceAsync(100)
    expect(setup.action(1).state).toBe('filled')
    once(setup)
  })
  describe('where the service omits the numbers of its binary assets', () => {
    it('sets leverage 2 with the trader’s confirmation, and not without', async () => {
      const setup = await openTradingSetup()
      setup.venue.binary.saysNumbers = false
      expect(await setup.submit(1, SETUP)).toMatchObject({ state: 'prepared', code: AWAITING_CONFIRMATION })
      expect(setup.action(1).message).toMatch(
        /Not verified against your order\. The venue does not report the numbers of its binary assets \(BIN1, BIN2\)\./,
      )
      expect([setup.signatures, setup.venue.binary.leverage]).toEqual([0, 1])
      setup.trading.confirmUnverified(setup.id(1), false)
      await setup.clock.advanceAsync(100)
      expect(setup.action(1)).toMatchObject({ state: 'refused', code: 'declined' })
      expect([setup.signatures, setup.venue.binary.leverage]).toEqual([0, 1])

      await setup.submit(2, SETUP)
      setup.trading.confirmUnverified(setup.id(2), true)
      await setup.clock.advanceAsync(100)
      expect([setup.action(2).state, setup.venue.binary.leverage]).toEqual(['done', 2])
    })

    it('refuses a prepared action for a market that is not binary, unsigned', async () => {
      const setup = await openTradingSetup()
      setup.venue.binary.saysNumbers = false
      setup.venue.tamper = (action) => ({ ...action, asset: MARKET.assetId })
      expect(await setup.submit(1, SETUP)).toMatchObject({ state: 'refused', code: 'mismatch' })
      expect(setup.signatures).toBe(0)
    })

    it('signs nothing where the settings refuse unverified actions', async () => {
      const setup = await openTradingSetup({ unverifiedActions: () => 'refuse' })
      setup.venue.binary.saysNumbers = false
      expect(await setup.submit(1, SETUP)).toMatchObject({ state: 'refused', code: 'unverified' })
      expect(setup.signatures).toBe(0)
    })
  })
  it('continues after a setup whose effect no read can show now', async () => {
    const setup = await openTradingSetup()
    for (let read = 0; read < 50; read++) setup.venue.fail('open', failure('unreachable', 'network', 'Refused.'))
    expect(await setup.submit(1, UP)).toMatchObject({ state: 'prepared', code: 'awaiting_estimate' })
  })
  it('sets leverage 2 even when only the submit requires it, and asks nothing twice', async () => {
    const setup = await setUp()
    await setup.submit(1, UP)
    setup.venue.binary.leverage = 1
    setup.venue.fail('submit', failure('problem', 'leverage_must_be_2', 'The leverage is 1.'))
    setup.trading.confirmEstimate(setup.id(1), setup.action(1).estimate?.id ?? '', true)
    await setup.clock.advanceAsync(3_000)
    expect(setup.action(1).state).toBe('filled')
    expect(setup.venue.binary.leverage).toBe(2)
    expect(setup.venue.orders).toHaveLength(1)
    once(setup)
  })
  it('ends with the refusal of a service that keeps requiring leverage 2', async () => {
    const setup = await setUp()
    for (let answer = 0; answer < 9; answer++) {
      setup.venue.fail('submit', failure('problem', 'leverage_must_be_2', 'The leverage is 1.'))
    }
    await confirmed(setup, 1, UP)
    await setup.clock.advanceAsync(3_000)
    expect(setup.action(1)).toMatchObject({ state: 'rejected', message: 'The leverage is 1.' })
    expect(setup.venue.count('submit')).toBe(3)
  })
  it('ends with the message of a refused setup', async () => {
    const setup = await openTradingSetup()
    setup.venue.fail('setupSubmit', failure('problem', 'leverage_locked', 'Close the position in BIN1 first.'))
    await setup.submit(1, UP)
    expect(setup.action(1)).toMatchObject({ state: 'refused', code: 'leverage_must_be_2' })
    expect(setup.action(1).message).toMatch(/2× leverage was not set: Close the position in BIN1 first/)
    expect(setup.venue.orders).toEqual([])
  })
  it('without an answer is found in the history, or counted as missing after its expiry', async () => {
    for (const arrives of [true, false]) {
      const setup = await setUp()
      setup.venue.fail('submit', NO_ANSWER, arrives)
      await confirmed(setup, 1, UP)
      await setup.clock.advanceAsync(LONG)
      expect(setup.action(1)).toMatchObject(arrives ? { state: 'filled', filled: '37.87' } : { state: 'expired' })
      expect(setup.venue.orders).toHaveLength(arrives ? 1 : 0)
      once(setup)
    }
  })
  it.each<[string, (setup: TradingSetup) => Intent, string, RegExp]>([
    ['of size zero', () => ({ ...UP, amount: '0' as Money }), 'not_positive', /greater than 0/],
    [
      'with a worst price that is no probability: contracts',
      () => ({ ...UP, protection: { kind: 'worst', price: '1.02' as never } }),
      'limit_slippage',
      /between 0 and 1; 1.02 does not/,
    ],
    [
      'further from the price than half a point of probability: a close of contracts',
      () => ({
        kind: 'close',
        position: 'long',
        asset: UP.asset,
        size: null,
        protection: { kind: 'distance', distance: '3', bound: null } as never,
      }),
      'limit_slippage',
      /Slippage can be at most 50 ¢; 300 ¢ is more\./,
    ],
    ['for another asset', () => ({ ...UP, asset: 'BIN9' }), 'unknown_market', /no binary market BIN9/],
    ['for the asset that is not active', () => ({ ...UP, asset: 'BIN2' }), 'binary_wrong_phase', /BIN1 is/],
    [
      'over the limit of one order',
      () => ({ ...UP, amount: '999999' as Money }),
      'limit_order_value',
      /Order value 999,999\.00 USDC exceeds your limit of 250,000 USDC\./,
    ],
    [
      'while they are paused',
      ({ venue }) => {
        venue.binary.paused = true
        return UP
      },
      'market_closed',
      /paused/,
    ],
    [
      'during the settlement, as the window says',
      ({ venue }) => {
        venue.binary.phase = 'ramp'
        return UP
      },
      'binary_wrong_phase',
      /BIN1 is in its ramp phase: entries are closed\./,
    ],
    [
      'in a phase that the terminal does not know, as the window says',
      ({ venue }) => {
        venue.binary.phase = 'unknown'
        return UP
      },
      'binary_wrong_phase',
      /No entries/,
    ],
    [
      'in staging',
      ({ venue }) => {
        venue.binary.phase = 'staging'
        return UP
      },
      'binary_wrong_phase',
      /staging/,
    ],
    [
      'without any price',
      (setup) => {
        setup.facts = { ...setup.facts, ticker: () => null }
        return UP
      },
      'limit_no_mark',
      /No price for BIN1; its price protection cannot be checked\./,
    ],
  ])('%s is refused before anything is prepared', async (_what, arrange, code, text) => {
    const setup = await setUp()
    const intent = arrange(setup)
    void setup.trading.submit(setup.id(1), intent)
    await setup.clock.advanceAsync(4_000)
    expect(setup.action(1)).toMatchObject({ state: 'refused', code, message: expect.stringMatching(text) })
    expect(setup.venue.count('prepare')).toBe(0)
  })
  it('after the cut-off is refused with the time of the cut-off', async () => {
    const setup = await setUp()
    await setup.clock.advanceAsync(7_100_000)
    expect(await setup.submit(1, UP)).toMatchObject({
      state: 'refused',
      code: 'BINARY_ENTRY_CUTOFF',
      message: expect.stringMatching(/Entries in BIN1 closed at 00:10:20 UTC\. The next bucket opens soon\./),
    })
  })
  it('is refused with the service’s message, and never signed when it does not match', async () => {
    const setup = await setUp()
    setup.venue.fail('prepare', failure('problem', 'oi_cap_exceeded', 'The cap is 200000 contracts.'))
    expect(await setup.submit(1, UP)).toMatchObject({ state: 'rejected', message: 'The cap is 200000 contracts.' })
    setup.venue.tamper = (action) => ({ ...action, orders: [{ ...(action.orders as object[])[0], b: false }] })
    expect(await setup.submit(2, UP)).toMatchObject({ state: 'refused', code: 'mismatch' })
    expect(setup.signatures).toBe(0)
  })
})

describe('a close of binary contracts', () => {
  it.each([
    ['UP', '20', 'sell'],
    ['DOWN', '-20', 'buy'],
  ])('of %s sells the whole position, without a confirmation', async (_direction, position, side) => {
    const setup = await setUp()
    setup.venue.binary.position = position as Size
    const close = { ...CLOSE_BINARY, position: side === 'sell' ? 'long' : 'short' } as const
    expect(await setup.submit(1, close)).toMatchObject({ state: 'filled', filled: '20' })
    expect(setup.venue.orders).toMatchObject([{ asset: BINARY, side, reduceOnly: true, size: '20' }])
    expect(compare(setup.venue.binary.position, '0' as Size)).toBe(0)
  })
  it('closes a part, and refuses more than there is', async () => {
    const setup = await setUp()
    setup.venue.binary.position = '20' as Size
    expect((await setup.submit(1, { ...CLOSE_BINARY, size: '5' as Size })).state).toBe('filled')
    expect(await setup.submit(2, { ...CLOSE_BINARY, size: '16' as Size })).toMatchObject({
      state: 'refused',
      code: 'reduce_only_would_increase',
      message: 'The position is 15; 16 is more than that.',
    })
  })
  it('is refused without a position', async () => {
    const setup = await setUp()
    expect(await setup.submit(1, CLOSE_BINARY)).toMatchObject({
      state: 'refused',
      message: `There is no position in ${BINARY} to close.`,
    })
  })
  it('without an answer is found in the history', async () => {
    const setup = await setUp()
    setup.venue.binary.position = '20' as Size
    setup.venue.fail('submit', NO_ANSWER, true)
    await setup.submit(1, CLOSE_BINARY)
    await setup.clock.advanceAsync(LONG)
    expect(setup.action(1)).toMatchObject({ state: 'filled', filled: '20' })
    once(setup)
  })
})

describe('an outcome order', () => {
  it('at a limit rests under the service’s client order id, fills in parts and to the end', async () => {
    const setup = await openTradingSetup()
    await setup.submit(1, LIMIT)
    await setup.clock.advanceAsync(500)
    const [order] = setup.venue.orders
    expect(setup.action(1)).toMatchObject({ state: 'resting', oid: '1000', cloid: order?.cloid })
    expect(setup.states(1)).toEqual([...SENT, 'resting'])
    setup.venue.fill('1000', '4' as Size)
    await setup.clock.advanceAsync(2_000)
    expect(setup.action(1)).toMatchObject({ state: 'partly_filled', filled: '4' })
    setup.venue.fill('1000', '6' as Size)
    await setup.clock.advanceAsync(2_000)
    expect(setup.action(1)).toMatchObject({ state: 'filled', filled: '10' })
    expect(setup.venue.outcomes.held(YES)).toBe('10')
    expect(setup.venue.count('status')).toBeGreaterThan(0)
  })
  it('is canceled by its client order id', async () => {
    const setup = await openTradingSetup()
    await setup.submit(1, LIMIT)
    await setup.clock.advanceAsync(500)
    const { oid, cloid } = setup.action(1)
    const cancel: CancelIntent = { kind: 'cancel', asset: YES, oid: oid ?? '', cloid }
    await setup.submit(2, cancel)
    await setup.clock.advanceAsync(1_500)
    expect(setup.action(2).state).toBe('done')
    expect(setup.action(1)).toMatchObject({ state: 'cancelled', filled: '0' })
    expect(await setup.submit(3, { ...cancel, cloid: null })).toMatchObject({ state: 'refused', code: 'no_cloid' })
    expect((await setup.submit(4, cancel)).message).toMatch(/cancelled/)
  })
  it('at market fills at once, by its status', async () => {
    const setup = await openTradingSetup()
    await setup.submit(1, MARKET_BUY)
    await setup.clock.advanceAsync(500)
    expect(setup.action(1)).toMatchObject({ state: 'filled', filled: '10' })
    expect(setup.venue.orders).toMatchObject([{ price: '0.420', tif: 'IOC' }])
  })
  it('at market that fills in part ends with the rest canceled', async () => {
    const setup = await openTradingSetup()
    setup.venue.behaviour = 'half'
    await setup.submit(1, MARKET_BUY)
    await setup.clock.advanceAsync(1_000)
    expect(setup.action(1).state).toBe('cancelled')
    expect(compare(setup.action(1).filled ?? ('0' as Size), '5' as Size)).toBe(0)
  })
  it('sells shares, all of them by a close', async () => {
    const setup = await openTradingSetup()
    setup.venue.outcomes.shares.set(YES, '8' as Size)
    await setup.submit(1, closeOf(YES))
    await setup.clock.advanceAsync(500)
    expect(setup.action(1)).toMatchObject({ state: 'filled', filled: '8' })
    expect(setup.venue.orders).toMatchObject([{ side: 'sell', size: '8' }])
    expect(compare(setup.venue.outcomes.held(YES), '0' as Size)).toBe(0)
    expect(await setup.submit(2, closeOf(YES))).toMatchObject({
      state: 'refused',
      message: `There is no position in ${YES} to close.`,
    })
  })
  it.each([
    [true, 'rest', 'resting'],
    [true, 'fill', 'filled'],
    [false, 'rest', 'expired'],
  ] as const)('without an answer (arrived: %s, to %s) is settled by its status: %s', async (arrives, how, state) => {
    const setup = await openTradingSetup()
    setup.venue.behaviour = how
    setup.venue.fail('submit', 'hang', arrives)
    await setup.submit(1, LIMIT)
    await setup.restart()
    await setup.clock.advanceAsync(LONG)
    expect(setup.action(1).state).toBe(state)
    expect(setup.venue.orders).toHaveLength(arrives ? 1 : 0)
    once(setup)
  })
  it('concludes nothing while its reads fail', async () => {
    const setup = await openTradingSetup()
    setup.venue.fail('submit', NO_ANSWER, true)
    for (let i = 0; i < 200; i++) setup.venue.fail('openOutcomes', failure('unreachable', 'network', 'Refused.'))
    await setup.submit(1, LIMIT)
    await setup.clock.advanceAsync(LONG)
    expect(setup.action(1).state).toBe('unknown')
    setup.venue.faults.openOutcomes = []
    await setup.clock.advanceAsync(5_000)
    expect(setup.action(1).state).toBe('resting')
  })
  it.each<[string, (setup: TradingSetup) => Intent, string, RegExp]>([
    ['of size zero', () => ({ ...LIMIT, size: '0' as Size }), 'not_positive', /greater than 0/],
    ['of too fine a size', () => ({ ...LIMIT, size: '1.001' as Size }), 'too_precise', /at most 2 decimals/],
    ['off the tick', () => ({ ...LIMIT, mode: { kind: 'limit', price: '0.3995' as never } }), 'off_tick', /0.001/],
    [
      'at no probability',
      () => ({ ...LIMIT, mode: { kind: 'limit', price: '1' as never } }),
      'not_a_probability',
      /between 0 and 1/,
    ],
    [
      'far above the mark',
      () => ({ ...LIMIT, mode: { kind: 'limit', price: '0.900' as never } }),
      'limit_price_band',
      /0\.900 is 50 ¢ above the mark of 0\.400\. Your price band is 20 ¢: no further than 0\.600\./,
    ],
    [
      'to sell far below the mark',
      ({ venue }) => {
        venue.outcomes.shares.set(YES, '50' as Size)
        return { ...LIMIT, side: 'sell', mode: { kind: 'limit', price: '0.040' as never } }
      },
      'limit_price_band',
      /0\.040 is 36 ¢ below the mark of 0\.400\. Your price band is 20 ¢: no further than 0\.200\./,
    ],
    ['of an unknown coin', () => ({ ...LIMIT, asset: '#99990' }), 'unknown_market', /no outcome #99990/],
    [
      'with a worst price that is no probability: shares',
      () => ({ ...LIMIT, mode: { kind: 'market', protection: { kind: 'worst', price: '1.02' as never } } }),
      'limit_slippage',
      /between 0 and 1; 1.02 does not/,
    ],
    [
      'further from the price than half a point of probability: a sale of all shares',
      () => ({
        kind: 'close',
        position: 'long',
        asset: LIMIT.asset,
        size: null,
        protection: { kind: 'distance', distance: '3', bound: null } as never,
      }),
      'limit_slippage',
      /Slippage can be at most 50 ¢; 300 ¢ is more\./,
    ],
    [
      'with a worst price off the tick',
      () => ({ ...LIMIT, mode: { kind: 'market', protection: { kind: 'worst', price: '0.4205' as never } } }),
      'limit_slippage',
      /multiple of 0.001; 0.4205 is not/,
    ],
    [
      'for more than the collateral',
      (setup) => {
        setup.venue.outcomes.usdhOutcome = '3' as Money
        return LIMIT
      },
      'insufficient_collateral',
      /Needs 3\.90 USDH; 3\.00 is available for outcome markets\. Move USDH to the outcomes balance first\./,
    ],
    [
      'to sell more than the holding',
      () => ({ ...LIMIT, side: 'sell' }),
      'not_enough_shares',
      /You hold only 0 Yes shares\./,
    ],
    [
      'while it settles',
      (setup) => {
        setup.venue.outcomes.settling = true
        return LIMIT
      },
      'market_closed',
      /Settling\. Shares pay out once the result is known\./,
    ],
    [
      'after it expired',
      (setup) => {
        setup.venue.outcomes.expired = true
        return LIMIT
      },
      'market_closed',
      /^Expired/,
    ],
  ])('%s is refused before anything is prepared', async (_what, arrange, code, text) => {
    const setup = await openTradingSetup()
    const intent = arrange(setup)
    await setup.clock.advanceAsync(3_000)
    await setup.submit(1, intent)
    expect(setup.action(1)).toMatchObject({ state: 'refused', code, message: expect.stringMatching(text) })
    expect(setup.venue.count('prepare')).toBe(0)
  })
  it('that does not match the request is never signed', async () => {
    const setup = await openTradingSetup()
    setup.venue.tamper = (action) => ({ ...action, orders: [{ ...(action.orders as object[])[0], s: '100' }] })
    expect(await setup.submit(1, LIMIT)).toMatchObject({ state: 'refused', code: 'mismatch' })
    expect(setup.signatures).toBe(0)
  })
})

describe('a transfer', () => {
  it('is signed by the wallet, and done when the balances show it', async () => {
    const setup = await openTradingSetup()
    await setup.submit(1, TRANSFER)
    await setup.clock.advanceAsync(3_000)
    expect(setup.states(1)).toEqual([...SENT, 'done'])
    expect(setup.venue.outcomes).toMatchObject({ usdh: '800', usdhOutcome: '700' })
    expect(setup.signatures).toBe(1)
  })
  it.each([true, false])('without an answer (arrived: %s) is settled by the balances', async (arrives) => {
    const setup = await openTradingSetup()
    setup.venue.fail('transferSubmit', NO_ANSWER, arrives)
    await setup.submit(1, TRANSFER)
    await setup.clock.advanceAsync(WITHOUT_EXPIRY)
    expect(setup.action(1).state).toBe(arrives ? 'done' : 'expired')
    expect(setup.venue.outcomes.usdh).toBe(arrives ? '800' : '1000')
    once(setup)
  })
  it('is refused for more than the balance, for nothing, or when it was changed in between', async () => {
    const setup = await openTradingSetup()
    expect(await setup.submit(1, { ...TRANSFER, amount: '1001' as Money })).toMatchObject({
      state: 'refused',
      message: 'Only 1000 USDH can be moved; 1001 is more.',
    })
    expect(await setup.submit(2, { ...TRANSFER, amount: '0' as Money })).toMatchObject({ code: 'not_positive' })
    setup.venue.tamper = (message) => ({ ...message, toPerp: true })
    expect(await setup.submit(3, TRANSFER)).toMatchObject({ state: 'refused', code: 'mismatch' })
    expect(setup.signatures).toBe(0)
  })
  it('that the service refuses is rejected with its message', async () => {
    const setup = await openTradingSetup()
    setup.venue.fail('transferSubmit', failure('problem', 'insufficient_margin', 'The account has 100 USDH to move.'))
    expect(await setup.submit(1, TRANSFER)).toMatchObject({
      state: 'rejected',
      message: 'The account has 100 USDH to move.',
    })
  })
})

describe('a conversion', () => {
  const all = '12.5' as Size
  it('of shares that one account read omits continues', async () => {
    const setup = await openTradingSetup()
    for (const coin of [YES, NO]) setup.venue.outcomes.shares.set(coin, all)
    await setup.clock.advanceAsync(3_000)
    setup.venue.emptyPositions = 1
    expect((await setup.submit(1, MERGE)).state).toBe('done')
  })
  it.each<[ConvertIntent, Record<string, Size>, Record<string, string>, string]>([
    [SPLIT, {}, { [YES]: '12.5', [NO]: '12.5' }, '487.5'],
    [MERGE, { [YES]: all, [NO]: all }, { [YES]: '0', [NO]: '0' }, '512.5'],
    [{ ...MERGE, amount: null }, { [YES]: '3' as Size, [NO]: all }, { [YES]: '0', [NO]: '9.5' }, '503'],
    [MERGE_QUESTION, { [YES]: all, [OTHER_YES]: all }, { [YES]: '0', [OTHER_YES]: '0' }, '512.5'],
    [NEGATE, { [NO]: all }, { [NO]: '0', [OTHER_YES]: '12.5' }, '500'],
  ])('$conversion of $amount is done once the history has it', async (intent, before, after, collateral) => {
    const setup = await openTradingSetup()
    for (const [coin, size] of Object.entries(before)) setup.venue.outcomes.shares.set(coin, size)
    await setup.submit(1, intent)
    await setup.clock.advanceAsync(500)
    expect(setup.states(1)).toEqual([...SENT, 'done'])
    expect(setup.action(1).steps.at(-1)?.detail).toBe('The history shows it as conversion 1.')
    for (const [coin, size] of Object.entries(after)) {
      expect(compare(setup.venue.outcomes.held(coin), size as Size), coin).toBe(0)
    }
    expect(setup.venue.outcomes.usdhOutcome).toBe(collateral)
  })
  it('of two identical ones of which one arrived, only one is done', async () => {
    const setup = await openTradingSetup()
    setup.venue.fail('submit', NO_ANSWER, true)
    setup.venue.fail('submit', NO_ANSWER, false)
    await setup.submit(1, SPLIT)
    await setup.submit(2, SPLIT)
    await setup.clock.advanceAsync(LONG)
    expect([setup.action(1).state, setup.action(2).state].sort()).toEqual(['done', 'expired'])
    expect(setup.venue.outcomes.history).toHaveLength(1)
    once(setup)
  })
  it.each<[string, ConvertIntent, string, RegExp]>([
    ['of size zero', { ...SPLIT, amount: '0' as Size }, 'not_positive', /greater than 0/],
    ['split without an amount', { ...SPLIT, amount: null }, 'not_positive', /Enter the number of shares\./],
    [
      'negation without the question',
      { ...NEGATE, questionId: null },
      'bad_input',
      /^Choose the question to merge or negate in\.$/,
    ],
    ['beyond the collateral', { ...SPLIT, amount: '501' as Size }, 'insufficient_collateral', /500 is available/],
    [
      'merge without a holding',
      MERGE,
      'not_enough_shares',
      /^You hold 0 shares of each side of Below 75 °F; 12\.5 is more\.$/,
    ],
    [
      'merge of everything without a holding',
      { ...MERGE, amount: null },
      'not_enough_shares',
      /^Nothing to merge: you do not hold shares of both sides of Below 75 °F\.$/,
    ],
    [
      'merge of a question',
      MERGE_QUESTION,
      'not_enough_shares',
      /^You hold 0 shares of each outcome of the question; 12\.5 is more\.$/,
    ],
    [
      'negation without a holding',
      NEGATE,
      'not_enough_shares',
      /^You hold 0 No shares of Below 75 °F; 12\.5 is more\.$/,
    ],
  ])('%s is refused before anything is prepared', async (_what, intent, code, text) => {
    const setup = await openTradingSetup()
    expect(await setup.submit(1, intent)).toMatchObject({
      state: 'refused',
      code,
      message: expect.stringMatching(text),
    })
    expect(setup.venue.count('prepare')).toBe(0)
  })
  it('that the service refuses is rejected with its message, and a changed one is never signed', async () => {
    const setup = await openTradingSetup()
    setup.venue.fail('prepare', failure('problem', 'insufficient_shares', 'There are too few shares.'))
    expect(await setup.submit(1, SPLIT)).toMatchObject({ state: 'rejected', message: 'There are too few shares.' })
    setup.venue.tamper = () => ({ type: 'userOutcome', splitOutcome: { outcome: 701, amount: '400' } })
    expect(await setup.submit(2, SPLIT)).toMatchObject({ state: 'refused', code: 'mismatch' })
    expect(setup.signatures).toBe(0)
  })
})

describe('an agent that is not approved', () => {
  /** With contracts of UP to close. */
  async function withUp() {
    const setup = await setUp()
    await setup.submit(1, UP)
    setup.venue.behaviour = 'fill'
    setup.trading.confirmEstimate(setup.id(1), setup.action(1).estimate?.id ?? '', true)
    await setup.clock.advanceAsync(5_000)
    return setup
  }
  const missing = (code: string) => failure('problem', code, 'Approve the agent first.', { status: 403 })

  it.each<[string, Intent]>([
    ['agent_not_approved', UP],
    ['agent_not_approved', PREDICT],
    ['agent_not_approved', SETUP],
    ['outcome_agent_not_approved', LIMIT],
    ['outcome_agent_not_approved', MARKET_BUY],
    ['outcome_agent_not_approved', SPLIT],
    ['outcome_agent_not_approved', TRANSFER],
  ])('%s is reported and requested as its own step: the $kind ends with nothing signed', async (code, intent) => {
    const setup = await setUp()
    const signed = setup.signatures
    setup.venue.fail('prepare', missing(code))
    const action = await setup.submit(1, intent)
    expect(action).toMatchObject({ state: 'refused', code })
    expect(action.message).toBe(
      'Approve the agent first. Nothing was signed. Approve the agent in Account with your wallet, then send it again.',
    )
    expect([setup.approvals, setup.signatures - signed, setup.lostApprovals]).toEqual([0, 0, 1])
    expect(setup.venue.count('prepare')).toBe(1)
  })
  it('found missing by the submit that follows the confirmation, it is not signed either', async () => {
    const setup = await setUp()
    await setup.submit(1, PREDICT)
    setup.venue.fail('submit', missing('agent_not_approved'))
    setup.trading.confirmEstimate(setup.id(1), setup.action(1).estimate?.id ?? '', true)
    await setup.clock.advanceAsync(5_000)
    expect(setup.action(1)).toMatchObject({ state: 'rejected', code: 'agent_not_approved' })
    expect([setup.approvals, setup.lostApprovals, setup.venue.count('prepare')]).toEqual([0, 1, 1])
  })
  it('is approved once for an action that only reduces risk, which is prepared again', async () => {
    const setup = await withUp()
    setup.venue.fail('prepare', missing('agent_not_approved'))
    await setup.submit(2, CLOSE_BINARY)
    expect([setup.approvals, setup.lostApprovals]).toEqual([1, 0])
    expect(setup.action(2).state).not.toBe('refused')
  })
  it('is assumed after a rejected agent signature: a close is prepared again after one approval', async () => {
    const setup = await withUp()
    setup.venue.fail(
      'submit',
      failure('problem', 'bad_signature', 'The signature is not of an approved agent.', { status: 400 }),
    )
    await setup.submit(2, CLOSE_BINARY)
    expect(setup.approvals).toBe(1)
    expect(setup.action(2)).toMatchObject({ state: 'filled' })
  })
  it('makes a rejected agent signature end an entry, which asks for the approval', async () => {
    const setup = await setUp()
    setup.venue.fail(
      'submit',
      failure('problem', 'bad_signature', 'The signature is not of an approved agent.', { status: 400 }),
    )
    const order = await setup.submit(1, LIMIT)
    expect(order).toMatchObject({ state: 'rejected', code: 'bad_signature' })
    expect(order.message).toContain(
      'The signature is not of an approved agent. Nothing was sent. Approve the agent in Account with your wallet, then send it again.',
    )
    expect([setup.approvals, setup.lostApprovals]).toEqual([0, 1])
  })
  it('never signs an order with a key that another wallet has approved, and prepares none', async () => {
    const setup = await setUp()
    const [signed, prepared] = [setup.signatures, setup.venue.count('prepare')]
    setup.keyOfAnother = true
    const order = await setup.submit(1, LIMIT)
    expect(order).toMatchObject({ state: 'refused', code: 'agent_not_approved' })
    expect(order.message).toContain("Another wallet approved this terminal's agent key. Nothing was signed.")
    expect([setup.signatures - signed, setup.venue.count('prepare') - prepared, setup.approvals]).toEqual([0, 0, 0])
  })
  it('has its own wallet approve an agent before a close where the key is another wallet’s', async () => {
    const setup = await withUp()
    setup.keyOfAnother = true
    await setup.submit(2, CLOSE_BINARY)
    expect(setup.approvals).toBe(1)
    expect(setup.action(2)).toMatchObject({ state: 'filled' })
  })
  it('after one approval makes the refusal final, and a refused approval is reported', async () => {
    const setup = await openTradingSetup({}, (venue) => venue.outcomes.shares.set(YES, '100' as Size))
    const sale = { ...LIMIT, side: 'sell' } as Intent
    setup.venue.fail('prepare', missing('outcome_agent_not_approved'))
    setup.venue.fail('prepare', missing('outcome_agent_not_approved'))
    expect(await setup.submit(1, sale)).toMatchObject({ state: 'rejected', message: 'Approve the agent first.' })
    setup.approval = {
      kind: 'refused',
      refusal: { code: 'no_wallet_key', message: 'No wallet key is here.', field: null },
    }
    setup.venue.fail('prepare', missing('outcome_agent_not_approved'))
    expect(await setup.submit(2, sale)).toMatchObject({
      state: 'refused',
      message: 'Approve the agent first. No wallet key is here.',
    })
    expect(setup.venue.orders).toEqual([])
  })
})

describe('the limits of the terminal', () => {
  it('count the contracts of predictions under way', async () => {
    const setup = await setUp({ limits: () => ({ ...DEFAULT_LIMITS, dayLoss: null, position: '70' as never }) })
    expect((await setup.submit(1, UP)).state).toBe('prepared')
    expect(await setup.submit(2, UP)).toMatchObject({ state: 'refused', code: 'limit_position' })
    expect((await setup.submit(3, DOWN)).state).toBe('prepared')
    setup.trading.confirmEstimate(setup.id(1), setup.action(1).estimate?.id ?? '', false)
    await setup.clock.advanceAsync(100)
    expect((await setup.submit(4, UP)).state).toBe('prepared')
  })
  it('cap the contracts and shares that a position may reach', async () => {
    const setup = await setUp({ limits: () => ({ ...DEFAULT_LIMITS, dayLoss: null, position: '30' as never }) })
    expect(await setup.submit(1, UP)).toMatchObject({ state: 'refused', code: 'limit_position' })
    setup.venue.outcomes.shares.set(YES, '25' as Size)
    await setup.clock.advanceAsync(3_000)
    expect(await setup.submit(2, LIMIT)).toMatchObject({ state: 'refused', code: 'limit_position' })
    setup.venue.binary.position = '60' as Size
    expect((await setup.submit(3, CLOSE_BINARY)).state).toBe('filled')
    expect(compare(absolute(setup.venue.binary.position), '0' as Size)).toBe(0)
  })
})
