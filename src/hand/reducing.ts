/** An order that makes a position smaller: how much of what is held, at the best price that faces it. Pure. */
import type { AccountView } from '../../contract/account.ts'
import {
  absolute,
  compare,
  type Decimal,
  divide,
  HUNDRED,
  multiply,
  type Size,
  signOf,
  toPlaces,
  trimZeros,
  ZERO,
} from '../../contract/decimal.ts'
import type { MarketRef } from '../../contract/market-ref.ts'
import { handRulesOf } from '../markets/family/index.ts'
import type { HowMuch } from './deed-line.ts'
import type { AskedOrder } from './preview.ts'

/** What is known of the market that something is held in. */
export interface HeldMarket {
  readonly ref: MarketRef
  readonly asset: string | null
  readonly sizeDecimals: number | null
}

/** The order, or why there is none. */
export type Reducing =
  | { readonly asked: AskedOrder; readonly why: null }
  | { readonly asked: null; readonly why: string }

const none = (why: string): Reducing => ({ asked: null, why })

/** @param account null while it is being read */
export function reducing(much: HowMuch, market: HeldMarket, account: Pick<AccountView, 'positions'> | null): Reducing {
  const { family } = market.ref
  if (handRulesOf(family).off !== null) {
    return none('A binary position is closed in Positions, at the price that the service names there')
  }
  if (account === null) return none('The account is being read')
  const held = account.positions.find(({ asset }) => asset === market.asset)?.size ?? ZERO
  if (signOf(held) === 0) return none('Nothing is held in this market')
  const whole = absolute(held)
  const size = partOf(much, whole, market.sizeDecimals)
  if (signOf(size) <= 0) return none(`${partWords(much)} of ${trimZeros(whole)} is less than the least size`)
  if (compare(size, whole) > 0) return none(`${trimZeros(whole)} are held: no more can be closed`)
  const side = signOf(held) > 0 ? 'sell' : 'buy'
  const price = { kind: 'quote', quote: side === 'sell' ? 'bid' : 'ask' } as const
  const isScalar = family === 'scalar'
  return { asked: { side, size, price, tif: isScalar ? 'IOC' : 'GTC', reduceOnly: isScalar }, why: null }
}

/** Never more than was asked for, at the precision of the market. */
function partOf(much: HowMuch, whole: Size, decimals: number | null): Size {
  const places = decimals ?? 0
  switch (much.of) {
    case 'all':
      return whole
    case 'half':
      return toPlaces(divide(whole, '2' as Decimal, 24) as Size, places, 'down')
    case 'percent':
      return toPlaces(divide(multiply(whole, much.value), HUNDRED, 24) as Size, places, 'down')
    case 'size':
      return much.size
  }
}

const partWords = (much: HowMuch): string =>
  much.of === 'percent' ? `${much.value} %` : much.of === 'size' ? much.size : much.of === 'half' ? 'Half' : 'All'
