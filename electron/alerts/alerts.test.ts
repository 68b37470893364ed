import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Fill } from '../../contract/account.ts'
import type { AlertRule, AlertsView, CrossingDirection } from '../../contract/alert.ts'
import { fahrenheitOfMark } from '../../contract/mark.ts'
import type { BucketView, Ticker } from '../../contract/market.ts'
import { createFakeClock } from '../../contract/testing/fake-clock.ts'
import { type Millis, millis } from '../../contract/time.ts'
import type { Families, Feed } from '../feed/index.ts'
import { binaryMarketOf, outcomeOf } from '../feed/testing/fake-service.ts'
import type { StoredAlert } from '../storage/index.ts'
import type { TopicChange, TopicSource } from '../topics/index.ts'
import { createAlerts } from './alerts.ts'
import { crossing } from './evaluate.ts'
import type { Alerts } from './interface.ts'

const ASSET = 'NYCTMP1'
const price = (level: string, direction: CrossingDirection = 'either'): AlertRule => ({
  kind: 'price',
  asset: null,
  price: level as never,
  direction,
})

const probability = (asset: string, level: string, direction: CrossingDirection = 'either'): AlertRule => ({
  kind: 'probability',
  asset,
  probability: level as never,
  direction,
})

/** Alerts over a market that a test moves, and a disk that outlives them. */
function openDesk() {
  const clock = createFakeClock()
  const rows = new Map<string, StoredAlert>()
  const listeners = new Set<(change: TopicChange) => void>()
  const source: TopicSource = {
    kinds: ['ticker', 'bucket', 'binary', 'outcomes', 'account_version'],
    view: () => undefined,
    onChange(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
  const tell = (kind: TopicChange['kind']): void => {
    for (const listener of listeners) listener({ kind, asset: null })
  }
  const tickerOf = (asset: string, mark: string, stale: boolean) =>
    ({ asset, mark, temperature: fahrenheitOfMark(mark as never), stale, receivedAt: clock.now() }) as Ticker
  let ids = 0
  let settings = { sound: true, notifications: true }
  const desk = {
    clock,
    rows,
    notified: [] as string[],
    ticker: null as Ticker | null,
    /** Of coins and binary assets. */
    tickers: new Map<string, Ticker>(),
    families: { scalar: true, binary: false, outcomes: false } as Families,
    binary: null as ReturnType<Feed['binary']>,
    outcomes: [outcomeOf(36, 'Rain')],
    /** Assets whose tickers the alerts keep coming. */
    needed: [] as string[],
    bucket: null as BucketView | null,
    fills: [] as Fill[],
    tokenExpiresAt: null as Millis | null,
    address: `0x${'ab'.repeat(20)}`,
    alerts: undefined as unknown as Alerts,
    view: (): AlertsView => desk.alerts.topics.view({ kind: 'alerts' }) as AlertsView,
    restart() {
      desk.alerts?.stop()
      desk.alerts = createAlerts({
        store: {
          write: (alert) => void rows.set(alert.id, structuredClone(alert)),
          remove: (id) => void rows.delete(id),
          all: () => [...rows.values()],
          readSettings: () => settings,
          saveSettings: (next) => {
            settings = next
          },
        },
        profile: 'practice',
        facts: {
          ticker: (asset) => (asset === ASSET ? desk.ticker : (desk.tickers.get(asset) ?? null)),
          bucket: () => desk.bucket,
          binary: () => desk.binary,
          outcome(coin) {
            for (const market of desk.outcomes) {
              const side = market.sides.find((each) => each.coin === coin)
              if (side !== undefined) return { market, side }
            }
            return null
          },
          families: () => desk.families,
          clockOffset: () => desk.bucket?.clockOffset ?? 0,
          need(asset) {
            desk.needed.push(asset)
            return () => void desk.needed.splice(desk.needed.indexOf(asset), 1)
          },
          sources: [source],
        },
        trading: { readFills: async () => desk.fills, topics: source },
        address: () => desk.address as never,
        onIdentityChange: () => () => {},
        tokenExpiresAt: () => desk.tokenExpiresAt,
        clock,
        newId: () => `00000000-0000-4000-8000-${String(++ids).padStart(12, '0')}`,
        notify: (_title, words) => void desk.notified.push(words),
        notifications: () => ({ on: true }),
        log: { debug() {}, info() {}, warn() {}, error() {} },
      })
      desk.alerts.start()
    },
    mark(mark: string, stale = false) {
      desk.ticker = tickerOf(ASSET, mark, stale)
      tell('ticker')
      clock.advance(30)
    },
    chance(asset: string, mark: string, stale = false) {
      desk.tickers.set(asset, { ...tickerOf(asset, mark, stale), temperature: null })
      tell('ticker')
      clock.advance(30)
    },
    binaryBucket(asset: string, end: number) {
      desk.binary = {
        markets: [binaryMarketOf('GBETA'), binaryMarketOf('GBETB')],
        status: { paused: false, activeAsset: asset, phase: 'trading', phaseText: 'TRADING', entryCutoff: null },
        bucket: {
          asset,
          start: millis(0),
          end: millis(end),
          phase: 'trading',
          phaseText: 'TRADING',
          midpoint: null,
          serverTime: null,
        },
      }
      tell('binary')
      clock.advance(30)
    },
    bucketIs(change: Partial<BucketView>) {
      desk.bucket = { ...(desk.bucket as BucketView), ...change }
      tell('bucket')
      clock.advance(30)
    },
    async filled(...tids: string[]) {
      const fill = (tid: string) =>
        ({ tid, asset: ASSET, side: 'buy', size: '10.0000', price: '571.80', time: clock.now() }) as unknown as Fill
      desk.fills = [...tids.map(fill), ...desk.fills]
      tell('account_version')
      await clock.advanceAsync(0)
    },
    set: (rule: AlertRule, repeat = false) => desk.alerts.save({ id: null, rule, repeat, on: true }).id,
  }
  desk.bucket = {
    current: { asset: ASSET, start: millis(0), end: millis(clock.now() + 3_600_000), phaseText: null },
    next: null,
    phase: 'trading',
    clockOffset: 0,
    twapWindow: 120_000,
    twapEstimate: null,
    receivedAt: clock.now(),
    stale: false,
  }
  desk.ticker = tickerOf(ASSET, '571.00', false)
  desk.restart()
  return desk
}

describe('an alert on a price', () => {
  it('fires once at or through its level, in words, and is spent', () => {
    const desk = openDesk()
    desk.set(price('572.00', 'up'))
    desk.mark('571.99')
    expect(desk.notified).toEqual([])
    desk.mark('572.00')
    desk.mark('573.00')
    desk.mark('571.00')
    desk.mark('573.00')
    expect(desk.notified).toEqual([`${ASSET} rose to 572: the mark is 572.00, 72.00 °F.`])
    expect(desk.view().alerts[0]).toMatchObject({ state: 'fired', timesFired: 1 })
  })
  it('that repeats fires again only after the price came back', () => {
    const desk = openDesk()
    desk.set({ kind: 'temperature', asset: null, temperature: '72' as never, direction: 'up' }, true)
    for (const mark of ['572.00', '572.50', '572.00', '573', '571.99', '572.01']) desk.mark(mark)
    expect(desk.notified).toHaveLength(2)
  })
  it('never fires on stale data, and at the first fresh mark beyond', () => {
    const desk = openDesk()
    desk.set(price('572.00'))
    desk.mark('573.00', true)
    expect(desk.notified).toEqual([])
    expect(desk.view().paused).toMatch(/stale/)
    desk.mark('573.00')
    expect(desk.notified).toHaveLength(1)
  })
  it('is told once over a restart, and a crossing meanwhile is told after it', () => {
    const desk = openDesk()
    desk.set(price('572.00', 'up'), true)
    desk.mark('573.00')
    desk.restart()
    desk.mark('573.00')
    expect(desk.notified).toHaveLength(1)
    desk.mark('571.00')
    desk.restart()
    desk.mark('573.00')
    expect(desk.notified).toHaveLength(2)
  })
  it('that was changed or switched on again begins anew', () => {
    const desk = openDesk()
    const id = desk.set(price('572.00', 'up'))
    desk.mark('573.00')
    desk.alerts.save({ id, rule: price('572.00', 'up'), repeat: false, on: true })
    desk.mark('573.00')
    expect(desk.notified).toHaveLength(1)
    desk.mark('571.00')
    desk.mark('572.00')
    expect(desk.notified).toHaveLength(2)
  })
})

describe('a crossing', () => {
  it('on random paths is told exactly when the price was off the level on one side and came to or through it', () => {
    const path = fc.array(fc.integer({ min: -2, max: 2 }), { maxLength: 30 })
    fc.assert(
      fc.property(path, fc.constantFrom<CrossingDirection>('up', 'down', 'either'), (steps, direction) => {
        let side: -1 | 0 | 1 = 0
        // The model: the side that the price was last said to be on; touching from below is being above when that is asked for.
        let model = 0
        for (const at of steps) {
          const price = String(at) as never
          const seen = crossing(side, price, '0' as never, direction)
          const rises = model < 0 && at >= 0
          const falls = model > 0 && at <= 0
          const told = (rises && direction !== 'down') || (falls && direction !== 'up')
          expect(seen.crossed).toBe(told ? (rises ? 'up' : 'down') : null)
          model = told ? (rises ? 1 : -1) : at === 0 ? model : Math.sign(at)
          side = seen.side
        }
      }),
    )
  })
})

describe('other alerts', () => {
  it('a fill is told once, with how many came with it; what was filled before is past', async () => {
    const desk = openDesk()
    await desk.filled('old')
    desk.clock.advance(10)
    desk.set({ kind: 'fill', asset: null }, true)
    await desk.clock.advanceAsync(10)
    expect(desk.notified).toEqual([])
    await desk.filled('a', 'b')
    await desk.filled('c')
    desk.restart()
    await desk.clock.advanceAsync(10)
    expect(desk.notified).toEqual(['Bought 10 NYCTMP1 at 571.80, and 1 more.', 'Bought 10 NYCTMP1 at 571.80.'])
  })
  it("the bucket's close is told once a bucket, by the service's clock", () => {
    const desk = openDesk()
    desk.set({ kind: 'bucket_close', minutes: 5 }, true)
    desk.clock.advance(3_600_000 - 5 * 60_000 - 2_000)
    expect(desk.notified).toEqual([])
    desk.bucketIs({ clockOffset: 3_000 })
    expect(desk.notified).toHaveLength(1)
    desk.restart()
    desk.clock.advance(60_000)
    expect(desk.notified).toHaveLength(1)
    const end = millis(desk.clock.now() + 4 * 60_000)
    desk.bucketIs({ current: { asset: 'NYCTMP2', start: millis(0), end, phaseText: null }, clockOffset: 0 })
    expect(desk.notified[1]).toMatch(/NYCTMP2 closes in 4 min/)
  })
  it('a phase is told when it is entered, not while it lasts, and not when stale', () => {
    const desk = openDesk()
    desk.set({ kind: 'phase', phase: 'settling' }, true)
    desk.bucketIs({ phase: 'final_window' })
    desk.bucketIs({ phase: 'settling', stale: true })
    expect(desk.notified).toEqual([])
    desk.bucketIs({ stale: false })
    desk.bucketIs({ receivedAt: desk.clock.now() })
    expect(desk.notified).toEqual(['Settling: NYCTMP1.'])
  })
  it("the token's expiry is told once a token", () => {
    const desk = openDesk()
    desk.tokenExpiresAt = millis(desk.clock.now() + 600_000)
    desk.set({ kind: 'token_expiry', minutes: 5 }, true)
    desk.clock.advance(290_000)
    expect(desk.notified).toEqual([])
    desk.clock.advance(20_000)
    expect(desk.notified).toHaveLength(1)
    desk.clock.advance(600_000)
    expect(desk.notified).toHaveLength(1)
  })
})

describe('an alert on a probability', () => {
  const openOutcomes = () => {
    const desk = openDesk()
    desk.families = { scalar: true, binary: true, outcomes: true }
    return desk
  }

  it('fires once when the price of a side comes to its level, with the market’s name, and may repeat', () => {
    const desk = openOutcomes()
    desk.chance('#360', '0.55')
    desk.set(probability('#360', '0.600', 'up'))
    desk.set(probability('#360', '0.6', 'up'), true)
    for (const price of ['0.599', '0.600', '0.65', '0.55', '0.61']) desk.chance('#360', price)
    expect(desk.notified).toEqual([
      'Rain, Yes rose to 0.6: the price is 0.600.',
      'Rain, Yes rose to 0.6: the price is 0.600.',
      'Rain, Yes rose to 0.6: the price is 0.61.',
    ])
  })

  it('names the question where it has several outcomes', () => {
    const desk = openOutcomes()
    const question = { id: 1, title: 'New York high', rules: null, exclusive: true, outcomes: [36, 37] }
    desk.outcomes = [outcomeOf(36, '51 °F', { questions: [question] })]
    desk.chance('#361', '0.4')
    desk.set(probability('#361', '0.3'))
    desk.chance('#361', '0.25')
    expect(desk.notified).toEqual(['New York high: 51 °F, No fell to 0.3: the price is 0.25.'])
  })

  it('fires however long ago the price was told, but never on stale data', () => {
    const desk = openOutcomes()
    desk.chance('#360', '0.5')
    desk.set(probability('#360', '0.6'))
    desk.chance('#360', '0.7', true)
    expect(desk.notified).toEqual([])
    desk.clock.advance(1000)
    expect(desk.view().paused).toBe('Paused for probabilities: the data of Rain, Yes is stale.')
    desk.chance('#360', '0.5')
    desk.clock.advance(60_000)
    desk.chance('#360', '0.7')
    expect(desk.notified).toHaveLength(1)
  })

  it('is told once over a restart, and a crossing meanwhile is told after it', () => {
    const desk = openOutcomes()
    desk.chance('#360', '0.5')
    desk.set(probability('#360', '0.6', 'up'), true)
    desk.chance('#360', '0.7')
    desk.restart()
    desk.chance('#360', '0.7')
    expect(desk.notified).toHaveLength(1)
    desk.chance('#360', '0.5')
    desk.restart()
    desk.chance('#360', '0.7')
    expect(desk.notified).toHaveLength(2)
  })

  it('keeps the prices that it waits for coming, and no others', () => {
    const desk = openOutcomes()
    const id = desk.set(probability('#360', '0.6', 'up'))
    desk.set(probability('#360', '0.7', 'up'))
    desk.set(price('572.00'))
    expect(desk.needed).toEqual(['#360'])
    desk.chance('#360', '0.5')
    desk.chance('#360', '0.8')
    expect(desk.needed).toEqual([])
    desk.alerts.save({ id, rule: probability('#361', '0.6', 'up'), repeat: false, on: true })
    expect(desk.needed).toEqual(['#361'])
    desk.restart()
    expect(desk.needed).toEqual(['#361'])
    desk.alerts.stop()
    expect(desk.needed).toEqual([])
  })

  it('does not fire on a market that is over, and can still be switched off', () => {
    const desk = openOutcomes()
    desk.chance('#360', '0.5')
    const id = desk.set(probability('#360', '0.6'))
    desk.outcomes = [outcomeOf(36, 'Rain', { expired: true, winner: 0 })]
    desk.chance('#360', '1', true)
    desk.chance('#360', '1')
    expect(desk.notified).toEqual([])
    expect(desk.view().paused).toBeNull()
    expect(() => desk.set(probability('#360', '0.7'))).toThrow('Rain, Yes trades no more.')
    desk.alerts.save({ id, rule: probability('#360', '0.6'), repeat: false, on: false })
    expect(desk.view().alerts[0]?.state).toBe('off')
  })

  it('on a binary asset watches the price of UP while it is that asset’s turn, and begins anew with each bucket', () => {
    const desk = openOutcomes()
    desk.binaryBucket('GBETA', 1000)
    desk.chance('GBETA', '0.5')
    desk.set(probability('GBETA', '0.8', 'up'), true)
    desk.chance('GBETA', '0.81')
    expect(desk.notified).toEqual(['GBETA UP rose to 0.8: the price is 0.81.'])
    desk.chance('GBETA', '0.5')
    desk.binaryBucket('GBETB', 2000)
    desk.chance('GBETA', '0.9')
    desk.binaryBucket('GBETA', 3000)
    desk.chance('GBETA', '0.9')
    expect(desk.notified).toHaveLength(1)
    desk.chance('GBETA', '0.7')
    desk.chance('GBETA', '0.9')
    expect(desk.notified).toHaveLength(2)
    desk.chance('GBETA', '0.7')
    const ticker = desk.tickers.get('GBETA') as Ticker
    desk.tickers.set('GBETA', { ...ticker, mark: '0.9' as never, receivedAt: millis(desk.clock.now() - 6_000) })
    desk.clock.advance(3_000)
    expect(desk.notified).toHaveLength(2)
  })

  it.each<[AlertRule, Partial<Families>, RegExp]>([
    [probability('#360', '0.5'), { outcomes: false }, /Outcome markets are off/],
    [probability('GBETA', '0.5'), { binary: false }, /Binary markets are off/],
    [probability('GBETA', '0.5'), { binary: false, outcomes: false }, /Outcome markets and binary markets are off/],
    [probability('#990', '0.5'), {}, /no outcome market with #990/],
    [probability('GBETC', '0.5'), {}, /no binary market GBETC/],
    [probability('#360', '1'), {}, /between 0 and 1/],
    [{ ...price('0.5'), asset: '#360' } as AlertRule, {}, /are probabilities/],
    [{ ...price('0.5'), asset: 'GBETA' } as AlertRule, {}, /are probabilities/],
    [price('570'), { scalar: false }, /Scalar markets are off/],
    [{ kind: 'phase', phase: null }, { scalar: false }, /Scalar markets are off/],
  ])('%j is refused with the reason', (rule, families, reason) => {
    const desk = openOutcomes()
    desk.binaryBucket('GBETA', 1000)
    desk.families = { ...desk.families, ...families }
    expect(() => desk.set(rule)).toThrow(reason)
  })

  it('can be set as soon as a family is on, and windows are told', () => {
    const desk = openDesk()
    desk.clock.advance(1000)
    let told = 0
    desk.alerts.topics.onChange(() => (told += 1))
    expect(desk.view().kinds.probability.on).toBe(false)
    desk.families = { scalar: false, binary: false, outcomes: true }
    desk.clock.advance(1000)
    expect(told).toBe(1)
    expect(desk.view().kinds).toMatchObject({ probability: { on: true }, price: { on: false }, fill: { on: true } })
    expect(desk.view().paused).toBeNull()
  })

  it('a mark that is no temperature fires no alert on marks', () => {
    const desk = openDesk()
    desk.set(price('572.00'))
    desk.ticker = { ...(desk.ticker as Ticker), mark: '573.00' as never, temperature: null }
    desk.clock.advance(1000)
    expect(desk.notified).toEqual([])
  })
})

describe('how alerts are told', () => {
  it('without notifications when they are switched off; the firing is listed all the same', () => {
    const desk = openDesk()
    desk.alerts.saveSettings({ sound: false, notifications: false })
    desk.set(price('572.00'))
    desk.mark('573.00')
    expect(desk.notified).toEqual([])
    expect(desk.view().firings).toHaveLength(1)
    desk.restart()
    expect(desk.view().settings).toEqual({ sound: false, notifications: false })
  })
  it('only to the wallet that set them', () => {
    const desk = openDesk()
    desk.set(price('572.00'))
    desk.address = `0x${'cd'.repeat(20)}`
    desk.mark('573.00')
    expect(desk.notified).toEqual([])
    expect(desk.view().alerts).toEqual([])
  })
})
