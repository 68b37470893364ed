/** What a probability alert looks at: the price of a side of an outcome market, or of UP in a binary market. Pure. */
import type { BinaryView } from '../../contract/binary.ts'
import type { Price } from '../../contract/decimal.ts'
import type { Ticker } from '../../contract/market.ts'
import { isCoin } from '../../contract/outcome.ts'
import type { Millis } from '../../contract/time.ts'
import type { OutcomeFacts } from '../feed/index.ts'

/** A mark older than this is not acted on, ms: a quiet one is read again every 5 s, and an answer may take a while. */
export const OLDEST_MARK = 8_000

/** What may be known of markets with probabilities. */
export interface ProbabilityFacts {
  /** How long ago what came for an asset at a moment came, ms, independent of the machine's clock. */
  readonly ageOf: (asset: string, receivedAt: Millis) => number
  readonly ticker: (asset: string) => Ticker | null
  readonly outcome: (coin: string) => OutcomeFacts | null
  readonly binary: () => Pick<BinaryView, 'markets' | 'status' | 'bucket'> | null
}

interface ProbabilitySeen {
  readonly price: Price
  /** What it is the price of, in words. */
  readonly name: string
  /** Another round is another question: a price of one never crosses to a price of the next. Null where there is only one. */
  readonly round: string | null
}

/** The question where it has several outcomes, then the market and its side: `Record high: 51 °F, Yes`. */
function outcomeName({ market, side }: OutcomeFacts): string {
  const question = market.questions.find(({ several }) => several)
  return `${question === undefined ? '' : `${question.title}: `}${market.name}, ${side.name}`
}

/** What the asset of a probability alert is called; as it is where nothing is known of it. */
export function nameOf(asset: string, { outcome }: Pick<ProbabilityFacts, 'outcome'>): string {
  const facts = outcome(asset)
  if (facts !== null) return outcomeName(facts)
  return isCoin(asset) ? asset : `${asset} UP`
}

/** A price that may be acted on, null while there is none: stale, ended, or not its turn. */
export function probabilityOf(asset: string, facts: ProbabilityFacts): ProbabilitySeen | null {
  const ticker = facts.ticker(asset)
  if (ticker === null || ticker.stale || ticker.mark === null) return null
  const seen = { price: ticker.mark, name: nameOf(asset, facts) }
  if (isCoin(asset)) return trades(asset, facts) ? { ...seen, round: null } : null
  const binary = facts.binary()
  if (binary?.status?.activeAsset !== asset || facts.ageOf(asset, ticker.receivedAt) > OLDEST_MARK) return null
  return { ...seen, round: `${asset}/${binary.bucket?.asset === asset ? binary.bucket.end : ''}` }
}

/** Whether a coin's market has neither expired nor begun to settle. */
export function trades(coin: string, { outcome }: Pick<ProbabilityFacts, 'outcome'>): boolean {
  const market = outcome(coin)?.market
  return market !== undefined && !market.expired && !market.settling
}
