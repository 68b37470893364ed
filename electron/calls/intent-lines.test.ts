import { expect, it } from 'vitest'
import type { Intent } from '../../contract/intent.ts'
import { plain } from '../../contract/testing/both-units.ts'
import { intentLines } from './intent-lines.ts'

const WORST = { kind: 'worst', price: '571.90' }

it.each<readonly [object, readonly string[]]>([
  [
    { kind: 'place', asset: 'NYCTMP1', side: 'buy', price: '571.50', size: '1200', tif: 'GTC', reduceOnly: true },
    [
      'Limit order',
      'Market: NYCTMP1',
      'Side: buy',
      'Size: 1,200 contracts',
      'Limit price: 571.50',
      'Time in force: GTC',
      'Reduce only: yes',
    ],
  ],
  [
    {
      kind: 'place',
      asset: 'NYCTMP1',
      side: 'sell',
      price: '571.50',
      size: '1',
      tif: 'IOC',
      reduceOnly: false,
      signer: 'wallet',
    },
    [
      'Limit order',
      'Market: NYCTMP1',
      'Side: sell',
      'Size: 1 contract',
      'Limit price: 571.50',
      'Time in force: IOC',
      'Reduce only: no',
      'Signed by: your wallet',
    ],
  ],
  [
    { kind: 'predict', asset: 'NYCTMP1', targetF: '72', size: '8', direction: 'short', protection: WORST },
    ['Prediction', 'Market: NYCTMP1', 'Target: 72 °F', 'Direction: short', 'Size: 8 contracts', 'Worst price: 571.90'],
  ],
  [
    {
      kind: 'binary_predict',
      asset: 'GBETA',
      direction: 'DOWN',
      amount: '25',
      protection: { kind: 'worst', price: '0.62' },
      setsLeverage: true,
    },
    [
      'Binary prediction',
      'Market: GBETA',
      'Direction: DOWN',
      'Amount: 25 USDC',
      'Worst price of UP: 0.62',
      'Sets 2× leverage if it is missing: yes',
    ],
  ],
  [
    { kind: 'outcome_order', asset: '#360', side: 'buy', size: '1', mode: { kind: 'limit', price: '0.45' } },
    ['Outcome order', 'Market: #360', 'Side: buy', 'Size: 1 share', 'Order type: limit', 'Limit price: 0.45'],
  ],
  [
    {
      kind: 'outcome_order',
      asset: '#360',
      side: 'sell',
      size: '20',
      mode: { kind: 'market', protection: { kind: 'worst', price: '0.40' } },
    },
    ['Outcome order', 'Market: #360', 'Side: sell', 'Size: 20 shares', 'Order type: market', 'Worst price: 0.40'],
  ],
  [
    { kind: 'close', asset: 'NYCTMP1', position: 'long', size: null, protection: { ...WORST, bound: '570.90' } },
    [
      'Close',
      'Market: NYCTMP1',
      'Position: long',
      'Size: all of the position',
      'Worst price: 571.90, widening to 570.90 until filled',
    ],
  ],
  [
    { kind: 'close', asset: 'NYCTMP1', position: 'short', size: '3', protection: { ...WORST, bound: null } },
    ['Close', 'Market: NYCTMP1', 'Position: short', 'Size: 3 contracts', 'Worst price: 571.90'],
  ],
  [
    {
      kind: 'close',
      asset: '#360',
      position: 'long',
      size: '3',
      protection: { kind: 'distance', distance: '0.05', bound: '0.1' },
    },
    [
      'Close',
      'Market: #360',
      'Position: long',
      'Size: 3 shares',
      'Slippage cap from the reference price: 5 ¢, widening to 10 ¢ until filled',
    ],
  ],
  [{ kind: 'cancel', asset: 'NYCTMP1', oid: '7', cloid: null }, ['Cancel', 'Market: NYCTMP1', 'Order ID: 7']],
  [{ kind: 'leverage', asset: 'NYCTMP1', leverage: 5 }, ['Leverage', 'Market: NYCTMP1', 'Isolated leverage: 5×']],
  [{ kind: 'binary_setup' }, ['Binary setup (2× leverage)']],
  [{ kind: 'approve_agent' }, ['Agent approval']],
  [{ kind: 'transfer', amount: '1250.50' }, ['Transfer to outcomes balance', 'Amount: 1,250.50 USDH']],
  [
    { kind: 'convert', conversion: 'merge', outcomeId: 36, questionId: null, amount: null },
    ['Share conversion', 'Conversion: merge a share of each side', 'Outcome ID: 36', 'Amount: everything available'],
  ],
  [
    { kind: 'convert', conversion: 'negate', outcomeId: 36, questionId: 4, amount: '1' },
    [
      'Share conversion',
      'Conversion: turn No shares into Yes shares of every other outcome',
      'Outcome ID: 36',
      'Question ID: 4',
      'Amount: 1 share',
    ],
  ],
])('every field of %o has a label and its unit', (intent, lines) => {
  expect(intentLines(plain<Intent>(intent))).toEqual(lines)
})
