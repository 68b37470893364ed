/**
 * Workspaces: named arrangements of windows. One knows no secret, no deployment and nothing that was typed and not sent, so that it can be opened
 * on any deployment, and on another machine. What a layout is made of is the window's own business.
 */
import { z } from 'zod'

const whole = (least: number, most: number) => z.number().int().min(least).max(most)
const coordinate = whole(-100_000, 100_000)
const length = whole(1, 100_000)

/** The state of a window on its display. */
export const windowState = z.enum(['normal', 'maximised', 'fullscreen'])
export type WindowState = z.output<typeof windowState>

/** Where a window is, as seen from its display: the same place can be found on displays that are others. All in DIP. */
export const windowPlace = z.strictObject({
  state: windowState,
  /** From the corner of the display's work area; of the window as it is while it is neither maximised nor full-screen, with its frame. */
  left: coordinate,
  top: coordinate,
  width: length,
  height: length,
  display: z.strictObject({
    x: coordinate,
    y: coordinate,
    width: length,
    height: length,
    /** What is left of it beside task bar, dock and menu bar. */
    workArea: z.strictObject({ x: coordinate, y: coordinate, width: length, height: length }),
    /** Pixels for each DIP. */
    scale: z.number().positive().max(16),
    isPrimary: z.boolean(),
  }),
})
export type WindowPlace = Readonly<z.output<typeof windowPlace>>
