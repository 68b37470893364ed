/**
 * An order that is shown before it goes: from what was typed or pressed to what Enter would send. The price is fixed when the preview is shown;
 * afterwards only the trader changes it. Pure.
 */
import { BY_FORM, type SubmittedByHand } from '../../contract/catches.ts'
import { add, type Decimal, multiply, type Price, type Size, signOf } from '../../contract/decimal.ts'
import type { Instrument } from '../../contract/instrument.ts'
import type { Intent } from '../../contract/intent.ts'
import type { Side } from '../../contract/market.ts'
import { type MarketRef, refText } from '../../contract/market-ref.ts'
import { addsExposure } from '../../contract/order-asked-for.ts'
import type { MarketQuickOrder } from '../markets/family/index.ts'
import {
  type OrderTif,
  type QuickOrder,
  type QuickOrderPlan,
  quotedPrice,
  type TypedPrice,
} from '../markets/quick-order.ts'
import { briefly, type Permission } from '../trade-forms/index.ts'
import type { AskedExits } from './bracket.ts'

/** Typed in the palette, or shown by a trading key. */
export type Origin = 'line' | 'keys'

/** By which hand what a preview sends comes. */
export const byOf = (origin: Origin): SubmittedByHand =>
  origin === 'keys' ? { kind: 'keys', mode: 'preview' } : BY_FORM

/** An order as it was asked for, before its price is known. */
export interface AskedOrder {
  readonly side: Side
  readonly size: Size
  readonly price: TypedPrice
  readonly tif: OrderTif
  readonly reduceOnly: boolean
  /** What goes with it to protect what it fills; null where nothing does. */
  readonly exits: AskedExits | null
}

export interface Preview {
  /** Another one each time: what was asked of one preview counts for no other. */
  readonly id: number
  readonly origin: Origin
  readonly market: MarketRef
  readonly asked: AskedOrder
  /** Which asset the market was when the price was fixed; null before. */
  readonly asset: string | null
  /** Null until the price is known. */
  readonly order: QuickOrder | null
  /** Why there is no order at all, as a sentence; null where there is one, or will be. */
  readonly issue: string | null
  /** What the last Enter asked; the next one sends, if it would be asked the same. */
  readonly question: string | null
}

export const newPreview = (id: number, origin: Origin, market: MarketRef, asked: AskedOrder): Preview => ({
  id,
  origin,
  market,
  asked,
  asset: null,
  order: null,
  issue: null,
  question: null,
})

/** What of the market decides the price. */
export interface PricedBy {
  readonly instrument: Instrument
  readonly quotes: { readonly bid: Price | null; readonly ask: Price | null } | null
  readonly hand: MarketQuickOrder
}

/** The preview with its price, once there is something to price it by; the same one where it has its price, or its end. */
export function priced(preview: Preview, { instrument, quotes, hand }: PricedBy): Preview {
  const { asked, market } = preview
  if (preview.order !== null || preview.issue !== null || refText(instrument.ref) !== refText(market)) return preview
  const { side, size, tif, reduceOnly, price } = asked
  const ended = (issue: string): Preview => ({ ...preview, issue })
  const off = hand.off ?? hand.termsIssue(asked)
  if (off !== null) return ended(off)
  if (instrument.asset === null) return ended(`${instrument.title} is not traded now.`)
  // A name for a price waits for the prices; what was typed is judged by the mark, which comes with them.
  if (quotes === null) return preview
  const read = price.kind === 'quote' ? quotedPrice(price.quote, side, quotes, instrument.tick) : hand.readPrice(price)
  if ('issue' in read) return ended(read.issue)
  return { ...preview, asset: instrument.asset, order: { side, size, tif, reduceOnly, price: read.price } }
}

/** A change by the trader. Whatever was asked before is asked again. */
export type Change =
  | { readonly kind: 'price'; readonly ticks: number }
  | { readonly kind: 'size'; readonly by: number }
  | { readonly kind: 'set-size'; readonly size: Size }

export function changed(preview: Preview, change: Change, tick: Price | null): Preview {
  const { order } = preview
  if (order === null) return preview
  const become = (next: Partial<QuickOrder>): Preview => ({ ...preview, order: { ...order, ...next }, question: null })
  switch (change.kind) {
    case 'price': {
      if (tick === null) return preview
      const price = add(order.price, multiply(tick, String(change.ticks) as Decimal) as Price)
      return signOf(price) <= 0 ? preview : become({ price })
    }
    case 'size': {
      const size = add(order.size, String(change.by) as Size)
      return signOf(size) <= 0 ? preview : become({ size })
    }
    case 'set-size':
      return become({ size: change.size })
  }
}

/** Everything that Enter is decided by, as it is at that moment. */
export interface Standing {
  readonly plan: QuickOrderPlan
  /** The asset that the market is now. */
  readonly asset: string | null
  readonly permission: Permission
  /** `4 s old` while prices are out of date; null while they are current. */
  readonly stale: string | null
  /** `5.90 °F through the ask` where the price lies further through than goes unasked; null where it does not. */
  readonly far: string | null
  /** What there is to say of the same order just before; null where there was none. */
  readonly duplicate: string | null
}

export type Enter =
  | { readonly does: 'send'; readonly intent: Intent; readonly by: SubmittedByHand }
  /** Shown instead; the next Enter sends where `key` is still the question. */
  | { readonly does: 'ask'; readonly words: string; readonly rest: readonly string[]; readonly key: string }
  | { readonly does: 'refuse'; readonly words: string }

/** One thing that is asked before something goes. */
export interface Question {
  readonly kind: 'stale' | 'far' | 'duplicate' | 'setup'
  readonly words: string
}

/** What Enter asks, once about everything, in the gravest of it; null where nothing is asked, or the last Enter asked just this of just this. */
export function askOf(
  questions: readonly Question[],
  about: unknown,
  last: string | null,
): Extract<Enter, { does: 'ask' }> | null {
  const key = JSON.stringify([questions.map(({ kind }) => kind), about])
  if (questions.length === 0 || last === key) return null
  const { said, rest } = briefly(questions)
  const words = `${said.map(({ words }) => words).join(' ')} Enter again sends it.`
  return { does: 'ask', words, rest: rest.map((one) => one.words), key }
}

/** What Enter does. */
export function enter(preview: Preview, { plan, asset, permission, stale, far, duplicate }: Standing): Enter {
  const refuse = (words: string): Enter => ({ does: 'refuse', words })
  const { intent } = plan
  if (preview.issue !== null) return refuse(preview.issue)
  if (preview.order === null) return refuse('The price is not known yet.')
  if (asset !== preview.asset)
    return refuse(`The market is ${asset ?? 'closed'} now, not ${preview.asset}: start again.`)
  if (intent === null) return refuse(plan.issue ?? 'There is nothing to send.')
  const adds = addsExposure(intent)
  if (permission.orders === 'none') return refuse(permission.reason)
  if (permission.orders === 'reducing' && adds) return refuse(permission.reason)
  const questions: readonly Question[] = [
    ...(stale === null || !adds ? [] : [{ kind: 'stale' as const, words: `Prices are ${stale}.` }]),
    ...(far === null ? [] : [{ kind: 'far' as const, words: `The price is ${far}.` }]),
    ...(duplicate === null || preview.origin === 'keys' ? [] : [{ kind: 'duplicate' as const, words: duplicate }]),
  ]
  return askOf(questions, intent, preview.question) ?? { does: 'send', intent, by: byOf(preview.origin) }
}
