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
  const style = getComputedStyle(document.documentElement)
  const key = (rgb: Uint8ClampedArray): string => `${rgb[0]},${rgb[1]},${rgb[2]}`
  const keyOf = (token: string): string => {
    if (probe === null) return ''
    probe.clearRect(0, 0, 1, 1)
    probe.fillStyle = style.getPropertyValue(token)
    probe.fillRect(0, 0, 1, 1)
    return key(probe.getImageData(0, 0, 1, 1).data)
  }
  const [canvas] = [...element.querySelectorAll('canvas')].sort((a, b) => b.width - a.width)
  const context = canvas?.getContext('2d')
  if (canvas === undefined || context == null || canvas.width === 0) return { ground: false, tokens: [] }
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height)
  const counts = new Map<string, number>()
  for (let at = 0; at < data.length; at += 4) {
    const color = key(data.subarray(at, at + 3))
    counts.set(color, (counts.get(color) ?? 0) + 1)
  }
  const half = (canvas.width * canvas.height) / 2
  return {
    ground: (counts.get(keyOf('--panel')) ?? 0) > half,
    tokens: names.filter((token) => counts.has(keyOf(token))),
  }
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
