/**
 * Referral codes, referral relations, payouts, and rewards by volume (docs/service/referrals.md). The relations are stored; every amount is
 * calculated from the fills that the venue keeps, exact to the micro-dollar and rounded down.
 */
import { createHash } from 'node:crypto'
import {
  add,
  basisPointsOf,
  type Decimal,
  decimal,
  multiply,
  padTo,
  percentOf,
  signOf,
  toPlaces,
  ZERO,
} from '../contract/decimal.ts'
import type { VenueCore } from './core/index.ts'
import { type Account, type FillInfo, VenueError, type VenueTime } from './market/index.ts'
import type { CodeRow, VenueStore } from './store/index.ts'

/** Without characters that are easily confused. */
const LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

const LENGTH = 8

/** The wallet's code, deterministic. @param attempt for another one, in case the code is taken. */
const codeFor = (wallet: Account, attempt: number): string =>
  Array.from(
    createHash('sha256').update(`${wallet} ${attempt}`).digest().subarray(0, LENGTH),
    (byte) => LETTERS[byte % LETTERS.length],
  ).join('')

/** Share of each fee of a referred trader that the owner of the code receives, percent. */
const SHARE_PCT = decimal('10')
/** Reward for trading, basis points of its value. */
const REWARD_BPS = decimal('0.2')
/** More fills than an account's records hold. */
const ALL = Number.MAX_SAFE_INTEGER
/** Maximum depth of a referral tree. */
const DEEPEST = 3

interface TreeNode {
  address: Account
  time: VenueTime
  /** The tree owner's income from this trader's fees; null for those further down, who pay their own referrer. */
  earned: string | null
  referred: TreeNode[]
}

interface Tree {
  address: Account
  referrer: { address: Account; code: string; time: VenueTime } | null
  referred: TreeNode[]
}

interface Payout {
  id: string
  time: VenueTime
  from: Account
  fee: string
  amount: string
  currency: 'USDC' | 'USDH'
}

const text = (value: Decimal): string => padTo(toPlaces(value, 6, 'down'), 6)

/** The referrals of one venue. */
export class Referrals {
  readonly #core: VenueCore
  readonly #store: VenueStore

  constructor(core: VenueCore, store: VenueStore) {
    this.#core = core
    this.#store = store
  }

  codeOf(wallet: Account): CodeRow | null {
    return this.#store.codeOf(wallet)
  }

  /** The wallet's code, created if missing. */
  makeCode(wallet: Account): CodeRow {
    const known = this.#store.codeOf(wallet)
    if (known !== null) return known
    let attempt = 0
    while (this.#store.codeRow(codeFor(wallet, attempt)) !== null) attempt++
    const made = { wallet, code: codeFor(wallet, attempt), time: this.#core.now() }
    this.#store.saveCode(made)
    return made
  }

  /** The owner of a code, case-insensitive. @throws VenueError `unknown_code` (404). */
  resolve(code: string): CodeRow {
    const found = this.#store.codeRow(code.trim().toUpperCase())
    if (found === null) throw new VenueError(404, 'unknown_code', 'There is no such referral code.', 'code')
    return found
  }

  /** Permanently records the referral of a wallet by this code. @throws VenueError `unknown_code`, `own_code`, `already_referred`. */
  accept(wallet: Account, code: string): Tree['referrer'] & object {
    const { wallet: referrer, code: known } = this.resolve(code)
    if (this.#isUnder(referrer, wallet))
      throw new VenueError(409, 'own_code', 'This code is your own, or belongs to someone you referred.', 'code')
    if (this.#store.referralOf(wallet) !== null)
      throw new VenueError(409, 'already_referred', 'You have accepted a referral already; that is final.', 'code')
    const time = this.#core.now()
    this.#store.saveReferral({ wallet, referrer, code: known, time })
    return { address: referrer, code: known, time }
  }

  tree(wallet: Account): Tree {
    const row = this.#store.referralOf(wallet)
    return {
      address: wallet,
      referrer: row === null ? null : { address: row.referrer, code: row.code, time: row.time },
      referred: this.#below(wallet, 1),
    }
  }

  /** Payouts from fees of traders referred by the wallet, newest first. */
  payouts(wallet: Account, limit: number, offset: number): { payouts: Payout[]; total: number } {
    const all = this.#store
      .referredBy(wallet)
      .flatMap(({ wallet: from, time }) => this.#payoutsOf(from, time))
      .sort((a, b) => b.time - a.time || (a.id < b.id ? 1 : -1))
    return { payouts: all.slice(offset, offset + limit), total: all.length }
  }

  /** Rewards for the wallet's own trading. USDH counts as USDC. */
  rewards(address: Account) {
    const volume = this.#fills(address).reduce(
      (sum, { price, size }) => add(sum, multiply(decimal(price), decimal(size))),
      ZERO as Decimal,
    )
    return { address, volume: text(volume), rate_bps: REWARD_BPS, earned: text(basisPointsOf(volume, REWARD_BPS)) }
  }

  #fills(wallet: Account): FillInfo[] {
    return this.#core.hasAccount(wallet) ? this.#core.fills(wallet, ALL, null) : []
  }

  #payoutsOf(from: Account, since: VenueTime): Payout[] {
    return this.#fills(from).flatMap(({ family, tid, oid, side, fee, fee_token, time }) => {
      const amount = toPlaces(percentOf(decimal(fee), SHARE_PCT), 6, 'down')
      // Fees in shares are not shared.
      if (time < since || signOf(amount) <= 0 || fee_token !== null) return []
      const currency = family === 'outcome' ? 'USDH' : 'USDC'
      return [{ id: `${tid}-${oid}-${side}`, time, from, fee, amount: padTo(amount, 6), currency }]
    })
  }

  #below(wallet: Account, depth: number): TreeNode[] {
    if (depth > DEEPEST) return []
    return this.#store.referredBy(wallet).map(({ wallet: address, time }) => ({
      address,
      time,
      earned:
        depth > 1
          ? null
          : text(
              this.#payoutsOf(address, time).reduce((sum, { amount }) => add(sum, decimal(amount)), ZERO as Decimal),
            ),
      referred: this.#below(address, depth + 1),
    }))
  }

  /** Whether a wallet is this one, or was referred by it directly or indirectly. */
  #isUnder(wallet: Account, top: Account): boolean {
    for (let at: Account | undefined = wallet; at !== undefined; at = this.#store.referralOf(at)?.referrer)
      if (at === top) return true
    return false
  }
}
