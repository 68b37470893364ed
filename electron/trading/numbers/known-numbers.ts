/** Which numbers are known of assets: by the profile, else as learned; both stand before what the market list says. */
import type { AssetNumberView } from '../../../contract/asset-number.ts'
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
