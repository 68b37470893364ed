import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Fill, Order, Position } from '../../../contract/account.ts'
import type { ConditionalView } from '../../../contract/conditional.ts'
import { price, size } from '../../../contract/decimal.ts'
import type { BucketView } from '../../../contract/market.ts'
import { millis } from '../../../contract/time.ts'
import { type AnnotationInput, annotationsOf, spreadLabels } from './annotations.ts'

const order: Order = {
  oid: '7',
  cloid: null,
  asset: 'NYCTMP1',
  side: 'buy',
  price: price('571.62'),
  size: size('150.0000'),
  filled: size('0'),
  tif: 'GTC',
  reduceOnly: false,
  status: 'resting',
  statusText: 'resting',
  time: millis(0),
}
const position: Position = {
  family: 'scalar',
  asset: 'NYCTMP1',
  size: size('-450'),
  entryPx: price('571.28888'),
  markPx: null,
  leverage: 10,
  margin: null,
  unrealizedPnl: null,
  realizedPnl: null,
  liquidationPx: null,
}
const bucket: BucketView = {
  current: { asset: 'NYCTMP1', start: millis(7_200_000), end: millis(14_400_000), phaseText: null },
  next: null,
  phase: 'trading',
  clockOffset: 0,
  twapWindow: 120_000,
  twapEstimate: null,
  receivedAt: millis(0),
  stale: false,
}
const stop = {
  id: 's',
  target: { family: 'scalar', asset: 'NYCTMP1', end: millis(14_400_000) },
  kind: 'stop',
  trigger: price('572.00'),
  percent: '50',
  state: 'armed',
  paused: null,
  needs: null,
} as unknown as ConditionalView
const fill: Fill = {
  tid: 't',
  oid: '7',
  asset: 'NYCTMP1',
  side: 'sell',
  price: price('571.30'),
  size: size('2.5000'),
  fee: null,
  liquidity: null,
  realizedPnl: null,
  time: millis(5),
}
const input: AnnotationInput = {
  conditionals: [stop, { ...stop, id: 'x', state: 'done' }, { ...stop, id: 'p', paused: 'Paused: stale.' }],
  asset: 'NYCTMP1',
  places: 2,
  step: 60_000,
  orders: [order, { ...order, oid: '8', filled: size('20.5000') }, { ...order, oid: '9', asset: 'NYCTMP2' }],
  position,
  fills: [fill],
  bucket,
  settlements: [{ asset: 'NYCTMP2', end: millis(7_200_000), mark: price('571.46') }],
}

describe('annotations', () => {
  const { levels, fills, boundaries, windows } = annotationsOf(input)
  it('say what rests and what is held, of this asset only', () => {
    expect(levels.map(({ text }) => text)).toEqual([
      'Short 450 at 571.29',
      'Buy 150, resting',
      'Buy 150, resting, 20.5 filled',
      'Stop 50 %, held by this terminal',
      'Stop 50 %, paused',
    ])
    expect(fills).toMatchObject([{ id: 't', from: 5, to: 5, side: 'sell', price: '571.30', size: '2.5000' }])
  })
  it('mark where buckets meet, with the settlement there', () => {
    expect(boundaries).toEqual([
      { time: 7_200_000, text: 'NYCTMP1 opens, NYCTMP2 settled 71.46\u00a0°F' },
      { time: 14_400_000, text: 'NYCTMP1 settles' },
    ])
  })
  it('shade the averaging window before each end', () => {
    expect(windows[1]).toEqual({ from: 14_280_000, to: 14_400_000 })
  })
  it('are none without a bucket, orders or position', () => {
    const nothing = { ...input, orders: [], conditionals: [], position: null, fills: [], bucket: null, settlements: [] }
    expect(annotationsOf(nothing)).toEqual({ levels: [], fills: [], boundaries: [], windows: [] })
  })
})

describe('labels', () => {
  it('never cover one another and stay inside, as long as there is room', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -500, max: 1500 }), { maxLength: 20 }), (centres) => {
        const placed = spreadLabels(
          centres.toSorted((a, b) => a - b),
          18,
          600,
        )
        placed.forEach((centre, index) => {
          expect(centre).toBeGreaterThanOrEqual(9)
          expect(centre).toBeLessThanOrEqual(591)
          if (index > 0) expect(centre - placed[index - 1]!).toBeGreaterThanOrEqual(18)
        })
      }),
    )
  })
  it('stay where they want to be when nothing is in the way', () => {
    expect(spreadLabels([50, 200], 18, 600)).toEqual([50, 200])
  })
})
