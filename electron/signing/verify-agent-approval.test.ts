import { describe, expect, it } from 'vitest'
import type { Address } from '../../contract/address.ts'
import type { UserAction } from '../service/index.ts'
import { userActionDigest } from './sign.ts'
import { verifyAgentApproval } from './verify-user-action.ts'

const AGENT = '0x5e9ee1089755c3435139848e47e6635505d5a13a' as Address
const TYPE = 'HyperliquidTransaction:ApproveAgent'
const expected = { network: 'practice', agentAddress: AGENT, agentName: 'isotherm' } as const
const fields = [
  { name: 'hyperliquidChain', type: 'string' },
  { name: 'agentAddress', type: 'address' },
  { name: 'agentName', type: 'string' },
  { name: 'nonce', type: 'uint64' },
]
const message = { hyperliquidChain: 'Testnet', agentAddress: AGENT, agentName: 'isotherm', nonce: 1_687_816_341_423 }
const domain = {
  name: 'HyperliquidSignTransaction',
  version: '1',
  chainId: 0x66eee,
  verifyingContract: '0x0000000000000000000000000000000000000000',
}
const action: UserAction = { actionHash: '0x12', domain, types: { [TYPE]: fields }, primaryType: TYPE, message }

const fieldsOf = (changed: Partial<UserAction>, of: Parameters<typeof verifyAgentApproval>[0] = expected): string[] => {
  const result = verifyAgentApproval(of, { ...action, ...changed })
  return result.verified === false ? result.mismatches.map(({ field }) => field) : []
}

describe('an agent approval', () => {
  it('is verified when it approves this agent and nothing else', () => {
    expect(verifyAgentApproval(expected, action)).toEqual({ verified: true })
    const extras = { ...message, type: 'approveAgent', signatureChainId: '0x66eee' }
    expect(verifyAgentApproval(expected, { ...action, message: extras })).toEqual({ verified: true })
    expect(verifyAgentApproval(expected, { ...action, message: { ...message, nonce: '1782907830001' } })).toEqual({
      verified: true,
    })
    const checksummed = { ...message, agentAddress: AGENT.toUpperCase().replace('0X', '0x') }
    expect(verifyAgentApproval(expected, { ...action, message: checksummed })).toEqual({ verified: true })
  })

  it.each<[string, Partial<UserAction>]>([
    ['agent address', { message: { ...message, agentAddress: `0x${'66'.repeat(20)}` } }],
    ['agent name', { message: { ...message, agentName: 'other' } }],
    ['network', { message: { ...message, hyperliquidChain: 'Mainnet' } }],
    ...['-1', '1.0', '1e3', '0x1f', '007', ' 7', '', '9007199254740993', -1, null].map(
      (nonce): [string, Partial<UserAction>] => ['nonce', { message: { ...message, nonce } }],
    ),
    ['type', { message: { ...message, type: 'usdSend' } }],
    ['signature chain id', { message: { ...message, signatureChainId: '0xa4b1' } }],
    ['message.destination', { message: { ...message, destination: AGENT } }],
    ['primary type', { primaryType: 'HyperliquidTransaction:UsdSend' }],
    ['fields', { types: { [TYPE]: [...fields, { name: 'amount', type: 'string' }] } }],
    ['fields', { types: {} }],
    ['types.Other', { types: { [TYPE]: fields, Other: [] } }],
    ['domain name', { domain: { ...domain, name: 'Exchange' } }],
    ['domain version', { domain: { ...domain, version: '2' } }],
    ['domain contract', { domain: { ...domain, verifyingContract: `0x${'01'.repeat(20)}` } }],
    ['domain salt', { domain: { ...domain, salt: '0x01' } }],
    ['domain chain id', { domain: { ...domain, chainId: 0 } }],
  ])('is refused when one thing differs: %s', (field, changed) => {
    expect(fieldsOf(changed)).toEqual([field])
  })

  it('with its nonce as text is signed as that number', () => {
    const digestWith = (nonce: unknown) => userActionDigest({ ...action, message: { ...message, nonce } })
    expect(digestWith('1782907830001')).toBe(digestWith(1_782_907_830_001))
  })

  it('has Mainnet on mainnet only', () => {
    expect(fieldsOf({}, { ...expected, network: 'mainnet' })).toEqual(['network'])
    const mainnet = { message: { ...message, hyperliquidChain: 'Mainnet' } }
    expect(fieldsOf(mainnet, { ...expected, network: 'mainnet' })).toEqual([])
    expect(fieldsOf({}, { ...expected, network: 'testnet' })).toEqual([])
  })
})
