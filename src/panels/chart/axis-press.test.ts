import { describe, expect, it } from 'vitest'
import { price } from '../../../contract/decimal.ts'
import { type AxisPress, axisPressed, NO_PRESS } from './axis-alert.tsx'

type AxisPressEvent = Parameters<typeof axisPressed>[1]

const at = { price: price('571.62'), y: 100 }
const other = { price: price('571.70'), y: 80 }
const over = (place = at, isDown = false): AxisPressEvent => ({ type: 'moved', at: place, x: 10, y: place.y, isDown })
const down = (place: typeof at | null = at): AxisPressEvent => ({ type: 'down', at: place, x: 10, y: 100 })
const pressOf = (...events: readonly AxisPressEvent[]): AxisPress => events.reduce(axisPressed, NO_PRESS)

describe('a click on a price scale', () => {
  it('shows the hovered price, and sets it once released there', () => {
    expect(pressOf(over())).toEqual({ state: 'none', at })
    expect(pressOf(over(), down(), { type: 'up' })).toEqual({ state: 'let_go', at })
  })

  it('uses the shown price, even if the scale moved under the pointer', () => {
    expect(pressOf(over(), down(other), { type: 'up' })).toEqual({ state: 'let_go', at })
  })

  it.each<[string, readonly AxisPressEvent[]]>([
    ['dragging the scale', [over(), down(), over({ ...at, y: 130 }, true), { type: 'up' }]],
    ['Esc during it', [over(), down(), { type: 'dropped' }, { type: 'up' }]],
    ['Esc right after it', [over(), down(), { type: 'up' }, { type: 'dropped' }]],
    ['a second click, which fits the scale', [over(), down(), { type: 'up' }, down(), { type: 'up' }]],
    ['the window losing the focus', [over(), down(), { type: 'left' }, { type: 'up' }]],
    ['a click beside the scale', [down(null), { type: 'up' }]],
  ])('sets nothing after %s', (_, events) => expect(pressOf(...events)).toEqual(NO_PRESS))

  it('still counts when the pointer moves on after it', () => {
    expect(pressOf(over(), down(), { type: 'up' }, over(other), { type: 'left' })).toEqual({ state: 'let_go', at })
  })
})
