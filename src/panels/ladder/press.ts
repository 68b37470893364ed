/**
 * The meaning of a click in a row, and the place of the pointer or the keyboard focus in the rows. The price is the one seen at pointer down: the
 * release must be over the same price of the same market, else nothing happens.
 */

import { type RefObject, useLayoutEffect, useRef } from 'react'
import type { Price, Size } from '../../../contract/decimal.ts'
import type { Instrument } from '../../../contract/instrument.ts'
import type { Intent } from '../../../contract/intent.ts'
import type { Side } from '../../../contract/market.ts'
import { addsExposure } from '../../../contract/requested-order.ts'
import type { SizePreset } from '../../../contract/size-presets.ts'
import type { LadderFacts, LadderOrder, MarketLadder } from '../../markets/ladder/index.ts'
import type { OwnMark } from './own-things.ts'
import { type PriceRows, priceAt } from './price-rows.ts'

/** A place in the ladder, with its meaning. */
export interface Seen {
  readonly price: Price
  readonly side: Side
  /** The traded asset, and its tick. */
  readonly asset: string
  readonly tick: Price
}

/** The result of a pointer release. */
export type Release =
  | { readonly counts: true; readonly seen: Seen }
  /** `text` is null where no message is needed: the pointer was released over something else. */
  | { readonly counts: false; readonly text: string | null }

/** Whether two places have the same meaning. */
export const isSamePlace = (a: Seen | null, b: Seen | null): boolean =>
  a === b ||
  (a !== null && b !== null && a.price === b.price && a.side === b.side && a.asset === b.asset && a.tick === b.tick)

/** A click at its start: the place, and the size shown there. That is sent, regardless of changes before the release. */
export interface Pressed {
  readonly seen: Seen
  readonly size: Size
  /** Distance of the stop that the size is based on; null where it is based on none. */
  readonly stop: Price | null
}

/** The size of a click, or why it has none. */
export type PressRead = { readonly pressed: Pressed } | { readonly text: string }

interface PressTerms {
  readonly ladder: Pick<MarketLadder, 'sizeOf'>
  readonly preset: SizePreset
  readonly facts: LadderFacts
  /** The place whose size is shown; null where that is none of the rows. */
  readonly shown: Seen | null
  /** Whether the size differs from row to row. */
  readonly counts: boolean
}

/** Takes the shown size of a click; a size shown for another place is never sent. */
export function pressedAt(seen: Seen, { ladder, preset, facts, shown, counts }: PressTerms): PressRead {
  if (counts && !isSamePlace(seen, shown)) return { text: OTHER_SIZE }
  const read = ladder.sizeOf(preset, seen, facts)
  if (read.state !== 'known') return { text: read.text }
  return { pressed: { seen, size: read.size, stop: preset.by === 'risk' ? preset.stop : null } }
}

const OTHER_SIZE = 'Nothing was sent: the size shown was for another row. Click again.'

/** The effect of a click. `take`: fills the ticket. */
export type PressDoes =
  | { readonly does: 'say'; readonly text: string }
  | { readonly does: 'take' }
  | { readonly does: 'nothing' }
  | { readonly does: 'send'; readonly intent: Intent }

/** The state at the release of a click. */
export interface ReleaseState {
  /** One-click of this ladder. */
  readonly isArmed: boolean
  /** Age of the prices, `4 s old`; null while they are fresh. */
  readonly age: string | null
  /** The previous order is still being submitted. */
  readonly isSending: boolean
  /** `event.detail` of the click. */
  readonly clicks: number
}

/** The effect of a counted click with the order of its row. */
export function pressDoes(order: LadderOrder, { isArmed, age, isSending, clicks }: ReleaseState): PressDoes {
  if ('refusal' in order) return { does: 'say', text: order.refusal }
  const { intent } = order
  if (!isArmed || intent.kind === 'binary_predict') {
    // A prediction stops at its estimate wherever it was clicked: it starts in the ticket, armed or not.
    return intent.kind === 'close' ? { does: 'say', text: UNARMED_CLOSE } : { does: 'take' }
  }
  if (age !== null && addsExposure(intent)) return { does: 'say', text: staleText(age) }
  if (!isSending) return { does: 'send', intent }
  return clicks > 1
    ? { does: 'nothing' }
    : { does: 'say', text: 'The previous order is still being sent. Click again when it appears below.' }
}

/** Why a dragged order or exit may not be sent at prices of this age; null where it may: reducing is always allowed. */
export const dragWaits = (thing: OwnMark, age: string | null): string | null =>
  age === null || thing.kind === 'exit' || thing.order.reduceOnly ? null : staleText(age)

/** Why nothing that adds exposure is sent at prices of this age. */
const staleText = (age: string): string => `Prices are ${age}: nothing was sent. Cancels still work.`

/** A close of contracts has no estimate to confirm: a click that is not armed must not send it. */
const UNARMED_CLOSE =
  'Nothing was sent: this would close your position. Close it in the ticket, or arm one-click and click again.'

const NOTHING: Release = { counts: false, text: null }

/** @param down place of the pointer down; @param up place of the release. Null is outside of the side columns. */
export function released(down: Seen | null, up: Seen | null): Release {
  if (down === null || up === null) return NOTHING
  if (down.asset !== up.asset) {
    return {
      counts: false,
      text: `Nothing was sent: the market changed from ${down.asset} to ${up.asset} during the click.`,
    }
  }
  if (down.tick !== up.tick) {
    return {
      counts: false,
      text: `Nothing was sent: the tick changed from ${down.tick} to ${up.tick} during the click.`,
    }
  }
  return down.price === up.price && down.side === up.side ? { counts: true, seen: down } : NOTHING
}

/** The column of a side; which side it is depends on the viewed contract. */
export type Zone = 'left' | 'right'

/** A side column in a row, independent of the rows' prices. */
export interface Place {
  readonly row: number
  readonly zone: Zone
}

/** The meaning of a place; null where it has no price. Pure. */
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

/** The place of an element; null outside of the side columns. */
export function placeOf(target: EventTarget | null): Place | null {
  if (!(target instanceof HTMLElement)) return null
  const { zone } = target.dataset
  const row = target.closest<HTMLElement>('[data-row]')
  return row === null || (zone !== 'left' && zone !== 'right') ? null : { row: Number(row.dataset.row), zone }
}

interface PlaceTerms {
  readonly root: RefObject<HTMLDivElement | null>
  /** The current meaning of a place. */
  readonly seen: (at: Place | null) => Seen | null
  readonly onOver: (seen: Seen | null) => void
}

/** The place of the pointer, or else of the keyboard: its meaning is reported again whenever the rows move under it. */
export function usePlace({ root, seen, onOver }: PlaceTerms) {
  const zone = useRef<Zone>('left')
  const place = useRef<Place | null>(null)
  const lookAt = (at: Place | null): void => {
    place.current = at
    onOver(seen(at))
  }
  /** The keyboard's place; null while no row has the focus. */
  const focused = (): Place | null => {
    const at = document.activeElement
    const row = at instanceof HTMLElement && root.current?.contains(at) === true ? at.dataset.row : undefined
    return row === undefined ? null : { row: Number(row), zone: zone.current }
  }
  // After each render: a moved row keeps its element, so that no pointer event occurs.
  useLayoutEffect(() => onOver(seen(place.current)))
  return {
    /** The column of the keyboard. */
    zone,
    lookAt,
    /** The pointer is over an element: outside of the side columns, the keyboard's place counts. */
    pointerOver: (target: EventTarget | null) => lookAt(placeOf(target) ?? focused()),
  }
}
