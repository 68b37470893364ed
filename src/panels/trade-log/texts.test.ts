import { expect, it } from 'vitest'
import type { TradeRecord } from '../../../contract/books/index.ts'
import { averageText, sideText } from './texts.ts'

const trade = (family: TradeRecord['family'], side: TradeRecord['side']) => ({ family, side }) as TradeRecord

it.each([
  ['scalar', 'long', 'Long'],
  ['scalar', 'short', 'Short'],
  ['binary', 'long', 'UP'],
  ['binary', 'short', 'DOWN'],
  ['outcome', 'long', 'Held'],
] as const)('of %s markets a trade that was %s is labeled %s: shares are held, never long', (family, side, name) => {
  expect(sideText(trade(family, side))).toBe(name)
})

it('an average has at least the decimals of its market, and at most six', () => {
  expect(averageText(trade('scalar', 'long'), '554.1' as never)).toBe('554.10')
  expect(averageText(trade('binary', 'long'), '0.42' as never)).toBe('0.420')
  expect(averageText(trade('outcome', 'long'), '0.33333333' as never)).toBe('0.333333')
  expect(averageText(trade('outcome', 'long'), null)).toBe('—')
})
