import { describe, expect, it } from 'vitest'
import type { AccessSelf } from '../../../contract/account.ts'
import type { SessionView } from '../../../contract/session.ts'
import { millis } from '../../../contract/time.ts'
import { outcomePermission } from './labels.ts'

const session = {
  identity: { wallet: '0x01', access: 'allowed' } as unknown as AccessSelf,
  identityError: null,
  agent: { state: 'approved', address: '0x02', expiresAt: null } as unknown as SessionView['agent'],
}

describe('orders in an outcome market', () => {
  const yes = { index: 0, name: 'Yes' as never, coin: '#40' }
  const open = { expired: false, settling: false, expiry: millis(1000), winner: null, sides: [yes] }
  const of = (change: object, now = 0, entriesOff: string | null = null) =>
    outcomePermission({ session, market: { ...open, ...change }, now, entriesOff })
  it.each([
    [of({}), 'any', /^$/],
    [of({}, 1000), 'none', /Expired\. Settlement is next\./],
    [of({ settling: true }), 'none', /Settling/],
    [of({ expired: true }), 'none', /^Expired\. /],
    [of({ expired: true, winner: 0 }), 'none', /Expired: Yes paid 1\. Trading has ended\./],
    [of({}, 0, 'It is stopped.'), 'reducing', /^It is stopped\.$/],
  ])('%o', (permission, orders, text) => {
    expect(permission.orders).toBe(orders)
    expect('reason' in permission ? permission.reason : '').toMatch(text)
  })
})
