import { describe, expect, it } from 'vitest'
import { price } from '../../../contract/decimal.ts'
import { firstFormat, leastWidth, minMoveOf, secondFormat, spaceAbovePrices } from './scales.ts'
import { binaryDown, scalarMarket } from './testing/markets.ts'

const TICK = price('0.001')
const measure = (message: string, text: number): number => message.length * text

describe('the width of a scale', () => {
  it('fits the last price within its bounds, which lies between unlabeled marks', () => {
    const { view } = binaryDown()
    const format = secondFormat(view, TICK)
    expect(format.formatter(1.2 as never)).toBe('')
    expect(format.formatter(1 as never)).toMatch(/^100\.0\s%$/)
    expect(leastWidth(view, format, 12, measure)).toBe('100.0 %'.length * 12 + 21)
  })

  it('is left to the library where prices have no bounds', () => {
    const { view } = scalarMarket()
    expect(leastWidth(view, secondFormat(view, TICK), 12, measure)).toBe(0)
  })
})

describe('a pointer over a chart without prices', () => {
  it.each([
    ['bounds', binaryDown],
    ['no bounds', scalarMarket],
  ])('has no label on scales of prices with %s', (_, market) => {
    const { view } = market()
    for (const format of [firstFormat(view, TICK), secondFormat(view, TICK)]) {
      expect(format.formatter(Number.NaN as never)).toBe('')
    }
  })
})

describe('the space above the prices', () => {
  /** The top of a label at the highest price. */
  const top = (legend: number, text: number, height: number): number =>
    0.12 * height + spaceAbovePrices(legend, text, height) - (text + 5) / 2

  it.each([
    ['one line', 39, 11, 300],
    ['two lines', 56, 11, 200],
    ['two lines in larger text', 84, 17, 260],
    ['three lines', 73, 11, 500],
  ])('keeps labels below a legend of %s', (_, legend, text, height) => {
    expect(top(legend, text, height)).toBeGreaterThanOrEqual(legend)
  })

  it('leaves most of a low chart to the prices', () => {
    expect(spaceAbovePrices(90, 17, 100)).toBe(40)
  })
})

it.each([
  ['0.001', 0.001],
  ['0.0025', 0.0025],
  ['0.5', 0.5],
  ['5', 5],
  ['0.3', 0.1],
  ['0.007', 0.001],
  [`0.${'0'.repeat(17)}1`, 1e-15],
])(
  'marks of a scale are multiples of a tick of %s where the library can divide it, else of its last decimal',
  (tick, move) => {
    expect(minMoveOf(price(tick))).toBe(move)
  },
)
