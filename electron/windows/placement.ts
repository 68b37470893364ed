/**
 * Where a window goes on the displays that are there: as it was left on these, else at the same place of the display that is most like its own.
 * A window remembers its places for each set of displays, so that it is back on the large screen when the laptop is.
 */
import { z } from 'zod'
import { type WindowPlace, type WindowState, windowPlace } from '../../contract/workspace.ts'
import { type Bounds, openingBounds } from './bounds.ts'

/** A display, DIP. */
export interface DisplayArea {
  readonly bounds: Bounds
  /** What is left of it beside task bar, dock and menu bar. */
  readonly workArea: Bounds
  readonly scale: number
  readonly isPrimary: boolean
}

/** A window as it is to be: its bounds while it is neither maximised nor full-screen, and its state. */
export interface Placed {
  readonly bounds: Bounds
  readonly state: WindowState
}

/** The place of a window, seen from the display that shows most of it. @param displays at least one. */
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

/** Where a window goes that was at a place, or nowhere yet: never off every screen. @param displays at least one. */
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

/** The places of a window, the newest first: one for each set of displays that it was on. */
export type PlaceMemory = readonly { readonly on: string; readonly place: WindowPlace }[]

/** Sets of displays that a window remembers its place on: home, office, the laptop alone, and some. */
const MOST_SETS = 6

const memory = z.array(z.strictObject({ on: z.string().max(2000), place: windowPlace })).max(MOST_SETS)

/** Empty for what is none. */
export function parseMemory(value: unknown): PlaceMemory {
  const parsed = memory.safeParse(value)
  return parsed.success ? parsed.data : []
}

/** With a window's place on the displays that are there. */
export function remembering(known: PlaceMemory, place: WindowPlace, displays: readonly DisplayArea[]): PlaceMemory {
  const on = nameOfSet(displays)
  return [{ on, place }, ...known.filter((entry) => entry.on !== on)].slice(0, MOST_SETS)
}

/** Whether it has a place on these displays. */
export const isKnown = (known: PlaceMemory, displays: readonly DisplayArea[]): boolean =>
  known.some(({ on }) => on === nameOfSet(displays))

/** Its place on these displays, else the newest; null when it was never anywhere. */
export const rememberedPlace = (known: PlaceMemory, displays: readonly DisplayArea[]): WindowPlace | null =>
  (known.find(({ on }) => on === nameOfSet(displays)) ?? known[0])?.place ?? null

/** The same text for the same displays, in whatever order they come: task bars may come and go. */
const nameOfSet = (displays: readonly DisplayArea[]): string =>
  displays
    .map(({ bounds: { x, y, width, height }, scale, isPrimary }) =>
      [x, y, width, height, scale, isPrimary ? 'primary' : ''].join(' ').trim(),
    )
    .sort()
    .join('; ')

/** The display that shows most of a window, else the one nearest to it. */
function displayOf(bounds: Bounds, displays: readonly DisplayArea[]): DisplayArea {
  const shows = (display: DisplayArea): number => overlap(bounds, display.bounds)
  const best = bestOf(displays, shows)
  return shows(best) > 0 ? best : bestOf(displays, (display) => -distance(bounds, display.bounds))
}

type OldDisplay = WindowPlace['display']

/** The one where it was; else one of its size, the nearest of them; else the primary one for the primary one, and the nearest for any other. */
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

/** Between the middles. */
const distance = (a: Bounds, b: Bounds): number =>
  Math.hypot(a.x + a.width / 2 - b.x - b.width / 2, a.y + a.height / 2 - b.y - b.height / 2)
