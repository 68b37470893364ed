/**
 * The upstream exchange's formats where the interface leaves them open: results of submits, account state, orders and fills, tickers and books. The
 * service in front keeps its own: tokens, the waitlist, prepared actions and their refusals.
 */
import { createHash } from 'node:crypto'
import {
  absolute,
  add,
  type Decimal,
  divide,
  multiply,
  signOf,
  subtract,
  trimZeros,
  ZERO,
} from '../../contract/decimal.ts'
import type { VenueCore } from '../core/index.ts'
import type { Account, AccountInfo, BookInfo, FillInfo, OrderInfo, PositionInfo } from '../market/index.ts'
import { type HandledRequest, isOwn, nameOf, ordinaryOid, type Wire } from './wire.ts'

type TickerInfo = ReturnType<VenueCore['ticker']>

type Shaped = Readonly<Record<string, unknown>>

/** Decimal places of an average price and of a return. */
const AVERAGE_PLACES = 4
const RETURN_PLACES = 10
/** Number of latest fills of an account searched for those of a new order. */
const LATEST_FILLS = 1000
const NOTHING_MATCHED = 'Order could not immediately match against any resting orders.'

const plain = (text: string): string => trimZeros(text as Decimal)
const sum = (values: readonly Decimal[]): Decimal => values.reduce((total, each) => add(total, each), ZERO as Decimal)
const sideOf = (side: 'buy' | 'sell'): 'B' | 'A' => (side === 'buy' ? 'B' : 'A')

/** Formats the answer of a route. */
type Shape = (result: never, request: HandledRequest, core: VenueCore) => unknown

const READS: Readonly<Record<string, Shape>> = {
  'GET /v1/positions/:address': (account: AccountInfo, _, core) => accountState(account, core.now()),
  'GET /v1/orders/open/:address': (orders: OrderInfo[]) => orders.map(openOrder),
  'GET /v1/outcomes/orders/open/:address': (orders: OrderInfo[]) => orders.map(openOrder),
  'GET /v1/orders/history/:address': (orders: OrderInfo[]) => orders.map(orderWithStatus),
  'POST /v1/outcomes/order-status': ({ order }: { order: OrderInfo }) => ({
    status: 'order',
    order: orderWithStatus(order),
  }),
  'GET /v1/trades/:address': (fills: FillInfo[]) => fills.map(fill),
  'GET /v1/ticker': (info: TickerInfo) => ticker(info),
  'GET /v1/book': ({ asset: coin, time, levels }: BookInfo) => ({ coin, time, levels }),
}

/** The type of an action; `order` and `cancel` are answered with exactly one status. */
type ActionType = 'order' | 'cancel' | 'default'

const ACTIONS: Readonly<Record<string, ActionType>> = {
  'POST /v1/orders': 'order',
  'POST /v1/orders/submit': 'order',
  'POST /v1/orders/cancel/submit': 'cancel',
  'POST /v1/leverage/submit': 'default',
  'POST /v1/agent/approve': 'default',
  'POST /v1/binary/setup': 'default',
  'POST /v1/binary/predict': 'order',
  'POST /v1/binary/close': 'order',
  'POST /v1/outcomes/orders/submit': 'order',
  'POST /v1/outcomes/cancel/submit': 'cancel',
  'POST /v1/outcomes/conversions/submit': 'default',
  'POST /v1/outcomes/transfer/submit': 'default',
}

/** Refusals of a single order: the action was accepted, and its status is the refusal. */
const OF_AN_ORDER: ReadonlySet<string> = new Set([
  'alo_would_cross',
  'binary_wrong_phase',
  'BINARY_ENTRY_CUTOFF',
  'duplicate_cloid',
  'insufficient_margin',
  'insufficient_shares',
  'market_closed',
  'minimum_value',
  'oi_cap_exceeded',
  'reduce_only_would_increase',
  'stale_market_data',
  'unknown_order',
])
/** Refusals of a whole action. */
const OF_AN_ACTION: ReadonlySet<string> = new Set([
  'bad_signature',
  'leverage_must_be_2',
  'nonce_reused',
  'timestamp_out_of_window',
])

/** The upstream exchange's formats for a core. */
export const upstreamWire = (core: VenueCore): Wire => ({
  answer(request, result) {
    const name = nameOf(request.route)
    const type = request.acts ? ACTIONS[name] : undefined
    if (type !== undefined) return carriedOut(type, type === 'order' ? orderResult(core, request, result) : 'success')
    return READS[name]?.(result as never, request, core) ?? result
  },
  refusal(request, { code, message }) {
    const name = nameOf(request.route)
    if (name === 'POST /v1/outcomes/order-status' && code === 'unknown_order') return { status: 'unknownOid' }
    const type = request.acts ? ACTIONS[name] : undefined
    if (type === undefined || !(OF_AN_ORDER.has(code) || OF_AN_ACTION.has(code))) return null
    return type !== 'default' && OF_AN_ORDER.has(code)
      ? carriedOut(type, { error: message })
      : { status: 'err', response: message }
  },
})

const carriedOut = (type: ActionType, status: unknown): Shaped => ({
  status: 'ok',
  response: type === 'default' ? { type } : { type, data: { statuses: [status] } },
})

/** The result of a new order, from the records. */
function orderResult(core: VenueCore, { caller }: HandledRequest, result: unknown): Shaped {
  const { oid = '' } = result as { oid?: string }
  const account = caller?.wallet as Account
  const order = core.order(account, { oid })
  if (order === null) throw new Error(`order ${oid} was placed and is not known`)
  const number = { oid: Number(oid), ...(order.cloid === null ? {} : { cloid: order.cloid }) }
  if (isOpen(order)) return { resting: number }
  if (signOf(order.filled as Decimal) === 0) return { error: NOTHING_MATCHED }
  const fills = core.fills(account, LATEST_FILLS, null).filter((each) => each.oid === oid)
  const value = sum(fills.map(({ price, size }) => multiply(price as Decimal, size as Decimal)))
  const size = sum(fills.map((each) => each.size as Decimal))
  return { filled: { totalSz: plain(size), avgPx: divide(value, size, AVERAGE_PLACES), ...number } }
}

/** A partly filled order has the same status whether it rests or not; an IOC order never rests. */
const isOpen = ({ status, tif }: OrderInfo): boolean =>
  status === 'resting' || (status === 'partially_filled' && tif !== 'IOC')

const openOrder = (order: OrderInfo): Shaped => ({
  coin: order.asset,
  side: sideOf(order.side),
  limitPx: plain(order.price),
  sz: plain(subtract(order.size as Decimal, order.filled as Decimal)),
  oid: Number(order.oid),
  timestamp: order.time,
  origSz: plain(order.size),
  ...(order.cloid === null ? {} : { cloid: order.cloid }),
  reduceOnly: order.reduce_only,
})

const TIFS: Record<OrderInfo['tif'], string> = { GTC: 'Gtc', IOC: 'Ioc', ALO: 'Alo' }

/** An order of the history, or of an order-status read. */
const orderWithStatus = (order: OrderInfo): Shaped => ({
  order: { ...openOrder(order), cloid: order.cloid, orderType: 'Limit', tif: TIFS[order.tif] },
  status: statusName(order),
  statusTimestamp: order.status_time,
})

function statusName(order: OrderInfo): string {
  if (isOpen(order)) return 'open'
  if (order.status === 'filled' || order.status === 'rejected') return order.status
  if (order.status === 'expired') return 'delistedCanceled'
  return order.tif === 'IOC' && signOf(order.filled as Decimal) === 0 ? 'iocCancelRejected' : 'canceled'
}

function accountState({ positions, account }: AccountInfo, time: number): Shaped {
  const values = positions.map(worthOf)
  const signed = positions.map(({ size, mark_px }) => multiply(size as Decimal, mark_px as Decimal))
  return {
    assetPositions: positions.map((each) => ({ type: 'oneWay', position: position(each) })),
    marginSummary: {
      accountValue: plain(account.equity),
      totalNtlPos: plain(sum(values)),
      totalRawUsd: plain(subtract(account.equity as Decimal, sum(signed))),
      totalMarginUsed: plain(sum(positions.map(({ margin }) => margin as Decimal))),
    },
    withdrawable: plain(account.available),
    time,
  }
}

const worthOf = ({ size, mark_px }: PositionInfo): Decimal => multiply(absolute(size as Decimal), mark_px as Decimal)

function position(held: PositionInfo): Shaped {
  const margin = held.margin as Decimal
  const gain = held.unrealized_pnl as Decimal
  return {
    coin: held.asset,
    szi: plain(held.size),
    entryPx: plain(held.entry_px),
    leverage: { type: 'isolated', value: held.leverage },
    liquidationPx: held.liquidation_px === null ? null : plain(held.liquidation_px),
    unrealizedPnl: plain(gain),
    marginUsed: plain(margin),
    positionValue: plain(worthOf(held)),
    returnOnEquity: signOf(margin) === 0 ? ZERO : divide(gain, margin, RETURN_PLACES),
  }
}

function fill(of: FillInfo): Shaped {
  const own = isOwn(of)
  const { realized_pnl: closedPnl } = of as Partial<FillInfo>
  return {
    coin: of.asset,
    px: plain(of.price),
    sz: plain(of.size),
    side: sideOf(of.side),
    time: of.time,
    startPosition: plain(of.start),
    dir: directionOf(of),
    ...(closedPnl === undefined ? {} : { closedPnl: plain(closedPnl) }),
    hash: `0x${createHash('sha256').update(of.tid).digest('hex')}`,
    oid: ordinaryOid(of),
    crossed: !own && of.liquidity === 'taker',
    fee: plain(of.fee),
    tid: Number(of.tid),
    feeToken: of.fee_token ?? (of.family === 'outcome' ? 'USDH' : 'USDC'),
    ...(of.liquidation === null
      ? {}
      : {
          liquidation: {
            liquidatedUser: of.liquidation.account,
            markPx: plain(of.liquidation.mark),
            method: own ? 'backstop' : 'market',
          },
        }),
  }
}

/** Direction of a fill relative to the position. Shares are bought and sold: they have no short side. */
function directionOf({ oid, family, side, start, size }: FillInfo): string {
  const held = signOf(start as Decimal)
  const long = held > 0 ? 'Long' : 'Short'
  if (oid === 'settlement') return 'Settlement'
  if (oid === 'liquidation') return `Liquidated Isolated ${long}`
  if (family === 'outcome') return side === 'buy' ? 'Buy' : 'Sell'
  const way = side === 'buy' ? 1 : -1
  if (held === 0 || held === way) return side === 'buy' ? 'Open Long' : 'Open Short'
  const left = signOf(subtract(absolute(start as Decimal), size as Decimal))
  if (left >= 0) return `Close ${long}`
  return side === 'buy' ? 'Short > Long' : 'Long > Short'
}

const ticker = (info: TickerInfo): Shaped => ({
  coin: info.asset,
  markPx: plain(info.mark),
  oraclePx: plain(info.oracle),
  midPx: info.mid === null ? null : plain(info.mid),
  dayNtlVlm: plain(info.volume_24h),
  openInterest: plain(info.open_interest),
  prevDayPx: plain(info.prev_day),
})
