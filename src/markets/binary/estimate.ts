/** The effect of an UP or DOWN prediction, by the live book or by the service, in prices of the side that is bought. Pure. */
import type { Position } from '../../../contract/account.ts'
import type { Estimate } from '../../../contract/action.ts'
import { BINARY_LEVERAGE, type BinaryDirection, contractsAtWorst } from '../../../contract/binary.ts'
import { binaryResults } from '../../../contract/books/index.ts'
import {
  absolute,
  add,
  BASIS_POINTS,
  compare,
  type Decimal,
  divide,
  lesser,
  type Money,
  multiply,
  negate,
  ONE,
  type Price,
  padTo,
  placesOf,
  type Size,
  signOf,
  subtract,
  toPlaces,
  toStep,
  trimZeros,
  whole,
  ZERO,
} from '../../../contract/decimal.ts'
import { heldPrice } from '../../../contract/family-rules.ts'
import type { BinaryPredictIntent } from '../../../contract/intent.ts'
import type { Ticker } from '../../../contract/market.ts'
import { entryWorstAt, worstIssue } from '../../../contract/protection.ts'
import { referencePrice } from '../../../contract/reference-price.ts'
import { sideOf } from '../../../contract/requested-order.ts'
import { grouped } from '../../format/index.ts'
import { otherSide, walkBook } from '../../trade-forms/index.ts'
import {
  bookOf,
  distanceFrom,
  type EstimateFacts,
  type EstimateFigure,
  type EstimateFigures,
  type EstimateSource,
  type FamilyEstimate,
  gain,
  limitFigure,
  marginName,
  plain,
  rowsOf,
  sizeFigure,
} from '../estimate.ts'

export const binaryEstimate: FamilyEstimate<BinaryPredictIntent> = { rows, figures, confirmText }

const PLACES = 18
/** Decimals of contracts when the service does not report them. */
export const CONTRACT_PLACES = 2
/** A position counts as liquidated once it is worth less than its loan plus a tenth; an estimate, as the service decides. */
const LOAN_COVER = '1.1' as Decimal

function rows() {
  return rowsOf({
    size: { title: 'Contracts at the signed limit; each pays 1 or 0.' },
    cost: { title: 'Contracts at their average price, USDC.' },
    margin: { name: marginName(BINARY_LEVERAGE), title: 'Half of the value, USDC.' },
    fee: {},
    liquidation: {},
    average: {},
    worst: {},
    limit: {},
    won: { title: 'Payout of the opened contracts less cost and fee, USDC, if not liquidated first.' },
    lost: {
      name: 'If wrong',
      title: 'Margin and fee, USDC. The other half of the cost is borrowed; only the posted margin is lost.',
    },
    liquidated: {},
  })
}

/** The contracts that an order buys, in that side's own prices. */
interface Bought {
  readonly requested: Size | null
  readonly contracts: Size
  readonly average: Price
  readonly worst: Price | null
}

function figures(intent: BinaryPredictIntent, source: EstimateSource, facts: EstimateFacts): EstimateFigures {
  const up = intent.direction === 'UP'
  const own = (price: Price): Price => (up ? price : otherSide(price))
  const limit = limitOf(intent, source.kind === 'service' ? source.estimate : null)
  const { ticker, fees, position, tickSize } = facts
  const places = tickSize === null ? placesOf(trimZeros(limit)) : placesOf(tickSize)
  const price = (of: Price, title: string | null = null): EstimateFigure => {
    const shown = placesOf(trimZeros(of)) > places ? toPlaces(own(of), places + 1) : padTo(trimZeros(own(of)), places)
    const exact = trimZeros(of)
    const ofUp = placesOf(exact) > places ? toPlaces(exact, places + 1) : exact
    return { main: shown, note: up ? null : `UP ${ofUp}`, title, tone: null }
  }
  const distance = distanceFrom(limit, sideOf(intent.direction), 'binary', ticker)
  const limits: EstimateFigures = { limit: limitFigure(price(limit), distance, !up) }
  const bought = boughtBy(intent, source, limit, facts)
  if (bought === null) return limits
  const { requested, contracts, average, worst } = bought
  const isPart = requested !== null && compare(contracts, requested) < 0
  const size = sizeFigure(contracts, isPart ? requested : null)
  if (signOf(contracts) <= 0) return { ...limits, size }
  const cost: Money = multiply(own(average), contracts)
  const fee: Money | null = fees === null ? null : divide(multiply(cost, fees.takerBps), BASIS_POINTS, PLACES)
  const paid: Money = add(cost, fee ?? ZERO)
  const after = afterBuying(position, up, contracts, own(average))
  const liquidation = after === null ? null : liquidationOf(after, tickSize)
  return {
    size:
      after?.closes == null
        ? size
        : { ...size, note: size.note === null ? `closes ${after.closes}` : `${size.note}, closes ${after.closes}` },
    cost: plain(usdc(cost)),
    margin: plain(
      after === null || signOf(after.opens) === 0 ? 'none (closes)' : usdc(half(multiply(own(average), after.opens))),
    ),
    ...(fee === null ? {} : { fee: plain(usdc(fee)) }),
    ...(liquidation === null
      ? {}
      : {
          liquidation: { main: liquidation, note: up ? null : `UP ${otherSide(liquidation)}`, title: null, tone: null },
        }),
    average: price(average),
    ...(worst === null ? {} : { worst: price(worst) }),
    ...limits,
    ...(after === null ? {} : endsOf({ size: up ? after.opens : negate(after.opens), entryPx: average }, fee ?? ZERO)),
    ...(liquidation === null
      ? {}
      : {
          liquidated: gain(
            subtract(multiply(liquidation, contracts) as Money, paid),
            `At liquidation a contract is worth about ${liquidation}, before the venue's liquidation fee.`,
          ),
        }),
  }
}

/** Results of the opened contracts with the order's fee, consistent with positions, ladder and books. */
function endsOf(opened: Pick<Position, 'size' | 'entryPx'>, fee: Money): EstimateFigures {
  const { won, lost } = binaryResults(opened)
  return { won: gain(subtract(won, fee)), lost: gain(subtract(lost, fee)) }
}

const usdc = (value: Money): string => grouped(toPlaces(value, 2, 'up'))
const half = (value: Money): Money => divide(value, whole(BINARY_LEVERAGE), PLACES)

/** The signed limit, in prices of UP: the service's own limit where it shows it, else the worst price fixed at the click. */
const limitOf = ({ protection }: BinaryPredictIntent, estimate: Estimate | null): Price =>
  estimate?.limit ?? protection.price

/** Converts to prices of UP; null while the contracts for the amount are unknown. */
function boughtBy(
  intent: BinaryPredictIntent,
  source: EstimateSource,
  limit: Price,
  { sizeDecimals }: EstimateFacts,
): Bought | null {
  const side = sideOf(intent.direction)
  if (source.kind === 'service') {
    const { average, worst, contracts } = source.estimate
    if (contracts === null) return null
    const walk = walkBook(side, average ?? limit, contracts, bookOf(source.estimate, side, contracts))
    return { requested: contracts, contracts: walk.filled, average: average ?? ('0' as Price), worst }
  }
  const { direction, amount } = intent
  const request = contractsAtWorst({ direction, amount, worst: limit }, sizeDecimals ?? CONTRACT_PLACES)
  if (request === null || signOf(request) <= 0) return null
  const { filled, average, worst } = walkBook(side, limit, request, source.book)
  return { requested: request, contracts: filled, average: average ?? ('0' as Price), worst }
}

/** The position after the purchase, in the prices of its side. */
interface After {
  readonly contracts: Size
  /** The borrowed part of its cost. */
  readonly loan: Money
  /** Contracts that the order opens; the rest of the order closes. */
  readonly opens: Size
  /** `12 DOWN`: the position that is closed; null if none. */
  readonly closes: string | null
}

/** Null where the order only closes. */
function afterBuying(held: Position | null, up: boolean, contracts: Size, average: Price): After | null {
  const heldSize = held === null ? ZERO : absolute(held.size)
  const isSame = held === null || signOf(held.size) === 0 || signOf(held.size) > 0 === up
  const closing = isSame ? ZERO : lesser(heldSize, contracts)
  const opens = subtract(contracts, closing as Size)
  const closes = signOf(closing) === 0 ? null : `${grouped(trimZeros(closing))} ${up ? 'DOWN' : 'UP'}`
  if (signOf(opens) === 0) return null
  const newLoan = half(multiply(average, opens))
  if (!isSame || held === null || signOf(heldSize) === 0) return { contracts: opens, loan: newLoan, opens, closes }
  const value: Money = multiply(heldPrice(held, held.entryPx), heldSize)
  const loan = subtract(value, held.margin ?? half(value))
  return { contracts: add(heldSize, opens) as Size, loan: add(newLoan, loan), opens, closes }
}

/** The estimated liquidation price of the side, rounded to the nearer tick. */
function liquidationOf({ contracts, loan }: After, tickSize: Price | null): Price | null {
  if (signOf(loan) <= 0) return null
  const exact = divide(multiply(loan, LOAN_COVER), contracts, PLACES) as unknown as Price
  return tickSize === null ? toPlaces(exact, 3, 'up') : toStep(exact, tickSize, 'up')
}

function confirmText(
  intent: BinaryPredictIntent,
  estimate: Estimate,
  { tickSize }: Pick<EstimateFacts, 'tickSize'>,
): string {
  const { direction, amount } = intent
  const limit = limitOf(intent, estimate)
  const { contracts } = estimate
  const what =
    contracts === null
      ? `buy ${direction} for ${grouped(trimZeros(amount))} USDC`
      : `buy ${grouped(trimZeros(contracts))} ${direction}`
  const own = direction === 'UP' ? limit : otherSide(limit)
  const most = tickSize === null ? own : padTo(trimZeros(own), placesOf(tickSize))
  return contracts === null ? `${what}, max price ${most}` : `${what} at most ${most}`
}

// Predictions from the quick-order line: their worst price, and the resulting cost of a contract.

/** Default distance that a prediction may trade from the price: the ticket's. */
const DISTANCE = '0.05' as Price

interface SideAndWorst {
  readonly asset: string
  readonly direction: BinaryDirection
  readonly amount: Money
  /** Highest cost of a contract of the direction; null for the default distance. */
  readonly worst: Price | null
}

/** The worst price, of UP, or why there is none; null while no reference price is known. */
export function predictionOf(
  { direction, worst }: SideAndWorst,
  ticker: Ticker,
  tick: Price | null,
): { readonly worst: Price | null } | { readonly issue: string } {
  const side = direction === 'UP' ? 'buy' : 'sell'
  if (worst === null) {
    const reference = referencePrice('binary', side, ticker)
    return {
      worst: reference === null ? null : entryWorstAt(reference, DISTANCE, { family: 'binary', side, tickSize: tick }),
    }
  }
  if (signOf(worst) <= 0 || compare(worst, ONE) >= 0) {
    return { issue: `A contract costs between 0 and 1. Enter a price like 0.45.` }
  }
  const padded = tick === null ? worst : padTo(worst, placesOf(tick))
  const issue = worstIssue(padded, { family: 'binary', tickSize: tick })
  return issue === null ? { worst: mostPaid(direction, padded) } : { issue }
}

/** Highest cost of a contract of a direction at a worst price of UP. */
export const mostPaid = (direction: BinaryDirection, worst: Price): Price =>
  direction === 'UP' ? worst : padTo(otherSide(worst), placesOf(worst))
