import { describe, expect, it } from 'vitest'
import type { AccessSelf } from '../../../contract/account.ts'
import type { BinaryMarket, BinaryStatus } from '../../../contract/binary.ts'
import type { SessionView } from '../../../contract/session.ts'
import { millis } from '../../../contract/time.ts'
import { binaryPermission } from './permission.ts'

const session = {
  identity: { wallet: '0x01', access: 'allowed' } as unknown as AccessSelf,
  identityError: null,
  agent: { state: 'approved', address: '0x02', expiresAt: null } as unknown as SessionView['agent'],
}
const status: BinaryStatus = {
  paused: false,
  activeAsset: 'GBETA',
  phase: 'trading',
  phaseText: 'TRADING',
  entryCutoff: millis(1000),
}
const market = { asset: 'GBETA', status: 'active', statusText: 'active' } as BinaryMarket
const binary = (change: Partial<BinaryStatus> = {}, marketChange: Partial<BinaryMarket> = {}, now = 0) =>
  binaryPermission({
    session,
    view: { status: { ...status, ...change }, markets: [{ ...market, ...marketChange }], bucket: null },
    now,
    armed: true,
  })

describe('entries in a binary market', () => {
  it('are taken while it trades, up to the cut-off', () => {
    expect(binary()).toEqual({ orders: 'any' })
    expect(binary({}, {}, 999)).toEqual({ orders: 'any' })
    expect(binary({ entryCutoff: null }, {}, 9999)).toEqual({ orders: 'any' })
  })
  it.each([
    [binary({}, {}, 1000), /have ended/],
    [binary({ phase: 'staging' }), /staged/],
    [binary({ phase: 'ramp' }), /entries have ended/],
    [binary({ phase: 'settled' }), /settled/],
    [binary({ phase: 'unknown', phaseText: 'HALT' }), /“HALT”/],
    [binary({ paused: true }), /paused/],
    [binary({ activeAsset: null }), /No binary asset/],
    [binary({}, { status: 'close_only' }), /close-only/],
    [binary({ phase: 'staging' }, { status: 'waiting' }), /staged/],
    [binary({}, { status: 'unknown', statusText: 'odd' }), /“odd”/],
    [binaryPermission({ session, view: undefined, now: 0, armed: true }), /Waiting/],
  ])('are off with a reason, and closes stay: %o', (permission, words) => {
    expect(permission.orders).toBe('reducing')
    expect('reason' in permission ? permission.reason : '').toMatch(words)
  })
  it('are off in a window that is not armed', () => {
    const view = { status, markets: [market], bucket: null }
    expect(binaryPermission({ session, view, now: 0, armed: false })).toMatchObject({ orders: 'reducing' })
  })
  it('nothing is sent without an identity', () => {
    const view = { status, markets: [market], bucket: null }
    const out = { ...session, identity: null, identityError: 'The token ran out.' }
    expect(binaryPermission({ session: out, view, now: 0, armed: true })).toEqual({
      orders: 'none',
      reason: 'The token ran out.',
    })
  })
})
