import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../../contract/testing/property-runs.ts'
import { newVenue, perform, type Step, step, USERS } from '../testing/family-steps.ts'
import { createVenueCore, type VenueCore } from './index.ts'

function expectSound(core: VenueCore): void {
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

describe('any session in all families', () => {
  it.each([
    ['without', false, runs(8, 600), 60],
    ['with', true, runs(2, 60), 40],
  ])(
    'conserves USDC and USDH to the last unit and keeps all ledger rules, %s the venue’s traders',
    (_, traders, numRuns, maxLength) => {
      fc.assert(
        fc.property(fc.array(step, { minLength: 10, maxLength }), (steps) => {
          const core = newVenue(traders)
          for (const what of steps) {
            perform(core, what)
            expectSound(core)
          }
          // Everything that expires today is paid out exactly, and nothing is left of it.
          core.advanceTo(core.now() + 65 * 60_000)
          expectSound(core)
        }),
        { numRuns },
      )
    },
  )

  it('has the same money, shares and positions after a restart', () => {
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

describe('a venue running for days', () => {
  it('keeps only readable data: markets come and go, and their number stays constant', () => {
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

describe('traders who are still', () => {
  it('change no book in any family while time passes, and continue afterwards', () => {
    const core = createVenueCore({ seed: 1, startTime: Date.UTC(2026, 2, 3, 15, 30) })
    const changed = new Set<string>()
    core.on(({ kind }) => kind === 'book' && changed.add('scalar'))
    core.binary.on(({ kind }) => kind === 'book' && changed.add('binary'))
    core.outcomes.on(({ kind }) => kind === 'book' && changed.add('outcome'))
    core.setTradersStill(true)
    core.advanceTo(core.now() + 60_000)
    expect(changed).toEqual(new Set())
    core.setTradersStill(false)
    core.advanceTo(core.now() + 60_000)
    expect(changed).toEqual(new Set(['scalar', 'binary', 'outcome']))
  })
})
