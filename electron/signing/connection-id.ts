/**
 * The connection id of an agent-signed action: the hash that ties an `Agent` signature to one action
 * (docs/service/signing.md#connection-id).
 */
import { encode } from '@msgpack/msgpack'
import { concatBytes, hexToBytes, keccak256, numberToBytes } from 'viem/utils'
import type { Hex } from '../../contract/address.ts'

/** What a connection id is made from. */
interface ConnectionIdInput {
  /** The canonical action; its keys are encoded in the order in which they stand. Keys set to undefined are left out. */
  readonly action: unknown
  /** Milliseconds by convention; encoded in 8 bytes. */
  readonly nonce: number | bigint
  readonly vaultAddress?: Hex | null | undefined
  /** Milliseconds; encoded in 8 bytes when there is one. */
  readonly expiresAfter?: number | bigint | null | undefined
}

/**
 * keccak256( msgpack(action) ‖ nonce ‖ vault ‖ expiry ).
 * @throws RangeError for a nonce or expiry that is no unsigned 64-bit integer, or a vault address that is not 20 bytes.
 */
export const connectionIdOf = (input: ConnectionIdInput): Hex => keccak256(connectionPreimage(input))

/** The bytes that `connectionIdOf` hashes. */
export function connectionPreimage({ action, nonce, vaultAddress, expiresAfter }: ConnectionIdInput): Uint8Array {
  return concatBytes([
    packAction(action),
    uint64(nonce, 'nonce'),
    vaultAddress == null ? Uint8Array.of(0) : concatBytes([Uint8Array.of(1), addressBytes(vaultAddress)]),
    expiresAfter == null ? new Uint8Array(0) : concatBytes([Uint8Array.of(0), uint64(expiresAfter, 'expiresAfter')]),
  ])
}

/** The action in msgpack: shortest integers up to 32 bits, int64 or uint64 beyond, whether given as number or as bigint. */
export const packAction = (action: unknown): Uint8Array =>
  encode(withWideIntegers(action), { useBigInt64: true, ignoreUndefined: true })

const MAX_UINT64 = (1n << 64n) - 1n
const MAX_UINT32 = 0xffff_ffff
const MIN_INT32 = -0x8000_0000

/** The encoder takes 64-bit integers as bigint only, and no bigint below that. */
function withWideIntegers(value: unknown): unknown {
  if (typeof value === 'number') {
    return Number.isSafeInteger(value) && (value > MAX_UINT32 || value < MIN_INT32) ? BigInt(value) : value
  }
  if (typeof value === 'bigint') return value > MAX_UINT32 || value < MIN_INT32 ? value : Number(value)
  if (Array.isArray(value)) return value.map(withWideIntegers)
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withWideIntegers(item)]))
  }
  return value
}

function uint64(value: number | bigint, what: string): Uint8Array {
  const whole = typeof value === 'bigint' || Number.isSafeInteger(value) ? BigInt(value) : -1n
  if (whole < 0n || whole > MAX_UINT64) throw new RangeError(`${what} is not an unsigned 64-bit integer: ${value}`)
  return numberToBytes(whole, { size: 8 })
}

function addressBytes(address: Hex): Uint8Array {
  if (!/^0x[0-9a-fA-F]{40}$/.test(address)) throw new RangeError(`not a vault address: ${address}`)
  return hexToBytes(address)
}
