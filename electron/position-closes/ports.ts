/** What the endings module needs from the rest of main, and what it offers. */
import type { AccountView, OpenOrdersView, Order } from '../../contract/account.ts'
import type { Address } from '../../contract/address.ts'
import type { ConditionalRecord } from '../../contract/conditional.ts'
import type { Listen } from '../../contract/listeners.ts'
import type { PositionClose } from '../../contract/position-close.ts'
import type { Clock } from '../../contract/time.ts'
import type { Feed } from '../feed/index.ts'
import type { Log } from '../log/index.ts'
import type { FillRecords } from '../records/index.ts'
import type { MarketEnds } from '../settlements/index.ts'
import type { BookStore, PositionCloseStore } from '../storage/index.ts'
import type { Trading } from '../trading/index.ts'

/** What endings need from trading. @throws ServiceError from each of the reads */
export interface PositionClosesTrading extends Pick<Trading, 'readConversions' | 'ledger' | 'actionsOf' | 'topics'> {
  readAccount(): Promise<AccountView>
  readOpenOrders(): Promise<Pick<OpenOrdersView, 'orders'>>
  readOrderHistory(page: { readonly limit: number; readonly before: null }): Promise<readonly Order[]>
  readonly fills: Pick<FillRecords, 'sync' | 'since' | 'newest' | 'knownSince' | 'onNew'>
}

/** What endings need from the feed. */
export type PositionClosesFeed = Pick<
  Feed,
  | 'ticker'
  | 'bucket'
  | 'binary'
  | 'outcome'
  | 'outcomesView'
  | 'outcomeCollateral'
  | 'measuredOffset'
  | 'need'
  | 'sources'
>

/** A stop or take-profit. */
export type Trigger = Pick<ConditionalRecord, 'id' | 'kind' | 'trigger' | 'percent' | 'position' | 'state'>

/** The stop or take-profit that an action closes for. */
export type TriggerOf = (actionId: string) => Trigger | null

export interface PositionClosesOptions {
  readonly store: PositionCloseStore
  readonly profile: string
  readonly trading: PositionClosesTrading
  readonly facts: PositionClosesFeed
  /** The current books: positions that they still have and the account does not are settled there. */
  readonly books: Pick<BookStore, 'due' | 'endBefore' | 'entriesOf' | 'payouts' | 'conversionsNotBooked'>
  /** Settlement prices of bucket markets. */
  readonly ends: Pick<MarketEnds, 'settledAt' | 'onKnown'>
  readonly triggerOf: TriggerOf
  readonly address: () => Address | null
  readonly onIdentityChange: Listen
  readonly clock: Clock
  /** Notifies the trader; called once for each end, across restarts too. */
  readonly notify: (ending: PositionClose, title: string) => void
  readonly log: Log
}
