/**
 * Binary positions and their money, exact to the micro-USDC.
 *
 * A contract pays 1 USDC to the winning side. UP pays its price p, DOWN 1 − p; together they put up exactly the 1 USDC that is paid out, held in
 * escrow until then. At leverage 2 a trader posts half of the own side's cost as margin and the venue's insurance account lends the other half. A
 * close pays the present value of the side out of escrow: the loan first, the rest to the trader. A trader can thus lose no more than the margin; a
 * loan that a sudden move leaves unpaid is the insurance account's loss. To keep this rare, a position is liquidated when its value falls below 1.1
 * times its loan. The venue's own traders and the insurance account post the full cost.
 */
import {
  CERTAIN,
  type FillEffect,
  feeOf,
  type Ledger,
  type LedgerAccount,
  type Liquidity,
  proportion,
  shareValue,
} from '../ledger/index.ts'

export interface BinaryPosition {
  /** Signed: positive is UP, negative DOWN. */
  lots: number
  /** Full cost of the own side, micro-USDC. */
  cost: bigint
  /** The account's own part of the cost; the rest is lent. */
  margin: bigint
  realized: bigint
}

/** The price of a side: that of UP, or 1 minus it. */
export const ownPrice = (isUp: boolean, price: number): number => (isUp ? price : CERTAIN - price)

/** The value of a position at a price of UP, micro-USDC. */
export const valueAt = (lots: number, price: number): bigint => shareValue(ownPrice(lots > 0, price), Math.abs(lots))

export class BinaryPositions {
  readonly #ledger: Ledger
  readonly #held: readonly Map<LedgerAccount, BinaryPosition>[]
  readonly #upLots: number[]

  constructor(ledger: Ledger, assets: number) {
    this.#ledger = ledger
    this.#held = Array.from({ length: assets }, () => new Map())
    this.#upLots = Array.from({ length: assets }, () => 0)
  }

  get(account: LedgerAccount, asset: number): BinaryPosition | null {
    return this.#held[asset]?.get(account) ?? null
  }

  lots(account: LedgerAccount, asset: number): number {
    return this.get(account, asset)?.lots ?? 0
  }

  of(asset: number): [LedgerAccount, BinaryPosition][] {
    return [...(this.#held[asset] ?? [])]
  }

  /** Open positions of an asset that are partly lent. */
  lent(asset: number): [LedgerAccount, BinaryPosition][] {
    const found: [LedgerAccount, BinaryPosition][] = []
    for (const entry of this.#held[asset] ?? []) if (entry[1].cost !== entry[1].margin) found.push(entry)
    return found
  }

  /** Open interest, lots. */
  openInterest(asset: number): number {
    return this.#upLots[asset] ?? 0
  }

  /** Books one side of a fill at a price of UP: closes the opposite position, opens with the rest. A loss is at most the margin. */
  apply(
    account: LedgerAccount,
    asset: number,
    isUp: boolean,
    price: number,
    lots: number,
    liquidity: Liquidity,
  ): FillEffect {
    const closing = this.#closing(account, asset, isUp, lots)
    const realized =
      closing > 0 ? this.#close(account, asset, closing, shareValue(ownPrice(!isUp, price), closing)) : 0n
    if (lots > closing) {
      const value = shareValue(ownPrice(isUp, price), lots - closing)
      // A value is a multiple of ten micro-USDC, so its half is exact.
      this.#open(account, asset, isUp ? lots - closing : closing - lots, value, account.internal ? value : value / 2n)
    }
    const due = feeOf(shareValue(ownPrice(isUp, price), lots), liquidity)
    const fee = account === this.#ledger.insurance || due <= account.usdc ? due : account.usdc
    account.usdc -= fee
    this.#ledger.fees += fee
    return { fee, realized }
  }

  /**
   * Restores a saved position: its margin is a deposit, its loan is lent again, and the insurance account takes the other side at the same cost, so
   * that contracts stay in pairs.
   */
  restore(account: LedgerAccount, asset: number, { lots: signed, cost, margin, realized }: BinaryPosition): void {
    const { insurance } = this.#ledger
    const lots = Math.abs(signed)
    this.#ledger.deposited += margin
    account.usdc += margin
    this.#open(account, asset, signed, cost, margin)
    const position = this.get(account, asset)
    if (position !== null) position.realized += realized
    const closing = this.#closing(insurance, asset, signed < 0, lots)
    const returned = proportion(cost, closing, lots)
    if (closing > 0) this.#close(insurance, asset, closing, returned)
    if (lots === closing) return
    const value = shareValue(CERTAIN, lots - closing) - cost + returned
    this.#open(insurance, asset, signed > 0 ? closing - lots : lots - closing, value, value)
  }

  #closing(account: LedgerAccount, asset: number, isUp: boolean, lots: number): number {
    const held = this.lots(account, asset)
    return held !== 0 && held > 0 !== isUp ? Math.min(Math.abs(held), lots) : 0
  }

  #open(account: LedgerAccount, asset: number, lots: number, value: bigint, margin: bigint): void {
    account.usdc -= margin
    this.#ledger.insurance.usdc -= value - margin
    this.#ledger.escrow += value
    const position = this.get(account, asset) ?? { lots: 0, cost: 0n, margin: 0n, realized: 0n }
    this.#count(asset, account, position.lots + lots)
    position.lots += lots
    position.cost += value
    position.margin += margin
    this.#held[asset]?.set(account, position)
  }

  #close(account: LedgerAccount, asset: number, lots: number, value: bigint): bigint {
    const position = this.get(account, asset)
    if (position === null) return 0n
    const held = Math.abs(position.lots)
    const cost = lots === held ? position.cost : proportion(position.cost, lots, held)
    const margin = lots === held ? position.margin : proportion(position.margin, lots, held)
    const loan = cost - margin
    const repaid = value < loan ? value : loan
    this.#ledger.escrow -= value
    this.#ledger.insurance.usdc += repaid
    account.usdc += value - repaid
    const realized = value - repaid - margin
    const left = position.lots > 0 ? position.lots - lots : position.lots + lots
    this.#count(asset, account, left)
    position.lots = left
    position.cost -= cost
    position.margin -= margin
    position.realized += realized
    if (left === 0) this.#held[asset]?.delete(account)
    return realized
  }

  /** Updates the open interest when an account's position becomes `lots`. */
  #count(asset: number, account: LedgerAccount, lots: number): void {
    const before = Math.max(0, this.lots(account, asset))
    this.#upLots[asset] = (this.#upLots[asset] ?? 0) - before + Math.max(0, lots)
  }
}
