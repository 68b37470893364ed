/**
 * Dragging a line of the chart: from grabbing it to sending or canceling. Pure. The drag concerns the object as it was grabbed: a fill, an end or a
 * new trigger in the meantime ends it, so that nothing is sent for an object that has changed.
 */
import type { Order } from '../../../contract/account.ts'
import { compare, type Price } from '../../../contract/decimal.ts'
import type { Grip, LevelLine } from './annotations.ts'

/** A draggable line as it was when grabbed. */
export interface GrabbedLine {
  /** Unique per grab: an answer belongs to that one alone. */
  readonly grab: number
  readonly id: string
  readonly grip: Grip
  /** As displayed. */
  readonly price: Price
}

export type Drag =
  | { readonly state: 'none' }
  /** The pointer holds it. */
  | { readonly state: 'dragging'; readonly line: GrabbedLine; readonly to: Price }
  /** It was dropped elsewhere, and waits for confirmation. */
  | { readonly state: 'asking'; readonly line: GrabbedLine; readonly to: Price; readonly isSent: boolean }
  /** The dragged order, exit or alert has changed meanwhile. */
  | { readonly state: 'ended'; readonly reason: string }

type DragEvent =
  | { readonly type: 'grabbed'; readonly line: GrabbedLine }
  | { readonly type: 'moved'; readonly to: Price }
  | { readonly type: 'let_go' }
  /** A key or a menu asks as if the line had been dropped there. */
  | { readonly type: 'asked'; readonly line: GrabbedLine; readonly to: Price }
  /** Keys moved it while it asks. */
  | { readonly type: 'nudged'; readonly to: Price }
  /** It was confirmed, or the request was refused. */
  | { readonly type: 'sent'; readonly grab: number; readonly isSent: boolean }
  /** The request was accepted. */
  | { readonly type: 'taken'; readonly grab: number }
  /** Esc, another market, or Cancel: nothing more is sent. */
  | { readonly type: 'left' }
  /** The set of lines has changed. */
  | { readonly type: 'lines'; readonly lines: readonly LevelLine[] }

export const NO_DRAG: Drag = { state: 'none' }

/** Shown on canceling what has already been sent. */
const WAS_SENT = 'Sent; waiting for the answer.'

/** Why a sent request was refused. */
export interface Refused {
  readonly grab: number
  readonly text: string
}

/** The message of a refusal beside the drag; null where its own chip is still open and shows it. */
export const lateRefusal = (drag: Drag, refused: Refused | null): string | null =>
  refused === null || (drag.state === 'asking' && drag.line.grab === refused.grab) ? null : refused.text

/**
 * Why an order cannot be moved now; null where it can: no exposure is added at prices that may be outdated, while reducing is always allowed.
 * @param stale age of the prices as a sentence; null while they are fresh
 */
export const moveWaits = (stale: string | null, { reduceOnly }: Pick<Order, 'reduceOnly'>): string | null =>
  stale === null || reduceOnly ? null : `${stale} Wait for fresh prices.`

/** The state after an event; the same object where nothing changed. */
export function dragged(drag: Drag, event: DragEvent): Drag {
  switch (event.type) {
    case 'grabbed':
      return { state: 'dragging', line: event.line, to: event.line.price }
    case 'moved':
      if (drag.state !== 'dragging' || compare(drag.to, event.to) === 0) return drag
      return { ...drag, to: event.to }
    case 'let_go':
      if (drag.state !== 'dragging') return drag
      return compare(drag.to, drag.line.price) === 0 ? NO_DRAG : { ...drag, state: 'asking', isSent: false }
    case 'asked':
      return drag.state === 'dragging' ? drag : { state: 'asking', line: event.line, to: event.to, isSent: false }
    case 'nudged':
      if (drag.state !== 'asking' || drag.isSent || compare(drag.to, event.to) === 0) return drag
      return { ...drag, to: event.to }
    case 'sent':
      if (drag.state !== 'asking' || drag.line.grab !== event.grab || drag.isSent === event.isSent) return drag
      return { ...drag, isSent: event.isSent }
    case 'taken':
      return drag.state === 'asking' && drag.line.grab === event.grab ? NO_DRAG : drag
    case 'left':
      if (drag.state === 'asking' && drag.isSent) return { state: 'ended', reason: WAS_SENT }
      return drag.state === 'none' ? drag : NO_DRAG
    case 'lines':
      return stillThere(drag, event.lines)
  }
}

function stillThere(drag: Drag, lines: readonly LevelLine[]): Drag {
  if (drag.state !== 'dragging' && drag.state !== 'asking') return drag
  // The effect of a request may show before its answer arrives.
  if (drag.state === 'asking' && drag.isSent) return drag
  const now = lines.find(({ id }) => id === drag.line.id)
  if (now === undefined) return { state: 'ended', reason: 'It ended during the drag. Nothing was sent.' }
  if (now.grip?.revision === drag.line.grip.revision) return drag
  return { state: 'ended', reason: 'It changed during the drag. Nothing was sent; drag it again.' }
}
