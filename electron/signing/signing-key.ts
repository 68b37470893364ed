/** The public half of a private key, its signatures and the check that they are its own, by libsecp256k1. */
import { timingSafeEqual } from 'node:crypto'
import { bytesToHex, hexToBytes, keccak256 } from 'viem/utils'
import type { Address, Hex } from '../../contract/address.ts'
import type { Secret } from '../secrets/index.ts'

/** A signature that could not be made, or that does not recover to its signer. Holds no key. */
export class SigningError extends Error {
  override readonly name = 'SigningError'
}

/** No key can sign anything: this says nothing about the key. */
export class SigningUnavailable extends SigningError {}

// libsecp256k1, as the WebAssembly module of tiny-secp256k1. The file is in the bundle (electron.vite.config.ts); it makes all signatures, so without
// it nothing is signed and callers get the reason.

type Library = Pick<typeof import('tiny-secp256k1'), 'pointFromScalar' | 'recover' | 'signRecoverable'>

/** Loaded before anything of this module runs; the rest of the terminal works without it. */
const loaded: Library | Error = await import('tiny-secp256k1').catch((error: unknown) =>
  error instanceof Error ? error : new Error(String(error)),
)

/** A signature as its two halves concatenated, 64 bytes, and the parity of its point. */
interface RecoverableSignature {
  readonly signature: Uint8Array
  readonly recoveryId: number
}

/**
 * The public key of a private key, 65 bytes; null when it is none.
 * @throws SigningUnavailable when the module could not be loaded.
 */
function publicKeyOf(privateKey: Uint8Array): Uint8Array | null {
  const library = needed()
  try {
    return library.pointFromScalar(privateKey, false)
  } catch {
    return null
  }
}

/**
 * Signs with the nonce of RFC 6979 and the lower of the two values of s.
 * @throws SigningUnavailable when the module could not be loaded, and Error for an invalid digest or private key.
 */
function sign(digest: Uint8Array, privateKey: Uint8Array): RecoverableSignature {
  return needed().signRecoverable(digest, privateKey)
}

/**
 * The public key that made a signature, 65 bytes; null for bytes that no key can have signed.
 * @throws SigningUnavailable when the module could not be loaded.
 */
function recover(digest: Uint8Array, { signature, recoveryId }: RecoverableSignature): Uint8Array | null {
  const library = needed()
  try {
    return library.recover(digest, signature, recoveryId as 0 | 1 | 2 | 3, false)
  } catch {
    return null
  }
}

function needed(): Library {
  if (!(loaded instanceof Error)) return loaded
  throw new SigningUnavailable(
    `Nothing can be signed: the signing module could not be loaded (${loaded.message}). Reinstall Isotherm.`,
  )
}

/** Half of the curve's order: of the two equivalent signatures, only the one with the lower s is valid. */
const HALF_ORDER = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n

/** The public half of a key. */
interface SigningKey {
  readonly address: Address
  /** 65 bytes. */
  readonly publicKey: Uint8Array
}

const knownKeys = new WeakMap<Secret, SigningKey>()

/**
 * The public half of a private key; computed once for each `Secret`.
 * @throws SigningError without the key in it when it is not a private key, or when the signing module could not be loaded.
 */
export function signingKeyOf(privateKey: Secret): SigningKey {
  const before = knownKeys.get(privateKey)
  if (before !== undefined) return before
  const publicKey = withBytes(privateKey, publicKeyOf)
  if (publicKey === null) throw new SigningError(NO_KEY)
  const address = `0x${keccak256(publicKey.subarray(1)).slice(-40)}` as Address
  const key = { address, publicKey }
  knownKeys.set(privateKey, key)
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

const NO_KEY = 'Not a private key for this wallet type.'

/** Passes a key's bytes, outside any shared buffer, to `use`, and overwrites them at the end. */
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
