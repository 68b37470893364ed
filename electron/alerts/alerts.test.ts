import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Order } from '../../contract/account.ts'
import type { ActionRecord } from '../../contract/action.ts'
import type { AlertRule, CrossingDirection } from '../../contract/alert.ts'
import type { Ticker } from '../../contract/market.ts'
import type { PositionClose } from '../../contract/position-close.ts'
import { millis } from '../../contract/time.ts'
import type { Families } from '../feed/index.ts'
import { outcomeOf } from '../feed/testing/fake-service.ts'
import type { HeldPosition, StoredAlert } from '../storage/index.ts'
import { crossing } from './evaluate.ts'
import { ASSET, openSetup, price, probability } from './testing/setup.ts'

describe('an alert on a price', () => {
  it('fires once at or through its level, with a message, and is used up', () => {
    const setup = openSetup()
    setup.set(price('572.00', 'up'))
    setup.mark('571.99')
    expect(setup.notified).toEqual([])
    setup.mark('572.00')
    setup.mark('573.00')
    setup.mark('571.00')
    setup.mark('573.00')
    expect(setup.notified).toEqual([`${ASSET} rose to 572: the mark is 572.00 (72.00 °F).`])
    expect(setup.view().alerts[0]).toMatchObject({ state: 'fired', timesFired: 1 })
  })
  it('that repeats fires again only after the price came back', () => {
    const setup = openSetup()
    setup.set({ kind: 'temperature', asset: null, temperature: '72' as never, direction: 'up' }, true)
    for (const mark of ['572.00', '572.50', '572.00', '573']) setup.mark(mark)
    setup.clock.advance(10_000)
    expect(setup.notified).toHaveLength(1)
    for (const mark of ['571.99', '572.01']) setup.mark(mark)
    expect(setup.notified).toHaveLength(2)
  })
  it('ignores an old mark that looks fresh because the machine’s clock was set back', () => {
    const setup = openSetup()
    setup.set(price('572.00'))
    setup.clock.advance(6_000)
    expect(setup.view().alerts[0]?.paused).toBeNull()
    setup.clock.setWall(setup.clock.now() - 5_000)
    setup.clock.advance(6_000)
    expect(setup.view().alerts[0]?.paused).toMatch(/stale/)
  })

  it('never fires on stale data, and fires at the first fresh mark beyond its level', () => {
    const setup = openSetup()
    setup.set(price('572.00'))
    setup.mark('573.00', true)
    expect(setup.notified).toEqual([])
    expect(setup.view().alerts[0]?.paused).toMatch(/stale/)
    setup.mark('573.00')
    expect(setup.notified).toHaveLength(1)
  })
  it('is reported once across a restart, and reports a crossing meanwhile after it', () => {
    const setup = openSetup()
    setup.set(price('572.00', 'up'), true)
    setup.mark('573.00')
    setup.restart()
    setup.mark('573.00')
    expect(setup.notified).toHaveLength(1)
    setup.mark('571.00')
    setup.restart()
    setup.mark('573.00')
    expect(setup.notified).toHaveLength(2)
  })
  it('starts again when it was changed or switched on again', () => {
    const setup = openSetup()
    const id = setup.set(price('572.00', 'up'))
    setup.mark('573.00')
    setup.alerts.save({ id, rule: price('572.00', 'up'), repeat: false, on: true })
    setup.mark('573.00')
    expect(setup.notified).toHaveLength(1)
    setup.mark('571.00')
    setup.mark('572.00')
    setup.clock.advance(1_000)
    expect(setup.notified).toHaveLength(2)
  })
})

describe('an alert on one market by its name', () => {
  it('keeps its prices subscribed while it is on', () => {
    const setup = openSetup()
    const rule: AlertRule = { kind: 'price', asset: 'NYCTMP2', price: '572.00' as never, direction: 'up' }
    const id = setup.set(rule)
    expect(setup.needed).toEqual(['NYCTMP2'])
    setup.alerts.save({ id, rule, repeat: false, on: false })
    expect(setup.needed).toEqual([])
  })
})

describe('a crossing', () => {
  it('on random paths is reported exactly when the price was off the level on one side and reached or passed it', () => {
    const path = fc.array(fc.integer({ min: -2, max: 2 }), { maxLength: 30 })
    fc.assert(
      fc.property(path, fc.constantFrom<CrossingDirection>('up', 'down', 'either'), (steps, direction) => {
        let side: -1 | 0 | 1 = 0
        // The model: the side where the price last was; touching from below counts as above when that direction is watched.
        let model = 0
        for (const at of steps) {
          const price = String(at) as never
          const seen = crossing(side, price, '0' as never, direction)
          const rises = model < 0 && at >= 0
          const falls = model > 0 && at <= 0
          const isReported = (rises && direction !== 'down') || (falls && direction !== 'up')
          expect(seen.crossed).toBe(isReported ? (rises ? 'up' : 'down') : null)
          model = isReported ? (rises ? 1 : -1) : at === 0 ? model : Math.sign(at)
          side = seen.side
        }
      }),
    )
  })
})

describe('an alert on a liquidation', () => {
  const LONG = {
    family: 'scalar',
    asset: ASSET,
    name: ASSET,
    size: '40',
    entryPx: '571.00',
    liquidationPx: '569.00',
  } as unknown as HeldPosition
  const near = (by: 'distance' | 'percent', value: string): AlertRule => ({
    kind: 'liquidation',
    asset: null,
    by,
    value: value as never,
  })
  const SAID = `${ASSET}, long 40: 0.50 °F from liquidation at 569.00; mark 569.50.`

  it.each([
    ['distance', '0.5', '569.51'],
    ['percent', '75', '569.51'],
  ] as const)('by %s is reported once when it comes near, and again only after it went away', (by, value, before) => {
    const setup = openSetup()
    setup.positions = [LONG]
    setup.set(near(by, value), true)
    setup.mark(before)
    expect(setup.notified).toEqual([])
    setup.mark('569.50')
    setup.mark('569.20')
    setup.restart()
    setup.mark('569.10')
    expect(setup.notified).toEqual([SAID])
    setup.mark(before)
    setup.mark('569.50')
    expect(setup.notified).toEqual([SAID, SAID])
  })

  it('is neither reported nor forgotten while the data is stale', () => {
    const setup = openSetup()
    setup.positions = [LONG]
    setup.set(near('distance', '0.5'), true)
    setup.mark('569.40', true)
    expect(setup.notified).toEqual([])
    setup.mark('569.40')
    expect(setup.notified).toHaveLength(1)
    setup.mark('571.00', true)
    setup.mark('569.40')
    expect(setup.notified).toHaveLength(1)
  })

  it('of a short is near from below, counts as near past it, and ignores another wallet', () => {
    const setup = openSetup()
    setup.positions = [{ ...LONG, size: '-40', liquidationPx: '573.00' } as never]
    setup.set(near('distance', '0.5'))
    setup.mark('573.20')
    expect(setup.notified).toEqual([`${ASSET}, short 40: 0.00 °F from liquidation at 573.00; mark 573.20.`])
    setup.positions = []
    setup.set(near('percent', '50'))
    setup.mark('573.30')
    expect(setup.notified).toHaveLength(1)
  })

  it('accepts no distance of zero, and none of 100 percent', () => {
    const setup = openSetup()
    expect(() => setup.set(near('distance', '0'))).toThrow(/greater than 0/)
    expect(() => setup.set(near('percent', '100'))).toThrow(/Must be below 100; 100 % is liquidation\./)
  })
})

describe('an alert on the end of orders', () => {
  const resting = (oid: string, change: object = {}): Order =>
    ({
      oid,
      asset: ASSET,
      side: 'buy',
      size: '150',
      filled: '0',
      price: '571.62',
      status: 'resting',
      ...change,
    }) as Order
  const cancel = (oid: string, change: object = {}): ActionRecord =>
    ({ intent: { kind: 'cancel', oid }, state: 'done', createdAt: 0, oid: null, ...change }) as never
  const ends = (end: 'any' | 'filled' | 'cancelled' | 'refused', includesManual = false): AlertRule => ({
    kind: 'order_end',
    asset: null,
    end,
    includesManual,
  })

  it('reports each resting order once, across a restart too, and none that was over before', async () => {
    const setup = openSetup()
    setup.orders = [resting('old', { status: 'filled' }), resting('a'), resting('b')]
    setup.set(ends('any'), true)
    await setup.traded()
    expect(setup.notified).toEqual([])
    setup.orders = [resting('a', { status: 'filled', filled: '150' }), resting('b')]
    await setup.traded()
    await setup.traded()
    expect(setup.notified).toEqual([`Filled: buy 150 ${ASSET} at 571.62.`])
    setup.orders = [resting('a', { status: 'filled' }), resting('b', { status: 'cancelled', filled: '20' })]
    setup.restart()
    await setup.traded()
    setup.restart()
    await setup.traded()
    expect(setup.notified.slice(1)).toEqual([`Canceled: buy 150 ${ASSET} at 571.62, 20 filled.`])
  })

  it('ignores what the trader canceled here unless that is wanted, but reports cancels by automated orders', async () => {
    for (const [includesManual, held, reported] of [
      [false, undefined, 0],
      [true, undefined, 1],
      [false, { kind: 'slices' }, 1],
    ] as const) {
      const setup = openSetup()
      setup.orders = [resting('a')]
      setup.set(ends('cancelled', includesManual))
      await setup.traded()
      setup.orders = [resting('a', { status: 'cancelled' })]
      setup.actions = [cancel('a', { held })]
      await setup.traded()
      expect(setup.notified).toHaveLength(reported)
    }
  })

  it('concludes nothing from an absence: it waits for the history, and for failing reads', async () => {
    const setup = openSetup()
    setup.orders = [resting('a')]
    setup.set(ends('refused'))
    await setup.traded()
    setup.orders = []
    await setup.traded()
    setup.readsFail = true
    await setup.clock.advanceAsync(9_000)
    expect(setup.notified).toEqual([])
    setup.readsFail = false
    setup.orders = [resting('a', { status: 'rejected' })]
    await setup.clock.advanceAsync(9_000)
    expect(setup.notified).toEqual([`Rejected by the venue: buy 150 ${ASSET} at 571.62.`])
  })

  it('knows an order of this terminal that rests and ends between two reads', async () => {
    const setup = openSetup()
    setup.set(ends('filled'))
    await setup.traded()
    const createdAt = setup.clock.now()
    setup.actions = [{ intent: { kind: 'place' }, state: 'resting', oid: 'n', createdAt } as never]
    await setup.traded('actions')
    setup.orders = [resting('n', { status: 'filled' })]
    await setup.traded()
    expect(setup.notified).toHaveLength(1)
  })
})

describe('an alert on the end of positions', () => {
  const ending = (id: string, kind: PositionClose['kind'], at: number): PositionClose =>
    ({ id, asset: ASSET, kind, at, text: `${id} ${kind}` }) as PositionClose

  it('reports each of its kind once, across a restart too, and prevents a second sound', () => {
    const setup = openSetup()
    const now = setup.clock.now()
    setup.endings = [ending('old', 'liquidated', now - 1)]
    setup.set({ kind: 'position_end', asset: null, end: 'liquidated' }, true)
    setup.endings = [ending('a', 'liquidated', now + 1), ...setup.endings]
    expect(setup.alerts.ended({ id: 'a' })).toBe(true)
    setup.endings = [ending('b', 'settled', now + 2), ...setup.endings]
    expect(setup.alerts.ended({ id: 'b' })).toBe(false)
    setup.restart()
    setup.clock.advance(2_000)
    expect(setup.notified).toEqual(['a liquidated.'])
  })

  it('is sent to remote services, whether or not the desktop shows it, with whether it needs the trader', () => {
    const setup = openSetup()
    setup.alerts.saveSettings({ notifications: false })
    setup.set({ kind: 'position_end', asset: null, end: 'any' }, true)
    setup.endings = [ending('a', 'liquidated', setup.clock.now() + 1)]
    setup.clock.advance(2_000)
    setup.alerts.report('Stop triggered', '')
    setup.alerts.report('A stop failed', '', { isActing: true })
    expect(setup.notified).toEqual([])
    expect(setup.remote).toEqual([
      ['Position closed', false],
      ['Stop triggered', false],
      ['A stop failed', true],
    ])
  })

  it('sounds once for a stop that closes its position and the alert on that end, and lists both', () => {
    const setup = openSetup()
    setup.set({ kind: 'position_end', asset: null, end: 'any' }, true)
    const firings = () =>
      setup.alerts.topics.view({ kind: 'alerts' })?.firings.map(({ title, isSilent }) => [title, isSilent])
    setup.alerts.report('Stop triggered', '', { about: { asset: ASSET, follows: false } })
    setup.clock.advance(2_000)
    setup.alerts.report('Stop closed the position', '', { about: { asset: ASSET, follows: true } })
    setup.endings = [ending('a', 'stopped', setup.clock.now() + 1)]
    setup.alerts.ended({ id: 'a' })
    expect(firings()).toEqual([
      ['Position closed', true],
      ['Stop closed the position', true],
      ['Stop triggered', false],
    ])
    // Where nothing sounded for it recently, the end does; so does one without a stop.
    setup.clock.advance(20_000)
    setup.endings = [ending('b', 'stopped', setup.clock.now() + 1), ...setup.endings]
    setup.alerts.ended({ id: 'b' })
    setup.clock.advance(10_000)
    setup.endings = [ending('c', 'liquidated', setup.clock.now() + 1), ...setup.endings]
    setup.alerts.ended({ id: 'c' })
    expect(
      firings()
        ?.slice(0, 2)
        .map(([, isSilent]) => isSilent),
    ).toEqual([false, false])
  })

  it('reports after a restart one that ended meanwhile', () => {
    const setup = openSetup()
    setup.set({ kind: 'position_end', asset: null, end: 'any' })
    setup.clock.advance(1_000)
    setup.alerts.stop()
    setup.endings = [ending('a', 'settled', setup.clock.now())]
    setup.restart()
    setup.clock.advance(1)
    expect(setup.notified).toEqual(['a settled.'])
  })
})

describe('other alerts', () => {
  it('a fill is reported once, with the number of others; earlier fills are past', async () => {
    const setup = openSetup()
    await setup.filled('old')
    setup.clock.advance(10)
    setup.set({ kind: 'fill', asset: null }, true)
    await setup.clock.advanceAsync(10)
    expect(setup.notified).toEqual([])
    await setup.filled('a', 'b')
    await setup.filled('c')
    setup.restart()
    await setup.clock.advanceAsync(10)
    expect(setup.notified).toEqual(['Bought 10 NYCTMP1 at 571.80 (latest of 2 fills).', 'Bought 10 NYCTMP1 at 571.80.'])
  })
  it("the bucket's close is reported once a bucket, by the service's clock", () => {
    const setup = openSetup()
    setup.set({ kind: 'bucket_close', minutes: 5 }, true)
    setup.clock.advance(3_600_000 - 5 * 60_000 - 2_000)
    expect(setup.notified).toEqual([])
    setup.bucketIs({ clockOffset: 3_000 })
    expect(setup.notified).toHaveLength(1)
    expect(setup.view().alerts[0]?.lastFiredAt).toBeGreaterThan(setup.clock.now() + 2_900)
    setup.restart()
    setup.clock.advance(60_000)
    expect(setup.notified).toHaveLength(1)
    const end = millis(setup.clock.now() + 4 * 60_000)
    setup.bucketIs({ current: { asset: 'NYCTMP2', start: millis(0), end, phaseText: null }, clockOffset: 0 })
    expect(setup.notified[1]).toMatch(/NYCTMP2 closes in 4 min/)
  })
  it("the bucket's close is neither reported nor used up by an unconfirmed service time", () => {
    const setup = openSetup()
    setup.set({ kind: 'bucket_close', minutes: 5 })
    setup.isClockConfirmed = false
    setup.bucketIs({ clockOffset: 3_600_000 - 60_000 })
    setup.clock.advance(1_000)
    expect(setup.notified).toEqual([])
    expect(setup.view().alerts[0]?.paused).toMatch(/time is not confirmed/)
    setup.isClockConfirmed = true
    setup.bucketIs({ clockOffset: 0 })
    setup.clock.advance(3_600_000 - 5 * 60_000)
    expect(setup.notified).toHaveLength(1)
  })
  it('a phase is reported when it is entered, not while it lasts, and not when stale', () => {
    const setup = openSetup()
    setup.set({ kind: 'phase', phase: 'settling' }, true)
    setup.bucketIs({ phase: 'final_window' })
    setup.bucketIs({ phase: 'settling', stale: true })
    expect(setup.notified).toEqual([])
    setup.bucketIs({ stale: false })
    setup.bucketIs({ receivedAt: setup.clock.now() })
    expect(setup.notified).toEqual(['Settling: NYCTMP1.'])
  })
  it("the token's expiry is reported once a token", () => {
    const setup = openSetup()
    setup.tokenExpiresAt = millis(setup.clock.now() + 600_000)
    setup.set({ kind: 'token_expiry', minutes: 5 }, true)
    setup.clock.advance(290_000)
    expect(setup.notified).toEqual([])
    setup.clock.advance(20_000)
    expect(setup.notified).toHaveLength(1)
    setup.clock.advance(600_000)
    expect(setup.notified).toHaveLength(1)
  })
})

describe('an alert on a probability', () => {
  const openOutcomes = () => {
    const setup = openSetup()
    setup.families = { scalar: true, binary: true, outcomes: true }
    return setup
  }

  it('fires once when the price of a side reaches its level, with the market’s name, and may repeat', () => {
    const setup = openOutcomes()
    setup.chance('#360', '0.55')
    setup.set(probability('#360', '0.600', 'up'))
    setup.set(probability('#360', '0.6', 'up'), true)
    for (const price of ['0.599', '0.600', '0.65']) setup.chance('#360', price)
    expect(setup.view().alerts.map(({ state, timesFired }) => [state, timesFired])).toEqual([
      ['fired', 1],
      ['on', 1],
    ])
    setup.clock.advance(10_000)
    for (const price of ['0.55', '0.61']) setup.chance('#360', price)
    expect(setup.notified).toEqual([
      'Rain, Yes rose to 0.6: the price is 0.600.',
      'Rain, Yes rose to 0.6: the price is 0.61.',
    ])
  })

  it('names the question where it has several outcomes', () => {
    const setup = openOutcomes()
    const question = {
      id: 1,
      title: 'New York high' as never,
      rules: null,
      exclusive: true,
      outcomes: [36, 37],
      several: true,
    }
    setup.outcomes = [outcomeOf(36, '51 °F', { questions: [question] })]
    setup.chance('#361', '0.4')
    setup.set(probability('#361', '0.3'))
    setup.chance('#361', '0.25')
    expect(setup.notified).toEqual(['New York high: 51 °F, No fell to 0.3: the price is 0.25.'])
  })

  it('fires regardless of the age of the price, but never on stale data', () => {
    const setup = openOutcomes()
    setup.chance('#360', '0.5')
    setup.set(probability('#360', '0.6'))
    setup.chance('#360', '0.7', true)
    expect(setup.notified).toEqual([])
    setup.clock.advance(1000)
    expect(setup.view().alerts[0]?.paused).toBe('Data for Rain, Yes is stale.')
    setup.chance('#360', '0.5')
    setup.clock.advance(60_000)
    setup.chance('#360', '0.7')
    expect(setup.notified).toHaveLength(1)
  })

  it('is reported once across a restart, and reports a crossing meanwhile after it', () => {
    const setup = openOutcomes()
    setup.chance('#360', '0.5')
    setup.set(probability('#360', '0.6', 'up'), true)
    setup.chance('#360', '0.7')
    setup.restart()
    setup.chance('#360', '0.7')
    expect(setup.notified).toHaveLength(1)
    setup.chance('#360', '0.5')
    setup.restart()
    setup.chance('#360', '0.7')
    expect(setup.notified).toHaveLength(2)
  })

  it('keeps only the prices that it waits for subscribed', () => {
    const setup = openOutcomes()
    const id = setup.set(probability('#360', '0.6', 'up'))
    setup.set(probability('#360', '0.7', 'up'))
    setup.set(price('572.00'))
    expect(setup.needed).toEqual(['#360'])
    setup.chance('#360', '0.5')
    setup.chance('#360', '0.8')
    expect(setup.needed).toEqual([])
    setup.alerts.save({ id, rule: probability('#361', '0.6', 'up'), repeat: false, on: true })
    expect(setup.needed).toEqual(['#361'])
    setup.restart()
    expect(setup.needed).toEqual(['#361'])
    setup.alerts.stop()
    expect(setup.needed).toEqual([])
  })

  it('does not fire on a market that is over, and can still be switched off', () => {
    const setup = openOutcomes()
    setup.chance('#360', '0.5')
    const id = setup.set(probability('#360', '0.6'))
    setup.outcomes = [outcomeOf(36, 'Rain', { expired: true, winner: 0 })]
    setup.chance('#360', '1', true)
    setup.chance('#360', '1')
    expect(setup.notified).toEqual([])
    expect(setup.view().alerts[0]?.paused).toBe('Rain, Yes has stopped trading.')
    expect(setup.alerts.watchEntries()[0]?.watch.at).toBe('closed_market')
    expect(() => setup.set(probability('#360', '0.7'))).toThrow('Rain, Yes has stopped trading.')
    setup.alerts.save({ id, rule: probability('#360', '0.6'), repeat: false, on: false })
    expect(setup.view().alerts[0]?.state).toBe('off')
  })

  it('on a binary asset watches the price of UP while it is that asset’s turn, and starts again with each bucket', () => {
    const setup = openOutcomes()
    setup.binaryBucket('GBETA', 1000)
    setup.chance('GBETA', '0.5')
    setup.set(probability('GBETA', '0.8', 'up'), true)
    setup.chance('GBETA', '0.81')
    expect(setup.notified).toEqual(['GBETA UP rose to 0.8: the price is 0.81.'])
    setup.chance('GBETA', '0.5')
    setup.binaryBucket('GBETB', 2000)
    setup.chance('GBETA', '0.9')
    setup.binaryBucket('GBETA', 3000)
    setup.chance('GBETA', '0.9')
    expect(setup.notified).toHaveLength(1)
    setup.clock.advance(10_000)
    setup.chance('GBETA', '0.7')
    setup.chance('GBETA', '0.9')
    expect(setup.notified).toHaveLength(2)
    setup.clock.advance(10_000)
    setup.chance('GBETA', '0.7')
    const ticker = setup.tickers.get('GBETA') as Ticker
    setup.tickers.set('GBETA', { ...ticker, mark: '0.9' as never, receivedAt: millis(setup.clock.now() - 9_000) })
    setup.clock.advance(3_000)
    expect(setup.notified).toHaveLength(2)
  })

  it.each<[AlertRule, Partial<Families>, RegExp]>([
    [probability('#360', '0.5'), { outcomes: false }, /Outcome markets are off/],
    [probability('GBETA', '0.5'), { binary: false }, /Binary markets are off/],
    [probability('GBETA', '0.5'), { binary: false, outcomes: false }, /Outcome markets and binary markets are off/],
    [probability('#990', '0.5'), {}, /no outcome market with #990/],
    [probability('GBETC', '0.5'), {}, /no binary market GBETC/],
    [probability('#360', '1'), {}, /between 0 and 1/],
    [{ ...price('0.5'), asset: '#360' } as AlertRule, {}, /#360 trades as a probability\. Set a probability alert\./],
    [{ ...price('0.5'), asset: 'GBETA' } as AlertRule, {}, /GBETA trades as a probability\. Set a probability alert\./],
    [price('570'), { scalar: false }, /Scalar markets are off/],
    [{ kind: 'phase', phase: null }, { scalar: false }, /Scalar markets are off/],
  ])('%j is refused with the reason', (rule, families, reason) => {
    const setup = openOutcomes()
    setup.binaryBucket('GBETA', 1000)
    setup.families = { ...setup.families, ...families }
    expect(() => setup.set(rule)).toThrow(reason)
  })

  it('can be set as soon as a family is on, and windows are notified', () => {
    const setup = openSetup()
    setup.clock.advance(1000)
    let reported = 0
    setup.alerts.topics.onChange(() => (reported += 1))
    expect(setup.view().kinds.probability.on).toBe(false)
    setup.families = { scalar: false, binary: false, outcomes: true }
    setup.clock.advance(1000)
    expect(reported).toBe(1)
    expect(setup.view().kinds).toMatchObject({ probability: { on: true }, price: { on: false }, fill: { on: true } })
  })

  it('with a mark that is no temperature fires no alert on marks', () => {
    const setup = openSetup()
    setup.set(price('572.00'))
    setup.ticker = { ...(setup.ticker as Ticker), mark: '573.00' as never, temperature: null }
    setup.clock.advance(1000)
    expect(setup.notified).toEqual([])
  })
})

describe('an alert on market ends', () => {
  const MINUTE = 60_000
  const held = (change: Partial<HeldPosition> = {}): HeldPosition =>
    ({
      family: 'scalar',
      asset: ASSET,
      name: ASSET,
      size: '40',
      entryPx: '554.50',
      liquidationPx: null,
      orders: [],
      ...change,
    }) as unknown as HeldPosition
  const end = (minutes: 5 | 15 | 30 | 60 = 15, asset: string | null = null): AlertRule => ({
    kind: 'market_end',
    asset,
    minutes,
  })
  const SAID = `${ASSET} settles in 15 min. You hold long 40 at 554.50.`

  it('is reported that long before a settlement, once across restarts, with the position', () => {
    const setup = openSetup()
    setup.positions = [held()]
    setup.set(end(), true)
    setup.clock.advance(44 * MINUTE)
    expect(setup.notified).toEqual([])
    setup.clock.advance(MINUTE)
    expect(setup.notified).toEqual([SAID])
    setup.restart()
    setup.clock.advance(5 * MINUTE)
    expect(setup.notified).toEqual([SAID])
    expect(setup.view().alerts[0]).toMatchObject({ state: 'on', timesFired: 1, lastMessage: SAID })
  })

  it('is reported late where the terminal was off, or the position was opened since', () => {
    const setup = openSetup()
    setup.set(end(), true)
    setup.alerts.stop()
    setup.clock.advance(50 * MINUTE)
    setup.restart()
    expect(setup.notified).toEqual([])
    setup.positions = [held({ size: '-40' as never, orders: [{}, {}] as never })]
    setup.clock.advance(1000)
    expect(setup.notified).toEqual([
      `${ASSET} settles in 9 min 59 s. You hold short 40 at 554.50. 2 orders end with it.`,
    ])
  })

  it('needs no fresh data: time passes anyway', () => {
    const setup = openSetup()
    setup.positions = [held()]
    setup.set(end(), true)
    setup.bucketIs({ stale: true })
    setup.clock.advance(45 * MINUTE)
    expect(setup.notified).toEqual([SAID])
  })

  it('covers one market where it names one, and no market without a position', () => {
    const setup = openSetup()
    setup.positions = [held()]
    setup.set(end(30, 'NYCTMP2'), true)
    setup.clock.advance(45 * MINUTE)
    expect(setup.notified).toEqual([])
  })

  it('reports the cut-off and the settlement of a binary market together', () => {
    const setup = openSetup()
    const over = setup.clock.now() + 60 * MINUTE
    setup.binaryBucket('GBETA', over)
    setup.binary = {
      ...(setup.binary as NonNullable<typeof setup.binary>),
      status: {
        paused: false,
        activeAsset: 'GBETA',
        phase: 'trading',
        phaseText: 'TRADING',
        entryCutoff: millis(over - 3 * MINUTE),
      },
    }
    setup.positions = [held({ family: 'binary', asset: 'GBETA', name: 'GBETA', entryPx: '0.62' as never })]
    setup.set(end(), true)
    setup.clock.advance(60 * MINUTE)
    expect(setup.notified).toEqual([
      'Entries in GBETA close in 15 min. It settles 3 min later. You hold UP 40 at 0.620.',
    ])
  })

  it('reports shares before they expire, for another trader as well where it applies to any signed-in wallet', () => {
    const setup = openSetup()
    const market = { ...outcomeOf(36, 'Rain'), expiry: millis(setup.clock.now() + 60 * MINUTE) }
    setup.outcomes = [market]
    const coin = market.sides[0]?.coin ?? ''
    setup.positions = [
      held({
        family: 'outcome',
        asset: coin,
        name: 'Yes, Rain' as never,
        size: '12' as never,
        entryPx: '0.4' as never,
      }),
    ]
    const id = setup.set(end(5), true)
    const alert = setup.rows.get(id) as StoredAlert
    setup.rows.set(id, { ...alert, account: null })
    setup.restart()
    setup.clock.advance(55 * MINUTE)
    const message = 'Yes, Rain expires in 5 min. You hold 12 at 0.400.'
    expect(setup.notified).toEqual([message])
    setup.address = `0x${'cd'.repeat(20)}`
    setup.clock.advance(1000)
    expect(setup.notified).toEqual([message, 'Yes, Rain expires in 4 min 59 s. You hold 12 at 0.400.'])
  })

  it('set within that time of an end waits for the next one', () => {
    const setup = openSetup()
    setup.positions = [held()]
    setup.clock.advance(50 * MINUTE)
    setup.set(end(15), true)
    setup.clock.advance(2 * MINUTE)
    expect(setup.notified).toEqual([])
  })
})

describe('notifications of alerts', () => {
  it('are off when they are switched off; the firing is listed all the same', () => {
    const setup = openSetup()
    setup.alerts.saveSettings({ notifications: false })
    setup.set(price('572.00'))
    setup.mark('573.00')
    expect(setup.notified).toEqual([])
    expect(setup.view().firings).toHaveLength(1)
    setup.restart()
    expect(setup.view().settings).toEqual({ notifications: false })
  })
})

describe('the rate of alerts', () => {
  const firings = (setup: ReturnType<typeof openSetup>) => setup.view().firings.map(({ text: message }) => message)

  it('is one firing at once, then at most every 10 s, with the number of suppressed ones', () => {
    const setup = openSetup()
    setup.set(price('572.00', 'up'), true)
    setup.mark('572.00')
    expect(setup.notified).toHaveLength(1)
    for (const mark of ['571.90', '572.10', '571.80', '572.20', '571.70', '572.30', '571.60']) setup.mark(mark)
    setup.clock.advance(9_700)
    expect(setup.notified).toHaveLength(1)
    setup.clock.advance(300)
    const message = `${ASSET} rose to 572: the mark is 572.30 (72.30 °F). 3 more since the last notification.`
    expect(setup.notified.slice(1)).toEqual([message])
    expect(firings(setup)[0]).toBe(message)
    expect(setup.view().alerts[0]).toMatchObject({ timesFired: 2, lastMessage: message })
    // Ten seconds begin with that one; a single delayed one has no other text.
    setup.mark('572.40')
    setup.clock.advance(10_000)
    expect(setup.notified.slice(2)).toEqual([`${ASSET} rose to 572: the mark is 572.40 (72.40 °F).`])
    setup.clock.advance(60_000)
    expect(setup.notified).toHaveLength(3)
  })

  it('makes four notifications and one write a second of 1,000 marks about a level in 30 s', () => {
    const setup = openSetup()
    setup.set(price('572.00'), true)
    const before = setup.writes
    for (let i = 0; i < 1_000; i += 1) setup.mark(i % 2 === 0 ? '571.99' : '572.01')
    setup.clock.advance(10_000)
    expect(setup.notified).toHaveLength(4)
    expect(setup.writes - before).toBeLessThanOrEqual(45)
    expect(setup.rows.values().next().value?.memory).toMatchObject({ side: 1 })
  })

  it('loses no event in between: those of an alert on fills are combined', async () => {
    const setup = openSetup()
    setup.set({ kind: 'fill', asset: null }, true)
    await setup.filled('a')
    await setup.filled('b')
    setup.fills = setup.fills.map((fill) => ({ ...fill, price: '571.90' as never }))
    await setup.filled('c')
    await setup.clock.advanceAsync(10_000)
    expect(setup.notified).toEqual([
      `Bought 10 ${ASSET} at 571.80.`,
      `Bought 10 ${ASSET} at 571.80. 2 more since the last notification.`,
    ])
  })

  it('releases delayed messages when the deployment stops, and drops those of a removed alert', () => {
    const setup = openSetup()
    setup.set(price('572.00', 'up'), true)
    for (const mark of ['572.10', '571.90', '572.20']) setup.mark(mark)
    setup.alerts.stop()
    expect(setup.notified).toHaveLength(2)
    setup.restart()
    const id = setup.set(price('572.05', 'up'), true)
    for (const mark of ['571.00', '572.10', '571.00', '572.10']) setup.mark(mark)
    const before = setup.notified.length
    setup.alerts.remove(id)
    setup.clock.advance(30_000)
    expect(setup.notified.slice(before).filter((text) => text.includes('572.05'))).toEqual([])
  })

  it('does not delay an alert that fires once, however often it is switched on again', () => {
    const setup = openSetup()
    const id = setup.set(price('572.00', 'up'))
    for (let i = 0; i < 3; i += 1) {
      setup.alerts.save({ id, rule: price('572.00', 'up'), repeat: false, on: true })
      setup.mark('571.00')
      setup.mark('572.00')
      setup.clock.advance(1_000)
    }
    expect(setup.notified).toHaveLength(3)
  })
})

describe('a burst of alerts', () => {
  const levels = (count: number): readonly string[] => Array.from({ length: count }, (_, i) => `571.${10 + i}`)

  it('that fire at once is one notification on the desktop and remotely, and the list has each', () => {
    const setup = openSetup()
    for (const level of levels(8)) setup.set(price(level, 'up'))
    setup.mark('570.00')
    setup.mark('573.00')
    expect(setup.remote).toEqual([['Mark rises to 571.1, and 7 more alerts', false]])
    expect(setup.notified).toHaveLength(1)
    expect(setup.notified[0]).toMatch(/^NYCTMP1 rose to 571\.1: .* NYCTMP1 rose to 571\.14: .* 3 more in Alerts\.$/)
    expect(setup.view().firings).toHaveLength(8)
  })

  it('that follow within a second is one more, with those that need the trader first; after a second each is its own', () => {
    const setup = openSetup()
    const [first = '', second = '', third = '', fourth = ''] = ['571.10', '571.20', '571.30', '571.40']
    for (const level of [first, second, third, fourth]) setup.set(price(level, 'up'))
    setup.tokenExpiresAt = millis(setup.clock.now() + 1_500_000)
    setup.set({ kind: 'token_expiry', minutes: 5 })
    setup.mark('570.00')
    setup.mark('571.10')
    setup.mark('571.20')
    setup.tokenExpiresAt = millis(setup.clock.now() + 240_000)
    setup.mark('571.30')
    expect(setup.remote.map(([title]) => title)).toEqual(['Mark rises to 571.1'])
    setup.clock.advance(1_000)
    expect(setup.remote.slice(1)).toEqual([['Access token expires, and 2 more alerts', true]])
    setup.clock.advance(1_000)
    setup.mark('571.40')
    expect(setup.remote.slice(2)).toEqual([['Mark rises to 571.4', false]])
  })

  it('delays no report of orders and positions', () => {
    const setup = openSetup()
    for (const level of levels(3)) setup.set(price(level, 'up'))
    setup.mark('570.00')
    setup.mark('573.00')
    setup.alerts.report('A stop failed', 'Close it yourself.', { isActing: true })
    expect(setup.remote.at(-1)).toEqual(['A stop failed', true])
  })
})
