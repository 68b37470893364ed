/**
 * A press on a price scale, from pointing at a price to the word that it is meant. The scale is also dragged, and pressed twice to fit
 * the prices: neither is a press that sets something. Pure.
 */
import type { Price } from '../../../contract/decimal.ts'

/** A price of the scale, as it is seen, and its pixel from the top of the pane. */
export interface ScalePlace {
  readonly price: Price
  readonly y: number
}

interface Point {
  readonly x: number
  readonly y: number
}

export type AxisPress =
  /** `at` is what the pointer is over; null anywhere else. What is pressed is what was shown, whatever moves below. */
  | { readonly state: 'none'; readonly at: ScalePlace | null }
  | { readonly state: 'down'; readonly at: ScalePlace; readonly from: Point }
  /** It waits whether a second press follows. */
  | { readonly state: 'let_go'; readonly at: ScalePlace }
  /** Nothing more comes of it until the button is up. */
  | { readonly state: 'over'; readonly at: null }

type AxisPressEvent =
  | ({ readonly type: 'moved'; readonly at: ScalePlace | null; readonly isDown: boolean } & Point)
  | ({ readonly type: 'down'; readonly at: ScalePlace | null } & Point)
  | { readonly type: 'up' }
  /** The pointer or the window went. */
  | { readonly type: 'left' }
  /** Esc. */
  | { readonly type: 'dropped' }
  /** It was meant, and is done. */
  | { readonly type: 'set' }

export const NO_PRESS: AxisPress = { state: 'none', at: null }
const OVER: AxisPress = { state: 'over', at: null }

/** So far a pointer moves at most in a press that is no drag, px. */
const STILL = 3

/** The press after an event; the same object where nothing changed. */
export function axisPressed(press: AxisPress, event: AxisPressEvent): AxisPress {
  switch (event.type) {
    case 'moved':
      return moved(press, event)
    case 'down':
      // A second press fits the scale; any other one begins with what is shown under it.
      if (press.state === 'let_go') return OVER
      if (event.at === null) return press.state === 'none' && press.at === null ? press : NO_PRESS
      return { state: 'down', at: press.at ?? event.at, from: { x: event.x, y: event.y } }
    case 'up':
      if (press.state === 'down') return { state: 'let_go', at: press.at }
      return press.state === 'over' ? NO_PRESS : press
    case 'left':
      // What was let go is meant, wherever the pointer goes after it.
      return press.state === 'let_go' || press === NO_PRESS ? press : NO_PRESS
    case 'dropped':
      return press.state === 'down' ? OVER : NO_PRESS
    case 'set':
      return NO_PRESS
  }
}

function moved(press: AxisPress, { at, x, y, isDown }: Extract<AxisPressEvent, { type: 'moved' }>): AxisPress {
  switch (press.state) {
    case 'none': {
      const shown = isDown ? null : at
      return shown?.price === press.at?.price && shown?.y === press.at?.y ? press : { state: 'none', at: shown }
    }
    case 'down':
      return Math.hypot(x - press.from.x, y - press.from.y) > STILL ? OVER : press
    case 'let_go':
      return press
    case 'over':
      return isDown ? press : { state: 'none', at }
  }
}
