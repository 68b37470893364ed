/** The account's figures as the mark moves: equity, and today's result since 00:00 UTC by the service’s time. */
import { useMemo } from 'react'
import type { AccountView, Order } from '../../contract/account.ts'
import { dayOf } from '../../contract/books/index.ts'
import { add, type Money, type Price, subtract, ZERO } from '../../contract/decimal.ts'
import { type Equity, equityOf } from '../../contract/equity.ts'
import { moneyUnit } from '../format/index.ts'
import { useServerClockValue, useTopicValue } from '../market-data/index.ts'
import { type LiveMoney, liveMoney, useAccount, useEquityOver, useResults } from '../queries/index.ts'
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
  /** After fees, 1 USDH counted as 1 USDC. */
  readonly result: Money
  readonly realised: Money
  readonly fees: Money
  /** Change of unrealized P&L since the start of the day; null without a sample from then. */
  readonly unrealised: Money | null
}

/** Maximum distance of a sample from the start of the day, ms. */
const KNOWS_WITHIN = 10 * 60_000

/** Null until the books have been read. */
export function useToday(): Today | null {
  const day = useServerClockValue(dayOf, 1000)
  const results = useResults('day').data
  const from = useEquityOver('day').data?.from ?? null
  const { unrealised: now } = useLiveMoney(useAccount().data)
  if (results === undefined) return null
  const own = results.days.filter((one) => one.day === day)
  const sum = (of: (one: (typeof own)[number]) => Money): Money =>
    own.reduce<Money>((all, one) => add(all, of(one)), ZERO as Money)
  const realised = sum((one) => one.realised)
  const fees = sum((one) => one.fees)
  const isOfStart = from !== null && from.at >= day - KNOWS_WITHIN && from.at <= day
  const before =
    isOfStart && from.unrealised.USDC !== null && from.unrealised.USDH !== null
      ? add(from.unrealised.USDC, from.unrealised.USDH)
      : null
  const unrealised = before === null || now === null ? null : (subtract(now, before) as Money)
  const done = subtract(realised, fees)
  return { result: unrealised === null ? done : add(done, unrealised), realised, fees, unrealised }
}

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
