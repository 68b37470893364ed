/** A direct order, and a deployment that has them. */
import type { PlaceIntent } from '../../../contract/intent.ts'
import { BUY } from './setup.ts'

export const DIRECT: PlaceIntent = { ...BUY, signer: 'wallet' }

export const DIRECT_FIELDS = [
  ['asset', 'string'],
  ['side', 'string'],
  ['size', 'string'],
  ['price', 'string'],
  ['tif', 'string'],
  ['nonce', 'uint64'],
  ['timestamp', 'uint64'],
  ['reduce_only', 'bool'],
].map(([name, type]) => ({ name, type }))

/** How a deployment declares the signing of direct orders. */
export const DIRECT_PROFILE = {
  domain: { name: 'Model', version: '1', chainId: 1 },
  types: { ClientOrder: DIRECT_FIELDS },
  primaryType: 'ClientOrder',
}
