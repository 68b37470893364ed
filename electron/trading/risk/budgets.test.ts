import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { AutomatedWork } from '../../../contract/action.ts'
import { DEFAULT_LIMITS } from '../../../contract/limits.ts'
import { runs } from '../../../contract/testing/property-runs.ts'
import { BUY, openTradingSetup } from '../testing/setup.ts'
import { createBudgets } from './limits.ts'

const WORK: AutomatedWork = { id: 'slices-1', what: 'Slices' }

describe('the limits on manual and automated orders', () => {
  it('are used up separately, and the refusal names the one', () => {
    let now = 0
    const budgets = createBudgets(
      () => ({ ordersPerMinute: 2, heldOrdersPerMinute: 1 }),
      () => now,
    )
    expect(budgets.of(WORK).take()).toBeNull()
    expect(budgets.of({ id: 'other', what: 'Move' }).take()).toMatchObject({
      code: 'limit_orders_per_minute',
      message: '1 order went out automatically in the last minute; your limit is 1 per minute.',
    })
    expect(budgets.of(undefined).take()).toBeNull()
    expect(budgets.of(undefined).take()).toBeNull()
    expect(budgets.of(undefined).take()?.message).toContain('2 orders went out in the last minute')
    now = 60_000
    expect(budgets.of(WORK).take()).toBeNull()
  })

  it('never block each other, in any order of requests', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.record({ isManual: fc.boolean(), after: fc.integer({ min: 0, max: 20_000 }), close: fc.boolean() }),
        ),
        (orders) => {
          let now = 0
          const limits = () => ({ ordersPerMinute: 3, heldOrdersPerMinute: 2 })
          const both = createBudgets(limits, () => now)
          const alone = { true: createBudgets(limits, () => now), false: createBudgets(limits, () => now) }
          for (const { isManual, after, close } of orders) {
            now += after
            const work = isManual ? undefined : WORK
            const apart = alone[`${isManual}`].of(work)
            if (close) {
              both.of(work).count()
              apart.count()
            } else expect(both.of(work).take() === null).toBe(apart.take() === null)
          }
        },
      ),
      { numRuns: runs(200, 5000) },
    )
  })

  it('restrict automated orders to their own, while manual ones continue', async () => {
    const setup = await openTradingSetup({
      limits: () => ({ ...DEFAULT_LIMITS, dayLoss: null, ordersPerMinute: 1, heldOrdersPerMinute: 1 }),
    })
    const small = { ...BUY, size: '0.0001' as never }
    const states = []
    for (const [number, held] of [WORK, WORK, undefined, undefined].entries()) {
      await setup.trading.submit(setup.id(number + 1), small, { held })
      await setup.clock.advanceAsync(100)
      states.push(setup.action(number + 1).code)
    }
    expect(states).toEqual([null, 'limit_orders_per_minute', null, 'limit_orders_per_minute'])
    expect(setup.action(1).held).toEqual(WORK)
    expect(setup.action(3).held).toBeUndefined()
  })
})
