/** Equity and unrealised P&L that move with the mark between two reads of the account. */
import type { AccountView } from '../../contract/account.ts'
import { add, type Decimal, multiply, type Price, subtract, ZERO } from '../../contract/decimal.ts'

export interface LiveMoney {
  readonly equity: Decimal | null
  readonly unrealised: Decimal | null
}

/**
 * The account's figures carried on to the live mark of one asset: equity and P&L change by size × (mark now − mark when read).
 * A figure that the service did not give stays null.
 */
export function liveMoney(account: AccountView, asset: string | null, mark: Price | null): LiveMoney {
  let drift: Decimal = ZERO
  let unrealised: Decimal | null = ZERO
  for (const position of account.positions) {
    unrealised = unrealised === null || position.unrealizedPnl === null ? null : add(unrealised, position.unrealizedPnl)
    if (position.asset === asset && mark !== null && position.markPx !== null) {
      drift = add(drift, multiply(position.size, subtract(mark, position.markPx)))
    }
  }
  const { equity } = account.money
  return {
    equity: equity === null ? null : add(equity, drift),
    unrealised: unrealised === null ? null : add(unrealised, drift),
  }
}
