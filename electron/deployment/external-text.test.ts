import { describe, expect, it } from 'vitest'
import type { Found } from '../trading/index.ts'
import { externalText } from './account-notices.ts'

const order = { oid: '7', side: 'buy', size: '3', asset: 'NYCTMP1', price: '570.50' }
const trade = { id: '8', side: 'sell', size: '10.00', asset: 'NYCTMP1', price: '571.2', at: 1 }
const change = { asset: 'NYCTMP1', size: '40', by: '10' }

describe('activity of other clients', () => {
  it.each<[found: unknown, title: string, words: string]>([
    [{ kind: 'orders', orders: [order] }, 'Order not from this terminal', 'buy 3 NYCTMP1 at 570.50 (order 7).'],
    [
      { kind: 'orders', orders: [order, { ...order, oid: '9' }] },
      'Orders not from this terminal',
      'buy 3 NYCTMP1 at 570.50 (order 7); buy 3 NYCTMP1 at 570.50 (order 9).',
    ],
    [{ kind: 'trades', trades: [trade] }, 'Fill not from this terminal', 'sold 10 NYCTMP1 at 571.2 (order 8).'],
    [{ kind: 'trades', trades: [trade, trade] }, 'Fills not from this terminal', 'sold 10 NYCTMP1 at 571.2'],
    [
      { kind: 'positions', changes: [change, { ...change, size: '-5', by: '-15' }] },
      'Position changed by another client',
      'NYCTMP1 is long 40: no fill explains +10; NYCTMP1 is short 5: no fill explains −15.',
    ],
  ])('%o', (found, title, message) => {
    const reported = externalText(found as Found)
    expect(reported.title).toBe(title)
    expect(reported.text.startsWith(message)).toBe(true)
    expect(reported.text).toContain('a key has leaked')
  })
})
