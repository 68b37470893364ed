import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Fill, Order, Position } from '../../../contract/account.ts'
import type { ConditionalView } from '../../../contract/conditional.ts'
import { price, size } from '../../../contract/decimal.ts'
import { millis } from '../../../contract/time.ts'
import { type AnnotationInput, annotationsOf, NO_ANNOTATIONS, spreadLabels } from './annotations.ts'
import { binary, binaryDown, charted, outcome, scalarMarket } from './testing/markets.ts'

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
const { view, words, chart } = scalarMarket()
const input: AnnotationInput = {
  asset: 'NYCTMP1',
  view,
  words,
  fixed: [],
  times: chart.times,
  step: 60_000,
  orders: [order, { ...order, oid: '8', filled: size('20.5000') }, { ...order, oid: '9', asset: 'NYCTMP2' }],
  conditionals: [stop, { ...stop, id: 'x', state: 'done' }, { ...stop, id: 'p', paused: 'Paused: stale.' }],
  positions: [position, { ...position, asset: 'NYCTMP2' }],
  fills: [fill],
}
const texts = (given: AnnotationInput): string[] => annotationsOf(given).levels.map(({ text }) => text)

describe('annotations', () => {
  it('say what rests and what is held, of this asset only', () => {
    expect(texts(input)).toEqual([
      'Short 450 at 571.29',
      'Buy 150, resting',
      'Buy 150, resting, 20.5 filled',
      'Stop 50 %, held by this terminal',
      'Stop 50 %, paused',
    ])
    expect(annotationsOf(input).fills).toMatchObject([
      { id: 't', from: 5, to: 5, side: 'sell', price: '571.30', size: '2.5000' },
    ])
  })
  it('carry the moments of the market', () => {
    expect(annotationsOf(input)).toMatchObject(chart.times)
  })
  it('are none without orders, stops, position and fills, and where the prices are those of another market', () => {
    const none = { ...input, times: NO_ANNOTATIONS, orders: [], conditionals: [], positions: [], fills: [] }
    expect(annotationsOf(none)).toEqual(NO_ANNOTATIONS)
    expect(annotationsOf({ ...input, asset: null, times: NO_ANNOTATIONS })).toEqual(NO_ANNOTATIONS)
  })
  it('B21: of an outcome are its shares at their own price', () => {
    const yes = charted(outcome(360, 0))
    const own = { asset: '#3600', price: price('0.6') }
    const given = { ...input, asset: '#3600', view: yes.view, words: yes.words }
    const held = { ...position, ...own, family: 'outcome', size: size('60'), entryPx: price('0.62913') } as const
    const shown = { ...given, orders: [{ ...order, ...own }], positions: [held], fills: [{ ...fill, ...own }] }
    expect(texts(shown)).toEqual(['60 Yes at 0.629', 'Buy 150 Yes, resting'])
    expect(annotationsOf(shown).fills).toMatchObject([{ price: '0.6' }])
  })
  it('of a binary market stand where they are seen from DOWN', () => {
    const down = binaryDown()
    const own = { asset: 'NYCBIN1', price: price('0.250') }
    const given = { ...input, asset: 'NYCBIN1', view: down.view, words: down.words, orders: [{ ...order, ...own }] }
    const held = { ...position, family: 'binary', asset: 'NYCBIN1', entryPx: price('0.25') } as const
    expect(annotationsOf({ ...given, positions: [held] }).levels).toMatchObject([
      { text: 'DOWN 450 at 0.750', price: '0.75' },
      { text: 'Sell 150 DOWN, resting', price: '0.750' },
    ])
  })
  it('B24: of the mark that decides lead with the price to beat', () => {
    const [mark] = charted(binary()).chart.looks
    const { levels, decider } = annotationsOf({ ...input, asset: null, fixed: mark.fixed })
    expect(levels).toMatchObject([{ kind: 'fixed', text: 'Price to beat 552.585 (52.585\u00a0°F)', price: '552.585' }])
    expect(decider).toEqual({ price: '552.585', above: 'UP', below: 'DOWN' })
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
