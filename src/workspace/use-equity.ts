/** Equity over every class of collateral, as it stands now: one figure wherever it is shown. */

import { useMemo } from 'react'
import type { AccountView, Order } from '../../contract/account.ts'
import type { Money, Price } from '../../contract/decimal.ts'
import { type Equity, equityOf } from '../../contract/equity.ts'
import { moneyUnit } from '../format/index.ts'
import { useLiveMoney } from './use-live-money.ts'

/**
 * USDC carried on to the live mark, everything else as it was read; null while the account is not known.
 * @param orders open ones, where it matters what they hold. @param bidOf best bids of coins, where it matters what shares would bring.
 */
export function useEquity(
  account: AccountView | undefined,
  orders: readonly Order[] | null = null,
  bidOf?: (coin: string) => Price | null,
): Equity | null {
  const { equity: usdc } = useLiveMoney(account)
  const outcomes = moneyUnit('outcome')
  return useMemo(
    () => (account === undefined ? null : equityOf(account, orders, bidOf, usdc as Money | null, outcomes)),
    [account, orders, bidOf, usdc, outcomes],
  )
}
