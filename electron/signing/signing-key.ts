/** A private key made ready: its address, and the tables that let a signature be checked in a fraction of a millisecond. */
import { invert, mod } from '@noble/curves/abstract/modular'
import { secp256k1 } from '@noble/curves/secp256k1'
import { keccak256 } from 'viem/utils'
import type { Address, Hex } from '../../contract/address.ts'
import type { Secret } from '../secrets/index.ts'

const { ProjectivePoint: Point, CURVE } = secp256k1
type CurvePoint = InstanceType<typeof Point>

/** Bits per step of the public key's multiplication table: 6 takes a few milliseconds to build, once for each key. */
const TABLE_BITS = 6

/** The public half of a key. */
export interface SigningKey {
  readonly address: Address
  readonly publicKey: CurvePoint
}

const known = new WeakMap<Secret, SigningKey>()

/**
 * The public half of a private key; worked out once for each `Secret`.
 * @throws Error without the key in it when it is no private key.
 */
export function signingKeyOf(privateKey: Secret): SigningKey {
  const before = known.get(privateKey)
  if (before !== undefined) return before
  const text = privateKey.reveal()
  if (!/^0x[0-9a-fA-F]{64}$/.test(text) || !secp256k1.utils.isValidPrivateKey(text.slice(2))) {
    throw new Error('not a private key')
  }
  const publicKey = Point.fromPrivateKey(text.slice(2))
  publicKey._setWindowSize(TABLE_BITS)
  const address = `0x${keccak256(publicKey.toRawBytes(false).slice(1)).slice(-40)}` as Address
  const key = { address, publicKey }
  known.set(privateKey, key)
  return key
}

/**
 * Whether recovering the signer of `signature` over `digest` gives exactly this key.
 *
 * Recovery looks for the key Q = r⁻¹(sR − eG), where R is the point with x = r and the parity that the last byte names. That is the
 * same as asking whether eG/s + rQ/s is that very R, which for a known Q needs no square root and can use Q's table.
 */
export function recoversTo({ publicKey }: SigningKey, digest: Hex, signature: Hex): boolean {
  const match = /^0x([0-9a-f]{64})([0-9a-f]{64})(1b|1c)$/.exec(signature)
  if (match === null) return false
  const [r, s] = [BigInt(`0x${match[1]}`), BigInt(`0x${match[2]}`)]
  const n = CURVE.n
  if (r === 0n || r >= n || s === 0n || s > n / 2n) return false
  const inverse = invert(s, n)
  const [ofBase, ofKey] = [mod(BigInt(digest) * inverse, n), mod(r * inverse, n)]
  if (ofBase === 0n) return false
  const point = Point.BASE.multiply(ofBase).add(publicKey.multiply(ofKey)).toAffine()
  return point.x === r && (point.y & 1n) === (match[3] === '1c' ? 1n : 0n)
}
