import { describe, expect, it } from 'vitest'
import type { ConditionalView, ExitOfPlan } from '../../contract/conditional.ts'
import type { Price, Size } from '../../contract/decimal.ts'
import type { ExitTerms } from '../../contract/exit-plan.ts'
import { NO_EXITS } from './exit-texts.ts'
import { coveredByOthers, freeOf, heldPlans, sharesOfPlan, textsOfPlan } from './held-plan.ts'

const at = (price: string) => ({ by: 'price', price: price as Price }) as const
const share = (percent: string) => ({ of: 'position', percent: percent as never }) as const
const TERMS: ExitTerms = {
  stop: at('544.97'),
  targets: [
    { level: at('545.9'), share: share('50') },
    { level: at('546.5'), share: share('25') },
  ],
  breakEven: { when: 'first_target' },
  trail: { distance: '0.30' as Price, after: { when: 'moved', distance: '0.50' as Price } },
  outBefore: 60,
}
const KINDS = { stop: 'stop', time: 'time' } as const

/** An exit of a plan over 8 contracts. */
const exit = (
  role: ExitOfPlan['role'],
  trigger: string | null,
  { plan, ...change }: Partial<Omit<ConditionalView, 'plan'>> & { readonly plan?: Partial<ExitOfPlan> } = {},
): ConditionalView =>
  ({
    id: `${plan?.id ?? 'p1'}/${role}`,
    target: { family: 'scalar', asset: 'NYCTMP1', end: 0 },
    kind: typeof role === 'number' ? 'take_profit' : KINDS[role],
    position: 'long',
    state: 'armed',
    source: 'mark',
    trigger,
    percent: role === 0 ? '50' : role === 1 ? '25' : '100',
    plan: {
      ...{ id: 'p1', name: null, terms: TERMS, role, entry: null, isEntryOver: true, covers: null, tick: '0.01' },
      ...{ filled: '8', gone: '0', size: role === 0 ? '4' : role === 1 ? '2' : '8', best: null, moved: null },
      ...plan,
    },
    ...change,
  }) as unknown as ConditionalView
const ALL = [exit('stop', '544.97'), exit(0, '545.9'), exit(1, '546.5'), exit('time', null)]
const LONG = { asset: 'NYCTMP1', size: '14.76' as Size }
const MARK = { unit: 'mark', shares: 'position' } as const
const typed = (exits: readonly ConditionalView[], reading: Parameters<typeof textsOfPlan>[1] = MARK) => {
  const [plan] = heldPlans(exits, LONG)
  return plan === undefined ? NO_EXITS : textsOfPlan(plan, reading)
}

describe('the exits that a position has', () => {
  it('are typed as they are set: levels on the tick, shares, and the rules that move the stop', () => {
    expect(typed(ALL)).toEqual({
      stop: '544.97',
      targets: [
        { level: '545.90', share: '50' },
        { level: '546.50', share: '25' },
      ],
      breakEven: 'first_target',
      breakEvenBy: '',
      trail: '0.3',
      trailAfter: 'moved',
      trailBy: '0.5',
      outBefore: '60',
      covers: '',
    })
    expect(typed(ALL, { unit: 'fahrenheit', shares: 'contracts' })).toMatchObject({
      stop: '44.97',
      targets: [
        { level: '45.90', share: '4' },
        { level: '46.50', share: '2' },
      ],
    })
  })

  it('are those that are left: a stop where it was moved to, no rule that is done, contracts once a part was closed', () => {
    const stop = exit('stop', '545.1', { plan: { moved: 'break_even', best: '545.4' as Price } })
    const done = exit(0, '545.9', { state: 'done', closed: '4' as Size })
    const [plan] = heldPlans([stop, done, exit(1, '546.5')], LONG)
    if (plan === undefined) throw new Error('no plan')
    expect(plan).toMatchObject({ covers: '4', follows: true, isEditable: true })
    expect(sharesOfPlan(plan)).toBe('contracts')
    expect(textsOfPlan(plan, { unit: 'mark', shares: 'contracts' })).toMatchObject({
      ...{ stop: '545.10', targets: [{ level: '546.50', share: '2' }], breakEven: 'off' },
      ...{ trail: '0.3', trailAfter: 'at_once', trailBy: '', outBefore: '' },
    })
    expect(textsOfPlan(plan, MARK).targets).toEqual([{ level: '546.50', share: '50' }])
  })

  it('cover their size, and leave the rest free', () => {
    const other = exit('stop', '545.1', { plan: { id: 'p2', covers: '3' as Size, filled: '3' as Size } })
    const plans = heldPlans([...ALL, other], LONG)
    expect(plans.map(({ id, covers }) => [id, covers])).toEqual([
      ['p1', '8'],
      ['p2', '3'],
    ])
    expect([freeOf(LONG.size, plans, null), freeOf(LONG.size, plans, 'p1')]).toEqual(['3.76', '11.76'])
    expect([coveredByOthers(plans, null), coveredByOthers(plans, 'p1')]).toEqual(['11', '3'])
    expect(typed([other]).covers).toBe('3')
  })

  it.each<[string, ConditionalView, boolean | undefined]>([
    ['is closing', exit('stop', '544.97', { state: 'triggered' }), false],
    ['has an order that may still fill', exit('stop', '544.97', { plan: { isEntryOver: false } }), false],
    ['waits for its order', exit('stop', null, { state: 'waiting' }), undefined],
    ['is over', exit('stop', '544.97', { state: 'done' }), undefined],
    ['is of another asset', exit('stop', '544.97', { target: { ...ALL[0]!.target, asset: 'NYCTMP2' } }), undefined],
    ['is of the other side', exit('stop', '544.97', { position: 'short' }), undefined],
  ])('cannot be edited while the plan %s', (_rule, one, isEditable) => {
    expect(heldPlans([one], LONG)[0]?.isEditable).toBe(isEditable)
  })
})
