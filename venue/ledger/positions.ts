/**
 * What opening, closing and paying does to a position and to its account's money. The insurance account holds positions without margin,
 * and pays what a position's margin cannot.
 */
import type { Holding, LedgerAccount } from './account.ts'
import { marginRequired } from './rules.ts'
import { lesser, orderValue, proportion } from './units.ts'

/**
 * Closes part of a position: margin and cost leave in proportion, and the result goes to the account's money.
 * @returns the profit realized, micro-USDC
 */
export function closePart(
  insurance: LedgerAccount,
  account: LedgerAccount,
  holding: Holding,
  isBuy: boolean,
  price: number,
  lots: number,
): bigint {
  const held = Math.abs(holding.lots)
  const cost = lots === held ? holding.cost : proportion(holding.cost, lots, held)
  const margin = lots === held ? holding.margin : proportion(holding.margin, lots, held)
  const value = orderValue(price, lots)
  const realized = (isBuy ? -value : value) - cost
  holding.lots += isBuy ? lots : -lots
  holding.cost -= cost
  holding.margin -= margin
  holding.realized += realized
  const credit = margin + realized
  if (credit >= 0n) account.usdc += credit
  else charge(insurance, holding, -credit)
  return realized
}

/** Opens a position or adds to it, with the margin that its leverage requires, as far as the account has it. */
export function openMore(
  insurance: LedgerAccount,
  account: LedgerAccount,
  holding: Holding,
  isBuy: boolean,
  price: number,
  lots: number,
): void {
  const value = orderValue(price, lots)
  if (account !== insurance) {
    const required = marginRequired(value, holding.leverage)
    const posted = lesser(required, account.usdc)
    account.usdc -= posted
    holding.margin += posted
  }
  holding.cost += isBuy ? value : -value
  holding.lots += isBuy ? lots : -lots
}

/** Takes an amount from the account's free money, then from the position's margin. */
export function pay(insurance: LedgerAccount, account: LedgerAccount, holding: Holding, amount: bigint): void {
  const cash = account === insurance ? amount : lesser(amount, account.usdc)
  account.usdc -= cash
  charge(insurance, holding, amount - cash)
}

/** Takes a debt from the position's margin, and from the insurance account what is missing. */
function charge(insurance: LedgerAccount, holding: Holding, debt: bigint): void {
  const fromMargin = lesser(debt, holding.margin)
  holding.margin -= fromMargin
  insurance.usdc -= debt - fromMargin
}
