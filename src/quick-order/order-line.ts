/**
 * Parses an order typed in one line: `buy 5`, `buy 50 @ 71.5F post`, `sell 10 @ 571.62 ioc`, `buy 30 yes @ 0.62`, `cancel buys`, `buy 50 @ 71.5F
 * post stop 71.2F target 72F`. Without a price it is a market order. One order per line, and nothing is guessed: ambiguous input is refused with the unambiguous form. Pure.
 */

import { type Size, signOf } from '../../contract/decimal.ts'
import type { Side } from '../../contract/market.ts'
import { positive } from '../../contract/messages.ts'
import type { OrderTif } from '../markets/quick-order.ts'
import { beginsExit, exitsIn, type RequestedExits } from './bracket.ts'
import type { RequestedOrder } from './preview.ts'
import { numberIn, type PreviewActionLine, parsePreviewActionLine, priceIn } from './preview-action-line.ts'

export interface LineOrder extends RequestedOrder {
  readonly kind: 'order'
  /** The named side of the market in lower case: `yes`, `up`; null where none was named. */
  readonly named: string | null
}

export interface LineCancel {
  readonly kind: 'cancel'
  readonly which: 'buys' | 'sells' | 'all' | 'last'
}

export type OrderLine =
  | LineOrder
  | LineCancel
  /** Cancels every order and closes every position, in all markets. */
  | { readonly kind: 'flatten' }
  | PreviewActionLine
  /** Started as an order but incomplete or invalid: the error as a sentence, and whether an example helps. */
  | { readonly kind: 'wrong'; readonly why: string; readonly asksHow?: true }

const SIDES: Readonly<Record<string, Side>> = { buy: 'buy', b: 'buy', sell: 'sell', s: 'sell' }
const TIFS: Readonly<Record<string, OrderTif>> = {
  gtc: 'GTC',
  rest: 'GTC',
  post: 'ALO',
  alo: 'ALO',
  'post-only': 'ALO',
  ioc: 'IOC',
}
const REDUCE = new Set(['reduce', 'reduce-only', 'ro'])
const WHICH: Readonly<Record<string, LineCancel['which']>> = {
  buys: 'buys',
  bids: 'buys',
  sells: 'sells',
  asks: 'sells',
  all: 'all',
  orders: 'all',
  last: 'last',
}

const MARKET: ReadonlySet<string> = new Set(['market', 'mkt'])

const wrong = (why: string): OrderLine => ({ kind: 'wrong', why })
const incomplete = (why: string): OrderLine => ({ kind: 'wrong', why, asksHow: true })

/** The order of a line; null where it is something else. */
export function parseOrderLine(text: string): OrderLine | null {
  const line = text.trim().toLowerCase().replace(/@/g, ' @ ').replace(/\s+/g, ' ').trim()
  const [first = '', ...rest] = line.split(' ')
  const side = Object.hasOwn(SIDES, first) ? SIDES[first] : undefined
  if (side !== undefined) {
    // A single letter may begin many commands.
    if (first.length === 1 && rest.length === 0) return null
    return /[;&|]/.test(line) ? wrong('One order at a time.') : orderOf(side, rest)
  }
  if (first === 'flatten') {
    return rest.length === 0
      ? { kind: 'flatten' }
      : wrong(`“${rest.join(' ')}” is not allowed: flatten covers every market.`)
  }
  if (first !== 'cancel') return parsePreviewActionLine(first, rest)
  const [label = '', ...more] = rest
  const which = Object.hasOwn(WHICH, label) ? WHICH[label] : undefined
  if (which === undefined) return null
  return more.length === 0
    ? { kind: 'cancel', which }
    : wrong(`“${more.join(' ')}” is not allowed: type cancel ${label} only.`)
}

function orderOf(side: Side, parts: readonly string[]): OrderLine {
  const at = parts.findIndex((text) => text === '@' || text === 'at')
  const [sizeText, ...others] = at < 0 ? parts : parts.slice(0, at)
  if (sizeText === undefined) return incomplete('The size is missing.')
  const size = numberIn(sizeText, 'size')
  if ('why' in size) return wrong(size.why)
  if (signOf(size.value) <= 0) return wrong(positive('The size'))
  const order = { kind: 'order', side, size: size.value as Size, reduceOnly: false, exits: null } as const
  const isTerm = (text: string): boolean =>
    MARKET.has(text) || Object.hasOwn(TIFS, text) || REDUCE.has(text) || beginsExit(text)
  const named = others[0] === undefined || (at < 0 && isTerm(others[0])) ? null : others[0]
  const extra = others.slice(named === null ? 0 : 1)
  if (named !== null && !/^\p{L}[\p{L}\p{N}-]*$/u.test(named)) {
    return incomplete(`“${named}” is not a side. Put @ before the price: buy 3 @ 545.`)
  }
  if (at < 0) return atMarket({ ...order, named, price: { kind: 'market' }, tif: 'IOC' }, extra)
  if (extra.length > 0) return incomplete(`“${extra.join(' ')}” is not understood before the price.`)
  const [priceText, ...terms] = parts.slice(at + 1)
  if (priceText === undefined) return wrong('No price after @: enter a number, bid, mid, ask or market.')
  if (MARKET.has(priceText)) return atMarket({ ...order, named, price: { kind: 'market' }, tif: 'IOC' }, terms)
  const price = priceIn(priceText)
  if ('why' in price) return wrong(price.why)
  return withTerms({ ...order, named, price, tif: 'GTC' }, terms)
}

/** An order without a price: it trades at once, and what does not fill ends. */
function atMarket(order: LineOrder, parts: readonly string[]): OrderLine {
  const terms = parts[0] !== undefined && MARKET.has(parts[0]) ? parts.slice(1) : parts
  const rests = terms.find((term) => Object.hasOwn(TIFS, term) && TIFS[term] !== 'IOC')
  if (rests !== undefined) return incomplete(`Market orders do not rest: “${rests}” needs a price.`)
  return withTerms(order, terms)
}

function withTerms(order: LineOrder, terms: readonly string[]): OrderLine {
  let tif: OrderTif | null = null
  let reduceOnly = false
  let exits: RequestedExits | null = null
  let rest = terms
  while (rest.length > 0) {
    const [term = '', ...more] = rest
    if (beginsExit(term)) {
      if (exits !== null) return wrong('Put stop and targets together at the end.')
      const read = exitsIn(rest)
      if ('why' in read) return wrong(read.why)
      exits = read.exits
      rest = read.rest
      continue
    }
    const request = Object.hasOwn(TIFS, term) ? TIFS[term] : undefined
    if (request !== undefined) {
      if (tif !== null) return wrong(`Choose ${tif} or ${request}, not both.`)
      tif = request
    } else if (REDUCE.has(term)) reduceOnly = true
    else return wrong(`“${term}” is not understood. After the price: post, ioc, gtc, reduce, stop, target.`)
    rest = more
  }
  if (exits !== null && reduceOnly) return wrong('Stops and targets need an order that opens; reduce only closes.')
  return { ...order, tif: tif ?? order.tif, reduceOnly, exits }
}
