/** Which window is seen at a point of the screen. */
import type { BrowserWindow } from 'electron'

interface Point {
  readonly x: number
  readonly y: number
}

interface SeenWindow {
  readonly window: Pick<BrowserWindow, 'isDestroyed' | 'isVisible' | 'isMinimized' | 'getBounds'>
  /** When it was used: the larger, the later. */
  readonly used: number
}

/**
 * The window at a point, DIP, its frame counted in; of several the one used last, as no system tells which of them lies on top. Null for none.
 * @param headless windows that nobody sees count as seen.
 */
export function windowAt<Window extends SeenWindow>(
  point: Point,
  windows: readonly Window[],
  headless: boolean,
): Window | null {
  const there = windows.filter(
    ({ window }) =>
      !window.isDestroyed() &&
      (headless || window.isVisible()) &&
      !window.isMinimized() &&
      isWithin(point, window.getBounds()),
  )
  return there.reduce<Window | null>((top, each) => (top === null || each.used > top.used ? each : top), null)
}

const isWithin = (
  { x, y }: Point,
  at: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
): boolean => x >= at.x && x < at.x + at.width && y >= at.y && y < at.y + at.height
