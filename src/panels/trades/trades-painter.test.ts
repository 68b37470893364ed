import { describe, expect, it } from 'vitest'
import { price, size } from '../../../contract/decimal.ts'
import { type TapeRow, type TradeRow, TradesPainter } from './trades-painter.ts'

class Row implements TradeRow {
  tid: string | null = null
  own = false
  shows = 0
  show({ key }: TapeRow, own: boolean): void {
    this.tid = key
    this.own = own
    this.shows += 1
  }
  hide(): void {
    this.tid = null
  }
  setOwn(own: boolean): void {
    this.own = own
  }
}

function setUp(count: number) {
  const screen = Array.from({ length: count }, () => new Row())
  const painter = new TradesPainter<Row>(
    {
      toFront(row) {
        screen.splice(screen.indexOf(row), 1)
        screen.unshift(row)
      },
    },
    [...screen],
  )
  return { screen, painter, seen: () => screen.map((row) => row.tid) }
}
const trade = (tid: string): TapeRow => ({
  key: tid,
  tids: [tid, `${tid}2`],
  side: 'buy',
  px: price('571.84'),
  sz: size('1.0000'),
  time: 0,
})
const trades = (...tids: string[]) => tids.map(trade)

describe('the tape', () => {
  it('shows the newest first and no more than it has rows', () => {
    const { painter, seen } = setUp(3)
    painter.paint(trades('d', 'c', 'b', 'a'))
    expect(seen()).toEqual(['d', 'c', 'b'])
  })

  it('writes only the rows of new trades', () => {
    const { painter, screen, seen } = setUp(4)
    painter.paint(trades('c', 'b', 'a'))
    const before = screen.reduce((sum, row) => sum + row.shows, 0)
    painter.paint(trades('e', 'd', 'c', 'b', 'a'))
    expect(seen()).toEqual(['e', 'd', 'c', 'b'])
    expect(screen.reduce((sum, row) => sum + row.shows, 0) - before).toBe(2)
  })

  it('is correct after a gap in which everything changed, and after being cleared', () => {
    const { painter, seen } = setUp(3)
    painter.paint(trades('c', 'b', 'a'))
    painter.paint(trades('z', 'y'))
    expect(seen()).toEqual(['z', 'y', null])
    painter.clear()
    expect(seen()).toEqual([null, null, null])
  })

  it('rewrites a trade that is repeated with another price or size', () => {
    const { painter, screen } = setUp(2)
    painter.paint(trades('b', 'a'))
    painter.paint([{ ...trade('b'), px: price('571.85') }, trade('a')])
    expect(screen.map(({ shows }) => shows)).toEqual([2, 1])
  })

  it('marks own fills, including those that are reported later', () => {
    const { painter, screen } = setUp(3)
    painter.paint(trades('b', 'a'))
    painter.setOwn(new Set(['a2']))
    expect(screen.map((row) => row.own)).toEqual([false, true, false])
    painter.paint(trades('c', 'b', 'a'))
    expect(screen.map((row) => [row.tid, row.own])).toEqual([
      ['c', false],
      ['b', false],
      ['a', true],
    ])
  })
})
