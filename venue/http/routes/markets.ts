/** Scalar market data: markets, bucket, ticker, book, open interest. */
import { requireFreshOracle, type VenueContext } from '../context.ts'
import { marketOf } from '../input.ts'
import { badRequest } from '../problem.ts'
import { open, type Route, scalar, type VenueRequest } from '../router.ts'

/** Levels a side that the book read and the `book` channel carry. */
export const BOOK_LEVELS = 25

/** GET /v1/markets, /v1/bucket, /v1/ticker, /v1/book, /v1/oi-status. */
export const marketRoutes = (context: VenueContext): Route[] => {
  const { core } = context
  const asked = ({ query }: VenueRequest): string => {
    const asset = query.get('asset')
    if (asset === null || asset === '') throw badRequest('The query needs asset, for example asset=NYCTMP1.', 'asset')
    return marketOf(core, asset).asset
  }
  return [
    scalar(open('GET', '/v1/markets', () => core.markets())),
    scalar(open('GET', '/v1/bucket', () => core.bucket())),
    scalar(
      open('GET', '/v1/ticker', (request) => {
        requireFreshOracle(context)
        return core.ticker(asked(request))
      }),
    ),
    scalar(open('GET', '/v1/book', (request) => core.book(asked(request), BOOK_LEVELS))),
    scalar(open('GET', '/v1/oi-status', () => core.openInterest())),
  ]
}
