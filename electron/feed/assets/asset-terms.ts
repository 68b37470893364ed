/** What metadata says of an asset, whatever its family: how its data is shown, and in which state it is. */
import type { BinaryMarket } from '../../../contract/binary.ts'
import { type Price, placesOf } from '../../../contract/decimal.ts'
import type { MarketStatus, ScalarMarket } from '../../../contract/market.ts'
import type { OutcomeMarket } from '../../../contract/outcome.ts'

type Family = 'scalar' | 'binary' | 'outcome'

export interface AssetTerms {
  /** Marks of scalar assets are temperatures; those of the others are probabilities. */
  readonly family: Family
  /** Decimal places of prices and sizes; 0 where the service does not say: then they are shown as they come. */
  readonly pxPlaces: number
  readonly szPlaces: number
  readonly status: MarketStatus
}

const places = (tick: Price | null): number => (tick === null ? 0 : placesOf(tick))

export const scalarTerms = ({ tickSize, sizeDecimals, status }: ScalarMarket): AssetTerms => ({
  family: 'scalar',
  pxPlaces: placesOf(tickSize),
  szPlaces: sizeDecimals,
  status,
})

export const binaryTerms = ({ tickSize, sizeDecimals, status }: BinaryMarket): AssetTerms => ({
  family: 'binary',
  pxPlaces: places(tickSize),
  szPlaces: sizeDecimals ?? 0,
  status,
})

export const outcomeTerms = ({ tickSize, sizeDecimals, expired, settling }: OutcomeMarket): AssetTerms => ({
  family: 'outcome',
  pxPlaces: places(tickSize),
  szPlaces: sizeDecimals ?? 0,
  status: expired ? 'settled' : settling ? 'settling' : 'active',
})

export const sameTerms = (a: AssetTerms | null, b: AssetTerms | null): boolean =>
  a === b ||
  (a !== null &&
    b !== null &&
    a.family === b.family &&
    a.pxPlaces === b.pxPlaces &&
    a.szPlaces === b.szPlaces &&
    a.status === b.status)
