/**
 * Target plan and size of another exit of a position: chart, keys and the position's menu agree, and main does what they show. Random plans are set
 * on one position, partly canceled and fired, and each caller is compared with main's own conditional orders.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Position } from '../../contract/account.ts'
import { isConditionalFinal } from '../../contract/conditional.ts'
import { compare, type Decimal, HUNDRED, type Price, price, type Size, size } from '../../contract/decimal.ts'
import type { ExitShare, ExitTerms } from '../../contract/exit-plan.ts'
import { runs, SEED } from '../../contract/testing/property-runs.ts'
import { ASSET, type ConditionalSetup, openConditionalSetup } from '../../electron/conditional/testing/setup.ts'
import { pulledExit } from '../../src/panels/chart/pulled-exit.ts'
import { breakEvenWork } from '../../src/positions/index.ts'
import { exitWork } from '../../src/quick-order/exit-work.ts'

type Kind = 'stop' | 'target'
const MARK = price('571.00')
const NONE: ExitTerms = { stop: null, targets: [], breakEven: null, trail: null, outBefore: null }
const at = (text: string) => ({ by: 'price', price: price(text) }) as const
const PROTECTION = { distance: price('0.10'), bound: price('1') }

const share = fc.oneof(
  fc
    .integer({ min: 1, max: 60 })
    .map((percent): ExitShare => ({ of: 'position', percent: String(percent) as Decimal })),
  fc.integer({ min: 1, max: 4 }).map((contracts): ExitShare => ({ of: 'contracts', size: size(String(contracts)) })),
)
const step = fc.oneof(
  fc.record({
    does: fc.constant('plan' as const),
    stop: fc.boolean(),
    shares: fc.array(share, { maxLength: 3 }),
    covers: fc.constantFrom(null, '2', '5'),
  }),
  fc.record({ does: fc.constant('cancel' as const), which: fc.nat({ max: 7 }) }),
  fc.record({ does: fc.constant('fire' as const), filled: fc.constantFrom(null, '1', '0.5') }),
  fc.record({
    does: fc.constant('exit' as const),
    kind: fc.constantFrom<Kind>('stop', 'target'),
    by: fc.constantFrom('chart', 'keys', 'menu'),
    percent: fc.constantFrom('100', '50', '25'),
  }),
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

const positionOf = (setup: ConditionalSetup): Position =>
  ({ family: 'scalar', asset: ASSET, size: size(setup.position), entryPx: MARK }) as Position

/** A caller's statement about another exit: its plan and share, on its own, or none; and its size. */
interface Stated {
  readonly goes: 'into' | 'own' | 'nowhere'
  readonly plan: string | null
  readonly percent: Decimal | null
  readonly size: Size | null
}
const NOWHERE: Stated = { goes: 'nowhere', plan: null, percent: null, size: null }

function byChart(setup: ConditionalSetup, kind: Kind, to: Price, percent: '100' | '50' | '25'): Stated {
  const pulled = pulledExit({
    ...{ position: positionOf(setup), exits: setup.view(), to, now: MARK, share: percent },
    protection: PROTECTION,
  })
  if ('refusal' in pulled) return NOWHERE
  if (pulled.plan === null)
    return { goes: 'own', plan: null, percent: kind === 'stop' ? HUNDRED : percent, size: pulled.size } as Stated
  return { goes: 'into', plan: pulled.plan, percent: pulled.addition.percent, size: pulled.size }
}

function byKeys(setup: ConditionalSetup, kind: Kind): Stated {
  const work = exitWork(kind, positionOf(setup), setup.view(), MARK)
  if (work.does === 'add') return { goes: 'into', plan: work.plan, percent: work.percent, size: work.size }
  if (work.does === 'set') return { goes: 'own', plan: null, percent: HUNDRED, size: work.size }
  return NOWHERE
}

function byMenu(setup: ConditionalSetup, to: Price): Stated {
  const { addsTo, isNew } = breakEvenWork(positionOf(setup), to, setup.view())
  if (addsTo !== null) return { goes: 'into', plan: addsTo, percent: HUNDRED, size: null }
  return isNew ? { goes: 'own', plan: null, percent: HUNDRED, size: null } : NOWHERE
}

/** Requests an exit from main as a caller states it; returns the size it closes, or null when main refuses. */
async function asked(setup: ConditionalSetup, kind: Kind, to: Price, stated: Stated): Promise<Size | null> {
  const before = new Set(live(setup).map(({ id }) => id))
  try {
    if (stated.plan !== null)
      setup.conditionals.addExit({ plan: stated.plan, kind, price: to, percent: stated.percent ?? HUNDRED })
    else {
      const target = {
        level: { by: 'price', price: to },
        share: { of: 'position', percent: stated.percent ?? HUNDRED },
      }
      await setup.plan({
        covers: null,
        terms: (kind === 'stop' ? { ...NONE, stop: at(to) } : { ...NONE, targets: [target] }) as ExitTerms,
      })
    }
  } catch {
    return null
  }
  const made = live(setup).find(({ id }) => !before.has(id))
  return made?.plan.size ?? null
}
const live = (setup: ConditionalSetup) => setup.view().filter(({ state }) => !isConditionalFinal(state))

async function run(steps: readonly Step[]): Promise<void> {
  const setup = openConditionalSetup()
  setup.mark(MARK)
  for (const [index, one] of steps.entries()) {
    // No two exits at one price.
    const to = price(one.does === 'exit' && one.kind === 'stop' ? `570.${20 + index}` : `572.${20 + index}`)
    switch (one.does) {
      case 'plan':
        await setup
          .plan({
            covers: one.covers as Size | null,
            terms: {
              ...NONE,
              stop: one.stop ? at(`569.${20 + index}`) : null,
              targets: one.shares.map((share, nth) => ({ level: at(`573.${10 * index + nth + 10}`), share })),
            },
          })
          .catch(() => null)
        break
      case 'cancel': {
        const all = live(setup).filter(({ state }) => state === 'armed')
        const exit = all[one.which % Math.max(1, all.length)]
        if (exit !== undefined) setup.conditionals.cancel(exit.id)
        break
      }
      case 'fire': {
        const nearest = live(setup)
          .filter(({ state, kind }) => state === 'armed' && kind === 'take_profit')
          .toSorted((a, b) => compare(a.trigger as Price, b.trigger as Price))[0]
        if (nearest === undefined) break
        setup.mark(nearest.trigger as string)
        await setup.idle()
        const closing = [...setup.taken.values()].at(-1)?.size ?? null
        if (one.filled === null && closing !== null) {
          setup.position = String(Number(setup.position) - Number(closing))
          setup.finish('filled', { filled: closing })
        } else if (one.filled !== null) setup.progress({ filled: one.filled as never })
        setup.mark(MARK)
        await setup.idle()
        break
      }
      default: {
        if (Number(setup.position) <= 0) return
        const all = { ...one, by: undefined }
        const chart = byChart(setup, one.kind, to, '100')
        const keys = byKeys(setup, one.kind)
        expect([all, chart], 'chart and keys').toEqual([all, keys])
        const menu = one.kind === 'stop' ? byMenu(setup, to) : null
        if (menu !== null) expect({ ...menu, size: keys.size }, 'menu and keys').toEqual(keys)
        const stated = one.by === 'chart' ? byChart(setup, one.kind, to, one.percent as '50') : keys
        if (stated.goes === 'nowhere') {
          const plans = new Set(live(setup).map(({ plan }) => plan.id))
          const least = one.kind === 'stop' ? HUNDRED : ('1' as Decimal)
          for (const plan of plans)
            expect(await asked(setup, one.kind, to, { ...stated, plan, percent: least }), 'main refuses').toBeNull()
          expect(await asked(setup, one.kind, to, stated), 'main refuses a plan of its own').toBeNull()
        } else {
          const made = await asked(setup, one.kind, to, stated)
          expect(made === null ? null : Number(made), 'main does what was said').toBe(Number(stated.size))
        }
      }
    }
  }
}

describe('another stop or target of a position', () => {
  it('has the same plan and size by chart, keys and menu, and main does what they show', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 9 }), (steps) => run(steps)),
      { seed: SEED, numRuns: runs(150, 10_000) },
    )
  })
})
