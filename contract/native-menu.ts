/** The commands of a window as the application's menu lists them, made from its table of commands. Main trusts them as words only. */
import { z } from 'zod'
import { safeLine } from './safe-schema.ts'
import { anyKey } from './settings-schema.ts'

/** In the order in which they stand. */
export const MENU_TITLES = ['File', 'Edit', 'View', 'Go', 'Trade', 'Window', 'Help'] as const
export type MenuTitle = (typeof MENU_TITLES)[number]

/** Most entries of one window. */
export const MOST_MENU_ITEMS = 500

const words = (longest: number) => safeLine(longest).refine((text) => text !== '', 'must not be empty')

export const menuItem = z.strictObject({
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
