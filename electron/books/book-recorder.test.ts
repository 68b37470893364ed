import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { type AccountView, type Fill, fillIdOf, type Position } from '../../contract/account.ts'
import type { Address } from '../../contract/address.ts'
import { DAY_MS, type DayResult, dayOf } from '../../contract/books/index.ts'
import { add, type Money, type Price, ZERO } from '../../contract/decimal.ts'
import { Listeners } from '../../contract/listeners.ts'
import type { Conversion, OutcomeMarket } from '../../contract/outcome.ts'
import { createFakeClock } from '../../contract/testing/fake-clock.ts'
import { runs } from '../../contract/testing/property-runs.ts'
import { millis } from '../../contract/time.ts'
import { openStorage } from '../storage/index.ts'
import { topicOf } from '../topics/index.ts'
import { createBookRecorder } from './index.ts'
import { QUIET_FEED } from './testing/quiet-feed.ts'

const ME = `0x${'ab'.repeat(20)}` as Address
const OF = { profile: 'practice', account: ME }
const DAY = dayOf(Date.UTC(2026, 2, 4))
const HOUR = 3_600_000
const MARKET = {
  outcomeId: 36,
  name: 'Rain',
  sides: [
    { index: 0, name: 'Yes' as never, coin: '#360' },
    { index: 1, name: 'No' as never, coin: '#361' },
  ],
  questions: [],
} as unknown as OutcomeMarket

let tid = 0
const fill = (at: number, side: 'buy' | 'sell', size: string, price: string, more: Partial<Fill> = {}): Fill =>
  ({
    ...{ tid: String(++tid), oid: '1', asset: 'NYCTMP1', side, price, size, fee: '0.5', liquidity: 'taker' },
    ...{ realizedPnl: null, time: millis(at), ...more },
  }) as Fill

const endings: (() => void)[] = []
afterEach(() => {
  for (const end of endings.splice(0)) end()
})

/** A keeper over a journal, which outlives it. */
function open() {
  const directory = mkdtempSync(join(tmpdir(), 'isotherm-books-'))
  const storage = openStorage({ directory, clock: createFakeClock() })
  endings.push(() => {
    storage.close()
    rmSync(directory, { recursive: true, force: true })
  })
  const { fills, books: store, trades: tradeStore } = storage
  const fresh = new Listeners<[fills: readonly Fill[]]>()
  const accounts = new Listeners()
  const identities = new Listeners()
  const known = new Listeners()
  const turns: (() => void)[] = []
  const state = {
    address: ME as Address | null,
    positions: [] as Pick<Position, 'family' | 'asset' | 'size'>[],
    conversions: [] as Conversion[],
    /** Settlements of markets. */
    ends: new Map<string, Price>(),
    /** Number of notifications about booked or unbooked conversions. */
    reports: 0,
    outcomes: [MARKET],
    reads: 0,
  }
  const begin = () =>
    createBookRecorder({
      store,
      tradeStore,
      transfers: storage.transfers,
      slippages: storage.slippages,
      prices: {
        isBusy: () => true,
        candles: async () => [],
        binaryCandles: async () => [],
        outcomePriceHistory: async () => ({}),
      },
      feed: QUIET_FEED,
      profile: 'practice',
      address: () => state.address,
      onIdentityChange: identities.on,
      onEnding: new Listeners().on,
      ends: {
        settledAt: (family, asset, end) => state.ends.get(`${family} ${asset} ${end}`) ?? null,
        onKnown: known.on,
      },
      onConversions: () => {
        state.reports++
      },
      trading: {
        fills: {
          onNew: fresh.on,
          knownSince: () => DAY,
          since: (from: number) => ({ rows: fills.since(OF, from), complete: true }),
        },
        actionsOf: () => [],
        readAccount: async () => ({ address: state.address, positions: state.positions }) as unknown as AccountView,
        async readConversions() {
          state.reads++
          return state.conversions
        },
        topics: topicOf('account_version', () => 1 as never, accounts.on),
      },
      markets: { outcomes: () => state.outcomes, outcomeCollateral: () => 'USDH', clockOffset: () => HOUR },
      clock: {
        now: () => millis(DAY + 2 * DAY_MS - HOUR),
        monotonic: () => 0,
        every: () => () => undefined,
        after(_ms, work) {
          turns.push(work)
          return () => void turns.splice(turns.indexOf(work), 1)
        },
      },
      log: { warn: () => undefined, error: (_data: unknown, text?: string) => expect.fail(text) } as never,
    })
  return {
    state,
    store,
    known,
    begin,
    add(...news: Fill[]) {
      const added = fills.add(OF, news)
      if (added.length > 0) fresh.notify(added)
    },
    /** Stored entries, oldest first. */
    fills: () => fills.newest(OF, 1_000).toReversed(),
    /** The ended trades, newest first. */
    trades: () => tradeStore.newest(OF, 0, Number.MAX_SAFE_INTEGER, 2_000),
    /** Lets all pending turns pass, or some of them. */
    pass(most = Number.POSITIVE_INFINITY) {
      for (let i = 0; i < most; i++) {
        const turn = turns.shift()
        if (turn === undefined) return
        turn()
      }
    },
    async accountChanged() {
      accounts.notify()
      for (let i = 0; i < 10; i++) await Promise.resolve()
    },
    signIn(address: Address | null) {
      state.address = address
      identities.notify()
    },
  }
}

const RANGE = 'all'
const short = ({ day, asset, bucket, realised, fees, trades, fills }: DayResult) => ({
  at: `${(day - DAY) / DAY_MS}/${bucket === null ? '' : (bucket - DAY) / HOUR}/${asset}`,
  realised,
  fees,
  fills,
  trades: trades.known,
})

describe('the books', () => {
  it('put a close on its day, in the bucket in which the position was opened', () => {
    const setup = open()
    const recorder = setup.begin()
    recorder.start()
    setup.add(
      fill(DAY + 23 * HOUR, 'buy', '10', '553.00'),
      fill(DAY + 23.5 * HOUR, 'sell', '4', '554.00'),
      fill(DAY + 24 * HOUR + 800, 'sell', '6', '553.50', { oid: 'settlement', cause: 'settlement', fee: '0' as Money }),
    )
    setup.pass()
    const { days, isWhole } = recorder.results(RANGE)
    expect(isWhole).toBe(true)
    expect(days.map(short)).toEqual([
      { at: '0/22/NYCTMP1', realised: '4', fees: '1', fills: 2, trades: 0 },
      { at: '1/22/NYCTMP1', realised: '3', fees: '0', fills: 0, trades: 1 },
    ])
    expect(days[1]?.settledAt).toBe('553.50')
    const [first] = setup.fills()
    expect({ ...recorder.trades(RANGE), trades: setup.trades() }).toMatchObject({
      count: 1,
      sums: [{ collateral: 'USDC', sums: { known: 1, wins: 1, losses: 0, won: '6', lost: '0', unknown: 0 } }],
      trades: [
        {
          id: first === undefined ? '' : fillIdOf(first),
          side: 'long',
          openedAt: DAY + 23 * HOUR,
          closedAt: DAY + 24 * HOUR + 800,
          size: '10',
          entry: '553',
          exit: '553.7',
          realised: '7',
          fees: '1',
          result: '6',
          end: 'settled',
        },
      ],
    })
  })

  it('count a position that is reversed as one that ended, and one that began', () => {
    const setup = open()
    const recorder = setup.begin()
    recorder.start()
    setup.add(
      fill(DAY + 1, 'buy', '2', '553.00'),
      fill(DAY + 2, 'sell', '5', '554.00'),
      fill(DAY + 3, 'buy', '3', '553.00'),
    )
    setup.pass()
    expect(recorder.results(RANGE).days.map(({ realised }) => realised)).toEqual(['5'])
    // The fee of the reversing fill is shared by what it closed and what it opened.
    expect(setup.trades().map(({ side, end, size, result }) => [side, end, size, result])).toEqual([
      ['short', 'closed', '3', '2.2'],
      ['long', 'turned_over', '2', '1.3'],
    ])
  })

  it('recompute the days after a late fill', () => {
    const setup = open()
    const recorder = setup.begin()
    recorder.start()
    const sold = fill(DAY + 2 * DAY_MS, 'sell', '2', '0.60', { asset: '#360' })
    setup.add(sold)
    setup.pass()
    expect(recorder.results(RANGE).days).toMatchObject([{ unknown: 1, name: 'Yes, Rain', trades: { unknown: 1 } }])
    setup.add(fill(DAY, 'buy', '2', '0.40', { asset: '#360' }))
    expect(recorder.results(RANGE).isWhole).toBe(false)
    setup.pass()
    expect(recorder.results(RANGE).days.map(({ realised, unknown }) => [realised, unknown])).toEqual([
      ['0', 0],
      ['0.4', 0],
    ])
  })

  it('include the conversions, read once for each change of shares', async () => {
    const setup = open()
    const recorder = setup.begin()
    recorder.start()
    await setup.accountChanged()
    expect(setup.state.reads).toBe(0)
    const split = { id: 'c1', kind: 'split', kindText: 'split', outcomeId: 36, questionId: null, amount: '10' }
    setup.state.conversions = [{ ...split, time: millis(DAY + 5) } as unknown as Conversion]
    setup.state.positions = [{ family: 'outcome', asset: '#360', size: '10' as never }]
    await setup.accountChanged()
    await setup.accountChanged()
    expect(setup.state.reads).toBe(1)
    setup.add(fill(DAY + 9, 'sell', '10', '0.60', { asset: '#360', fee: '0' as Money }))
    setup.pass()
    expect(recorder.results(RANGE).days.map(short)).toEqual([
      { at: '0//#360', realised: '1', fees: '0', fills: 1, trades: 1 },
      { at: '0//#361', realised: '0', fees: '0', fills: 0, trades: 0 },
    ])
  })

  it('report a conversion in an unlisted market as not booked, and book it once the market is listed', async () => {
    const setup = open()
    setup.state.conversions = [
      {
        ...{ id: '7', kind: 'split', kindText: 'split', outcomeId: 99, questionId: null },
        ...{ amount: '5' as Conversion['amount'], time: millis(DAY + HOUR) },
      },
    ]
    setup.state.positions = [{ family: 'outcome', asset: '#990', size: '5' as Position['size'] }]
    const first = setup.begin()
    first.start()
    await setup.accountChanged()
    expect(setup.store.conversionsNotBooked(OF)).toEqual(setup.state.conversions)
    expect(setup.store.conversions(OF, 0, Number.MAX_SAFE_INTEGER)).toEqual([])
    expect(setup.state.reports).toBe(1)
    first.stop()
    // Another start has it on disk, and needs no read of the service for it.
    const second = setup.begin()
    second.start()
    setup.state.conversions = []
    setup.state.outcomes = [
      MARKET,
      {
        ...MARKET,
        ...{ outcomeId: 99, name: 'Snow' as never },
        sides: [0, 1].map((index) => ({ index, name: (index === 0 ? 'Yes' : 'No') as never, coin: `#99${index}` })),
      },
    ]
    await setup.accountChanged()
    expect(setup.store.conversionsNotBooked(OF)).toEqual([])
    expect(setup.store.conversions(OF, 0, Number.MAX_SAFE_INTEGER)).toMatchObject([
      { id: '7', takes: ['#990', '#991'] },
    ])
    expect(setup.state.reports).toBe(2)
    second.stop()
  })

  it('include a conversion that is read after its market was last listed, even in another run', async () => {
    const setup = open()
    const first = setup.begin()
    first.start()
    await setup.accountChanged()
    first.stop()
    setup.state.outcomes = []
    const split = { id: 'c1', kind: 'split', kindText: 'split', outcomeId: 36, questionId: null, amount: '10' }
    setup.state.conversions = [{ ...split, time: millis(DAY + 5) } as unknown as Conversion]
    // Nothing is held any longer: only the sales show that there may be something to read.
    setup.add(
      fill(DAY + 9, 'sell', '10', '0.60', { asset: '#360', fee: '0' as Money }),
      fill(DAY + 9, 'sell', '10', '0.45', { asset: '#361', fee: '0' as Money }),
    )
    const recorder = setup.begin()
    recorder.start()
    await setup.accountChanged()
    setup.pass(20)
    expect(recorder.results(RANGE).days.map(short)).toMatchObject([
      { at: '0//#360', realised: '1' },
      { at: '0//#361', realised: '-0.5' },
    ])
  })

  it('read conversions again until the markets are listed', async () => {
    const setup = open()
    setup.state.outcomes = []
    const split = { id: 'c1', kind: 'split', kindText: 'split', outcomeId: 36, questionId: null, amount: '10' }
    setup.state.conversions = [{ ...split, time: millis(DAY + 5) } as unknown as Conversion]
    setup.state.positions = [{ family: 'outcome', asset: '#360', size: '10' as never }]
    const recorder = setup.begin()
    recorder.start()
    await setup.accountChanged()
    expect(setup.state.reads).toBe(1)
    setup.state.outcomes = [MARKET]
    await setup.accountChanged()
    expect(setup.state.reads).toBe(2)
    setup.pass(20)
    expect(recorder.results(RANGE).days).toHaveLength(2)
  })

  it('of a period are whole days by the service’s clock', () => {
    const setup = open()
    const recorder = setup.begin()
    recorder.start()
    setup.add(...[0, 1, 2].map((day) => fill(DAY + day * DAY_MS, 'buy', '1', '553.00')))
    setup.pass()
    expect(recorder.results('day').days.map(({ day }) => (day - DAY) / DAY_MS)).toEqual([2])
    expect(recorder.results('week').days).toHaveLength(3)
    expect([recorder.results('day').reachesBack, recorder.results('week').reachesBack]).toEqual([true, false])
  })

  it('belong to the signed-in wallet', () => {
    const setup = open()
    const recorder = setup.begin()
    recorder.start()
    setup.add(fill(DAY, 'buy', '1', '553.00'))
    setup.pass()
    setup.signIn(null)
    setup.pass()
    expect(recorder.results(RANGE).days).toEqual([])
    setup.signIn(ME)
    expect(recorder.results(RANGE).days).toHaveLength(1)
  })

  it('do not depend on when the terminal quits during the computation, or on what arrives late', () => {
    const entry = fc.record({
      day: fc.nat(5),
      ms: fc.oneof(fc.nat(3), fc.nat(DAY_MS - 1)),
      isBuy: fc.boolean(),
      size: fc.integer({ min: 1, max: 500 }),
      ticks: fc.integer({ min: 1, max: 999 }),
      asset: fc.constantFrom('NYCTMP1', 'GALPHA', '#360'),
      /** What follows it: turns of work, and whether the terminal then quits. */
      turns: fc.nat(3),
      ends: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(entry, { minLength: 1, maxLength: 25 }), fc.nat(2), (drawn, order) => {
        // In the original order, all of it or the first half; or in any order.
        const sorted = drawn.toSorted((a, b) => a.day - b.day || a.ms - b.ms)
        const half = sorted.length >> 1
        const entries =
          [sorted, [...sorted.slice(0, half), ...drawn.filter((one) => sorted.indexOf(one) >= half)], drawn][order] ??
          drawn
        const fills = entries.map(({ day, ms, isBuy, size, ticks, asset }, i) => {
          const price = asset === 'NYCTMP1' ? (550 + ticks / 100).toFixed(2) : (ticks / 1000).toFixed(3)
          const more = { asset, tid: String(i) }
          return fill(DAY + day * DAY_MS + ms, isBuy ? 'buy' : 'sell', (size / 100).toFixed(2), price, more)
        })
        const whole = open()
        const recorder = whole.begin()
        recorder.start()
        whole.add(...fills)
        whole.pass()

        const broken = open()
        let alive = broken.begin()
        alive.start()
        for (const [i, { turns, ends }] of entries.entries()) {
          broken.add(fills[i] as Fill)
          broken.pass(turns)
          if (!ends) continue
          alive.stop()
          alive = broken.begin()
          alive.start()
        }
        broken.pass()
        expect(alive.results(RANGE)).toEqual(recorder.results(RANGE))
        expect([alive.trades(RANGE), broken.trades()]).toEqual([recorder.trades(RANGE), whole.trades()])
        const sumOf = (money: (day: DayResult) => Money) =>
          recorder.results(RANGE).days.reduce<Money>((sum, day) => add(sum, money(day)), ZERO as Money)
        expect(Number(sumOf(({ fees }) => fees))).toBe(fills.length * 0.5)
      }),
      { numRuns: runs(6, 2_000) },
    )
  })

  it('of a long day are the same in slices, live and late, with shutdowns in between', () => {
    const fills = Array.from({ length: 400 }, (_, i) =>
      fill(DAY + Math.floor(i / 3), i % 2 === 0 ? 'buy' : 'sell', i % 40 === 9 ? '6' : '2', `5${50 + (i % 7)}.25`, {
        tid: String(i),
        asset: i % 5 === 0 ? 'GALPHA' : 'NYCTMP1',
        ...(i % 5 === 0 ? { price: '0.425' as never } : {}),
      }),
    )
    const whole = open()
    const recorder = whole.begin()
    recorder.start()
    whole.add(...fills)
    whole.pass()
    expect(recorder.results(RANGE).isWhole).toBe(true)
    expect(recorder.trades(RANGE).count).toBeGreaterThan(40)

    const broken = open()
    let alive = broken.begin()
    alive.start()
    const late = fills.filter((_, i) => i % 61 === 7)
    const inTime = fills.filter((_, i) => i % 61 !== 7)
    for (let at = 0; at < inTime.length; at += 17) {
      broken.add(...inTime.slice(at, at + 17))
      if (at % 34 === 0) broken.pass(2)
      const one = at > 200 ? late.shift() : undefined
      if (one !== undefined) broken.add(one)
      if (at % 136 !== 0) continue
      alive.stop()
      alive = broken.begin()
      alive.start()
      broken.pass(1)
    }
    broken.add(...late)
    broken.pass()
    expect(alive.results(RANGE)).toEqual(recorder.results(RANGE))
    expect([alive.trades(RANGE), broken.trades()]).toEqual([recorder.trades(RANGE), whole.trades()])
  })

  it('are written once for entries that arrive during a pause', () => {
    const setup = open()
    const recorder = setup.begin()
    recorder.start()
    setup.add(fill(DAY, 'buy', '1', '553.00'))
    setup.pass(1)
    const versions: number[] = []
    recorder.topics.onChange(() => versions.push(recorder.results(RANGE).days[0]?.fills ?? 0))
    for (let i = 1; i <= 50; i++) setup.add(fill(DAY + i, 'buy', '1', '553.00'))
    setup.pass()
    expect(versions).toEqual([51])
  })

  it('give shares their name in the whole day as soon as their market is listed', () => {
    const setup = open()
    const recorder = setup.begin()
    recorder.start()
    setup.state.outcomes = []
    setup.add(fill(DAY, 'buy', '2', '0.40', { asset: '#360' }), fill(DAY + 1, 'sell', '2', '0.60', { asset: '#360' }))
    setup.pass()
    expect(setup.trades()).toMatchObject([{ name: null }])
    setup.state.outcomes = [MARKET]
    setup.add(fill(DAY + 2, 'buy', '1', '553.00'))
    setup.pass()
    expect(setup.trades()).toMatchObject([{ name: 'Yes, Rain' }])
    expect(recorder.results(RANGE).days).toMatchObject([{ name: 'Yes, Rain' }, { asset: 'NYCTMP1' }])
  })
})

it('calibration counts binary contracts that were closed early by their bucket’s result, once that is known', async () => {
  const setup = open()
  const recorder = setup.begin()
  recorder.start()
  const binary = { asset: 'GBETA' }
  setup.add(
    fill(DAY + 2 * HOUR, 'buy', '10', '0.62', binary),
    fill(DAY + 2 * HOUR + 1, 'sell', '10', '0.7', binary),
    // Of the bucket that is not over.
    fill(DAY + 2 * DAY_MS - HOUR, 'buy', '10', '0.4', binary),
  )
  setup.pass(200)
  const judged = () => recorder.calibration('all').openings.map(({ band, cameTrue }) => [band, cameTrue])
  expect(judged()).toEqual([
    [6, null],
    [4, null],
  ])
  setup.state.ends.set(`binary GBETA ${DAY + 4 * HOUR}`, '0' as Price)
  setup.state.ends.set(`binary GBETA ${DAY + 2 * DAY_MS}`, '1' as Price)
  let reported = 0
  recorder.topics.onChange(() => {
    reported++
  })
  setup.known.notify()
  expect(reported).toBe(1)
  // The service's time is an hour ahead of the terminal's: the second bucket ends at this moment.
  expect(judged()).toEqual([
    [6, false],
    [4, true],
  ])
  recorder.stop()
})
