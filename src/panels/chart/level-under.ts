/** The line of the trader's that is under a point of the chart. Pure. */
import type { LevelLine } from './annotations.ts'
import type { LevelLabel } from './draw-levels.ts'
import { GRIP_RANKS } from './grips.ts'

interface LevelUnderInput {
  readonly levels: readonly LevelLine[]
  /** Where their labels stand. */
  readonly labels: readonly LevelLabel[]
  /** Pixel of a level; null where it is nowhere. */
  readonly yOf: (level: LevelLine) => number | null
}

/** How far from a line it is still grabbed, px. */
const GRAB = 5

/** One that can be dragged: whose label is there, else the nearest of those beside it; of two at one price what was put on top. */
export function levelUnder(x: number, y: number, { levels, labels, yOf }: LevelUnderInput): LevelLine | null {
  const label = labels.find((one) => x >= one.left && x <= one.right && y >= one.top && y <= one.bottom)
  if (label?.level !== undefined) return label.level.grip === undefined ? null : label.level
  const near = levels.flatMap((level) => {
    const at = level.grip === undefined ? null : yOf(level)
    if (at === null || level.grip === undefined || Math.abs(at - y) > GRAB) return []
    return [{ level, away: Math.round(Math.abs(at - y)), rank: GRIP_RANKS[level.grip.kind] }]
  })
  near.sort((a, b) => a.away - b.away || a.rank - b.rank)
  return near[0]?.level ?? null
}
