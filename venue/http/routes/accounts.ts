/** Reads by wallet address: positions and money, orders, trades, fees. */

import { z } from 'zod'
import type { Account, VenueTime } from '../../market/index.ts'
import type { VenueContext } from '../context.ts'
import { address, parse } from '../input.ts'
import { badRequest, notFound } from '../problem.ts'
import { open, type Route, type VenueRequest } from '../router.ts'

const DEFAULT_LIMIT = 100
const LARGEST_LIMIT = 500
const EMPTY = { positions: [], account: { equity: '0', available: '0', usdc: '0', usdh: '0', usdh_outcome: '0' } }
const byAddress = z.object({ address })

/** GET /v1/positions, /v1/orders/open, /v1/orders/history, /v1/trades, /v1/fees of an address. An unknown one has nothing. */
export const accountRoutes = ({ core }: VenueContext): Route[] => {
  const read = <T>(path: string, of: (account: Account, request: VenueRequest) => T, nothing: () => T): Route =>
    open('GET', `${path}/:address`, (request) => {
      const account = parse(byAddress, request.params).address
      return core.hasAccount(account) ? of(account, request) : nothing()
    })
  return [
    read(
      '/v1/positions',
      (account) => core.accountRead(account),
      () => EMPTY,
    ),
    read(
      '/v1/orders/open',
      (account) => core.openOrders(account),
      () => [],
    ),
    read(
      '/v1/orders/history',
      (account, { query }) => core.orderHistory(account, ...pageOf(query)),
      () => [],
    ),
    read(
      '/v1/trades',
      (account, { query }) => core.fills(account, ...pageOf(query)),
      () => [],
    ),
    read(
      '/v1/fees',
      (account) => core.fees(account),
      () => {
        throw notFound('There is no account of this address.', 'address')
      },
    ),
  ]
}

/** `limit` (1 to 500, default 100) and `before` (ms) of a query. @throws VenueError naming the one that is wrong. */
function pageOf(query: URLSearchParams): [limit: number, before: VenueTime | null] {
  const limit = wholeNumber(query, 'limit') ?? DEFAULT_LIMIT
  if (limit < 1 || limit > LARGEST_LIMIT) throw badRequest(`limit: must be from 1 to ${LARGEST_LIMIT}.`, 'limit')
  return [limit, wholeNumber(query, 'before')]
}

/** A whole number of the query, null when it is absent. @throws VenueError naming it when it is something else. */
export function wholeNumber(query: URLSearchParams, name: string): number | null {
  const text = query.get(name)
  if (text === null) return null
  if (!/^\d{1,15}$/.test(text)) throw badRequest(`${name}: must be a whole number.`, name)
  return Number(text)
}
