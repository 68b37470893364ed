import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  absolute,
  add,
  compare,
  type Decimal,
  isMultipleOf,
  type Price,
  percentOf,
  price,
  signOf,
  subtract,
} from './decimal.ts'
import type { Side } from './market.ts'
import {
  type CloseProtection,
  closeDistanceIssue,
  closeDistancesOf,
  closeDistanceText,
  closeProtectionFrom,
  closeProtectionIssue,
  closeReachFrom,
  distanceIssue,
  distanceText,
  entryWorstAt,
  isWorse,
  ofCents,
  percentWithin,
  wideningPrices,
  worstAt,
  worstIssue,
} from './protection.ts'
import { loosenedSettings } from './settings-loosened.ts'
import { DEFAULT_SETTINGS } from './settings-table.ts'

const side = fc.constantFrom<Side>('buy', 'sell')
const hundredths = (least: number, most: number) =>
  fc.integer({ min: least, max: most }).map((count) => (count / 100).toFixed(2) as Price)
const tickSize = price('0.01')
const scalar = (which: Side) => ({ family: 'scalar', side: which, tickSize }) as const

describe('the worst price of an entry', () => {
  it.each([
    ['binary', 'buy', '0.004', '0.05', '0.008'],
    ['binary', 'sell', '0.996', '0.05', '0.992'],
    ['binary', 'buy', '0.600', '0.05', '0.650'],
    ['binary', 'buy', '0.0004', '0.05', '0.001'],
    ['outcome', 'buy', '0.010', '0.02', '0.020'],
    ['outcome', 'sell', '0.010', '0.02', '0.001'],
    ['scalar', 'buy', '0.010', '0.020', '0.030'],
  ] as const)(
    'pays at most twice the price of what it buys: %s %s from %s by %s is %s',
    (family, which, from, by, worst) => {
      expect(entryWorstAt(price(from), price(by), { family, side: which, tickSize: price('0.001') })).toBe(worst)
    },
  )
})

describe('the worst price at a distance', () => {
  it.each([
    ['scalar', 'buy', '554.10', '0.10', '0.01', '554.20'],
    ['scalar', 'sell', '554.10', '0.25', '0.01', '553.85'],
    ['scalar', 'buy', '554.10', '0.025', '0.01', '554.12'],
    ['scalar', 'sell', '554.10', '0.025', '0.01', '554.08'],
    ['scalar', 'sell', '554.105', '0.10', null, '554.005'],
    ['binary', 'buy', '0.600', '0.05', '0.001', '0.650'],
    ['binary', 'sell', '0.030', '0.05', '0.001', '0.001'],
    ['outcome', 'buy', '0.98', '0.05', '0.01', '0.99'],
    ['outcome', 'sell', '0.5', '0.05', null, '0.4500'],
  ] as const)('%s %s from %s by %s at a tick of %s is %s', (family, which, from, distance, tick, worst) => {
    const terms = { family, side: which, tickSize: tick === null ? null : price(tick) }
    expect(worstAt(price(from), price(distance), terms)).toBe(worst)
  })

  it('is on the tick, on its own side of the reference, and within the distance', () => {
    fc.assert(
      fc.property(side, hundredths(100, 100_000), hundredths(1, 90), (which, from, distance) => {
        const worst = worstAt(from, distance, scalar(which))
        expect(isMultipleOf(worst, tickSize)).toBe(true)
        expect(compare(absolute(subtract(worst, from)), distance)).toBeLessThanOrEqual(0)
        expect(isWorse(which, from, worst)).toBe(false)
      }),
    )
  })

  it('is a valid probability, even when the service reports no tick', () => {
    const tick = fc.constantFrom(price('0.001'), price('0.01'), null)
    fc.assert(
      fc.property(side, hundredths(1, 99), hundredths(1, 50), tick, (which, from, distance, step) => {
        const worst = worstAt(from, distance, { family: 'outcome', side: which, tickSize: step })
        expect(signOf(worst)).toBe(1)
        expect(compare(worst, '1' as Decimal)).toBe(-1)
        expect(isMultipleOf(worst, step ?? price('0.0001'))).toBe(true)
      }),
    )
  })
})

describe('the prices of a widening close', () => {
  const reach = fc.record({ which: side, from: hundredths(40_000, 65_000), gap: hundredths(0, 2_500) })

  it('start at the first price, each worse than the one before, on the tick, and end at the bound, never beyond it', () => {
    fc.assert(
      fc.property(reach, ({ which, from, gap }) => {
        const bound = which === 'buy' ? add(from, gap) : subtract(from, gap)
        const prices = wideningPrices({ price: from, bound }, scalar(which))
        expect(prices[0]).toBe(from)
        expect(compare(prices.at(-1) ?? from, bound)).toBe(0)
        expect(prices.length).toBeLessThanOrEqual(5)
        for (const [at, one] of prices.entries()) {
          expect(isMultipleOf(one, tickSize)).toBe(true)
          expect(isWorse(which, one, bound)).toBe(false)
          const before = prices[at - 1]
          if (before !== undefined) expect(isWorse(which, one, before)).toBe(true)
        }
      }),
    )
  })

  it.each([
    ['sell', '570.90', '570.00', ['570.90', '570.84', '570.72', '570.48', '570.00']],
    ['buy', '571.10', '571.13', ['571.10', '571.11', '571.13']],
    ['buy', '571.10', null, ['571.10']],
  ] as const)('%s from %s to %s', (which, from, bound, prices) => {
    const reach = { price: price(from), bound: bound === null ? null : price(bound) }
    expect(wideningPrices(reach, scalar(which))).toEqual(prices)
  })
})

describe('a percentage for a service that accepts no price', () => {
  it('never puts its limit beyond the worst price, counted from the reference, and comes close to it', () => {
    fc.assert(
      fc.property(side, hundredths(10_000, 65_000), hundredths(1, 2_500), (which, reference, distance) => {
        const worst = which === 'buy' ? add(reference, distance) : subtract(reference, distance)
        const percent = percentWithin(worst, { side: which, reference })
        if (percent === null) throw new Error('there is room')
        const reach = percentOf(reference, percent)
        const limit = which === 'buy' ? add(reference, reach) : subtract(reference, reach)
        expect(isWorse(which, limit, worst)).toBe(false)
        expect(compare(absolute(subtract(limit, worst)), '0.001' as Decimal)).toBe(-1)
      }),
    )
  })
  it('is null when the price is at or beyond the worst one, and capped at what services accept', () => {
    expect(percentWithin(price('571'), { side: 'buy', reference: price('571') })).toBeNull()
    expect(percentWithin(price('571'), { side: 'buy', reference: price('571.01') })).toBeNull()
    expect(percentWithin(price('571'), { side: 'sell', reference: price('570') })).toBeNull()
    expect(percentWithin(price('0.999'), { side: 'buy', reference: price('0.1') })).toBe('50')
    expect(percentWithin(price('0.42'), { side: 'buy', reference: price('0.39'), places: 2 })).toBe('7.69')
  })
})

describe('an invalid protection is refused with the reason', () => {
  const terms = { family: 'scalar', side: 'sell', tickSize } as const
  it.each<[CloseProtection, RegExp | null]>([
    [{ kind: 'worst', price: price('570.90'), bound: price('569.90') }, null],
    [{ kind: 'worst', price: price('570.90'), bound: null }, null],
    [{ kind: 'worst', price: price('0'), bound: null }, /greater than 0/],
    [{ kind: 'worst', price: price('570.905'), bound: null }, /multiple of 0\.01; 570\.905 is not/],
    [
      { kind: 'worst', price: price('570.90'), bound: price('571.90') },
      /The final price of 571\.90 is better than the first, 570\.90: the close cannot widen to it\./,
    ],
    [{ kind: 'distance', distance: price('0.1'), bound: price('1') }, null],
    [{ kind: 'distance', distance: price('0'), bound: null }, /greater than 0/],
    [
      { kind: 'distance', distance: price('2'), bound: price('1') },
      /The slippage cap of 1 °F is below the first slippage of 2 °F\./,
    ],
    [{ kind: 'distance', distance: price('25.01'), bound: null }, /at most 25 °F; 25\.01 °F is more/],
  ])('%o', (stated, text) => {
    const issue = closeProtectionIssue(stated, terms)
    if (text === null) expect(issue).toBeNull()
    else expect(issue).toMatch(text)
  })
  it('of contracts and shares is in cents', () => {
    expect(distanceText(ofCents('1' as Decimal), 'binary'), 'one is no plural').toBe('1 ¢')
    expect(distanceIssue(ofCents('51' as Decimal), 'binary')).toMatch(/Slippage can be at most 50 ¢; 51 ¢ is more\./)
    const outcome = { family: 'outcome', tickSize: null } as const
    expect(worstIssue(price('1'), outcome)).toMatch(/between 0 and 1; 1 does not/)
  })
})

it('a click sends prices when there is a reference price, otherwise distances', () => {
  const stated = { distance: price('0.10'), bound: price('1') }
  const terms = { family: 'scalar', side: 'sell', tickSize } as const
  expect(closeProtectionFrom(null, stated, terms)).toEqual({ kind: 'distance', ...stated })
  expect(closeProtectionFrom(price('571.00'), stated, terms)).toEqual({
    ...{ kind: 'worst', price: '570.90', bound: '570.00' },
  })
})

it.each([
  ['binary', 'sell', '0.550', '0.0002', '0.001', '0.549'],
  ['binary', 'buy', '0.550', '0.0002', '0.001', '0.551'],
  ['outcome', 'sell', '0.6405', '0.0002', '0.001', '0.639'],
  ['outcome', 'sell', '0.5', '0.00001', null, '0.4999'],
  ['outcome', 'buy', '0.9995', '0.0001', '0.001', '0.999'],
  ['scalar', 'sell', '571.00', '0.004', '0.01', '570.99'],
  ['scalar', 'sell', '571.00', '0.004', null, '570.996'],
  ['scalar', 'sell', '571.00', '0.01', '0.01', '570.99'],
] as const)(
  'a close of %s, %s at %s within %s at a tick of %s, has a tick of room',
  (family, which, at, distance, tick, worst) => {
    const terms = { family, side: which, tickSize: tick === null ? null : price(tick) }
    expect(closeReachFrom(price(at), { distance: price(distance), bound: null }, terms)).toEqual({
      price: worst,
      bound: null,
    })
    const bounded = closeReachFrom(price(at), { distance: price(distance), bound: price(distance) }, terms)
    expect(bounded).toEqual({ price: worst, bound: worst })
    expect(closeProtectionIssue({ kind: 'worst', ...bounded }, terms)).toBeNull()
  },
)

it('a new distance below one tick is refused', () => {
  const stated = { distance: price('0.0002'), bound: null }
  expect(closeDistanceIssue(stated, 'binary', price('0.001'))).toMatch(
    /Slippage must be at least one tick, 0\.1 ¢; 0\.02 ¢ is less\./,
  )
  expect(closeDistanceIssue(stated, 'binary')).toBeNull()
  expect(closeDistanceIssue({ distance: price('0.001'), bound: null }, 'binary', price('0.001'))).toBeNull()
})

it('is shown in the unit of the market', () => {
  expect(closeDistanceText({ distance: price('0.10'), bound: price('1') }, 'scalar')).toBe(
    'slippage 0.10 °F, widening to the cap of 1 °F until filled',
  )
  expect(closeDistanceText({ distance: price('0.05'), bound: null }, 'outcome')).toBe('slippage 5 ¢')
})

describe('close distances', () => {
  it('keep their old default until they are set', () => {
    expect(closeDistancesOf(DEFAULT_SETTINGS)).toEqual({
      scalar: { distance: '0.10', bound: '1' },
      binary: { distance: '0.02', bound: '0.05' },
      outcome: { distance: '0.02', bound: '0.05' },
    })
  })
  it('are set per family, and start at the bound when that is closer', () => {
    const chosen = {
      ...DEFAULT_SETTINGS,
      closeShareCents: '10',
      closeShareCentsBound: '5',
      closeDegreesBound: '0.25',
    } as const
    expect(closeDistancesOf(chosen)).toMatchObject({
      scalar: { distance: '0.10', bound: '0.25' },
      binary: { distance: '0.02', bound: '0.05' },
      outcome: { distance: '0.05', bound: '0.05' },
    })
  })
  it('need confirmation to widen, and not to tighten', () => {
    expect(loosenedSettings(DEFAULT_SETTINGS, { closeDegreesBound: '5', closeBinaryCents: '5' })).toEqual([
      'Scalar slippage cap, °F: Cap 1 °F → Cap 5 °F',
      'Binary close slippage, ¢: 2 ¢ slippage → 5 ¢ slippage',
    ])
    expect(loosenedSettings(DEFAULT_SETTINGS, { closeDegreesBound: '0.5', closeShareCents: '1' })).toEqual([])
  })
})
