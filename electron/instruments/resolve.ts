/** Resolves the refs of each family. Pure. */

import { binaryEntry, outcomeEntry, scalarEntry } from '../../contract/entry.ts'
import type {
  BinaryInstrument,
  InstrumentPhase,
  NotHere,
  OutcomeInstrument,
  ScalarInstrument,
} from '../../contract/instrument.ts'
import { type Bucket, type MarketStatus, type ScalarMarket, TWAP_WINDOW } from '../../contract/market.ts'
import {
  type BinaryRef,
  follows,
  type MarketRef,
  type OutcomeRef,
  refText,
  type ScalarRef,
} from '../../contract/market-ref.ts'
import { MESSAGES as COMMON } from '../../contract/messages.ts'
import type { OutcomeMarket, OutcomesView } from '../../contract/outcome.ts'
import { marketName, ownName, questionOf } from '../../contract/outcome-names.ts'
import type { MarketFacts } from './facts.ts'
import { binaryPhase, bucketPhase, NOT_REPORTED, outcomePhase, statusPhase } from './phases.ts'

/** A ref that this deployment does not know: what is missing, and why, as a sentence. */
export const notHere = (ref: MarketRef, title: string, reason: string): NotHere => ({
  here: false,
  ref,
  key: refText(ref),
  title,
  reason,
})

/** The bucket of a following ref of a family; its times are null where unknown. */
interface Followed {
  readonly asset: string
  readonly start: Bucket['start'] | null
  readonly end: Bucket['end'] | null
}

/** Resolves a following ref through the gap of a settlement: to the live asset, then to the settling one, and before the first one to the next. */
export class LastLive {
  #scalar: Followed | null = null
  #binary: Followed | null = null

  /** Remembers the live asset; called at every change, so that the gap finds it. */
  note({ bucket, binary }: Pick<MarketFacts, 'bucket' | 'binary'>): void {
    this.#scalar = bucket?.current ?? this.#scalar
    const asset = binary.status?.activeAsset ?? null
    if (asset !== null) this.#binary = bucketOf(asset, binary.bucket)
  }

  /** Null while there is nothing to follow. */
  scalar({ bucket }: Pick<MarketFacts, 'bucket'>): Followed | null {
    return bucket?.current ?? this.#scalar ?? bucket?.next ?? null
  }

  binary({ binary: { status, bucket } }: Pick<MarketFacts, 'binary'>): Followed | null {
    const active = status?.activeAsset ?? null
    if (active !== null) return bucketOf(active, bucket)
    const named = bucket?.asset ?? null
    return this.#binary ?? (named === null ? null : bucketOf(named, bucket))
  }
}

/** The status takes precedence; the bucket adds its times if it is of the same asset. */
function bucketOf(asset: string, bucket: MarketFacts['binary']['bucket']): Followed {
  const isOwn = bucket !== null && (bucket.asset === null || bucket.asset === asset)
  return { asset, start: isOwn ? bucket.start : null, end: isOwn ? bucket.end : null }
}

// Resolves scalar refs: a fixed asset, or the live one (docs/service/buckets.md#assets). Pure.

type ScalarFacts = Pick<MarketFacts, 'scalar' | 'bucket'> & { readonly feature: MarketFacts['features']['scalar'] }

/**
 * Undefined while it is not known yet.
 * @param followed the bucket of the live ref
 * @param status that an asset's ticker shows
 */
export function scalarInstrument(
  ref: ScalarRef,
  facts: ScalarFacts,
  followed: Followed | null,
  status: (asset: string) => MarketStatus | null,
): ScalarInstrument | NotHere | undefined {
  const { scalar, bucket, feature } = facts
  const isFollowing = follows(ref)
  const asset = isFollowing ? (followed?.asset ?? null) : ref.asset
  const market = scalar.markets.find((one) => one.asset === asset) ?? null
  const named = [bucket?.current, bucket?.next, followed].find((one) => one?.asset === asset) ?? null
  if (market === null && named === null) {
    if (!feature.on) return feature.unread === 'pending' ? undefined : notHere(ref, 'scalar markets', feature.reason)
    if (isFollowing ? bucket === null : scalar.receivedAt === null) return undefined
    if (!isFollowing) return notHere(ref, `scalar ${ref.asset}`, `This deployment lists no scalar market ${ref.asset}.`)
  }
  const shown = asset === null ? null : status(asset)
  return {
    here: true,
    family: 'scalar',
    ref,
    key: refText(ref),
    title: asset ?? 'Live scalar market',
    subtitle: market?.station ?? null,
    asset,
    tick: market?.tickSize ?? null,
    sizeDecimals: market?.sizeDecimals ?? null,
    entry:
      asset === null
        ? { takes: 'nothing', code: 'market_closed', reason: COMMON.bucketAwaited }
        : scalarEntry({
            asset,
            market,
            ticker: shown === null ? null : { status: shown },
            phase: bucket?.phase ?? null,
            liveAsset: bucket?.current?.asset ?? null,
          }),
    phase: phaseOf(asset, bucket, statusOf(market, shown)),
    start: named?.start ?? null,
    entriesEnd: null,
    end: named?.end ?? null,
    station: market?.station ?? null,
    maxLeverage: market?.maxLeverage ?? null,
    twapWindow: bucket?.twapWindow ?? TWAP_WINDOW,
    receivedAt: bucket?.receivedAt ?? scalar.receivedAt,
    stale: bucket?.stale ?? true,
  }
}

/** The ticker's status is the newer one, where the terminal knows its term. */
function statusOf(market: ScalarMarket | null, shown: MarketStatus | null): InstrumentPhase | null {
  if (shown !== null && shown !== 'unknown') return statusPhase(shown, null)
  return market === null ? null : statusPhase(market.status, market.statusText)
}

function phaseOf(
  asset: string | null,
  bucket: ScalarFacts['bucket'],
  byStatus: InstrumentPhase | null,
): InstrumentPhase {
  if (asset === null) return { state: 'waiting', text: 'Waiting' }
  if (bucket === null) return byStatus ?? NOT_REPORTED
  const { current, next, phase } = bucket
  if (current?.asset === asset) return bucketPhase(phase, byStatus)
  if (current === null && next?.asset === asset) return { state: 'waiting', text: 'Waiting' }
  // The previously live asset is settling, even if its status is not updated yet.
  return current === null ? bucketPhase(phase, byStatus) : (byStatus ?? NOT_REPORTED)
}

// Resolves binary refs: a fixed asset, or the active one (docs/service/binary.md#phases). Pure.

type BinaryFacts = Pick<MarketFacts, 'scalar' | 'bucket' | 'binary'> & {
  readonly feature: MarketFacts['features']['binary']
}

/**
 * Undefined while it is not known yet.
 * @param followed the bucket of the active ref
 * @param now the service's time
 */
export function binaryInstrument(
  ref: BinaryRef,
  facts: BinaryFacts,
  followed: Followed | null,
  now: number,
): BinaryInstrument | NotHere | undefined {
  const { binary, feature } = facts
  if (!feature.on && feature.unread !== 'pending') return notHere(ref, 'binary markets', feature.reason)
  const { markets, status, bucket } = binary
  const isFollowing = follows(ref)
  const asset = isFollowing ? (followed?.asset ?? null) : ref.asset
  const market = markets.find((one) => one.asset === asset) ?? null
  const isTurn = asset !== null && asset === followed?.asset
  if (isFollowing ? status === null : market === null && !isTurn) {
    if (isFollowing || binary.receivedAt === null) return undefined
    return notHere(ref, `binary ${ref.asset}`, `This deployment lists no binary market ${ref.asset}.`)
  }
  const own = isTurn && bucket !== null && (bucket.asset === null || bucket.asset === asset) ? bucket : null
  const byStatus = market === null ? null : statusPhase(market.status, market.statusText)
  const decidedBy = isTurn ? (facts.bucket?.current?.asset ?? null) : null
  return {
    here: true,
    family: 'binary',
    ref,
    key: refText(ref),
    title: asset ?? 'Active binary market',
    subtitle: facts.scalar.markets.find((one) => one.asset === decidedBy)?.station ?? null,
    asset,
    tick: market?.tickSize ?? null,
    sizeDecimals: market?.sizeDecimals ?? null,
    entry: binaryEntry(isFollowing ? null : asset, binary, now),
    phase: isTurn || asset === null ? binaryPhase({ status, bucket: own }, byStatus, now) : (byStatus ?? NOT_REPORTED),
    start: isTurn ? followed.start : null,
    entriesEnd: isTurn && status?.activeAsset === asset ? (status?.entryCutoff ?? null) : null,
    end: isTurn ? followed.end : null,
    midpoint: own?.midpoint ?? market?.midpoint ?? null,
    decidedBy,
    receivedAt: binary.receivedAt,
    stale: binary.stale,
  }
}

// Resolves outcome refs: one side of an outcome market (docs/service/outcomes.md#meta). Pure.

type Age = Pick<OutcomesView, 'receivedAt' | 'stale'>

/**
 * One side of a market; null where it has no such side.
 * @param now the service's time
 */
export function outcomeInstrument(
  market: OutcomeMarket,
  index: number,
  age: Age,
  now: number,
): OutcomeInstrument | null {
  const { outcomeId, sides } = market
  const side = sides.find((one) => one.index === index)
  if (side === undefined) return null
  const ref = refOf(outcomeId, index)
  const question = questionOf(market)
  const name = marketName(market)
  const [other, ...more] = sides.filter((one) => one.index !== index)
  return {
    here: true,
    family: 'outcome',
    ref,
    key: refText(ref),
    title: `${name}, ${side.name}`,
    subtitle: ownName(market) === null ? null : (question?.title ?? null),
    asset: side.coin,
    tick: market.tickSize,
    sizeDecimals: market.sizeDecimals,
    entry: outcomeEntry(market, now),
    phase: outcomePhase(market, now),
    start: null,
    entriesEnd: market.expiry,
    end: market.expiry,
    outcomeId,
    side: index,
    sideName: side.name,
    name,
    otherSide:
      other === undefined || more.length > 0
        ? null
        : { ref: refOf(outcomeId, other.index), name: other.name, coin: other.coin },
    question: question === null ? null : { id: question.id, title: question.title, several: question.several },
    winner: market.winner,
    ...age,
  }
}

const refOf = (outcomeId: number, side: number): OutcomeRef => ({ family: 'outcome', outcomeId, side })

/** The result for a ref whose market or side is not listed. */
export function outcomeNotHere(ref: OutcomeRef, market: OutcomeMarket | undefined): NotHere {
  const { outcomeId, side } = ref
  if (market === undefined)
    return notHere(ref, `outcome ${outcomeId}`, `This deployment lists no outcome ${outcomeId}.`)
  const names = market.sides.map(({ name }) => name).join(' and ')
  return notHere(ref, `outcome ${outcomeId}, side ${side}`, `${marketName(market)} has only ${names}.`)
}
