import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { price } from '../../../contract/decimal.ts'
import type { Grip, LevelLine } from './annotations.ts'
import { type Drag, dragged, lateRefusal, NO_DRAG } from './level-drag.ts'

type DragEvent = Parameters<typeof dragged>[1]

const grip = { revision: 'a' } as Grip
const line = { grab: 1, id: 'order/7', grip, price: price('571.62') }
const levelAt = (revision: string): LevelLine =>
  ({ id: 'order/7', price: price('571.62'), text: '', kind: 'order', grip: { revision } }) as never
const dragOf = (...events: readonly DragEvent[]): Drag => events.reduce(dragged, NO_DRAG)

describe('dragging a line', () => {
  it('asks once it is dropped elsewhere', () => {
    const drag = dragOf({ type: 'grabbed', line }, { type: 'moved', to: price('571.78') }, { type: 'let_go' })
    expect(drag).toEqual({ state: 'asking', line, to: '571.78', isSent: false })
  })

  it('has no effect when dropped at its own price, regardless of its path', () => {
    const there = dragOf(
      { type: 'grabbed', line },
      { type: 'moved', to: price('572') },
      { type: 'moved', to: price('571.620') },
    )
    expect(dragged(there, { type: 'let_go' })).toEqual(NO_DRAG)
  })

  it('can be canceled from anywhere', () => {
    const dragging = dragOf({ type: 'grabbed', line }, { type: 'moved', to: price('572') })
    for (const one of [dragging, dragged(dragging, { type: 'let_go' })]) {
      expect(dragged(one, { type: 'left' })).toEqual(NO_DRAG)
    }
  })

  it('keeps its dropped position: further pointer movement changes nothing', () => {
    const asking = dragOf({ type: 'grabbed', line }, { type: 'moved', to: price('572') }, { type: 'let_go' })
    expect(dragged(asking, { type: 'moved', to: price('573') })).toBe(asking)
  })

  it('continues by keys while it asks, and by the pointer alone while the pointer holds it', () => {
    const dragging = dragOf({ type: 'grabbed', line }, { type: 'moved', to: price('572') })
    expect(dragged(dragging, { type: 'nudged', to: price('572.01') })).toBe(dragging)
    const asking = dragged(dragging, { type: 'let_go' })
    expect(dragged(asking, { type: 'nudged', to: price('572.01') })).toMatchObject({ state: 'asking', to: '572.01' })
  })

  it.each([
    ['ends', []],
    ['fills', [levelAt('b')]],
  ])('ends with a reason when the order %s in the meantime, even while it asks', (_, lines) => {
    const dragging = dragOf({ type: 'grabbed', line }, { type: 'moved', to: price('572') })
    for (const one of [dragging, dragged(dragging, { type: 'let_go' })]) {
      expect(dragged(one, { type: 'lines', lines })).toMatchObject({
        state: 'ended',
        reason: expect.stringContaining('Nothing was sent'),
      })
    }
  })

  it('that was sent is not reported as unsent when its effect shows before the answer', () => {
    const asking = dragOf({ type: 'asked', line, to: price('572') })
    const sent = dragged(asking, { type: 'sent', grab: 1, isSent: true })
    for (const lines of [[], [levelAt('b')]]) expect(dragged(sent, { type: 'lines', lines })).toBe(sent)
    expect(dragged(sent, { type: 'nudged', to: price('573') })).toBe(sent)
    const refused = dragged(sent, { type: 'sent', grab: 1, isSent: false })
    expect(dragged(refused, { type: 'lines', lines: [levelAt('b')] })).toMatchObject({ state: 'ended' })
  })

  it('ignores the answer to another drag that was canceled before', () => {
    const sent = dragOf({ type: 'asked', line, to: price('572') }, { type: 'sent', grab: 1, isSent: true })
    const next = dragOf(
      { type: 'grabbed', line: { ...line, grab: 2 } },
      { type: 'moved', to: price('573') },
      { type: 'let_go' },
    )
    expect(dragged(sent, { type: 'taken', grab: 1 })).toBe(NO_DRAG)
    expect(dragged(next, { type: 'taken', grab: 1 })).toBe(next)
    expect(dragged(next, { type: 'sent', grab: 1, isSent: true })).toBe(next)
  })

  it('reports that it was sent when canceled after that, and shows a later refusal during any other drag', () => {
    const sent = dragOf({ type: 'asked', line, to: price('572') }, { type: 'sent', grab: 1, isSent: true })
    const left = dragged(sent, { type: 'left' })
    expect(left).toMatchObject({ state: 'ended', reason: expect.stringContaining('Sent; waiting for the answer.') })
    const refused = { grab: 1, text: 'No margin.' }
    const next = dragged(left, { type: 'grabbed', line: { ...line, grab: 2 } })
    for (const drag of [left, next, NO_DRAG]) expect(lateRefusal(drag, refused)).toBe('No margin.')
    expect(lateRefusal(sent, refused)).toBeNull()
  })

  it('continues while other lines appear and disappear', () => {
    const dragging = dragOf({ type: 'grabbed', line }, { type: 'moved', to: price('572') })
    expect(dragged(dragging, { type: 'lines', lines: [levelAt('a')] })).toBe(dragging)
  })

  it('asks only about a line that is unchanged since it was grabbed, for any order of events', () => {
    const event: fc.Arbitrary<DragEvent> = fc.oneof(
      fc.constant<DragEvent>({ type: 'grabbed', line }),
      fc.constantFrom('571.6', '571.62', '572').map((to): DragEvent => ({ type: 'moved', to: price(to) })),
      fc.constant<DragEvent>({ type: 'let_go' }),
      fc.constant<DragEvent>({ type: 'left' }),
      fc.constantFrom('a', 'b').map((revision): DragEvent => ({ type: 'lines', lines: [levelAt(revision)] })),
      fc.constant<DragEvent>({ type: 'lines', lines: [] }),
    )
    fc.assert(
      fc.property(fc.array(event, { maxLength: 20 }), (events) => {
        const drag = dragOf(...events)
        if (drag.state !== 'asking') return
        const last = events.findLastIndex(({ type }) => type === 'grabbed')
        const since = events.slice(last + 1)
        const changed = since.some(
          (one) => one.type === 'lines' && one.lines.find(({ id }) => id === line.id)?.grip?.revision !== 'a',
        )
        expect(changed).toBe(false)
        expect(since.some(({ type }) => type === 'left')).toBe(false)
        expect(drag.to).not.toBe(line.price)
      }),
    )
  })
})
