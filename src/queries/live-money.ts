/** Equity and unrealized P&L that move with the mark between two reads of the account. */
import type { AccountView } from '../../contract/account.ts'
import { profitOf } from '../../contract/books/index.ts'
import { add, type Decimal, type Price, subtract, ZERO } from '../../contract/decimal.ts'

export interface LiveMoney {
  readonly equity: Decimal | null
  readonly unrealised: Decimal | null
}

/**
 * The account's figures updated to the live mark of one asset. P&L is the sum of the position rows; equity moves by the difference to the P&L that
 * the service reported. Unknown inputs give null.
 */
export function liveMoney(account: AccountView, asset: string | null, mark: Price | null): LiveMoney {
  let equity: Decimal | null = account.money.equity
  let unrealised: Decimal | null = ZERO
  for (const position of account.positions) {
    const live = position.asset === asset ? mark : null
    const profit = profitOf(position, live)
    unrealised = unrealised === null || profit === null ? null : add(unrealised, profit)
    if (live === null) continue
    const read = position.unrealizedPnl ?? profitOf(position, position.markPx)
    equity = equity === null || profit === null || read === null ? null : add(equity, subtract(profit, read))
  }
  return { equity: equity === null ? null : add(equity, ZERO), unrealised }
}
