/** Scalar refs resolved: a fixed asset, or whichever is live (docs/service/buckets.md#assets). Pure. */
import { scalarEntry } from '../../contract/entry.ts'
import type { InstrumentPhase, NotHere, ScalarInstrument } from '../../contract/instrument.ts'
import { type MarketStatus, type ScalarMarket, TWAP_WINDOW } from '../../contract/market.ts'
import { follows, refText, type ScalarRef } from '../../contract/market-ref.ts'
import type { MarketFacts } from './interface.ts'
import type { Followed } from './last-live.ts'
import { notHere } from './not-here.ts'
import { bucketPhase, NOT_TOLD, statusPhase } from './phases.ts'

type Facts = Pick<MarketFacts, 'scalar' | 'bucket'> & { readonly feature: MarketFacts['features']['scalar'] }

/**
 * Undefined while it is not known yet.
 * @param followed what the live ref stands for
 * @param status that an asset's ticker shows
 */
export function scalarInstrument(
  ref: ScalarRef,
  facts: Facts,
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
        ? { takes: 'nothing', code: 'market_closed', reason: 'Waiting for the next bucket to open.' }
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

/** The ticker's status is the newer one, where the terminal knows its word. */
function statusOf(market: ScalarMarket | null, shown: MarketStatus | null): InstrumentPhase | null {
  if (shown !== null && shown !== 'unknown') return statusPhase(shown, null)
  return market === null ? null : statusPhase(market.status, market.statusText)
}

function phaseOf(asset: string | null, bucket: Facts['bucket'], byStatus: InstrumentPhase | null): InstrumentPhase {
  if (asset === null) return { word: 'waiting', text: 'Waiting' }
  if (bucket === null) return byStatus ?? NOT_TOLD
  const { current, next, phase } = bucket
  if (current?.asset === asset) return bucketPhase(phase, byStatus)
  if (current === null && next?.asset === asset) return { word: 'waiting', text: 'Waiting' }
  // The asset that was live until now settles, whatever its status says yet.
  return current === null ? bucketPhase(phase, byStatus) : (byStatus ?? NOT_TOLD)
}
