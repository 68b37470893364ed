import { describe, expect, it } from 'vitest'
import { enterText, fieldAfter } from './use-enter-path.ts'

type EnterPath = Parameters<typeof enterText>[0]

const limit: EnterPath = { fields: [{ name: 'Price' }, { name: 'Size' }], buttons: ['Buy', 'Sell'], wanted: 0 }
const predict: EnterPath = {
  fields: [{ name: 'Target' }, { name: 'Size' }, { name: 'At most', aside: true }],
  buttons: ['Long', 'Short'],
  wanted: 0,
}
/** With an exit plan: its target differs from the prediction's. */
const planned: EnterPath = {
  ...predict,
  fields: [...predict.fields, { name: 'Stop', aside: true, leadsTo: 'Target' }, { name: 'Target', aside: true }],
}
const shares: EnterPath = { ...limit, buttons: ['Buy Yes'] }

describe('Enter in a field of a ticket', () => {
  it.each([
    ['nothing has the focus', limit, null, null],
    ['from the price', limit, 0, 'Enter: Size'],
    ['from the size', limit, 1, 'Enter: Buy · Tab: Sell'],
    ['from the size of a sell', { ...limit, wanted: 1 }, 1, 'Enter: Sell · Shift+Tab: Buy'],
    ['from the size of a prediction, past rarely changed fields', predict, 1, 'Enter: Long · Tab: Short'],
    ['from a rarely changed field', predict, 2, 'Enter: Long · Tab: Short'],
    ['from the size, past the exit plan', planned, 1, 'Enter: Long · Tab: Short'],
    ['from a stop, to the target of its plan', planned, 3, 'Enter: Target'],
    ['from the target of a plan', planned, 4, 'Enter: Long · Tab: Short'],
    ['with one button', shares, 1, 'Enter: Buy Yes.'],
  ] as const)('%s', (_, path, at, text) => expect(enterText(path, at)).toBe(text))

  it('leads from a stop to the target beside it, not to an earlier one of the same name', () =>
    expect(fieldAfter(planned, 3)).toBe(4))
})
