/** The theme's colours as the chart library can read them: it knows rgb, not oklch, and no CSS custom properties. */

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
} as const

export type ChartColours = Readonly<Record<keyof typeof TOKENS, string>>

/** Any CSS colour as `rgb(…)`/`rgba(…)`: painted on one pixel and read back. */
function rgbOf(colour: string, canvas: CanvasRenderingContext2D): string {
  canvas.clearRect(0, 0, 1, 1)
  canvas.fillStyle = colour
  canvas.fillRect(0, 0, 1, 1)
  const [red = 0, green = 0, blue = 0, alpha = 255] = canvas.getImageData(0, 0, 1, 1).data
  return `rgba(${red}, ${green}, ${blue}, ${alpha / 255})`
}

/** Reads the tokens as they stand on an element now. */
export function readColours(element: Element): ChartColours {
  const style = getComputedStyle(element)
  const context = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })
  const read = (token: string): string => {
    const value = style.getPropertyValue(token).trim()
    return context === null || value === '' ? 'rgb(128, 128, 128)' : rgbOf(value, context as never)
  }
  return Object.fromEntries(Object.entries(TOKENS).map(([name, token]) => [name, read(token)])) as ChartColours
}

/** A colour of `readColours` with another opacity. */
export const faded = (colour: string, alpha: number): string => colour.replace(/[\d.]+\)$/, `${alpha})`)

/** Calls `changed` when the theme does; returns the way to stop. */
export function onThemeChange(changed: () => void): () => void {
  const observer = new MutationObserver(changed)
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme', 'style', 'class'] })
  const system = matchMedia('(prefers-color-scheme: light)')
  system.addEventListener('change', changed)
  return () => {
    observer.disconnect()
    system.removeEventListener('change', changed)
  }
}
