/** What moving an order needs from the rest of trading. */
import type { Order } from '../../../contract/account.ts'
import type { Address } from '../../../contract/address.ts'
import type { Intent, OutcomeOrderIntent, PlaceIntent } from '../../../contract/intent.ts'
import type { OutcomeOrderStatus } from '../../../contract/outcome.ts'
import type { Clock } from '../../../contract/time.ts'
import type { RunsOptions } from '../../multi-step/index.ts'
import type { FillRecords, OrderRecords } from '../../records/index.ts'
import type { StoredMove, StoredReversal } from '../../storage/index.ts'
import type { FreshOrders } from '../account/index.ts'
import type { ActionLog, Refusal } from '../actions/index.ts'

/** The owner of the records, and their store. */
export interface RecordsOf<One extends StoredMove | StoredReversal>
  extends Pick<RunsOptions<One>, 'store' | 'profile' | 'address' | 'serverTime' | 'onIdentity' | 'log'> {
  /** @throws ServiceError when nobody is signed in. */
  readonly signedIn: () => Address
}

/** The replacement of an order. */
export type NewOrder = PlaceIntent | OutcomeOrderIntent

/** Why the requester may not send an intent, or null. */
export type RefusalCheck = (intent: Intent) => Refusal | null

/** Reads that show how an order ended. */
export interface EndReads {
  /** Reads that begin now. */
  readonly freshOpenOrders: () => Promise<FreshOrders>
  readonly orders: Pick<OrderRecords, 'readSince' | 'ofIds'>
  readonly fills: Pick<FillRecords, 'sync' | 'since'>
  /** For an outcome order. @throws ServiceError */
  readonly orderStatus: (oid: string) => Promise<OutcomeOrderStatus>
}

export interface MovePorts extends EndReads {
  readonly actionLog: Pick<ActionLog, 'get' | 'live' | 'offer' | 'onChange' | 'ofOrders'>
  readonly clock: Pick<Clock, 'after' | 'monotonic' | 'now'>
  /** Submits an intent; resolves as soon as it is journalled or refused. */
  readonly submit: (id: string, intent: Intent, by?: { readonly refusal: () => Refusal | null }) => Promise<unknown>
  /** By the last reads, without a new one. */
  readonly lastOpenOrders: () => readonly Order[]
  /** An account read that begins now: the margin of the canceled order is free in it. @throws ServiceError */
  readonly freshAccount: () => Promise<unknown>
  /** Whether an account is still the signed-in one. */
  readonly isCurrent: (account: string) => boolean
  /** Why the new order would be refused in the old one's place now, or null. Uses up nothing of any limit. @throws ServiceError */
  readonly check: (old: Order, intent: NewOrder) => Promise<Refusal | null>
  /** Why the deployment cannot cancel, or null. */
  readonly cancelOff: () => string | null
}
