/** Refusals of binary orders: leverage, phase, status, position, open interest, money. Nothing here has side effects. */

import type { OrderTerms } from '../engine.ts'
import { availableOf, feeOf, type LedgerAccount, shareValue } from '../ledger/index.ts'
import { minimumValueRefusal, moneyText, sharesText, VenueError } from '../market/index.ts'
import type { BinaryMarket } from './market.ts'
import { ownPrice } from './positions.ts'

/** Open interest cap, lots. */
export const OPEN_INTEREST_CAP = 20_000_000

/** Why the market accepts no entry, or no close, in this asset now; null when it does. */
export function phaseRefusal(market: BinaryMarket, asset: number, closes: boolean): VenueError | null {
  const name = market.name(asset)
  const forced = market.forced(asset)
  if (forced === 'paused') {
    return new VenueError(423, 'market_closed', `${name} is paused: it takes no orders for now.`, 'asset')
  }
  if (forced === 'settled' || forced === 'unavailable') {
    const detail =
      forced === 'settled' ? `${name} has settled and takes no orders.` : `${name} is unavailable and takes no orders.`
    return new VenueError(409, 'market_closed', detail, 'asset')
  }
  const wrong = (detail: string): VenueError => new VenueError(409, 'binary_wrong_phase', detail, 'asset')
  if (market.bucket.asset !== asset) {
    return wrong(`${name} is not the active asset; ${market.name(market.bucket.asset)} is.`)
  }
  if (market.phase === 'STAGING' || market.phase === 'SETTLED') {
    return wrong(`${name} is in phase ${market.phase}: it takes no orders before TRADING.`)
  }
  if (closes) return null
  if (forced === 'close_only') {
    return new VenueError(409, 'market_closed', `${name} is close-only: it takes no entries.`, 'asset')
  }
  if (market.host.now() < market.cutoff) return null
  return new VenueError(
    409,
    'BINARY_ENTRY_CUTOFF',
    `Entries in ${name} ended at ${new Date(market.cutoff).toISOString().slice(11, 19)} UTC; the next bucket opens soon.`,
    'asset',
  )
}

/** @throws VenueError `leverage_must_be_2` unless the account has been set up. */
export function requireSetUp(leverage: number): void {
  if (leverage === 2) return
  const detail = `Binary contracts trade at exactly 2× leverage; yours is ${leverage}×. Set up binary trading first.`
  throw new VenueError(409, 'leverage_must_be_2', detail, 'leverage')
}

/** The first rule that an order breaks, or null. */
export function orderRefusal(market: BinaryMarket, account: LedgerAccount, terms: OrderTerms): VenueError | null {
  const held = market.exchange.positions.lots(account, terms.asset)
  const reducible = held > 0 === terms.isBuy ? 0 : Math.abs(held)
  const closes = terms.reduceOnly || terms.lots <= reducible
  const closed = phaseRefusal(market, terms.asset, closes)
  if (closed !== null) return closed
  if (terms.reduceOnly && terms.lots > reducible) {
    const detail =
      reducible === 0
        ? `There is no ${terms.isBuy ? 'DOWN' : 'UP'} position in ${market.name(terms.asset)} to close.`
        : `The position is ${sharesText(reducible)} contracts; ${sharesText(terms.lots)} is more than that.`
    return new VenueError(409, 'reduce_only_would_increase', detail, 'contracts')
  }
  if (closes) return null
  const opening = terms.lots - reducible
  const open = market.exchange.positions.openInterest(terms.asset)
  if (open + opening > OPEN_INTEREST_CAP) {
    const detail = `The order could raise open interest to ${sharesText(open + opening)}; the cap is ${sharesText(OPEN_INTEREST_CAP)}.`
    return new VenueError(409, 'oi_cap_exceeded', detail, 'amount_usdc')
  }
  // The limit is the highest cost of a contract; the proceeds of a closing part do not count.
  const worst = ownPrice(terms.isBuy, terms.price)
  const tooLittle = minimumValueRefusal(market.host, account, shareValue(worst, terms.lots))
  if (tooLittle !== null) return tooLittle
  const needed = shareValue(worst, opening) / 2n + feeOf(shareValue(worst, terms.lots), 'taker')
  const available = availableOf(account)
  if (needed <= available) return null
  const there = moneyText(available > 0n ? available : 0n)
  const detail = `Needs ${moneyText(needed)} USDC for margin and fee; ${there} is available.`
  return new VenueError(409, 'insufficient_margin', detail, 'amount_usdc')
}
