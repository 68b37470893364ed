/** The shapes of a depth chart: steps that rise from the best price outward. Pure. */
import type { DepthWindow, Place } from './depth-window.ts'

/** Width and height of the chart in the units of its shapes. */
export const SHAPE = 1000
/** How far the last known level reaches outward: beyond it nothing is known. */
const STUB = 6

const clamped = (value: number): number => Math.min(SHAPE, Math.max(0, value))
const fixed = (value: number): string => value.toFixed(1)

/** Where a price stands, from the left. */
export const across = (window: DepthWindow, at: number): number =>
  ((at - window.low) / (window.high - window.low)) * SHAPE

/** Where a size stands, from the top. */
export const down = (window: DepthWindow, total: number): number => SHAPE - (total / window.top) * SHAPE

interface SideShape {
  /** The line over the steps. */
  readonly line: string
  /** What is below it. */
  readonly area: string
}

export const NO_SHAPE: SideShape = { line: '', area: '' }

/** One side's steps, best level first; `outward` is 1 for asks, −1 for bids. Levels out of the window end the shape at its edge. */
export function sideShape(places: readonly Place[], outward: 1 | -1, window: DepthWindow): SideShape {
  const [best] = places
  if (best === undefined) return NO_SHAPE
  const from = fixed(clamped(across(window, best.at)))
  let line = `M${from} ${SHAPE}`
  let edge = from
  let within = true
  for (const { at, total } of places) {
    const x = across(window, at)
    edge = fixed(clamped(x))
    line += `H${edge}`
    within = x >= 0 && x <= SHAPE
    if (!within) break
    line += `V${fixed(clamped(down(window, total)))}`
  }
  if (within) {
    edge = fixed(clamped(Number(edge) + outward * STUB))
    line += `H${edge}`
  }
  return { line, area: `${line}V${SHAPE}H${from}z` }
}
