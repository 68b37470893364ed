/** The place in the rows that the pointer, or else a key, is in: what it stands for is told again whenever the rows go on under it. */
import { type RefObject, useLayoutEffect, useRef } from 'react'
import type { Instrument } from '../../../contract/instrument.ts'
import type { Seen } from './press.ts'
import { type PriceRows, priceAt } from './price-rows.ts'

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
