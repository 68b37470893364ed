/** What the service's own lists say of the numbers of its assets, and whether that only counts them. */
import { isAbsent, type TradingService } from '../../service/index.ts'

/** One asset as the lists have it. */
export interface Listing {
  readonly asset: string
  readonly family: 'scalar' | 'binary'
  /** `asset_id`; null where the list says none. */
  readonly listed: number | null
  /** Whether that is no more than its place in the lists, or nothing: then the number that is signed may be another. */
  readonly isOpen: boolean
}

/** Both families as they are listed now; one that the deployment has not is empty. @throws ServiceError */
export async function readListings(
  service: Pick<TradingService, 'markets' | 'binaryMarkets'>,
): Promise<readonly Listing[]> {
  const [scalar, binary] = await Promise.all([
    service.markets().catch(noneIfAbsent),
    service.binaryMarkets().catch(noneIfAbsent),
  ])
  return [...listingsOf('scalar', scalar, 0), ...listingsOf('binary', binary, scalar.length)]
}

/** @param before how many markets are listed before these. */
function listingsOf(
  family: Listing['family'],
  markets: readonly { readonly asset: string; readonly assetId: number | null }[],
  before: number,
): Listing[] {
  /** Counted from 0 or from 1, in its own list or on from the one before; in whatever order the list is. */
  const isPlace = (listed: number): boolean =>
    [listed, listed - before].some((place) => place >= 0 && place <= markets.length)
  return markets.map(({ asset, assetId: listed }) => ({
    asset,
    family,
    listed,
    isOpen: listed === null || isPlace(listed),
  }))
}

function noneIfAbsent(error: unknown): [] {
  if (isAbsent(error)) return []
  throw error
}
