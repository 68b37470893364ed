/** Desktop integration: state that windows show, the menu they supply, and requests that the desktop makes of them. */
import { z } from 'zod'
import type { MarketRef } from './market-ref.ts'
import { safeLine } from './safe-schema.ts'
import type { Feature } from './session.ts'
import { anyKey } from './settings-schema.ts'

/** Titles of the application menu, in order. */
export const MENU_TITLES = ['File', 'Edit', 'View', 'Go', 'Trade', 'Window', 'Help'] as const
export type MenuTitle = (typeof MENU_TITLES)[number]

/** Maximum entries from one window. */
export const MAX_MENU_ITEMS = 500

const line = (longest: number) => safeLine(longest).refine((text) => text !== '', 'must not be empty')

const menuItem = z.strictObject({
  /** Id of the command. */
  id: z.string().regex(/^[\w/.-]{1,160}$/),
  menu: z.enum(MENU_TITLES),
  section: line(60),
  /** The submenu within the section. */
  submenu: line(60).nullable(),
  label: line(160),
  key: anyKey.nullable(),
  /** Why it is disabled; null while it is enabled. */
  off: line(300).nullable(),
  isChosen: z.boolean(),
})
export type NativeMenuItem = Readonly<z.output<typeof menuItem>>
/** As a window sends it. */
export type MenuItemInput = Readonly<z.input<typeof menuItem>>

export const menuItems = z
  .array(menuItem)
  .max(MAX_MENU_ITEMS)
  .refine((items) => new Set(items.map(({ id }) => id)).size === items.length, 'must name each command once')

/**
 * A request from the desktop to a window: from the menu, the tray, a notification or a link. It opens or shows something, or runs a command as if
 * chosen in the palette, with the usual arming and previews; none of it is an order.
 */
export type WindowAsk =
  | { readonly kind: 'command'; readonly id: string }
  /** Brings a panel of the kind to the front, or opens one. */
  | { readonly kind: 'panel'; readonly panel: string }
  | { readonly kind: 'market'; readonly market: MarketRef }
  /** Asks first when the open workspace has unsaved changes, as the palette does. */
  | { readonly kind: 'workspace'; readonly name: string }

/** A request that waits for its window. */
export interface WindowRequest {
  /** Increasing; the window acknowledges all up to a number. */
  readonly seq: number
  readonly ask: WindowAsk
}

export interface DesktopView {
  /** Whether the system reports screen locks, which disarm every window. */
  readonly screenLock: Feature
  /** Whether the machine is being kept awake because automated orders are active. */
  readonly isKeptAwake: boolean
}
