import { describe, expect, it } from 'vitest'
import type { ActionRecord } from '../../contract/action.ts'
import { size } from '../../contract/decimal.ts'
import { heldTargets } from './use-held-targets.ts'

const ASSET = 'NYCTMP1'
let now = 0
const traded = (intent: object, filled: string): ActionRecord => {
  now += 1000
  return { intent: { asset: ASSET, ...intent }, state: 'filled', filled, updatedAt: now, execution: null } as never
}
const predict = (targetF: string, direction: 'long' | 'short', filled: string) =>
  traded({ kind: 'predict', targetF, direction, size: filled, protection: { kind: 'worst', price: '1' } }, filled)
const order = (side: 'buy' | 'sell', filled: string, asset = ASSET) =>
  traded({ kind: 'place', asset, side, size: filled, price: '550', tif: 'GTC', reduceOnly: false }, filled)
const close = (position: 'long' | 'short', filled: string) =>
  traded({ kind: 'close', position, size: null, protection: { kind: 'worst', price: '1', bound: null } }, filled)

const targets = (held: string, actions: readonly ActionRecord[], since = 0) =>
  heldTargets({ asset: ASSET, size: size(held) }, [...actions].reverse(), since)

describe('the target of a prediction stays on its position', () => {
  it('as long as any of it is held, whichever orders added to it or reduced it', () => {
    const actions = [predict('54', 'long', '40'), order('buy', '10'), order('sell', '30'), order('buy', '5', 'NYCTMP2')]
    expect(targets('20', actions)).toEqual(['54'])
  })
  it('with several predictions the newest first, each target once', () => {
    const actions = [predict('54', 'long', '40'), predict('55', 'long', '10'), predict('54', 'long', '10')]
    expect(targets('60', actions)).toEqual(['54', '55'])
  })
  it('and disappears with that position', () => {
    const first = [predict('54', 'long', '40'), close('long', '40')]
    expect(targets('10', [...first, order('buy', '10')])).toEqual([])
    expect(targets('-10', [...first, predict('40', 'short', '10')])).toEqual(['40'])
    // Reversed in one order: earlier predictions are over.
    expect(targets('-10', [predict('54', 'long', '40'), order('sell', '50')])).toEqual([])
    expect(targets('-10', [predict('54', 'long', '40'), predict('40', 'short', '50')])).toEqual(['40'])
  })
  it('but not from fills before the bucket started or a position ended', () => {
    const actions = [predict('54', 'long', '40')]
    expect(targets('40', actions, now + 1)).toEqual([])
    expect(targets('40', actions, now)).toEqual(['54'])
  })
  it('but not from a prediction without effect', () => {
    const refused = { ...predict('54', 'long', '40'), state: 'refused', filled: null } as ActionRecord
    expect(targets('40', [refused, order('buy', '40')])).toEqual([])
  })
})
