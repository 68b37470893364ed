import { beforeEach, describe, expect, it } from 'vitest'
import { price } from '../../contract/decimal.ts'
import { degreesText, temperatureOf } from '../format/index.ts'
import { FIGURES, type FigureTargets, MiddlePainter } from './middle-painter.ts'

const view: ConstructorParameters<typeof MiddlePainter>[1] = {
  price: (price) => price,
  second: temperatureOf,
  distance: (distance) => distance,
  secondDistance: degreesText,
}
let writes = 0
const text = () => {
  let data = ' '
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
function setUp() {
  const targets = Object.fromEntries(FIGURES.map((name) => [name, { value: text(), unit: text() }])) as Record<
    (typeof FIGURES)[number],
    FigureTargets
  >
  const shown = () => FIGURES.map((name) => [targets[name].value.data, targets[name].unit.data])
  return { painter: new MiddlePainter(targets, view), shown }
}
const ticker = { mark: price('554.34'), last: price('554.11') }
const book = { mid: price('554.095'), spread: price('0.03') }

beforeEach(() => {
  writes = 0
})

describe('the middle of a book', () => {
  it('shows mark, mid, last and spread, each with its °F', () => {
    const { painter, shown } = setUp()
    painter.paintBook(book)
    painter.paintTicker(ticker)
    expect(shown()).toEqual([
      ['554.34', '54.34\u00a0°F'],
      ['554.095', '54.095\u00a0°F'],
      ['554.11', '54.11\u00a0°F'],
      ['0.03', '0.03\u00a0°F'],
    ])
  })
  it('writes a temperature below zero with a typographic minus sign', () => {
    const { painter, shown } = setUp()
    painter.paintTicker({ mark: price('466.57'), last: null })
    expect(shown()[0]).toEqual(['466.57', '−33.43\u00a0°F'])
    expect(shown()[2]).toEqual(['—', ''])
  })
  it('writes nothing when nothing changed', () => {
    const { painter } = setUp()
    painter.paintBook(book)
    writes = 0
    painter.paintBook({ ...book })
    expect(writes).toBe(0)
  })
  it('keeps the mark when only the book is cleared, and nothing when the asset changes', () => {
    const { painter, shown } = setUp()
    painter.paintBook(book)
    painter.paintTicker(ticker)
    painter.clear()
    expect(shown().map(([value]) => value)).toEqual(['554.34', '—', '554.11', '—'])
    painter.clearTicker()
    expect(shown().map(([value]) => value)).toEqual(['—', '—', '—', '—'])
  })
})
