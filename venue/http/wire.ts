/**
 * Wire formats of answers. The venue's own (docs/service/) omits fields that only other formats have; the upstream exchange's is in
 * `upstream-wire.ts`.
 */
import type { Caller } from '../access.ts'
import type { FillInfo, OrderInfo, VenueError } from '../market/index.ts'
import type { Quirks } from '../quirks.ts'
import type { Route } from './router.ts'

export type WireName = 'venue' | 'upstream'

/** A request that was answered or refused. */
export interface HandledRequest {
  route: Pick<Route, 'method' | 'path'>
  /** Whether it executed an action, or was refused one. */
  acts: boolean
  caller: Caller | null
}

/** A wire format. */
export interface Wire {
  /** A route's result in this format. */
  answer(request: HandledRequest, result: unknown): unknown
  /** The body (200) of a refusal; null when it is sent as a problem. */
  refusal(request: HandledRequest, error: VenueError): unknown
}

/** The name of a route in the tables of wires. */
export const nameOf = ({ method, path }: HandledRequest['route']): string => `${method} ${path}`

const ownOrder = ({ status_time: _, ...order }: OrderInfo) => order

/** First order id of settlements and liquidations when they look like any other: no order of the book has one. */
const FIRST_OWN_OID = 1_000_000_000_000

/** Whether the venue made the fill itself, without an order. */
export const isOwn = ({ oid }: Pick<FillInfo, 'oid'>): boolean => oid === 'settlement' || oid === 'liquidation'

/** A numeric order id for every fill. */
export const ordinaryOid = (fill: Pick<FillInfo, 'oid' | 'tid'>): number =>
  isOwn(fill) ? FIRST_OWN_OID + Number(fill.tid) : Number(fill.oid)

function ownFill({ start: _, liquidation: __, fee_token, ...fill }: FillInfo, quirks: Quirks) {
  const isOrdinary = fill.oid === 'settlement' && quirks.has('ordinary-settlement')
  return {
    ...fill,
    ...(fee_token === null ? {} : { fee_token }),
    ...(isOrdinary ? { oid: String(ordinaryOid(fill)), dir: 'Settlement' } : {}),
  }
}

/** Fields that the venue's own format omits, by route; all other answers are unchanged. */
const OWN: Readonly<Record<string, (result: never, quirks: Quirks) => unknown>> = {
  'GET /v1/orders/open/:address': (orders: OrderInfo[]) => orders.map(ownOrder),
  'GET /v1/orders/history/:address': (orders: OrderInfo[]) => orders.map(ownOrder),
  'GET /v1/outcomes/orders/open/:address': (orders: OrderInfo[]) => orders.map(ownOrder),
  'POST /v1/outcomes/order-status': ({ order, status }: { order: OrderInfo; status: string }) => ({
    order: ownOrder(order),
    status,
  }),
  'GET /v1/trades/:address': (fills: FillInfo[], quirks) => fills.map((fill) => ownFill(fill, quirks)),
}

/** The venue's own format. */
export const venueWire = (quirks: Quirks): Wire => ({
  answer: ({ route }, result) => OWN[nameOf(route)]?.(result as never, quirks) ?? result,
  refusal: () => null,
})
