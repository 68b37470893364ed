/**
 * Dragging a line of the chart: from the press on it to the word that sends it or leaves it. Pure. What is grabbed is what stood there then: a fill,
 * an end or another trigger meanwhile ends the drag, so that nothing is sent of what has become something else.
 */
import type { Order } from '../../../contract/account.ts'
import { compare, type Price } from '../../../contract/decimal.ts'
import type { Grip, LevelLine } from './annotations.ts'

/** A line that can be dragged, as it was when it was grabbed. */
export interface GrabbedLine {
  /** Another each time that a line is grabbed: an answer is of that one alone. */
  readonly grab: number
  readonly id: string
  readonly grip: Grip
  /** As it is seen. */
  readonly price: Price
}

export type Drag =
  | { readonly state: 'none' }
  /** The pointer holds it. */
  | { readonly state: 'dragging'; readonly line: GrabbedLine; readonly to: Price }
  /** It was let go somewhere else, and waits for the word. */
  | { readonly state: 'asking'; readonly line: GrabbedLine; readonly to: Price; readonly isSent: boolean }
  /** What it was is something else by now. */
  | { readonly state: 'ended'; readonly reason: string }

type DragEvent =
  | { readonly type: 'grabbed'; readonly line: GrabbedLine }
  | { readonly type: 'moved'; readonly to: Price }
  | { readonly type: 'let_go' }
  /** A key or a menu asks of a line as if it had been let go there. */
  | { readonly type: 'asked'; readonly line: GrabbedLine; readonly to: Price }
  /** Keys put it elsewhere while it asks. */
  | { readonly type: 'nudged'; readonly to: Price }
  /** The word was given, or what it asked for was not taken. */
  | { readonly type: 'sent'; readonly grab: number; readonly isSent: boolean }
  /** What it asked for was taken. */
  | { readonly type: 'taken'; readonly grab: number }
  /** Esc, another market, or the way back: nothing is sent, but for what was. */
  | { readonly type: 'left' }
  /** The lines are others now. */
  | { readonly type: 'lines'; readonly lines: readonly LevelLine[] }

export const NO_DRAG: Drag = { state: 'none' }

/** Said to who leaves what cannot be taken back. */
const WAS_SENT = 'It was sent already, and its answer is awaited: if it is refused, that is said here.'

/** Why something that was sent was refused. */
export interface Refused {
  readonly grab: number
  readonly words: string
}

/** What is said of a refusal beside the drag; null where its own chip stands and says it. */
export const lateRefusal = (drag: Drag, refused: Refused | null): string | null =>
  refused === null || (drag.state === 'asking' && drag.line.grab === refused.grab) ? null : refused.words

/**
 * Why an order is not moved now; null where it may be: what adds exposure is not placed from prices that may have gone on, what reduces always is.
 * @param stale how old the prices are, as a sentence; null while they are fresh
 */
export const moveWaits = (stale: string | null, { reduceOnly }: Pick<Order, 'reduceOnly'>): string | null =>
  stale === null || reduceOnly ? null : `${stale} It can be moved once they are fresh.`

/** The drag after an event; the same object where nothing changed. */
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
  // What was asked for may show before the answer to it comes.
  if (drag.state === 'asking' && drag.isSent) return drag
  const now = lines.find(({ id }) => id === drag.line.id)
  if (now === undefined) return { state: 'ended', reason: 'It ended meanwhile. Nothing was sent.' }
  if (now.grip?.revision === drag.line.grip.revision) return drag
  return { state: 'ended', reason: 'It changed meanwhile. Nothing was sent; drag it again.' }
}
