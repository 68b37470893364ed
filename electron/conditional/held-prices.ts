/** Keeps the prices of what is watched coming, whether or not a window shows them. */
import { createHeldAssets } from '../feed/index.ts'
import type { StoredConditional } from '../storage/index.ts'
import type { ConditionalFacts } from './ports.ts'

/** @returns holds what exactly these need: each its prices, and books or trades where those trigger it. */
export function createHeldPrices(facts: Pick<ConditionalFacts, 'need'>): (live: readonly StoredConditional[]) => void {
  const held = createHeldAssets((asset) => facts.need(asset))
  const books = createHeldAssets((asset) => facts.need(asset, 'book'))
  const trades = createHeldAssets((asset) => facts.need(asset, 'trades'))
  const assetsOf = (which: readonly StoredConditional[]): string[] => which.map(({ target }) => target.asset)
  return (live) => {
    held.hold(assetsOf(live))
    books.hold(assetsOf(live.filter(({ source }) => source === 'touch')))
    trades.hold(assetsOf(live.filter(({ source }) => source === 'last')))
  }
}
