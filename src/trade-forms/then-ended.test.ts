import { describe, expect, it } from 'vitest'
import type { ActionRecord } from '../../contract/action.ts'
import type { PositionClose } from '../../contract/position-close.ts'
import { closedSince, endedBadly, thenText } from './use-statement.ts'

const AT = Date.UTC(2026, 2, 4, 13, 4, 7)
const buy = { kind: 'place', asset: 'A', side: 'buy', reduceOnly: false, size: '1' }
const action = (change: Record<string, unknown> = {}): ActionRecord =>
  ({ state: 'filled', filled: '1', intent: buy, createdAt: 1_000, execution: { at: 2_000 }, ...change }) as never
const ending = (change: Partial<Record<keyof PositionClose, unknown>> = {}): PositionClose =>
  ({ id: 'e', asset: 'A', kind: 'liquidated', isCertain: true, size: '5', at: AT, trigger: null, ...change }) as never

describe('the end of the position that an order opened', () => {
  it.each<[rule: string, change: Record<string, unknown>, end: Parameters<typeof ending>[0], isIts: boolean]>([
    ['its end', {}, {}, true],
    ['the end of another asset', {}, { asset: 'B' }, false],
    ['the end of a short', {}, { size: '-5' }, false],
    ['an end from before its fill', {}, { at: 1_500 }, false],
    ['an end after an order without fills', { state: 'cancelled', filled: '0' }, {}, false],
    ['an end after a partly filled order', { state: 'cancelled', filled: '0.5' }, {}, true],
    ['an end after an order that only reduced', { intent: { ...buy, side: 'sell', reduceOnly: true } }, {}, false],
    ['a stop that closed a part', {}, { kind: 'stopped', part: { of: null } }, false],
  ])('%s', (_rule, change, end, isIts) => {
    expect(closedSince(action(change), [ending(end)])?.id ?? null).toBe(isIts ? 'e' : null)
  })

  it('is the first end since, of several', () => {
    const [later, first] = [ending({ id: 'later', at: AT + 1 }), ending({ id: 'first' })]
    expect(closedSince(action(), [later, first])?.id).toBe('first')
  })

  it.each<[end: Parameters<typeof ending>[0], words: string, isBad: boolean]>([
    [{}, 'then liquidated 13:04:07', true],
    [{ isCertain: false }, 'then probably liquidated 13:04:07', true],
    [{ kind: 'settled' }, 'then settled 13:04:07', false],
    [{ kind: 'stopped', trigger: { kind: 'stop' } }, 'then closed by its stop 13:04:07', false],
    [{ kind: 'stopped', trigger: { kind: 'take_profit' } }, 'then closed by its target 13:04:07', false],
    [{ kind: 'closed_elsewhere' }, 'then closed by another client 13:04:07', false],
    [{ kind: 'unknown' }, 'then gone, cause unknown 13:04:07', true],
  ])('as text: %j', (end, text, isBad) => {
    expect([thenText(ending(end)), endedBadly(ending(end))]).toEqual([text, isBad])
  })
})
