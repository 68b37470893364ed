/** The desktop around the terminal as windows show it, the menu that they give it, and what it asks of them. */
import { z } from 'zod'
import type { MarketRef } from './market-ref.ts'
import { safeLine } from './safe-schema.ts'
import type { Feature } from './session.ts'
import { anyKey } from './settings-schema.ts'

/** Titles of the application menu, in their order. */
export const MENU_TITLES = ['File', 'Edit', 'View', 'Go', 'Trade', 'Window', 'Help'] as const
export type MenuTitle = (typeof MENU_TITLES)[number]

/** Most entries of one window. */
export const MOST_MENU_ITEMS = 500

const words = (longest: number) => safeLine(longest).refine((text) => text !== '', 'must not be empty')

const menuItem = z.strictObject({
  /** Of the command. */
  id: z.string().regex(/^[\w/.-]{1,160}$/),
  menu: z.enum(MENU_TITLES),
  section: words(60),
  /** The menu inside the section that it stands in. */
  submenu: words(60).nullable(),
  label: words(160),
  key: anyKey.nullable(),
  /** Why it cannot be chosen now; null while it can. */
  off: words(300).nullable(),
  isChosen: z.boolean(),
})
export type NativeMenuItem = Readonly<z.output<typeof menuItem>>
/** As a window says it. */
export type SaidMenuItem = Readonly<z.input<typeof menuItem>>

export const menuItems = z
  .array(menuItem)
  .max(MOST_MENU_ITEMS)
  .refine((items) => new Set(items.map(({ id }) => id)).size === items.length, 'must name each command once')

/**
 * What the desktop asks of a window: the menu, the tray, a notification, a link. It opens or shows something, or runs a command as if it were chosen in
 * the palette, with the arming and the previews that it has there; nothing of it is an order.
 */
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

export interface DesktopView {
  /** Whether the system tells when its screen is locked, which disarms every window. */
  readonly screenLock: Feature
  /** Whether the machine is kept from sleeping by itself at this moment, because something is held. */
  readonly isKeptAwake: boolean
}
