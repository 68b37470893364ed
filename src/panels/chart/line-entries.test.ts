import { describe, expect, it } from 'vitest'
import type { Order, Position } from '../../../contract/account.ts'
import { price, size } from '../../../contract/decimal.ts'
import type { Grip, LevelLine } from './annotations.ts'
import { type LineAction, pressedEntries } from './line-entries.ts'

const order = { oid: '7', side: 'buy', price: price('571.62'), size: size('150'), filled: size('40') } as Order
const lineOf = (grip: Partial<Grip> | null, text: string): LevelLine =>
  ({ id: 'line', price: price('571.62'), text, kind: 'order', ...(grip === null ? {} : { grip }) }) as LevelLine
const entries = (line: LevelLine, did: LineAction[] = []) =>
  pressedEntries({
    line,
    view: { named: (at) => at, seen: (at) => at },
    act: (action) => did.push(action),
  })

describe('a line that is clicked without a drag', () => {
  it('describes itself, and offers to be moved by keys before its cancel', () => {
    const did: LineAction[] = []
    const line = lineOf({ kind: 'order', order, revision: '' }, 'Buy 150 at 571.62, resting')
    const [move, end, ...more] = entries(line, did)
    expect(move).toMatchObject({ label: 'Buy 150 at 571.62, resting', note: 'move by keyboard' })
    expect(end).toMatchObject({ label: 'Cancel buy 110 at 571.62' })
    expect(more).toEqual([])
    move?.onAction?.()
    // At its own price: nothing is requested before keys have moved it.
    expect(did).toEqual([{ kind: 'pull', line, to: '571.62' }])
  })
  it('of a position has no cancel', () => {
    const position = { size: size('10') } as Position
    const found = entries(lineOf({ kind: 'position', position, exits: [], revision: '' }, 'Long 10 at 571.29'))
    expect(found.map(({ note }) => note)).toEqual(['add a stop or target by keyboard'])
  })
  it('has no entries if it is not the trader’s', () => {
    expect(entries(lineOf(null, 'Price to beat'))).toEqual([])
  })
})
