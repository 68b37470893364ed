/** The pointer of a drag: it goes on over whatever the pointer comes to, and ends wherever the pointer is let go, or lost. */
import { type RefObject, useEffect } from 'react'
import type { Price } from '../../../contract/decimal.ts'
import { useSteady } from '../../ui/index.ts'
import { rowUnder } from './drag.ts'
import { type PriceRows, priceAt } from './price-rows.ts'
import type { Drag } from './use-drag.ts'

interface DragPointerTerms {
  readonly root: RefObject<HTMLDivElement | null>
  readonly count: number
  readonly rows: PriceRows | null
  readonly drag: Drag
}

export function useDragPointer({ root, count, rows, drag }: DragPointerTerms): void {
  /** The price that the event itself is over; null off the rows, and beyond the ends of prices. */
  const priceUnder = (event: PointerEvent): Price | null => {
    const list = root.current?.querySelector('ul')?.getBoundingClientRect()
    const row = list === undefined ? null : rowUnder(list, event, count)
    return row === null || rows === null ? null : priceAt(rows, row)
  }
  const moved = useSteady((event: PointerEvent) => {
    if (!event.isPrimary || !drag.isHeld()) return
    drag.pointer({ type: 'moved', y: event.clientY, buttons: event.buttons, to: priceUnder(event) })
  })
  const letGo = useSteady((event: PointerEvent) => {
    if (event.isPrimary && drag.isHeld()) drag.pointer({ type: 'let_go', to: priceUnder(event) })
  })
  const lost = useSteady(() => drag.pointer({ type: 'lost' }))
  useEffect(() => {
    window.addEventListener('pointermove', moved)
    window.addEventListener('pointerup', letGo)
    window.addEventListener('pointercancel', lost)
    window.addEventListener('blur', lost)
    return () => {
      window.removeEventListener('pointermove', moved)
      window.removeEventListener('pointerup', letGo)
      window.removeEventListener('pointercancel', lost)
      window.removeEventListener('blur', lost)
    }
  }, [moved, letGo, lost])
}
