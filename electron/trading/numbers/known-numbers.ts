/** Which numbers are known of assets: by the profile, else as learned; both stand before what the service's lists say. */
import type { AssetNumberView } from '../../../contract/asset-number.ts'
import { isAbsent, type TradingService } from '../../service/index.ts'
import type { AssetNumberStore, KeptNumber, NumbersOf } from '../../storage/index.ts'

/** A number that an asset must be signed under, and who says so. */
export interface FixedNumber {
  readonly number: number
  readonly from: 'profile' | 'learned'
}

export interface KnownNumbers {
  /** Null where neither the profile nor an earlier use tells. */
  fixed(asset: string): FixedNumber | null
  /** The asset that has this number for certain, as far as is known. */
  ownerOf(number: number): string | null
  /** The asset in which something showed up that was signed under this number for the one named; null for none. */
  shownAs(asset: string, number: number): string | null
  view(): readonly AssetNumberView[]
}

export function createKnownNumbers(
  profile: Readonly<Record<string, number>>,
  store: Pick<AssetNumberStore, 'kept'>,
  of: NumbersOf,
): KnownNumbers {
  const byProfile = (asset: string): number | undefined => (Object.hasOwn(profile, asset) ? profile[asset] : undefined)
  const isOfProfile = (number: number): boolean => Object.values(profile).includes(number)
  /** What was learned of assets that the profile leaves open, but for numbers that it gives to others. */
  const learned = (): readonly KeptNumber[] =>
    store
      .kept(of)
      .filter(
        ({ asset, number, shownAs }) => shownAs === null && byProfile(asset) === undefined && !isOfProfile(number),
      )

  return {
    fixed(asset) {
      const said = byProfile(asset)
      if (said !== undefined) return { number: said, from: 'profile' }
      const found = learned().find((kept) => kept.asset === asset)
      return found === undefined ? null : { number: found.number, from: 'learned' }
    },
    ownerOf(number) {
      const said = Object.keys(profile).find((asset) => profile[asset] === number)
      return said ?? learned().find((kept) => kept.number === number)?.asset ?? null
    },
    shownAs: (asset, number) =>
      store.kept(of).find((kept) => kept.asset === asset && kept.number === number)?.shownAs ?? null,
    view: () => [
      ...Object.entries(profile).map(([asset, number]) => ({ asset, number, from: 'profile' }) as const),
      ...learned().map(({ asset, number, at }) => ({ asset, number, at, from: 'learned' }) as const),
      ...store
        .kept(of)
        .flatMap(({ asset, number, shownAs, at }) =>
          shownAs === null ? [] : [{ asset, number, shownAs, at, from: 'disproved' } as const],
        ),
    ],
  }
}

/** One asset as the service's own lists have it. */
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
