import { describe, expect, it } from 'vitest'
import { price } from '../../../contract/decimal.ts'
import type { Instrument } from '../../../contract/instrument.ts'
import { LIVE } from '../../../contract/market-ref.ts'
import { createFormat } from '../../format/index.ts'
import { axisOf } from '../../markets/family/index.ts'
import { linkedTo } from '../../workspace/index.ts'
import { panelWithMarket } from './asked-panel.ts'
import { priceWords } from './price-words.ts'

describe('prices said aloud', () => {
  const ticker = {
    mark: price('571.84'),
    mid: price('571.85'),
    last: price('571.9'),
    bid: price('571.80'),
    ask: null,
    stale: false,
  }
  const format = createFormat({ zone: 'UTC', temperature: 'fahrenheit', grouping: 'comma' })
  const viewOf = (instrument: Partial<Instrument>, side?: string) =>
    axisOf(instrument as Instrument, format).view({ side })
  const scalar = viewOf({ family: 'scalar', tick: price('0.01') })
  const binary = { family: 'binary', tick: price('0.001') } as const
  const plain = (words: string): string => words.replaceAll('\u00a0', ' ')

  it('B4: name the market, the mark with its temperature, bid and ask', () => {
    expect(plain(priceWords('NYCTMP1', ticker, scalar))).toBe('NYCTMP1: mark 571.84, 71.84 °F, bid 571.80, ask none')
  })

  it('are those of any family, as they are seen in the panel', () => {
    const prices = { ...ticker, mark: price('0.566'), bid: price('0.56'), ask: price('0.572') }
    expect(plain(priceWords('GBETA, UP', prices, viewOf(binary)))).toBe(
      'GBETA, UP: mark 0.566, 56.6 %, bid 0.560, ask 0.572',
    )
    expect(plain(priceWords('GBETA, DOWN', prices, viewOf(binary, 'down')))).toBe(
      'GBETA, DOWN: mark 0.434, 43.4 %, bid 0.428, ask 0.440',
    )
  })

  it('say what is missing, and what is old', () => {
    expect(priceWords('GBETA', null, scalar)).toBe('GBETA: nothing trades now')
    expect(priceWords('NYCTMP1', undefined, scalar)).toBe('NYCTMP1: no prices yet')
    expect(plain(priceWords('Above 54.1 °F, Yes', { ...ticker, mark: null, stale: true }, scalar))).toBe(
      'Above 54.1 °F, Yes: middle 571.85, 71.85 °F, bid 571.80, ask none, out of date',
    )
    expect(plain(priceWords('NYCTMP1', { ...ticker, mark: null, mid: null }, scalar))).toMatch(/^NYCTMP1: last 571.90,/)
    expect(priceWords('NYCTMP1', { ...ticker, mark: null, mid: null, last: null }, scalar)).toMatch(/: mark none,/)
  })

  it('are of the market that was asked about last, while its panel is open, else of the panel in use', () => {
    const linked = { market: linkedTo(1, LIVE) }
    const panels = { 'chart-1': linked, 'book-2': linked, 'positions-1': { market: null }, 'gone-1': linked }
    const open = ['positions-1', 'chart-1', 'book-2']
    expect(panelWithMarket(panels, open, ['positions-1', 'book-2'], 'chart-1')).toBe('chart-1')
    expect(panelWithMarket(panels, open, ['positions-1', 'book-2'], 'gone-1')).toBe('book-2')
    expect(panelWithMarket(panels, open, [], null)).toBe('chart-1')
    expect(panelWithMarket(panels, ['positions-1'], ['positions-1'], null)).toBeNull()
  })
})
