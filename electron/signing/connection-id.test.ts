import { bytesToHex } from 'viem/utils'
import { describe, expect, it } from 'vitest'
import type { Hex } from '../../contract/address.ts'
import { connectionIdOf, connectionPreimage, packAction } from './agent-message.ts'
import vectors from './signing-vectors.json' with { type: 'json' }

const all = [...vectors.agentSigned, ...vectors.connectionId].map((vector) => [vector.name, vector] as const)

describe('connection id', () => {
  it.each(all)('equals the upstream’s: %s', (_, { action, nonce, vaultAddress, expiresAfter, expected }) => {
    const input = { action, nonce, vaultAddress: vaultAddress as Hex | null, expiresAfter }
    expect(bytesToHex(packAction(action))).toBe(expected.msgpack)
    expect(bytesToHex(connectionPreimage(input))).toBe(expected.preimage)
    expect(connectionIdOf(input)).toBe(expected.connectionId)
  })

  /** Created by the practice venue, which encodes and hashes with its own code (venue/README.md). */
  it.each([
    [
      { type: 'userOutcome', splitOutcome: { outcome: 2063406, amount: '12.5' } },
      1782907830013,
      '0x9d3d66377413027c608d117586e1fc60109424484957a98d3ed11360f2ee4c79',
    ],
    [
      { type: 'userOutcome', negateOutcome: { question: 2063405, outcome: 2063406, amount: '2' } },
      1782907830014,
      '0x6d072d0533a8fff66ad723e7fd525ef16cb596244d744db216a97bc915bd9be9',
    ],
    [
      { type: 'updateLeverage', asset: 2, isCross: false, leverage: 2 },
      1782907830006,
      '0xe5ae813e18b2386c6499bf44bf005c9d52557feed52e89e8bf70d7f126c5a427',
    ],
  ])('equals the practice venue’s for %j', (action, nonce, connectionId) => {
    expect(connectionIdOf({ action, nonce })).toBe(connectionId)
  })

  it('depends on the order of the keys', () => {
    expect(connectionIdOf({ action: { a: 1, b: 2 }, nonce: 1 })).not.toBe(
      connectionIdOf({ action: { b: 2, a: 1 }, nonce: 1 }),
    )
  })

  it('omits undefined keys, and treats a missing vault or expiry like null', () => {
    expect(connectionIdOf({ action: { a: 1, c: undefined }, nonce: 1, vaultAddress: undefined })).toBe(
      connectionIdOf({ action: { a: 1 }, nonce: 1, vaultAddress: null, expiresAfter: null }),
    )
  })

  it('packs an integer alike as a number or a bigint, in 64 bits beyond 32', () => {
    for (const value of [
      0,
      127,
      128,
      65_536,
      0xffff_ffff,
      0x1_0000_0000,
      Number.MAX_SAFE_INTEGER,
      -1,
      -33,
      -(2 ** 40),
    ]) {
      expect(packAction({ o: BigInt(value) }), String(value)).toEqual(packAction({ o: value }))
    }
    expect(bytesToHex(packAction(0xffff_ffff))).toBe('0xceffffffff')
    expect(bytesToHex(packAction(0x1_0000_0000))).toBe('0xcf0000000100000000')
    expect(bytesToHex(packAction(-(2 ** 40)))).toBe('0xd3ffffff0000000000')
    expect(bytesToHex(packAction(2n ** 64n - 1n))).toBe('0xcfffffffffffffffff')
  })

  it('is refused for values that fit in no nonce, expiry or vault address', () => {
    for (const nonce of [-1, 1.5, 2 ** 53, 2n ** 64n, Number.NaN]) {
      expect(() => connectionIdOf({ action: {}, nonce }), String(nonce)).toThrow(RangeError)
    }
    expect(() => connectionIdOf({ action: {}, nonce: 1, expiresAfter: -1 })).toThrow(RangeError)
    expect(() => connectionIdOf({ action: {}, nonce: 1, vaultAddress: '0x12' })).toThrow(RangeError)
  })
})
