/**
 * What a press in a row stands for. The price is the one that was seen when the pointer went down: what it was let go over must show the
 * same price of the same market, else nothing happens. Pure.
 */
import type { Price, Size } from '../../../contract/decimal.ts'
import type { Intent } from '../../../contract/intent.ts'
import type { Side } from '../../../contract/market.ts'
import { addsExposure } from '../../../contract/order-asked-for.ts'
import type { SizePreset } from '../../../contract/size-presets.ts'
import type { LadderFacts, LadderOrder, MarketLadder } from '../../markets/ladder/index.ts'
import type { OwnThing } from './own-things.ts'

/** A place in the ladder, with what it stood for. */
export interface Seen {
  readonly price: Price
  readonly side: Side
  /** What the market trades as, and its tick. */
  readonly asset: string
  readonly tick: Price
}

/** What a release of the pointer comes to. */
export type Release =
  | { readonly counts: true; readonly seen: Seen }
  /** `words` null where nothing needs to be said: the pointer was let go over something else. */
  | { readonly counts: false; readonly words: string | null }

/** Whether two places stand for the same. */
export const isSamePlace = (a: Seen | null, b: Seen | null): boolean =>
  a === b ||
  (a !== null && b !== null && a.price === b.price && a.side === b.side && a.asset === b.asset && a.tick === b.tick)

/** A press as it began: what was pressed, and how much of it was shown there then. That is sent, whatever follows before it is let go. */
export interface Pressed {
  readonly seen: Seen
  readonly size: Size
  /** How far away the stop is that the size counts on; null where it counts on none. */
  readonly stop: Price | null
}

/** The size of a press, or why it has none. */
export type PressRead = { readonly pressed: Pressed } | { readonly words: string }

interface PressTerms {
  readonly ladder: Pick<MarketLadder, 'sizeOf'>
  readonly preset: SizePreset
  readonly facts: LadderFacts
  /** The place that the size is shown of; null where that is none of the rows. */
  readonly shown: Seen | null
  /** Whether the size is another one in each row. */
  readonly counts: boolean
}

/** Takes the size of a press as it is shown; one that is shown of another place is never sent. */
export function pressedAt(seen: Seen, { ladder, preset, facts, shown, counts }: PressTerms): PressRead {
  if (counts && !isSamePlace(seen, shown)) return { words: OTHER_SIZE }
  const read = ladder.sizeOf(preset, seen, facts)
  if (read.state !== 'known') return { words: read.words }
  return { pressed: { seen, size: read.size, stop: preset.by === 'risk' ? preset.stop : null } }
}

const OTHER_SIZE =
  'Nothing was sent: the size that was shown was that of another row. It is that of this row now: press again.'

/** What a press leads to. `take`: a filled ticket. */
export type PressDoes =
  | { readonly does: 'say'; readonly words: string }
  | { readonly does: 'take' }
  | { readonly does: 'nothing' }
  | { readonly does: 'send'; readonly intent: Intent }

/** How things stand as a press is let go. */
export interface PressStanding {
  /** One-click of this ladder. */
  readonly isArmed: boolean
  /** How old the prices are, `4 s old`; null while they are fresh. */
  readonly age: string | null
  /** The order before is still being taken. */
  readonly isSending: boolean
  /** `event.detail` of the click. */
  readonly clicks: number
}

/** Where a counted press goes with the order that its row stands for. */
export function pressDoes(order: LadderOrder, { isArmed, age, isSending, clicks }: PressStanding): PressDoes {
  if ('refusal' in order) return { does: 'say', words: order.refusal }
  const { intent } = order
  if (!isArmed || intent.kind === 'binary_predict') {
    // A prediction waits at its estimate wherever it was pressed for: it begins in the ticket, armed or not.
    return intent.kind === 'close' ? { does: 'say', words: UNARMED_CLOSE } : { does: 'take' }
  }
  if (age !== null && addsExposure(intent)) return { does: 'say', words: staleText(age) }
  if (!isSending) return { does: 'send', intent }
  return clicks > 1
    ? { does: 'nothing' }
    : { does: 'say', words: 'The order before is still being taken. Press again once it stands below.' }
}

/** Why a thing that was dragged may not be sent on from prices of this age; null where it may: what reduces always goes. */
export const dragWaits = (thing: OwnThing, age: string | null): string | null =>
  age === null || thing.kind === 'exit' || thing.order.reduceOnly ? null : staleText(age)

/** Why nothing that adds exposure goes out from prices of this age. */
const staleText = (age: string): string =>
  `Prices are ${age}: nothing was sent. An order from them may trade at another price than the row shows; cancels still go.`

/** A close of contracts waits at no estimate: a press that is not armed must not send it. */
const UNARMED_CLOSE =
  'Nothing was sent: this would close what is held the other way. Close it in the ticket, or arm one-click and press again.'

const NOTHING: Release = { counts: false, words: null }

/** @param down where the pointer went down; @param up where it was let go. Null is outside of the columns of the sides. */
export function released(down: Seen | null, up: Seen | null): Release {
  if (down === null || up === null) return NOTHING
  if (down.asset !== up.asset) {
    return {
      counts: false,
      words: `Nothing was sent: the market went from ${down.asset} to ${up.asset} under the press.`,
    }
  }
  if (down.tick !== up.tick) {
    return { counts: false, words: `Nothing was sent: the tick went from ${down.tick} to ${up.tick} under the press.` }
  }
  return down.price === up.price && down.side === up.side ? { counts: true, seen: down } : NOTHING
}
