/** Which kinds of alerts can be watched, and why nothing fires at this moment. Pure. */
import type { AlertKind } from '../../contract/alert.ts'
import type { BucketView } from '../../contract/market.ts'
import { isCoin } from '../../contract/outcome.ts'
import type { Feature } from '../../contract/session.ts'
import type { Families } from '../feed/index.ts'
import { nameOf, type ProbabilityFacts, trades } from './probability.ts'

const on: Feature = { on: true }
const off = (reason: string): Feature => ({ on: false, reason })

export function kindsOf({
  families,
  isSignedIn,
  hasTokenExpiry,
}: {
  readonly families: Families
  readonly isSignedIn: boolean
  readonly hasTokenExpiry: boolean
}): Readonly<Record<AlertKind, Feature>> {
  const signedIn = isSignedIn ? on : off('Nobody is signed in.')
  const scalar = families.scalar ? on : off('Scalar markets are off in this deployment.')
  return {
    price: scalar,
    temperature: scalar,
    fill: signedIn,
    order_end: signedIn,
    position_end: signedIn,
    liquidation: signedIn,
    market_end: signedIn,
    bucket_close: scalar,
    phase: scalar,
    token_expiry: hasTokenExpiry ? on : off('There is no access token with an expiry.'),
    probability:
      families.outcomes || families.binary ? on : off('Outcome markets and binary markets are off in this deployment.'),
  }
}

/** What a pause is told from. */
interface PauseFacts extends Pick<ProbabilityFacts, 'ticker' | 'outcome'> {
  readonly families: () => Families
  bucket(): BucketView | null
}

/**
 * Why nothing that depends on the market is watched, in words; null while it is.
 * @param probabilities assets whose probability is watched.
 * @param liquidations assets of positions whose liquidation is watched.
 */
export function pauseOf(
  facts: PauseFacts,
  probabilities: Iterable<string>,
  liquidations: Iterable<string> = [],
): string | null {
  const { scalar, binary, outcomes } = facts.families()
  if (!scalar && !binary && !outcomes) return 'Waiting for market data.'
  const pause = scalar ? scalarPause(facts) : null
  if (pause !== null) return pause
  for (const asset of probabilities) {
    const isOver = isCoin(asset) && facts.outcome(asset) !== null && !trades(asset, facts)
    if (isOver || facts.ticker(asset)?.stale === false) continue
    return `Paused for probabilities: the data of ${nameOf(asset, facts)} is stale.`
  }
  for (const asset of liquidations) {
    if (facts.ticker(asset)?.stale !== false) return `Paused for liquidations: the data of ${asset} is stale.`
  }
  return null
}

function scalarPause(facts: PauseFacts): string | null {
  const bucket = facts.bucket()
  if (bucket === null) return 'Waiting for market data.'
  if (bucket.stale) return 'Paused: market data is stale. Nothing fires on it.'
  const asset = bucket.current?.asset
  return asset !== undefined && facts.ticker(asset)?.stale !== false
    ? `Paused for prices: the data of ${asset} is stale.`
    : null
}
