/** Remembers where each window is on the current displays, and restores it: at its opening, and when displays come and go. */
import type { BrowserWindow } from 'electron'
import { Listeners } from '../../contract/listeners.ts'
import type { Cancel, Clock } from '../../contract/time.ts'
import type { WindowPlace, WindowState } from '../../contract/workspace.ts'
import type { LayoutStore } from '../storage/index.ts'
import {
  type Bounds,
  type DisplayArea,
  isKnown,
  openingBounds,
  type Placed,
  type PlaceMemory,
  parseMemory,
  placed,
  placeOf,
  rememberedPlace,
  remembering,
  SMALLEST,
} from './placement.ts'

interface WindowPlacesOptions {
  readonly layouts: Pick<LayoutStore, 'readLayout' | 'saveLayout'>
  readonly clock: Pick<Clock, 'after'>
  /** At least one; in no order. */
  readonly displays: () => readonly DisplayArea[]
  /** Size of every page, from the command line; overrides a saved one. */
  readonly size: { readonly width: number; readonly height: number } | null
  /** Executes a write that may fail. */
  readonly save: (write: () => void) => void
}

/** A tracked window. */
export interface FollowedPlace {
  /** It is on screen: it takes the state that it was left in. */
  shown(): void
  /** It closes: its place counts at once. */
  closing(): void
  gone(): void
}

interface Followed {
  readonly name: string
  readonly window: BrowserWindow
  /** The state that it takes once it is shown; null from then on. */
  awaited: WindowState | null
  cancelSave: Cancel
}

/** Offset of a new window from the one it was opened in, to the right and down, DIP. */
const STEP = 40

const placesKey = (name: string): string => `#places/${name}`

/** Idle time after dragging before the new place is saved, ms. */
const REST = 500
/** Displays come, go and change in several steps, and the system moves windows meanwhile, ms. */
const SETTLED = 250
const EVENTS = ['move', 'resize', 'maximize', 'unmaximize', 'enter-full-screen', 'leave-full-screen'] as const

export class WindowPlaces {
  readonly #options: WindowPlacesOptions
  readonly #followed = new Set<Followed>()
  readonly #moved = new Listeners<[name: string]>()
  /** Fires when the user left a window at another place. */
  readonly onMoved = this.#moved.on
  #settling: Cancel | null = null

  constructor(options: WindowPlacesOptions) {
    this.#options = options
  }

  /** Where a window of that name opens. */
  opening(name: string): Placed {
    const { size } = this.#options
    const displays = this.#options.displays()
    const known = this.#memory(name)
    const last = placed(rememberedPlace(known, displays), displays)
    if (size === null) return last
    const areas = displays.map(({ workArea }) => workArea)
    const primary = displays.find(({ isPrimary }) => isPrimary)?.workArea ?? areas[0]
    const corner = known.length === 0 ? primary : openingBounds({ ...last.bounds, ...size }, areas)
    return { bounds: { x: corner?.x ?? 0, y: corner?.y ?? 0, ...size }, state: 'normal' }
  }

  /** From its creation to its end. @param at the result of `opening`. */
  follow(name: string, window: BrowserWindow, at: Placed): FollowedPlace {
    const followed: Followed = { name, window, awaited: at.state, cancelSave: () => undefined }
    this.#followed.add(followed)
    // Some systems size a window by the scale of another display than the one it opens on.
    if (this.#options.size === null && hasSeveralScales(this.#options.displays())) window.setBounds(at.bounds)
    // A window that nobody ever moves also returns to its place when its display does.
    if (!isKnown(this.#memory(name), this.#options.displays())) {
      this.#remember(name, { bounds: window.getNormalBounds(), state: at.state })
    }
    const remember = (): void => {
      followed.cancelSave()
      followed.cancelSave = this.#options.clock.after(REST, () => {
        if (!window.isDestroyed()) this.#saveNow(followed)
      })
    }
    for (const event of EVENTS) window.on(event as 'move', remember)
    return {
      shown() {
        const { awaited } = followed
        followed.awaited = null
        if (awaited !== null && awaited !== 'normal') setState(window, awaited)
      },
      closing: () => {
        followed.cancelSave()
        this.#saveNow(followed)
      },
      gone: () => {
        followed.cancelSave()
        this.#followed.delete(followed)
      },
    }
  }

  /** The current place of a window; null for none of that name. */
  placeOf(name: string): WindowPlace | null {
    const followed = this.#find(name)
    return followed === undefined ? null : placeOf(this.#standing(followed), this.#options.displays())
  }

  /** Remembers where a window opens next, or moves it there where it is open. */
  put(name: string, place: WindowPlace): void {
    const displays = this.#options.displays()
    const there = placed(place, displays)
    this.#remember(name, there)
    const followed = this.#find(name)
    if (followed !== undefined) this.#take(followed, there)
  }

  /** Makes a window that is about to open do so in the smallest size, with its title bar near a point of the screen. */
  openAt(name: string, { x, y }: { readonly x: number; readonly y: number }): void {
    const bounds = { x: x - SMALLEST.width / 2, y: y - 12, ...SMALLEST }
    this.put(name, placeOf({ bounds, state: 'normal' }, this.#options.displays()))
  }

  /** The same, a step to the right of and below the window `from`. */
  openBeside(name: string, from: string): void {
    const place = this.placeOf(from)
    if (place === null) return
    const { left, top, display } = place
    this.put(name, { state: 'normal', left: left + STEP, top: top + STEP, ...SMALLEST, display })
  }

  /** Displays came, went or changed: once that is over each window goes to its place on these, else where it is still visible. */
  displaysChanged(): void {
    for (const followed of this.#followed) followed.cancelSave()
    this.#settling?.()
    this.#settling = this.#options.clock.after(SETTLED, () => {
      this.#settling = null
      const displays = this.#options.displays()
      for (const followed of this.#followed) {
        const known = rememberedPlace(this.#memory(followed.name), displays)
        if (known !== null && !followed.window.isDestroyed()) this.#take(followed, placed(known, displays))
      }
    })
  }

  #find(name: string): Followed | undefined {
    return [...this.#followed].findLast((followed) => followed.name === name && !followed.window.isDestroyed())
  }

  #memory(name: string): PlaceMemory {
    return parseMemory(this.#options.layouts.readLayout(placesKey(name)))
  }

  /** Its current state and its bounds without being minimized, maximized or full-screen. */
  #standing({ name, window, awaited }: Followed): Placed {
    const displays = this.#options.displays()
    const state = awaited ?? (window.isMinimized() ? rememberedPlace(this.#memory(name), displays)?.state : undefined)
    return { bounds: window.getNormalBounds(), state: state ?? stateOf(window) }
  }

  #saveNow(followed: Followed): void {
    // While displays change, it is the system that moves windows.
    if (this.#settling !== null) return
    const displays = this.#options.displays()
    const before = rememberedPlace(this.#memory(followed.name), displays)
    const there = this.#standing(followed)
    this.#remember(followed.name, there)
    if (before !== null && isElsewhere(placed(before, displays), there)) this.#moved.notify(followed.name)
  }

  #remember(name: string, there: Placed): void {
    const displays = this.#options.displays()
    const known = remembering(this.#memory(name), placeOf(there, displays), displays)
    this.#options.save(() => this.#options.layouts.saveLayout(placesKey(name), known))
  }

  #take(followed: Followed, { bounds, state }: Placed): void {
    const { window } = followed
    if (
      !isElsewhere(
        { bounds: window.getNormalBounds(), state: followed.awaited ?? stateOf(window) },
        { bounds, state },
        0,
      )
    )
      return
    if (followed.awaited !== null) {
      followed.awaited = state
      window.setBounds(bounds)
      return
    }
    setState(window, 'normal')
    window.setBounds(bounds)
    setState(window, state)
  }
}

const stateOf = (window: BrowserWindow): WindowState => {
  if (window.isFullScreen()) return 'fullscreen'
  return window.isMaximized() ? 'maximised' : 'normal'
}

function setState(window: BrowserWindow, state: WindowState): void {
  if (window.isFullScreen() !== (state === 'fullscreen')) window.setFullScreen(state === 'fullscreen')
  if (state === 'maximised' && !window.isMaximized()) window.maximize()
  if (state === 'normal' && window.isMaximized()) window.unmaximize()
}

/** A window manager rounds and snaps: a few DIP are not a user's move. */
const SLACK = 32

function isElsewhere(a: Placed, b: Placed, slack = SLACK): boolean {
  const sides: readonly (keyof Bounds)[] = ['x', 'y', 'width', 'height']
  return a.state !== b.state || sides.some((side) => Math.abs(a.bounds[side] - b.bounds[side]) > slack)
}

const hasSeveralScales = (displays: readonly DisplayArea[]): boolean =>
  new Set(displays.map(({ scale }) => scale)).size > 1
