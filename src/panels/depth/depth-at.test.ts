import { describe, expect, it } from 'vitest'
import { ONE, type Price, price, size, subtract } from '../../../contract/decimal.ts'
import type { Instrument } from '../../../contract/instrument.ts'
import type { BookRow } from '../../../contract/market.ts'
import { createFormat } from '../../format/index.ts'
import { axisOf } from '../../markets/family/index.ts'
import { depthAt } from './depth-at.ts'
import { levelWords } from './depth-words.ts'

const row = (px: string, sz: string, total: string): BookRow => ({
  px: price(px),
  sz: size(sz),
  total: size(total),
  depth: 0,
  own: false,
})
const ASKS = [row('571.90', '10.0000', '10.0000'), row('572.00', '30.0000', '40.0000')]
const BIDS = [row('0.500', '1.00', '1.00'), row('0.400', '2.00', '3.00')]
const same = (one: Price): Price => one

describe('what trading up to a level takes', () => {
  it('is the sum of the sizes, their average price and its distance from the best, exactly', () => {
    expect(depthAt(ASKS, 1, 2, same)).toEqual({
      price: '572.00',
      total: '40.0000',
      average: '571.975',
      slippage: '0.075',
      slippagePct: '0.02',
    })
    expect(depthAt(ASKS, 0, 2, same)).toMatchObject({ average: '571.900', slippage: '0.000', slippagePct: '0.00' })
  })
  it('says the per cent of the price as it is seen, rounded against the trader', () => {
    // Sold down to 0.400: a third of it at 0.5, two thirds at 0.4.
    expect(depthAt(BIDS, 1, 3, same)).toMatchObject({ average: '0.4333', slippage: '0.0667', slippagePct: '13.34' })
    const down = (one: Price): Price => subtract(ONE, one)
    expect(depthAt([row('0.900', '1', '1'), row('0.800', '1', '2')], 1, 3, down)?.slippagePct).toBe('50.00')
  })
  it('is nothing where there is no such level', () => {
    expect(depthAt(ASKS, 2, 2, same)).toBeNull()
    expect(depthAt([], 0, 2, same)).toBeNull()
  })
})

describe('the words beside a level', () => {
  const format = createFormat({ zone: 'UTC', temperature: 'fahrenheit', grouping: 'comma' })
  const binary = axisOf({ family: 'binary', tick: price('0.001') } as Instrument, format)
  it('are in the chosen unit and side', () => {
    const words = levelWords({ side: 'ask', level: 1 }, { bids: [], asks: BIDS }, binary.view({ side: 'down' }))
    expect(words?.sentence.replaceAll('\u00a0', ' ')).toBe(
      'Ask 0.600: 3.00 in all, average 0.5667, slippage 0.0667, 13.34 %',
    )
    expect(words?.lines[0]).toEqual(['Buys up to it', '3.00'])
  })
})
