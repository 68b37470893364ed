/**
 * What the desktop asks of a window: the menu, the tray, a notification, a link. It opens or shows something, or runs a command as if it were chosen in
 * the palette, with the arming and the previews that it has there; nothing of it is an order.
 */
import type { MarketRef } from './market-ref.ts'

export type WindowAsk =
  | { readonly kind: 'command'; readonly id: string }
  /** Brings a panel of the kind to the front, opening one where there is none. */
  | { readonly kind: 'panel'; readonly panel: string }
  | { readonly kind: 'market'; readonly market: MarketRef }
  /** Asked about first, where what is open was changed, as from the palette. */
  | { readonly kind: 'workspace'; readonly name: string }

/** One that waits for the window to take it. */
export interface AskedOfWindow {
  /** Rises; the window takes all up to one. */
  readonly seq: number
  readonly ask: WindowAsk
}
