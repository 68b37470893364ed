import { describe, expect, it } from 'vitest'
import type { Estimate } from '../../contract/action.ts'
import { price, size } from '../../contract/decimal.ts'
import type { Intent } from '../../contract/intent.ts'
import { estimateLines } from './estimate-labels.ts'

const estimate: Estimate = {
  id: '1',
  average: price('0.5660'),
  worst: price('0.57'),
  limit: price('0.6'),
  targetMark: null,
  contracts: size('36.81'),
  validUntil: null,
}
const binary = (direction: 'UP' | 'DOWN') =>
  ({
    kind: 'binary_predict',
    asset: 'GBETA',
    direction,
    amount: '25',
    protection: { kind: 'worst', price: '0.6' },
  }) as unknown as Intent
const scalar = {
  kind: 'predict',
  asset: 'NYCTMP1',
  targetF: '72.5',
  size: '1',
  direction: 'long',
  protection: { kind: 'worst', price: '575' },
}
const read = (intent: unknown, change: Partial<Estimate> = {}) =>
  Object.fromEntries(
    estimateLines(intent as Intent, { ...estimate, ...change }).map(({ name, value, note }) => [name, [value, note]]),
  )

describe('an estimate in words', () => {
  it('is in prices of UP for UP, and at its worst costs every contract at the limit', () => {
    expect(read(binary('UP'))).toEqual({
      'Average price': ['0.5660', null],
      'Worst price': ['0.57', null],
      'Signed limit': ['0.60', null],
      Contracts: ['36.81', 'each pays 1 or 0'],
      'Cost at worst': ['22.09 USDC', null],
      'Pays if it wins': ['36.81 USDC', null],
    })
  })
  it('is in prices of DOWN for DOWN, beside those of UP that are signed', () => {
    expect(read(binary('DOWN'))).toMatchObject({
      'Average price': ['0.4340', 'UP 0.5660'],
      'Worst price': ['0.43', 'UP 0.57'],
      'Signed limit': ['0.40', 'UP 0.60'],
      'Cost at worst': ['14.73 USDC', null],
    })
  })
  it('rests on the worst price where the service shows no action, and says nothing it does not know', () => {
    expect(read(binary('UP'), { limit: null })['Cost at worst']).toEqual(['20.99 USDC', null])
    expect(read(binary('UP'), { contracts: null })['Cost at worst']).toBeUndefined()
    expect(read(binary('UP'), { average: null })['Average price']).toEqual(['nothing would fill', null])
  })
  it('C1: writes a target below zero with a minus sign', () => {
    expect(read(scalar, { targetMark: price('466.57') })['Target mark']).toEqual(['466.57', '−33.43\u00a0°F'])
  })
  it('of a scalar prediction names the target in both units', () => {
    const lines = read(scalar, { targetMark: price('572.5'), contracts: null })
    expect(lines['Target mark']).toEqual(['572.50', '72.50\u00a0°F'])
    expect(lines.Contracts).toBeUndefined()
  })
  it('C1: writes marks and °F at one precision, with a minus that is one', () => {
    const prices = { worst: price('553.8'), limit: price('556.61'), targetMark: price('450'), contracts: null }
    expect(read(scalar, { ...prices, average: price('553.123456') })).toEqual({
      'Average price': ['553.1235', null],
      'Worst price': ['553.80', '53.80\u00a0°F'],
      'Signed limit': ['556.61', '56.61\u00a0°F'],
      'Target mark': ['450.00', '−50.00\u00a0°F'],
    })
  })
})
