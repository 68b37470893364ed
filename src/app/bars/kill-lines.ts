/** What a kill will do, line by line. Pure. */
import type { KillPositions } from '../../../contract/flatten.ts'

interface Asked {
  readonly profile: string
  readonly positions: KillPositions
  /** How many positions are held, and orders rest; null while that is not known. */
  readonly held: number | null
  readonly resting: number | null
}

const counted = (count: number | null, one: string, many: string, verb: readonly [string, string]): string => {
  if (count === null) return `Every ${one} ${verb[0]}.`
  return count === 1 ? `1 ${one} ${verb[0]}.` : `${count} ${many} ${verb[1]}.`
}

export function killLines({ profile, positions, held, resting }: Asked): readonly string[] {
  return [
    `Nothing that opens or adds to a position is sent to ${profile}, from any window, until its name is typed and a box of the system is answered. A restart keeps it so.`,
    'Scales, slices, moves and reversals are paused or stopped.',
    resting === 0
      ? 'No order rests.'
      : counted(resting, 'resting order', 'resting orders', ['is canceled', 'are canceled']),
    held === 0
      ? 'No position is held.'
      : positions === 'leave'
        ? counted(held, 'position', 'positions', ['stays', 'stay'])
        : counted(held, 'position', 'positions', ['is closed at market', 'are closed at market']),
  ]
}
