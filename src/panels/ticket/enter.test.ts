import { expect, it } from 'vitest'
import { enterWords, sendOf } from './enter.ts'

it('leads from Size to the side that is wanted, and says which', () => {
  expect([sendOf('buy'), enterWords('size', 'buy')]).toEqual([
    '[data-send="buy"]',
    'Enter: go to Buy; then Tab: to Sell.',
  ])
  expect([sendOf('sell'), enterWords('size', 'sell')]).toEqual([
    '[data-send="sell"]',
    'Enter: go to Sell; then Shift+Tab: to Buy.',
  ])
  expect(enterWords('price', 'sell')).toBe('Enter: go to Size.')
  expect(enterWords(null, 'sell')).toBeNull()
})
