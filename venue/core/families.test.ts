import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../../contract/testing/property-runs.ts'
import { type Account, VenueError } from '../market/index.ts'
import { ALICE, BOB } from '../testing/quiet-venue.ts'
import { createVenueCore, type PracticeVenueCore } from './index.ts'

const USERS: Account[] = [ALICE, BOB, `0x${'c'.repeat(40)}`]
/** 12:58 UTC: buckets of a minute turn over, a reading and the night's low expire at 13:00. */
const NOW = Date.UTC(2026, 10, 21, 12, 58)

/** One thing that may happen to a venue, in any of its families. */
type Step =
  | { do: 'scalar'; user: number; isBuy: boolean; offset: number; lots: number; tif: 'GTC' | 'IOC' }
  | { do: 'predict'; user: number; up: boolean; amount: number; slippage: number }
  | { do: 'close'; user: number; up: boolean; lots: number | null }
  | {
      do: 'order'
      user: number
      market: number
      side: number
      isBuy: boolean
      ticks: number
      lots: number
      ioc: boolean
    }
  | { do: 'cancel'; user: number; which: number }
  | { do: 'convert'; user: number; kind: number; market: number; lots: number | null }
  | { do: 'transfer'; user: number; micros: number; back: boolean }
  | { do: 'pass'; ms: number }
  | { do: 'pin'; degrees: number }

const user = fc.nat(USERS.length - 1)
const lots = fc.oneof(fc.integer({ min: 1, max: 2000 }), fc.integer({ min: 1, max: 200_000 }))
const some = fc.option(lots, { nil: null })
const market = fc.nat(30)
const isBuy = fc.boolean()
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('scalar' as const),
      user,
      isBuy,
      offset: fc.integer({ min: -40, max: 40 }),
      lots: fc.integer({ min: 1, max: 500_000 }),
      tif: fc.constantFrom('GTC', 'IOC'),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('predict' as const),
      user,
      up: fc.boolean(),
      amount: fc.integer({ min: 1, max: 300_000_000 }),
      slippage: fc.integer({ min: 0, max: 50 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('close' as const), user, up: fc.boolean(), lots: some }) },
  {
    weight: 12,
    arbitrary: fc.record({
      do: fc.constant('order' as const),
      user,
      market: fc.oneof(fc.nat(3), market),
      side: fc.nat(1),
      isBuy,
      ticks: fc.integer({ min: 1, max: 999 }),
      lots,
      ioc: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('cancel' as const), user, which: fc.nat(9) }) },
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant('convert' as const), user, kind: fc.nat(3), market, lots: some }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('transfer' as const),
      user,
      micros: fc.integer({ min: 0, max: 800_000_000 }),
      back: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('pass' as const),
      ms: fc.oneof(fc.integer({ min: 1, max: 20_000 }), fc.integer({ min: 1, max: 2_400_000 })),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('pin' as const), degrees: fc.integer({ min: 20, max: 60 }) }) },
)

const hundredths = (value: number): string => (value / 100).toFixed(2)

function perform(core: PracticeVenueCore, what: Step): void {
  const account = 'user' in what ? (USERS[what.user] as Account) : ALICE
  const listed = core.outcomes.meta()
  const entry = 'market' in what ? listed[what.market % listed.length] : undefined
  try {
    switch (what.do) {
      case 'scalar': {
        const asset = core.bucket().current?.asset ?? 'NYCTMP1'
        const price = (Number(core.ticker(asset).mark) + what.offset / 100).toFixed(2)
        const size = (what.lots / 10_000).toFixed(4)
        core.place({ account, asset, isBuy: what.isBuy, price, size, tif: what.tif, reduceOnly: false, cloid: null })
        return
      }
      case 'predict': {
        const amount = (what.amount / 1_000_000).toFixed(6)
        const order = core.binary.predictOrder({
          account,
          asset: core.binary.status().active_asset,
          direction: what.up ? 'UP' : 'DOWN',
          amount_usdc: amount,
          slippage_pct: String(what.slippage),
        })
        const { oid } = core.binary.place(order)
        expectWithin(core, account, oid, order.isBuy, order.price)
        return
      }
      case 'close': {
        const order = core.binary.closeOrder({
          account,
          asset: core.binary.status().active_asset,
          direction: what.up ? 'UP' : 'DOWN',
          contracts: what.lots === null ? null : hundredths(what.lots),
          slippage_pct: '10',
        })
        const { oid } = core.binary.place(order)
        expectWithin(core, account, oid, order.isBuy, order.price)
        return
      }
      case 'order': {
        if (entry === undefined) return
        const side = what.side % entry.sides.length
        const price = (what.ticks / 1000).toFixed(3)
        const { oid } = core.outcomes.place({
          account,
          outcomeId: entry.outcomeId,
          side,
          isBuy: what.isBuy,
          price,
          size: hundredths(what.lots),
          tif: what.ioc ? 'IOC' : 'GTC',
          cloid: null,
        })
        expectWithin(core, account, oid, what.isBuy, price)
        return
      }
      case 'cancel': {
        const order = core.outcomes.openOrders(account)[what.which]
        if (order === undefined) return
        const number = Number(order.asset.slice(1))
        core.outcomes.cancel(account, Math.floor(number / 10), number % 10, order)
        return
      }
      case 'convert':
        core.outcomes.convert({
          account,
          kind: (['split', 'merge', 'merge_question', 'negate'] as const)[what.kind] ?? 'split',
          outcomeId: entry?.outcomeId ?? null,
          questionId: entry?.questions[0]?.id ?? null,
          amount: what.lots === null ? null : hundredths(what.lots),
        })
        return
      case 'transfer':
        core.outcomes.transfer(account, (what.micros / 1_000_000).toFixed(6), what.back ? 'to_ordinary' : 'to_outcome')
        return
      case 'pass':
        core.advanceTo(core.now() + what.ms)
        return
      case 'pin':
        core.setTemperature(String(what.degrees))
        return
    }
  } catch (error) {
    if (!(error instanceof VenueError)) throw error
    expect(error.status).toBeLessThan(500)
  }
}

function expectWithin(core: PracticeVenueCore, account: Account, oid: string, isBuy: boolean, price: string): void {
  for (const fill of core.fills(account, 200, null)) {
    if (fill.oid === oid)
      expect(isBuy ? Number(fill.price) <= Number(price) : Number(fill.price) >= Number(price)).toBe(true)
  }
}

function expectSound(core: PracticeVenueCore): void {
  expect(core.imbalance()).toBe(0n)
  expect(core.imbalanceUsdh()).toBe(0n)
  for (const { sides } of core.outcomes.meta()) {
    const best = sides.map(({ coin }) => core.outcomes.book(coin, 1).levels.map(([level]) => level?.px))
    for (const [bid, ask] of best) if (bid && ask) expect(Number(bid)).toBeLessThan(Number(ask))
    if (sides.length !== 2) continue
    expect(Math.round(1000 * (Number(best[0]?.[0] ?? 0) + Number(best[1]?.[0] ?? 0)))).toBeLessThanOrEqual(1000)
    const mirror = (px: string | undefined) => (px === undefined ? undefined : (1 - Number(px)).toFixed(3))
    expect(best[1]).toEqual([mirror(best[0]?.[1]), mirror(best[0]?.[0])])
  }
  for (const { asset } of core.binary.markets()) {
    const { bid, ask } = core.binary.ticker(asset)
    if (bid && ask) expect(Number(bid)).toBeLessThan(Number(ask))
  }
  for (const account of USERS) {
    const { account: money, positions } = core.account(account)
    for (const amount of [money.usdc, money.usdh, money.usdh_outcome, money.available]) {
      expect(amount.startsWith('-')).toBe(false)
    }
    for (const { family, size } of positions) if (family === 'outcome') expect(Number(size)).toBeGreaterThan(0)
    const bought = core.outcomes.openOrders(account).filter(({ side }) => side === 'buy')
    const reserved = bought.reduce((sum, o) => sum + Number(o.price) * (Number(o.size) - Number(o.filled)), 0)
    expect(reserved).toBeLessThanOrEqual(Number(money.usdh_outcome) + 1e-6)
  }
}

function newVenue(traders: boolean, seed = 1): PracticeVenueCore {
  const core = createVenueCore({ seed, startTime: NOW, traders, bucketMinutes: 2 })
  for (const account of USERS) {
    core.createAccount(account, { usdc: '2000', usdh: '1500' })
    core.outcomes.transfer(account, '1000')
    core.binary.setup(account)
  }
  return core
}

describe('any session in all families', () => {
  it.each([
    ['without', false, runs(8, 600), 60],
    ['with', true, runs(2, 60), 40],
  ])(
    'conserves USDC and USDH to the last unit and keeps every rule of the books, %s the venue’s traders',
    (_, traders, numRuns, maxLength) => {
      fc.assert(
        fc.property(fc.array(step, { minLength: 10, maxLength }), (steps) => {
          const core = newVenue(traders)
          for (const what of steps) {
            perform(core, what)
            expectSound(core)
          }
          // Everything with an expiry today is paid out exactly, and nothing is left of it.
          core.advanceTo(core.now() + 65 * 60_000)
          expectSound(core)
        }),
        { numRuns },
      )
    },
  )

  it('comes back from a restart with the same money, shares and positions', () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 10, maxLength: 40 }), (steps) => {
        const core = newVenue(false)
        for (const what of steps) perform(core, what)
        const again = createVenueCore({ seed: 1, startTime: core.now(), traders: false, bucketMinutes: 2 })
        for (const account of USERS) again.importAccounts(JSON.parse(JSON.stringify(core.exportAccounts([account]))))
        expectSound(again)
        for (const account of USERS) {
          expect(again.account(account).account.usdh).toBe(core.account(account).account.usdh)
          expect(again.fills(account, 500, null)).toHaveLength(core.fills(account, 500, null).length)
          expect(again.outcomes.conversions(account)).toEqual(core.outcomes.conversions(account))
        }
      }),
      { numRuns: runs(6, 300) },
    )
  })

  it('has the same history, to the byte, for the same seed and the same calls', () => {
    const history = (steps: Step[], seed: number): string => {
      const core = newVenue(true, seed)
      const events: unknown[] = []
      core.on((event) => events.push(event))
      core.binary.on((event) => {
        events.push(event)
        if (event.kind === 'book') events.push(core.binary.book(event.asset, 50))
      })
      core.outcomes.on((event) => {
        events.push(event)
        if (event.kind === 'book') events.push(core.outcomes.book(event.coin, 50))
        if (event.kind === 'prices') events.push(core.outcomes.prices())
        if (event.kind === 'markets') events.push(core.outcomes.meta())
      })
      for (const what of steps) perform(core, what)
      return JSON.stringify([events, core.exportAccounts(USERS)])
    }
    fc.assert(
      fc.property(fc.array(step, { minLength: 5, maxLength: 12 }), (steps) => {
        expect(history(steps, 4)).toBe(history(steps, 4))
      }),
      { numRuns: 2 },
    )
    const passing: Step[] = [{ do: 'pass', ms: 5000 }]
    expect(history(passing, 4)).not.toBe(history(passing, 5))
  })
})

describe('a venue that runs for days', () => {
  it('keeps only what a read can reach: markets come and go, and their number stays', () => {
    const core = newVenue(true)
    const counts: number[] = []
    for (let hour = 0; hour < runs(2, 48); hour++) {
      core.advanceTo(core.now() + 3_600_000)
      counts.push(core.outcomes.meta().length)
    }
    expect(Math.max(...counts)).toBeLessThan(30)
    expect(Math.min(...counts)).toBeGreaterThan(9)
  })
})
