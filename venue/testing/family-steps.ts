/** Random sessions in all families: possible steps of a venue, for the properties that must hold over any sequence of them. */
import fc from 'fast-check'
import { expect } from 'vitest'
import { createVenueCore, type VenueCore } from '../core/index.ts'
import { type Account, VenueError } from '../market/index.ts'
import { ALICE, BOB } from './quiet-venue.ts'

/** The wallets of a session. */
export const USERS: Account[] = [ALICE, BOB, `0x${'c'.repeat(40)}`]
/** 12:58 UTC: one-minute buckets change, and a reading and the night's low expire at 13:00. */
const NOW = Date.UTC(2026, 10, 21, 12, 58)

/** One step of a venue, in any of its families. */
export type Step =
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
  | { do: 'deposit'; user: number; micros: number; isUsdh: boolean }
  | { do: 'pass'; ms: number }
  | { do: 'pin'; degrees: number }

const user = fc.nat(USERS.length - 1)
const lots = fc.oneof(fc.integer({ min: 1, max: 2000 }), fc.integer({ min: 1, max: 200_000 }))
const some = fc.option(lots, { nil: null })
const market = fc.nat(30)
const isBuy = fc.boolean()
/** Any step. */
export const step: fc.Arbitrary<Step> = fc.oneof(
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

/** A deposit or withdrawal. */
export const depositStep: fc.Arbitrary<Step> = fc.record({
  do: fc.constant('deposit' as const),
  user,
  micros: fc.integer({ min: -900_000_000, max: 900_000_000 }),
  isUsdh: fc.boolean(),
})

const hundredths = (value: number): string => (value / 100).toFixed(2)

/** Performs it; a refusal of the venue is a normal answer. */
export function perform(core: VenueCore, what: Step): void {
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
      case 'deposit': {
        const amount = (what.micros / 1_000_000).toFixed(6)
        core.deposit(account, what.isUsdh ? { usdc: '0', usdh: amount } : { usdc: amount, usdh: '0' })
        return
      }
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

function expectWithin(core: VenueCore, account: Account, oid: string, isBuy: boolean, price: string): void {
  for (const fill of core.fills(account, 200, null)) {
    if (fill.oid === oid)
      expect(isBuy ? Number(fill.price) <= Number(price) : Number(fill.price) >= Number(price)).toBe(true)
  }
}

/** A venue with two-minute buckets by default, whose wallets can trade in all families. */
export function newVenue(traders: boolean, seed = 1, usdc = '2000', bucketMinutes = 2): VenueCore {
  const core = createVenueCore({ seed, startTime: NOW, traders, bucketMinutes })
  for (const account of USERS) {
    core.createAccount(account, { usdc, usdh: '1500' })
    core.outcomes.transfer(account, '1000')
    core.binary.setup(account)
  }
  return core
}
