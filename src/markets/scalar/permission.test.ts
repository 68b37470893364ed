import { describe, expect, it } from 'vitest'
import { parseAddress } from '../../../contract/address.ts'
import { permissionOf } from './labels.ts'

type PermissionInput = Parameters<typeof permissionOf>[0]

const address = parseAddress(`0x${'3f'.repeat(20)}`)!
const session: NonNullable<PermissionInput['session']> = {
  agent: { state: 'approved', address, expiresAt: null },
  identity: { wallet: address, email: null, access: 'allowed', accessText: 'allowed' },
  identityError: null,
}
const open: PermissionInput = {
  session,
  phase: 'trading',
  liveAsset: 'NYCTMP1',
  asset: 'NYCTMP1',
  market: { status: 'active', statusText: 'active' },
  ticker: null,
}

describe('permission to send orders', () => {
  it('is given in a live market with an approved agent, also in its final window', () => {
    expect(permissionOf(open)).toEqual({ orders: 'any' })
    expect(permissionOf({ ...open, phase: 'final_window' })).toEqual({ orders: 'any' })
  })
  it.each([
    [{ phase: 'settling' }, 'none', 'Settling'],
    [{ phase: 'waiting' }, 'none', 'next bucket'],
    [{ ticker: { status: 'close_only' } }, 'reducing', 'close-only'],
    [{ entriesOff: 'It is stopped.' }, 'reducing', 'It is stopped.'],
    [{ entriesOff: 'It is stopped.', phase: 'settling' }, 'none', 'Settling'],
    [{ session: null }, 'none', 'session'],
    [{ session: { ...session, agent: { state: 'missing', reason: 'No agent wallet.' } } }, 'none', 'No agent wallet.'],
    [{ session: { ...session, identity: null, identityError: 'Token expired.' } }, 'none', 'Token expired.'],
    [{ session: { ...session, identity: { ...session.identity!, access: 'revoked' } } }, 'none', 'revoked'],
    [{ session: { ...session, identity: { ...session.identity!, wallet: null } } }, 'none', 'no wallet'],
  ] as const)('%o', (over, orders, text) => {
    const permission = permissionOf({ ...open, ...over } as PermissionInput)
    expect(permission).toMatchObject({ orders })
    expect(permission.orders === 'any' ? '' : permission.reason).toContain(text)
  })
})
