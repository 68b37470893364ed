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

describe('the reserved size of an order is kept until a read shows it', () => {
  it('six orders that fill at once, while positions cannot be read, do not exceed the limit together', async () => {
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

  it('it is released once an account read that began afterwards has come', async () => {
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

  it('predictions in binary contracts that report an immediate fill count before the next account read', async () => {
    const setup = await open('110')
    await setup.submit(1, SETUP)
    await setup.submit(2, UP)
    await setup.submit(3, UP)
    fails(setup, 'account', 100)
    await confirm(setup, 2)
    await confirm(setup, 3)
    expect((await setup.submit(4, UP)).code).toBe('limit_position')
  })

  it('a prediction is reserved as what its amount buys at its worst price, and yields where more is prepared', async () => {
    const setup = await open('79')
    await setup.submit(1, SETUP)
    /** 25 ÷ 0.66 is 37.87 contracts; of the first one the service sets the limit at 0.6, and prepares 41.66. */
    setup.venue.tamper = (action) => {
      setup.venue.tamper = (untouched) => untouched
      return JSON.parse(JSON.stringify(action).replace('0.66', '0.6').replace('37.87', '41.66'))
    }
    void setup.trading.submit(setup.id(2), UP)
    void setup.trading.submit(setup.id(3), UP)
    await setup.clock.advanceAsync(50)
    expect(states(setup, [2, 3])).toEqual(['prepared', 'prepared'])
    await confirm(setup, 2)
    await confirm(setup, 3)
    expect(states(setup, [2, 3])).toEqual(['refused', 'filled'])
  })

  it('of two simultaneous orders the first one is sent, in any family', async () => {
    for (const intent of [{ ...BUY, size: '4' as Size }, LIMIT]) {
      const setup = await open(intent === LIMIT ? '15' : '6')
      void setup.trading.submit(setup.id(1), intent)
      void setup.trading.submit(setup.id(2), intent)
      await setup.clock.advanceAsync(50)
      expect(states(setup, [1, 2]), intent.kind).toEqual(['resting', 'refused'])
    }
  })

  it('it is released at once when nothing was sent', async () => {
    const setup = await open('6')
    setup.venue.fail('prepare', failure('problem', 'insufficient_margin', 'No.'))
    await setup.submit(1, { ...BUY, size: '4' as Size })
    expect((await setup.submit(2, { ...BUY, size: '4' as Size })).state).toBe('resting')
  })

  it('it is reserved for resting orders, even after a restart, and for orders of other clients', async () => {
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
  it.each([3_000, 5_000, 9_900])('let no order exceed the position limit, by %i ms', async (lag) => {
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

  it('let no order exceed the max loss limit', async () => {
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

  it('let no order exceed the position limit after a restart', async () => {
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

describe('fills before a restart', () => {
  it('count once where reads have long shown them', async () => {
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

describe('an unknown position', () => {
  it('blocks added exposure in every family, and allows what reduces', async () => {
    const setup = await open('600')
    await setup.submit(1, SETUP)
    setup.venue.position = '4' as Size
    await setup.clock.advanceAsync(3_000)
    fails(setup, 'account', 1_000)
    await setup.clock.advanceAsync(15_000)
    for (const [number, intent] of [BUY, UP, LIMIT].entries()) {
      const action = await setup.submit(10 + number, intent)
      expect(action, intent.kind).toMatchObject({ state: 'refused', code: 'limit_position_unknown' })
      expect(action.message).toMatch(/is unreadable, so your limit of 600 cannot be checked: No answer\./)
    }
    expect((await setup.submit(20, { ...BUY, side: 'sell', reduceOnly: true })).state).toBe('filled')
  })
})

describe('right before signing', () => {
  it('the requesting window is checked again: one that was disarmed meanwhile signs nothing', async () => {
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

  it('the window is checked again for an action that left no trace and is prepared again', async () => {
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
    const text = 'This window is not armed. The action was sent before and not accepted; nothing was sent again.'
    expect(setup.action(1).message).toBe(text)
    expect(setup.signatures).toBe(1)
    expect(setup.venue.orders).toEqual([])
  })

  it('the confirming window is checked, not only the requesting one', async () => {
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

  it('the requesting window is checked too, even where another one confirmed', async () => {
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

  it('the limits are checked again: fills during the confirmation count', async () => {
    const setup = await open('60')
    await setup.submit(1, SETUP)
    await setup.submit(2, UP)
    setup.venue.binary.position = '55' as Size
    await setup.clock.advanceAsync(3_000)
    await confirm(setup, 2)
    expect(setup.action(2)).toMatchObject({ state: 'refused', code: 'limit_position' })
  })

  it('the day’s loss is checked again', async () => {
    const setup = await open('600', { dayLoss: '100' })
    await setup.submit(1, SETUP)
    await setup.submit(2, UP)
    expect(setup.action(2).state).toBe('prepared')
    setup.venue.place({ ...BUY, cloid: null }, 'fill')
    await setup.clock.advanceAsync(3_000)
    await confirm(setup, 2)
    /** The fill does not report its realized result. */
    expect(setup.action(2)).toMatchObject({ state: 'refused', code: 'limit_day_loss_unknown' })
  })

  it('a slow wallet signs nothing that may no longer be sent', async () => {
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
