/** The order that a request for one amounts to now: its price, its size and its estimate. */
import { CERTAIN } from '../ledger/index.ts'
import {
  probabilityEstimate,
  probabilityText,
  readProbability,
  readShares,
  sharesText,
  VenueError,
} from '../market/index.ts'
import { requireOpen } from './checks.ts'
import type { OutcomeOrderTerms, OutcomeQuoteRequest } from './interface.ts'
import type { Listed } from './listed.ts'
import type { OutcomeMarket } from './market.ts'
import { assetOf, coinOf } from './shares.ts'

const MOST_BPS = 5000

/** @throws VenueError `unknown_outcome`, `market_closed`, `bad_request` */
export function orderTerms(market: OutcomeMarket, request: OutcomeQuoteRequest): OutcomeOrderTerms {
  const listed = market.side(request.outcomeId, request.side)
  requireOpen(listed, request.isBuy)
  const lots = readShares(request.sz, 'sz')
  const { mode, side, isBuy } = request
  const price =
    mode.kind === 'limit' ? readProbability(mode.limitPx, 'limitPx') : limitOf(market, listed, request, mode)
  const mirrored = listed.books.mirrored(side)
  const inBook = mirrored ? CERTAIN - price : price
  return {
    outcomeId: listed.spec.id,
    side,
    coin: coinOf(assetOf(listed.spec.id, side)),
    assetId: assetOf(listed.spec.id, side),
    isBuy,
    price: probabilityText(price),
    size: sharesText(lots),
    tif: mode.kind === 'limit' ? 'GTC' : 'IOC',
    estimate: probabilityEstimate(listed.books.book(side), isBuy !== mirrored, lots, inBook, mirrored),
  }
}

/** The limit of a market order: the best price that faces it (the present price when none does), moved by the slippage. */
function limitOf(
  market: OutcomeMarket,
  listed: Listed,
  request: OutcomeQuoteRequest,
  mode: { slippageBps: number },
): number {
  const { slippageBps } = mode
  if (!Number.isSafeInteger(slippageBps) || slippageBps < 0 || slippageBps > MOST_BPS) {
    const detail = `Slippage must be whole basis points from 0 to ${MOST_BPS}.`
    throw new VenueError(400, 'bad_request', detail, 'slippageBps')
  }
  const { side, isBuy } = request
  const mirrored = listed.books.mirrored(side)
  const book = listed.books.book(side)
  const best = isBuy !== mirrored ? book.bestAsk : book.bestBid
  const own = best < 0 ? market.prices.of(listed, side) : mirrored ? CERTAIN - best : best
  const scaled = own * (isBuy ? 10_000 + slippageBps : 10_000 - slippageBps)
  const limit = isBuy ? Math.floor(scaled / 10_000) : Math.ceil(scaled / 10_000)
  return Math.max(1, Math.min(CERTAIN - 1, limit))
}
