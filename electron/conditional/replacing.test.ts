import { describe, expect, it } from 'vitest'
import type { Price, Size } from '../../contract/decimal.ts'
import type { ExitTerms } from '../../contract/exit-plan.ts'
import { type ConditionalSetup, openConditionalSetup } from './testing/setup.ts'

const at = (price: string) => ({ by: 'price', price: price as Price }) as const
const STOP: ExitTerms = { stop: at('570.50'), targets: [], breakEven: null, trail: null, outBefore: null }
const half = { of: 'position', percent: '50' as never } as const
const CHANGED: ExitTerms = { ...STOP, stop: at('570.70'), targets: [{ level: at('572.00'), share: half }] }
/** Role, trigger and size of each exit that is watched. */
const watched = (setup: ConditionalSetup) =>
  [...setup.rows.values()]
    .filter(({ state }) => state === 'armed')
    .map(({ plan, trigger }) => [plan.role, trigger, Number(plan.size)])

describe('a plan that replaces another one', () => {
  it('covers what that one covered, in one write: no moment without a stop, and none with two', async () => {
    const setup = openConditionalSetup()
    const before = await setup.plan({ terms: STOP })
    setup.crashAt = () => {
      const stops = watched(setup).filter(([role]) => role === 'stop')
      expect(stops).toHaveLength(1)
      return false
    }
    await setup.plan({ terms: CHANGED, replaces: before })
    expect(watched(setup)).toEqual([
      ['stop', '570.70', 10],
      [0, '572.00', 5],
    ])
    expect(setup.exit(before, 'stop')).toMatchObject({ state: 'cancelled' })
  })

  it('leaves other plans of the position alone, and takes what no plan covers', async () => {
    const setup = openConditionalSetup()
    const first = await setup.plan({ terms: STOP, covers: '4' as Size })
    await setup.plan({ terms: STOP, covers: '3' as Size })
    await expect(setup.plan({ terms: CHANGED, covers: '8' as Size, replaces: first })).rejects.toThrow(
      /The position is 10 and exits already cover 3; at most 7 can be covered\./,
    )
    await setup.plan({ terms: CHANGED, replaces: first })
    expect(watched(setup)).toEqual([
      ['stop', '570.50', 3],
      ['stop', '570.70', 7],
      [0, '572.00', 3.5],
    ])
  })

  it.each<[string, (setup: ConditionalSetup, plan: string) => unknown, string]>([
    ['has ended', (setup, plan) => setup.conditionals.cancelPlan(plan), 'unknown'],
    ['is closing', (setup) => setup.mark('570.40'), 'too_late'],
  ])('is refused, and nothing is set, once that one %s', async (_rule, happens, code) => {
    const setup = openConditionalSetup()
    const before = await setup.plan({ terms: STOP })
    happens(setup, before)
    await setup.idle()
    const rows = setup.rows.size
    await expect(setup.plan({ terms: CHANGED, replaces: before })).rejects.toMatchObject({ code })
    expect(setup.rows.size).toBe(rows)
  })

  it('is refused for an order that may still fill: its exits would no longer grow with it', async () => {
    const setup = openConditionalSetup()
    const entry = '11111111-0000-4000-8000-000000000001'
    setup.entry(entry, { state: 'partly_filled', filled: '4' as never, oid: '77', cloid: null })
    const before = await setup.plan({ terms: STOP, entry })
    await setup.idle()
    await expect(setup.plan({ terms: CHANGED, replaces: before })).rejects.toThrow(/may still fill/)
  })

  it('meets the limit of max loss where its stop is looser', async () => {
    const setup = openConditionalSetup()
    const before = await setup.plan({ terms: STOP })
    setup.stopRefused = { code: 'limit_worst_case', message: 'Too much.', field: null }
    const looser = { ...STOP, stop: at('570.10') }
    await expect(setup.plan({ terms: looser, replaces: before })).rejects.toThrow('Too much.')
    expect(watched(setup)).toEqual([['stop', '570.50', 10]])
    await setup.plan({ terms: CHANGED, replaces: before })
    expect(setup.exit(before, 'stop').state).toBe('cancelled')
  })

  it('is set once, however often it is asked for', async () => {
    const setup = openConditionalSetup()
    const before = await setup.plan({ terms: STOP })
    const requestId = '22222222-0000-4000-8000-000000000002'
    await setup.plan({ terms: CHANGED, replaces: before, requestId })
    await setup.plan({ terms: CHANGED, replaces: before, requestId })
    expect(watched(setup)).toHaveLength(2)
  })
})
