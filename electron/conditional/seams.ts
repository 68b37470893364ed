/** What conditional orders need of the parts of main around them. */
import type { AccountView } from '../../contract/account.ts'
import type { Intent } from '../../contract/intent.ts'
import type { BucketView, ScalarMarket, Ticker } from '../../contract/market.ts'
import type { TopicSource } from '../feed/index.ts'

/** What conditional orders need of trading. */
export interface ConditionalTrading {
  submit(requestId: string, intent: Intent): Promise<{ readonly actionId: string }>
  /** Whether the id was ever accepted, in this run or before. */
  isKnown(requestId: string): boolean
  readAccount(): Promise<AccountView>
  /** Source of the topics `actions` and `account_version`. */
  readonly topics: TopicSource
}

/** What conditional orders need of the feed. */
export interface ConditionalFacts {
  market(asset: string): ScalarMarket | null
  ticker(asset: string): Ticker | null
  bucket(): BucketView | null
  readonly sources: readonly TopicSource[]
}
