import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isConditionalFinal } from '../../contract/conditional.ts'
import { compare, type Price } from '../../contract/decimal.ts'
import type { ExitTerms } from '../../contract/exit-plan.ts'
import { runs } from '../../contract/testing/property-runs.ts'
import { type ConditionalSetup, openBinarySetup, openConditionalSetup } from './testing/setup.ts'

const NONE: ExitTerms = { stop: null, targets: [], breakEven: null, trail: null, outBefore: null }
const away = (distance: string) => ({ by: 'distance', distance: distance as Price }) as const
const TARGET = { level: away('1.00'), share: { of: 'position', percent: '50' as never } } as const
const ENTRY = '11111111-0000-4000-8000-000000000001'
const move = (setup: ConditionalSetup, id: string, trigger: string) =>
  setup.conditionals.move({ id, trigger: trigger as Price })
const at = (setup: ConditionalSetup, id: string) => Number(setup.rows.get(id)?.trigger)

describe('moving a stop or a target', () => {
  it('leaves exactly one live exit, with its role, its id and a trigger, after any series of moves', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('stop', 'both', 'distances'),
        fc.array(fc.record({ isStop: fc.boolean(), cents: fc.integer({ min: 56_800, max: 57_400 }) }), {
          maxLength: 6,
        }),
        async (kind, moves) => {
          const setup = openConditionalSetup()
          const ids = new Map<boolean, string>()
          if (kind === 'distances') {
            const plan = await setup.plan({ terms: { ...NONE, stop: away('0.50'), targets: [TARGET] } })
            ids.set(true, setup.exit(plan, 'stop').id).set(false, setup.exit(plan, 0).id)
          } else {
            const [stop, target] = await setup.protect(kind === 'both' ? { target: '572.00' } : {})
            ids.set(true, stop as string)
            if (target !== undefined) ids.set(false, target)
          }
          const before = [...setup.rows.values()].map(({ id, kind, plan }) => [id, kind, plan.id, plan.role])
          for (const { isStop, cents } of moves) {
            const id = ids.get(isStop)
            if (id === undefined) continue
            const price = (cents / 100).toFixed(2)
            const fits = isStop ? cents < 57_100 : cents > 57_100
            const was = at(setup, id)
            const done = await move(setup, id, price).then(
              () => true,
              () => false,
            )
            expect(done).toBe(fits)
            expect(at(setup, id)).toBe(fits ? Number(price) : was)
          }
          expect([...setup.rows.values()].map(({ id, kind, plan }) => [id, kind, plan.id, plan.role])).toEqual(before)
          for (const row of setup.rows.values()) {
            expect(row.state).toBe('armed')
            expect(row.trigger).not.toBeNull()
          }
          // The exit triggers once at its new place, and the other one ends with it.
          const stop = at(setup, ids.get(true) as string)
          setup.mark((stop + 0.01).toFixed(2))
          await setup.idle()
          expect(setup.taken.size).toBe(0)
          setup.mark(stop.toFixed(2))
          await setup.idle()
          expect(setup.taken.size).toBe(1)
          setup.finish('filled', { filled: '10' as never })
          await setup.flat()
          expect([...setup.rows.values()].every(({ state }) => isConditionalFinal(state))).toBe(true)
        },
      ),
      { numRuns: runs(40, 400) },
    )
  })

  it('is on disk before it counts, and survives a restart', async () => {
    const setup = openConditionalSetup()
    const [id] = (await setup.protect()) as [string]
    setup.storeFails = true
    await expect(move(setup, id, '569.50')).rejects.toThrow(/The move could not be saved\. The exit was not moved\./)
    expect(setup.view()[0]?.trigger).toBe('570.00')
    setup.storeFails = false
    await expect(move(setup, id, '569.50')).resolves.toEqual({ trigger: '569.50' })
    await setup.restart()
    setup.mark('569.60')
    await setup.idle()
    expect(setup.states()).toEqual(['armed'])
    setup.mark('569.50')
    await setup.idle()
    expect(setup.states()).toEqual(['submitted'])
  })

  it('fails when a trigger comes first, even while max loss is calculated, and reports that', async () => {
    const setup = openConditionalSetup()
    const [id] = (await setup.protect()) as [string]
    const moving = move(setup, id, '569.00')
    setup.mark('570.00')
    await expect(moving).rejects.toThrow(/It triggered before the move and is closing\./)
    await setup.idle()
    expect(setup.rows.get(id)).toMatchObject({ state: 'submitted', trigger: '570.00' })
    setup.finish('filled', { filled: '10' as never })
    await expect(move(setup, id, '569.00')).rejects.toThrow(/This exit is already done\./)
  })

  it.each<[string, (setup: ConditionalSetup) => void, string, RegExp]>([
    [
      'that would trigger at once',
      () => undefined,
      '571.00',
      /The stop must be below 571\.00 \(mark\); 571\.00 is not\. It would trigger immediately\./,
    ],
    ['between two ticks', () => undefined, '569.505', /multiple of 0.01/],
    ['on stale prices', (setup) => setup.mark('571.00', { stale: true }), '569.50', /stale/],
    [
      'of another wallet',
      (setup) => {
        setup.address = `0x${'cd'.repeat(20)}` as never
      },
      '569.50',
      /no such stop/,
    ],
    [
      'beyond the max loss limit',
      (setup) => {
        setup.stopRefused = { code: 'limit_worst_case', message: 'too much', field: 'size' }
      },
      '569.50',
      /too much/,
    ],
  ])('%s is refused, and it is not moved', async (_what, change, to, text) => {
    const setup = openConditionalSetup()
    const [id] = (await setup.protect()) as [string]
    change(setup)
    await expect(move(setup, id, to)).rejects.toThrow(text)
    expect(setup.rows.get(id)).toMatchObject({ state: 'armed', trigger: '570.00' })
  })

  it('checks the max loss limit only for a loosened stop', async () => {
    const setup = openConditionalSetup()
    const [stop, target] = (await setup.protect({ target: '572.00' })) as [string, string]
    setup.stopRefused = { code: 'limit_worst_case', message: 'too much', field: 'size' }
    await move(setup, stop, '570.50')
    await move(setup, target, '573.00')
    expect([at(setup, stop), at(setup, target)]).toEqual([570.5, 573])
  })

  it('of the price of UP works the same way', async () => {
    const setup = openBinarySetup('10')
    const [id] = (await setup.protect({ stop: '0.500' })) as [string]
    await expect(move(setup, id, '0.560')).rejects.toThrow(/below UP/)
    await move(setup, id, '0.450')
    expect(at(setup, id)).toBe(0.45)
  })
})

describe('a stop that moves automatically', () => {
  it('continues trailing from where the trader put it, at the resulting distance', async () => {
    const setup = openConditionalSetup()
    const plan = await setup.plan({
      terms: { ...NONE, trail: { distance: '0.50' as Price, after: { when: 'at_once' } } },
    })
    setup.mark('572.00')
    const { id } = setup.exit(plan, 'stop')
    expect(at(setup, id)).toBe(571.5)
    await move(setup, id, '571.20')
    setup.mark('571.80')
    setup.mark('572.00')
    expect(at(setup, id)).toBe(571.2)
    setup.mark('572.10')
    expect(at(setup, id)).toBe(571.3)
    await setup.restart()
    setup.mark('572.20')
    expect(at(setup, id)).toBe(571.4)
  })

  it('does not go back to break-even where the trader moved it away, and still goes there later otherwise', async () => {
    const breakEven = { when: 'moved', distance: '0.80' as Price } as const
    const setup = openConditionalSetup()
    const plan = await setup.plan({ terms: { ...NONE, stop: away('0.50'), breakEven } })
    const { id } = setup.exit(plan, 'stop')
    await move(setup, id, '570.80')
    setup.mark('571.80')
    const even = at(setup, id)
    expect(even).toBeGreaterThan(571)
    await move(setup, id, '570.90')
    setup.mark('571.90')
    expect(at(setup, id)).toBe(570.9)
  })
})

describe('an exit that waits for its order', () => {
  it('is where the trader put it once the order fills, and never beyond the price of the order', async () => {
    const setup = openConditionalSetup()
    setup.entry(ENTRY, { state: 'resting' })
    const plan = await setup.plan({ entry: ENTRY, terms: { ...NONE, stop: away('0.50'), targets: [TARGET] } })
    const [stop, target] = [setup.exit(plan, 'stop').id, setup.exit(plan, 0).id]
    await expect(move(setup, stop, '571.00')).rejects.toThrow(
      /The stop must be below 571\.00 \(order price\); 571\.00 is not\./,
    )
    await expect(move(setup, target, '570.90')).rejects.toThrow(
      /The take-profit must be above 571\.00 \(order price\); 570\.90 is not\./,
    )
    await move(setup, stop, '569.90')
    await move(setup, target, '573.00')
    expect(setup.states()).toEqual(['waiting', 'waiting'])
    setup.entry(ENTRY, { filled: '20' as never })
    expect([at(setup, stop), at(setup, target)]).toEqual([569.9, 573])
    setup.entry(ENTRY, { filled: '50' as never, state: 'filled' })
    expect([at(setup, stop), at(setup, target)]).toEqual([569.9, 573])
    expect(compare(setup.rows.get(stop)?.plan?.size ?? ('0' as never), '50' as never)).toBe(0)
  })
})
