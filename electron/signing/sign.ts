/** Creates signatures with keys held in main, and never returns one that does not recover to its intended signer. */

import { generatePrivateKey } from 'viem/accounts'
import { hashTypedData, recoverAddress } from 'viem/utils'
import type { Address, Hex } from '../../contract/address.ts'
import { MESSAGES as COMMON } from '../../contract/messages.ts'
import { Secret } from '../secrets/index.ts'
import type { ClientOrder, DeploymentProfile, UserAction } from '../service/index.ts'
import { type AgentDomain, type AgentMessage, agentDigest } from './agent-message.ts'
import { recoversTo, SigningError, signatureOf, signingKeyOf } from './signing-key.ts'

// The direct order as typed data for the trader's own wallet (docs/service/direct-orders.md#typed-data).

const FIELDS: readonly (keyof ClientOrder)[] = [
  'asset',
  'side',
  'size',
  'price',
  'tif',
  'nonce',
  'timestamp',
  'reduce_only',
]

/**
 * The payload that the wallet signs for an order, by the deployment's domain and types. The signature covers every field of the order, and the types
 * require nothing that an order lacks.
 * @throws SigningError naming the mismatch, also when direct orders are switched off.
 */
export function directOrderAction(directOrder: DeploymentProfile['directOrder'], order: ClientOrder): UserAction {
  if (directOrder === null) throw new SigningError(COMMON.noDirectOrders)
  const { domain, types, primaryType } = directOrder
  const signed = (types[primaryType] ?? []).map(({ name }) => name)
  const left = FIELDS.filter((name) => !signed.includes(name))
  const more = signed.filter((name) => !(FIELDS as readonly string[]).includes(name))
  if (left.length > 0) throw new SigningError(`The profile's ${primaryType} lacks ${left.join(', ')}.`)
  if (more.length > 0)
    throw new SigningError(`The profile's ${primaryType} asks for ${more.join(', ')}, which no order has.`)
  const message = Object.fromEntries(FIELDS.map((name) => [name, order[name]]))
  const action: Omit<UserAction, 'actionHash'> = { domain, types, primaryType, message }
  return { ...action, actionHash: userActionDigest({ ...action, actionHash: '0x' }) }
}

/** The signed part of a user-signed action; its hash at the service is not included. */
type TypedData = Omit<UserAction, 'actionHash'> & Partial<Pick<UserAction, 'actionHash'>>

/** A new random agent key; it never leaves main. */
export const generateAgentKey = (): Secret => new Secret(generatePrivateKey())

/**
 * The address of a private key.
 * @throws SigningError when it is not a private key (`0x` and 64 hex digits, within the curve's order), or nothing can be signed at all.
 */
export const addressOf = (privateKey: Secret): Address => signingKeyOf(privateKey).address

/**
 * Signs the `Agent` message of a verified prepared action. 65 bytes as 0x hex: r, s, v (27 or 28).
 * @throws SigningError when the signature does not recover to `signer` (default: the key's own address).
 */
export const signAgentAction = (input: {
  readonly privateKey: Secret
  /** The deployment's domain, not one from the wire. */
  readonly domain: AgentDomain
  readonly message: AgentMessage
  readonly signer?: Address
}): Promise<Hex> => signDigest(input.privateKey, agentDigest(input.domain, input.message), input.signer)

/**
 * Signs a user-signed action with a wallet key held in the keychain. 65 bytes as 0x hex: r, s, v (27 or 28).
 * @throws SigningError when the typed data cannot be hashed, or the signature does not recover to `signer`.
 */
export const signUserAction = async (input: {
  readonly privateKey: Secret
  readonly action: TypedData
  readonly signer?: Address
}): Promise<Hex> => signDigest(input.privateKey, userActionDigest(input.action), input.signer)

/**
 * The EIP-712 digest of a user-signed action, with its own types.
 * @throws SigningError when its message does not match its types.
 */
export function userActionDigest({ domain, types, primaryType, message }: TypedData): Hex {
  try {
    return hashTypedData({
      domain: {
        ...domain,
        ...(domain.verifyingContract === undefined ? {} : { verifyingContract: domain.verifyingContract as Hex }),
      },
      types: Object.fromEntries(Object.entries(types).map(([name, fields]) => [name, [...fields]])),
      primaryType,
      message: { ...message },
    } as Parameters<typeof hashTypedData>[0])
  } catch (error) {
    throw new SigningError(`The ${primaryType} message cannot be hashed: ${firstLine(error)}`)
  }
}

/** Whether `signature` over `digest` was made by `signer`; false for bytes that no key can have signed. */
export async function isSignedBy(digest: Hex, signature: Hex, signer: Address): Promise<boolean> {
  try {
    return (await recoverAddress({ hash: digest, signature })).toLowerCase() === signer
  } catch {
    return false
  }
}

async function signDigest(privateKey: Secret, digest: Hex, signer: Address | undefined): Promise<Hex> {
  const key = signingKeyOf(privateKey)
  if (signer !== undefined && signer !== key.address) {
    throw new SigningError(`The key belongs to ${key.address}, not to ${signer}. Nothing was signed.`)
  }
  const signature = signatureOf(privateKey, digest)
  if (!recoversTo(key, digest, signature)) {
    throw new SigningError(`The signature does not recover to ${key.address}; it was discarded.`)
  }
  return signature
}

const firstLine = (error: unknown): string =>
  error instanceof Error ? (error.message.split('\n')[0] ?? '') : 'unknown'
