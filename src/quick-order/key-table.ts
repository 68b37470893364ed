/** The trading keys and their interface to the window. Pure. */

import type { AccountView } from '../../contract/account.ts'
import type { Key } from '../../contract/key.ts'
import type { Side } from '../../contract/market.ts'
import type { MarketRef } from '../../contract/market-ref.ts'
import { MESSAGES as COMMON } from '../../contract/messages.ts'
import type { KeysMode } from '../../contract/safety-locks.ts'
import type { Command } from '../commands/index.ts'
import type { OrderTif, QuoteName } from '../markets/quick-order.ts'
import type { HeldMarket } from './closing.ts'
import type { LineCancel } from './order-line.ts'
import type { RestingOrder } from './own-orders.ts'
import type { Origin, RequestedOrder } from './preview.ts'
import type { PreviewAction } from './preview-action.ts'
import type { SizeQuestion } from './preview-action-line.ts'

/** An order at one of the best prices. */
export interface OrderKey {
  readonly id: string
  readonly title: string
  readonly key: Key
  readonly side: Side
  readonly quote: QuoteName
  readonly tif: OrderTif
}

export const letter = (name: string, held: { readonly shift?: boolean; readonly alt?: boolean } = {}): Key => ({
  code: `Key${name}`,
  ...held,
})

export const ORDER_KEYS: readonly OrderKey[] = [
  { id: 'buy/bid', title: 'Buy at the bid', key: letter('Q'), side: 'buy', quote: 'bid', tif: 'GTC' },
  { id: 'buy/mid', title: 'Buy at mid', key: letter('W'), side: 'buy', quote: 'mid', tif: 'GTC' },
  { id: 'buy/ask', title: 'Buy at the ask', key: letter('E'), side: 'buy', quote: 'ask', tif: 'GTC' },
  { id: 'buy/join', title: 'Join the bid, post only', key: letter('R'), side: 'buy', quote: 'bid', tif: 'ALO' },
  { id: 'buy/cross', title: 'Buy at ask, IOC', key: letter('T'), side: 'buy', quote: 'ask', tif: 'IOC' },
  { id: 'sell/bid', title: 'Sell at the bid', key: letter('A'), side: 'sell', quote: 'bid', tif: 'GTC' },
  { id: 'sell/mid', title: 'Sell at mid', key: letter('S'), side: 'sell', quote: 'mid', tif: 'GTC' },
  { id: 'sell/ask', title: 'Sell at the ask', key: letter('D'), side: 'sell', quote: 'ask', tif: 'GTC' },
  { id: 'sell/join', title: 'Join the ask, post only', key: letter('F'), side: 'sell', quote: 'ask', tif: 'ALO' },
  { id: 'sell/cross', title: 'Sell at bid, IOC', key: letter('G'), side: 'sell', quote: 'bid', tif: 'IOC' },
]

export const CANCEL_KEYS: readonly {
  readonly which: LineCancel['which']
  readonly title: string
  readonly key: Key
}[] = [
  { which: 'last', title: 'Cancel last order', key: letter('X', { alt: true }) },
  { which: 'buys', title: 'Cancel buys', key: letter('V', { alt: true }) },
  { which: 'sells', title: 'Cancel sells', key: letter('B', { alt: true }) },
  { which: 'all', title: 'Cancel all orders in this market', key: letter('C', { alt: true }) },
]

/** The keys' interface to the window. */
export interface KeysPort {
  /** Null while the keys are not armed. */
  readonly mode: KeysMode | null
  /** The market in use; undefined where no panel shows one, null while unknown. */
  readonly market: HeldMarket | null | undefined
  readonly account: AccountView | null
  readonly orders: readonly RestingOrder[] | null
  /** The number of the chosen preset size. */
  readonly preset: number
  readonly choosePreset: (number: number) => void
  readonly show: (origin: Origin, market: MarketRef, request: RequestedOrder) => void
  /** Sends without a preview. */
  readonly send: (market: MarketRef, request: RequestedOrder) => void
  readonly showPreviewAction: (origin: Origin, market: MarketRef, previewAction: PreviewAction) => void
  /** Closes this much of the position without a preview. */
  readonly close: (market: MarketRef, much: SizeQuestion) => void
  /** Reverses the position without a preview. */
  readonly reverse: (market: MarketRef) => void
  /** Opens the exit form of a position. */
  readonly askExits: (asset: string) => void
  /** Opens another form in its row. */
  readonly askOfRow: (ask: 'part' | 'break-even' | 'cancel-plan', asset: string) => void
  /** Whether a plan protects the position. */
  readonly hasPlan: boolean
  readonly cancel: (orders: readonly RestingOrder[]) => void
  /** Cancels every order of an asset, including those in flight. */
  readonly cancelAll: (asset: string) => void
  /** Previews Flatten, or runs it. */
  readonly flatten: (how: 'show' | 'at_once') => void
  readonly arm: (mode: KeysMode | null) => void
}

export const KEY_ALIASES = ['trading key', 'hotkey'] as const

const NO_MARKET = COMMON.noPanelShows
const READING = 'Loading the market'

/** Why no market can be traded; null where one can. */
export const missing = ({ market }: Pick<KeysPort, 'market'>): string | null =>
  market === undefined ? NO_MARKET : market === null ? READING : null

/** A trading key of the market in use: its keys do nothing while the trading keys are not armed. */
export const tradingKey = (
  { mode }: Pick<KeysPort, 'mode'>,
  {
    id,
    key,
    ...command
  }: Pick<Command, 'title' | 'run'> & Partial<Command> & { readonly id: string; readonly key: Key },
): Command => ({
  scope: 'market',
  aliases: KEY_ALIASES,
  trades: true,
  keysOff: mode === null,
  ...command,
  id: `trade/${id}`,
  keys: [key],
})

/** A trading key that previews what it does, in a list and by key. */
export const previewKey = (
  port: Pick<KeysPort, 'mode'>,
  { show, ...command }: Omit<Parameters<typeof tradingKey>[1], 'run'> & { readonly show: (origin: Origin) => void },
): Command => tradingKey(port, { onKey: () => show('keys'), ...command, run: () => show('line') })
