/** Labels of the outcome panels: views, tables and the order lookup. */
import type { Collateral } from '../../../contract/collateral.ts'

export const MESSAGES = {
  /** All shares of a side are in sets: no price changes their result. */
  hedged: 'hedged',
  /** The allowed slippage is more than a share costs. */
  twiceThePrice: 'Capped at twice the price.',
  views: { yours: 'Shares and orders', status: 'Order status', history: 'Conversion history' },
  shares: 'Your shares',
  oid: 'Order id',
  cloid: 'Client order id',
  noOid: 'Order id is missing.',
  noCloid: 'A client order id is 0x and 32 hex digits.',
  lookUp: 'Look up',
  lookingUp: 'Looking up…',
  statusOf: (id: string) => `Status of ${id}`,
  /** The form of a ticket, and its replacement once a market has settled. */
  orderFor: (side: string) => `Order for ${side}`,
  noCollateral: (money: Collateral) => `No ${money} in your outcomes balance.`,
} as const
