/**
 * `screen`: the displays. Headless they come from `ISOTHERM_SCREENS`, by default one of 1920 × 1080; a program that started the host may change them
 * (`test-actions.ts`).
 */
import { spawnSync } from 'node:child_process'
import type * as Electron from 'electron'
import type { EventsOf } from './electron-types.ts'
import { hostEvent } from './events.ts'
import { HostEmitter } from './missing.ts'
import { runtime } from './runtime.ts'

/** Description of a display, in DIP. */
export interface DisplayShape {
  readonly bounds: Electron.Rectangle
  readonly workArea: Electron.Rectangle
  readonly scale: number
  readonly isPrimary: boolean
}

const ONE_SCREEN = '{1920x1080}'

/** The description of the screens. */
export const headlessScreens = (env: NodeJS.ProcessEnv): string => env.ISOTHERM_SCREENS || ONE_SCREEN

/**
 * Parses screens written `{1920x1080 workAreaTop=25}{1920,0 1440x900 devicePixelRatio=2}`: origin, unless next to the previous one, size, and the
 * insets of the work area; all in DIP. The first is the primary one, unless another has `primary`.
 * @throws Error for anything else.
 */
export function parseScreens(text: string): DisplayShape[] {
  const screens: Omit<DisplayShape, 'isPrimary'>[] = []
  let primary = 0
  const rest = text.replace(/\{(?:(-?\d+),(-?\d+) )?(\d+)x(\d+)([^}]*)\}/g, (_all, x, y, width, height, more) => {
    const before = screens.at(-1)?.bounds
    const bounds = {
      x: x === undefined ? (before === undefined ? 0 : before.x + before.width) : Number(x),
      y: y === undefined ? 0 : Number(y),
      width: Number(width),
      height: Number(height),
    }
    const numberOf = (name: string, otherwise: number): number =>
      Number(new RegExp(`\\b${name}=(\\d+(?:\\.\\d+)?)`).exec(more)?.[1] ?? otherwise)
    const [left, top] = [numberOf('workAreaLeft', 0), numberOf('workAreaTop', 0)]
    const workArea = {
      x: bounds.x + left,
      y: bounds.y + top,
      width: bounds.width - left - numberOf('workAreaRight', 0),
      height: bounds.height - top - numberOf('workAreaBottom', 0),
    }
    if (/\bprimary\b/.test(more)) primary = screens.length
    screens.push({ bounds, workArea, scale: numberOf('devicePixelRatio', 1) })
    return ''
  })
  if (screens.length === 0 || rest.trim() !== '') {
    throw new Error(`ISOTHERM_SCREENS takes screens such as {1920x1080}{1920,0 1440x900}, not "${text}"`)
  }
  return screens.map((screen, index) => ({ ...screen, isPrimary: index === primary }))
}

/** The same screens in Chromium's notation. Its pages are drawn at scale 1, regardless of the scale reported to main. */
export const screensOfBrowser = (text: string): string =>
  parseScreens(text)
    .map(({ bounds: { x, y, width, height } }) => `{${x},${y} ${width}x${height}}`)
    .join('')

/** The screens of the X server, parsed from `xrandr`. */
export function parseXrandr(text: string): DisplayShape[] {
  const found = [...text.matchAll(/ connected (primary )?(\d+)x(\d+)\+(-?\d+)\+(-?\d+)/g)]
  const primary = Math.max(
    0,
    found.findIndex(([, isPrimary]) => isPrimary !== undefined),
  )
  return found.map(([, , width, height, x, y], index) => {
    const bounds = { x: Number(x), y: Number(y), width: Number(width), height: Number(height) }
    return { bounds, workArea: bounds, scale: 1, isPrimary: index === primary }
  })
}

function readScreens(): DisplayShape[] {
  if (runtime.headless) return parseScreens(headlessScreens(process.env))
  const { stdout, status } = spawnSync('xrandr', ['--current'], { encoding: 'utf8' })
  const found = status === 0 ? parseXrandr(stdout) : []
  return found.length > 0 ? found : parseScreens(ONE_SCREEN)
}

export type ScreenEvents = EventsOf<Electron.Screen, 'display-added' | 'display-metrics-changed' | 'display-removed'>

export class Screen extends HostEmitter<ScreenEvents> {
  #shapes: readonly DisplayShape[] | null = null
  /** A display keeps its id as long as its origin is the same. */
  readonly #ids = new Map<string, number>()

  /** The primary one comes last: Electron promises no order. */
  getAllDisplays(): Electron.Display[] {
    return this.#all()
      .toSorted((a, b) => Number(a.isPrimary) - Number(b.isPrimary))
      .map((shape) => this.#display(shape))
  }

  getPrimaryDisplay(): Electron.Display {
    const shapes = this.#all()
    return this.#display((shapes.find(({ isPrimary }) => isPrimary) ?? shapes[0]) as DisplayShape)
  }

  /** The display that shows most of `rect`, else the one nearest to it. */
  getDisplayMatching(rect: Electron.Rectangle): Electron.Display {
    const shown = ({ bounds }: Electron.Display): number =>
      overlap(rect.x, rect.width, bounds.x, bounds.width) * overlap(rect.y, rect.height, bounds.y, bounds.height)
    const best = this.getAllDisplays().reduce((a, b) => (shown(b) > shown(a) ? b : a))
    if (shown(best) > 0) return best
    return this.getDisplayNearestPoint({ x: rect.x + rect.width / 2, y: rect.y + rect.height / 2 })
  }

  getDisplayNearestPoint({ x, y }: Electron.Point): Electron.Display {
    const away = ({ bounds }: Electron.Display): number =>
      Math.hypot(outside(x, bounds.x, bounds.width), outside(y, bounds.y, bounds.height))
    return this.getAllDisplays().reduce((a, b) => (away(b) < away(a) ? b : a))
  }

  /** For the host: replaces the displays, and reports the changes to main. */
  become(shapes: readonly DisplayShape[]): void {
    const before = new Map(this.getAllDisplays().map((display) => [display.id, display]))
    this.#shapes = shapes
    const after = new Map(this.getAllDisplays().map((display) => [display.id, display]))
    for (const [id, display] of before) {
      if (!after.has(id)) this.emit('display-removed', hostEvent({}), display)
    }
    for (const [id, display] of after) {
      const old = before.get(id)
      if (old === undefined) this.emit('display-added', hostEvent({}), display)
      else if (changed(old, display).length > 0) {
        this.emit('display-metrics-changed', hostEvent({}), display, changed(old, display))
      }
    }
  }

  #all(): readonly DisplayShape[] {
    this.#shapes ??= readScreens()
    return this.#shapes
  }

  #display(shape: DisplayShape): Electron.Display {
    const key = `${shape.bounds.x},${shape.bounds.y}`
    const id = this.#ids.get(key) ?? this.#ids.size + 1
    this.#ids.set(key, id)
    return display(shape, id)
  }
}

const METRICS = ['bounds', 'workArea', 'scaleFactor', 'rotation'] as const

/** The changed metrics, by Electron's names. */
const changed = (before: Electron.Display, after: Electron.Display): string[] =>
  METRICS.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))

const overlap = (a: number, lengthA: number, b: number, lengthB: number): number =>
  Math.max(0, Math.min(a + lengthA, b + lengthB) - Math.max(a, b))

const outside = (at: number, from: number, length: number): number => Math.max(from - at, 0, at - (from + length))

function display({ bounds, workArea, scale }: DisplayShape, id: number): Electron.Display {
  return {
    id,
    label: `Screen ${id}`,
    bounds: { ...bounds },
    workArea: { ...workArea },
    size: { width: bounds.width, height: bounds.height },
    workAreaSize: { width: workArea.width, height: workArea.height },
    scaleFactor: scale,
    rotation: 0,
    internal: false,
    detected: true,
    nativeOrigin: { x: bounds.x, y: bounds.y },
    maximumCursorSize: { width: 0, height: 0 },
    colorDepth: 24,
    depthPerComponent: 8,
    colorSpace: '',
    displayFrequency: 60,
    monochrome: false,
    accelerometerSupport: 'unknown',
    touchSupport: 'unknown',
  }
}

Object.defineProperty(Screen, 'name', { value: 'screen' })
export const screen = new Screen()
