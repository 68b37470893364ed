/**
 * What a press in a row stands for, and the place in the rows that the pointer or a key is in. The price is the one that was seen when the pointer
 * went down: what it was let go over must show the same price of the same market, else nothing happens.
 */

import { type RefObject, useLayoutEffect, useRef } from 'react'
import type { Price, Size } from '../../../contract/decimal.ts'
import type { Instrument } from '../../../contract/instrument.ts'
import type { Intent } from '../../../contract/intent.ts'
import type { Side } from '../../../contract/market.ts'
import { addsExposure } from '../../../contract/order-asked-for.ts'
import type { SizePreset } from '../../../contract/size-presets.ts'
import type { LadderFacts, LadderOrder, MarketLadder } from '../../markets/ladder/index.ts'
import type { OwnThing } from './own-things.ts'
import { type PriceRows, priceAt } from './price-rows.ts'

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

/** The column of a side; which side it is depends on the contract that is shown. */
export type Zone = 'left' | 'right'

/** A column of a side in a row, wherever the rows stand. */
export interface Place {
  readonly row: number
  readonly zone: Zone
}

/** What stands in a place; null where that is no price. Pure. */
export function seenIn(
  at: Place | null,
  rows: PriceRows | null,
  { asset, tick }: Pick<Instrument, 'asset' | 'tick'>,
  isMirrored: boolean,
): Seen | null {
  const price = at === null || rows === null ? null : priceAt(rows, at.row)
  if (at === null || price === null || asset === null || tick === null) return null
  return { price, side: (at.zone === 'left') === isMirrored ? 'sell' : 'buy', asset, tick }
}

/** The place of an element; null for one in no column of a side. */
export function placeOf(target: EventTarget | null): Place | null {
  if (!(target instanceof HTMLElement)) return null
  const { zone } = target.dataset
  const row = target.closest<HTMLElement>('[data-row]')
  return row === null || (zone !== 'left' && zone !== 'right') ? null : { row: Number(row.dataset.row), zone }
}

interface PlaceTerms {
  readonly root: RefObject<HTMLDivElement | null>
  /** What stands in a place now. */
  readonly seen: (at: Place | null) => Seen | null
  readonly onOver: (seen: Seen | null) => void
}

interface InPlace {
  /** The column that the keys are in. */
  readonly zone: RefObject<Zone>
  readonly lookAt: (at: Place | null) => void
  /** The pointer came over an element: in no column of a side, the place of the keys counts. */
  readonly pointerOver: (target: EventTarget | null) => void
}

/** The place in the rows that the pointer, or else a key, is in: what it stands for is told again whenever the rows go on under it. */
export function usePlace({ root, seen, onOver }: PlaceTerms): InPlace {
  const zone = useRef<Zone>('left')
  const place = useRef<Place | null>(null)
  const lookAt = (at: Place | null): void => {
    place.current = at
    onOver(seen(at))
  }
  /** The place of the keys; null while no row has the focus. */
  const focused = (): Place | null => {
    const at = document.activeElement
    const row = at instanceof HTMLElement && root.current?.contains(at) === true ? at.dataset.row : undefined
    return row === undefined ? null : { row: Number(row), zone: zone.current }
  }
  // After each render: a row that went on keeps its element, so that no pointer comes over it.
  useLayoutEffect(() => onOver(seen(place.current)))
  return { zone, lookAt, pointerOver: (target) => lookAt(placeOf(target) ?? focused()) }
}
