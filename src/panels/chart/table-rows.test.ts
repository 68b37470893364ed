import { describe, expect, it } from 'vitest'
import { price } from '../../../contract/decimal.ts'
import { millis } from '../../../contract/time.ts'
import { CandleStore } from './candle-store.ts'
import { rowsOf } from './chart-table.tsx'
import { StepStore } from './step-store.ts'
import type { StoredLine } from './use-histories.ts'

const line = { asset: 'X', name: 'X', source: { kind: 'points', coin: 'X' } } as const
function steps(...points: (readonly [second: number, text: string])[]): StoredLine {
  const store = new StepStore(60)
  store.load(points.map(([second, text]) => ({ time: millis(second * 1000), price: price(text) })))
  return { line, store }
}
function candles(count: number): StoredLine {
  const store = new CandleStore(60)
  const at = price('571')
  store.load(
    Array.from({ length: count }, (_, n) => ({ time: millis(n * 60_000), open: at, high: at, low: at, close: at })),
  )
  return { line, store }
}
const minutes = (lines: readonly StoredLine[], look: 'candles' | 'steps'): number[] =>
  rowsOf({ lines }, look).map(({ candle }) => candle.time / 60_000)

describe('the table beside a chart', () => {
  it('has the newest candles, newest first', () => {
    const shown = minutes([candles(80)], 'candles')
    expect([shown.length, shown[0], shown.at(-1)]).toEqual([50, 79, 30])
  })
  it('for steps has only times at which a price of any line changed', () => {
    const own = steps([0, '0.5'], [300, '0.6'])
    const other = steps([0, '0.1'], [120, '0.2'], [300, '0.2'])
    expect(minutes([own, other], 'steps')).toEqual([5, 2, 0])
    const [newest, middle] = rowsOf({ lines: [own, other] }, 'steps')
    expect([newest?.others[0]?.close, middle?.candle.close]).toEqual(['0.2', '0.5'])
  })
  it('is empty without a line', () => {
    expect(rowsOf({ lines: [] }, 'candles')).toEqual([])
  })
})
