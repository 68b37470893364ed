/**
 * The trading keys: orders at the best prices, what is held made smaller, and cancels. What adds exposure takes its key only while the keys of
 * the window are armed; cancels take theirs always. Pure.
 */
import type { AccountView } from '../../contract/account.ts'
import type { KeysMode } from '../../contract/catches.ts'
import { absolute, type Decimal, divide, type Size, signOf, toPlaces, trimZeros, ZERO } from '../../contract/decimal.ts'
import type { Key } from '../../contract/key.ts'
import type { Side } from '../../contract/market.ts'
import type { Family, MarketRef } from '../../contract/market-ref.ts'
import type { Command } from '../commands/index.ts'
import { handRulesOf } from '../markets/family/index.ts'
import type { OrderTif, QuoteName } from '../markets/hand/index.ts'
import type { LineCancel } from './order-line.ts'
import { ordersMeant } from './order-provider.ts'
import { PRESETS, presetSize } from './presets.ts'
import type { AskedOrder, Origin } from './preview.ts'
import type { RestingOrder } from './resting-orders.ts'

interface OrderKey {
  readonly id: string
  readonly title: string
  readonly key: Key
  readonly side: Side
  readonly quote: QuoteName
  readonly tif: OrderTif
}

const letter = (name: string, held: { readonly shift?: boolean; readonly alt?: boolean } = {}): Key => ({
  code: `Key${name}`,
  ...held,
})

export const ORDER_KEYS: readonly OrderKey[] = [
  { id: 'buy/bid', title: 'Buy at the bid', key: letter('Q'), side: 'buy', quote: 'bid', tif: 'GTC' },
  { id: 'buy/mid', title: 'Buy at the middle', key: letter('W'), side: 'buy', quote: 'mid', tif: 'GTC' },
  { id: 'buy/ask', title: 'Buy at the ask', key: letter('E'), side: 'buy', quote: 'ask', tif: 'GTC' },
  { id: 'buy/join', title: 'Join the bid, post only', key: letter('R'), side: 'buy', quote: 'bid', tif: 'ALO' },
  { id: 'buy/cross', title: 'Cross to the ask, at once', key: letter('T'), side: 'buy', quote: 'ask', tif: 'IOC' },
  { id: 'sell/bid', title: 'Sell at the bid', key: letter('A'), side: 'sell', quote: 'bid', tif: 'GTC' },
  { id: 'sell/mid', title: 'Sell at the middle', key: letter('S'), side: 'sell', quote: 'mid', tif: 'GTC' },
  { id: 'sell/ask', title: 'Sell at the ask', key: letter('D'), side: 'sell', quote: 'ask', tif: 'GTC' },
  { id: 'sell/join', title: 'Join the ask, post only', key: letter('F'), side: 'sell', quote: 'ask', tif: 'ALO' },
  { id: 'sell/cross', title: 'Cross to the bid, at once', key: letter('G'), side: 'sell', quote: 'bid', tif: 'IOC' },
]

const CANCEL_KEYS: readonly { readonly which: LineCancel['which']; readonly title: string; readonly key: Key }[] = [
  { which: 'last', title: 'Cancel the last order', key: letter('X', { alt: true }) },
  { which: 'buys', title: 'Cancel the buys', key: letter('V', { alt: true }) },
  { which: 'sells', title: 'Cancel the sells', key: letter('B', { alt: true }) },
  { which: 'all', title: 'Cancel all orders of the market', key: letter('C', { alt: true }) },
]

/** What the keys need of the window. */
export interface KeysPort {
  /** Null while the keys are not armed. */
  readonly mode: KeysMode | null
  /** The market in use; undefined where no panel shows one, null while it is not known. */
  readonly market:
    | { readonly ref: MarketRef; readonly asset: string | null; readonly sizeDecimals: number | null }
    | null
    | undefined
  readonly account: AccountView | null
  readonly orders: readonly RestingOrder[] | null
  /** The number of the size that orders have. */
  readonly preset: number
  readonly choosePreset: (number: number) => void
  readonly show: (origin: Origin, market: MarketRef, asked: AskedOrder) => void
  /** Sends without a preview. */
  readonly send: (market: MarketRef, asked: AskedOrder) => void
  readonly cancel: (orders: readonly RestingOrder[]) => void
  /** Every order of an asset, those on their way too. */
  readonly cancelAll: (asset: string) => void
  /** Shows what Flatten would do, or does it. */
  readonly flatten: (how: 'show' | 'at_once') => void
  readonly arm: (mode: KeysMode | null) => void
}

const WORDS = ['trading key', 'hotkey'] as const

export function tradingCommands(port: KeysPort): readonly Command[] {
  return [
    ...ORDER_KEYS.map((one) => orderCommand(one, port)),
    reduceCommand('half', 'Close half at the best price', letter('H'), port),
    reduceCommand('close', 'Close all of it at the best price', letter('H', { shift: true }), port),
    flattenCommand(port),
    ...CANCEL_KEYS.map((one) => cancelCommand(one, port)),
    ...Array.from({ length: PRESETS }, (_, at) => sizeCommand(at + 1, port)),
    ...armCommands(port),
  ]
}

const NO_MARKET = 'No panel shows a market'
const READING = 'The market is being read'

const missing = ({ market }: KeysPort): string | null =>
  market === undefined ? NO_MARKET : market === null ? READING : null

/** A command whose key shows its order, or sends it at once; chosen in a list, it shows it. */
function exposing(
  id: string,
  title: string,
  key: Key,
  { asked, why }: { readonly asked: AskedOrder | null; readonly why: string | null },
  { mode, market, show, send }: KeysPort,
): Command {
  const act = (does: (market: MarketRef, asked: AskedOrder) => void) => () => {
    if (market != null && asked !== null) does(market.ref, asked)
  }
  return {
    id: `trade/${id}`,
    title,
    scope: 'market',
    keys: [key],
    words: WORDS,
    impossible: why,
    trades: true,
    keysOff: mode === null,
    run: act((ref, order) => show('line', ref, order)),
    onKey: act((ref, order) => {
      if (mode === 'preview') show('keys', ref, order)
      if (mode === 'at_once') send(ref, order)
    }),
  }
}

function orderCommand({ id, title, key, side, quote, tif }: OrderKey, port: KeysPort): Command {
  const family = port.market?.ref.family ?? null
  const size = family === null ? null : presetSize(family, port.preset)
  const asked: AskedOrder | null =
    size === null ? null : { side, size, price: { kind: 'quote', quote }, tif, reduceOnly: false }
  const why = missing(port) ?? (family === null || asked === null ? null : rulesIssue(family, asked))
  return exposing(id, title, key, { asked, why }, port)
}

function rulesIssue(family: Family, asked: AskedOrder): string | null {
  const { off, termsIssue } = handRulesOf(family)
  return off ?? termsIssue(asked)
}

/** Part of what is held, sold or bought back at the best price that faces it; it adds nothing, but goes by the same catch as its key. */
function reduceCommand(id: 'half' | 'close', title: string, key: Key, port: KeysPort): Command {
  return exposing(id, title, key, reducing(id, port), port)
}

function reducing(
  id: 'half' | 'close',
  port: KeysPort,
): { readonly asked: AskedOrder | null; readonly why: string | null } {
  const { market, account } = port
  const none = (why: string) => ({ asked: null, why })
  const lacking = missing(port)
  if (market == null || lacking !== null) return none(lacking ?? READING)
  const { family } = market.ref
  const { off } = handRulesOf(family)
  if (off !== null) return none('A binary position is closed in Positions, at the price that the service names there')
  if (account === null) return none('The account is being read')
  const held = account.positions.find(({ asset }) => asset === market.asset)?.size ?? ZERO
  if (signOf(held) === 0) return none('Nothing is held in this market')
  const whole = absolute(held)
  const size = id === 'close' ? whole : halfOf(whole, market.sizeDecimals)
  if (signOf(size) <= 0) return none(`Half of ${trimZeros(whole)} is less than the least size`)
  const side = signOf(held) > 0 ? 'sell' : 'buy'
  const price = { kind: 'quote', quote: side === 'sell' ? 'bid' : 'ask' } as const
  const isScalar = family === 'scalar'
  return { asked: { side, size, price, tif: isScalar ? 'IOC' : 'GTC', reduceOnly: isScalar }, why: null }
}

/** Never more than half, at the precision of the market. */
const halfOf = (size: Size, decimals: number | null): Size =>
  toPlaces(divide(size, '2' as Decimal, 24) as Size, decimals ?? 0, 'down')

const flattenCommand = ({ mode, flatten }: KeysPort): Command => ({
  id: 'trade/flatten',
  title: 'Flatten: cancel every order and close every position',
  scope: 'app',
  keys: [letter('Z', { shift: true })],
  words: WORDS,
  trades: true,
  keysOff: mode === null,
  run: () => flatten('show'),
  onKey: () => flatten(mode === 'at_once' ? 'at_once' : 'show'),
})

function cancelCommand({ which, title, key }: (typeof CANCEL_KEYS)[number], port: KeysPort): Command {
  const { market, orders, cancel, cancelAll } = port
  const meant = market == null || orders === null ? [] : ordersMeant({ kind: 'cancel', which }, market.asset, orders)
  const lacking = missing(port) ?? (orders === null && which !== 'all' ? 'The orders are being read' : null)
  const none = which !== 'all' && meant.length === 0 ? 'No such order rests in this market' : null
  return {
    id: `trade/cancel/${which}`,
    title,
    scope: 'market',
    keys: [key],
    words: WORDS,
    impossible: lacking ?? none,
    trades: true,
    run() {
      if (which !== 'all') cancel(meant)
      else if (market?.asset != null) cancelAll(market.asset)
    },
  }
}

function sizeCommand(number: number, { mode, market, choosePreset, preset }: KeysPort): Command {
  const size = market == null ? null : presetSize(market.ref.family, number)
  return {
    id: `trade/size/${number}`,
    title: `Size of the trading keys: ${size ?? `number ${number}`}`,
    scope: 'market',
    keys: [{ code: `Digit${number}` }],
    words: WORDS,
    selected: preset === number,
    trades: true,
    keysOff: mode === null,
    run: () => choosePreset(number),
  }
}

const armCommands = ({ mode, arm }: KeysPort): readonly Command[] => [
  {
    id: 'trade/arm/preview',
    title: 'Arm the trading keys: each shows its order first',
    scope: 'window',
    keys: [{ code: 'KeyK', mod: true, alt: true }],
    words: WORDS,
    impossible: mode === 'preview' ? 'They are armed so' : null,
    run: () => arm('preview'),
  },
  {
    id: 'trade/arm/at-once',
    title: 'Arm the trading keys: each sends at once',
    scope: 'window',
    words: WORDS,
    impossible: mode === 'at_once' ? 'They are armed so' : null,
    run: () => arm('at_once'),
  },
  {
    id: 'trade/disarm',
    title: 'Disarm the trading keys',
    scope: 'window',
    words: WORDS,
    impossible: mode === null ? 'They are not armed' : null,
    run: () => arm(null),
  },
]
