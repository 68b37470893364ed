/** The theme's colors in a form that the chart library can parse: it supports rgb, but neither oklch nor CSS custom properties. */
import { useEffect, useEffectEvent } from 'react'

const TOKENS = {
  panel: '--panel',
  text: '--text',
  secondary: '--text-2',
  faint: '--text-3',
  grid: '--line',
  raised: '--raised',
  up: '--up',
  down: '--down',
  done: '--done',
  accent: '--accent',
  accentSoft: '--accent-soft',
  series1: '--series-1',
  series2: '--series-2',
  series3: '--series-3',
  series4: '--series-4',
  series5: '--series-5',
  series6: '--series-6',
} as const

export type ChartColours = Readonly<Record<keyof typeof TOKENS, string>>

/** Any CSS color as `rgba(…)`: painted on one pixel and read back. */
function rgbOf(colour: string, canvas: OffscreenCanvasRenderingContext2D): string {
  canvas.clearRect(0, 0, 1, 1)
  canvas.fillStyle = colour
  canvas.fillRect(0, 0, 1, 1)
  const [red = 0, green = 0, blue = 0, alpha = 255] = canvas.getImageData(0, 0, 1, 1).data
  return `rgba(${red}, ${green}, ${blue}, ${alpha / 255})`
}

/**
 * The result of `tokenValue` for every token.
 * @throws Error with the first token that has no value: a chart in made-up colors would hide that its theme is missing
 */
export function coloursFrom(tokenValue: (token: string) => string, rgb: (colour: string) => string): ChartColours {
  const read = (token: string): string => {
    const value = tokenValue(token).trim()
    if (value === '') throw new Error(`the theme has no value for ${token}`)
    return rgb(value)
  }
  return Object.fromEntries(Object.entries(TOKENS).map(([name, token]) => [name, read(token)])) as ChartColours
}

/**
 * The current tokens, read from the root element: a background panel is outside the document, where every token is empty.
 * @throws Error when the theme lacks a token
 */
export function readColours(): ChartColours {
  const style = getComputedStyle(document.documentElement)
  const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })
  if (canvas === null) throw new Error('colors cannot be read: no canvas')
  return coloursFrom(
    (token) => style.getPropertyValue(token),
    (colour) => rgbOf(colour, canvas),
  )
}

/**
 * A color of `readColours` with another opacity, 0 to 1.
 * @throws RangeError for a color of any other form, whose last number would not be its opacity
 */
export function faded(colour: string, alpha: number): string {
  const parts = /^rgba\((\d+, \d+, \d+), [\d.]+\)$/.exec(colour)
  if (parts === null) throw new RangeError(`not an rgba color: ${colour}`)
  return `rgba(${parts[1]}, ${alpha})`
}

/**
 * Calls `changed` when the theme does; returns a function that stops it. Only `data-theme`, `data-contrast` and `data-palette` count: an open menu
 * writes styles on the root element that change no color.
 */
function onThemeChange(changed: () => void): () => void {
  const observer = new MutationObserver(changed)
  const attributeFilter = ['data-theme', 'data-contrast', 'data-palette']
  observer.observe(document.documentElement, { attributes: true, attributeFilter })
  const system = matchMedia('(prefers-color-scheme: light)')
  system.addEventListener('change', changed)
  return () => {
    observer.disconnect()
    system.removeEventListener('change', changed)
  }
}

/** Keeps drawings of the chart library in the theme's colors: calls `paint` when they change, and whenever the panel comes to the front. */
export function useThemeColours(visible: boolean, paint: (colours: ChartColours) => void): void {
  const latest = useEffectEvent(() => paint(readColours()))
  useEffect(() => onThemeChange(() => latest()), [])
  useEffect(() => {
    if (visible) latest()
  }, [visible])
}
