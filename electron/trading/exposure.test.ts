import { describe, expect, it } from 'vitest'
import type { Size } from '../../contract/decimal.ts'
import { DEFAULT_LIMITS } from '../../contract/limits.ts'
import { DIRECT, DIRECT_PROFILE } from './testing/direct-orders.ts'
import { LIMIT, SETUP, UP } from './testing/intents.ts'
import { failure, type Route } from './testing/model-venue.ts'
import { BUY, openTradingSetup, type TradingSetup } from './testing/setup.ts'

const IOC = { ...BUY, size: '400' as Size, tif: 'IOC' } as const
const NOT_ARMED = { code: 'not_armed', message: 'This window is not armed.', field: null } as const

const open = (position: string, more: object = {}): Promise<TradingSetup> =>
  openTradingSetup({
    limits: () => ({
      ...DEFAULT_LIMITS,
      dayLoss: null,
      orderValue: '10000000' as never,
      position: position as never,
      ...more,
    }),
  })
function fails(setup: TradingSetup, route: Route, times: number): void {
  for (let i = 0; i < times; i++) setup.venue.fail(route, failure('no_answer', 'timeout', 'No answer.'))
}
const confirm = async (setup: TradingSetup, number: number): Promise<void> => {
  setup.trading.confirmEstimate(setup.id(number), setup.action(number).estimate?.id ?? '', true)
  await setup.clock.advanceAsync(50)
}
const states = (setup: TradingSetup, numbers: readonly number[]): string[] =>
  numbers.map((number) => setup.action(number).state)

describe('what an order may add is held until a read shows it', () => {
  it('six orders that fill at once, while positions cannot be read, do not pass the limit together', async () => {
    const setup = await open('600')
    setup.venue.behaviour = 'fill'
    setup.venue.available = '100000000'
    await setup.clock.advanceAsync(3_000)
    fails(setup, 'account', 100)
    for (let number = 1; number <= 6; number++) await setup.submit(number, IOC)
    expect(states(setup, [1, 2])).toEqual(['filled', 'refused'])
    expect(setup.venue.position).toBe('400')
    expect(setup.action(2).code).toBe('limit_position')
  })

  it('is let go once an account read that began afterwards has come', async () => {
    const setup = await open('900')
    setup.venue.behaviour = 'fill'
    setup.venue.available = '100000000'
    await setup.clock.advanceAsync(3_000)
    await setup.submit(1, IOC)
    expect((await setup.submit(2, { ...IOC, size: '600' as Size })).code).toBe('limit_position')
    await setup.clock.advanceAsync(3_000)
    expect((await setup.submit(3, { ...IOC, size: '500' as Size })).state).toBe('filled')
    expect(setup.venue.position).toBe('900')
  })

  it('predictions in binary contracts that say filled at once count before the next account read', async () => {
    const setup = await open('120')
    await setup.submit(1, SETUP)
    await setup.submit(2, UP)
    await setup.submit(3, UP)
    fails(setup, 'account', 100)
    await confirm(setup, 2)
    await confirm(setup, 3)
    expect((await setup.submit(4, UP)).code).toBe('limit_position')
  })

  it('of two orders asked for at the same moment the first one goes, of any family', async () => {
    for (const intent of [{ ...BUY, size: '4' as Size }, LIMIT]) {
      const setup = await open(intent === LIMIT ? '15' : '6')
      void setup.trading.submit(setup.id(1), intent)
      void setup.trading.submit(setup.id(2), intent)
      await setup.clock.advanceAsync(50)
      expect(states(setup, [1, 2]), intent.kind).toEqual(['resting', 'refused'])
    }
  })

  it('is let go at once when nothing was sent', async () => {
    const setup = await open('6')
    setup.venue.fail('prepare', failure('problem', 'insufficient_margin', 'No.'))
    await setup.submit(1, { ...BUY, size: '4' as Size })
    expect((await setup.submit(2, { ...BUY, size: '4' as Size })).state).toBe('resting')
  })

  it('is held for what rests, after a restart too, and for orders of others', async () => {
    const setup = await open('6')
    await setup.submit(1, { ...BUY, size: '4' as Size })
    await setup.restart()
    expect((await setup.submit(2, { ...BUY, size: '4' as Size })).code).toBe('limit_position')
    const other = await open('6')
    other.venue.place({ ...BUY, size: '4' as Size, cloid: null }, 'rest')
    await other.clock.advanceAsync(3_000)
    expect((await other.submit(1, { ...BUY, size: '4' as Size })).code).toBe('limit_position')
  })
})

describe('reads of the account that lag behind fills', () => {
  it.each([3_000, 5_000, 9_900])('let no order pass the position limit, by %i ms', async (lag) => {
    const setup = await open('600')
    setup.venue.behaviour = 'fill'
    setup.venue.available = '100000000'
    setup.venue.accountLag = lag
    await setup.clock.advanceAsync(3_000)
    for (let number = 1; number <= 6; number++) {
      await setup.submit(number, IOC)
      await setup.clock.advanceAsync(2_600)
    }
    expect(setup.venue.position).toBe('400')
  })

  it('let no order pass the limit of the worst case', async () => {
    const setup = await open('600000', { worstCase: '400000' })
    setup.venue.behaviour = 'fill'
    setup.venue.available = '100000000'
    setup.venue.accountLag = 5_000
    setup.venue.leverage = 1
    await setup.clock.advanceAsync(3_000)
    for (let number = 1; number <= 4; number++) {
      await setup.submit(number, IOC)
      await setup.clock.advanceAsync(2_600)
    }
    expect(setup.venue.position).toBe('400')
  })

  it('let no order pass the position limit after a restart', async () => {
    const setup = await open('600')
    setup.venue.behaviour = 'fill'
    setup.venue.available = '100000000'
    setup.venue.accountLag = 5_000
    await setup.clock.advanceAsync(3_000)
    await setup.submit(1, IOC)
    await setup.restart()
    await setup.clock.advanceAsync(1_000)
    expect((await setup.submit(2, IOC)).code).toBe('limit_position')
  })
})

describe('what filled before a restart', () => {
  it('counts once where reads have shown it long since', async () => {
    const setup = await open('6')
    await setup.submit(1, { ...BUY, size: '4' as Size })
    setup.venue.fill(setup.action(1).oid as string, '2' as Size)
    await setup.clock.advanceAsync(30_000)
    expect(setup.action(1)).toMatchObject({ state: 'partly_filled', filled: '2' })
    await setup.restart()
    expect((await setup.submit(2, { ...BUY, size: '2' as Size })).state).toBe('resting')
    expect((await setup.submit(3, { ...BUY, size: '1' as Size })).code).toBe('limit_position')
  })
})

describe('a position that is not known', () => {
  it('adds no exposure, in any family, and lets what reduces go', async () => {
    const setup = await open('600')
    await setup.submit(1, SETUP)
    setup.venue.position = '4' as Size
    await setup.clock.advanceAsync(3_000)
    fails(setup, 'account', 1_000)
    await setup.clock.advanceAsync(15_000)
    for (const [number, intent] of [BUY, UP, LIMIT].entries()) {
      const action = await setup.submit(10 + number, intent)
      expect(action, intent.kind).toMatchObject({ state: 'refused', code: 'limit_position_unknown' })
      expect(action.message).toMatch(/cannot be read, so this terminal's limit of 600 cannot be held: No answer\./)
    }
    expect((await setup.submit(20, { ...BUY, side: 'sell', reduceOnly: true })).state).toBe('filled')
  })
})

describe('15: right before something is signed', () => {
  it('the window that asked is asked again: one that was disarmed meanwhile signs nothing', async () => {
    const setup = await open('600')
    let armed = true
    await setup.restart({
      onStep: (state) => {
        if (state === 'verified') armed = false
      },
    })
    void setup.trading.submit(setup.id(1), BUY, { refusal: () => (armed ? null : NOT_ARMED) })
    await setup.clock.advanceAsync(50)
    expect(setup.action(1)).toMatchObject({ state: 'refused', code: 'not_armed' })
    expect(setup.action(1).message).toBe('This window is not armed. Nothing was sent.')
    expect(setup.signatures).toBe(0)
  })

  it('prepared again after it was sent and left no trace: the window is asked again', async () => {
    const setup = await open('600')
    let armed = true
    await setup.restart({
      onStep: (state) => {
        if (state === 'sent') armed = false
      },
    })
    setup.venue.fail('submit', failure('problem', 'stale_prepared_action', 'Stale.'))
    void setup.trading.submit(setup.id(1), BUY, { refusal: () => (armed ? null : NOT_ARMED) })
    await setup.clock.advanceAsync(5_000)
    expect(setup.states(1)).toContain('sent')
    expect(setup.action(1)).toMatchObject({ state: 'refused', code: 'not_armed' })
    const words = 'This window is not armed. It was sent before and not taken; nothing was sent again.'
    expect(setup.action(1).message).toBe(words)
    expect(setup.signatures).toBe(1)
    expect(setup.venue.orders).toEqual([])
  })

  it('the window that gave its word is asked, not only the one that asked for the order', async () => {
    const setup = await open('600')
    setup.venue.bare = true
    await setup.submit(1)
    expect(setup.trading.permitWord(setup.id(1), () => NOT_ARMED)).toEqual(NOT_ARMED)
    let armed = true
    expect(setup.trading.permitWord(setup.id(1), () => (armed ? null : NOT_ARMED))).toBeNull()
    armed = false
    setup.trading.confirmUnverified(setup.id(1), true)
    await setup.clock.advanceAsync(50)
    expect(setup.action(1).code).toBe('not_armed')
  })

  it('the one that asked for the order is asked too, also where another one gave its word', async () => {
    const setup = await open('600')
    setup.venue.bare = true
    let armed = true
    void setup.trading.submit(setup.id(1), BUY, { refusal: () => (armed ? null : NOT_ARMED) })
    await setup.clock.advanceAsync(50)
    expect(setup.trading.permitWord(setup.id(1), () => null)).toBeNull()
    armed = false
    setup.trading.confirmUnverified(setup.id(1), true)
    await setup.clock.advanceAsync(50)
    expect(setup.action(1)).toMatchObject({ state: 'refused', code: 'not_armed' })
    expect(setup.signatures).toBe(0)
  })

  it('the limits are asked again: what filled while the trader thought counts', async () => {
    const setup = await open('60')
    await setup.submit(1, SETUP)
    await setup.submit(2, UP)
    setup.venue.binary.position = '55' as Size
    await setup.clock.advanceAsync(3_000)
    await confirm(setup, 2)
    expect(setup.action(2)).toMatchObject({ state: 'refused', code: 'limit_position' })
  })

  it('the day’s loss is asked again', async () => {
    const setup = await open('600', { dayLoss: '100' })
    await setup.submit(1, SETUP)
    await setup.submit(2, UP)
    expect(setup.action(2).state).toBe('prepared')
    setup.venue.place({ ...BUY, cloid: null }, 'fill')
    await setup.clock.advanceAsync(3_000)
    await confirm(setup, 2)
    /** The fill does not say what it realised. */
    expect(setup.action(2)).toMatchObject({ state: 'refused', code: 'limit_day_loss_unknown' })
  })

  it('a wallet that takes its time signs nothing that may not go out any more', async () => {
    const setup = await open('3')
    Object.assign(setup.venue.profile, { directOrder: DIRECT_PROFILE })
    let armed = true
    await setup.restart({
      onStep: (state) => {
        if (state === 'verified') armed = false
      },
    })
    void setup.trading.submit(setup.id(1), DIRECT, { refusal: () => (armed ? null : NOT_ARMED) })
    await setup.clock.advanceAsync(50)
    expect(setup.action(1).code).toBe('not_armed')
    expect(setup.venue.arrivals).toEqual([])
  })
})
