import { describe, expect, it } from 'vitest'
import { absolute, compare, type Money, multiply, type Size, subtract } from '../../contract/decimal.ts'
import type { CancelIntent, ConvertIntent, Intent } from '../../contract/intent.ts'
import { DEFAULT_LIMITS } from '../../contract/limits.ts'
import { AWAITING_ESTIMATE } from './actions/state-machine.ts'
import {
  CLOSE_BINARY,
  closeOf,
  DOWN,
  LIMIT,
  MARKET_BUY,
  MERGE,
  MERGE_QUESTION,
  NEGATE,
  SETUP,
  SPLIT,
  TRANSFER,
  UP,
} from './testing/intents.ts'
import { BINARY } from './testing/model-binary.ts'
import { failure } from './testing/model-failure.ts'
import { NO, OTHER_YES, YES } from './testing/model-outcomes.ts'
import { type Desk, openDesk } from './testing/setup.ts'

const SENT = ['drafted', 'checked', 'journalled', 'prepared', 'verified', 'signed', 'sent', 'acknowledged']
const NO_ANSWER = failure('maybe_sent', 'timeout', 'No answer.')
/** Long enough for what was prepared to expire and be missed twice; and for what does not expire. */
const LONG = 60_000
const WITHOUT_EXPIRY = 320_000

/** A desk whose binary assets are set up already. */
async function setUp(more?: Parameters<typeof openDesk>[0]): Promise<Desk> {
  const desk = await openDesk(more)
  desk.venue.binary.leverage = 2
  return desk
}
async function confirmed(desk: Desk, number: number, intent: Intent, accept = true) {
  await desk.submit(number, intent)
  desk.trading.confirmEstimate(desk.id(number), desk.action(number).estimate?.id ?? '', accept)
  await desk.clock.advanceAsync(300)
  return desk.action(number)
}
const once = (desk: Desk): void => expect(new Set(desk.venue.arrivals).size).toBe(desk.venue.arrivals.length)

describe('the setup of binary markets', () => {
  it('signs leverage 2 for each asset, sends them together, and is done', async () => {
    const desk = await openDesk()
    expect(await desk.submit(1, SETUP)).toMatchObject({ state: 'done', code: null })
    expect(desk.states(1)).toEqual([...SENT, 'done'])
    expect(desk.venue.binary.leverage).toBe(2)
    expect(desk.signatures).toBe(2)
    expect(desk.venue.arrivals).toEqual(['prepared-1', 'prepared-2'])
  })
  it('has nothing to do when the leverage is 2 already', async () => {
    const desk = await setUp()
    expect((await desk.submit(1, SETUP)).state).toBe('done')
    expect(desk.states(1)).not.toContain('prepared')
    expect(desk.signatures).toBe(0)
    expect(desk.action(1).steps.at(-1)?.detail).toMatch(/leverage is 2 already/)
  })
  it('signs none of them when one is something else', async () => {
    const desk = await openDesk()
    desk.venue.tamper = (action) => (action.asset === 3 ? { ...action, leverage: 20 } : action)
    expect(await desk.submit(1, SETUP)).toMatchObject({ state: 'refused', code: 'mismatch' })
    expect(desk.signatures).toBe(0)
  })
  it.each([
    [true, 'expired'],
    [false, 'expired'],
  ])('without an answer (arrived: %s) says that the next prediction sees to it', async (arrives, state) => {
    const desk = await openDesk()
    desk.venue.fail('setupSubmit', NO_ANSWER, arrives)
    await desk.submit(1, SETUP)
    await desk.clock.advanceAsync(1_000)
    expect(desk.action(1)).toMatchObject({ state, message: expect.stringMatching(/next prediction/) })
    once(desk)
  })
})

describe('a binary prediction', () => {
  it('shows price, bound and contracts, and signs nothing before the trader confirms', async () => {
    const desk = await setUp()
    const action = await desk.submit(1, UP)
    expect(action).toMatchObject({ state: 'prepared', code: AWAITING_ESTIMATE })
    expect(action.estimate).toMatchObject({ average: '0.550', limit: '0.66', contracts: '37.87', targetMark: null })
    expect(desk.signatures).toBe(0)
    desk.trading.confirmEstimate(desk.id(1), action.estimate?.id ?? '', true)
    await desk.clock.advanceAsync(100)
    expect(desk.action(1)).toMatchObject({ state: 'filled', filled: '37.87', oid: '1000', cloid: null, code: null })
    expect(desk.venue.binary.position).toBe('37.87')
    expect(desk.venue.arrivals).toEqual(['prepared-1'])
  })
  it('of DOWN sells UP, for what DOWN costs at most', async () => {
    const desk = await setUp()
    expect(await confirmed(desk, 1, DOWN)).toMatchObject({ state: 'filled' })
    const [order] = desk.venue.orders
    expect(order).toMatchObject({ side: 'sell', price: '0.440' })
    const cost = multiply(subtract('1' as never, '0.44' as never), order?.size ?? ('0' as Size))
    expect(compare(cost, DOWN.amount)).toBeLessThanOrEqual(0)
    expect(desk.venue.binary.position).toBe(`-${order?.size}`)
  })
  it('that is let go signs nothing', async () => {
    const desk = await setUp()
    expect(await confirmed(desk, 1, UP, false)).toMatchObject({ state: 'refused', code: 'declined' })
    expect(desk.signatures).toBe(0)
  })
  it('that fills in part or not at all ends so, as the reads show', async () => {
    const desk = await setUp()
    desk.venue.binary.behaviour = 'rest'
    await confirmed(desk, 1, UP)
    await desk.clock.advanceAsync(1_000)
    expect(desk.action(1)).toMatchObject({ state: 'cancelled', filled: '0' })
    desk.venue.binary.behaviour = 'half'
    await confirmed(desk, 2, UP)
    await desk.clock.advanceAsync(1_000)
    expect(desk.action(2).state).toBe('cancelled')
    expect(compare(desk.action(2).filled ?? ('0' as Size), '18.935' as Size)).toBe(0)
  })
  it('sets leverage 2 by itself once, and goes on', async () => {
    const desk = await openDesk()
    expect(await desk.submit(1, UP)).toMatchObject({ state: 'prepared', code: AWAITING_ESTIMATE })
    expect(desk.venue.binary.leverage).toBe(2)
    const setups = desk.journal.recent('model', 10).filter(({ intent }) => intent.kind === 'binary_setup')
    expect(setups.map(({ state }) => state)).toEqual(['done'])
    expect(
      desk
        .action(1)
        .steps.map(({ detail }) => detail)
        .join(' '),
    ).toMatch(/leverage 2/)
    desk.trading.confirmEstimate(desk.id(1), desk.action(1).estimate?.id ?? '', true)
    await desk.clock.advanceAsync(100)
    expect(desk.action(1).state).toBe('filled')
    once(desk)
  })
  it('goes on after a setup whose effect no read can show now', async () => {
    const desk = await openDesk()
    for (let read = 0; read < 50; read++) desk.venue.fail('open', failure('not_sent', 'network', 'Refused.'))
    expect(await desk.submit(1, UP)).toMatchObject({ state: 'prepared', code: AWAITING_ESTIMATE })
  })
  it('sets leverage 2 also when only the submit misses it, and asks nothing twice', async () => {
    const desk = await setUp()
    await desk.submit(1, UP)
    desk.venue.binary.leverage = 1
    desk.venue.fail('submit', failure('answered', 'leverage_must_be_2', 'The leverage is 1.'))
    desk.trading.confirmEstimate(desk.id(1), desk.action(1).estimate?.id ?? '', true)
    await desk.clock.advanceAsync(3_000)
    expect(desk.action(1).state).toBe('filled')
    expect(desk.venue.binary.leverage).toBe(2)
    expect(desk.venue.orders).toHaveLength(1)
    once(desk)
  })
  it('ends with the refusal of a service that misses leverage 2 whatever is set', async () => {
    const desk = await setUp()
    for (let answer = 0; answer < 9; answer++) {
      desk.venue.fail('submit', failure('answered', 'leverage_must_be_2', 'The leverage is 1.'))
    }
    await confirmed(desk, 1, UP)
    await desk.clock.advanceAsync(3_000)
    expect(desk.action(1)).toMatchObject({ state: 'rejected', message: 'The leverage is 1.' })
    expect(desk.venue.count('submit')).toBe(3)
  })
  it('ends in the words of a setup that was refused', async () => {
    const desk = await openDesk()
    desk.venue.fail('setupSubmit', failure('answered', 'leverage_locked', 'Close the position in BIN1 first.'))
    await desk.submit(1, UP)
    expect(desk.action(1)).toMatchObject({ state: 'refused', code: 'leverage_must_be_2' })
    expect(desk.action(1).message).toMatch(/Leverage 2 was not set: Close the position in BIN1 first/)
    expect(desk.venue.orders).toEqual([])
  })
  it('without an answer is found in the history, or missed after its expiry', async () => {
    for (const arrives of [true, false]) {
      const desk = await setUp()
      desk.venue.fail('submit', NO_ANSWER, arrives)
      await confirmed(desk, 1, UP)
      await desk.clock.advanceAsync(LONG)
      expect(desk.action(1)).toMatchObject(arrives ? { state: 'filled', filled: '37.87' } : { state: 'expired' })
      expect(desk.venue.orders).toHaveLength(arrives ? 1 : 0)
      once(desk)
    }
  })
  it.each<[string, (desk: Desk) => Intent, string, RegExp]>([
    ['of nothing', () => ({ ...UP, amount: '0' as Money }), 'not_positive', /greater than 0/],
    ['with too much slippage', () => ({ ...UP, slippagePct: '51' as never }), 'limit_slippage', /at most 50 %/],
    ['for another asset', () => ({ ...UP, asset: 'BIN9' }), 'unknown_market', /no binary market BIN9/],
    ['for the asset whose turn it is not', () => ({ ...UP, asset: 'BIN2' }), 'binary_wrong_phase', /BIN1 is/],
    [
      'over the limit of one order',
      () => ({ ...UP, amount: '999999' as Money }),
      'limit_order_value',
      /limit for one order/,
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
      (desk) => {
        desk.facts = { ...desk.facts, ticker: () => null }
        return UP
      },
      'limit_no_mark',
      /No price is known/,
    ],
  ])('%s is refused before anything is prepared', async (_what, arrange, code, words) => {
    const desk = await setUp()
    const intent = arrange(desk)
    void desk.trading.submit(desk.id(1), intent)
    await desk.clock.advanceAsync(4_000)
    expect(desk.action(1)).toMatchObject({ state: 'refused', code, message: expect.stringMatching(words) })
    expect(desk.venue.count('prepare')).toBe(0)
  })
  it('after the cut-off is refused with the time of it', async () => {
    const desk = await setUp()
    await desk.clock.advanceAsync(7_100_000)
    expect(await desk.submit(1, UP)).toMatchObject({
      state: 'refused',
      code: 'BINARY_ENTRY_CUTOFF',
      message: expect.stringMatching(/ended at \d\d:\d\d:\d\d UTC/),
    })
  })
  it('is refused in the words of the service, and never signed when it is something else', async () => {
    const desk = await setUp()
    desk.venue.fail('prepare', failure('answered', 'oi_cap_exceeded', 'The cap is 200000 contracts.'))
    expect(await desk.submit(1, UP)).toMatchObject({ state: 'rejected', message: 'The cap is 200000 contracts.' })
    desk.venue.tamper = (action) => ({ ...action, orders: [{ ...(action.orders as object[])[0], b: false }] })
    expect(await desk.submit(2, UP)).toMatchObject({ state: 'refused', code: 'mismatch' })
    expect(desk.signatures).toBe(0)
  })
})

describe('a close of binary contracts', () => {
  it.each([
    ['UP', '20', 'sell'],
    ['DOWN', '-20', 'buy'],
  ])('of %s sells all that is held, without a question', async (_direction, position, side) => {
    const desk = await setUp()
    desk.venue.binary.position = position as Size
    expect(await desk.submit(1, CLOSE_BINARY)).toMatchObject({ state: 'filled', filled: '20' })
    expect(desk.venue.orders).toMatchObject([{ asset: BINARY, side, reduceOnly: true, size: '20' }])
    expect(compare(desk.venue.binary.position, '0' as Size)).toBe(0)
  })
  it('closes a part, and refuses more than there is', async () => {
    const desk = await setUp()
    desk.venue.binary.position = '20' as Size
    expect((await desk.submit(1, { ...CLOSE_BINARY, size: '5' as Size })).state).toBe('filled')
    expect(await desk.submit(2, { ...CLOSE_BINARY, size: '16' as Size })).toMatchObject({
      state: 'refused',
      code: 'reduce_only_would_increase',
      message: 'The position is 15; 16 is more than that.',
    })
  })
  it('is refused where nothing is held', async () => {
    const desk = await setUp()
    expect(await desk.submit(1, CLOSE_BINARY)).toMatchObject({
      state: 'refused',
      message: `There is no position in ${BINARY} to close.`,
    })
  })
  it('without an answer is found in the history', async () => {
    const desk = await setUp()
    desk.venue.binary.position = '20' as Size
    desk.venue.fail('submit', NO_ANSWER, true)
    await desk.submit(1, CLOSE_BINARY)
    await desk.clock.advanceAsync(LONG)
    expect(desk.action(1)).toMatchObject({ state: 'filled', filled: '20' })
    once(desk)
  })
})

describe('an outcome order', () => {
  it('at a limit rests under the client order id of the service, fills in parts and to the end', async () => {
    const desk = await openDesk()
    await desk.submit(1, LIMIT)
    await desk.clock.advanceAsync(500)
    const [order] = desk.venue.orders
    expect(desk.action(1)).toMatchObject({ state: 'resting', oid: '1000', cloid: order?.cloid })
    expect(desk.states(1)).toEqual([...SENT, 'resting'])
    desk.venue.fill('1000', '4' as Size)
    await desk.clock.advanceAsync(2_000)
    expect(desk.action(1)).toMatchObject({ state: 'partly_filled', filled: '4' })
    desk.venue.fill('1000', '6' as Size)
    await desk.clock.advanceAsync(2_000)
    expect(desk.action(1)).toMatchObject({ state: 'filled', filled: '10' })
    expect(desk.venue.outcomes.held(YES)).toBe('10')
    expect(desk.venue.count('status')).toBeGreaterThan(0)
  })
  it('is cancelled by its client order id', async () => {
    const desk = await openDesk()
    await desk.submit(1, LIMIT)
    await desk.clock.advanceAsync(500)
    const { oid, cloid } = desk.action(1)
    const cancel: CancelIntent = { kind: 'cancel', asset: YES, oid: oid ?? '', cloid }
    await desk.submit(2, cancel)
    await desk.clock.advanceAsync(1_500)
    expect(desk.action(2).state).toBe('done')
    expect(desk.action(1)).toMatchObject({ state: 'cancelled', filled: '0' })
    expect(await desk.submit(3, { ...cancel, cloid: null })).toMatchObject({ state: 'refused', code: 'no_cloid' })
    expect((await desk.submit(4, cancel)).message).toMatch(/cancelled/)
  })
  it('at market fills at once, as its status says', async () => {
    const desk = await openDesk()
    await desk.submit(1, MARKET_BUY)
    await desk.clock.advanceAsync(500)
    expect(desk.action(1)).toMatchObject({ state: 'filled', filled: '10' })
    expect(desk.venue.orders).toMatchObject([{ price: '0.420', tif: 'IOC' }])
  })
  it('at market that fills in part ends with the rest gone', async () => {
    const desk = await openDesk()
    desk.venue.behaviour = 'half'
    await desk.submit(1, MARKET_BUY)
    await desk.clock.advanceAsync(1_000)
    expect(desk.action(1).state).toBe('cancelled')
    expect(compare(desk.action(1).filled ?? ('0' as Size), '5' as Size)).toBe(0)
  })
  it('sells what is held, all of it by a close', async () => {
    const desk = await openDesk()
    desk.venue.outcomes.shares.set(YES, '8' as Size)
    await desk.submit(1, closeOf(YES))
    await desk.clock.advanceAsync(500)
    expect(desk.action(1)).toMatchObject({ state: 'filled', filled: '8' })
    expect(desk.venue.orders).toMatchObject([{ side: 'sell', size: '8' }])
    expect(compare(desk.venue.outcomes.held(YES), '0' as Size)).toBe(0)
    expect(await desk.submit(2, closeOf(YES))).toMatchObject({
      state: 'refused',
      message: `There is no position in ${YES} to close.`,
    })
  })
  it.each([
    [true, 'rest', 'resting'],
    [true, 'fill', 'filled'],
    [false, 'rest', 'expired'],
  ] as const)('without an answer (arrived: %s, to %s) is settled by its status: %s', async (arrives, how, state) => {
    const desk = await openDesk()
    desk.venue.behaviour = how
    desk.venue.fail('submit', 'hang', arrives)
    await desk.submit(1, LIMIT)
    await desk.restart()
    await desk.clock.advanceAsync(LONG)
    expect(desk.action(1).state).toBe(state)
    expect(desk.venue.orders).toHaveLength(arrives ? 1 : 0)
    once(desk)
  })
  it('concludes nothing while its reads fail', async () => {
    const desk = await openDesk()
    desk.venue.fail('submit', NO_ANSWER, true)
    for (let i = 0; i < 200; i++) desk.venue.fail('openOutcomes', failure('not_sent', 'network', 'Refused.'))
    await desk.submit(1, LIMIT)
    await desk.clock.advanceAsync(LONG)
    expect(desk.action(1).state).toBe('unknown')
    desk.venue.faults.openOutcomes = []
    await desk.clock.advanceAsync(5_000)
    expect(desk.action(1).state).toBe('resting')
  })
  it.each<[string, (desk: Desk) => Intent, string, RegExp]>([
    ['of nothing', () => ({ ...LIMIT, size: '0' as Size }), 'not_positive', /greater than 0/],
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
      /price band/,
    ],
    [
      'to sell far below the mark',
      ({ venue }) => {
        venue.outcomes.shares.set(YES, '50' as Size)
        return { ...LIMIT, side: 'sell', mode: { kind: 'limit', price: '0.040' as never } }
      },
      'limit_price_band',
      /points below 0.400/,
    ],
    ['of an unknown coin', () => ({ ...LIMIT, asset: '#99990' }), 'unknown_market', /no outcome #99990/],
    [
      'with slippage finer than a basis point',
      () => ({ ...LIMIT, mode: { kind: 'market', slippagePct: '0.005' as never } }),
      'limit_slippage',
      /steps of 0.01 %/,
    ],
    [
      'for more than the collateral',
      (desk) => {
        desk.venue.outcomes.usdhOutcome = '3' as Money
        return LIMIT
      },
      'insufficient_collateral',
      /Move USDH to outcome trading first/,
    ],
    ['to sell what is not held', () => ({ ...LIMIT, side: 'sell' }), 'not_enough_shares', /You hold 0 Yes shares/],
    [
      'while it settles',
      (desk) => {
        desk.venue.outcomes.settling = true
        return LIMIT
      },
      'market_closed',
      /is settling/,
    ],
    [
      'after it expired',
      (desk) => {
        desk.venue.outcomes.expired = true
        return LIMIT
      },
      'market_closed',
      /has expired/,
    ],
  ])('%s is refused before anything is prepared', async (_what, arrange, code, words) => {
    const desk = await openDesk()
    const intent = arrange(desk)
    await desk.clock.advanceAsync(3_000)
    await desk.submit(1, intent)
    expect(desk.action(1)).toMatchObject({ state: 'refused', code, message: expect.stringMatching(words) })
    expect(desk.venue.count('prepare')).toBe(0)
  })
  it('that is something else than was asked for is never signed', async () => {
    const desk = await openDesk()
    desk.venue.tamper = (action) => ({ ...action, orders: [{ ...(action.orders as object[])[0], s: '100' }] })
    expect(await desk.submit(1, LIMIT)).toMatchObject({ state: 'refused', code: 'mismatch' })
    expect(desk.signatures).toBe(0)
  })
})

describe('a transfer', () => {
  it('is signed by the wallet, and done when the balances show it', async () => {
    const desk = await openDesk()
    await desk.submit(1, TRANSFER)
    await desk.clock.advanceAsync(3_000)
    expect(desk.states(1)).toEqual([...SENT, 'done'])
    expect(desk.venue.outcomes).toMatchObject({ usdh: '800', usdhOutcome: '700' })
    expect(desk.signatures).toBe(1)
  })
  it.each([true, false])('without an answer (arrived: %s) is settled by the balances', async (arrives) => {
    const desk = await openDesk()
    desk.venue.fail('transferSubmit', NO_ANSWER, arrives)
    await desk.submit(1, TRANSFER)
    await desk.clock.advanceAsync(WITHOUT_EXPIRY)
    expect(desk.action(1).state).toBe(arrives ? 'done' : 'expired')
    expect(desk.venue.outcomes.usdh).toBe(arrives ? '800' : '1000')
    once(desk)
  })
  it('of more than there is, of nothing, or changed on the way, is refused', async () => {
    const desk = await openDesk()
    expect(await desk.submit(1, { ...TRANSFER, amount: '1001' as Money })).toMatchObject({
      state: 'refused',
      message: 'There are 1000 USDH to move; 1001 is more.',
    })
    expect(await desk.submit(2, { ...TRANSFER, amount: '0' as Money })).toMatchObject({ code: 'not_positive' })
    desk.venue.tamper = (message) => ({ ...message, toPerp: true })
    expect(await desk.submit(3, TRANSFER)).toMatchObject({ state: 'refused', code: 'mismatch' })
    expect(desk.signatures).toBe(0)
  })
  it('that the service refuses is rejected in its words', async () => {
    const desk = await openDesk()
    desk.venue.fail('transferSubmit', failure('answered', 'insufficient_margin', 'The account has 100 USDH to move.'))
    expect(await desk.submit(1, TRANSFER)).toMatchObject({
      state: 'rejected',
      message: 'The account has 100 USDH to move.',
    })
  })
})

describe('a conversion', () => {
  const all = '12.5' as Size
  it.each<[ConvertIntent, Record<string, Size>, Record<string, string>, string]>([
    [SPLIT, {}, { [YES]: '12.5', [NO]: '12.5' }, '487.5'],
    [MERGE, { [YES]: all, [NO]: all }, { [YES]: '0', [NO]: '0' }, '512.5'],
    [{ ...MERGE, amount: null }, { [YES]: '3' as Size, [NO]: all }, { [YES]: '0', [NO]: '9.5' }, '503'],
    [MERGE_QUESTION, { [YES]: all, [OTHER_YES]: all }, { [YES]: '0', [OTHER_YES]: '0' }, '512.5'],
    [NEGATE, { [NO]: all }, { [NO]: '0', [OTHER_YES]: '12.5' }, '500'],
  ])('$conversion of $amount is done once the history has it', async (intent, before, after, collateral) => {
    const desk = await openDesk()
    for (const [coin, size] of Object.entries(before)) desk.venue.outcomes.shares.set(coin, size)
    await desk.submit(1, intent)
    await desk.clock.advanceAsync(500)
    expect(desk.states(1)).toEqual([...SENT, 'done'])
    expect(desk.action(1).steps.at(-1)?.detail).toBe('Conversion 1 of the history shows it.')
    for (const [coin, size] of Object.entries(after)) {
      expect(compare(desk.venue.outcomes.held(coin), size as Size), coin).toBe(0)
    }
    expect(desk.venue.outcomes.usdhOutcome).toBe(collateral)
  })
  it('of two alike of which one arrived, only one is done', async () => {
    const desk = await openDesk()
    desk.venue.fail('submit', NO_ANSWER, true)
    desk.venue.fail('submit', NO_ANSWER, false)
    await desk.submit(1, SPLIT)
    await desk.submit(2, SPLIT)
    await desk.clock.advanceAsync(LONG)
    expect([desk.action(1).state, desk.action(2).state].sort()).toEqual(['done', 'expired'])
    expect(desk.venue.outcomes.history).toHaveLength(1)
    once(desk)
  })
  it.each<[string, ConvertIntent, string, RegExp]>([
    ['of nothing', { ...SPLIT, amount: '0' as Size }, 'not_positive', /greater than 0/],
    ['split without an amount', { ...SPLIT, amount: null }, 'not_positive', /how many shares/],
    ['negation without the question', { ...NEGATE, questionId: null }, 'bad_input', /needs the question/],
    ['beyond the collateral', { ...SPLIT, amount: '501' as Size }, 'insufficient_collateral', /500 is there/],
    ['merge of what is not held', MERGE, 'not_enough_shares', /holds 0 of each of #7010, #7011; 12.5 is more/],
    ['merge of all of nothing', { ...MERGE, amount: null }, 'not_enough_shares', /nothing to convert/],
    ['merge of a question', MERGE_QUESTION, 'not_enough_shares', /0 of each of #7010, #7020/],
    ['negation of what is not held', NEGATE, 'not_enough_shares', /holds 0 of #7011/],
  ])('%s is refused before anything is prepared', async (_what, intent, code, words) => {
    const desk = await openDesk()
    expect(await desk.submit(1, intent)).toMatchObject({
      state: 'refused',
      code,
      message: expect.stringMatching(words),
    })
    expect(desk.venue.count('prepare')).toBe(0)
  })
  it('that the service refuses is rejected in its words, and one that was changed is never signed', async () => {
    const desk = await openDesk()
    desk.venue.fail('prepare', failure('answered', 'insufficient_shares', 'There are too few shares.'))
    expect(await desk.submit(1, SPLIT)).toMatchObject({ state: 'rejected', message: 'There are too few shares.' })
    desk.venue.tamper = () => ({ type: 'userOutcome', splitOutcome: { outcome: 701, amount: '400' } })
    expect(await desk.submit(2, SPLIT)).toMatchObject({ state: 'refused', code: 'mismatch' })
    expect(desk.signatures).toBe(0)
  })
})

describe('an agent that is not approved', () => {
  it.each<[string, Intent]>([
    ['agent_not_approved', UP],
    ['agent_not_approved', LIMIT],
    ['outcome_agent_not_approved', LIMIT],
    ['outcome_agent_not_approved', SPLIT],
    ['outcome_agent_not_approved', TRANSFER],
  ])('%s is approved once, and the $kind is prepared again', async (code, intent) => {
    const desk = await setUp()
    desk.venue.fail('prepare', failure('answered', code, 'Approve the agent first.', { status: 403 }))
    await desk.submit(1, intent)
    expect(desk.approvals).toBe(1)
    expect(desk.states(1)).toContain('prepared')
    expect(desk.action(1).state).not.toBe('rejected')
    expect(desk.venue.count('prepare')).toBe(2)
  })
  it('after one approval the refusal stands, and a refused approval is told', async () => {
    const desk = await openDesk()
    const missing = failure('answered', 'outcome_agent_not_approved', 'Approve the agent first.', { status: 403 })
    desk.venue.fail('prepare', missing)
    desk.venue.fail('prepare', missing)
    expect(await desk.submit(1, LIMIT)).toMatchObject({ state: 'rejected', message: 'Approve the agent first.' })
    desk.approval = { kind: 'refused', refusal: { code: 'no_key', message: 'No wallet key is here.', field: null } }
    desk.venue.fail('prepare', missing)
    expect(await desk.submit(2, LIMIT)).toMatchObject({
      state: 'refused',
      message: 'Approve the agent first. No wallet key is here.',
    })
    expect(desk.venue.orders).toEqual([])
  })
})

describe('the limits of the terminal', () => {
  it('count the contracts of predictions that are under way', async () => {
    const desk = await setUp({ limits: () => ({ ...DEFAULT_LIMITS, dayLoss: null, position: '60' as never }) })
    expect((await desk.submit(1, UP)).state).toBe('prepared')
    expect(await desk.submit(2, UP)).toMatchObject({ state: 'refused', code: 'limit_position' })
    expect((await desk.submit(3, DOWN)).state).toBe('prepared')
    desk.trading.confirmEstimate(desk.id(1), desk.action(1).estimate?.id ?? '', false)
    await desk.clock.advanceAsync(100)
    expect((await desk.submit(4, UP)).state).toBe('prepared')
  })
  it('hold the contracts and shares that a position may come to', async () => {
    const desk = await setUp({ limits: () => ({ ...DEFAULT_LIMITS, dayLoss: null, position: '30' as never }) })
    expect(await desk.submit(1, UP)).toMatchObject({ state: 'refused', code: 'limit_position' })
    desk.venue.outcomes.shares.set(YES, '25' as Size)
    await desk.clock.advanceAsync(3_000)
    expect(await desk.submit(2, LIMIT)).toMatchObject({ state: 'refused', code: 'limit_position' })
    desk.venue.binary.position = '60' as Size
    expect((await desk.submit(3, CLOSE_BINARY)).state).toBe('filled')
    expect(compare(absolute(desk.venue.binary.position), '0' as Size)).toBe(0)
  })
})
