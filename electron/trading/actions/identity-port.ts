/** The identity as trading needs it: the account, and the agent wallet's approval. */
import type { Mismatch } from '../../../contract/action.ts'
import type { Address, Hex } from '../../../contract/address.ts'
import type { Cancel } from '../../../contract/time.ts'
import type { PreparedAction, UserAction } from '../../service/index.ts'
import type { Refusal } from './state-machine.ts'

/** A step of an approval about to be taken; its effect waits for the listener. */
export type ApprovalStep =
  | { readonly at: 'prepared'; readonly actionHash: Hex }
  | { readonly at: 'verified' }
  | { readonly at: 'signed' }
  | { readonly at: 'sent' }

export type ApprovalOutcome =
  | { readonly kind: 'approved'; readonly agent: Address }
  /** The service refused. */
  | { readonly kind: 'rejected'; readonly refusal: Refusal; readonly mismatches?: readonly Mismatch[] }
  /** The terminal stopped it: no key, no connection, or the prepared action differs from the request. */
  | { readonly kind: 'refused'; readonly refusal: Refusal; readonly mismatches?: readonly Mismatch[] }
  /** Sent, without an answer. */
  | { readonly kind: 'unknown'; readonly refusal: Refusal; readonly mismatches?: readonly Mismatch[] }

export interface Approval {
  /**
   * Approves the agent wallet with the user's wallet, one approval at a time: a call without `onStep` shares a running one, a call
   * with it waits and then runs its own. A throwing `onStep` stops it. Never throws.
   */
  approve(onStep?: (step: ApprovalStep) => Promise<void>): Promise<ApprovalOutcome>
  /** The service knows no approval of the agent: windows show that and ask for one until there is one. */
  notApproved(): void
  /** Whether the agent key is recorded as approved by a wallet other than the signed-in one. */
  isKeyOfAnother(): boolean
}

export interface TradingIdentity extends Approval {
  /** The trader's address; null while signed out. */
  address(): Address | null
  /** Why there is no address. */
  reason(): string | null
  /** Signs a verified prepared action with the agent key. @throws SigningError, or Error with the reason when there is no key. */
  sign(prepared: PreparedAction): Promise<Hex>
  /**
   * Signs typed data with the trader's own wallet, for direct orders; the signature recovers to `address()`.
   * @throws SigningError, or Error with the reason when there is no key of that wallet.
   */
  signAsUser(action: UserAction): Promise<Hex>
  /** The service answered 401: the session is read again. */
  unauthorized(): void
  onChange(listener: () => void): Cancel
}
