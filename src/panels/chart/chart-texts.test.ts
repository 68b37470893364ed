import { describe, expect, it } from 'vitest'
import { price } from '../../../contract/decimal.ts'
import { millis } from '../../../contract/time.ts'
import { distanceText, legendOf, summaryOf } from './chart-texts.ts'
import { binary, binaryDown, charted, outcome, scalarMarket } from './testing/markets.ts'

const { view } = scalarMarket()
const plain = (text: string): string => text.replaceAll('\u00a0', ' ')
const candle = {
  time: millis(0),
  open: price('571.8'),
  high: price('571.92'),
  low: price('571.74'),
  close: price('571.84'),
}

describe('the legend', () => {
  it('shows a whole candle with the market’s decimals', () => {
    expect(legendOf(candle, view, 'candles').map(plain)).toEqual([
      'O 571.80   H 571.92   L 571.74   ',
      'C 571.84   71.84 °F',
    ])
  })
  it('shows the current price of steps', () => {
    const yes = charted(outcome(360, 0)).view
    const at = { ...candle, close: price('0.62') }
    expect(legendOf(at, yes, 'steps').map(plain)).toEqual(['', '0.620   62.0 %'])
  })
  it('takes prices as already displayed', () => {
    const down = binaryDown().view
    expect(legendOf({ ...candle, close: down.seen(price('0.25')) }, down, 'steps').map(plain)).toEqual([
      '',
      '0.750   75.0 %',
    ])
  })
})

describe('the distance of the mark from the price to beat', () => {
  const [line] = charted(binary()).chart.looks[0].fixed
  it.each([
    ['554.305', '1.72 °F above the price to beat, UP leads'],
    ['552.58', '0.005 °F below the price to beat, DOWN leads'],
    ['552.585', 'at the price to beat'],
  ])('%s', (mark, text) => {
    expect(plain(distanceText(price(mark), line!, view))).toBe(text)
  })
})

describe('the summary', () => {
  const given = {
    name: 'NYCTMP1',
    priceName: 'mark',
    last: price('571.84'),
    inView: { low: price('571.7'), high: price('572') },
    view,
    look: 'candles',
    resolution: 60,
    others: [],
    distance: '',
  } as const
  it('has the newest price and the visible range', () => {
    expect(plain(summaryOf(given))).toBe(
      'NYCTMP1, 1 minute per candle: last mark 571.84 (71.84 °F); in view from 571.70 (71.70 °F) to 572.00 (72.00 °F)',
    )
  })
  it('has the distance from the deciding price', () => {
    expect(plain(summaryOf({ ...given, inView: null, distance: '1.72 °F above the price to beat, UP leads' }))).toBe(
      'NYCTMP1, 1 minute per candle: last mark 571.84 (71.84 °F), 1.72 °F above the price to beat, UP leads',
    )
  })
  it('includes the other lines of a chart', () => {
    const others = [
      { name: '45 °F or higher', price: price('0.641') },
      { name: '43 °F or lower', price: null },
    ]
    const yes = charted(outcome(360, 0)).view
    const steps = {
      ...given,
      name: '44 °F',
      priceName: 'price',
      view: yes,
      look: 'steps',
      last: price('0.33'),
    } as const
    expect(plain(summaryOf({ ...steps, inView: null, others }))).toBe(
      '44 °F, each price until the next: last price 0.330 (33.0 %); 45 °F or higher 0.641; 43 °F or lower without a price',
    )
  })
  it('reports that there is no data yet', () => {
    expect(summaryOf({ ...given, last: null })).toBe('NYCTMP1, no marks yet')
  })
})
