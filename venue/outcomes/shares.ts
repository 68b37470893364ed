/** Share holdings, reserves of resting orders, and the USDH backing all of it; exact to the micro-USDH. */
import { availableOf, CERTAIN, type Ledger, type LedgerAccount, proportion, shareValue } from '../ledger/index.ts'
import type { FamilyHost } from '../market/index.ts'
import type { Quirks } from '../quirks.ts'

export interface Share {
  lots: number
  /** Lots offered in resting orders. */
  offered: number
  /** Cost of the shares, micro-USDH: for display only. */
  cost: bigint
  realized: bigint
}

const FIRST_ASSET = 100_000_000

/** Asset number of a side (docs/service/signing.md#asset-numbers). */
export const assetOf = (outcomeId: number, side: number): number => FIRST_ASSET + 10 * outcomeId + side
export const coinOf = (asset: number): string => `#${asset - FIRST_ASSET}`
export const outcomeOf = (asset: number): number => Math.floor((asset - FIRST_ASSET) / 10)
export const sideOf = (asset: number): number => asset % 10
/** Asset number of a coin, or null. */
export const assetOfCoin = (coin: string): number | null => {
  const match = /^#(\d{2,11})$/.exec(coin)
  return match === null ? null : FIRST_ASSET + Number(match[1])
}

export class Shares {
  readonly #ledger: Ledger
  readonly #held = new Map<number, Map<LedgerAccount, Share>>()
  readonly #reserved = new Map<LedgerAccount, bigint>()

  readonly #quirks: Quirks

  constructor({ ledger, quirks }: Pick<FamilyHost, 'ledger' | 'quirks'>) {
    this.#ledger = ledger
    this.#quirks = quirks
  }

  get(account: LedgerAccount, asset: number): Share | null {
    return this.#held.get(asset)?.get(account) ?? null
  }

  lots(account: LedgerAccount, asset: number): number {
    return this.get(account, asset)?.lots ?? 0
  }

  /** Lots that are not offered. */
  free(account: LedgerAccount, asset: number): number {
    const share = this.get(account, asset)
    return share === null ? 0 : share.lots - share.offered
  }

  holders(asset: number): [LedgerAccount, Share][] {
    return [...(this.#held.get(asset) ?? [])]
  }

  /** Assets with shares of the account, in order. */
  assetsOf(account: LedgerAccount): number[] {
    return [...this.#held].filter(([, held]) => (held.get(account)?.lots ?? 0) > 0).map(([asset]) => asset)
  }

  /** Money for shares that no resting order reserves: USDH of the outcome class, or USDC while the quirk is on. */
  available(account: LedgerAccount): bigint {
    if (this.#paysUsdc(account)) return availableOf(account)
    return account.usdhOutcome - (this.#reserved.get(account) ?? 0n)
  }

  /** Reserves what a resting order may need (`lots` positive), or releases it (negative). */
  setAside(account: LedgerAccount, asset: number, buys: boolean, ownPrice: number, lots: number): void {
    if (buys) {
      const value = shareValue(ownPrice, lots)
      if (this.#paysUsdc(account)) {
        account.reserved += value
        return
      }
      const reserved = (this.#reserved.get(account) ?? 0n) + value
      if (reserved === 0n) this.#reserved.delete(account)
      else this.#reserved.set(account, reserved)
    } else this.#share(account, asset).offered += lots
  }

  /** Pays for shares into escrow. */
  buy(account: LedgerAccount, asset: number, ownPrice: number, lots: number): void {
    const value = shareValue(ownPrice, lots)
    this.#move(account, -value)
    this.add(account, asset, lots, value)
  }

  /** Is paid for shares out of escrow. @returns the profit or loss on their cost */
  sell(account: LedgerAccount, asset: number, ownPrice: number, lots: number): bigint {
    const value = shareValue(ownPrice, lots)
    this.#move(account, value)
    const realized = value - this.remove(account, asset, lots)
    const share = this.get(account, asset)
    if (share !== null) share.realized += realized
    return realized
  }

  /** Puts 1 per share into escrow for shares created elsewhere (positive), or takes it back (negative). */
  back(account: LedgerAccount, lots: number): void {
    this.#move(account, -shareValue(CERTAIN, lots))
  }

  add(account: LedgerAccount, asset: number, lots: number, cost: bigint): void {
    const share = this.#share(account, asset)
    share.lots += lots
    share.cost += cost
  }

  /** Removes shares. @returns their cost */
  remove(account: LedgerAccount, asset: number, lots: number): bigint {
    const share = this.#share(account, asset)
    const cost = lots === share.lots ? share.cost : proportion(share.cost, lots, share.lots)
    share.lots -= lots
    share.cost -= cost
    if (share.lots === 0 && share.offered === 0) this.#held.get(asset)?.delete(account)
    return cost
  }

  /** Transfers shares between accounts at the giver's cost. */
  give(from: LedgerAccount, to: LedgerAccount, asset: number, lots: number, cost: bigint): void {
    this.add(from, asset, -lots, -cost)
    this.add(to, asset, lots, cost)
  }

  /** Drops an asset of which nothing is left. */
  forget(asset: number): void {
    this.#held.delete(asset)
  }

  /** Moves money between escrow and an account. */
  #move(account: LedgerAccount, amount: bigint): void {
    this.#ledger.escrowUsdh -= amount
    if (!this.#paysUsdc(account)) {
      account.usdhOutcome += amount
      return
    }
    // Escrow holds USDH, exchanged one to one.
    account.usdc += amount
    this.#ledger.deposited += amount
    this.#ledger.depositedUsdh -= amount
  }

  #paysUsdc(account: LedgerAccount): boolean {
    return !account.internal && this.#quirks.has('usdc-outcomes')
  }

  #share(account: LedgerAccount, asset: number): Share {
    let held = this.#held.get(asset)
    if (held === undefined) {
      held = new Map()
      this.#held.set(asset, held)
    }
    let share = held.get(account)
    if (share === undefined) {
      share = { lots: 0, offered: 0, cost: 0n, realized: 0n }
      held.set(account, share)
    }
    return share
  }
}
