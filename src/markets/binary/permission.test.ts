import { describe, expect, it } from 'vitest'
import type { AccessSelf } from '../../../contract/account.ts'
import type { BinaryMarket, BinaryStatus } from '../../../contract/binary.ts'
import type { SessionView } from '../../../contract/session.ts'
import { millis } from '../../../contract/time.ts'
import { binaryPermission } from './labels.ts'

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
    view: { status: { ...status, ...change }, markets: [{ ...market, ...marketChange }] },
    now,
    entriesOff: null,
  })

describe('orders in a binary market', () => {
  it('accept entries while it trades, block them with a reason otherwise, and always accept closes', () => {
    expect(binary()).toEqual({ orders: 'any' })
    expect(binary({ entryCutoff: millis(1) }, {}, 1)).toMatchObject({
      orders: 'reducing',
      reason: expect.stringMatching(/Entries in GBETA closed at 00:00:00 UTC\. The next bucket opens soon\./),
    })
    expect(binary({}, { status: 'close_only' })).toMatchObject({
      orders: 'reducing',
      reason: expect.stringMatching(/close-only/),
    })
    expect(binaryPermission({ session, view: undefined, now: 0, entriesOff: null })).toMatchObject({
      orders: 'reducing',
    })
  })
  it('block entries in a window that sends none, with its reason', () => {
    const view = { status, markets: [market] }
    expect(binaryPermission({ session, view, now: 0, entriesOff: 'It is stopped.' })).toEqual({
      orders: 'reducing',
      reason: 'It is stopped.',
    })
  })
  it('send nothing without an identity', () => {
    const view = { status, markets: [market] }
    const out = { ...session, identity: null, identityError: 'The token ran out.' }
    expect(binaryPermission({ session: out, view, now: 0, entriesOff: null })).toEqual({
      orders: 'none',
      reason: 'The token ran out.',
    })
  })
})
