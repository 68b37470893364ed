import { describe, expect, it } from 'vitest'
import type { ShownFigures } from '../../contract/intent.ts'
import { inBothUnits } from '../../contract/testing/both-units.ts'
import { shownText } from './action-details.tsx'

const nothing: ShownFigures = { average: null, worst: null, fee: null, mark: null, mid: null, bookAge: null }
const shown = (more: Record<string, unknown>): ShownFigures => ({ ...nothing, ...more }) as ShownFigures

describe('the figures shown when an order was sent', () => {
  it.each([
    [
      { average: '553.193333333333', worst: '553.2', fee: '0.0300', mark: '553.10', mid: '553.105', bookAge: 240 },
      'average 553.193, worst 553.20, fee 0.03, mark 553.10, middle 553.105; book 0.2 s old',
    ],
    [{ mark: '0.41' }, 'mark 0.410'],
    [{ bookAge: 0 }, 'book 0.0 s old'],
    [{ average: '1234567.5', bookAge: 61_250 }, 'average 1,234,567.50; book 61.3 s old'],
    [{}, null],
  ])('%j reads “%s”', (figures, text) => {
    expect(shownText(shown(figures))).toBe(text)
  })
})

inBothUnits([
  [
    'what was shown of an order',
    () => shownText(shown({ average: '553.1933333333', worst: '553.2', fee: '0.03', mark: '553.10' })),
    'average 553.193, worst 553.20, fee 0.03, mark 553.10',
    'average 53.193 °F, worst 53.20 °F, fee 0.03, mark 53.10 °F',
  ],
])
