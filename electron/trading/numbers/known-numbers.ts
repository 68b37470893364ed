/** Known asset numbers: from the deployment, else as learned; both take precedence over the service's lists. */
import type { AssetNumberView } from '../../../contract/asset-number.ts'
import { isAbsent, type TradingService } from '../../service/index.ts'
import type { AssetNumberStore, NumbersOf, StoredNumber } from '../../storage/index.ts'

/** A number that an asset must be signed under, and its source. */
export interface FixedNumber {
  readonly number: number
  readonly from: 'profile' | 'learned'
}

export type KnownNumbers = ReturnType<typeof createKnownNumbers>

export function createKnownNumbers(
  profile: Readonly<Record<string, number>>,
  store: Pick<AssetNumberStore, 'kept'>,
  of: NumbersOf,
) {
  const byProfile = (asset: string): number | undefined => (Object.hasOwn(profile, asset) ? profile[asset] : undefined)
  const isOfProfile = (number: number): boolean => Object.values(profile).includes(number)
  /** Learned numbers of assets that the deployment leaves open, except numbers that it gives to others. */
  const learned = (): readonly StoredNumber[] =>
    store
      .kept(of)
      .filter(
        ({ asset, number, shownAs }) => shownAs === null && byProfile(asset) === undefined && !isOfProfile(number),
      )

  return {
    /** Null where neither the deployment nor an earlier use gives one. */
    fixed(asset: string): FixedNumber | null {
      const message = byProfile(asset)
      if (message !== undefined) return { number: message, from: 'profile' }
      const found = learned().find((kept) => kept.asset === asset)
      return found === undefined ? null : { number: found.number, from: 'learned' }
    },
    /** The asset that is known to have this number. */
    ownerOf(number: number): string | null {
      const message = Object.keys(profile).find((asset) => profile[asset] === number)
      return message ?? learned().find((kept) => kept.number === number)?.asset ?? null
    },
    /** The asset in which an order appeared that was signed under this number for the named one; null for none. */
    shownAs: (asset: string, number: number): string | null =>
      store.kept(of).find((kept) => kept.asset === asset && kept.number === number)?.shownAs ?? null,
    view: (): readonly AssetNumberView[] => [
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

/** An asset as the service lists it. */
export interface Listing {
  readonly asset: string
  readonly family: 'scalar' | 'binary'
  /** `asset_id`; null where the list has none. */
  readonly listed: number | null
  /** Whether that is only its index in the lists, or missing: the signed number may then be another. */
  readonly isOpen: boolean
}

/** Both families as currently listed; one that the deployment does not have is empty. @throws ServiceError */
export async function readListings(
  service: Pick<TradingService, 'markets' | 'binaryMarkets'>,
): Promise<readonly Listing[]> {
  const [scalar, binary] = await Promise.all([
    service.markets().catch(noneIfAbsent),
    service.binaryMarkets().catch(noneIfAbsent),
  ])
  return [...listingsOf('scalar', scalar, 0), ...listingsOf('binary', binary, scalar.length)]
}

/** @param before number of markets listed before these. */
function listingsOf(
  family: Listing['family'],
  markets: readonly { readonly asset: string; readonly assetId: number | null }[],
  before: number,
): Listing[] {
  /** Counted from 0 or from 1, within its own list or continuing from the one before, in any order of the list. */
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
