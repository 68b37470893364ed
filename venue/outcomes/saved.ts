/** Saves the outcome part of an account as plain JSON and restores it, also when markets expired in between. */
import { z } from 'zod'
import { setStatus } from '../engine.ts'
import { CERTAIN, type LedgerAccount, shareValue } from '../ledger/index.ts'
import { micros, payOut, restoreOrder, savedFill, savedOrder, saveOrder, wasOpen, whole } from '../market/index.ts'
import { orderRefusal } from './checks.ts'
import type { OutcomeCore } from './core.ts'
import { savedConversion } from './interface.ts'
import type { OutcomeMarket } from './market.ts'
import { assetOf, assetOfCoin, coinOf, outcomeOf, sideOf } from './shares.ts'

export const savedOutcomes = z.object({
  shares: z.array(z.object({ coin: z.string(), lots: whole.positive(), cost: micros, realized: micros })),
  orders: z.array(savedOrder),
  fills: z.array(savedFill),
  conversions: z.array(savedConversion),
})

export type SavedOutcomes = z.infer<typeof savedOutcomes>

export function saveOutcomes(market: OutcomeMarket, core: OutcomeCore, account: LedgerAccount): SavedOutcomes {
  const { shares, records } = market.exchange
  return {
    shares: shares.assetsOf(account).map((asset) => {
      const share = shares.get(account, asset)
      return {
        coin: coinOf(asset),
        lots: share?.lots ?? 0,
        cost: String(share?.cost ?? 0n),
        realized: String(share?.realized ?? 0n),
      }
    }),
    orders: records.of(account).orders.map((order) => saveOrder(order, coinOf(order.asset))),
    fills: [...records.of(account).fills],
    conversions: [...core.conversionsOf(account)],
  }
}

/**
 * Restores an account. Shares of a running market are restored; the insurance account backs them and takes the other sides. Shares of a market that
 * ended meanwhile are paid out. Open orders of a running market keep price and time if balance and shares cover them; all others are expired.
 */
export function restoreOutcomes(
  market: OutcomeMarket,
  core: OutcomeCore,
  account: LedgerAccount,
  saved: SavedOutcomes,
): void {
  const records = market.exchange.records.of(account)
  for (const fill of saved.fills) records.addFill(fill)
  core.addConversions(account, saved.conversions)
  for (const share of saved.shares) restoreShare(market, account, share)
  for (const entry of saved.orders) {
    const asset = assetOfCoin(entry.asset)
    if (asset === null) continue
    const order = restoreOrder(entry, account.id, asset)
    if (!wasOpen(entry)) {
      records.addOrder(order)
      continue
    }
    const listed = market.find(outcomeOf(asset))
    if (listed !== null && market.trades(listed) && orderRefusal(market, account, order) === null) {
      market.exchange.execute(order, account)
    } else {
      const { expiry } = listed?.question ?? market.catalogue.byOutcome(outcomeOf(asset)) ?? {}
      setStatus(order, 'expired', Math.min(expiry ?? Number.POSITIVE_INFINITY, market.host.now()))
      records.addOrder(order)
    }
  }
}

function restoreShare(market: OutcomeMarket, account: LedgerAccount, saved: SavedOutcomes['shares'][number]): void {
  const asset = assetOfCoin(saved.coin)
  if (asset === null) return
  const { insurance } = market.host.ledger
  const { shares } = market.exchange
  const side = sideOf(asset)
  const cost = BigInt(saved.cost)
  const listed = market.find(outcomeOf(asset))
  if (listed !== null && listed.state !== 'expired' && side < listed.spec.sides.length) {
    shares.back(insurance, saved.lots)
    for (const other of listed.spec.sides.keys()) {
      if (other !== side) shares.add(insurance, assetOf(listed.spec.id, other), saved.lots, 0n)
    }
    shares.add(account, asset, saved.lots, cost)
    const share = shares.get(account, asset)
    if (share !== null) share.realized += BigInt(saved.realized)
    return
  }
  const question = listed?.question ?? market.catalogue.byOutcome(outcomeOf(asset))
  const index = question?.outcomes.findIndex(({ id }) => id === outcomeOf(asset)) ?? -1
  const ended = question !== null && market.host.now() >= question.paysAt
  // A market that this venue does not know is unwound: the shares are worth their cost.
  const won = ended && question.model.winners()[index] === side
  const value = ended ? (won ? shareValue(CERTAIN, saved.lots) : 0n) : cost
  account.usdhOutcome += value
  insurance.usdhOutcome -= value
  const paid = { tid: market.host.takeTid(), asset: saved.coin, price: won ? CERTAIN : 0, lots: saved.lots }
  const time = ended ? question.paysAt : market.host.now()
  market.exchange.records.of(account).addFill(payOut('outcome', { ...paid, realized: value - cost, time }))
}
