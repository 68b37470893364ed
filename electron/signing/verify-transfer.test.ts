import { describe, expect, it } from 'vitest'
import { money } from '../../contract/decimal.ts'
import type { UserAction } from '../service/index.ts'
import { userActionDigest } from './sign.ts'
import vectors from './signing-vectors.json' with { type: 'json' }
import { verifyTransfer } from './verify-user-action.ts'

const TYPE = 'HyperliquidTransaction:UsdClassTransfer'
const expected = { network: 'practice', amount: money('200.00') } as const
const fields = [
  { name: 'hyperliquidChain', type: 'string' },
  { name: 'amount', type: 'string' },
  { name: 'toPerp', type: 'bool' },
  { name: 'nonce', type: 'uint64' },
]
const message = { hyperliquidChain: 'Testnet', amount: '200', toPerp: false, nonce: 1_782_907_830_010 }
const domain = {
  name: 'HyperliquidSignTransaction',
  version: '1',
  chainId: 0x66eee,
  verifyingContract: '0x0000000000000000000000000000000000000000',
}
const action: UserAction = { actionHash: '0x12', domain, types: { [TYPE]: fields }, primaryType: TYPE, message }

const fieldsOf = (changed: Partial<UserAction>, of: Parameters<typeof verifyTransfer>[0] = expected): string[] => {
  const result = verifyTransfer(of, { ...action, ...changed })
  return result.verified === false ? result.mismatches.map(({ field }) => field) : []
}

describe('a transfer of collateral', () => {
  it('is verified when it moves this amount away from perpetuals and does nothing else', () => {
    expect(verifyTransfer(expected, action)).toEqual({ verified: true })
    const extras = { ...message, amount: '200.0', type: 'usdClassTransfer', signatureChainId: '0x66eee' }
    expect(verifyTransfer(expected, { ...action, message: extras })).toEqual({ verified: true })
  })

  it.each<[string, Partial<UserAction>]>([
    ['amount', { message: { ...message, amount: '2000' } }],
    ['amount', { message: { ...message, amount: '200.01' } }],
    ['amount', { message: { ...message, amount: 200 } }],
    ['amount', { message: { ...message, amount: '200 subaccount:0x5e9ee1089755c3435139848e47e6635505d5a13a' } }],
    ['amount', { message: { ...message, amount: '2e2' } }],
    ['to perpetuals', { message: { ...message, toPerp: true } }],
    ['to perpetuals', { message: { ...message, toPerp: 'false' } }],
    ['network', { message: { ...message, hyperliquidChain: 'Mainnet' } }],
    ['nonce', { message: { ...message, nonce: 1.5 } }],
    ['type', { message: { ...message, type: 'usdSend' } }],
    ['signature chain id', { message: { ...message, signatureChainId: '0xa4b1' } }],
    ['message.destination', { message: { ...message, destination: '0x12' } }],
    ['primary type', { primaryType: 'HyperliquidTransaction:UsdSend' }],
    ['fields', { types: { [TYPE]: [...fields.slice(0, 3)] } }],
    ['fields', { types: { [TYPE]: [...fields].reverse() } }],
    ['types.Other', { types: { [TYPE]: fields, Other: [] } }],
    ['domain name', { domain: { ...domain, name: 'Exchange' } }],
    ['domain contract', { domain: { ...domain, verifyingContract: `0x${'01'.repeat(20)}` } }],
  ])('is refused when one thing differs: %s', (field, changed) => {
    expect(fieldsOf(changed)).toEqual([field])
  })

  it('is refused with both amounts shown', () => {
    const result = verifyTransfer(expected, { ...action, message: { ...message, amount: '2000' } })
    expect(result).toHaveProperty('mismatches', [{ field: 'amount', request: '200', prepared: '2000' }])
  })

  it('has Mainnet on mainnet only', () => {
    expect(fieldsOf({}, { ...expected, network: 'mainnet' })).toEqual(['network'])
    expect(fieldsOf({}, { ...expected, network: 'testnet' })).toEqual([])
  })

  it('equals the action that the upstream signs, except for its direction', () => {
    const vector = vectors.userSigned.find(({ primaryType }) => primaryType === TYPE)!
    const upstream: UserAction = {
      ...action,
      types: { [TYPE]: vector.fields },
      message: vector.action as UserAction['message'],
    }
    expect(userActionDigest(upstream)).toBe(vector.expected.eip712Digest)
    const one = { network: 'testnet', amount: money('1') } as const
    expect(verifyTransfer(one, upstream)).toEqual({
      verified: false,
      mismatches: [{ field: 'to perpetuals', request: 'false', prepared: 'true' }],
    })
    expect(verifyTransfer(one, { ...upstream, message: { ...upstream.message, toPerp: false } }).verified).toBe(true)
  })
})
