/** What moving an order needs of trading around it. */
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

/** Whose records these are, and where they are kept. */
export interface RecordsOf<One extends StoredMove | StoredReversal>
  extends Pick<RunsOptions<One>, 'store' | 'profile' | 'address' | 'serverTime' | 'onIdentity' | 'log'> {
  /** @throws ServiceError when nobody is signed in. */
  readonly signedIn: () => Address
}

/** The order that takes the place of another. */
export type NewOrder = PlaceIntent | OutcomeOrderIntent

/** Why whoever asks may not send an intent, or null. */
export type RefusalCheck = (intent: Intent) => Refusal | null

/** What tells how an order ended. */
export interface EndReads {
  /** Reads that begin now. */
  readonly freshOpenOrders: () => Promise<FreshOrders>
  readonly orders: Pick<OrderRecords, 'readSince' | 'ofIds'>
  readonly fills: Pick<FillRecords, 'sync' | 'since'>
  /** Of an outcome order. @throws ServiceError */
  readonly orderStatus: (oid: string) => Promise<OutcomeOrderStatus>
}

export interface MovePorts extends EndReads {
  readonly actionLog: Pick<ActionLog, 'get' | 'live' | 'offer' | 'onChange' | 'ofOrders'>
  readonly clock: Pick<Clock, 'after' | 'monotonic' | 'now'>
  /** Takes an intent; resolves as soon as it is journalled or refused. */
  readonly submit: (id: string, intent: Intent, by?: { readonly refusal: () => Refusal | null }) => Promise<unknown>
  /** By the last reads, without one now. */
  readonly lastOpenOrders: () => readonly Order[]
  /** An account read that begins now: what the canceled order held is free in it. @throws ServiceError */
  readonly freshAccount: () => Promise<unknown>
  /** Whether an account is still the one that is signed in. */
  readonly isCurrent: (account: string) => boolean
  /** Why the new order would be refused if it stood in the old one's place now, or null. Takes nothing from any limit. @throws ServiceError */
  readonly check: (old: Order, intent: NewOrder) => Promise<Refusal | null>
  /** Why the profile cannot cancel, or null. */
  readonly cancelOff: () => string | null
}
