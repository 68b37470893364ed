import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isConditionalFinal } from '../../contract/conditional.ts'
import type { Decimal, Price } from '../../contract/decimal.ts'
import type { ExitTerms } from '../../contract/exit-plan.ts'
import { runs } from '../../contract/testing/property-runs.ts'
import { type ConditionalSetup, openConditionalSetup } from './testing/setup.ts'

const away = (distance: string) => ({ by: 'distance', distance: distance as Price }) as const
const target = (distance: string, share: string) => ({
  level: away(distance),
  share: { of: 'position', percent: share as Decimal } as const,
})
const NONE: ExitTerms = { stop: null, targets: [], breakEven: null, trail: null, outBefore: null }
const STOP: ExitTerms = { ...NONE, stop: away('0.35') }
const PLANS: readonly ExitTerms[] = [
  STOP,
  { ...STOP, targets: [target('0.50', '100')] },
  { ...STOP, targets: [target('0.50', '50'), target('1.00', '50')] },
]
const sizes = (setup: ConditionalSetup) => [...setup.taken.values()].map(({ size }) => Number(size))

describe('a position that grows while its own exit closes it', () => {
  it('is protected again although no read came in between', async () => {
    const setup = openConditionalSetup()
    const plan = await setup.plan({ terms: STOP })
    setup.mark('570.60')
    await setup.idle()
    // Five more fill while the close of ten is out, and no read shows them before it is over.
    setup.position = '5'
    setup.finish('filled', { filled: '10' as never })
    expect(setup.notified.at(-1)).toMatch(/position closed/)
    await setup.clock.advanceAsync(1_000)
    setup.mark('571.00')
    await setup.clock.advanceAsync(5_000)
    expect(setup.exit(plan, 'stop')).toMatchObject({ state: 'armed', plan: { size: '5' } })
    setup.mark('570.60')
    await setup.idle()
    expect(sizes(setup)).toEqual([10, 5])
    setup.finish('filled', { filled: '5' as never })
    expect(setup.view().find(({ kind }) => kind === 'stop')?.paused).toMatch(
      /All known size is closed\. The next position read ends this exit or shows added size\./,
    )
    await setup.flat()
    expect(setup.exit(plan, 'stop')).toMatchObject({ state: 'done', message: 'Closed 15.' })
  })

  it('ends only by a read that began after its close, even after a restart', async () => {
    const setup = openConditionalSetup()
    const plan = await setup.plan({ terms: STOP })
    setup.mark('570.60')
    await setup.idle()
    setup.accountFails = true
    setup.finish('filled', { filled: '10' as never })
    setup.position = '0'
    await setup.clock.advanceAsync(8_000)
    expect(setup.exit(plan, 'stop').state).toBe('armed')
    await setup.restart()
    setup.accountFails = false
    setup.mark('571.00')
    await setup.clock.advanceAsync(5_000)
    expect(setup.exit(plan, 'stop').state).toBe('done')
    expect(sizes(setup)).toEqual([10])
  })

  it('is left alone where the trader reopened it after the close, and reported as without exits', async () => {
    const setup = openConditionalSetup()
    const plan = await setup.plan({ terms: STOP })
    setup.mark('570.60')
    await setup.idle()
    setup.finish('filled', { filled: '10' as never })
    setup.position = '7'
    const AGAIN = '44444444-0000-4000-8000-000000000001'
    setup.entry(AGAIN, { state: 'filled', filled: '7' as never, createdAt: setup.clock.now() as never })
    await setup.clock.advanceAsync(8_000)
    expect(setup.exit(plan, 'stop').state).toBe('done')
    expect(sizes(setup)).toEqual([10])
    expect(setup.notified.at(-1)).toMatch(/has no exits/)
    expect(setup.offered).toEqual([setup.asset])
  })

  it('ends its exits where fills show that it was closed, even while another one is held by now, and reports that', async () => {
    const setup = openConditionalSetup()
    const plan = await setup.plan({ terms: STOP })
    await setup.accountChanged()
    setup.closedBefore = 1_000
    setup.position = '7'
    await setup.accountChanged()
    expect(setup.exit(plan, 'stop')).toMatchObject({
      state: 'expired',
      message: 'Its position was closed; the open one is new.',
    })
    expect(setup.notified.at(-1)).toMatch(/has no exits/)
    expect(setup.offered).toEqual([setup.asset])
    setup.mark('570.60')
    await setup.idle()
    expect(sizes(setup)).toEqual([])
  })

  it.each<[string, number | null | undefined, number | null | undefined]>([
    ['the position closed before its exits were set was another one', 1_000, 1_000],
    ['fills do not add up to the position', null, undefined],
    ['nothing is known of it at first', undefined, 1_000],
  ])('keeps its exits where %s', async (_, first, then) => {
    const setup = openConditionalSetup()
    setup.closedBefore = first
    const plan = await setup.plan({ terms: STOP })
    await setup.accountChanged()
    setup.closedBefore = then
    await setup.accountChanged()
    expect(setup.exit(plan, 'stop').state).toBe('armed')
    expect(setup.offered).toEqual([])
  })

  it('keeps the exits that are set on it after it was reopened', async () => {
    const setup = openConditionalSetup()
    const before = await setup.plan({ terms: STOP })
    await setup.accountChanged()
    setup.closedBefore = 1_000
    await setup.accountChanged()
    const own = await setup.plan({ terms: STOP })
    await setup.accountChanged()
    await setup.accountChanged()
    expect([before, own].map((plan) => setup.exit(plan, 'stop').state)).toEqual(['expired', 'armed'])
  })

  const action = fc.oneof(
    fc.record({ do: fc.constant('grow' as const), n: fc.integer({ min: 1, max: 6 }) }),
    fc.record({ do: fc.constant('price' as const), n: fc.integer({ min: 0, max: 3 }) }),
    fc.record({ do: fc.constant('fill' as const), n: fc.integer({ min: 0, max: 3 }) }),
    fc.record({ do: fc.constant('wait' as const), n: fc.integer({ min: 1, max: 40 }) }),
    fc.record({ do: fc.constant('tell' as const), n: fc.constant(0) }),
    fc.record({ do: fc.constant('restart' as const), n: fc.constant(0) }),
    fc.record({ do: fc.constant('lag' as const), n: fc.integer({ min: 0, max: 20 }) }),
  )
  const PRICES = ['570.60', '571.00', '571.50', '572.00']

  it('is never without its stop, and never closed for more than its size, on any path', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...PLANS),
        fc.array(action, { minLength: 4, maxLength: 24 }),
        async (terms, path) => {
          const setup = openConditionalSetup()
          let truth = 10
          let lag = 0
          let wasFlat = false
          let version = 0
          let newest = 0
          const over = new Set<string>()
          setup.position = '10'
          const plan = await setup.plan({ terms })
          const becomes = (size: number): void => {
            truth = size
            if (truth === 0) wasFlat = true
            version += 1
            const mine = version
            // Reads show it later, and nothing older from then on.
            const shown = (): void => {
              if (mine < newest) return
              newest = mine
              setup.position = String(size)
            }
            if (lag === 0) shown()
            else setup.clock.after(lag, shown)
          }
          const underWay = () => [...setup.taken].filter(([id]) => !over.has(id))
          const fill = (n: number): void => {
            const [one] = underWay()
            if (one === undefined) return
            const [id, { size }] = one
            const most = Math.min(Number(size), truth)
            const part = n === 0 ? 0 : n === 1 ? Math.floor(most / 2) : most
            over.add(id)
            becomes(truth - part)
            setup.finishOne(id, part === Number(size) ? 'filled' : 'cancelled', { filled: String(part) as never })
          }
          const holds = (): void => {
            const out = underWay().reduce((sum, [, { size }]) => sum + Number(size), 0)
            expect(out).toBeLessThanOrEqual(truth)
          }
          for (const { do: what, n } of path) {
            if (what === 'grow') becomes(truth + n)
            else if (what === 'price') setup.mark(PRICES[n] as string)
            else if (what === 'fill') fill(n)
            else if (what === 'tell') await setup.accountChanged()
            else if (what === 'restart') await setup.restart()
            else if (what === 'lag') lag = n * 100
            else {
              await setup.clock.advanceAsync(n * 100)
              setup.mark(setup.ticker?.mark ?? '571.00')
            }
            await setup.idle()
            holds()
            if (wasFlat) return
          }
          lag = 0
          for (let round = 0; round < 12; round += 1) {
            setup.mark('571.00')
            await setup.accountChanged()
            await setup.clock.advanceAsync(2_000)
            fill(2)
            holds()
            if (wasFlat) return
          }
          setup.mark('571.00')
          await setup.accountChanged()
          await setup.clock.advanceAsync(6_000)
          const stop = setup.exit(plan, 'stop')
          expect(isConditionalFinal(stop.state)).toBe(false)
          expect(Number(stop.plan?.size)).toBe(truth)
        },
      ),
      { numRuns: runs(40, 4_000) },
    )
  })
})
