/** The stop of an order that is not sent yet, as its exit plan has it: what a risk is counted to. Pure. */
import type { Family } from '../../contract/account.ts'
import type { Price } from '../../contract/decimal.ts'
import type { CloseDistance } from '../../contract/protection.ts'
import { type ExitDraft, readExits, stopAtOf } from '../exit-plan/index.ts'
import type { StopFacts } from '../markets/sizing/index.ts'
import { distanceTo, type Entries } from './stop-at.ts'

interface StopOrder {
  readonly asset: string
  readonly tick: Price | null
  readonly entries: Entries
}

/** Null where the plan has none, or where it is wrong. A trail that begins at once is a stop at its distance. */
export function stopFactsOf(
  exits: ExitDraft,
  closes: { readonly family: Family; readonly distance: CloseDistance },
  { asset, tick, entries }: StopOrder,
): StopFacts | null {
  const { texts, shares } = exits
  const { terms, issues } = readExits(texts, {
    ...{ family: closes.family, levels: 'distance', unit: 'mark', shares, side: null, now: null, tick, held: null },
  })
  if (issues.size > 0) return null
  const { stop, trail } = terms
  const slack = closes.distance.bound ?? closes.distance.distance
  const at = stopAtOf(exits, asset)
  if (at !== null) {
    // It stays at its price: the order's own may have gone on since it was typed.
    const distance = distanceTo(at.price, at.side, entries)
    return distance === null ? null : { distance, slack }
  }
  if (stop?.by === 'distance') return { distance: stop.distance, slack }
  return stop === null && trail?.after.when === 'at_once' ? { distance: trail.distance, slack } : null
}
