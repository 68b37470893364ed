import { describe, expect, it } from 'vitest'
import type { ActionRecord } from '../../contract/action.ts'
import { type LedgerPosition, partialStops } from './partial-stops.ts'
import type { Trigger } from './ports.ts'

const NOW = 100_000 as never
const TRIGGER = { id: 's', kind: 'stop', trigger: '552.40', percent: '25', position: 'long', state: 'done' }
const execution = (size: string, average: string, realised: string | null = '-3') =>
  ({ side: 'sell', size, average, realised, fee: '0.5', token: 'USDC', at: 90_000 }) as never
const close = (id: string, filled: string, change: Record<string, unknown> = {}): ActionRecord =>
  ({
    id,
    filled,
    intent: { kind: 'close', asset: 'NYCTMP2' },
    updatedAt: 90_000,
    clockOffset: 0,
    execution: execution(filled, '552.38'),
    ...change,
  }) as never
const shown = (since: number): LedgerPosition =>
  ({ family: 'scalar', asset: 'NYCTMP2', size: '30', entryPx: '553.19', since }) as unknown as LedgerPosition
const LEFT = shown(91_000)

const of = (actions: readonly ActionRecord[], trigger: Partial<Record<keyof Trigger, string>> = {}, held = [LEFT]) =>
  partialStops(actions, { triggerOf: () => ({ ...TRIGGER, ...trigger }) as never, held, now: NOW }).parts

describe('the result of a stop that closes a part', () => {
  it('is what its closes traded, out of the earlier size', () => {
    expect(of([close('a', '10')])).toMatchObject([
      {
        asset: 'NYCTMP2',
        id: 's',
        whole: '40',
        facts: { size: '10', price: '552.38', result: '-3', fee: '0.5', at: 90_000 },
      },
    ])
  })

  it('is the sum of several closes, at their average', () => {
    const two = [
      close('a', '4', { execution: execution('4', '552') }),
      close('b', '6', { execution: execution('6', '553') }),
    ]
    expect(of(two)).toMatchObject([{ facts: { size: '10', price: '552.6', result: '-6', fee: '1' } }])
  })

  it.each<[rule: string, action: ActionRecord, trigger: Partial<Record<keyof Trigger, string>>]>([
    ['for one that closes the whole position', close('a', '10'), { percent: '100' }],
    ['while it is under way', close('a', '10'), { state: 'submitted' }],
    ['before its fills are read', close('a', '10', { execution: null }), {}],
    ['while only a part of its fills is read', close('a', '10', { execution: execution('4', '552') }), {}],
    ['for one that traded nothing', close('a', '0', { execution: null }), {}],
    ['for an old one', close('a', '10', { updatedAt: -600_000 }), {}],
  ])('is not reported %s', (_rule, action, trigger) => {
    expect(of([action], trigger)).toEqual([])
  })

  it('is undecided while a stop is closing', () => {
    const isAll = (state: string): boolean => {
      const triggerOf = () => ({ ...TRIGGER, state }) as never
      return partialStops([close('a', '10')], { triggerOf, held: [], now: NOW }).isAll
    }
    expect(['submitted', 'done', 'failed'].map(isAll)).toEqual([false, true, true])
  })

  it('lacks the earlier size before a read shows the rest', () => {
    expect(of([close('a', '10')], {}, [shown(80_000)])).toMatchObject([{ whole: null }])
    expect(of([close('a', '10')], {}, [])).toMatchObject([{ whole: null }])
  })

  it('is signed like the position, and has no result that a fill lacks', () => {
    const silent = close('a', '10', { execution: execution('10', '552', null) })
    expect(of([silent], { position: 'short' })).toMatchObject([{ facts: { size: '-10', result: null } }])
  })
})
