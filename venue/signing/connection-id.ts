/** The connection id of an agent-signed action (docs/service/signing.md#connection-id): what the `Agent` message points to. */
import { encode } from '@msgpack/msgpack'
import { concatBytes, hexToBytes, keccak256, numberToBytes } from 'viem/utils'
import type { Hex } from './canonical-action.ts'

export interface ConnectionIdInput {
  /** Any action object; its keys are encoded in the order they stand in. */
  action: unknown
  nonce: number
  vaultAddress?: Hex | null
  expiresAfter?: number | null
}

/** keccak256( msgpack(action) ‖ nonce (8 bytes) ‖ vault ‖ expiry ) */
export function connectionId({ action, nonce, vaultAddress, expiresAfter }: ConnectionIdInput): Hex {
  return keccak256(
    concatBytes([
      encode(action),
      numberToBytes(nonce, { size: 8 }),
      vaultAddress == null ? Uint8Array.of(0) : concatBytes([Uint8Array.of(1), hexToBytes(vaultAddress)]),
      expiresAfter == null
        ? new Uint8Array(0)
        : concatBytes([Uint8Array.of(0), numberToBytes(expiresAfter, { size: 8 })]),
    ]),
  )
}
