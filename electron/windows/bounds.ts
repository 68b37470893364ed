/** Where a window opens: as it was left, but never off every screen and never larger than those it is on. */

export interface Bounds {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Smallest window in which every panel can still be read, in DIP. */
export const SMALLEST = { width: 960, height: 600 } as const

const DEFAULT = { width: 1600, height: 960 } as const

/** How much of a window's top strip must be on a screen for it to be caught with a mouse, DIP. */
const GRIP = { width: 120, height: 24 } as const

/**
 * The bounds to open with.
 * @param saved what was saved at the last close, already read as numbers, or null.
 * @param screens work areas of all displays, the primary first; at least one.
 */
export function openingBounds(saved: Bounds | null, screens: readonly Bounds[]): Bounds {
  const primary = screens[0]
  if (primary === undefined) throw new Error('no display to open a window on')
  if (saved === null) return centred(DEFAULT, primary)
  const home = screens.find((screen) => gripIsOn(saved, screen))
  if (home === undefined) return centred(saved, primary)
  const most = spanned(saved, home, screens)
  const width = clamp(saved.width, SMALLEST.width, most.width)
  const height = clamp(saved.height, SMALLEST.height, most.height)
  return {
    x: clamp(saved.x, home.x - width + GRIP.width, home.x + home.width - GRIP.width),
    y: clamp(saved.y, home.y, home.y + home.height - GRIP.height),
    width,
    height,
  }
}

function centred(size: { width: number; height: number }, screen: Bounds): Bounds {
  const width = clamp(size.width, Math.min(SMALLEST.width, screen.width), screen.width)
  const height = clamp(size.height, Math.min(SMALLEST.height, screen.height), screen.height)
  return {
    x: Math.round(screen.x + (screen.width - width) / 2),
    y: Math.round(screen.y + (screen.height - height) / 2),
    width,
    height,
  }
}

/** Room for a window that spans several screens: their box, of those that show some of it. */
function spanned(window: Bounds, home: Bounds, screens: readonly Bounds[]): { width: number; height: number } {
  const showing = screens.filter(
    ({ x, y, width, height }) =>
      x < window.x + window.width && x + width > window.x && y < window.y + window.height && y + height > window.y,
  )
  const all = [home, ...showing]
  const span = (from: (one: Bounds) => number, size: (one: Bounds) => number): number =>
    Math.max(...all.map((one) => from(one) + size(one))) - Math.min(...all.map(from))
  return {
    width: span(
      ({ x }) => x,
      ({ width }) => width,
    ),
    height: span(
      ({ y }) => y,
      ({ height }) => height,
    ),
  }
}

function gripIsOn(window: Bounds, screen: Bounds): boolean {
  const across = Math.min(window.x + window.width, screen.x + screen.width) - Math.max(window.x, screen.x)
  return (
    across >= GRIP.width && window.y >= screen.y - GRIP.height && window.y <= screen.y + screen.height - GRIP.height
  )
}

const clamp = (value: number, least: number, most: number): number =>
  Math.max(Math.min(value, most), Math.min(least, most))
