/** Maps the service's terms for states and sides to the project's own; an unknown term is kept as it came. */
import type { FillCause, OrderStatus, TimeInForce } from '../../../contract/account.ts'
import type { BinaryPhase } from '../../../contract/binary.ts'
import type { MarketStatus, Side } from '../../../contract/market.ts'
import { CONVERSIONS, type ConversionKind } from '../../../contract/outcome.ts'
import type { Wire } from '../wire.ts'

/** `PartiallyFilled`, `partially-filled`, `PARTIALLY_FILLED` → `partiallyfilled` */
const bare = (text: string): string => text.replace(/[\s_-]+/g, '').toLowerCase()

/** Keys come from outside: a plain object would also match `constructor`. */
const table = <T>(text: Readonly<Record<string, T>>): ReadonlyMap<string, T> => new Map(Object.entries(text))

/** The upstream's delisted flag marks the halted partner asset: it waits, it is not gone (docs/service/buckets.md#assets). */
const MARKET_STATUS = table<MarketStatus>({
  active: 'active',
  waiting: 'waiting',
  delisted: 'waiting',
  halted: 'waiting',
  settling: 'settling',
  paused: 'paused',
  closeonly: 'close_only',
  reduceonly: 'close_only',
  settled: 'settled',
  unavailable: 'unavailable',
})

/** Our terms, and the upstream exchange's (docs/service/reading-the-wire.md#order-words). A triggered order is an open order. */
const ORDER_STATUS = table<OrderStatus>({
  resting: 'resting',
  open: 'resting',
  triggered: 'resting',
  partiallyfilled: 'partially_filled',
  filled: 'filled',
  cancelled: 'cancelled',
  canceled: 'cancelled',
  margincanceled: 'cancelled',
  vaultwithdrawalcanceled: 'cancelled',
  openinterestcapcanceled: 'cancelled',
  selftradecanceled: 'cancelled',
  reduceonlycanceled: 'cancelled',
  siblingfilledcanceled: 'cancelled',
  delistedcanceled: 'cancelled',
  liquidatedcanceled: 'cancelled',
  scheduledcancel: 'cancelled',
  rejected: 'rejected',
  tickrejected: 'rejected',
  mintradentlrejected: 'rejected',
  perpmarginrejected: 'rejected',
  reduceonlyrejected: 'rejected',
  badalopxrejected: 'rejected',
  ioccancelrejected: 'rejected',
  badtriggerpxrejected: 'rejected',
  marketordernoliquidityrejected: 'rejected',
  positionincreaseatopeninterestcaprejected: 'rejected',
  positionflipatopeninterestcaprejected: 'rejected',
  tooaggressiveatopeninterestcaprejected: 'rejected',
  openinterestincreaserejected: 'rejected',
  insufficientspotbalancerejected: 'rejected',
  oraclerejected: 'rejected',
  perpmaxpositionrejected: 'rejected',
  expired: 'expired',
})

const BINARY_PHASE = table<BinaryPhase>({
  staging: 'staging',
  trading: 'trading',
  ramp: 'ramp',
  settled: 'settled',
})

const SIDE = table<Side>({ buy: 'buy', b: 'buy', sell: 'sell', a: 'sell' })

export const marketStatusOf = (text: string): MarketStatus => MARKET_STATUS.get(bare(text)) ?? 'unknown'
export const orderStatusOf = (text: string): OrderStatus => ORDER_STATUS.get(bare(text)) ?? 'unknown'

export const binaryPhaseOf = (text: string): BinaryPhase => BINARY_PHASE.get(bare(text)) ?? 'unknown'

/** From the kind's own name, or from the canonical action (`splitOutcome`); null for any other. */
export function conversionKindOf(text: string): ConversionKind | null {
  const kind = bare(text).replace(/outcome$/, '')
  return CONVERSIONS.find((known) => bare(known) === kind) ?? null
}

/** The cause of a fill, from the upstream exchange's term (`Close Long`, `Liquidated Isolated Long`); null for any other. */
export function fillCauseOf(text: string): FillCause | null {
  const message = bare(text)
  if (message.startsWith('settle')) return 'settlement'
  if (message.includes('liquidat') || message.startsWith('autodeleverag')) return 'liquidation'
  return /^((open|close)(long|short)|long>short|short>long|buy|sell)$/.test(message) ? 'trade' : null
}

/** `buy` or `sell`, the upstream's `B` (bid) or `A` (ask), or the agent flow's `isBuy`. */
export function sideOf(wire: Wire): Side {
  const isBuy = wire.at('is_buy')
  if (!isBuy.missing) return isBuy.flag() ? 'buy' : 'sell'
  const side = wire.at('side')
  return SIDE.get(bare(side.text())) ?? side.fail('should be buy or sell')
}

/** Null for a term that is not a supported time in force. */
export function tifOf(text: string): TimeInForce | null {
  const upper = text.toUpperCase()
  return upper === 'GTC' || upper === 'IOC' || upper === 'ALO' ? upper : null
}
