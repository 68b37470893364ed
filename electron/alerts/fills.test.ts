import { expect, it } from 'vitest'
import type { Fill } from '../../contract/account.ts'
import type { AlertMemory } from '../storage/index.ts'
import { fillsSeen, lookAtFills } from './account-watch.ts'

const fill = (tid: string, oid: string, side: 'buy' | 'sell'): Fill =>
  ({ tid, oid, side, asset: 'NYCTMP1', price: '571.80', size: '1', time: 100 }) as unknown as Fill

it('an alert reports both sides of a trade with oneself, whichever is listed first', () => {
  const [buy, sell] = [fill('9', '5', 'buy'), fill('9', '6', 'sell')]
  const memory = { ...fillsSeen([buy], 0) } as AlertMemory
  const look = lookAtFills(null, memory, [sell, buy])
  expect(look.text).toMatch(/^Sold 1 NYCTMP1/)
  expect(lookAtFills(null, look.memory, [sell, buy]).text).toBeNull()
})
