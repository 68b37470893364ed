import { expect, it } from 'vitest'
import { money } from '../../contract/decimal.ts'
import { todayOf } from './use-today.ts'

const DAY = 86_400_000
const day = (at: number, realised: string, fees: string) => ({
  ...{ day: at as never, realised: money(realised), fees: money(fees) },
})

it.each([
  ['with open P&L', '-73.06', '-106.11'],
  ['realized alone while open P&L is unknown', null, '-33.05'],
  ['realized alone with nothing held', '0', '-33.05'],
] as const)('Today is realized less fees plus open P&L: %s', (_what, open, result) => {
  const days = [day(DAY, '-20.05', '8'), day(DAY, '2', '7'), day(0, '500', '1')]
  const today = todayOf(days, DAY, open === null ? null : money(open))
  expect([today.result, today.realised, today.fees, today.open]).toEqual([result, '-18.05', '15', open])
})
