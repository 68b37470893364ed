import { expect, it } from 'vitest'
import { utcDateText } from '../../format/index.ts'
import { daysAbove, type Line } from './row-labels.ts'

const DAY = 86_400_000
const TODAY = Date.UTC(2026, 2, 4)
const action = (id: string, at: number, clockOffset = 0): Line =>
  ({ kind: 'action', id, at: at + clockOffset }) as unknown as Line
const ending = (id: string, at: number): Line => ({ kind: 'ending', id, at }) as unknown as Line
const above = (...rows: Line[]) => [...daysAbove(rows, '2026-03-04', utcDateText)]

it('each day except today is shown once, above its first line', () => {
  expect(
    above(
      action('a', TODAY + 10),
      ending('b', TODAY),
      action('c', TODAY - 1),
      ending('d', TODAY - 2),
      action('e', TODAY - 3 * DAY),
    ),
  ).toEqual([
    ['c', '2026-03-03'],
    ['e', '2026-03-01'],
  ])
})

it('a list that starts on an earlier day shows it at its top', () => {
  expect(above(action('a', TODAY - 1))).toEqual([['a', '2026-03-03']])
})

it('days are of the service’s time', () => {
  expect(above(action('a', TODAY - 500, 500), action('b', TODAY - 501, 500))).toEqual([['b', '2026-03-03']])
})

it('a result found by its id shows its day itself', () => {
  const found = { kind: 'found', id: 'f', found: { id: 'f', action: null } } as unknown as Line
  expect(above(found, action('a', TODAY - 1), found)).toEqual([['a', '2026-03-03']])
})
