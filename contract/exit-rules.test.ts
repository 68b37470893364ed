import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { add, compare, fromUnits, isMultipleOf, type Price, type Size, toUnits, ZERO } from './decimal.ts'
import { type ExitTerms, exitTerms, isTemplate, termsIssue } from './exit-plan.ts'
import {
  breakEvenPrice,
  hasBegun,
  isBetter,
  levelPrice,
  resultAt,
  targetSizes,
  trailPrice,
  unprotected,
} from './exit-rules.ts'

const TICK = '0.02' as Price
const NONE: ExitTerms = { stop: null, targets: [], breakEven: null, trail: null, outBefore: null }
const distance = (text: string) => ({ by: 'distance', distance: text as Price }) as const
const share = (text: string) => ({ of: 'position', percent: text as never }) as const
const contracts = (text: string) => ({ of: 'contracts', size: text as Size }) as const

describe('terms of an exit plan', () => {
  it.each<[string, Partial<ExitTerms>, string | null, RegExp]>([
    ['without any exit', {}, null, /Set a stop, a target, a trail or a time exit: a plan needs at least one\./],
    [
      'for more than the position',
      { targets: ['60', '41'].map((one) => ({ level: distance('1'), share: share(one) })) },
      'target/1',
      /101 %/,
    ],
    [
      'with both kinds of size',
      { targets: [share('50'), contracts('5')].map((one) => ({ level: distance('1'), share: one })) },
      'target/1',
      /Size all targets in percent, or all in contracts\./,
    ],
    [
      'waiting for a missing target',
      { stop: distance('1'), breakEven: { when: 'first_target' } },
      'breakEven',
      /no first target/,
    ],
    [
      'with break-even at once',
      { stop: distance('1'), breakEven: { when: 'at_once' } },
      'breakEven',
      /Break-even needs a trigger: a price move or the first target\./,
    ],
    [
      'with a trail but no stop until it starts',
      { trail: { distance: '1' as Price, after: { when: 'moved', distance: '1' as Price } } },
      'trail',
      /There is no stop until the trail starts\. Add one, or start the trail at once\./,
    ],
    [
      'with break-even but no stop',
      { outBefore: 30, breakEven: { when: 'moved', distance: '1' as Price } },
      'breakEven',
      /Break-even needs a stop to move\. Add one\./,
    ],
  ])('are refused at their field: %s', (_what, terms, field, text) => {
    const issue = termsIssue({ ...NONE, ...terms })
    expect(issue?.field).toBe(field)
    expect(issue?.message).toMatch(text)
  })
  it.each<[string, Partial<ExitTerms>]>([
    ['only a stop', { stop: distance('0.35') }],
    ['only a time', { outBefore: 0 }],
    ['a trail from the start', { trail: { distance: '0.25' as Price, after: { when: 'at_once' } } }],
    [
      'thirds that leave a remainder',
      { targets: ['33', '33'].map((one) => ({ level: distance('1'), share: share(one) })) },
    ],
  ])('accept %s', (_what, terms) => {
    expect(termsIssue({ ...NONE, ...terms })).toBeNull()
    expect(exitTerms.safeParse({ ...NONE, ...terms }).success).toBe(true)
  })
  it('reject zero distances and empty plans', () => {
    expect(exitTerms.safeParse({ ...NONE, stop: distance('0') }).success).toBe(false)
    expect(exitTerms.safeParse({ ...NONE, stop: distance('1e5') }).success).toBe(false)
    expect(exitTerms.safeParse({ ...NONE, secret: 'x' }).success).toBe(false)
  })
  it('can be saved as a template only without a price', () => {
    expect(isTemplate({ ...NONE, stop: distance('1') })).toBe(true)
    expect(isTemplate({ ...NONE, stop: { by: 'price', price: '570' as Price } })).toBe(false)
  })
})

describe('prices of a plan', () => {
  it.each<['stop' | 'target', 'long' | 'short', string, string, string]>([
    ['stop', 'long', '571.30', '0.35', '570.96'],
    ['target', 'long', '571.30', '0.35', '571.66'],
    ['stop', 'short', '571.30', '0.35', '571.64'],
    ['target', 'short', '571.30', '0.35', '570.94'],
    ['stop', 'long', '571.2933', '0.3', '571.00'],
  ])('a %s of a %s entered at %s, %s away, is at %s: no more risk and no less profit than stated', (...row) => {
    const [kind, side, entry, away, expected] = row
    expect(
      compare(levelPrice(kind, distance(away), { side, entry: entry as Price, tick: TICK }), expected as Price),
    ).toBe(0)
  })
  it.each<['long' | 'short', string | null, string]>([
    ['long', '0.9', '100.12'],
    ['short', '0.9', '99.88'],
    ['long', null, '100.10'],
    ['long', '-0.1', '100.06'],
  ])('break-even of a %s with an entry fee of %s on 15 is %s', (side, fee, expected) => {
    const even = breakEvenPrice({
      ...{
        side,
        entry: '100' as Price,
        size: '15' as Size,
        entryFee: fee as never,
        takerBps: '5' as never,
        tick: TICK,
      },
    })
    expect(compare(even, expected as Price)).toBe(0)
  })
  it('start to move after the required move, inclusive', () => {
    const now = (price: string) => ({
      side: 'short' as const,
      entry: '571' as Price,
      price: price as Price,
      firstTargetClosed: false,
    })
    const after = { when: 'moved', distance: '0.5' as Price } as const
    expect(hasBegun(after, now('570.51'))).toBe(false)
    expect(hasBegun(after, now('570.50'))).toBe(true)
    expect(hasBegun({ when: 'first_target' }, now('570'))).toBe(false)
    expect(hasBegun({ when: 'first_target' }, { ...now('572'), firstTargetClosed: true })).toBe(true)
  })
  it('trail by whole ticks, and never closer than the distance', () => {
    expect(compare(trailPrice('long', '571.333' as Price, '0.25' as Price, TICK), '571.08' as Price)).toBe(0)
    expect(compare(trailPrice('short', '571.333' as Price, '0.25' as Price, TICK), '571.60' as Price)).toBe(0)
  })
  it('report the result of a stop', () => {
    expect(compare(resultAt('long', '71.29' as Price, '70.95' as Price, '450' as Size), '-153' as Price)).toBe(0)
    expect(compare(resultAt('short', '71.29' as Price, '70.95' as Price, '450' as Size), '153' as Price)).toBe(0)
    expect(isBetter('short', '1' as Price, '2' as Price)).toBe(true)
  })
})

describe('sizes of targets', () => {
  const LOT = '0.01' as Size
  const parts = (percents: readonly string[], closed: readonly string[] = []): Parameters<typeof targetSizes>[0] =>
    percents.map((one, index) => ({ share: share(one), closed: (closed[index] ?? '0') as Size }))
  it.each([
    [['50', '50'], '10', '10', ['5', '5']],
    [['33', '33', '34'], '1', '1', ['0.33', '0.33', '0.34']],
    [['50', '50'], '0.01', '0.01', ['0', '0.01']],
    [['50'], '0.03', '0.03', ['0.01']],
    [['50', '50'], '10', '3', ['3', '0']],
  ])('%j of %s with %s left are %j', (percents, filled, left, expected) => {
    const sizes = targetSizes(parts(percents), filled as Size, left as Size, LOT)
    for (const [index, size] of sizes.entries()) expect(compare(size, expected[index] as Size)).toBe(0)
  })
  it('in contracts are filled in order, until the fills are used up', () => {
    const sizes = targetSizes(
      ['5', '5'].map((one) => ({ share: contracts(one), closed: ZERO })),
      '7' as Size,
      '7' as Size,
      LOT,
    )
    expect(sizes.map((size) => compare(size, '3' as Size))).toEqual([1, -1])
    expect(compare(add(sizes[0] as Size, sizes[1] as Size), '7' as Size)).toBe(0)
  })
  it('that closed their part wait for more fills', () => {
    const sizes = targetSizes(parts(['50', '50'], ['5', '0']), '10' as Size, '5' as Size, LOT)
    expect(sizes.map((size) => compare(size, ZERO))).toEqual([0, 1])
    const more = targetSizes(parts(['50', '50'], ['5', '0']), '20' as Size, '15' as Size, LOT)
    expect(compare(more[0] as Size, '5' as Size)).toBe(0)
    expect(compare(more[1] as Size, '10' as Size)).toBe(0)
  })
  it('are whole lots that never exceed what is left, and equal it at 100 percent, at any size', () => {
    const lots = (count: number): Size => fromUnits(BigInt(count), 2) as Size
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 5 }),
        fc.integer({ min: 0, max: 5000 }),
        fc.integer({ min: 0, max: 5000 }),
        fc.boolean(),
        (weights, filled, gone, all) => {
          const percents: number[] = []
          let sum = 0
          for (const one of weights) {
            const next = Math.min(one, 100 - sum)
            if (next > 0) percents.push(next)
            sum += next
          }
          if (all && sum < 100) percents.push(100 - sum)
          const left = Math.max(0, filled - gone)
          const sizes = targetSizes(parts(percents.map(String)), lots(filled), lots(left), LOT)
          const total = sizes.reduce<Size>((a, b) => add(a, b), ZERO)
          expect(compare(total, lots(left))).toBeLessThanOrEqual(0)
          for (const size of sizes) {
            expect(isMultipleOf(size, LOT)).toBe(true)
            expect(compare(size, ZERO)).toBeGreaterThanOrEqual(0)
          }
          if (percents.reduce((a, b) => a + b, 0) === 100) expect(toUnits(total, 2)).toBe(BigInt(left))
        },
      ),
    )
  })
  it('12 of 50 are unprotected', () => {
    expect(compare(unprotected('50' as Size, ['38' as Size]), '12' as Size)).toBe(0)
    expect(compare(unprotected('50' as Size, ['38' as Size, '38' as Size]), ZERO)).toBe(0)
  })
})
