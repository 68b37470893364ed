import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Fahrenheit, fahrenheit, padTo, toPlaces } from '../../contract/decimal.ts'
import { runs, SEED } from '../../contract/testing/property-runs.ts'
import { type Claim, coverAll, orderOnAxis, readClaim, restOf } from './claim.ts'

const DAY_RULES =
  'The highest of the readings of KNYC, Central Park at each full minute, rounded to a whole °F, halves up. Exactly one of the outcomes is Yes.'
const read = (name: string, rules: string | null = null, title = ''): Claim | null => readClaim({ name, title, rules })
const claim = (low: string | null, lowIn: boolean, high: string | null, highIn: boolean): Claim => ({
  low: low === null ? null : fahrenheit(low),
  lowIn,
  high: high === null ? null : fahrenheit(high),
  highIn,
})

describe('the claim of a market', () => {
  it.each([
    ['Above 54.1 °F at 11:00 UTC', claim('54.1', false, null, false)],
    ['Below 32 °F', claim(null, false, '32', false)],
    ['At least 70 °F', claim('70', true, null, false)],
    ['70 °F or higher', claim('70', true, null, false)],
    ['−5 °F or lower', claim(null, false, '-5', true)],
    ['72 to 74 °F', claim('72', true, '74', true)],
    ['72–74 °F', null],
    ['72 °F to 74 °F', claim('72', true, '74', true)],
    ['44 °F', claim('44', true, '44', true)],
    ['Rain', null],
    ['Above average', null],
    ['About 70 °F', null],
    ['74 to 72 °F', null],
    ['Above 20 °C', null],
  ])('is read from “%s” where it is certain', (name, expected) => {
    expect(read(name)).toEqual(expected)
  })

  it('uses a name without a unit only where the question mentions °F', () => {
    expect(read('72 to 74')).toBeNull()
    expect(read('72 to 74', null, 'New York high, °F')).toEqual(claim('72', true, '74', true))
  })

  it('extends half a degree beyond readings that are rounded to whole degrees, half up', () => {
    expect(read('53 °F or lower', DAY_RULES)).toEqual(claim(null, false, '53.5', false))
    expect(read('54 to 56 °F', DAY_RULES)).toEqual(claim('53.5', true, '56.5', false))
    expect(read('57 °F or higher', DAY_RULES)).toEqual(claim('56.5', true, null, false))
    expect(read('-1 °F', DAY_RULES)).toEqual(claim('-1.5', true, '-0.5', false))
  })

  it('is not read where rules round differently, or mention another temperature', () => {
    expect(read('54 to 56 °F', 'Rounded down to the °F.')).toBeNull()
    expect(read('54.5 °F or higher', DAY_RULES)).toBeNull()
    expect(read('Above 54.1 °F', 'Yes if it is above 54.2 °F.')).toBeNull()
    expect(read('Above 54.1 °F', 'Yes if it is above 54.10 °F.')).not.toBeNull()
    expect(read('Above 54.1 °F', null, 'New York above 55 °F')).toBeNull()
  })
})

describe('claims on the axis', () => {
  it('are consecutive from one end to the other, or are not placed', () => {
    const day = ['57 °F or higher', '53 °F or lower', '54 to 56 °F'].map((name) => read(name, DAY_RULES))
    expect(orderOnAxis(day)).toEqual([1, 2, 0])
    expect(orderOnAxis([day[0] ?? null, day[1] ?? null])).toBeNull()
    expect(orderOnAxis([...day, null])).toBeNull()
    // Without a rounding rule it is unknown which claim a reading of 53.4 °F belongs to.
    expect(orderOnAxis(['54 °F or higher', '53 °F or lower'].map((name) => read(name)))).toBeNull()
  })

  it('cover every temperature together with their complements', () => {
    const temperature = fc.integer({ min: -500, max: 1200 }).map((tenths) => fahrenheit((tenths / 10).toFixed(1)))
    fc.assert(
      fc.property(temperature, temperature, fc.boolean(), (a, b, isIn) => {
        const above: Claim = { low: a, lowIn: isIn, high: null, highIn: false }
        const rest = restOf(above)
        expect(rest !== null && coverAll(rest, above)).toBe(true)
        const below: Claim = { low: null, lowIn: false, high: b, highIn: !isIn }
        const inAbove = (x: number): boolean => x > Number(a) || (isIn && x === Number(a))
        const inBelow = (x: number): boolean => x < Number(b) || (!isIn && x === Number(b))
        const probes = [Number(a) - 1, Number(a), (Number(a) + Number(b)) / 2, Number(b), Number(b) + 1]
        expect(coverAll(below, above)).toBe(probes.every((x) => inAbove(x) || inBelow(x)))
      }),
      { seed: SEED, numRuns: runs(200, 5000) },
    )
  })

  it('round-trip a threshold with any number of decimals', () => {
    fc.assert(
      fc.property(fc.integer({ min: -400, max: 1300 }), fc.nat({ max: 2 }), (tenths, more) => {
        const text = padTo(toPlaces(fahrenheit(String(tenths / 10)), 1), 1 + more)
        expect(read(`Above ${text} °F`)?.low).toBe<Fahrenheit>(text)
      }),
      { seed: SEED, numRuns: runs(100, 2000) },
    )
  })
})
