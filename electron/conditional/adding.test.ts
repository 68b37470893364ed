import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compare, type Decimal, type Price } from '../../contract/decimal.ts'
import type { ExitTerms } from '../../contract/exit-plan.ts'
import { runs } from '../../contract/testing/property-runs.ts'
import { type ConditionalSetup, openConditionalSetup } from './testing/setup.ts'

const NONE: ExitTerms = { stop: null, targets: [], breakEven: null, trail: null, outBefore: null }
const at = (price: string) => ({ by: 'price', price: price as Price }) as const
const STOP: ExitTerms = { ...NONE, stop: at('570.50') }
const add = (setup: ConditionalSetup, plan: string, kind: 'stop' | 'target', price: string, percent = '100') =>
  setup.conditionals.addExit({ plan, kind, price: price as Price, percent: percent as Decimal })
const live = (setup: ConditionalSetup) => [...setup.rows.values()].filter(({ state }) => state === 'armed')
const sizes = (setup: ConditionalSetup) => live(setup).map(({ plan }) => [plan?.role, Number(plan?.size)])

describe('adding an exit to a plan', () => {
  it('gives a plan with a stop its targets, together never more than the position', async () => {
    const setup = openConditionalSetup()
    const plan = await setup.plan({ terms: STOP })
    add(setup, plan, 'target', '571.80', '50')
    add(setup, plan, 'target', '572.50', '50')
    expect(sizes(setup)).toEqual([
      ['stop', 10],
      [0, 5],
      [1, 5],
    ])
    setup.mark('571.80')
    await setup.idle()
    setup.position = '5'
    setup.finish('filled', { filled: '5' as never })
    expect(sizes(setup)).toEqual([
      ['stop', 5],
      [1, 5],
    ])
    setup.mark('570.40')
    await setup.idle()
    expect([...setup.taken.values()].map(({ size }) => Number(size))).toEqual([5, 5])
  })

  it('gives a plan with targets its stop, and one by contracts a target by contracts', async () => {
    const setup = openConditionalSetup()
    const share = { of: 'contracts', size: '4' as never } as const
    const plan = await setup.plan({ terms: { ...NONE, targets: [{ level: at('572.00'), share }] } })
    add(setup, plan, 'stop', '570.00')
    add(setup, plan, 'target', '573.00', '25')
    expect(sizes(setup).sort()).toEqual([
      [0, 4],
      [1, 2.5],
      ['stop', 10],
    ])
    expect(setup.exit(plan, 1).plan?.terms).toEqual(setup.exit(plan, 'stop').plan?.terms)
  })

  it('sets a stop again in a plan whose own was canceled alone, under the same id, and it stays where it is put', async () => {
    const setup = openConditionalSetup()
    const share = { of: 'position', percent: '50' as never } as const
    const trail = { distance: '0.30' as Price, after: { when: 'at_once' } } as const
    const plan = await setup.plan({ terms: { ...STOP, targets: [{ level: at('572.00'), share }], trail } })
    const { id } = setup.exit(plan, 'stop')
    setup.mark('570.40')
    await setup.idle()
    setup.finish('rejected', { message: 'no' })
    setup.mark('571.00')
    await setup.clock.advanceAsync(300)
    setup.finish('refused', { code: 'declined' as never, message: 'no' })
    expect(setup.exit(plan, 'stop').state).toBe('failed')
    expect(add(setup, plan, 'stop', '570.00').ids).toEqual([id])
    setup.mark('571.60')
    expect(setup.exit(plan, 'stop')).toMatchObject({ state: 'armed', trigger: '570.00' })
    expect(sizes(setup).sort()).toEqual([
      [0, 5],
      ['stop', 10],
    ])
    await setup.restart()
    setup.mark('569.90')
    await setup.idle()
    expect(setup.taken.size).toBe(3)
    expect([...setup.taken.values()].map(({ size }) => Number(size))).toEqual([10, 10, 10])
  })

  it('sets a target in place of one that was canceled alone, with its share, and the others stay unchanged', async () => {
    const setup = openConditionalSetup()
    const half = { of: 'position', percent: '50' as never } as const
    const targets = [
      { level: at('572.00'), share: half },
      { level: at('573.00'), share: half },
    ]
    const plan = await setup.plan({ terms: { ...STOP, targets } })
    const { id } = setup.exit(plan, 0)
    setup.conditionals.cancel(id)
    expect(() => add(setup, plan, 'target', '571.90', '60')).toThrow(
      /The targets add up to 110 %; the maximum is 100 %\./,
    )
    expect(add(setup, plan, 'target', '571.90', '50').ids).toEqual([id])
    expect(sizes(setup).sort()).toEqual([
      [0, 5],
      [1, 5],
      ['stop', 10],
    ])
    expect(setup.exit(plan, 0)).toMatchObject({ state: 'armed', trigger: '571.90' })
    expect(setup.exit(plan, 1)).toMatchObject({ state: 'armed', trigger: '573.00' })
    await setup.restart()
    setup.mark('571.90')
    await setup.idle()
    expect([...setup.taken.values()].map(({ size }) => Number(size))).toEqual([5])
  })

  it('sets no target in place of a time exit that was canceled alone', async () => {
    const setup = openConditionalSetup()
    const plan = await setup.plan({ terms: { ...STOP, outBefore: 60 } })
    const { id } = setup.exit(plan, 'time')
    setup.conditionals.cancel(id)
    expect(add(setup, plan, 'target', '572.00', '50').ids).not.toEqual([id])
    expect(setup.exit(plan, 'time').state).toBe('cancelled')
    expect(setup.exit(plan, 0)).toMatchObject({ state: 'armed', kind: 'take_profit', trigger: '572.00' })
  })

  it('leaves the resting order alone where the replaced stop never fired', async () => {
    const setup = openConditionalSetup()
    const entry = '11111111-0000-4000-8000-000000000001'
    setup.entry(entry, { state: 'partly_filled', filled: '10' as never, oid: '77', cloid: null })
    const share = { of: 'position', percent: '50' as never } as const
    const plan = await setup.plan({ entry, terms: { ...STOP, targets: [{ level: at('572.00'), share }] } })
    setup.conditionals.cancel(setup.exit(plan, 'stop').id)
    add(setup, plan, 'stop', '570.20')
    await setup.clock.advanceAsync(5_000)
    expect(setup.cancels).toEqual([])
    setup.mark('570.10')
    await setup.clock.advanceAsync(1_000)
    expect(setup.cancels).toEqual(['77'])
  })

  it('adds one for a repeated request', async () => {
    const setup = openConditionalSetup()
    const plan = await setup.plan({ terms: STOP })
    const [once, again] = [add(setup, plan, 'target', '572', '50'), add(setup, plan, 'target', '572.00', '50')]
    expect(again).toEqual(once)
    expect(live(setup)).toHaveLength(2)
  })

  it.each<[string, (setup: ConditionalSetup, plan: string) => unknown, RegExp]>([
    [
      'a second stop',
      (setup, plan) => add(setup, plan, 'stop', '570.00'),
      /This plan already has a stop\. Move it, or cancel the plan and set a new one\./,
    ],
    [
      'more than the whole position',
      (setup, plan) => [add(setup, plan, 'target', '572', '60'), add(setup, plan, 'target', '573', '50')],
      /The targets add up to 110 %; the maximum is 100 %\./,
    ],
    [
      'a target that the price has passed',
      (setup, plan) => add(setup, plan, 'target', '570.90'),
      /The take-profit must be above 571\.00 \(mark\); 570\.90 is not\./,
    ],
    ['a price off the tick', (setup, plan) => add(setup, plan, 'target', '572.005'), /571|0\.01/],
    [
      'for a plan that is over',
      (setup, plan) => [setup.conditionals.cancelPlan(plan), add(setup, plan, 'target', '572')],
      /All exits of this plan have ended\./,
    ],
  ])('refuses %s, and leaves the plan unchanged', async (_what, act, text) => {
    const setup = openConditionalSetup()
    const plan = await setup.plan({ terms: STOP })
    expect(() => act(setup, plan)).toThrow(text)
    expect(Number(setup.exit(plan, 'stop').trigger)).toBe(570.5)
  })

  it('refuses while an exit of the plan is closing', async () => {
    const setup = openConditionalSetup()
    const plan = await setup.plan({ terms: STOP })
    setup.mark('570.40')
    await setup.idle()
    expect(() => add(setup, plan, 'target', '572')).toThrow(/All exits of this plan have ended\./)
  })

  it('keeps one stop and targets of at most the position through adding, moving and closing', async () => {
    const step = fc.record({
      kind: fc.constantFrom('stop', 'target'),
      cents: fc.integer({ min: 56_900, max: 57_300 }),
      percent: fc.integer({ min: 1, max: 100 }),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 8 }), async (steps) => {
        const setup = openConditionalSetup()
        const plan = await setup.plan({ terms: { ...NONE, outBefore: 60 } })
        for (const { kind, cents, percent } of steps) {
          try {
            add(setup, plan, kind as 'stop' | 'target', (cents / 100).toFixed(2), String(percent))
          } catch {
            // A refusal changes nothing: the rules below hold after it too.
          }
          const now = live(setup)
          expect(now.filter((one) => one.kind === 'stop').length).toBeLessThanOrEqual(1)
          expect(now.filter((one) => one.kind === 'time')).toHaveLength(1)
          const targets = now.filter((one) => one.kind === 'take_profit')
          const sum = targets.reduce((total, one) => total + Number(one.plan?.size), 0)
          expect(sum).toBeLessThanOrEqual(10.0000001)
          const [first] = now
          for (const one of now) expect(one.plan?.terms).toEqual(first?.plan?.terms)
          for (const one of targets) expect(compare(one.trigger as Price, '571.00' as Price)).toBe(1)
        }
      }),
      { numRuns: runs(40, 300) },
    )
  })
})
