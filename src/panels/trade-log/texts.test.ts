import { expect, it } from 'vitest'
import type { TradeRecord } from '../../../contract/books/index.ts'
import { sideText } from './texts.ts'

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
