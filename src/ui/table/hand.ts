/** Whether a hand is at a table: the pointer over its rows, a finger on them, or the keyboard in them. Pure but for the timer that it is given. */
import type { Cancel } from '../../../contract/time.ts'

/** So long nothing moves after pointer and fingers have gone: what they were about to press is still where it was, ms. */
const GRACE_MS = 500

export interface QuickOrderPort {
  readonly isHere: () => boolean
  /** The pointer is over the rows. */
  readonly over: (isOver: boolean) => void
  /** A finger came down; by its id among touches. */
  readonly down: (touch: number) => void
  /** It left the glass, wherever it went meanwhile. */
  readonly up: (touch: number) => void
  /** The focus that the keyboard sees is in the rows. */
  readonly keyboard: (isIn: boolean) => void
  /** Nobody is there any more. */
  readonly stop: () => void
}

/** @param changed told when a hand came or went */
export function createQuickOrder(
  after: (ms: number, run: () => void) => Cancel,
  changed: (isHere: boolean) => void,
): QuickOrderPort {
  const touches = new Set<number>()
  let isOver = false
  let isIn = false
  let endGrace: Cancel | null = null
  let was = false
  const isHere = (): boolean => isOver || touches.size > 0 || endGrace !== null || isIn
  const tell = (): void => {
    if (isHere() === was) return
    was = !was
    changed(was)
  }
  const came = (): void => {
    endGrace?.()
    endGrace = null
    tell()
  }
  const went = (): void => {
    if (isOver || touches.size > 0) return
    endGrace?.()
    endGrace = after(GRACE_MS, () => {
      endGrace = null
      tell()
    })
  }
  return {
    isHere,
    over(next) {
      if (next === isOver) return
      isOver = next
      if (next) came()
      else went()
    },
    down(touch) {
      touches.add(touch)
      came()
    },
    up(touch) {
      if (touches.delete(touch)) went()
    },
    keyboard(next) {
      isIn = next
      tell()
    },
    stop() {
      endGrace?.()
      endGrace = null
    },
  }
}
