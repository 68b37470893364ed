import { describe, expect, it } from 'vitest'
import { price, size } from '../../../contract/decimal.ts'
import type { Instrument } from '../../../contract/instrument.ts'
import type { BookRow } from '../../../contract/market.ts'
import { createFormat } from '../../format/index.ts'
import { axisOf } from '../../markets/family/index.ts'
import { depthAt, levelText } from './depth-controller.ts'

const row = (px: string, sz: string, total: string): BookRow => ({
  px: price(px),
  sz: size(sz),
  total: size(total),
  depth: 0,
  own: false,
})
const ASKS = [row('571.90', '10.0000', '10.0000'), row('572.00', '30.0000', '40.0000')]
const BIDS = [row('0.500', '1.00', '1.00'), row('0.400', '2.00', '3.00')]

describe('the cost of trading up to a level', () => {
  it('is the total size, its average price and the slippage from the best, exactly', () => {
    expect(depthAt(ASKS, 1, 2)).toEqual({
      price: '572.00',
      total: '40.0000',
      average: '571.975',
      slippage: '0.075',
    })
    expect(depthAt(ASKS, 0, 2)).toMatchObject({ average: '571.900', slippage: '0.000' })
  })
  it('never understates the slippage', () => {
    // Sold down to 0.400: a third of it at 0.5, two thirds at 0.4, which is 0.43333…
    expect(depthAt(BIDS, 1, 3)).toMatchObject({ average: '0.4333', slippage: '0.0667' })
    const rows = [row('571.90', '2', '2'), row('571.91', '1', '3')]
    expect(depthAt(rows, 1, 2)).toMatchObject({ average: '571.903', slippage: '0.004' })
  })
  it('is null where there is no such level', () => {
    expect(depthAt(ASKS, 2, 2)).toBeNull()
    expect(depthAt([], 0, 2)).toBeNull()
  })
})

describe('the text beside a level', () => {
  const format = createFormat({ zone: 'UTC', temperature: 'fahrenheit', grouping: 'comma' })
  const binary = axisOf({ family: 'binary', tick: price('0.001') } as Instrument, format)
  it('is in the chosen unit and side', () => {
    const text = levelText({ side: 'ask', level: 1 }, { bids: [], asks: BIDS }, binary.view({ side: 'down' }))
    expect(text?.sentence).toBe('Ask 0.600: 3.00 total, average 0.5667, slippage 6.67 ¢')
    expect(text?.lines[0]).toEqual(['Buy size to here', '3.00'])
  })
  it.each([
    ['scalar', ASKS, { unit: 'mark' }, '0.075 °F'],
    ['scalar', ASKS, { unit: 'temperature' }, '0.075 °F'],
    ['binary', BIDS, { unit: 'percent' }, '6.67 ¢'],
    ['outcome', BIDS, { unit: 'american' }, '6.67 ¢'],
  ] as const)('shows the slippage of a %s market as price protection states it', (family, asks, unit, text) => {
    const axis = axisOf({ family, tick: price(family === 'scalar' ? '0.01' : '0.001') } as Instrument, format)
    const message = levelText({ side: 'ask', level: 1 }, { bids: [], asks }, axis.view(unit))
    expect(message?.lines.at(-1)).toEqual(['Slippage', text])
  })
})
