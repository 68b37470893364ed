import { describe, expect, it } from 'vitest'
import type { Money, Price } from '../../contract/decimal.ts'
import type { Ticker } from '../../contract/market.ts'
import { mostPaid, predictionOf } from '../markets/binary/index.ts'
import { changedPrediction, enterPrediction, type Prediction, predictIntent, shownPrediction } from './prediction.ts'

const prediction: Prediction = {
  ...{ asset: 'NYCBIN1', direction: 'UP', amount: '25' as Money },
  worst: '0.600' as Price,
}
const standing = {
  ...{ issue: null, asset: 'NYCBIN1', stale: null, duplicate: null, question: null },
  permission: { orders: 'any' },
  isSetUp: true,
} as const
const ticker = { mark: '0.550', mid: null, bid: '0.540', ask: '0.560', stale: false } as unknown as Ticker
const request = { asset: 'NYCBIN1', amount: '25' as Money }
const tick = '0.001' as Price

describe('a prediction by line or key', () => {
  it('is at most 5 cents worse than the price unless a price of its own contract is typed', () => {
    const of = (direction: 'UP' | 'DOWN', worst: string | null) =>
      predictionOf({ ...request, direction, worst: worst as Price | null }, ticker, tick)
    expect(of('UP', null)).toEqual({ worst: '0.610' })
    expect(of('DOWN', null)).toEqual({ worst: '0.490' })
    expect(of('UP', '0.6')).toEqual({ worst: '0.600' })
    expect(of('DOWN', '0.45')).toEqual({ worst: '0.550' })
    expect(mostPaid('DOWN', '0.550' as Price)).toBe('0.450')
    expect(of('DOWN', '45')).toMatchObject({ issue: expect.stringContaining('between 0 and 1') })
    expect(of('UP', '0.6005')).toMatchObject({ issue: expect.stringContaining('multiple of 0.001') })
  })

  it('requests its estimate as shown', () => {
    expect(enterPrediction(prediction, standing)).toEqual({
      does: 'send',
      intent: {
        ...{ kind: 'binary_predict', asset: 'NYCBIN1', direction: 'UP', amount: '25' },
        protection: { kind: 'worst', price: '0.600' },
      },
    })
  })

  it.each([
    [{ asset: 'NYCBIN2' }, 'The market is NYCBIN2 now, not NYCBIN1: start again.'],
    [{ permission: { orders: 'reducing', reason: 'Arm this window.' } }, 'Arm this window.'],
    [{ issue: 'A contract costs between 0 and 1.' }, 'A contract costs'],
  ] as const)('%j is shown, and nothing is sent', (more, text) => {
    expect(enterPrediction(prediction, { ...standing, ...more })).toMatchObject({
      does: 'refuse',
      text: expect.stringContaining(text),
    })
  })

  it('asks before leverage 2 is signed and set, and sets it only with the confirming Enter', () => {
    const first = enterPrediction(prediction, { ...standing, isSetUp: false })
    if (first.does !== 'ask') throw new Error('it asks nothing')
    expect(first.text).toBe('Sets 2× leverage first. Press Enter again to send.')
    const second = enterPrediction(prediction, { ...standing, isSetUp: false, question: first.key })
    expect(second).toMatchObject({ does: 'send', intent: { setsLeverage: true } })
    const later = enterPrediction(prediction, { ...standing, question: first.key })
    expect(later.does === 'send' && later.intent.setsLeverage).toBe(undefined)
  })

  it('asks once about stale prices, with their age', () => {
    const first = enterPrediction(prediction, { ...standing, stale: '4 s old' })
    if (first.does !== 'ask') throw new Error('it asks nothing')
    expect(first.text).toContain('4 s old')
    const again = { ...standing, stale: '5 s old', question: first.key }
    expect(enterPrediction(prediction, again).does).toBe('send')
    expect(enterPrediction(changedPrediction(prediction, { kind: 'size', by: 1 }, tick), again).does).toBe('ask')
  })

  it('shows what was sent while its estimate is pending, regardless of the size chosen since', () => {
    const submission = {
      state: 'accepted',
      ...{ requestId: 'id', actionId: 'id' },
      intent: predictIntent(prediction),
    } as const
    const chosen = { ...prediction, amount: '500' as Money, worst: '0.700' as Price }
    expect(shownPrediction(chosen, submission)).toEqual(prediction)
    expect(shownPrediction(chosen, { state: 'idle' })).toBe(chosen)
  })

  it('is changed by keys and stays between 0 and 1', () => {
    const by = (ticks: number) => changedPrediction(prediction, { kind: 'price', ticks }, tick).worst
    expect([by(1), by(-10), by(400), by(-600)]).toEqual(['0.601', '0.590', '0.600', '0.600'])
  })
})
