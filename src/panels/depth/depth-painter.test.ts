import { beforeEach, describe, expect, it } from 'vitest'
import { price, size } from '../../../contract/decimal.ts'
import type { Instrument } from '../../../contract/instrument.ts'
import type { BookRow, BookView } from '../../../contract/market.ts'
import { createFormat } from '../../format/index.ts'
import { axisOf } from '../../markets/family/index.ts'
import { DepthPainter, type Label } from './depth-painter.ts'

let writes = 0
const shape = () => {
  const attributes = new Map<string, string>()
  return {
    attributes,
    setAttribute(name: string, value: string) {
      writes += 1
      attributes.set(name, value)
    },
    get d() {
      return attributes.get('d') ?? ''
    },
  }
}
const textOf = () => {
  let data = ''
  return {
    get data() {
      return data
    },
    set data(value: string) {
      writes += 1
      data = value
    },
  }
}
class Mark implements Label {
  place: number | null = null
  text = ''
  put(place: number | null, text: string): void {
    writes += 1
    this.place = place
    this.text = text
  }
}
const marks = (count: number) => Array.from({ length: count }, () => new Mark())

const format = createFormat({ zone: 'UTC', temperature: 'fahrenheit', grouping: 'comma' })
const scalar = axisOf({ family: 'scalar', tick: price('0.01') } as Instrument, format)
const binary = axisOf({ family: 'binary', tick: price('0.001') } as Instrument, format)

function setUp(view = scalar.view({ unit: 'temperature' })) {
  const targets = {
    root: shape(),
    bidArea: shape(),
    bidLine: shape(),
    askArea: shape(),
    askLine: shape(),
    own: shape(),
    middle: shape(),
    priceMarks: marks(8),
    sizeMarks: marks(5),
    bidTotal: textOf(),
    askTotal: textOf(),
    mid: textOf(),
    spread: textOf(),
  }
  return { targets, painter: new DepthPainter(targets, view) }
}
const row = (px: string, total: string, own = false): BookRow => ({
  px: price(px),
  sz: size('1'),
  total: size(total),
  depth: 0,
  own,
})
const book = (bids: BookRow[], asks: BookRow[], time = 7) =>
  ({ bids, asks, mid: price('571.85'), spread: price('0.10'), time }) as unknown as BookView
const BOOK = book([row('571.80', '10'), row('571.40', '90', true)], [row('571.90', '20'), row('572.20', '10')])

beforeEach(() => {
  writes = 0
})

describe('painting a depth chart', () => {
  it('draws a step per level, away from the best, and labels prices in the chosen unit', () => {
    const { targets, painter } = setUp()
    painter.paint(BOOK)
    // Half a window of 0.5 around 571.85: the best bid at 45 %, the last ask at 85 %.
    expect(targets.bidLine.d).toMatch(/^M450\.0 1000H450\.0V[\d.]+H50\.0V[\d.]+H44\.0$/)
    expect(targets.askLine.d).toMatch(/^M550\.0 1000H550\.0V[\d.]+H850\.0V[\d.]+H856\.0$/)
    expect(targets.askArea.d.endsWith('V1000H550.0z')).toBe(true)
    expect(targets.middle.d).toBe('M500.0 0V1000')
    expect(targets.priceMarks.map((mark) => mark.text)).toContain('71.80')
    expect([targets.mid.data, targets.spread.data]).toEqual(['71.85\u00a0°F', '0.10\u00a0°F'])
    expect([targets.bidTotal.data, targets.askTotal.data]).toEqual(['90', '10'])
    expect(targets.root.attributes.get('data-book-time')).toBe('7')
  })
  it('labels as many prices as fit', () => {
    const { targets, painter } = setUp()
    const named = () => targets.priceMarks.filter(({ place }) => place !== null).length
    painter.paint(BOOK)
    const before = named()
    painter.roomFor(2)
    expect(named()).toBeLessThan(before)
  })
  it('marks own orders on the price axis', () => {
    const { targets, painter } = setUp()
    painter.paint(BOOK)
    expect(targets.own.d).toBe('M50.0 1000v-60')
  })
  it('writes only the time when the same book is repeated', () => {
    const { painter } = setUp()
    painter.paint(BOOK)
    writes = 0
    painter.paint(BOOK)
    expect(writes).toBe(1)
  })
  it('ends a side at the edge where levels are beyond it', () => {
    const { targets, painter } = setUp()
    painter.zoomTo(1 / 4)
    painter.paint(BOOK)
    expect(targets.bidLine.d).toMatch(/H0\.0$/)
    expect(painter.placeOf({ side: 'bid', level: 1 })).toBeNull()
    expect(painter.placeOf({ side: 'bid', level: 0 })?.left).toBeGreaterThan(0)
  })
  it('mirrors DOWN: bids for UP are its asks', () => {
    const { targets, painter } = setUp(binary.view({ side: 'down' }))
    painter.paint({ ...book([row('0.600', '5')], [row('0.650', '9')]), mid: price('0.625'), spread: price('0.050') })
    expect([targets.bidTotal.data, targets.askTotal.data]).toEqual(['9', '5'])
    expect(painter.places).toEqual({ bids: [{ at: 0.35, total: 9 }], asks: [{ at: 0.4, total: 5 }] })
    expect([targets.mid.data, targets.spread.data]).toEqual(['0.375', '0.050'])
  })
  it('leaves nothing of the previous book', () => {
    const { targets, painter } = setUp()
    painter.paint(BOOK)
    painter.clear()
    expect(
      [targets.bidArea, targets.bidLine, targets.askArea, targets.own, targets.middle].map(({ d }) => d).join(''),
    ).toBe('')
    expect(targets.priceMarks.every(({ place }) => place === null)).toBe(true)
    expect([targets.bidTotal.data, targets.askTotal.data, targets.mid.data]).toEqual(['—', '—', '—'])
    expect(painter.priceAt(0.5)).toBeNull()
  })
})
