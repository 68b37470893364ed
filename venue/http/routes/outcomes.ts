/** The reads of the outcome markets: metadata, price history, orders of an address, conversions (docs/service/outcomes.md). */
import { z } from 'zod'
import { walletOf } from '../../access/index.ts'
import { type OrderInfo, VenueError } from '../../market/index.ts'
import type { VenueContext } from '../context.ts'
import { address, cloid, parse, safeInteger } from '../input.ts'
import { badRequest } from '../problem.ts'
import { allowed, gated, identified, type Route } from '../router.ts'
import { outcomeOrderRoutes } from './outcome-orders.ts'
import { outcomeTransferRoutes } from './outcome-transfer.ts'

/** Coins of one price-history read. */
const MOST_COINS = 100

const orderStatusBody = z.object({
  address,
  oid: z.union([z.string().regex(/^\d{1,15}$/, 'must be an order id'), safeInteger.transform(String)]).nullish(),
  cloid: cloid.nullish(),
})
const byAddress = z.object({ address })

/** Every route under /v1/outcomes; none when the deployment has no outcome markets. */
export function outcomeRoutes(context: VenueContext): Route[] {
  const { core, outcomes } = context
  if (outcomes === null) return []

  const coinsOf = (query: URLSearchParams): string[] => {
    const coins = query.getAll('coins').flatMap((text) => text.split(',').filter((coin) => coin !== ''))
    if (coins.length === 0) throw badRequest('The query needs coins, for example coins=%2336010.', 'coins')
    if (coins.length > MOST_COINS) throw badRequest(`coins: at most ${MOST_COINS}.`, 'coins')
    const known = new Set(outcomes.meta().flatMap(({ sides }) => sides.map(({ coin }) => coin)))
    const unknown = coins.find((coin) => !known.has(coin))
    if (unknown !== undefined)
      throw new VenueError(404, 'unknown_coin', `There is no coin ${JSON.stringify(unknown)}.`, 'coins')
    return [...new Set(coins)]
  }

  const orderStatus = (body: unknown): { order: OrderInfo; status: OrderInfo['status'] } => {
    const { address: account, oid = null, cloid = null } = parse(orderStatusBody, body)
    const by = exactlyOne(oid, cloid)
    const order = core.hasAccount(account) ? outcomes.order(account, by) : null
    if (order === null)
      throw new VenueError(
        404,
        'unknown_order',
        'This address has no such outcome order.',
        'oid' in by ? 'oid' : 'cloid',
      )
    return { order, status: order.status }
  }

  return [
    gated('GET', '/v1/outcomes/meta', () => outcomes.meta()),
    gated('GET', '/v1/outcomes/price-history', ({ query }) => outcomes.priceHistory(coinsOf(query))),
    allowed('GET', '/v1/outcomes/orders/open/:address', ({ params }) => {
      const account = parse(byAddress, params).address
      return core.hasAccount(account) ? outcomes.openOrders(account) : []
    }),
    allowed('POST', '/v1/outcomes/order-status', ({ body }) => orderStatus(body)),
    identified('GET', '/v1/outcomes/conversions/history', (_, caller) => outcomes.conversions(walletOf(caller))),
    ...outcomeTransferRoutes(context, outcomes),
    ...outcomeOrderRoutes(context, outcomes),
  ]
}

function exactlyOne(oid: string | null, cloid: string | null): { oid: string } | { cloid: string } {
  if (oid !== null && cloid === null) return { oid }
  if (cloid !== null && oid === null) return { cloid }
  throw new VenueError(400, 'oid_xor_cloid', 'Give exactly one of oid and cloid.', oid === null ? 'oid' : 'cloid')
}
