/** The public half of a private key, the signatures that it makes, and the check that a signature is its own. */
import { timingSafeEqual } from 'node:crypto'
import { bytesToHex, hexToBytes, keccak256 } from 'viem/utils'
import type { Address, Hex } from '../../contract/address.ts'
import type { Secret } from '../secrets/index.ts'
import { publicKeyOf, recover, sign } from './secp256k1.ts'
import { SigningError } from './signing-error.ts'

/** Half of the curve's order: of the two signatures that say the same, only the one with the lower s counts. */
const HALF_ORDER = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n

/** The public half of a key. */
export interface SigningKey {
  readonly address: Address
  /** 65 bytes. */
  readonly publicKey: Uint8Array
}

const known = new WeakMap<Secret, SigningKey>()

/**
 * The public half of a private key; worked out once for each `Secret`.
 * @throws SigningError without the key in it when it is no private key, or when the signing module could not be loaded.
 */
export function signingKeyOf(privateKey: Secret): SigningKey {
  const before = known.get(privateKey)
  if (before !== undefined) return before
  const publicKey = withBytes(privateKey, publicKeyOf)
  if (publicKey === null) throw new SigningError(NO_KEY)
  const address = `0x${keccak256(publicKey.subarray(1)).slice(-40)}` as Address
  const key = { address, publicKey }
  known.set(privateKey, key)
  return key
}

/**
 * Signs a digest: 65 bytes as 0x hex, r, s, v (27 or 28).
 * @throws SigningError as `signingKeyOf`.
 */
export function signatureOf(privateKey: Secret, digest: Hex): Hex {
  const { signature, recoveryId } = withBytes(privateKey, (bytes) => sign(hexToBytes(digest), bytes))
  return `${bytesToHex(signature)}${(27 + recoveryId).toString(16)}`
}

/** Whether recovering the signer of `signature` over `digest` gives exactly this key. */
export function recoversTo({ publicKey }: SigningKey, digest: Hex, signature: Hex): boolean {
  const match = /^0x([0-9a-f]{64})([0-9a-f]{64})(1b|1c)$/.exec(signature)
  if (match === null || BigInt(`0x${match[2]}`) > HALF_ORDER) return false
  const bytes = hexToBytes(`0x${match[1]}${match[2]}`)
  const recovered = recover(hexToBytes(digest), { signature: bytes, recoveryId: match[3] === '1c' ? 1 : 0 })
  return recovered !== null && timingSafeEqual(recovered, publicKey)
}

const NO_KEY = 'The key is not a private key of this kind of wallet.'

/** Lends a key's bytes, outside any shared buffer, and overwrites them at the end. */
function withBytes<Result>(privateKey: Secret, use: (bytes: Uint8Array) => Result): Result {
  const text = privateKey.reveal()
  if (!/^0x[0-9a-fA-F]{64}$/.test(text)) throw new SigningError(NO_KEY)
  const bytes = Buffer.alloc(32)
  try {
    bytes.write(text.slice(2), 'hex')
    return use(bytes)
  } finally {
    bytes.fill(0)
  }
}
