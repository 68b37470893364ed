/** The payload that the agent wallet signs for every prepared action: the `Agent` message, and the connection id that binds it to one action. */
import { encode } from '@msgpack/msgpack'
import {
  concatBytes,
  concatHex,
  hexToBytes,
  keccak256,
  numberToBytes,
  numberToHex,
  padHex,
  stringToHex,
} from 'viem/utils'
import type { Hex } from '../../contract/address.ts'
import type { DeploymentProfile } from '../service/index.ts'

// The connection id of an agent-signed action: the hash that binds an `Agent` signature to one action (docs/service/signing.md#connection-id).

interface ConnectionIdInput {
  /** The canonical action; its keys are encoded in their order. Undefined keys are omitted. */
  readonly action: unknown
  /** Milliseconds by convention; encoded in 8 bytes. */
  readonly nonce: number | bigint
  readonly vaultAddress?: Hex | null | undefined
  /** Milliseconds; encoded in 8 bytes when there is one. */
  readonly expiresAfter?: number | bigint | null | undefined
}

/**
 * keccak256( msgpack(action) ‖ nonce ‖ vault ‖ expiry ).
 * @throws RangeError for a nonce or expiry that is not an unsigned 64-bit integer, or a vault address that is not 20 bytes.
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

/** The encoder accepts 64-bit integers only as bigint, and no smaller bigint. */
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

/** EIP-712 domain of agent-signed actions, from the deployment's settings. */
export type AgentDomain = DeploymentProfile['agentDomain']

/**
 * The `Agent` message that the agent wallet signs for every prepared action, and its EIP-712 digest
 * (docs/service/signing.md#agent-message).
 */
export type AgentMessage = {
  readonly source: 'a' | 'b'
  /** bytes32 */
  readonly connectionId: Hex
}

/** `a` on mainnet, `b` everywhere else. */
export const sourceOf = (network: DeploymentProfile['network']): 'a' | 'b' => (network === 'mainnet' ? 'a' : 'b')

const TYPE_HASH = keccak256(stringToHex('Agent(string source,bytes32 connectionId)'))
const SOURCE_HASH = { a: keccak256(stringToHex('a')), b: keccak256(stringToHex('b')) } as const

/** The domain of a deployment never changes while the terminal runs, so its hash is computed once. */
const separators = new WeakMap<AgentDomain, Hex>()

function separatorOf(domain: AgentDomain): Hex {
  const known = separators.get(domain)
  if (known !== undefined) return known
  const made = hashDomain(domain)
  separators.set(domain, made)
  return made
}

/** EIP-712: the type and the values of the domain's present fields, in their fixed order. */
function hashDomain({ name, version, chainId, verifyingContract }: AgentDomain): Hex {
  const fields: (readonly [type: string, value: Hex])[] = []
  if (name !== undefined) fields.push(['string name', keccak256(stringToHex(name))])
  if (version !== undefined) fields.push(['string version', keccak256(stringToHex(version))])
  if (chainId !== undefined) fields.push(['uint256 chainId', numberToHex(chainId, { size: 32 })])
  if (verifyingContract !== undefined) {
    fields.push(['address verifyingContract', padHex(verifyingContract as Hex, { size: 32 })])
  }
  const type = keccak256(stringToHex(`EIP712Domain(${fields.map(([field]) => field).join(',')})`))
  return keccak256(concatHex([type, ...fields.map(([, value]) => value)]))
}

/**
 * The digest to sign. The domain object must not be changed afterwards.
 * @throws RangeError when the connection id is not 32 bytes.
 */
export function agentDigest(domain: AgentDomain, message: AgentMessage): Hex {
  if (!/^0x[0-9a-fA-F]{64}$/.test(message.connectionId)) {
    throw new RangeError(`not a connection id: ${message.connectionId}`)
  }
  const body = keccak256(concatHex([TYPE_HASH, SOURCE_HASH[message.source], message.connectionId]))
  return keccak256(concatHex(['0x1901', separatorOf(domain), body]))
}
