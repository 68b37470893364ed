/** Whether the user is at a table: the pointer over its rows, a finger on them, or the keyboard focus in them. Pure except for the injected timer. */
import type { Cancel } from '../../../contract/time.ts'

/** Rows stay still for this long after pointer and fingers have left, so that the target of a click is still in place, ms. */
const GRACE_MS = 500

export interface PresencePort {
  readonly isHere: () => boolean
  /** The pointer is over the rows. */
  readonly over: (isOver: boolean) => void
  /** A finger touched the rows; by its touch id. */
  readonly down: (touch: number) => void
  /** It lifted, wherever it moved meanwhile. */
  readonly up: (touch: number) => void
  /** Whether the visible keyboard focus is in the rows. */
  readonly keyboard: (isIn: boolean) => void
  /** Ends all activity. */
  readonly stop: () => void
}

/** @param changed called when activity starts or ends */
export function createTablePresence(
  after: (ms: number, run: () => void) => Cancel,
  changed: (isHere: boolean) => void,
): PresencePort {
  const touches = new Set<number>()
  let isOver = false
  let isIn = false
  let endGrace: Cancel | null = null
  let was = false
  const isHere = (): boolean => isOver || touches.size > 0 || endGrace !== null || isIn
  const notify = (): void => {
    if (isHere() === was) return
    was = !was
    changed(was)
  }
  const came = (): void => {
    endGrace?.()
    endGrace = null
    notify()
  }
  const went = (): void => {
    if (isOver || touches.size > 0) return
    endGrace?.()
    endGrace = after(GRACE_MS, () => {
      endGrace = null
      notify()
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
      notify()
    },
    stop() {
      endGrace?.()
      endGrace = null
    },
  }
}
