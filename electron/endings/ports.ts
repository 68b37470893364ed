/** What endings need of the parts of main around them, and what they do for them. */
import type { AccountView, OpenOrdersView, Order } from '../../contract/account.ts'
import type { ActionRecord } from '../../contract/action.ts'
import type { Address } from '../../contract/address.ts'
import type { ConditionalRecord } from '../../contract/conditional.ts'
import type { Ending } from '../../contract/ending.ts'
import type { Listen } from '../../contract/listeners.ts'
import type { Conversion } from '../../contract/outcome.ts'
import type { Clock } from '../../contract/time.ts'
import type { Feed } from '../feed/index.ts'
import type { Log } from '../log/index.ts'
import type { FillRecords } from '../records/index.ts'
import type { MarketEnds } from '../settlements/index.ts'
import type { BookStore, EndingStore } from '../storage/index.ts'
import type { TopicSource } from '../topics/index.ts'
import type { Trading } from '../trading/index.ts'

/** What endings need of trading. @throws ServiceError from each of the reads */
export interface EndingTrading {
  readAccount(): Promise<AccountView>
  readOpenOrders(): Promise<Pick<OpenOrdersView, 'orders'>>
  readOrderHistory(page: { readonly limit: number; readonly before: null }): Promise<readonly Order[]>
  readConversions(): Promise<readonly Conversion[]>
  readonly fills: Pick<FillRecords, 'sync' | 'since' | 'newest' | 'knownSince' | 'onNew'>
  /** Which positions ended, when, and why. */
  readonly ledger: Trading['ledger']
  /** Actions of the account that made one of these orders. */
  actionsOf(oids: readonly string[]): readonly ActionRecord[]
  /** Source of the topics `actions` and `account_version`. */
  readonly topics: TopicSource
}

/** What endings need of the feed. */
export type EndingFeed = Pick<
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

/** The stop or take-profit of which an action is a close. */
export type TriggerOf = (actionId: string) => Trigger | null

export interface EndingsOptions {
  readonly store: EndingStore
  readonly profile: string
  readonly trading: EndingTrading
  readonly facts: EndingFeed
  /** The books as they stand: what they show and the account has not is settled for them. */
  readonly books: Pick<BookStore, 'due' | 'endBefore' | 'entriesOf' | 'payouts' | 'conversionsNotBooked'>
  /** What markets of buckets settled at. */
  readonly ends: Pick<MarketEnds, 'settledAt' | 'onKnown'>
  readonly triggerOf: TriggerOf
  readonly address: () => Address | null
  readonly onIdentityChange: Listen
  readonly clock: Clock
  /** Tells an end to the trader; called once for each, over restarts too. */
  readonly tell: (ending: Ending, title: string) => void
  readonly log: Log
}
