import { describe, expect, it } from 'vitest'
import { decimal, price } from '../../contract/decimal.ts'
import { grouped } from '../../contract/grouped.ts'
import { atPlaces, countdown, fahrenheitOf, signed, timeText, timeTextMs, validLeft } from './format.ts'

const NBSP = '\u00a0'

describe('decimal text on screen', () => {
  it.each([
    ['0', '0'],
    ['999', '999'],
    ['1000', '1,000'],
    ['-10412.8600', '−10,412.8600'],
    ['1234567.1234567', '1,234,567.1234567'],
    ['123456789012345678901234567890', '123,456,789,012,345,678,901,234,567,890'],
  ])('groups the thousands of %s and keeps every digit', (value, text) => {
    expect(grouped(decimal(value))).toBe(text)
  })

  it.each([
    ['324.00', `+${NBSP}324.00`],
    ['-2', `−${NBSP}2`],
    ['0.00', '0.00'],
  ])('writes the sign of %s', (value, text) => {
    expect(signed(decimal(value))).toBe(text)
  })

  it('adds zeros up to a precision and takes no digit away', () => {
    expect(atPlaces(decimal('1.5'), 4)).toBe('1.5000')
    expect(atPlaces(decimal('1.23456'), 2)).toBe('1.23456')
    expect(atPlaces(null, 2)).toBe('—')
  })

  it('shows a mark as °F at its own precision', () => {
    expect(fahrenheitOf(price('571.80'))).toBe(`71.80${NBSP}°F`)
    expect(fahrenheitOf(price('499.5'))).toBe(`−0.5${NBSP}°F`)
    expect(fahrenheitOf(null)).toBe('—')
  })
})

describe('times on screen', () => {
  it('are UTC', () => {
    const at = Date.UTC(2026, 10, 21, 21, 8, 2, 9)
    expect(timeText(at)).toBe('21:08:02')
    expect(timeTextMs(at)).toBe('21:08:02.009')
  })

  it.each([
    [-5, '0 s'],
    [0, '0 s'],
    [1, '1 s'],
    [59_001, '1 min 00 s'],
    [2_477_000, '41 min 17 s'],
    [3_720_000, '1 h 02 min'],
    [86_399_000, '23 h 59 min'],
    [86_400_000, '1 d 0 h'],
    [22_700_700_000, '262 d 17 h'],
  ])('counts %d ms down as %s', (ms, text) => {
    expect(countdown(ms).replaceAll(NBSP, ' ')).toBe(text)
  })

  it('says how long an approval still holds', () => {
    expect(validLeft(29.5 * 86_400_000).replaceAll(NBSP, ' ')).toBe('29 d left')
    expect(validLeft(7_200_000).replaceAll(NBSP, ' ')).toBe('2 h left')
    expect(validLeft(3_600_000).replaceAll(NBSP, ' ')).toBe('1 h left')
    expect(validLeft(3_599_999).replaceAll(NBSP, ' ')).toBe('59 min left')
    expect(validLeft(60_000).replaceAll(NBSP, ' ')).toBe('1 min left')
    expect(validLeft(59_999).replaceAll(NBSP, ' ')).toBe('60 s left')
    expect(validLeft(1).replaceAll(NBSP, ' ')).toBe('1 s left')
    expect(validLeft(0)).toBe('expired')
  })
})
