/**
 * Placement of a window on the current displays: as it was left on these, else at the same place of the most similar display. A window remembers its
 * places for each set of displays, so that it returns to the large screen with the laptop.
 */
import { z } from 'zod'
import { type WindowPlace, type WindowState, windowPlace } from '../../contract/workspace.ts'

/** Where a window opens: as it was left, but never off every screen and never larger than its screens. */
export interface Bounds {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Smallest window in which every panel can still be read, in DIP. */
export const SMALLEST = { width: 960, height: 600 } as const

const DEFAULT = { width: 1600, height: 960 } as const

/** The part of a window's top strip that must be on a screen so that a mouse can grab it, DIP. */
const GRIP = { width: 120, height: 24 } as const

/**
 * The bounds to open with.
 * @param saved the bounds at the last close, already read as numbers, or null.
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

/** Maximum size of a window that spans several screens: the bounding box of those that show some of it. */
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

/** A display, DIP. */
export interface DisplayArea {
  readonly bounds: Bounds
  /** The area without task bar, dock and menu bar. */
  readonly workArea: Bounds
  readonly scale: number
  readonly isPrimary: boolean
}

/** The target of a window: its bounds while it is neither maximized nor full-screen, and its state. */
export interface Placed {
  readonly bounds: Bounds
  readonly state: WindowState
}

/** The place of a window, relative to the display that shows most of it. @param displays at least one. */
export function placeOf({ bounds, state }: Placed, displays: readonly DisplayArea[]): WindowPlace {
  const { bounds: at, workArea, scale, isPrimary } = displayOf(bounds, displays)
  return {
    state,
    left: bounds.x - workArea.x,
    top: bounds.y - workArea.y,
    width: bounds.width,
    height: bounds.height,
    display: { ...at, workArea: { ...workArea }, scale, isPrimary },
  }
}

/** The target for a window with a remembered place, or null without one: never off every screen. @param displays at least one. */
export function placed(place: WindowPlace | null, displays: readonly DisplayArea[]): Placed {
  if (place === null) return { bounds: openingBounds(null, areasFrom(primaryOf(displays), displays)), state: 'normal' }
  const display = mostLike(place.display, displays)
  const { workArea } = display
  const before = place.display.workArea
  // On a display of another size it takes the same part of it: two halves stay two halves.
  const [across, down] = isAsLarge(place.display, display)
    ? [1, 1]
    : [workArea.width / before.width, workArea.height / before.height]
  const bounds = {
    x: workArea.x + Math.round(place.left * across),
    y: workArea.y + Math.round(place.top * down),
    width: Math.max(1, Math.round(place.width * across)),
    height: Math.max(1, Math.round(place.height * down)),
  }
  return { bounds: openingBounds(bounds, areasFrom(display, displays)), state: place.state }
}

/** The places of a window, latest first: one for each set of displays that it was on. */
export type PlaceMemory = readonly { readonly on: string; readonly place: WindowPlace }[]

/** Number of display sets that a window remembers: home, office, the laptop alone, and some more. */
const MAX_SETS = 6

const memory = z.array(z.strictObject({ on: z.string().max(2000), place: windowPlace })).max(MAX_SETS)

/** Empty for an invalid value. */
export function parseMemory(value: unknown): PlaceMemory {
  const parsed = memory.safeParse(value)
  return parsed.success ? parsed.data : []
}

/** Adds a window's place on the current displays. */
export function remembering(known: PlaceMemory, place: WindowPlace, displays: readonly DisplayArea[]): PlaceMemory {
  const on = nameOfSet(displays)
  return [{ on, place }, ...known.filter((entry) => entry.on !== on)].slice(0, MAX_SETS)
}

/** Whether it has a place on these displays. */
export const isKnown = (known: PlaceMemory, displays: readonly DisplayArea[]): boolean =>
  known.some(({ on }) => on === nameOfSet(displays))

/** Its place on these displays, else the latest; null when it never had one. */
export const rememberedPlace = (known: PlaceMemory, displays: readonly DisplayArea[]): WindowPlace | null =>
  (known.find(({ on }) => on === nameOfSet(displays)) ?? known[0])?.place ?? null

/** The same text for the same displays, in any order: task bars may come and go. */
const nameOfSet = (displays: readonly DisplayArea[]): string =>
  displays
    .map(({ bounds: { x, y, width, height }, scale, isPrimary }) =>
      [x, y, width, height, scale, isPrimary ? 'primary' : ''].join(' ').trim(),
    )
    .sort()
    .join('; ')

/** The display that shows most of a window, else the nearest one. */
function displayOf(bounds: Bounds, displays: readonly DisplayArea[]): DisplayArea {
  const shows = (display: DisplayArea): number => overlap(bounds, display.bounds)
  const best = bestOf(displays, shows)
  return shows(best) > 0 ? best : bestOf(displays, (display) => -distance(bounds, display.bounds))
}

type OldDisplay = WindowPlace['display']

/** The display where it was; else one of its size, the nearest of them; else the primary one for the primary one, and the nearest for any other. */
function mostLike(old: OldDisplay, displays: readonly DisplayArea[]): DisplayArea {
  const nearest = (among: readonly DisplayArea[]): DisplayArea => bestOf(among, ({ bounds }) => -distance(old, bounds))
  const alike = displays.filter((display) => isAsLarge(old, display) && old.scale === display.scale)
  if (alike.length > 0) return nearest(alike)
  if (old.isPrimary) return primaryOf(displays)
  const others = displays.filter(({ isPrimary }) => !isPrimary)
  return nearest(others.length > 0 ? others : displays)
}

const isAsLarge = (old: OldDisplay, { bounds }: DisplayArea): boolean =>
  old.width === bounds.width && old.height === bounds.height

const primaryOf = (displays: readonly DisplayArea[]): DisplayArea =>
  displays.find(({ isPrimary }) => isPrimary) ?? bestOf(displays, () => 0)

const areasFrom = (first: DisplayArea, displays: readonly DisplayArea[]): readonly Bounds[] =>
  [first, ...displays.filter((display) => display !== first)].map(({ workArea }) => workArea)

function bestOf<Each>(all: readonly Each[], score: (each: Each) => number): Each {
  const [first, ...rest] = all
  if (first === undefined) throw new Error('no display to open a window on')
  return rest.reduce((best, each) => (score(each) > score(best) ? each : best), first)
}

const overlap = (a: Bounds, b: Bounds): number =>
  along(a.x, a.width, b.x, b.width) * along(a.y, a.height, b.y, b.height)

const along = (a: number, lengthA: number, b: number, lengthB: number): number =>
  Math.max(0, Math.min(a + lengthA, b + lengthB) - Math.max(a, b))

/** Between the centers. */
const distance = (a: Bounds, b: Bounds): number =>
  Math.hypot(a.x + a.width / 2 - b.x - b.width / 2, a.y + a.height / 2 - b.y - b.height / 2)
