/** `screen`: the displays. Headless they are what `ISOTHERM_SCREENS` says, in Chromium's notation, else one of 1920 × 1080. */
import { spawnSync } from 'node:child_process'
import type * as Electron from 'electron'
import { HostEmitter } from './missing.ts'
import { runtime } from './runtime.ts'

const ONE_SCREEN = '{1920x1080}'

/** What headless Chromium is told of its screens. */
export const headlessScreens = (env: NodeJS.ProcessEnv): string => env.ISOTHERM_SCREENS || ONE_SCREEN

/**
 * Reads screens written `{1920x1080}{1920,0 1440x900}`: origin, when not beside the one before, and size.
 * @throws Error for anything else.
 */
export function parseScreens(text: string): Electron.Rectangle[] {
  const screens: Electron.Rectangle[] = []
  const rest = text.replace(/\{(?:(-?\d+),(-?\d+) )?(\d+)x(\d+)[^}]*\}/g, (_all, x, y, width, height) => {
    const before = screens.at(-1)
    screens.push({
      x: x === undefined ? (before === undefined ? 0 : before.x + before.width) : Number(x),
      y: y === undefined ? 0 : Number(y),
      width: Number(width),
      height: Number(height),
    })
    return ''
  })
  if (screens.length === 0 || rest.trim() !== '') {
    throw new Error(`ISOTHERM_SCREENS takes screens such as {1920x1080}{1920,0 1440x900}, not "${text}"`)
  }
  return screens
}

/** The screens of the X server, as `xrandr` lists them. */
export function parseXrandr(text: string): Electron.Rectangle[] {
  return [...text.matchAll(/ connected (primary )?(\d+)x(\d+)\+(-?\d+)\+(-?\d+)/g)]
    .sort((a, b) => Number(b[1] !== undefined) - Number(a[1] !== undefined))
    .map(([, , width, height, x, y]) => ({ x: Number(x), y: Number(y), width: Number(width), height: Number(height) }))
}

function readScreens(): Electron.Rectangle[] {
  if (runtime.headless) return parseScreens(headlessScreens(process.env))
  const { stdout, status } = spawnSync('xrandr', ['--current'], { encoding: 'utf8' })
  const found = status === 0 ? parseXrandr(stdout) : []
  return found.length > 0 ? found : parseScreens(ONE_SCREEN)
}

export class Screen extends HostEmitter<Record<never, never>> {
  #displays: Electron.Display[] | null = null

  getAllDisplays(): Electron.Display[] {
    this.#displays ??= readScreens().map(display)
    return [...this.#displays]
  }

  getPrimaryDisplay(): Electron.Display {
    return this.getAllDisplays()[0] as Electron.Display
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
}

const overlap = (a: number, lengthA: number, b: number, lengthB: number): number =>
  Math.max(0, Math.min(a + lengthA, b + lengthB) - Math.max(a, b))

const outside = (at: number, from: number, length: number): number => Math.max(from - at, 0, at - (from + length))

function display(bounds: Electron.Rectangle, index: number): Electron.Display {
  const { width, height } = bounds
  return {
    id: index + 1,
    label: `Screen ${index + 1}`,
    bounds: { ...bounds },
    workArea: { ...bounds },
    size: { width, height },
    workAreaSize: { width, height },
    scaleFactor: 1,
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
