/** What the catalogue of instruments asks of the other parts of main. */
import type { BinaryView } from '../../contract/binary.ts'
import type { Listen } from '../../contract/listeners.ts'
import type { BucketView, MarketStatus } from '../../contract/market.ts'
import type { OutcomesView } from '../../contract/outcome.ts'
import type { SessionView } from '../../contract/session.ts'
import type { Cancel } from '../../contract/time.ts'
import type { ScalarList } from '../feed/index.ts'

/** Which of the facts changed: those of a family, or of an asset's status. */
export type FactsChange = 'scalar' | 'binary' | 'outcome'

/** The markets as main knows them at this moment. */
export interface MarketFacts {
  readonly features: Pick<SessionView['features'], 'scalar' | 'binary' | 'outcomes'>
  readonly scalar: ScalarList
  /** Null before it was read. */
  readonly bucket: BucketView | null
  readonly binary: BinaryView
  readonly outcomes: OutcomesView
}

export interface FactsSource {
  now(): MarketFacts
  /** The status that an asset's ticker shows; null without one. */
  status(asset: string): MarketStatus | null
  /** The service's time. */
  serverNow(): number
  /** Some facts of a family may be others than before. */
  readonly onChange: Listen<[family: FactsChange]>
  /** Keeps the reads of a family at the pace of somebody who looks, until the result is called. */
  watch(family: FactsChange): Cancel
}
