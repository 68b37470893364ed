/** Calls by which a window stands in the desktop's own menus, and does what they ask of it. */
import { z } from 'zod'
import { menuItems } from '../native-menu.ts'
import { call } from './call.ts'

export const desktopCalls = {
  /** Has the application's menu list these commands of the window that calls, while it is the one in front. */
  setMenu: call<null>()({ from: 'any', rate: 'titles', hand: 'no' }, z.strictObject({ items: menuItems })),
  /** The window has done what was asked of it up to this number. */
  takeAsked: call<null>()(
    { from: 'any', rate: 'titles', hand: 'no' },
    z.strictObject({ seq: z.number().int().nonnegative() }),
  ),
} as const
