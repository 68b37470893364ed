import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Fill, Order, Position } from '../../../contract/account.ts'
import type { AlertRule, AlertView } from '../../../contract/alert.ts'
import type { ConditionalView } from '../../../contract/conditional.ts'
import { type Fahrenheit, price, size } from '../../../contract/decimal.ts'
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
  plan: { size: '225' },
  state: 'armed',
  paused: null,
  needs: null,
} as unknown as ConditionalView
const fill: Fill = {
  tid: 't',
  oid: '7',
  cause: null,
  asset: 'NYCTMP1',
  side: 'sell',
  price: price('571.30'),
  size: size('2.5000'),
  fee: null,
  liquidity: null,
  realizedPnl: null,
  time: millis(5),
}
const { view, text: message, chart } = scalarMarket()
const input: AnnotationInput = {
  asset: 'NYCTMP1',
  view,
  text: message,
  fixed: [],
  times: chart.times,
  step: 60_000,
  orders: [order, { ...order, oid: '8', filled: size('20.5000') }, { ...order, oid: '9', asset: 'NYCTMP2' }],
  conditionals: [stop, { ...stop, id: 'x', state: 'done' }, { ...stop, id: 'p', paused: 'Paused: stale.' }],
  positions: [position, { ...position, asset: 'NYCTMP2' }],
  targets: [],
  fills: [fill],
  alerts: [],
  drawn: { asset: 'NYCTMP1', isLive: true },
}
const texts = (given: AnnotationInput): string[] => annotationsOf(given).levels.map(({ text }) => text)

describe('annotations', () => {
  it('show resting orders and the position, of this asset only', () => {
    expect(texts(input)).toEqual([
      'Short 450 at 571.29',
      'Buy 150 at 571.62, resting',
      'Buy 150 at 571.62, resting, 20.5 filled',
      'Stop 225 at 572.00, local',
      'Stop 225 at 572.00, paused',
    ])
    expect(annotationsOf(input).fills).toMatchObject([
      { id: 't/7/sell/NYCTMP1/5', from: 5, to: 5, side: 'sell', price: '571.30', size: '2.5000' },
    ])
  })
  it('show the predicted prices behind the position as long as it is held', () => {
    const predicted = { ...input, targets: [price('580.00')] }
    expect(annotationsOf(predicted).levels[1]).toMatchObject({ kind: 'target', price: '580.00' })
    expect(texts(predicted)[1]).toMatch(/^Predicted 580\.00 \(80\.00.°F\)$/)
    expect(texts({ ...predicted, positions: [] })).not.toContainEqual(expect.stringMatching(/^Predicted/))
  })
  it('include the moments of the market', () => {
    expect(annotationsOf(input)).toMatchObject(chart.times)
  })
  it('are empty without orders, stops, position and fills, and where the prices are those of another market', () => {
    const none = { ...input, times: NO_ANNOTATIONS, orders: [], conditionals: [], positions: [], fills: [] }
    expect(annotationsOf(none)).toEqual(NO_ANNOTATIONS)
    expect(annotationsOf({ ...input, asset: null, times: NO_ANNOTATIONS })).toEqual(NO_ANNOTATIONS)
  })
  it('of an outcome are its shares at their own price', () => {
    const yes = charted(outcome(360, 0))
    const own = { asset: '#3600', price: price('0.6') }
    const given = { ...input, asset: '#3600', view: yes.view, text: yes.text }
    const held = { ...position, ...own, family: 'outcome', size: size('60'), entryPx: price('0.62913') } as const
    const shown = { ...given, orders: [{ ...order, ...own }], positions: [held], fills: [{ ...fill, ...own }] }
    expect(texts(shown)).toEqual(['60 Yes at 0.629', 'Buy 150 Yes at 0.600, resting'])
    expect(annotationsOf(shown).fills).toMatchObject([{ price: '0.6' }])
  })
  it('of a binary market are mirrored when viewed from DOWN', () => {
    const down = binaryDown()
    const own = { asset: 'NYCBIN1', price: price('0.250') }
    const given = { ...input, asset: 'NYCBIN1', view: down.view, text: down.text, orders: [{ ...order, ...own }] }
    const held = { ...position, family: 'binary', asset: 'NYCBIN1', entryPx: price('0.25') } as const
    expect(annotationsOf({ ...given, positions: [held] }).levels).toMatchObject([
      { text: 'DOWN 450 at 0.750', price: '0.75' },
      { text: 'Sell 150 DOWN at 0.750, resting', price: '0.750' },
    ])
  })
  it('of the deciding mark start with the price to beat', () => {
    const [mark] = charted(binary()).chart.looks
    const { levels, decider } = annotationsOf({ ...input, asset: null, fixed: mark.fixed })
    expect(levels).toMatchObject([{ kind: 'fixed', text: 'Price to beat 552.585 (52.585\u00a0°F)', price: '552.585' }])
    expect(decider).toEqual({ price: '552.585', above: 'UP', below: 'DOWN' })
  })
})
describe('alerts on a chart', () => {
  const alert = (rule: AlertRule, state: AlertView['state'] = 'on', paused: string | null = null): AlertView =>
    ({ id: 'a', rule, state, repeat: false, paused }) as AlertView
  const mark = (asset: string | null): AlertRule => ({
    kind: 'price',
    asset,
    price: price('572.00'),
    direction: 'either',
  })
  const lines = (alerts: readonly AlertView[], drawn: AnnotationInput['drawn']) =>
    annotationsOf({ ...input, orders: [], conditionals: [], positions: [], alerts, drawn }).levels

  it('are at their price, a temperature at its mark, and can be dragged', () => {
    const warm: AlertRule = { kind: 'temperature', asset: null, temperature: '72.5' as Fahrenheit, direction: 'up' }
    expect(lines([alert(mark('NYCTMP1')), alert(warm)], input.drawn)).toMatchObject([
      { text: 'Alert at 572.00', price: '572.00', kind: 'alert', grip: { kind: 'alert' } },
      { text: 'Alert at 572.50, on the way up', price: '572.5', grip: { kind: 'alert' } },
    ])
  })

  it('show on their line that they are not watched', () => {
    const stale = alert(mark('NYCTMP1'), 'on', 'Data for NYCTMP1 is stale.')
    expect(lines([stale], input.drawn)).toMatchObject([{ text: 'Alert at 572.00, not watched' }])
  })

  it.each<[string, readonly AlertView[], AnnotationInput['drawn'], number]>([
    ['of the live market are shown only in the live one', [alert(mark(null))], { asset: 'NYCTMP2', isLive: false }, 0],
    ['of another market are not shown', [alert(mark('NYCTMP2'))], input.drawn, 0],
    [
      'that have triggered or are off are no lines',
      [alert(mark(null), 'fired'), alert(mark(null), 'off')],
      input.drawn,
      0,
    ],
    ['without a price are no lines', [alert({ kind: 'fill', asset: null })], input.drawn, 0],
    [
      'are also shown at the mark that decides a binary market',
      [alert(mark(null))],
      { asset: 'NYCTMP1', isLive: true },
      1,
    ],
  ])('%s', (_what, alerts, drawn, count) => {
    expect(lines(alerts, drawn)).toHaveLength(count)
  })
})
describe('a draggable stop', () => {
  const gripOf = (held: ConditionalView) =>
    annotationsOf({ ...input, orders: [], positions: [], conditionals: [held] }).levels[0]?.grip

  it('can be dragged while it is watched, and no longer once it has triggered', () => {
    expect(gripOf(stop)).toMatchObject({ kind: 'held', held: { id: 's' } })
    for (const state of ['triggered', 'submitted', 'waiting'] as const)
      expect(gripOf({ ...stop, state })).toBeUndefined()
  })

  it('has a new revision after its trigger or its size changed', () => {
    const before = gripOf(stop)?.revision
    expect(gripOf({ ...stop, trigger: price('572.01') })?.revision).not.toBe(before)
    expect(gripOf({ ...stop, plan: { ...stop.plan, size: size('112.5') } })?.revision).not.toBe(before)
    expect(gripOf({ ...stop, paused: 'Paused: stale.' })?.revision).toBe(before)
  })
})
describe('labels', () => {
  it('never overlap and stay inside, as long as there is space', () => {
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
  it('stay in their preferred position when nothing is in the way', () => {
    expect(spreadLabels([50, 200], 18, 600)).toEqual([50, 200])
  })
})
