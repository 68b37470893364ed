import { describe, expect, it } from 'vitest'
import { price, size } from '../../../contract/decimal.ts'
import type { Settlement } from '../../../contract/market.ts'
import { millis } from '../../../contract/time.ts'
import { createFormat } from '../../format/index.ts'
import { axisOf, chartOf } from './families.ts'
import { binary, HOUR, outcome, START, scalar } from './testing/instruments.ts'

const facts = { settlements: [] as Settlement[], now: START }
const format = createFormat({ zone: 'UTC', temperature: 'fahrenheit', grouping: 'comma' })
const END = START + 2 * HOUR

describe('the chart of a scalar market', () => {
  it('shows candles of the mark over its bucket', () => {
    expect(chartOf(scalar(), facts)).toMatchObject({
      line: { asset: 'NYCTMP1', source: { kind: 'candles', family: 'scalar', asset: 'NYCTMP1' } },
      looks: [{ id: 'mark', drawn: null, fixed: [] }],
      others: null,
      life: { from: START, to: END, name: 'Bucket' },
      range: 'life',
    })
  })
  it('marks where buckets meet, with the settlement there, and the averaging windows before', () => {
    const settlements = [{ asset: 'NYCTMP2', end: START, mark: price('571.46') }]
    const { times } = chartOf(scalar(), { ...facts, settlements })
    expect(times.boundaries).toEqual([
      { time: START, text: 'NYCTMP1 opens, NYCTMP2 settled 71.46\u00a0°F' },
      { time: END, text: 'NYCTMP1 settles' },
    ])
    expect(times.windows[1]).toEqual({ from: END - 120_000, to: END })
  })
  it('shows past settlements while the market is still shown', () => {
    const settlements = [{ asset: 'NYCTMP1', end: millis(END), mark: price('571.46') }]
    expect(chartOf(scalar(), { ...facts, settlements }).times.boundaries.at(-1)?.text).toBe(
      'NYCTMP1 settled 71.46\u00a0°F',
    )
  })
  it('has no line without an instrument or a tick, and no life without its times', () => {
    expect(chartOf(scalar({ asset: null }), facts).line).toBeNull()
    expect(chartOf(scalar({ tick: null }), facts).line).toBeNull()
    expect(chartOf(scalar({ start: null }), facts)).toMatchObject({ life: null, range: '2h' })
  })
})

describe('the chart of a binary market', () => {
  it('shows the deciding mark with the price to beat, and its own price as the second view', () => {
    expect(chartOf(binary(), facts).looks).toMatchObject([
      {
        id: 'mark',
        drawn: { family: 'scalar', asset: 'NYCTMP1' },
        fixed: [{ name: 'Price to beat', price: '552.585', decides: { above: 'UP', below: 'DOWN' } }],
      },
      { id: 'price', drawn: null, fixed: [] },
    ])
    const texts = chartOf(binary(), facts).looks[0]?.fixed[0]?.texts
    expect([texts?.above('1'), texts?.below('1')]).toEqual([
      '1 above the price to beat, UP leads',
      '1 below the price to beat, DOWN leads',
    ])
  })
  it('shows only its own price while the deciding mark is unknown, and no line before there is a price to beat', () => {
    expect(chartOf(binary({ decidedBy: null }), facts).looks).toMatchObject([{ id: 'price' }])
    expect(chartOf(binary({ midpoint: null }), facts).looks[0]).toMatchObject({ id: 'mark', fixed: [] })
  })
  it('marks the end of entries', () => {
    expect(chartOf(binary(), facts).times.boundaries.map(({ text }) => text)).toEqual([
      'NYCBIN1 opens',
      'Entries close',
      'NYCBIN1 settles',
    ])
  })
  it('labels positions, orders and fills from the viewed side', () => {
    const market = binary()
    const wordsFor = (side: string) => chartOf(market, facts).text(axisOf(market, format).view({ side }))
    expect([wordsFor('up').order('buy', '12'), wordsFor('down').order('buy', '12')]).toEqual([
      'Buy 12 UP',
      'Sell 12 DOWN',
    ])
    expect(wordsFor('down').fill('sell', '12')).toBe('Bought 12 DOWN')
    // A position keeps its own side, regardless of the view.
    expect([wordsFor('up').held(size('-12.00')), wordsFor('down').held(size('12.00'))]).toEqual(['DOWN 12', 'UP 12'])
  })
})

describe('the chart of an outcome', () => {
  it('draws prices that each held until the next', () => {
    expect(chartOf(outcome(360, 0), facts)).toMatchObject({
      line: { asset: '#3600', name: 'Outcome 360', source: { kind: 'points', coin: '#3600' } },
      looks: [{ id: 'price' }],
    })
  })
  it.each([
    ['its last hour', END, END - HOUR / 2, { range: 'life', life: { from: END - HOUR, to: END, name: 'Last hour' } }],
    ['a day where hours remain', END, END - 20 * HOUR, { range: '1d', life: null }],
    ['a week where days remain', END, END - 90 * HOUR, { range: '7d', life: null }],
    ['its last hour when it is over', END, END + 5 * HOUR, { range: 'life', life: { to: END } }],
    ['a week where its end is unknown', null, END, { range: '7d', life: null }],
  ])('fills with %s', (_what, end, now, expected) => {
    expect(chartOf(outcome(360, 0, { end: end === null ? null : millis(end) }), { ...facts, now })).toMatchObject(
      expected,
    )
  })
  it('fills with its trading time where the service reports it', () => {
    const reported = outcome(360, 0, { start: START })
    expect(chartOf(reported, facts)).toMatchObject({
      range: 'life',
      life: { from: START, to: END, name: 'Whole market' },
    })
  })
  it('can overlay the same side of the question’s other outcomes, and of no other question', () => {
    const all = [
      scalar(),
      outcome(360, 0),
      outcome(360, 1),
      outcome(361, 0),
      outcome(361, 1),
      outcome(370, 0, { question: { id: 2, title: 'Another?', several: true } }),
    ]
    const names = (side: number): readonly string[] | undefined =>
      chartOf(outcome(360, side), facts)
        .others?.(all)
        .map(({ asset, name }) => `${asset} ${name}`)
    expect(names(0)).toEqual(['#3610 Outcome 361'])
    expect(names(1)).toEqual(['#3611 No, Outcome 361'])
  })
  it('can overlay the other sides of a choice between many', () => {
    const many = { otherSide: null, question: { id: 1, title: 'When?', several: false } }
    const all = ['June', 'July', 'Later'].map((sideName, side) => outcome(360, side, { ...many, sideName }))
    expect(chartOf(all[1]!, facts).others?.(all)).toMatchObject([{ name: 'June' }, { name: 'Later' }])
    expect(chartOf(all[1]!, facts).line?.name).toBe('July')
  })
  it('has no overlays when it is the whole question', () => {
    const alone = outcome(360, 0, { question: { id: 1, title: 'Rain?', several: false } })
    expect(chartOf(alone, facts).others).toBeNull()
  })
})
