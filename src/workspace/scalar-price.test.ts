import { describe, expect, it } from 'vitest'
import { price } from '../../contract/decimal.ts'
import { markFilled, unitChanged } from './fill-ticket.ts'

describe('the price of the scalar form', () => {
  it.each([
    ['mark', '571.80', '571.80'],
    ['f', '572.05', '72.05'],
  ] as const)('takes a clicked mark in the unit of the form: %s', (unit, mark, shown) => {
    expect(markFilled({ unit }, price(mark))).toEqual({ price: shown })
  })

  it.each([
    ['571.80', 'mark', 'f', '71.80'],
    ['71.80', 'f', 'f', '71.80'],
    ['71.80', 'f', 'mark', '571.80'],
    ['571.8x', 'mark', 'f', '571.8x'],
  ] as const)('converts %s in %s to %s exactly: %s', (text, unit, to, shown) => {
    expect(unitChanged({ price: text, unit }, to)).toEqual({ unit: to, price: shown })
  })
})
