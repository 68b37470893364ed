/**
 * The actual pixels of a chart's canvas: its most common color, and whether other colors of the theme are on it. End-to-end tests run `rowIn` inside
 * a page of their own, so it uses nothing outside of itself.
 */

interface Painted {
  /** Whether most of the picture is the panel's background. */
  readonly ground: boolean
  /** The requested tokens with at least one pixel. */
  readonly tokens: readonly string[]
}

/** Checks the widest canvas inside an element for the background and for colors of these tokens (`--up`) in the current theme. */
export function paintedIn(element: Element, names: readonly string[]): Painted {
  const probe = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })
  const [canvas] = [...element.querySelectorAll('canvas')].sort((a, b) => b.width - a.width)
  const context = canvas?.getContext('2d')
  if (canvas === undefined || context == null || probe === null || canvas.width === 0)
    return { ground: false, tokens: [] }
  const style = getComputedStyle(document.documentElement)
  /** One number per pixel, at any opacity. */
  const rgb = (pixel: number): number => pixel & 0xff_ff_ff
  const pixels = (from: CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D, width: number, height: number) =>
    new Uint32Array(from.getImageData(0, 0, width, height).data.buffer)
  const colorOf = (token: string): number => {
    probe.clearRect(0, 0, 1, 1)
    probe.fillStyle = style.getPropertyValue(token)
    probe.fillRect(0, 0, 1, 1)
    return rgb(pixels(probe, 1, 1)[0] ?? 0)
  }
  const counts = new Map(['--panel', ...names].map((token) => [colorOf(token), 0]))
  const { width, height } = canvas
  for (const pixel of pixels(context, width, height)) {
    const count = counts.get(rgb(pixel))
    if (count !== undefined) counts.set(rgb(pixel), count + 1)
  }
  const count = (token: string): number => counts.get(colorOf(token)) ?? 0
  return { ground: count('--panel') > (width * height) / 2, tokens: names.filter((token) => count(token) > 0) }
}

/** The row of the widest canvas inside an element with the most pixels of a token's color, and the canvas's sides, px of the page. */
export function rowIn(element: Element, name: string): { y: number; left: number; right: number } {
  const probe = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })
  const [canvas] = [...element.querySelectorAll('canvas')].sort((a, b) => b.width - a.width)
  const context = canvas?.getContext('2d')
  if (canvas === undefined || context == null || probe === null) throw new Error('no canvas')
  probe.fillStyle = getComputedStyle(document.documentElement).getPropertyValue(name)
  probe.fillRect(0, 0, 1, 1)
  const [red, green, blue] = probe.getImageData(0, 0, 1, 1).data
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height)
  const counts = new Array<number>(canvas.height).fill(0)
  for (let at = 0; at < data.length; at += 4) {
    if (data[at] !== red || data[at + 1] !== green || data[at + 2] !== blue) continue
    const row = Math.floor(at / 4 / canvas.width)
    counts[row] = (counts[row] ?? 0) + 1
  }
  const { top, left, right, height } = canvas.getBoundingClientRect()
  return { y: top + (counts.indexOf(Math.max(...counts)) * height) / canvas.height, left, right }
}
