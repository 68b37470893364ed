/**
 * Nothing acts that was not meant: a region whose content just moved takes no press for a moment, as a press on its way was meant for what was there.
 * What rows show may change with the market; this is about the place of the region itself.
 */
import { createContext, type ReactNode, type RefObject, useContext, useEffect, useLayoutEffect, useMemo } from 'react'
import type { Cancel } from '../../contract/time.ts'
import { useMarketData, type WindowClock } from '../market-data/index.ts'

/** A moved region takes presses again after this, ms: faster than human reaction. */
export const STILL_AFTER_MS = 500
/** What a press causes is shown within this time, ms. */
const OWN_MS = 100
/** Smaller differences are rounding, px. */
const MIN_PX = 0.5

interface Point {
  readonly x: number
  readonly y: number
}

/** The place of a region in the window, px. */
export interface Box {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** A part of the window in which presses act. */
export interface Region {
  /** Null while it is not shown. */
  readonly box: () => Box | null
  /** What it shows, if that can be replaced as a whole: the panel in front. */
  readonly subject: () => string | null
  /** Takes no press, or takes them again. */
  readonly hold: (isHeld: boolean) => void
}

interface Known {
  box: Box | null
  subject: string | null
  /** Whether a press that began in it has not ended. */
  isPressed: boolean
  release: Cancel | null
}

const isSame = (a: Box, b: Box): boolean =>
  (['left', 'top', 'width', 'height'] as const).every((side) => Math.abs(a[side] - b[side]) < MIN_PX)

const isWithin = ({ x, y }: Point, { left, top, width, height }: Box): boolean =>
  x >= left && x < left + width && y >= top && y < top + height

/** The regions of a window, and which of them moved. */
export class Stillness {
  readonly #clock: Pick<WindowClock, 'monotonic' | 'after'>
  readonly #regions = new Map<Region, Known>()
  readonly #listeners = new Set<() => void>()
  /** When the first region was there, monotonic ms: a window that just opened is still laying itself out. */
  #since: number | null = null
  #pressed: (Point & { readonly at: number }) | null = null

  constructor(clock: Pick<WindowClock, 'monotonic' | 'after'>) {
    this.#clock = clock
  }

  add(region: Region): () => void {
    this.#since ??= this.#clock.monotonic()
    this.#regions.set(region, { box: null, subject: null, isPressed: false, release: null })
    return () => {
      this.#regions.get(region)?.release?.()
      this.#regions.delete(region)
    }
  }

  /** A press began: what it shows elsewhere, the trader asked for. */
  pressed(point: Point): void {
    this.#acted(point)
    for (const known of this.#regions.values()) known.isPressed = known.box !== null && isWithin(point, known.box)
  }

  /** The press ends: it still acts on what it began on, and then the regions that moved meanwhile take no other. */
  released(point: Point): void {
    this.#acted(point)
    this.#clock.after(0, () => {
      for (const [region, known] of this.#regions) {
        if (known.isPressed && known.release !== null) region.hold(true)
        known.isPressed = false
      }
    })
  }

  #acted({ x, y }: Point): void {
    this.#pressed = { x, y, at: this.#clock.monotonic() }
  }

  /** Compares every region with its last place, before the frame with its new one is painted. */
  check(): void {
    let moved = false
    for (const [region, known] of this.#regions) {
      const now = { box: region.box(), subject: region.subject() }
      const { box, subject } = known
      Object.assign(known, now)
      if (now.box === null) {
        moved ||= box !== null
        continue
      }
      if (box !== null && isSame(box, now.box) && subject === now.subject) continue
      moved = true
      const isReplaced = box === null || isSame(box, now.box)
      if (!this.#isOpening() && !(isReplaced && this.#isAsked(now.box))) this.#hold(region, known)
    }
    if (moved) for (const listener of this.#listeners) listener()
  }

  /** Fires after a check that found another layout. */
  onMoved(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  #isOpening(): boolean {
    return this.#clock.monotonic() - (this.#since ?? 0) < STILL_AFTER_MS
  }

  /** Whether a press outside of the region just asked for another content: the pointer is not over it. */
  #isAsked(box: Box): boolean {
    const pressed = this.#pressed
    return pressed !== null && this.#clock.monotonic() - pressed.at < OWN_MS && !isWithin(pressed, box)
  }

  #hold(region: Region, known: Known): void {
    known.release?.()
    if (!known.isPressed) region.hold(true)
    known.release = this.#clock.after(STILL_AFTER_MS, () => {
      known.release = null
      region.hold(false)
    })
  }
}

interface Watched {
  readonly stillness: Stillness
  /** @param isAnchor only its start counts: it grows and shrinks at its end, where the trader asked for it */
  readonly watch: (element: HTMLElement, subject: () => string | null, isAnchor?: boolean) => () => void
}

const StillContext = createContext<Watched | null>(null)

const boxOf = (element: Element): Box | null => {
  const { left, top, width, height } = element.getBoundingClientRect()
  return width === 0 || height === 0 ? null : { left, top, width, height }
}

/** Watches the regions of its window. */
export function StillProvider({ children }: { readonly children: ReactNode }): ReactNode {
  const { clock } = useMarketData()
  const { watched, start } = useMemo(() => watching(clock), [clock])
  useEffect(start, [start])
  return <StillContext value={watched}>{children}</StillContext>
}

function watching(clock: WindowClock): { readonly watched: Watched; readonly start: () => () => void } {
  const stillness = new Stillness(clock)
  const sizes = new ResizeObserver(() => stillness.check())
  return {
    watched: {
      stillness,
      watch(element, subject, isAnchor = false) {
        const drop = stillness.add({
          box() {
            const box = boxOf(element)
            return box !== null && isAnchor ? { ...box, height: 1 } : box
          },
          subject,
          hold: (isHeld) => element.toggleAttribute('data-moved', isHeld),
        })
        sizes.observe(element)
        return () => {
          sizes.unobserve(element)
          element.removeAttribute('data-moved')
          drop()
        }
      },
    },
    start() {
      // A tab comes to the front at the start of a press or at its end.
      const begin = ({ clientX, clientY }: PointerEvent): void => stillness.pressed({ x: clientX, y: clientY })
      const end = ({ clientX, clientY }: PointerEvent): void => stillness.released({ x: clientX, y: clientY })
      const over = new AbortController()
      const { signal } = over
      // Moves without a change of size: something before them in a scrolling form, for example.
      const shifts = new PerformanceObserver(() => stillness.check())
      shifts.observe({ type: 'layout-shift' })
      window.addEventListener('pointerdown', begin, { capture: true, signal })
      for (const kind of ['pointerup', 'pointercancel'] as const)
        window.addEventListener(kind, end, { capture: true, signal })
      return () => {
        over.abort()
        shifts.disconnect()
        sizes.disconnect()
      }
    },
  }
}

/** The window's regions, for what is placed beside them. Null outside of a window. */
export const useStillness = (): Stillness | null => useContext(StillContext)?.stillness ?? null

/** Watches elements that React does not render. */
export const useWatchStill = (): Watched['watch'] | null => useContext(StillContext)?.watch ?? null

/**
 * For an element in which presses act, as long as the component is mounted: after it moved or changed its size, it takes none for a moment.
 * @param isAnchor only its start counts
 */
export function useStill(ref: RefObject<HTMLElement | null>, isAnchor = false): void {
  const watch = useWatchStill()
  useLayoutEffect(() => {
    const element = ref.current
    return element === null ? undefined : watch?.(element, () => null, isAnchor)
  }, [ref, watch, isAnchor])
}
