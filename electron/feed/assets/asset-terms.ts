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
  /** How near prices come to 0 and to 1; null where they are no probabilities, and where the service does not say. */
  readonly edge: Price | null
  readonly status: MarketStatus
}

const places = (tick: Price | null): number => (tick === null ? 0 : placesOf(tick))

export const scalarTerms = ({ tickSize, sizeDecimals, status }: ScalarMarket): AssetTerms => ({
  family: 'scalar',
  pxPlaces: placesOf(tickSize),
  szPlaces: sizeDecimals,
  edge: null,
  status,
})

export const binaryTerms = ({ tickSize, sizeDecimals, status }: BinaryMarket): AssetTerms => ({
  family: 'binary',
  pxPlaces: places(tickSize),
  szPlaces: sizeDecimals ?? 0,
  edge: tickSize,
  status,
})

export const outcomeTerms = ({ tickSize, sizeDecimals, expired, settling }: OutcomeMarket): AssetTerms => ({
  family: 'outcome',
  pxPlaces: places(tickSize),
  szPlaces: sizeDecimals ?? 0,
  edge: tickSize,
  status: expired ? 'settled' : settling ? 'settling' : 'active',
})

export const sameTerms = (a: AssetTerms | null, b: AssetTerms | null): boolean =>
  a === b ||
  (a !== null &&
    b !== null &&
    a.family === b.family &&
    a.pxPlaces === b.pxPlaces &&
    a.szPlaces === b.szPlaces &&
    a.edge === b.edge &&
    a.status === b.status)
