/** The ladder of the scalar market: limit orders in contracts at marks, and the result of the position if it settles at a row. Pure. */

import type { Fees } from '../../../contract/account.ts'
import {
  add,
  BASIS_POINTS,
  compare,
  divide,
  type Fahrenheit,
  greater,
  multiply,
  type Price,
  percentOf,
  type Size,
  signOf,
  toStep,
  trimZeros,
  ZERO,
} from '../../../contract/decimal.ts'
import type { ScalarInstrument } from '../../../contract/instrument.ts'
import { markOfFahrenheit } from '../../../contract/mark.ts'
import type { ScalarMarket, Side, Ticker } from '../../../contract/market.ts'
import { MESSAGES as COMMON } from '../../../contract/messages.ts'
import { lotOf } from '../../../contract/order-rules.ts'
import { worstAt } from '../../../contract/protection.ts'
import { marketOrderReference } from '../../../contract/reference-price.ts'
import type { SizePreset } from '../../../contract/size-presets.ts'
import { scalarPrice, temperatureText } from '../../format/index.ts'
import { settledAt } from '../../positions/index.ts'
import type { LadderFacts, LadderOrder, LadderPress, MarketLadder } from '../ladder/index.ts'
import { lotsIn, type SizeRead, type StopFacts, sizeRead, stopLoss, type TypedSize, typedAmount } from '../sizing.ts'
import { maxSize } from './max-size.ts'
import type { TicketSummary } from './summary.ts'

// Sizes of scalar orders as typed: contracts by value, by a fraction of the account's maximum, or by the loss at the stop.

// A market order is sent as immediate-or-cancel at the worst price that its distance allows.

/** Limits of a market order, one per side; null without a reference price. */
export type MarketPrices = { readonly [S in Side]: Price | null }

/** The opposite best price, or the mark, plus the distance, rounded to the tick inside the distance. */
export function marketPrices(
  ticker: Pick<Ticker, 'mark' | 'bid' | 'ask'> | null,
  distance: Price | null,
  { tickSize }: Pick<ScalarMarket, 'tickSize'>,
): MarketPrices {
  const priceOf = (side: Side): Price | null => {
    const reference = ticker === null ? null : marketOrderReference(side, ticker)
    if (reference === null || distance === null) return null
    return worstAt(reference, distance, { family: 'scalar', side, tickSize })
  }
  return { buy: priceOf('buy'), sell: priceOf('sell') }
}

/** Joins two summaries: each side at its own price. */
export const joinSummaries = (buy: TicketSummary, sell: TicketSummary): TicketSummary => ({
  ...buy,
  price: null,
  sell: sell.sell,
})

interface ScalarSizeFacts {
  /** The worst price of each side; null while there is none. */
  readonly prices: MarketPrices
  /** The best bid: a sale may fill there, above its limit. */
  readonly bid: Price | null
  /** The most that can be sent; null while unknown. */
  readonly most: Size | null
  readonly sizeDecimals: number
  readonly fees: Fees | null
  /** The stop of the order's exit plan; null where it has none. */
  readonly stop: StopFacts | null
  readonly reduceOnly: boolean
}

const NO_PRICE = { state: 'lacks', text: COMMON.priceFirst } as const
const RATE_PLACES = 24

/** The contracts of a size, a single number for a buy and a sale. */
export function scalarSize(typed: TypedSize, facts: ScalarSizeFacts): SizeRead {
  const amount = typedAmount(typed)
  if (typeof amount !== 'string') return amount
  const lot = lotOf(facts.sizeDecimals)
  const sized = (size: Size): SizeRead => sizeRead(size, `${lot} contracts`)
  const price = dearest(facts)
  switch (typed.by) {
    case 'contracts':
      return { state: 'known', size: amount as Size }
    case 'money':
      return price === null ? NO_PRICE : sized(lotsIn(amount, price, lot))
    case 'percent':
      return facts.most === null
        ? { state: 'lacks', text: COMMON.accountNotLoaded }
        : sized(toStep(percentOf(facts.most, amount), lot, 'down'))
    case 'risk': {
      const { stop, fees, reduceOnly } = facts
      if (reduceOnly) return { state: 'wrong', text: 'Reduce-only orders have no stop, so risk sizes do not apply.' }
      if (stop === null) return { state: 'lacks', text: COMMON.stopDistance }
      if (price === null) return NO_PRICE
      if (fees === null) return { state: 'lacks', text: 'Fees not loaded yet.' }
      return sized(lotsIn(amount, lossEach(price, stop, fees), lot))
    }
  }
}

/** The highest price at which a contract may be bought or sold. */
function dearest({ prices: { buy, sell }, bid }: ScalarSizeFacts): Price | null {
  const all = [buy, sell, sell === null ? null : bid].filter((price) => price !== null)
  const [first, ...others] = all
  const most = first === undefined ? null : others.reduce((one, other) => greater(one, other), first)
  return most !== null && signOf(most) > 0 ? most : null
}

/** The loss of a contract whose stop closes at its bound, with the dearer fee both ways. */
function lossEach(price: Price, stop: StopFacts, { makerBps, takerBps }: Fees): Price {
  const loss = stopLoss(stop)
  const rate = divide(greater(greater(makerBps, takerBps), ZERO), BASIS_POINTS, RATE_PLACES)
  return add(loss, multiply(add(price, add(price, loss)), rate))
}

/** A summary without a size, with the reason. */
export const unsized = (summary: TicketSummary, why: Exclude<SizeRead, { state: 'known' }>): TicketSummary => ({
  ...summary,
  issues: [
    ...summary.issues.filter(({ field }) => field !== 'size'),
    { field: 'size', code: why.state === 'lacks' ? 'missing' : 'not_a_number', message: why.text },
  ],
})

/** Why a prediction would lose at its own target: `Long loses at 40 °F`; null where target and direction agree, or an input is unknown. */
export function targetAgainst(
  direction: 'long' | 'short',
  target: Fahrenheit | null,
  mark: Price | null,
): string | null {
  if (target === null || mark === null) return null
  const above = compare(markOfFahrenheit(target), mark)
  if (direction === 'long' ? above >= 0 : above <= 0) return null
  const at = temperatureText(target)
  return direction === 'long' ? `Long loses at ${at}` : `Short loses at ${at}`
}

/** Decimals of contracts when the service does not report them. */
const DECIMALS = 0

export function scalarLadder({ asset, sizeDecimals }: Pick<ScalarInstrument, 'asset' | 'sizeDecimals'>): MarketLadder {
  return {
    unit: 'contracts',
    sizeOf: (preset, press, facts) => sizeOf(preset, press, facts, sizeDecimals ?? DECIMALS),
    ways: ['GTC', 'ALO', 'IOC'],
    note: null,
    result: {
      title: 'P&L if settled here',
      explanation: 'P&L if the market settles at this price, including realized P&L, before fees.',
    },
    staysPut: null,
    orderOf: (press) => orderOf(asset, press),
    resultAt: (price, position) => settledAt(position, price),
    pays: () => null,
  }
}

function orderOf(asset: string | null, { side, price, size, tif }: LadderPress): LadderOrder {
  if (asset === null) return { refusal: 'Nothing is live here now.' }
  const what = `${trimZeros(size)} at ${scalarPrice(price)}`
  return {
    intent: { kind: 'place', asset, side, price, size: size as Size, tif, reduceOnly: false },
    text: side === 'buy' ? `Buy ${what}` : `Sell ${what}`,
  }
}

function sizeOf(
  preset: SizePreset,
  { side, price }: Pick<LadderPress, 'side' | 'price'>,
  { position, isKnown, money, fees, leverage, bid, slack }: LadderFacts,
  sizeDecimals: number,
): SizeRead {
  const isSale = side === 'sell'
  const most = maxSize({
    side,
    // A sale may fill at the best bid, above its limit.
    price: isSale && bid !== null ? greater(price, bid) : price,
    available: money?.available ?? null,
    leverage,
    sizeDecimals,
    position: isKnown ? (position?.size ?? ZERO) : null,
    feeBps: fees === null ? null : greater(fees.makerBps, fees.takerBps),
    reduceOnly: false,
  })
  return scalarSize(
    { text: preset.amount, by: preset.by },
    {
      prices: { buy: isSale ? null : price, sell: isSale ? price : null },
      ...{ bid, most, sizeDecimals, fees, reduceOnly: false },
      stop: preset.by === 'risk' ? { distance: preset.stop, slack } : null,
    },
  )
}
