/** Quick orders from anywhere in a window: typed in one line or by a trading key, previewed before they are sent. */

export type { ReversalDraft } from '../positions/index.ts'
export { KeysBadge } from './keys-badge.tsx'
export { OrderLines } from './order-lines.tsx'
export type { RestingOrder } from './own-orders.ts'
export { ORDERS_KEYS, PREVIEW_KEYS } from './preview-keys.ts'
export { tradingCommands } from './trading-keys.ts'
export { TradingKeys } from './trading-keys.tsx'
