import { describe, expect, it } from 'vitest'
import { type EnterPath, enterWords } from './enter.ts'

const limit: EnterPath = { fields: [{ name: 'Price' }, { name: 'Size' }], buttons: ['Buy', 'Sell'], wanted: 0 }
const predict: EnterPath = {
  fields: [{ name: 'Target' }, { name: 'Size' }, { name: 'At most', aside: true }],
  buttons: ['Long', 'Short'],
  wanted: 0,
}
const shares: EnterPath = { ...limit, buttons: ['Buy Yes'] }

describe('trader B27: what Enter does in a field of a ticket', () => {
  it.each([
    ['nothing has the focus', limit, null, null],
    ['from the price', limit, 0, 'Enter: go to Size.'],
    ['from the size', limit, 1, 'Enter: go to Buy; then Tab: to Sell.'],
    ['from the size of a sell', { ...limit, wanted: 1 }, 1, 'Enter: go to Sell; then Shift+Tab: to Buy.'],
    ['from the size of a prediction, past what seldom changes', predict, 1, 'Enter: go to Long; then Tab: to Short.'],
    ['from what seldom changes', predict, 2, 'Enter: go to Long; then Tab: to Short.'],
    ['with one button', shares, 1, 'Enter: go to Buy Yes.'],
  ] as const)('%s', (_, path, at, words) => expect(enterWords(path, at)).toBe(words))
})
