import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Family, Fill } from '../../contract/account.ts'
import type { Address } from '../../contract/address.ts'
import { type DayResult, dayOf, EMPTY_DAY } from '../../contract/books/index.ts'
import { workOut } from '../../contract/books/testing/entries.ts'
import type { Price, Size } from '../../contract/decimal.ts'
import type { PositionClose } from '../../contract/position-close.ts'
import { createFakeClock } from '../../contract/testing/fake-clock.ts'
import { runs } from '../../contract/testing/property-runs.ts'
import { millis } from '../../contract/time.ts'
import { computedSettlement } from '../position-closes/index.ts'
import { openStorage, type Storage } from '../storage/index.ts'
import { workOutAll } from './testing/work-out.ts'

const OF = { profile: 'practice', account: `0x${'ab'.repeat(20)}` as Address }
const DAY = dayOf(Date.UTC(2026, 2, 4))
const BUCKET = 7_200_000
const ASSETS = { scalar: 'NYCTMP1', binary: 'GALPHA' } as const

const resultsOf = ({ books }: Storage): readonly DayResult[] => books.results(OF, 0, Number.MAX_SAFE_INTEGER)
const heldIn = ({ books }: Storage) => books.endBefore(OF, Number.MAX_SAFE_INTEGER)?.books

/** Runs `test` over an empty data folder, with a function that restarts the terminal. */
function withStorage<T>(test: (storage: () => Storage, restart: () => void) => T): T {
  const directory = mkdtempSync(join(tmpdir(), 'isotherm-computed-'))
  let storage = openStorage({ directory, clock: createFakeClock() })
  try {
    return test(
      () => storage,
      () => {
        storage.close()
        storage = openStorage({ directory, clock: createFakeClock() })
      },
    )
  } finally {
    storage.close()
    rmSync(directory, { recursive: true, force: true })
  }
}

interface Market {
  readonly family: Family
  /** Buckets after the first, for bucket markets. */
  readonly turn: number
  readonly trades: readonly {
    readonly ms: number
    readonly isBuy: boolean
    readonly size: number
    readonly ticks: number
  }[]
  readonly settledAt: number
}

const priceOf = (family: Family, ticks: number): Price =>
  (family === 'scalar' ? (550 + ticks / 100).toFixed(2) : (ticks / 1000).toFixed(3)) as Price

/** A market's trades, with its settlement as the service would write it and as the terminal computes it; null where nothing is left. */
function play({ family, turn, trades, settledAt }: Market, index: number) {
  // Bucket assets take turns: an ended one is traded again.
  const asset = family === 'outcome' ? `#${index}0` : ASSETS[family]
  const begin = DAY + turn * BUCKET
  const end = begin + BUCKET
  const fills = trades.map(({ ms, isBuy, size, ticks }, i) => ({
    ...{ tid: `${index}-${i}`, oid: String(i), asset, side: isBuy ? 'buy' : 'sell', fee: '0.01', liquidity: 'taker' },
    ...{ price: priceOf(family, ticks), size: String(size), realizedPnl: null, time: millis(begin + ms) },
  })) as unknown as Fill[]
  const books = workOut(
    DAY,
    EMPTY_DAY,
    fills.toSorted((a, b) => a.time - b.time).map((fill) => ({ kind: 'fill', family, ...fill })),
    () => null,
  )
  const held = books.end.books[0]
  if (held === undefined) return { fills, end, settlement: null, computed: null }
  const isLong = !held.size.startsWith('-')
  const price = family === 'scalar' ? priceOf(family, settledAt) : (String(settledAt % 2) as Price)
  const settlement = {
    ...{
      tid: `${index}-end`,
      oid: 'settlement',
      cause: 'settlement',
      asset,
      side: isLong ? 'sell' : 'buy',
      fee: '0',
      liquidity: null,
      price,
    },
    ...{ size: (isLong ? held.size : held.size.slice(1)) as Size, realizedPnl: null, time: millis(end + 800) },
  } as unknown as Fill
  const ending = {
    ...{ id: `${asset}/${begin}`, kind: 'settled', asset, family, price, size: held.size, at: millis(end) },
  } as unknown as PositionClose
  return {
    fills,
    end,
    settlement,
    computed: { ending, settlement: computedSettlement(ending, { isExplained: false }, { since: millis(begin) }) },
  }
}

const MARKETS = fc.uniqueArray(
  fc.record<Market>({
    family: fc.constantFrom<Family>('scalar', 'binary', 'outcome'),
    turn: fc.nat(30),
    trades: fc.array(
      fc.record({
        ms: fc.integer({ min: 1_000, max: BUCKET - 1 }),
        isBuy: fc.boolean(),
        size: fc.integer({ min: 1, max: 50 }),
        ticks: fc.integer({ min: 1, max: 999 }),
      }),
      { minLength: 1, maxLength: 4 },
    ),
    settledAt: fc.nat(999),
  }),
  { minLength: 1, maxLength: 6, selector: ({ turn }) => turn },
)

describe('settlements that the service does not write', () => {
  it('are replaced by a settlement fill with any order id', () => {
    const { fills, settlement, computed } = play(
      { family: 'scalar', turn: 1, trades: [{ ms: 5, isBuy: true, size: 4, ticks: 600 }], settledAt: 650 },
      1,
    )
    if (computed === null || settlement === null) throw new Error('nothing was held')
    withStorage((storage) => {
      storage().fills.add(OF, fills)
      storage().endings.release(OF, computed.ending.asset, computed.ending, computed.settlement)
      storage().fills.add(OF, [{ ...settlement, oid: '123456789' }])
      workOutAll(storage(), OF)
      expect(resultsOf(storage()).reduce((all, day) => all + day.computed, 0)).toBe(0)
    })
  })

  it('have the same result as written ones, whichever come late, in any order, and however often the terminal quits', () => {
    const order = fc.array(fc.record({ at: fc.nat(1000), turns: fc.nat(2), ends: fc.nat(9) }), {
      minLength: 60,
      maxLength: 60,
    })
    fc.assert(
      fc.property(MARKETS, order, (markets, steps) => {
        const played = markets.map(play)
        const release = (storage: Storage, computed: (typeof played)[number]['computed']): void => {
          if (computed === null) return
          storage.endings.release(OF, computed.ending.asset, computed.ending, computed.settlement)
        }
        const reports = withStorage((storage) => {
          storage().fills.add(
            OF,
            played.flatMap(({ fills, settlement }) => (settlement === null ? fills : [...fills, settlement])),
          )
          workOutAll(storage(), OF)
          return resultsOf(storage())
        })
        const computed = withStorage((storage) => {
          storage().fills.add(
            OF,
            played.flatMap(({ fills }) => fills),
          )
          for (const one of played) release(storage(), one.computed)
          workOutAll(storage(), OF)
          expect(heldIn(storage())).toEqual([])
          return resultsOf(storage())
        })
        expect(computed.map((day) => ({ ...day, computed: 0 }))).toEqual(reports)
        const ends = played.filter((one) => one.computed !== null).length
        expect(computed.reduce((all, day) => all + day.computed, 0)).toBe(ends)

        /** All entries, of both, in any order. */
        const plays = played
          .flatMap((one) => [
            ...one.fills.map((fill) => (storage: Storage) => void storage.fills.add(OF, [fill])),
            (storage: Storage) => release(storage, one.computed),
            (storage: Storage) => void (one.settlement === null ? null : storage.fills.add(OF, [one.settlement])),
          ])
          .map((action, i) => ({ action, ...(steps[i % steps.length] as (typeof steps)[number]) }))
          .toSorted((a, b) => a.at - b.at)
        withStorage((storage, restart) => {
          for (const { action, turns, ends } of plays) {
            action(storage())
            workOutAll(storage(), OF, turns)
            if (ends === 0) restart()
          }
          workOutAll(storage(), OF)
          expect(resultsOf(storage())).toEqual(reports)
        })
      }),
      { numRuns: runs(8, 500) },
    )
  })

  it('close the position even where the price is unknown, which is shown', () => {
    const { fills, computed } = play(
      { family: 'binary', turn: 1, trades: [{ ms: 5, isBuy: true, size: 4, ticks: 600 }], settledAt: 1 },
      1,
    )
    if (computed?.settlement == null) throw new Error('nothing was held')
    const unknown = { ...computed.settlement, price: null }
    withStorage((storage) => {
      storage().fills.add(OF, fills)
      storage().endings.release(OF, computed.ending.asset, computed.ending, unknown)
      workOutAll(storage(), OF)
      expect(heldIn(storage())).toEqual([])
      expect(resultsOf(storage())).toMatchObject([
        { unknown: 1, computed: 1, realised: '0', settledAt: null, trades: { known: 0, unknown: 1 } },
      ])
    })
  })

  it('are replaced by a fill without an order, of exactly the held size', () => {
    const { fills, settlement, computed } = play(
      { family: 'scalar', turn: 1, trades: [{ ms: 5, isBuy: false, size: 4, ticks: 600 }], settledAt: 650 },
      1,
    )
    if (computed === null || settlement === null) throw new Error('nothing was held')
    withStorage((storage) => {
      storage().fills.add(OF, fills)
      storage().endings.release(OF, computed.ending.asset, computed.ending, computed.settlement)
      workOutAll(storage(), OF)
      const [before] = resultsOf(storage())
      storage().fills.add(OF, [
        { ...settlement, tid: 'other', oid: null, cause: null, size: '3' as Size, time: millis(settlement.time + 5) },
      ])
      workOutAll(storage(), OF)
      expect(resultsOf(storage()).reduce((all, day) => all + day.computed, 0)).toBe(1)
      storage().fills.add(OF, [{ ...settlement, oid: null, cause: null }])
      expect(storage().books.due(OF)).toBeLessThanOrEqual(computed.ending.at)
      workOutAll(storage(), OF)
      const days = resultsOf(storage())
      expect(days.reduce((all, day) => all + day.computed, 0)).toBe(0)
      expect(days[0]?.realised).toBe(before?.realised)
    })
  })
})
