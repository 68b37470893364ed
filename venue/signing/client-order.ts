/** The direct order that the trader's own wallet signs (docs/service/direct-orders.md#client-order). */
import { hashTypedData } from 'viem/utils'
import type { Tif } from '../market/index.ts'
import type { Hex } from './canonical-action.ts'
import { USER_CHAIN_ID } from './user-actions.ts'

export interface ClientOrder {
  asset: string
  side: 'buy' | 'sell'
  size: string
  price: string
  tif: Tif
  nonce: number
  timestamp: number
  reduce_only: boolean
}

/** What a client needs to sign direct orders for this venue; printed when the venue starts (docs/service/direct-orders.md#typed-data). */
export const DIRECT_ORDER = {
  domain: { name: 'Isotherm Practice', version: '1', chainId: USER_CHAIN_ID },
  types: {
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
  },
  primaryType: 'ClientOrder',
} as const

export type DirectOrder = typeof DIRECT_ORDER

/** The EIP-712 digest of the order, over its texts exactly as they were sent. */
export const clientOrderDigest = (order: ClientOrder): Hex =>
  hashTypedData({
    ...DIRECT_ORDER,
    message: { ...order, nonce: BigInt(order.nonce), timestamp: BigInt(order.timestamp) },
  })
