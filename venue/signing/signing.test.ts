import { privateKeyToAccount } from 'viem/accounts'
import { concatHex, hashTypedData, numberToHex } from 'viem/utils'
import { describe, expect, it } from 'vitest'
import { agentDigest, signerOf } from './agent.ts'
import { approveAgentAction } from './agent-approvals.ts'
import { cancelAction, connectionId, type Hex, leverageAction, orderAction } from './canonical-action.ts'
import vectors from './signing-vectors.json' with { type: 'json' }

describe('connection id', () => {
  it.each([...vectors.agentSigned, ...vectors.connectionId].map((v) => [v.name, v] as const))('%s', (_, vector) => {
    const { action, nonce, expiresAfter } = vector
    const vaultAddress = vector.vaultAddress as Hex | null
    expect(connectionId({ action, nonce, vaultAddress, expiresAfter })).toBe(vector.expected.connectionId)
  })
})

describe('the signer of an agent-signed action', () => {
  it.each(vectors.agentSigned.map((v) => [v.name, v] as const))('%s', async (_, vector) => {
    const digest = agentDigest({
      source: vector.isTestnet ? 'b' : 'a',
      connectionId: vector.expected.connectionId as Hex,
    })
    expect(digest).toBe(vector.expected.eip712Digest)
    const { r, s, v } = vector.expected.signature
    const signature = concatHex([r as Hex, s as Hex, numberToHex(v)])
    const account = privateKeyToAccount(vector.privateKey as Hex)
    expect(await signerOf(digest, signature)).toBe(account.address.toLowerCase())
  })

  it('is null for bytes that no key can have signed', async () => {
    expect(await signerOf(`0x${'11'.repeat(32)}`, `0x${'ff'.repeat(64)}1b`)).toBeNull()
    expect(await signerOf(`0x${'11'.repeat(32)}`, `0x${'00'.repeat(65)}`)).toBeNull()
  })
})

describe('user-signed actions', () => {
  it.each(vectors.userSigned.map((v) => [v.name, v] as const))('%s', (_, vector) => {
    const digest = hashTypedData({
      domain: {
        name: 'HyperliquidSignTransaction',
        version: '1',
        chainId: 0x66eee,
        verifyingContract: '0x0000000000000000000000000000000000000000',
      },
      types: { [vector.primaryType]: vector.fields },
      primaryType: vector.primaryType,
      message: vector.action,
    })
    expect(digest).toBe(vector.expected.eip712Digest)
  })

  it('has the documented hash for an agent approval', () => {
    const vector = vectors.userSigned.find(({ primaryType }) => primaryType.endsWith('ApproveAgent'))
    if (vector === undefined) throw new Error('the vectors hold no ApproveAgent')
    const { agentAddress, agentName, nonce } = vector.action as { agentAddress: Hex; agentName: string; nonce: number }
    expect(approveAgentAction(agentAddress, agentName, nonce).actionHash).toBe(vector.expected.eip712Digest)
  })
})

describe('canonical actions', () => {
  const order = { isBuy: true, price: '571.80', size: '10.00', tif: 'ALO', reduceOnly: false, cloid: null } as const

  it('have no trailing zeros and the signed spelling of the time in force', () => {
    expect(JSON.stringify(orderAction(1, order))).toBe(
      '{"type":"order","orders":[{"a":1,"b":true,"p":"571.8","s":"10","r":false,"t":{"limit":{"tif":"Alo"}}}],"grouping":"na"}',
    )
  })

  it('carry the client order id last', () => {
    const cloid = `0x${'ab'.repeat(16)}`
    const [signed] = (orderAction(0, { ...order, cloid }) as { orders: object[] }).orders
    expect(Object.keys(signed ?? {})).toEqual(['a', 'b', 'p', 's', 'r', 't', 'c'])
  })

  it('spell cancels and leverage as documented', () => {
    expect(JSON.stringify(cancelAction(1, { oid: '77' }))).toBe('{"type":"cancel","cancels":[{"a":1,"o":77}]}')
    expect(JSON.stringify(cancelAction(1, { cloid: '0xab' }))).toBe(
      '{"type":"cancelByCloid","cancels":[{"asset":1,"cloid":"0xab"}]}',
    )
    expect(JSON.stringify(leverageAction(0, 5))).toBe(
      '{"type":"updateLeverage","asset":0,"isCross":false,"leverage":5}',
    )
  })
})
