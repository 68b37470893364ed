import { expect, it } from 'vitest'
import type { TransfersView } from '../../../contract/equity.ts'
import { moveRows, movesWithin, rowName } from './rows.ts'

const NOTHING: TransfersView = { changes: [], conversions: [], notBooked: [], transfers: [] }
const view = {
  ...NOTHING,
  notBooked: [
    { id: '7', kind: 'split', kindText: 'split', outcomeId: 99, questionId: null, amount: '5', time: 100 },
    { id: '8', kind: null, kindText: 'foldOutcome', outcomeId: null, questionId: null, amount: null, time: 200 },
  ],
} as unknown as TransfersView

it('a conversion that could not be booked is listed with the others, named as precisely as the service does, with the reason', () => {
  expect(moveRows(view).map(({ what, amount, state }) => [what, amount, state])).toEqual([
    ['foldOutcome', null, expect.stringContaining('not booked')],
    [
      'Split USDH into a share of each side: outcome 99',
      '5',
      expect.stringContaining(
        'not booked: its market was never listed while Isotherm was running, so its amounts are unknown',
      ),
    ],
  ])
  expect(moveRows(view).map(rowName)).toEqual([
    'foldOutcome',
    'Split USDH into a share of each side: outcome 99, 5 shares',
  ])
})

it('has its own time, like every other', () => {
  expect(movesWithin(view, { from: 150, to: 300 } as never).notBooked.map(({ id }) => id)).toEqual(['8'])
})
