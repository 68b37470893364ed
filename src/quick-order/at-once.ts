/** What a trading key sends without a preview. Pure. */
import type { Position } from '../../contract/account.ts'
import type { SubmittedByHand } from '../../contract/catches.ts'
import type { Intent } from '../../contract/intent.ts'
import type { MarketRef } from '../../contract/market-ref.ts'
import { quickOrderRulesOf } from '../markets/family/index.ts'
import { type AskedOrder, enter, newPreview, type PricedBy, priced, type Standing } from './preview.ts'

export type AtOnce =
  | { readonly does: 'send'; readonly intent: Intent; readonly by: SubmittedByHand }
  /** The trader has to look first: prices are out of date. */
  | { readonly does: 'show' }
  | { readonly does: 'refuse'; readonly words: string }

/** @param by null while the market is not known */
export function atOnce(
  market: MarketRef,
  asked: AskedOrder,
  by: PricedBy | null,
  standing: Pick<Standing, 'permission' | 'stale'>,
): AtOnce {
  if (by === null) return { does: 'refuse', words: 'The market is being read.' }
  const preview = priced(newPreview(0, 'keys', market, asked), by)
  const plan = preview.order === null ? { intent: null, issue: null, figures: [] } : by.hand.plan(preview.order)
  // A key prices by name, and no named price goes through the best one.
  const does = enter(preview, { ...standing, plan, asset: by.instrument.asset, far: null, duplicate: null })
  if (does.does === 'ask') return { does: 'show' }
  return does.does === 'send' ? { ...does, by: { kind: 'keys', mode: 'at_once' } } : does
}

/** Why a key that sends at once reverses nothing; null where it does. */
export function reversalAtOnce(
  position: Pick<Position, 'family'> | undefined,
  permission: Standing['permission'],
): string | null {
  if (position === undefined) return 'Nothing is held in this market.'
  return quickOrderRulesOf(position.family).reverseOff ?? (permission.orders === 'any' ? null : permission.reason)
}
