/** The account's figures as the mark moves: equity, and today's result by the service’s time. */
import { useMemo } from 'react'
import type { AccountView, Order } from '../../contract/account.ts'
import { type DayResult, dayOf } from '../../contract/books/index.ts'
import { add, type Money, type Price, subtract, ZERO } from '../../contract/decimal.ts'
import { type Equity, equityOf } from '../../contract/equity.ts'
import { moneyUnit } from '../format/index.ts'
import { useServerClockValue, useTopicValue } from '../market-data/index.ts'
import { type LiveMoney, liveMoney, useAccount, useOfBooks } from '../queries/index.ts'
import { useActiveAsset } from './active-asset.ts'

// The account's money at the live mark: the same figure wherever it is shown.

const UNKNOWN: LiveMoney = { equity: null, unrealised: null }

/** Equity and unrealized P&L updated to the active asset's mark; both null while the account is unknown. */
function useLiveMoney(account: AccountView | undefined): LiveMoney {
  const asset = useActiveAsset()
  const mark = useTopicValue(asset === null ? null : { kind: 'ticker', asset }, (ticker) => ticker.mark) ?? null
  return account === undefined ? UNKNOWN : liveMoney(account, asset, mark)
}

export interface Today {
  /** Realized after fees plus open P&L: what the limit on the day's loss counts. 1 USDH counted as 1 USDC. */
  readonly result: Money
  readonly realised: Money
  readonly fees: Money
  /** Unrealized P&L of everything held; null while unknown: it is then not in the result. */
  readonly open: Money | null
}

/** Null until the books have been read. */
export function useToday(): Today | null {
  const day = useServerClockValue(dayOf, 1000)
  const results = useOfBooks('readResults', 'day').data
  const { unrealised } = useLiveMoney(useAccount().data)
  return results === undefined ? null : todayOf(results.days, day, unrealised as Money | null)
}

/** The result of a UTC day from its results by market, and the open P&L. */
export function todayOf(
  days: readonly Pick<DayResult, 'day' | 'realised' | 'fees'>[],
  day: number,
  open: Money | null,
): Today {
  const own = days.filter((one) => one.day === day)
  const realised = own.reduce<Money>((sum, one) => add(sum, one.realised), NOTHING)
  const fees = own.reduce<Money>((sum, one) => add(sum, one.fees), NOTHING)
  const done = subtract(realised, fees)
  return { result: open === null ? done : add(done, open), realised, fees, open }
}

const NOTHING = ZERO as Money

// Current equity over every class of collateral: the same figure wherever it is shown.

/**
 * USDC updated to the live mark, everything else as read; null while the account is unknown.
 * @param orders open ones, where their reserved funds matter @param bidOf best bids of coins, where the value of shares matters
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
