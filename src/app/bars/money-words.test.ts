import { expect, it } from 'vitest'
import { equityOf } from '../../../contract/equity.ts'
import { equityUnit } from './money-words.ts'

const money = (usdh: string | null, usdhOutcome: string | null) =>
  ({ equity: '10000', available: '9000', usdc: '9000', usdh, usdhOutcome }) as never

it.each<[string, string | null, string | null]>([
  ['USDC + USDH', '1000', '0'],
  ['USDC + USDH', null, '12.5'],
  ['USDC', '0', '0'],
  ['USDC', null, null],
])('the equity of the bar is in %s with free USDH of %s and %s in outcome trading', (unit, usdh, inOutcomes) => {
  expect(equityUnit(equityOf({ money: money(usdh, inOutcomes), positions: [] }))).toBe(unit)
})
