/** A sparkline as an SVG path: steps, for a price stands until the next one. Pure; numbers only place pixels. */
import type { PricePoint } from '../../../contract/outcome.ts'

interface Box {
  readonly width: number
  readonly height: number
}

/** Null where there is nothing to draw a line through. Flat prices lie in the middle. */
export function sparklinePath(points: readonly PricePoint[], { width, height }: Box): string | null {
  const [first] = points
  const last = points.at(-1)
  if (first === undefined || last === undefined || last.time <= first.time) return null
  const prices = points.map(({ price }) => Number(price))
  const least = Math.min(...prices)
  const range = Math.max(...prices) - least
  const x = (time: number): string => (((time - first.time) / (last.time - first.time)) * width).toFixed(1)
  const y = (price: number): string =>
    (range === 0 ? height / 2 : height - ((price - least) / range) * height).toFixed(1)
  const steps = points.slice(1).map(({ time }, i) => `H${x(time)}V${y(prices[i + 1] as number)}`)
  return `M0 ${y(prices[0] as number)}${steps.join('')}`
}
