import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  add,
  basisPointsOf,
  compare,
  type Decimal,
  decimal,
  divide,
  fromFloat,
  fromUnits,
  isMultipleOf,
  type Money,
  money,
  multiply,
  notNumber,
  type Price,
  padTo,
  parseDecimal,
  parseTyped,
  pastedText,
  percentOf,
  placesOf,
  price,
  readNumber,
  type Size,
  size,
  subtract,
  toPlaces,
  toStep,
  toUnits,
  trimZeros,
  whole,
  ZERO,
} from './decimal.ts'

const units = fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n })
const places = fc.integer({ min: 0, max: 12 })

describe("a service's number", () => {
  it.each([
    ['1e3', '1000'],
    ['1.5e-3', '0.0015'],
    ['-1.5E+1', '-15'],
    ['1.25e1', '12.5'],
    ['12.5e-1', '1.25'],
    ['0e5', '0'],
    ['0E-8', '0.00000000'],
    ['-0e-2', '0.00'],
    ['1.2E-7', '0.00000012'],
    ['571.80', '571.80'],
    [' 1e-7 ', '0.0000001'],
  ])('%s parses as %s', (text, plain) => {
    expect(readNumber(text)).toBe(plain)
  })

  it.each(['', 'e3', '1e', '1e+', '0x10', '1_000', 'NaN', 'Infinity', '1e400', '1e-99999', `1${'0'.repeat(80)}`])(
    'does not parse %j',
    (text) => {
      expect(readNumber(text)).toBeNull()
    },
  )

  it('keeps its value when its exponent is expanded', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -99_999, max: 99_999 }),
        fc.integer({ min: -20, max: 20 }),
        (mantissa, exponent) => {
          expect(Number(readNumber(`${mantissa}e${exponent}`))).toBe(Number(`${mantissa}e${exponent}`) + 0)
        },
      ),
    )
  })
})

describe('parsing decimals', () => {
  it.each(['0', '571.80', '-12.3400', '0.0001', '1000000'])('accepts plain text %s unchanged', (text) => {
    expect(parseDecimal(text)).toBe(text)
  })

  it.each(['', '.', '1.', '.5', '+1', '01', '1e5', '1,000', 'NaN', '0x10', ' 1', '1 ', '--1', '٣', '1'.repeat(61)])(
    'rejects %j on the wire',
    (text) => {
      expect(parseDecimal(text)).toBeNull()
    },
  )

  it.each([
    ['.5', '0.5'],
    ['5.', '5'],
    [' 571.80 ', '571.80'],
    ['+3', '3'],
    ['−3', '-3'],
    ['007.10', '7.10'],
    ['-0.00', '0.00'],
    ['1,234.50', '1234.50'],
    ['1,234,567', '1234567'],
    ['+\u00a01,234.50', '1234.50'],
    ['− 12.40', '-12.40'],
    ['1\u00a0234.5', '1234.5'],
    ['1 000', '1000'],
    ['\u200e571.84\ufeff', '571.84'],
    ['571\u200b.84', '571.84'],
    ['５７１．８４', '571.84'],
  ])('accepts user input and what this terminal copies: %j is %s', (typed, meant) => {
    expect(parseTyped(typed)).toBe(meant)
  })

  it.each(['', '.', '-', '1,5', '1e3', 'abc', '1.2.3', '1,234', '1.234,56', '10 5', '1,23,456', '- -1'])(
    'rejects ambiguous input %j',
    (typed) => {
      expect(parseTyped(typed)).toBeNull()
    },
  )

  it.each([
    ['1,234', 'Size “1,234” is ambiguous. Type 1234 or 1.234.'],
    ['1.234?', 'Size “1.234?” is 1.234 or 1234. Delete the “?” or type the other.'],
    ['571,84', 'Size “571,84” has a comma. Type 571.84.'],
    ['1.234,56', 'Size “1.234,56” is not a number. Use digits and one decimal point.'],
    ['abc', 'Size “abc” is not a number.'],
  ])('says what is wrong with %j', (typed, text) => {
    expect(notNumber('Size', typed)).toBe(text)
  })

  it.each([
    ['1.234', '1.234?'],
    [' 544.637\u00a0', '544.637?'],
    ['-12.500', '-12.500?'],
  ])('asks about a pasted number whose point may separate thousands: %j is put as %j', (pasted, put) => {
    expect(pastedText(pasted)).toBe(put)
    expect(parseTyped(put)).toBeNull()
  })

  it.each(['0.619', '1.2345', '12.34', '1234.567', '1,234.567', '01.234', '5'])(
    'puts %j as it was pasted, as it has one meaning',
    (pasted) => {
      expect(pastedText(pasted)).toBe(pasted)
    },
  )

  it('names the value that is invalid', () => {
    expect(() => decimal('1e5', 'price')).toThrow('price is not plain decimal text: "1e5"')
  })
})

describe('arithmetic is exact', () => {
  it('avoids floating-point errors', () => {
    expect(add('0.1' as Decimal, '0.2' as Decimal)).toBe('0.3')
    expect(multiply('571.80' as Decimal, '150.0000' as Decimal)).toBe('85770')
  })

  it('agrees with integer arithmetic for any values and places', () => {
    fc.assert(
      fc.property(units, units, places, (a, b, at) => {
        const [x, y] = [fromUnits(a, at), fromUnits(b, at)]
        expect(toUnits(add(x, y), at)).toBe(a + b)
        expect(toUnits(subtract(x, y), at)).toBe(a - b)
        expect(toUnits(multiply(x, y), at * 2)).toBe(a * b)
        expect(compare(x, y)).toBe(a < b ? -1 : a > b ? 1 : 0)
      }),
    )
  })

  it('converts to units and back without losing a digit', () => {
    fc.assert(
      fc.property(units, places, (a, at) => {
        const text = fromUnits(a, at)
        expect(placesOf(text)).toBe(at)
        expect(toUnits(text, at)).toBe(a)
        expect(toUnits(trimZeros(text), at)).toBe(a)
      }),
    )
  })

  it('refuses units that would lose a digit, and accepts extra zeros', () => {
    expect(() => toUnits('0.001' as Decimal, 2)).toThrow(RangeError)
    expect(toUnits('0.1000' as Decimal, 2)).toBe(10n)
  })
})

describe('precision', () => {
  it.each([
    ['571.8', 2, '571.80'],
    ['571.805', 2, '571.805'],
    ['5', 0, '5'],
    ['-5', 3, '-5.000'],
  ])('pads %s to %i places without removing digits', (value, to, padded) => {
    expect(padTo(value as Decimal, to)).toBe(padded)
  })

  it.each([
    ['571.80', '571.8'],
    ['100.00', '100'],
    ['100', '100'],
    ['0.000', '0'],
    ['-0.10', '-0.1'],
  ])('trims %s to %s for signing', (value, trimmed) => {
    expect(trimZeros(value as Decimal)).toBe(trimmed)
  })

  it.each([
    ['12.345', 2, 'half-up', '12.35'],
    ['12.345', 2, 'down', '12.34'],
    ['-12.341', 2, 'up', '-12.35'],
    ['-0.001', 2, 'half-up', '0.00'],
  ] as const)('rounds computed %s to %i places (%s): %s', (value, to, rounding, rounded) => {
    expect(toPlaces(value as Decimal, to, rounding)).toBe(rounded)
  })

  it('steps are on the step and within one of the value', () => {
    fc.assert(
      fc.property(units, fc.integer({ min: 1, max: 5000 }), (value, tick) => {
        const step = fromUnits(BigInt(tick), 2)
        const exact = fromUnits(value, 4)
        const stepped = toStep(exact, step)
        expect(isMultipleOf(stepped, step)).toBe(true)
        const apart = toUnits(exact, 4) - toUnits(stepped, 4)
        expect(apart < 0n ? -apart : apart).toBeLessThan(BigInt(tick) * 100n)
      }),
    )
  })
})

describe('units', () => {
  const px = price('554.10')
  const sz = size('40')
  const usdc = money('22164')

  it('price × size is money in either order, and money ÷ size is the price again', () => {
    const value: Money = multiply(px, sz)
    const other: Money = multiply(sz, px)
    const back: Price = divide(value, sz, 2)
    const bought: Size = divide(usdc, px, 4)
    expect([value, other, back, bought]).toEqual(['22164', '22164', '554.1', '40'])
  })

  it('a sum keeps its unit, and zero fits every one', () => {
    const total: Money = add(usdc, ZERO)
    const left: Size = subtract(sz, size('1'))
    expect([total, left]).toEqual(['22164', '39'])
    // @ts-expect-error a price and a size have no sum
    add(px, sz)
    // @ts-expect-error what a price times a size gives is not a price
    const wrong: Price = multiply(px, sz)
    expect(wrong).toBe('22164')
  })

  it('parts of a value keep its unit, exactly', () => {
    const reach: Price = percentOf(px, decimal('0.5'))
    const fee: Money = basisPointsOf(usdc, decimal('4.5'))
    expect([reach, fee]).toEqual(['2.7705', '9.9738'])
    expect(() => whole(2.5)).toThrow('2.5 is not a whole number')
  })
})

it('a float is written in digits, capped at the largest price', () => {
  expect([fromFloat(1.005, 2), fromFloat(-0.5, 0), fromFloat(537.12345, 4)]).toEqual(['1.00', '-1', '537.1235'])
  expect([fromFloat(1e60, 2), fromFloat(-1e30, 0)]).toEqual(['100000000000000000000.00', '-100000000000000000000'])
  expect(() => fromFloat(Number.NaN, 2)).toThrow(RangeError)
})
