import { describe, expect, it } from 'vitest'
import type { Hex } from '../../contract/address.ts'
import { price, size } from '../../contract/decimal.ts'
import type { Secret } from '../secrets/index.ts'
import type { ClientOrder } from '../service/index.ts'
import { addressOf, directOrderAction, generateAgentKey, isSignedBy, signUserAction } from './sign.ts'

const types = {
  ClientOrder: [
    { name: 'asset', type: 'string' },
    { name: 'side', type: 'string' },
    { name: 'size', type: 'string' },
    { name: 'price', type: 'string' },
    { name: 'tif', type: 'string' },
    { name: 'nonce', type: 'uint64' },
    { name: 'timestamp', type: 'uint64' },
    { name: 'reduce_only', type: 'bool' },
  ],
}
const profile = {
  domain: { name: 'Isotherm Practice', version: '1', chainId: 421614 },
  types,
  primaryType: 'ClientOrder',
}
const order: ClientOrder = {
  asset: 'NYCTMP1',
  side: 'buy',
  size: size('2.5000'),
  price: price('571.80'),
  tif: 'GTC',
  nonce: 1_790_000_000_000,
  timestamp: 1_790_000_000_001,
  reduce_only: false,
}

describe('a direct order', () => {
  it('is signed over its exact texts, and the signature is the wallet’s', async () => {
    const privateKey: Secret = generateAgentKey()
    const action = directOrderAction(profile, order)
    const signature: Hex = await signUserAction({ privateKey, action, signer: addressOf(privateKey) })
    expect(await isSignedBy(action.actionHash, signature, addressOf(privateKey))).toBe(true)
    expect(directOrderAction(profile, { ...order, size: size('2.5') }).actionHash).not.toBe(action.actionHash)
  })

  it.each<[string, Partial<ClientOrder>]>([
    ['asset', { asset: 'NYCTMP2' }],
    ['side', { side: 'sell' }],
    ['size', { size: size('25.000') }],
    ['price', { price: price('571.81') }],
    ['tif', { tif: 'IOC' }],
    ['nonce', { nonce: order.nonce + 1 }],
    ['timestamp', { timestamp: order.timestamp + 1 }],
    ['reduce_only', { reduce_only: true }],
  ])('with another %s has another hash, so that no signature fits two orders', (_, change) => {
    const hash = directOrderAction(profile, order).actionHash
    expect(directOrderAction(profile, { ...order, ...change }).actionHash).not.toBe(hash)
  })

  it('of another domain has another hash', () => {
    const other = { ...profile, domain: { ...profile.domain, chainId: 1 } }
    expect(directOrderAction(other, order).actionHash).not.toBe(directOrderAction(profile, order).actionHash)
  })

  it('is signed completely or not at all', () => {
    const all = types.ClientOrder
    for (const field of all) {
      const less = { ...profile, types: { ClientOrder: all.filter(({ name }) => name !== field.name) } }
      expect(() => directOrderAction(less, order)).toThrow(`The profile's ClientOrder lacks ${field.name}.`)
    }
    const more = { ...profile, types: { ClientOrder: [...all, { name: 'tip', type: 'string' }] } }
    expect(() => directOrderAction(more, order)).toThrow('asks for tip')
    expect(() => directOrderAction(null, order)).toThrow('This profile does not define how to sign direct orders.')
  })
})
