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
  const listing =
    (family: Listing['family'], before: number) =>
    ({ asset, assetId: listed }: { asset: string; assetId: number | null }, place: number): Listing => ({
      asset,
      family,
      listed,
      isOpen: listed === null || isPlace(listed, place, before),
    })
  return [...scalar.map(listing('scalar', 0)), ...binary.map(listing('binary', scalar.length))]
}

/** Counted from 0 or from 1, in its own list or on from the one before. */
const isPlace = (listed: number, place: number, before: number): boolean =>
  [place, place + 1, before + place, before + place + 1].includes(listed)

function noneIfAbsent(error: unknown): [] {
  if (isAbsent(error)) return []
  throw error
}
