/** Binary refs resolved: a fixed asset, or the one that is active (docs/service/binary.md#phases). Pure. */
import { binaryEntry } from '../../contract/entry.ts'
import type { BinaryInstrument, NotHere } from '../../contract/instrument.ts'
import { type BinaryRef, follows, refText } from '../../contract/market-ref.ts'
import type { MarketFacts } from './interface.ts'
import type { Followed } from './last-live.ts'
import { notHere } from './not-here.ts'
import { binaryPhase, NOT_TOLD, statusPhase } from './phases.ts'

type Facts = Pick<MarketFacts, 'scalar' | 'bucket' | 'binary'> & { readonly feature: MarketFacts['features']['binary'] }

/**
 * Undefined while it is not known yet.
 * @param followed what the active ref stands for
 * @param now the service's time
 */
export function binaryInstrument(
  ref: BinaryRef,
  facts: Facts,
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
    phase: isTurn || asset === null ? binaryPhase({ status, bucket: own }, byStatus, now) : (byStatus ?? NOT_TOLD),
    start: isTurn ? followed.start : null,
    entriesEnd: isTurn && status?.activeAsset === asset ? (status?.entryCutoff ?? null) : null,
    end: isTurn ? followed.end : null,
    midpoint: own?.midpoint ?? market?.midpoint ?? null,
    decidedBy,
    receivedAt: binary.receivedAt,
    stale: binary.stale,
  }
}
