/** The markets of the hour as rows: every contract with its bid and ask. Pure. */
import type { Fahrenheit, Price, Size } from '../../../contract/decimal.ts'
import {
  type Claim,
  type Contract,
  type Hour,
  type HourMarket,
  offersOf,
  type Threshold,
  takersOf,
  violationsOf,
} from '../../relative-value/index.ts'
import type { BookSides } from '../../trade-forms/index.ts'
import { bookPriceOf, type LegToTake } from './legs.tsx'

/** The best price of one side of a book. */
export interface Best {
  readonly px: Price
  readonly sz: Size
}

export interface HourRow {
  readonly key: string
  /** `UP`, `Yes`, `NYCTMP1`. */
  readonly name: string
  /** Its claim as text: `above 54.105 °F`. */
  readonly claim: string | null
  /** The settlement source. */
  readonly settles: HourMarket['measure'] | 'scalar'
  /** Why it is not compared with the others; null where it is. */
  readonly apart: string | null
  readonly asset: string
  /** Its best bid and ask, in its own prices. */
  readonly bid: Best | null
  readonly ask: Best | null
  /** The order that a click fills in: a purchase at the ask; null without an offer. */
  readonly leg: LegToTake | null
  readonly isScalar: boolean
  /** Null where the service does not report it. */
  readonly tick: Price | null
}

const bestOf = (levels: readonly { readonly px: Price; readonly sz: Size }[]): Best | null => levels[0] ?? null

/** @param last returns the last received book */
export function hourRows(hour: Hour, last: (asset: string) => BookSides | null): readonly HourRow[] {
  const scalar = last(hour.scalar.asset)
  const { asset, ref } = hour.scalar
  const ask = bestOf(scalar?.asks ?? [])
  return [
    {
      key: 'scalar',
      name: asset,
      claim: null,
      settles: 'scalar',
      apart: null,
      asset,
      bid: bestOf(scalar?.bids ?? []),
      ask,
      leg: ask === null ? null : { market: ref, asset, side: 'buy', price: ask.px, size: null },
      isScalar: true,
      tick: null,
    },
    ...hour.markets.flatMap((market) => market.sides.map((contract) => rowOf(market, contract, last(contract.asset)))),
  ]
}

function rowOf(market: HourMarket, contract: Contract, book: BookSides | null): HourRow {
  const offers = book === null ? [] : offersOf(contract, book)
  const ask = bestOf(offers)
  return {
    key: `${market.key}/${contract.name}`,
    name: contract.name,
    claim: contract.claim === null ? market.name : claimText(contract.claim),
    settles: market.measure,
    apart: market.apart,
    asset: contract.asset,
    bid: bestOf(book === null ? [] : takersOf(contract, book)),
    ask,
    leg: ask === null ? null : legOf(market, contract, ask.px, null),
    isScalar: false,
    tick: market.tick,
  }
}

/** What buying a contract at a price fills into its ticket. */
export function legOf(market: HourMarket, contract: Contract, own: Price, size: Size | null): LegToTake {
  const { price, side } = bookPriceOf(contract, own, market.tick)
  return { market: contract.ref, asset: contract.asset, side, price, size }
}

/** `above 54.1 °F`, `54 °F or more`, `53.5 to 56.5 °F` */
export function claimText({ low, lowIn, high, highIn }: Claim): string {
  const degrees = (value: Fahrenheit): string => `${value.replace('-', '−')} °F`
  if (low !== null && high !== null) return `${low.replace('-', '−')} to ${degrees(high)}`
  if (low !== null) return lowIn ? `${degrees(low)} or above` : `above ${degrees(low)}`
  if (high !== null) return highIn ? `${degrees(high)} or below` : `below ${degrees(high)}`
  return 'every temperature'
}

/** Thresholds of one moment whose prices contradict one another, before fees, a sentence each. */
export function contradictions(
  hour: Pick<Hour, 'markets'>,
  fresh: (asset: string) => BookSides | null,
): readonly string[] {
  const thresholds = hour.markets.flatMap(({ apart, measure, sides }): Threshold[] => {
    const above = sides.find(({ claim }) => claim?.low != null && claim.high === null)
    const book = above === undefined ? null : fresh(above.asset)
    if (apart !== null || measure !== 'reading' || above?.claim?.low == null || book === null) return []
    const { px: bid = null } = bestOf(takersOf(above, book)) ?? {}
    const { px: ask = null } = bestOf(offersOf(above, book)) ?? {}
    return [{ name: claimText(above.claim), above: above.claim.low, bid, ask }]
  })
  return violationsOf(thresholds).map(
    ({ lower, higher, bid, ask }) =>
      `${higher.name} is bid at ${bid} while ${lower.name} is offered at ${ask}, although the first implies the second.`,
  )
}
