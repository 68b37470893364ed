/**
 * The ledger: every account's money, positions and margin, exact to the micro-USDC. Nothing is created or lost: cash and margin of all accounts,
 * minus the signed cost of all open positions, plus fees, always equals the deposits.
 */
import {
  emptyHolding,
  feeOf,
  type Holding,
  type LedgerAccount,
  type Liquidity,
  lesser,
  liquidationTick,
  marginRequired,
  orderReserve,
  orderValue,
  proportion,
} from './rules.ts'

/**
 * Closes part of a position: margin and cost are released in proportion, and the result is added to the account's money.
 * @returns the realized profit, micro-USDC
 */
function closePart(
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

/** Opens or increases a position, with the margin for its leverage, as available. */
function openMore(
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
function pay(insurance: LedgerAccount, account: LedgerAccount, holding: Holding, amount: bigint): void {
  const cash = account === insurance ? amount : lesser(amount, account.usdc)
  account.usdc -= cash
  charge(insurance, holding, amount - cash)
}

/** Takes a debt from the position's margin, and the rest from the insurance account. */
function charge(insurance: LedgerAccount, holding: Holding, debt: bigint): void {
  const fromMargin = lesser(debt, holding.margin)
  holding.margin -= fromMargin
  insurance.usdc -= debt - fromMargin
}

interface LedgerOptions {
  maxLeverage: number
  defaultLeverage: number
  /** Initial balance of the insurance account, micro-USDC. */
  insuranceFund: bigint
}

/** Effect of a fill on one side. */
export interface FillEffect {
  readonly fee: bigint
  /** Realized profit of the closing part, before fees. */
  readonly realized: bigint
}

export class Ledger {
  readonly maxLeverage: number
  readonly defaultLeverage: number
  readonly accounts: LedgerAccount[] = []
  readonly #byAddress = new Map<string, LedgerAccount>()
  /** Takes over what a liquidation cannot sell, and covers what an account cannot pay. */
  readonly insurance: LedgerAccount
  /** Fees earned, micro-USDC. */
  fees = 0n
  /** All deposits so far, micro-USDC. */
  deposited = 0n
  /** Backing of the open binary contracts: 1 USDC each, micro-USDC. */
  escrow = 0n
  /** All USDH deposits so far, and the backing of the open outcome shares, micro-USDH. */
  depositedUsdh = 0n
  escrowUsdh = 0n
  /** Total of long positions, lots, by asset number. */
  readonly #longLots = new Map<number, number>()

  constructor(options: LedgerOptions) {
    this.maxLeverage = options.maxLeverage
    this.defaultLeverage = options.defaultLeverage
    this.insurance = this.open('insurance', true)
    this.deposit(this.insurance, options.insuranceFund, 0n)
  }

  /** Opens an empty account. @throws Error when the address has one. */
  open(address: string, internal: boolean): LedgerAccount {
    if (this.#byAddress.has(address)) throw new Error(`account ${address} exists already`)
    const account: LedgerAccount = {
      id: this.accounts.length,
      address,
      internal,
      usdc: 0n,
      usdh: 0n,
      usdhOutcome: 0n,
      reserved: 0n,
      holdings: new Map(),
    }
    this.accounts.push(account)
    this.#byAddress.set(address, account)
    return account
  }

  find(address: string): LedgerAccount | null {
    return this.#byAddress.get(address) ?? null
  }

  /** @throws RangeError for an unknown account number. */
  byId(id: number): LedgerAccount {
    const account = this.accounts[id]
    if (account === undefined) throw new RangeError(`no account ${id}`)
    return account
  }

  deposit(account: LedgerAccount, usdc: bigint, usdh: bigint): void {
    account.usdc += usdc
    account.usdh += usdh
    this.deposited += usdc
    this.depositedUsdh += usdh
  }

  /** The account's holding in an asset; empty if it never had one. */
  holding(account: LedgerAccount, asset: number): Holding {
    const known = account.holdings.get(asset)
    if (known !== undefined) return known
    const holding = emptyHolding(asset, this.defaultLeverage)
    account.holdings.set(asset, holding)
    return holding
  }

  /** Total of long positions in the asset, lots. */
  openInterest(asset: number): number {
    return this.#longLots.get(asset) ?? 0
  }

  /**
   * Books one side of a fill: the part against the position closes it (margin and cost are released in proportion), the rest opens at the set
   * leverage. A loss is paid from the position's margin, never from other money of the account; the insurance account pays the rest. Fees come from
   * free money, then from the position's margin.
   */
  applyFill(
    account: LedgerAccount,
    asset: number,
    isBuy: boolean,
    price: number,
    lots: number,
    liquidity: Liquidity,
  ): FillEffect {
    const holding = this.holding(account, asset)
    const heldLong = Math.max(0, holding.lots)
    const against = holding.lots !== 0 && holding.lots > 0 !== isBuy
    const closing = against ? Math.min(Math.abs(holding.lots), lots) : 0
    const realized = closing > 0 ? closePart(this.insurance, account, holding, isBuy, price, closing) : 0n
    if (holding.lots === 0) holding.realized = 0n
    if (lots > closing) openMore(this.insurance, account, holding, isBuy, price, lots - closing)
    const fee = feeOf(orderValue(price, lots), liquidity)
    this.fees += fee
    pay(this.insurance, account, holding, fee)
    this.#longLots.set(asset, this.openInterest(asset) - heldLong + Math.max(0, holding.lots))
    this.refresh(account, holding)
    return { fee, realized }
  }

  /** Adds (`sign` 1) or removes (−1) a resting order; `lots` is its remaining size, or the size removed. */
  countOrder(account: LedgerAccount, asset: number, isBuy: boolean, price: number, lots: number, sign: 1 | -1): void {
    const holding = this.holding(account, asset)
    const value = sign > 0 ? orderValue(price, lots) : -orderValue(price, lots)
    if (isBuy) {
      holding.bidLots += sign * lots
      holding.bidValue += value
    } else {
      holding.askLots += sign * lots
      holding.askValue += value
    }
    this.#reserve(account, holding)
  }

  /** Recomputes the reserve and the liquidation price from position, margin and leverage. */
  refresh(account: LedgerAccount, holding: Holding): void {
    this.#reserve(account, holding)
    holding.liquidation = account === this.insurance ? null : liquidationTick(holding, this.maxLeverage)
  }

  /** Moves money between free and margin so that the position's margin is `target`. */
  setMargin(account: LedgerAccount, holding: Holding, target: bigint): void {
    account.usdc += holding.margin - target
    holding.margin = target
    this.refresh(account, holding)
  }

  /** Restores a saved position with its margin: the insurance account takes the other side at the same cost, so that longs and shorts stay equal. */
  restorePosition(
    account: LedgerAccount,
    asset: number,
    lots: number,
    cost: bigint,
    margin: bigint,
    realized: bigint,
  ): void {
    this.deposited += margin
    for (const [side, sign] of [
      [account, 1],
      [this.insurance, -1],
    ] as const) {
      const holding = this.holding(side, asset)
      const heldLong = Math.max(0, holding.lots)
      holding.lots += sign * lots
      holding.cost += BigInt(sign) * cost
      if (sign > 0) {
        holding.margin += margin
        holding.realized += realized
      }
      this.#longLots.set(asset, this.openInterest(asset) - heldLong + Math.max(0, holding.lots))
      this.refresh(side, holding)
    }
  }

  /** Books an account's result of a bucket that ended elsewhere against the insurance account. */
  restoreResult(account: LedgerAccount, result: bigint, margin: bigint): bigint {
    this.deposited += margin
    const credit = margin + result > 0n ? margin + result : 0n
    account.usdc += credit
    this.insurance.usdc += margin - credit
    return credit
  }

  /** Both classes of USDH of all accounts + backing of outcome shares − deposits, micro-USDH: always 0. */
  imbalanceUsdh(): bigint {
    let sum = this.escrowUsdh - this.depositedUsdh
    for (const account of this.accounts) sum += account.usdh + account.usdhOutcome
    return sum
  }

  /** Cash and margin of all accounts − signed cost of all positions + backing of binary contracts + fees − deposits, micro-USDC: always 0. */
  imbalance(): bigint {
    let sum = this.fees + this.escrow - this.deposited
    for (const account of this.accounts) {
      sum += account.usdc
      for (const holding of account.holdings.values()) sum += holding.margin - holding.cost
    }
    return sum
  }

  #reserve(account: LedgerAccount, holding: Holding): void {
    const reserved = orderReserve(holding, holding.leverage)
    if (reserved === holding.reserved) return
    account.reserved += reserved - holding.reserved
    holding.reserved = reserved
  }
}
