/** The ticket's complete summary of an order before it is sent, from raw text to worst case. Pure, exact, and never throws on any text. */
import type { Fees, Position } from '../../../contract/account.ts'
import {
  absolute,
  add,
  compare,
  divide,
  type Fahrenheit,
  greater,
  type Money,
  multiply,
  type Price,
  parseTyped,
  placesOf,
  type Size,
  signOf,
  subtract,
  ZERO,
} from '../../../contract/decimal.ts'
import { fahrenheitOfMark, markOfFahrenheit } from '../../../contract/mark.ts'
import type { ScalarMarket, Side, Ticker } from '../../../contract/market.ts'
import { marginOf, openingSize, orderValue } from '../../../contract/order-rules.ts'
import { type BookSides, estimateFees, type FeeEstimate, feeOf, type Walk, walkBook } from '../../trade-forms/index.ts'
import {
  type EffectivePrice,
  effectivePrice,
  effectiveSize,
  type FieldIssue,
  sideIssues,
  type TicketDraft,
  textIssues,
} from './draft.ts'
import { afterFill, type IsolatedPosition, liquidationPrice } from './liquidation.ts'
import { maxSize } from './max-size.ts'

interface SummaryInput {
  readonly draft: TicketDraft
  /** Settlement to calculate with, °F, as typed; empty means the live temperature. */
  readonly settleText: string
  readonly market: Pick<ScalarMarket, 'tickSize' | 'sizeDecimals' | 'maxLeverage'>
  readonly ticker: Pick<Ticker, 'mark' | 'temperature'> | null
  readonly book: BookSides | null
  /** The trader's position in the asset; null when there is none. */
  readonly position: Position | null
  /** Whether the account has been read; if not, position and money are unknown and no check relies on them. */
  readonly accountKnown: boolean
  readonly available: Money | null
  readonly leverage: number
  readonly fees: Fees | null
  /** Smallest value of an order that may add exposure, USDC; null where none is known. */
  readonly minimumValue: Money | null
}

/** The summary of one side of the ticket. */
export interface SideSummary {
  readonly side: Side
  /** Largest size the account can send; null while unknown. */
  readonly max: Size | null
  readonly issues: readonly FieldIssue[]
  /** Null until price and size are positive numbers. */
  readonly figures: SideFigures | null
}

export interface SideFigures {
  /** price × size, USDC. */
  readonly value: Money
  /** Margin tied up by the opening part, USDC. */
  readonly margin: Money
  /** The order only reduces the position. */
  readonly closesOnly: boolean
  /** The immediate fill; null without a book. */
  readonly walk: Walk | null
  /** Add-liquidity-only, but it would trade on arrival: the service will refuse it. */
  readonly wouldCross: boolean
  readonly fee: FeeEstimate | null
  /** Maximum loss of the order: its margin and the dearer fee; null while fees are unknown. */
  readonly worstCase: Money | null
  /** Estimate for the position after the order; null when the position is flat or nothing liquidates it. */
  readonly liquidation: EffectivePrice | null
  /** Result of the order at the chosen settlement, after fees; null without a settlement. */
  readonly settled: Money | null
}

export interface TicketSummary {
  readonly price: EffectivePrice | null
  readonly size: Size | null
  /** Issues of the text itself, independent of the side. */
  readonly issues: readonly FieldIssue[]
  /** Settlement that results are calculated at: typed, or the live temperature. */
  readonly settle: { readonly temperature: Fahrenheit; readonly typed: boolean } | null
  readonly settleIssue: string | null
  readonly buy: SideSummary
  readonly sell: SideSummary
}

/** The summary of a ticket. */
export function summarize(input: SummaryInput): TicketSummary {
  const { draft, market, ticker } = input
  const price = effectivePrice(draft, placesOf(market.tickSize))
  const size = effectiveSize(draft)
  const settle = settlement(input.settleText, ticker)
  const side = (which: Side): SideSummary => summarizeSide(which, input, price, size, settle?.temperature ?? null)
  return {
    price,
    size,
    issues: textIssues(draft),
    settle,
    settleIssue: settleIssueOf(input.settleText),
    buy: side('buy'),
    sell: side('sell'),
  }
}

function settlement(text: string, ticker: SummaryInput['ticker']): TicketSummary['settle'] {
  if (text.trim() !== '') {
    const typed = parseTyped(text)
    return typed === null ? null : { temperature: typed as Fahrenheit, typed: true }
  }
  const live = ticker?.temperature ?? (ticker?.mark == null ? null : fahrenheitOfMark(ticker.mark))
  return live === null ? null : { temperature: live, typed: false }
}

function settleIssueOf(text: string): string | null {
  const typed = text.trim()
  return typed === '' || parseTyped(typed) !== null ? null : `“${typed.slice(0, 20)}” is not a temperature.`
}

/** The price that margin is calculated at: a sale may fill at a better bid than its limit, and then opens a more valuable position. */
function marginPrice(side: Side, price: Price, book: BookSides | null): Price {
  const bid = book?.bids[0]?.px
  return side === 'sell' && bid !== undefined ? greater(price, bid) : price
}

function summarizeSide(
  side: Side,
  input: SummaryInput,
  typed: EffectivePrice | null,
  size: Size | null,
  settle: Fahrenheit | null,
): SideSummary {
  const { draft, market, book, accountKnown, available, leverage, fees } = input
  const position = accountKnown ? (input.position?.size ?? ZERO) : null
  const reference = typed?.mark ?? input.ticker?.mark ?? null
  const max =
    reference === null
      ? null
      : maxSize({
          side,
          price: marginPrice(side, reference, book),
          available: accountKnown ? available : null,
          leverage,
          sizeDecimals: market.sizeDecimals,
          position,
          feeBps: fees === null ? null : greater(fees.makerBps, fees.takerBps),
          reduceOnly: draft.reduceOnly,
        })
  if (typed === null || size === null) return { side, max, issues: [], figures: null }
  const context = {
    ...market,
    minimumValue: input.minimumValue,
    leverage,
    available: accountKnown ? available : null,
    position,
  }
  const terms = { side, price: typed.mark, size, reduceOnly: draft.reduceOnly }
  const issues = sideIssues(terms, marginPrice(side, typed.mark, book), context, draft.unit)
  const positive = signOf(typed.mark) > 0 && signOf(size) > 0
  return {
    side,
    max,
    issues,
    figures: positive ? figuresOf(side, typed.mark, size, position, settle, input) : null,
  }
}

function figuresOf(
  side: Side,
  price: Price,
  size: Size,
  position: Size | null,
  settle: Fahrenheit | null,
  { draft, market, book, leverage, fees, position: held }: SummaryInput,
): SideFigures {
  const opening = openingSize({ side, price, size, reduceOnly: draft.reduceOnly }, position)
  const closesOnly = draft.reduceOnly || signOf(opening) === 0
  const atWorst = marginPrice(side, price, book)
  const margin = closesOnly ? ZERO : marginOf(orderValue({ price: atWorst, size: opening }), leverage)
  const walk = book === null ? null : walkBook(side, price, size, book)
  const restFills = draft.tif !== 'IOC'
  const fee = fees === null || walk === null ? null : estimateFees(walk, price, fees, restFills)
  const dearest = fees === null ? null : greater(greater(fees.makerBps, fees.takerBps), ZERO)
  const executed = executedPart(walk, price, size, restFills)
  return {
    value: orderValue({ price, size }),
    margin,
    closesOnly,
    walk,
    wouldCross: draft.tif === 'ALO' && walk !== null && walk.levels > 0,
    fee,
    worstCase: dearest === null ? null : add(margin, feeOf(multiply(atWorst, size), dearest)),
    liquidation: liquidationAfter(side, executed, isolated(held, leverage), leverage, market),
    settled: settle === null ? null : settledResult(side, executed, settle, fee),
  }
}

/** The part of an order that is assumed to trade, and its value. */
interface Executed {
  readonly size: Size
  readonly value: Money
}

function executedPart(walk: Walk | null, price: Price, size: Size, restFills: boolean): Executed {
  if (walk === null) return { size, value: multiply(price, size) }
  if (!restFills) return { size: walk.filled, value: walk.value }
  return { size, value: add(walk.value, multiply(price, walk.rest)) }
}

function isolated(held: Position | null, leverage: number): IsolatedPosition | null {
  if (held === null || signOf(held.size) === 0) return null
  const value = multiply(absolute(held.size), held.entryPx)
  return { size: held.size, entry: held.entryPx, margin: held.margin ?? marginOf(value, held.leverage ?? leverage) }
}

function liquidationAfter(
  side: Side,
  executed: Executed,
  held: IsolatedPosition | null,
  leverage: number,
  market: SummaryInput['market'],
): EffectivePrice | null {
  if (signOf(executed.size) <= 0) return null
  const average = divide(executed.value, executed.size, 18)
  const after = afterFill(held, side, executed.size, average, leverage)
  const mark = after === null ? null : liquidationPrice(after, market.maxLeverage, market.tickSize)
  return mark === null ? null : { mark, temperature: fahrenheitOfMark(mark) }
}

function settledResult(side: Side, executed: Executed, settle: Fahrenheit, fee: FeeEstimate | null): Money {
  const atSettle = multiply(markOfFahrenheit(settle), executed.size)
  const gross = side === 'buy' ? subtract(atSettle, executed.value) : subtract(executed.value, atSettle)
  return subtract(gross, fee?.total ?? ZERO)
}

/** The base of the percentage buttons: the size that both sides can send, or with reduce-only the closing size. */
export function sharedMax(summary: Pick<TicketSummary, 'buy' | 'sell'>, reduceOnly: boolean): Size | null {
  const { buy, sell } = summary
  if (buy.max === null || sell.max === null) return buy.max ?? sell.max
  if (reduceOnly) return greater(buy.max, sell.max)
  return compare(buy.max, sell.max) <= 0 ? buy.max : sell.max
}
