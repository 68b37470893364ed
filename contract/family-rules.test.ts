import { describe, expect, it } from 'vitest'
import { price, size } from './decimal.ts'
import { heldPrice, holdingText, isPriceOf, sideTitle } from './family-rules.ts'
import { FAMILIES } from './market-ref.ts'

const held = (family: (typeof FAMILIES)[number], much: string) => ({ family, size: size(much) })

describe('a position', () => {
  it('is long or short, UP or DOWN; shares are held, never long', () => {
    expect(FAMILIES.map((family) => sideTitle(family, 'long'))).toEqual(['Long', 'UP', 'Held'])
    expect(FAMILIES.map((family) => holdingText(held(family, '7.00')))).toEqual(['long 7', 'UP 7', '7'])
    expect(FAMILIES.map((family) => holdingText(held(family, '-7')))).toEqual(['short 7', 'DOWN 7', '7'])
  })
  it('is shown at the price of its own contract: DOWN at 1 minus the price of UP', () => {
    expect(FAMILIES.map((family) => heldPrice(held(family, '-7'), price('0.35')))).toEqual(['0.35', '0.65', '0.35'])
    expect(heldPrice(held('binary', '7'), price('0.35'))).toBe('0.35')
  })
})

it('has a price above 0, and below 1 for contracts and shares', () => {
  const inside = (text: string) => FAMILIES.map((family) => isPriceOf(family, price(text)))
  expect(inside('0')).toEqual([false, false, false])
  expect(inside('0.999')).toEqual([true, true, true])
  expect(inside('1')).toEqual([true, false, false])
})
