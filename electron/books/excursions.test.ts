import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { Fill } from '../../contract/account.ts'
import { dayOf, EMPTY_DAY, type PriceSpan } from '../../contract/books/index.ts'
import { workOut } from '../../contract/books/testing/entries.ts'
import type { Candle } from '../../contract/market.ts'
import { createFakeClock } from '../../contract/testing/fake-clock.ts'
import { millis } from '../../contract/time.ts'
import { ServiceError } from '../service/index.ts'
import { openStorage } from '../storage/index.ts'
import { createExcursions } from './excursions.ts'

const OF = { profile: 'practice', account: '0xab' }
const DAY = dayOf(Date.UTC(2026, 2, 4))
const NOW = DAY + 3_600_000

const endings: (() => void)[] = []
afterEach(() => {
  for (const end of endings.splice(0)) end()
})

type Filled = readonly [second: number, asset: string, side: 'buy' | 'sell', price: string]

function open(rows: readonly Filled[]) {
  const directory = mkdtempSync(join(tmpdir(), 'isotherm-excursions-'))
  const storage = openStorage({ directory, clock: createFakeClock() })
  endings.push(() => {
    storage.close()
    rmSync(directory, { recursive: true, force: true })
  })
  const fills = rows.map(([second, asset, side, price], i) => {
    const reported = { tid: String(i + 1), oid: '1', asset, side, price, size: '2', fee: '0', liquidity: 'taker' }
    return { ...reported, realizedPnl: null, time: millis(DAY + second * 1_000) } as Fill
  })
  storage.fills.add(OF, fills)
  const workOutDay = (): void => {
    const entries = storage.books.entries(OF, DAY, NOW)
    storage.books.keepDay(
      OF,
      DAY,
      workOut(DAY, EMPTY_DAY, entries, () => null),
      true,
    )
  }
  workOutDay()
  const turns: { ms: number; work: () => void }[] = []
  const requests: string[] = []
  const seen = new Map<string, readonly PriceSpan[]>()
  const state = {
    now: NOW,
    isBusy: false,
    /** Maximum number of candles in an answer. */
    most: 5_000,
    fails: null as Error | null,
    /** One per second: up a degree until the tenth, then down again. */
    candleAt: (time: number): Pick<Candle, 'low' | 'high'> => {
      const second = (time - DAY) / 1_000
      const at = (570 + Math.min(second, 20 - second) / 10).toFixed(2) as Candle['low']
      return { low: at, high: at }
    },
    kept: 0,
  }
  const excursions = createExcursions({
    store: storage.trades,
    books: storage.books,
    whose: () => OF,
    prices: {
      isBusy: () => state.isBusy,
      async candles(asset, resolution, from, to) {
        requests.push(`${asset} ${resolution} s, ${(from - DAY) / 1_000} to ${(to - DAY) / 1_000}`)
        if (state.fails !== null) throw state.fails
        const times = Array.from({ length: Math.ceil((to - from) / 1_000) }, (_, i) => millis(from + i * 1_000))
        return times.slice(-state.most).map((time) => ({ time, ...state.candleAt(time) }) as Candle)
      },
      binaryCandles: () => Promise.reject(new Error('no binary market is traded here')),
      async outcomePriceHistory(coins) {
        requests.push(coins.join())
        return {
          [coins[0] ?? '']: [0, 30, 60].map((second) => ({
            time: millis(DAY + second * 1_000),
            price: '0.5' as never,
          })),
        }
      },
    },
    seen: (asset) => seen.get(asset) ?? [],
    serverTime: () => state.now,
    clock: {
      after(ms, work) {
        const turn = { ms, work }
        turns.push(turn)
        return () => void turns.splice(turns.indexOf(turn), 1)
      },
    },
    log: { warn: () => undefined },
    onKept: () => {
      state.kept += 1
    },
  })
  return {
    state,
    asked: requests,
    seen,
    excursions,
    workOutDay,
    add: (fill: Fill) => storage.fills.add(OF, [fill]),
    /** When the next turn is, after running the waiting one. */
    async turn(): Promise<number | undefined> {
      turns.shift()?.work()
      await new Promise((done) => setImmediate(done))
      return turns[0]?.ms
    },
    trades: () =>
      storage.trades
        .newest(OF, 0, Number.MAX_SAFE_INTEGER, 100)
        .map(({ id, excursion }) => [openedBy(id), excursion] as const),
    averages: () => storage.trades.excursions(OF, 0, Number.MAX_SAFE_INTEGER),
  }
}

/** The opening trade, and its market. */
const openedBy = (id: string): string => `${id.split('/')[0]} ${id.split('/')[3]}`

const TWO: readonly Filled[] = [
  [0, 'NYCTMP1', 'buy', '570'],
  [4, 'NYCTMP1', 'sell', '570.4'],
  [6, 'NYCTMP1', 'sell', '570.6'],
  [20, 'NYCTMP1', 'buy', '571'],
]

describe('excursions of trades', () => {
  it('are computed with one read of a market, stored, and reported', async () => {
    const setup = open(TWO)
    setup.excursions.wake()
    expect(await setup.turn()).toBe(1_000)
    expect(setup.asked).toEqual(['NYCTMP1 1 s, 0 to 20.001'])
    expect(setup.trades()).toEqual([
      ['3 NYCTMP1', { adverse: '0.4', favourable: '0.5', adverseMoney: '0.8', favourableMoney: '1' }],
      ['1 NYCTMP1', { adverse: '0', favourable: '0.4', adverseMoney: '0', favourableMoney: '0.8' }],
    ])
    expect(setup.averages()).toEqual([
      { collateral: 'USDC', of: 'losers', trades: 1, adverse: '0.8', favourable: '1' },
      { collateral: 'USDC', of: 'winners', trades: 1, adverse: '0', favourable: '0.8' },
    ])
    expect(setup.state.kept).toBe(1)
    // Nothing is left: it waits for nothing.
    expect(await setup.turn()).toBeUndefined()
    expect(setup.asked).toHaveLength(1)
  })

  it('are kept over a recomputed day, except for a changed trade', async () => {
    const setup = open(TWO)
    setup.excursions.wake()
    await setup.turn()
    const late = { tid: '9', oid: '1', asset: 'NYCTMP1', side: 'buy', price: '570.2', size: '1', fee: '0' }
    setup.add({ ...late, liquidity: 'taker', realizedPnl: null, time: millis(DAY + 21_000) } as Fill)
    setup.workOutDay()
    expect(setup.trades().map(([, excursion]) => excursion !== null)).toEqual([true, true])
    setup.add({
      ...late,
      tid: '8',
      side: 'sell',
      liquidity: 'taker',
      realizedPnl: null,
      time: millis(DAY + 7_000),
    } as Fill)
    setup.workOutDay()
    expect(setup.trades().map(([id, excursion]) => [id, excursion !== null])).toEqual([
      ['3 NYCTMP1', false],
      ['1 NYCTMP1', true],
    ])
  })

  it('wait until the history has the end of a trade, and while requests are delayed', async () => {
    const setup = open(TWO)
    setup.state.now = DAY + 21_000
    setup.excursions.wake()
    // The first of the two ended long enough ago.
    await setup.turn()
    setup.state.isBusy = true
    expect(await setup.turn()).toBe(60_000)
    setup.state.isBusy = false
    expect(await setup.turn()).toBe(15_000)
    expect(setup.trades().map(([, excursion]) => excursion !== null)).toEqual([false, true])
    setup.state.now = NOW
    await setup.turn()
    expect(setup.trades().map(([, excursion]) => excursion !== null)).toEqual([true, true])
  })

  it('are retried after a failure, and unknown where the deployment has no history', async () => {
    const setup = open(TWO)
    setup.state.fails = new Error('the network is down')
    setup.excursions.wake()
    expect(await setup.turn()).toBe(60_000)
    expect(setup.trades()[0]?.[1]).toBeNull()
    setup.state.fails = new ServiceError({
      kind: 'switched_off',
      route: 'history',
      code: 'switched_off',
      message: 'Candles are switched off.' as never,
    })
    await setup.turn()
    expect(setup.trades()[0]?.[1]).toEqual({ why: 'Candles are switched off.' })
  })

  it('are unknown for a market that the service does not know a day later, and delay no other trade', async () => {
    const setup = open(TWO)
    setup.excursions.wake()
    setup.state.fails = new ServiceError({
      ...{ kind: 'problem', status: 404, code: 'unknown_asset', message: 'There is no symbol "NYCTMP1".' },
    } as never)
    expect(await setup.turn()).toBe(60_000)
    expect(setup.trades().map(([, excursion]) => excursion)).toEqual([null, null])
    setup.state.now += 90_000_000
    expect(await setup.turn()).toBe(1_000)
    const why = { why: 'There is no symbol "NYCTMP1".' }
    expect(setup.trades().map(([, excursion]) => excursion)).toEqual([why, why])
  })

  it('of shares are unknown where prices are too far apart for the holding time', async () => {
    const setup = open([
      [0, '#360', 'buy', '0.4'],
      [60, '#360', 'sell', '0.6'],
      [62, '#361', 'buy', '0.4'],
      [200, '#361', 'sell', '0.6'],
    ])
    setup.excursions.wake()
    await setup.turn()
    await setup.turn()
    expect(setup.asked).toEqual(['#361', '#360'])
    expect(setup.trades()).toEqual([
      ['3 #361', { why: 'The venue has no prices for that time.' }],
      ['1 #360', { adverse: '0', favourable: '0.2', adverseMoney: '0', favourableMoney: '0.4' }],
    ])
  })
})

describe('trades held for minutes', () => {
  const span = (from: number, to: number, low: string, high: string): PriceSpan => ({
    ...{ from: DAY + from * 1_000, to: DAY + to * 1_000 },
    ...{ low: low as PriceSpan['low'], high: high as PriceSpan['high'] },
  })
  const SHARES: readonly Filled[] = [
    [100, '#360', 'buy', '0.4'],
    [340, '#360', 'sell', '0.6'],
  ]

  it('have the prices of their shares that this terminal saw, without a read of the coarse history', async () => {
    const setup = open(SHARES)
    setup.seen.set('#360', [span(102, 200, '0.38', '0.4'), span(200, 340, '0.5', '0.65')])
    setup.excursions.wake()
    await setup.turn()
    expect(setup.asked).toEqual([])
    expect(setup.trades()).toEqual([
      ['1 #360', { adverse: '0.02', favourable: '0.25', adverseMoney: '0.04', favourableMoney: '0.5', from: 'seen' }],
    ])
  })

  it('are unknown where the terminal was off for a part of them that the history lacks too', async () => {
    const setup = open(SHARES)
    setup.seen.set('#360', [span(250, 340, '0.5', '0.65')])
    setup.excursions.wake()
    await setup.turn()
    expect(setup.asked).toEqual(['#360'])
    expect(setup.trades()).toEqual([['1 #360', { why: 'The venue has no prices for 150 s of that time.' }]])
  })

  it('use the history and, where it ends, the seen prices', async () => {
    const setup = open([
      [30, '#360', 'buy', '0.4'],
      [100, '#360', 'sell', '0.6'],
    ])
    // The history has the 30th and the 60th second.
    setup.seen.set('#360', [span(62, 99, '0.45', '0.7')])
    setup.excursions.wake()
    await setup.turn()
    expect(setup.asked).toEqual(['#360'])
    expect(setup.trades()).toEqual([
      ['1 #360', { adverse: '0', favourable: '0.3', adverseMoney: '0', favourableMoney: '0.6', from: 'both' }],
    ])
  })

  it('request the missing part of a full answer once more, for any maximum of the service', async () => {
    const setup = open([
      [0, 'NYCTMP1', 'buy', '570'],
      [1_900, 'NYCTMP1', 'sell', '570.4'],
    ])
    setup.state.most = 600
    setup.excursions.wake()
    await setup.turn()
    expect(setup.asked.slice(0, 3)).toEqual([
      'NYCTMP1 1 s, 0 to 1900.001',
      'NYCTMP1 1 s, 0 to 1301',
      'NYCTMP1 1 s, 0 to 701',
    ])
    expect(setup.trades()[0]?.[1]?.why).toBeUndefined()
  })
})

describe('averages of excursions', () => {
  it('cover the existing trades after any recomputation', async () => {
    const setup = open(TWO)
    setup.excursions.wake()
    await setup.turn()
    const fill = {
      tid: '8',
      oid: '1',
      asset: 'NYCTMP1',
      side: 'buy',
      price: '570.6',
      size: '2',
      fee: '0',
      liquidity: 'taker',
    }
    // The second trade ends at the price at which it began, and its close opens another.
    setup.add({ ...fill, realizedPnl: null, time: millis(DAY + 8_000) } as Fill)
    setup.workOutDay()
    expect(setup.averages()).toEqual([
      { collateral: 'USDC', of: 'winners', trades: 1, adverse: '0', favourable: '0.8' },
    ])
    await setup.turn()
    expect(setup.trades().map(([id]) => id)).toEqual(['3 NYCTMP1', '1 NYCTMP1'])
    expect(setup.averages()).toEqual([
      { collateral: 'USDC', of: 'winners', trades: 1, adverse: '0', favourable: '0.8' },
    ])
  })
})
