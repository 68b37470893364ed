import { describe, expect, it } from 'vitest'
import type { ConditionalView } from '../../contract/conditional.ts'
import type { Price } from '../../contract/decimal.ts'
import { NO_ROOM } from '../../contract/exit-rules.ts'
import { exitPriceText, exitWork, workKey } from './exit-work.ts'

const POSITION = { asset: 'NYCTMP1', family: 'scalar', size: '10' } as never
const MARK = '571.50' as Price
const held = (change: object): ConditionalView =>
  ({
    ...{ id: 'a', kind: 'stop', state: 'armed', position: 'long', trigger: '570.65' },
    target: { family: 'scalar', asset: 'NYCTMP1', end: 0 },
    ...change,
  }) as never
const share = (percent: string) => ({ share: { of: 'position', percent } })
const plan = (size: string, { id = 'p', filled = '10', targets = [share('100')] as object[] } = {}) => ({
  plan: { id, size, filled, gone: '0', terms: { targets } },
})
const target = (change: object = {}) => held({ id: 't', kind: 'take_profit', trigger: '573', ...plan('10'), ...change })
const work = (role: 'stop' | 'target', ...of: ConditionalView[]) => exitWork(role, POSITION, of, MARK)

describe('a stop or a target by line or key', () => {
  it('is a new plan where nothing protects the position', () => {
    expect(work('stop')).toEqual({ does: 'set', size: '10' })
    expect(work('target')).toEqual({ does: 'set', size: '10' })
  })

  it('moves the one that already covers the position, from its current price', () => {
    expect(work('stop', held(plan('10')))).toEqual({ does: 'move', id: 'a', from: '570.65', among: 1, size: '10' })
    expect(work('target', held(plan('10')), target())).toMatchObject({ does: 'move', id: 't', from: '573', among: 1 })
  })

  it('is added to the plan that lacks it: a stop closes all of it, a target the part not covered by other targets', () => {
    const none = { targets: [] }
    expect(work('stop', target(), target({ state: 'cancelled', kind: 'stop' }))).toEqual({
      ...{ does: 'add', plan: 'p', percent: '100', size: '10' },
    })
    expect(work('target', held(plan('10', none)))).toMatchObject({ does: 'add', plan: 'p', percent: '100' })
    const some = plan('10', { targets: [share('40')] })
    expect(work('target', held(some))).toEqual({ does: 'add', plan: 'p', percent: '60', size: '6' })
  })

  it('replaces a target that was canceled alone and closed nothing, with its share', () => {
    const half = plan('10', { targets: [share('50'), share('50')] })
    const cancelled = (role: number, more: object = {}) =>
      target({ ...half, plan: { ...half.plan, role }, id: `c${role}`, state: 'cancelled', ...more })
    const stop = held(half)
    expect(work('target', stop, cancelled(0))).toEqual({ does: 'add', plan: 'p', percent: '50', size: '5' })
    expect(work('target', stop, cancelled(0), cancelled(1))).toMatchObject({ does: 'add', percent: '50' })
    expect(work('target', stop, cancelled(0, { closed: '2' }))).not.toMatchObject({ does: 'add' })
  })

  it('covers what no other exit covers before an existing one is moved', () => {
    expect(work('stop', held(plan('4', { filled: '4' })))).toEqual({ does: 'set', size: '6' })
  })

  it('moves the one nearest to the price of several, and reports how many there are', () => {
    const far = held({ id: 'far', trigger: '569', ...plan('5', { id: 'q', filled: '5' }) })
    const near = held({ id: 'near', trigger: '571', ...plan('5', { filled: '5' }) })
    expect(work('stop', far, near)).toMatchObject({ does: 'move', id: 'near', among: 2, size: '5' })
  })

  it('touches neither another side, another market, nor an exit that is over or waits for its entry', () => {
    for (const change of [
      { position: 'short' },
      { target: { family: 'scalar', asset: 'NYCTMP2', end: 0 } },
      { state: 'done' },
      { state: 'waiting', trigger: null, ...plan('0', { filled: '0' }) },
    ]) {
      expect(work('stop', held({ ...plan('10'), ...change }))).toEqual({ does: 'set', size: '10' })
    }
  })

  it('adds nothing to a plan with a triggered exit, and reports what is in progress', () => {
    const fired = work('target', held({ ...plan('10', { targets: [] }), state: 'triggered' }))
    expect(fired).toEqual({ does: 'nothing', why: NO_ROOM.closing })
    expect(work('target', held(plan('10')))).toEqual({
      does: 'nothing',
      why: NO_ROOM.full,
    })
  })

  it('has a different key once the stop it moves has trailed, and the same key while only the size changes', () => {
    const at = (trigger: string, size: string) => workKey(work('stop', held({ ...plan(size), trigger })))
    expect(at('570.65', '10')).toBe(at('570.65', '9'))
    expect(at('570.65', '10')).not.toBe(at('570.80', '10'))
  })

  it('states beside DOWN that its price is of UP', () => {
    const said = (family: string, size: string) => exitPriceText({ family, size } as never, '0.35' as Price)
    expect([said('binary', '-40'), said('binary', '40'), said('outcome', '40')]).toEqual(['UP 0.35', '0.35', '0.35'])
  })
})
