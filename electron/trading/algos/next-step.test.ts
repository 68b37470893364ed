/** The next step of scales and slices, over all combinations of facts. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { AlgoRecord, ScaleTerms, SlicesTerms } from '../../../contract/algo.ts'
import { compare, type Price, type Size, signOf } from '../../../contract/decimal.ts'
import { runs } from '../../../contract/testing/property-runs.ts'
import { nextOfQuote, type QuoteFacts } from './passive-slice.ts'
import { nextOfScale, type ScaleFacts } from './scale.ts'
import { nextOfSlices, type SlicesFacts } from './slices.ts'

const size = fc.constantFrom('0', '1', '2', '5').map((text) => text as Size)
const price = fc.constantFrom('570', '571', '572').map((text) => text as Price)
const text = fc.constantFrom(null, 'Why not.')
const closed = fc.constantFrom(null, { kind: 'ended', text: 'It ended.' }, {
  kind: 'waits',
  text: 'It waits.',
} as const)

const SCALE = {
  kind: 'scale',
  tif: 'GTC',
  orders: [
    { price: '571', size: '2' },
    { price: '570', size: '5' },
  ],
} as unknown as ScaleTerms
const scaleFacts = fc.record({
  unended: fc.constantFrom(null, 'child'),
  failure: text,
  left: fc.subarray([
    { part: 0, price: '571' as Price, size: '2' as Size },
    { part: 1, price: '570' as Price, size: '5' as Size },
  ]),
  closed,
  waits: text,
  isDelayed: fc.boolean(),
  most: size,
}) as fc.Arbitrary<ScaleFacts>

const SLICES = { kind: 'slices', slices: 3, worst: '572' } as unknown as SlicesTerms
const slicesFacts = fc.record({
  isStarted: fc.boolean(),
  failure: text,
  isBack: fc.constantFrom(null, true, false),
  left: size,
  closed,
  due: fc.constantFrom(-1, 0, 100, 10_000),
  waits: text,
  size,
  filled: fc.constant('2 of 5 filled.'),
  notBack: fc.constant('Could not be canceled.'),
}) as fc.Arbitrary<SlicesFacts>

const quoteFacts: fc.Arbitrary<QuoteFacts> = fc.record({
  side: fc.constantFrom('buy', 'sell'),
  isOver: fc.boolean(),
  quote: fc.option(fc.record({ id: fc.constant('child'), price })),
  ended: fc.constantFrom(null, 'filled', 'user'),
  price: fc.option(price),
  mayQuote: fc.boolean(),
  rest: size,
})

describe('a scale', () => {
  it('places the next order only with nothing against it, and never more than may be placed', () => {
    fc.assert(
      fc.property(scaleFacts, (facts) => {
        const step = nextOfScale(SCALE, facts)
        const isFree =
          facts.failure === null &&
          facts.unended === null &&
          facts.closed === null &&
          facts.waits === null &&
          !facts.isDelayed
        const [order] = facts.left
        expect(step.do === 'place').toBe(isFree && order !== undefined && signOf(facts.most) > 0)
        if (step.do !== 'place') return
        expect(step).toMatchObject({ part: order?.part, price: order?.price })
        expect(compare(step.size, facts.most)).toBeLessThanOrEqual(0)
        expect(compare(step.size, order?.size ?? ('0' as Size))).toBeLessThanOrEqual(0)
      }),
      { numRuns: runs(2_000, 50_000) },
    )
  })
})

describe('slices', () => {
  it('begin a slice only in an open market, in time, with a rest, and after what an earlier turn left has ended', () => {
    fc.assert(
      fc.property(slicesFacts, fc.nat(3), (facts, begun) => {
        const step = nextOfSlices({ total: '5', begun } as unknown as AlgoRecord, SLICES, facts)
        const isFree =
          facts.isStarted &&
          facts.failure === null &&
          signOf(facts.left) > 0 &&
          begun < SLICES.slices &&
          facts.due <= 0 &&
          facts.closed === null &&
          facts.waits === null
        expect(step.do === 'slice').toBe(isFree)
      }),
      { numRuns: runs(5_000, 100_000) },
    )
  })

  it('are done only once nothing of them is in the market', () => {
    fc.assert(
      fc.property(slicesFacts, fc.nat(3), (facts, begun) => {
        const step = nextOfSlices({ total: '5', begun } as unknown as AlgoRecord, SLICES, facts)
        if (step.do !== 'finish') return
        expect(facts.isBack).not.toBe(null)
        if (step.state === 'done') expect(facts.isBack).toBe(true)
        else if (facts.isBack === false) expect(step.text).toContain(facts.notBack)
      }),
      { numRuns: runs(5_000, 100_000) },
    )
  })
})

describe('a passive slice', () => {
  it('has one order at most, and leaves none behind when its time is over', () => {
    fc.assert(
      fc.property(quoteFacts, (facts) => {
        const step = nextOfQuote(facts)
        if (step.do === 'quote') expect(facts).toMatchObject({ quote: null, mayQuote: true, isOver: false })
        if (facts.isOver)
          expect(step).toMatchObject(facts.quote === null ? { do: 'end' } : { do: 'cancel', after: 'end' })
        if (step.do === 'end') expect(facts.quote).toBe(null)
      }),
      { numRuns: runs(5_000, 100_000) },
    )
  })

  it('moves its order only to a better price of its own side', () => {
    fc.assert(
      fc.property(quoteFacts, (facts) => {
        const step = nextOfQuote(facts)
        if (step.do !== 'cancel' || facts.isOver || facts.ended !== null) return
        const better = compare(facts.price ?? step.quote.price, step.quote.price)
        expect(facts.side === 'buy' ? better : -better).toBe(1)
      }),
      { numRuns: runs(5_000, 100_000) },
    )
  })
})
