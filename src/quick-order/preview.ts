/**
 * An order previewed before it is sent: from what was typed or pressed to what Enter would send. The price is fixed when the preview is shown;
 * afterwards only the trader changes it. Pure.
 */

import { add, type Decimal, multiply, type Price, type Size, signOf } from '../../contract/decimal.ts'
import type { Instrument } from '../../contract/instrument.ts'
import type { Intent } from '../../contract/intent.ts'
import type { Side } from '../../contract/market.ts'
import { type MarketRef, refText } from '../../contract/market-ref.ts'
import { marketChanged } from '../../contract/messages.ts'
import { addsExposure } from '../../contract/requested-order.ts'
import { BY_FORM, type SubmittedManually } from '../../contract/safety-locks.ts'
import type { MarketQuickOrder } from '../markets/family/index.ts'
import {
  marketPrice,
  type OrderTif,
  type QuickOrder,
  type QuickOrderPlan,
  quotedPrice,
  type TypedPrice,
} from '../markets/quick-order.ts'
import { briefly, type Permission } from '../trade-forms/index.ts'
import type { RequestedExits } from './bracket.ts'

/** Typed in the palette, or previewed by a trading key. */
export type Origin = 'line' | 'keys'

/** The input source that is reported for what a preview sends. */
export const byOf = (origin: Origin): SubmittedManually =>
  origin === 'keys' ? { kind: 'keys', mode: 'preview' } : BY_FORM

/** The requested order, before its price is known. */
export interface RequestedOrder {
  readonly side: Side
  readonly size: Size
  readonly price: TypedPrice
  readonly tif: OrderTif
  readonly reduceOnly: boolean
  /** The exits that protect its fills; null where there are none. */
  readonly exits: RequestedExits | null
}

export interface Preview {
  /** Unique per preview: the question of one preview does not carry over to another. */
  readonly id: number
  readonly origin: Origin
  readonly market: MarketRef
  readonly asked: RequestedOrder
  /** The market's asset when the price was fixed; null before. */
  readonly asset: string | null
  /** Null until the price is known. */
  readonly order: QuickOrder | null
  /** Why there is no order at all, as a sentence; null where there is one, or will be. */
  readonly issue: string | null
  /** The question of the last Enter; the next one sends if the same question would be asked. */
  readonly question: string | null
}

export const newPreview = (id: number, origin: Origin, market: MarketRef, request: RequestedOrder): Preview => ({
  id,
  origin,
  market,
  asked: request,
  asset: null,
  order: null,
  issue: null,
  question: null,
})

/** The market data that decides the price. */
export interface PricedBy {
  readonly instrument: Instrument
  readonly quotes: { readonly bid: Price | null; readonly ask: Price | null } | null
  readonly hand: MarketQuickOrder
}

/** The preview with its price once the inputs are known; the same object if it already has a price or an issue. */
export function priced(preview: Preview, { instrument, quotes, hand }: PricedBy): Preview {
  const { asked, market } = preview
  if (preview.order !== null || preview.issue !== null || refText(instrument.ref) !== refText(market)) return preview
  const { side, size, tif, reduceOnly, price } = asked
  const ended = (issue: string): Preview => ({ ...preview, issue })
  const off = hand.off ?? hand.termsIssue(asked)
  if (off !== null) return ended(off)
  if (instrument.asset === null) return ended(`${instrument.title} is not trading now.`)
  // A named price waits for the quotes; a typed one is checked against the mark, which arrives with them.
  if (quotes === null) return preview
  const read =
    price.kind === 'quote'
      ? quotedPrice(price.quote, side, quotes, instrument.tick)
      : price.kind === 'market'
        ? marketPrice(instrument.family, side, quotes, instrument.tick)
        : hand.readPrice(price)
  if ('issue' in read) return ended(read.issue)
  return { ...preview, asset: instrument.asset, order: { side, size, tif, reduceOnly, price: read.price } }
}

/** A change by the trader. Earlier questions are asked again. */
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

/** The inputs that decide Enter at that moment. */
export interface EnterState {
  readonly plan: QuickOrderPlan
  /** The market's current asset. */
  readonly asset: string | null
  readonly permission: Permission
  /** `4 s old` while prices are stale; null while they are current. */
  readonly stale: string | null
  /** `5.90 °F through the ask` where the price is far enough through the book to require a confirmation; null otherwise. */
  readonly far: string | null
  /** The message about an identical recent order; null where there was none. */
  readonly duplicate: string | null
}

export type Enter =
  | { readonly does: 'send'; readonly intent: Intent; readonly by: SubmittedManually }
  /** A question to show; the next Enter sends if `key` is unchanged. */
  | { readonly does: 'ask'; readonly text: string; readonly rest: readonly string[]; readonly key: string }
  | { readonly does: 'refuse'; readonly text: string }

/** One question to confirm before sending. */
export interface Question {
  readonly kind: 'stale' | 'far' | 'duplicate' | 'setup'
  readonly text: string
}

/**
 * The question of Enter, asked once for all reasons and worded by the most severe; null where there is none, or the last Enter already asked the
 * same.
 */
export function askOf(
  questions: readonly Question[],
  about: unknown,
  last: string | null,
): Extract<Enter, { does: 'ask' }> | null {
  const key = JSON.stringify([questions.map(({ kind }) => kind), about])
  if (questions.length === 0 || last === key) return null
  const { said, rest } = briefly(questions)
  const message = `${said.map(({ text: message }) => message).join(' ')} Press Enter again to send.`
  return { does: 'ask', text: message, rest: rest.map((one) => one.text), key }
}

/** The effect of Enter. */
export function enter(preview: Preview, { plan, asset, permission, stale, far, duplicate }: EnterState): Enter {
  const refuse = (message: string): Enter => ({ does: 'refuse', text: message })
  const { intent } = plan
  if (preview.issue !== null) return refuse(preview.issue)
  if (preview.order === null) return refuse('No price yet.')
  if (asset !== preview.asset) return refuse(marketChanged(asset, preview.asset))
  if (intent === null) return refuse(plan.issue ?? 'Nothing to send.')
  const adds = addsExposure(intent)
  if (permission.orders === 'none') return refuse(permission.reason)
  if (permission.orders === 'reducing' && adds) return refuse(permission.reason)
  const questions: readonly Question[] = [
    ...(stale === null || !adds ? [] : [{ kind: 'stale' as const, text: `Prices are ${stale}.` }]),
    ...(far === null ? [] : [{ kind: 'far' as const, text: `The price is ${far}.` }]),
    ...(duplicate === null || preview.origin === 'keys' ? [] : [{ kind: 'duplicate' as const, text: duplicate }]),
  ]
  return askOf(questions, intent, preview.question) ?? { does: 'send', intent, by: byOf(preview.origin) }
}
