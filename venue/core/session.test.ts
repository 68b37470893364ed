import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../../contract/testing/property-runs.ts'
import { type Account, VenueError } from '../market/index.ts'
import { ALICE, BOB, START } from '../testing/quiet-venue.ts'
import { createVenueCore, type VenueCore, type VenueEvent } from './index.ts'

const USERS: Account[] = [ALICE, BOB, `0x${'c'.repeat(40)}`]

/** One step of a venue. */
type Step =
  | {
      do: 'place'
      user: number
      isBuy: boolean
      offset: number
      lots: number
      tif: 'GTC' | 'IOC' | 'ALO'
      reduceOnly: boolean
    }
  | { do: 'cancel'; user: number; which: number }
  | { do: 'leverage'; user: number; leverage: number }
  | { do: 'pass'; ms: number }
  | { do: 'pin'; degrees: number }

const user = fc.nat(USERS.length - 1)
const place: fc.Arbitrary<Step> = fc.record({
  do: fc.constant('place' as const),
  user,
  isBuy: fc.boolean(),
  offset: fc.integer({ min: -60, max: 60 }),
  lots: fc.oneof(fc.integer({ min: 1, max: 300_000 }), fc.integer({ min: 1, max: 3_000_000 })),
  tif: fc.constantFrom('GTC', 'GTC', 'IOC', 'ALO'),
  reduceOnly: fc.oneof({ weight: 3, arbitrary: fc.constant(false) }, fc.constant(true)),
})
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 12, arbitrary: place },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('cancel' as const), user, which: fc.nat(9) }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('leverage' as const), user, leverage: fc.integer({ min: 1, max: 10 }) }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('pass' as const), ms: fc.integer({ min: 1, max: 20_000 }) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('pin' as const), degrees: fc.integer({ min: -20, max: 140 }) }) },
)

function perform(core: VenueCore, what: Step): void {
  const asset = core.bucket().current?.asset ?? core.bucket().next?.asset ?? ''
  const account = 'user' in what ? (USERS[what.user] as Account) : ALICE
  try {
    switch (what.do) {
      case 'place': {
        const { isBuy, tif, reduceOnly } = what
        const price = (Number(core.ticker(asset).mark) + what.offset / 100).toFixed(2)
        const before = Math.abs(Number(core.account(account).positions[0]?.size ?? 0))
        const size = (what.lots / 10_000).toFixed(4)
        const { oid } = core.place({ account, asset, isBuy, price, size, tif, reduceOnly, cloid: null })
        const after = Math.abs(Number(core.account(account).positions[0]?.size ?? 0))
        if (reduceOnly) expect(after).toBeLessThanOrEqual(before)
        for (const fill of core.fills(account, 500, null)) {
          if (fill.oid === oid)
            expect(isBuy ? Number(fill.price) <= Number(price) : Number(fill.price) >= Number(price)).toBe(true)
        }
        return
      }
      case 'cancel': {
        const order = core.openOrders(account)[what.which]
        if (order !== undefined) core.cancel(account, order.asset, order)
        return
      }
      case 'leverage':
        core.setLeverage(account, asset, what.leverage)
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
  }
}

function expectSound(core: VenueCore): void {
  expect(core.imbalance()).toBe(0n)
  for (const asset of ['NYCTMP1', 'NYCTMP2']) {
    const { bid, ask } = core.ticker(asset)
    if (bid !== null && ask !== null) expect(Number(bid)).toBeLessThan(Number(ask))
  }
  for (const account of USERS) {
    const { positions, account: money } = core.account(account)
    expect(Number(money.usdc)).toBeGreaterThanOrEqual(Number(money.available))
    expect(money.usdc.startsWith('-')).toBe(false)
    const held = Number(positions[0]?.size ?? 0)
    for (const order of core.openOrders(account)) {
      if (!order.reduce_only) continue
      expect(Math.sign(held)).toBe(order.side === 'sell' ? 1 : -1)
      expect(Number(order.size) - Number(order.filled)).toBeLessThanOrEqual(Math.abs(held) + 1e-9)
    }
  }
}

const newVenue = (traders: boolean, seed = 1): VenueCore => {
  const core = createVenueCore({ seed, startTime: START + 20_000, traders, bucketMinutes: 1 })
  for (const account of USERS) core.createAccount(account, { usdc: '3000', usdh: '0' })
  return core
}

describe('any session', () => {
  it.each([
    ['without', false, runs(25, 3000)],
    ['with', true, runs(10, 1500)],
  ])(
    'conserves money to the last unit, %s the venue’s traders, including fills, liquidations and settlements',
    (_, traders, numRuns) => {
      fc.assert(
        fc.property(fc.array(step, { minLength: 5, maxLength: 60 }), (steps) => {
          const core = newVenue(traders)
          for (const what of steps) {
            perform(core, what)
            expectSound(core)
          }
          core.advanceTo(core.now() + 60_000)
          expectSound(core)
        }),
        { numRuns },
      )
    },
  )

  it('has the same history, to the byte, for the same seed and the same calls', () => {
    const history = (steps: Step[], seed: number): string => {
      const core = newVenue(true, seed)
      const events: (VenueEvent | object)[] = []
      core.on((event) => {
        events.push(event)
        if (event.kind === 'book') events.push(core.book(event.asset, 50))
        if (event.kind === 'context') events.push(core.ticker(event.asset))
      })
      for (const what of steps) perform(core, what)
      return JSON.stringify([events, core.exportAccounts(USERS)])
    }
    fc.assert(
      fc.property(fc.array(step, { minLength: 5, maxLength: 25 }), (steps) => {
        expect(history(steps, 4)).toBe(history(steps, 4))
      }),
      { numRuns: runs(3, 100) },
    )
    const passing: Step[] = [{ do: 'pass', ms: 5000 }]
    expect(history(passing, 4)).not.toBe(history(passing, 5))
  })
})
