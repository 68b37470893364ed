/** Actions signed by the trader's own wallet, from preparation to the signature: single use. */
import { hashTypedData } from 'viem/utils'
import { type Decimal, trimZeros } from '../../contract/decimal.ts'
import { type Account, type Tif, VenueError, type VenueTime } from '../market/index.ts'
import { signerOf, ZERO_ADDRESS } from './agent.ts'
import type { Hex } from './canonical-action.ts'

/** 0x66eee, the chain id of user-signed actions on test networks. */
const USER_CHAIN_ID = 0x66eee

/** The EIP-712 domain of user-signed actions. */
const USER_DOMAIN = {
  name: 'HyperliquidSignTransaction',
  version: '1',
  chainId: USER_CHAIN_ID,
  verifyingContract: ZERO_ADDRESS,
} as const

type Fields = readonly { name: string; type: string }[]

/** A user-signed action as the venue issues it (docs/service/signing.md#user-signed). */
export interface UserSignedAction {
  /** EIP-712 digest of the other fields. */
  actionHash: Hex
  eip712Domain: typeof USER_DOMAIN
  types: Record<string, Fields>
  primaryType: string
  message: { hyperliquidChain: 'Testnet'; nonce: number } & Record<string, string | number | boolean>
}

/** An action to be signed. @param name its type without the prefix; `fields` are those between chain and nonce. */
export function userSignedAction(
  name: string,
  fields: Fields,
  values: Record<string, string | boolean>,
  nonce: number,
): UserSignedAction {
  const primaryType = `HyperliquidTransaction:${name}`
  const types = {
    [primaryType]: [{ name: 'hyperliquidChain', type: 'string' }, ...fields, { name: 'nonce', type: 'uint64' }],
  }
  const message = { hyperliquidChain: 'Testnet', ...values, nonce } as const
  const actionHash = hashTypedData({
    domain: USER_DOMAIN,
    types,
    primaryType,
    message: { ...message, nonce: BigInt(nonce) },
  })
  return { actionHash, eip712Domain: USER_DOMAIN, types, primaryType, message }
}

/** The route that completes the action. */
type UserActionKind = 'agent approval' | 'transfer'

interface Pending {
  kind: UserActionKind
  wallet: Account
  expiresAt: VenueTime
  done: boolean
  run: () => unknown
}

interface UserActionsOptions {
  now: () => VenueTime
  /** Time for the trader to sign, ms of venue time: a browser wallet needs a person. */
  lifetime: number
}

/** The pending user-signed actions of one venue. */
export class UserActions {
  readonly #options: UserActionsOptions
  readonly #pending = new Map<Hex, Pending>()

  constructor(options: UserActionsOptions) {
    this.#options = options
  }

  /** Issues an action; `run` executes it on completion. */
  prepare(kind: UserActionKind, wallet: Account, action: UserSignedAction, run: () => unknown): UserSignedAction {
    this.#forgetOld()
    const expiresAt = this.#options.now() + this.#options.lifetime
    this.#pending.set(action.actionHash, { kind, wallet, expiresAt, done: false, run })
    return action
  }

  /**
   * Executes an action once, and returns its result.
   * @throws VenueError `stale_prepared_action`, `already_submitted` (409) or `bad_signature` (400), and the action's own refusal.
   */
  async complete(kind: UserActionKind, wallet: Account, actionHash: Hex, signature: Hex): Promise<unknown> {
    this.#find(kind, wallet, actionHash)
    const signer = await signerOf(actionHash, signature)
    if (signer !== wallet)
      throw new VenueError(400, 'bad_signature', `The signature is not from the wallet ${wallet}.`, 'signature')
    const pending = this.#find(kind, wallet, actionHash)
    const result = pending.run()
    pending.done = true
    return result
  }

  #find(kind: UserActionKind, wallet: Account, actionHash: Hex): Pending {
    const pending = this.#pending.get(actionHash)
    if (
      pending === undefined ||
      pending.kind !== kind ||
      pending.wallet !== wallet ||
      this.#options.now() >= pending.expiresAt
    )
      throw new VenueError(
        409,
        'stale_prepared_action',
        `No ${kind} is waiting for this signature. Request it again.`,
        'actionHash',
      )
    if (pending.done) throw new VenueError(409, 'already_submitted', `This ${kind} was completed before.`, 'actionHash')
    return pending
  }

  #forgetOld(): void {
    for (const [hash, { expiresAt }] of this.#pending) {
      if (expiresAt > this.#options.now()) return
      this.#pending.delete(hash)
    }
  }
}

const FIELDS = [
  { name: 'amount', type: 'string' },
  { name: 'toPerp', type: 'bool' },
] as const

/** A transfer of USDH into the class for outcome trading, which is separate from perpetuals (docs/service/transfers.md#transfer). */
export const classTransferAction = (amount: string, nonce: number): UserSignedAction =>
  userSignedAction('UsdClassTransfer', FIELDS, { amount: trimZeros(amount as Decimal), toPerp: false }, nonce)

/** A direct order, signed by the trader's own wallet (docs/service/direct-orders.md#client-order). */
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

/** Signing parameters of direct orders for this venue; printed when the venue starts (docs/service/direct-orders.md#typed-data). */
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

/** The EIP-712 digest of the order, over its texts exactly as sent. */
export const clientOrderDigest = (order: ClientOrder): Hex =>
  hashTypedData({
    ...DIRECT_ORDER,
    message: { ...order, nonce: BigInt(order.nonce), timestamp: BigInt(order.timestamp) },
  })
