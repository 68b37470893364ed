import { expect, it } from 'vitest'
import type { Order } from '../../../contract/account.ts'
import { orderOutcome } from './order-evidence.ts'

it.each([
  ['filled', 'filled', '5.0000', 'Order 7 filled: 5 of 5.'],
  ['cancelled', 'canceled', '3', 'Order 7 was canceled; 3 of 5 filled.'],
  ['cancelled', 'marginCanceled', '0', 'Order 7 was canceled (marginCanceled); 0 of 5 filled.'],
  ['cancelled', 'canceled', '5', 'Order 7 filled: 5 of 5.'],
  ['rejected', 'rejected', '0', 'Order 7 was rejected; 0 of 5 filled.'],
  ['expired', 'expired', '2.5', 'Order 7 expired; 2.5 of 5 filled.'],
  ['unknown', 'zapped', '1', 'Order 7 has the status “zapped”; 1 of 5 filled.'],
])('the fate of an order is a sentence: %s, %s, %s filled', (status, statusText, filled, sentence) => {
  expect(orderOutcome({ oid: '7', status, statusText, filled, size: '5' } as unknown as Order)).toBe(sentence)
})
