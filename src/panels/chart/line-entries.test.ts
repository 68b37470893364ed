import { describe, expect, it } from 'vitest'
import type { Order, Position } from '../../../contract/account.ts'
import { price, size } from '../../../contract/decimal.ts'
import type { Grip, LevelLine } from './annotations.ts'
import { type LinePreviewAction, pressedEntries } from './line-entries.ts'

const order = { oid: '7', side: 'buy', price: price('571.62'), size: size('150'), filled: size('40') } as Order
const lineOf = (grip: Partial<Grip> | null, text: string): LevelLine =>
  ({ id: 'line', price: price('571.62'), text, kind: 'order', ...(grip === null ? {} : { grip }) }) as LevelLine
const entries = (line: LevelLine, did: LinePreviewAction[] = []) =>
  pressedEntries({
    line,
    view: { named: (at) => at, seen: (at) => at },
    act: (previewAction) => did.push(previewAction),
  })

describe('a line that is pressed and let go where it stands', () => {
  it('says what it is, and offers to move it by keys before its end', () => {
    const did: LinePreviewAction[] = []
    const line = lineOf({ kind: 'order', order, revision: '' }, 'Buy 150 at 571.62, resting')
    const [move, end, ...more] = entries(line, did)
    expect(move).toMatchObject({ label: 'Buy 150 at 571.62, resting', note: 'move it by keys' })
    expect(end).toMatchObject({ label: 'Cancel buy 110 at 571.62' })
    expect(more).toEqual([])
    move?.onAction?.()
    // Where it stands: nothing is asked for before the keys have put it elsewhere.
    expect(did).toEqual([{ kind: 'pull', line, to: '571.62' }])
  })
  it('of a position ends nothing', () => {
    const position = { size: size('10') } as Position
    const found = entries(lineOf({ kind: 'position', position, exits: [], revision: '' }, 'Long 10 at 571.29'))
    expect(found.map(({ note }) => note)).toEqual(['pull a stop or a target by keys'])
  })
  it('offers nothing of a line that is not the trader’s', () => {
    expect(entries(lineOf(null, 'Price to beat'))).toEqual([])
  })
})
