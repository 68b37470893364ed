/** How long is waited between tries. Pure. */
import type { Random } from '../../contract/time.ts'

/** ms */
const FIRST = 5_000
const LONGEST = 5 * 60_000

/** After so many failures in a row, at least one; with jitter, so that many terminals do not come at once. */
export const waitAfter = (failures: number, random: Random): number =>
  Math.round(Math.min(FIRST * 3 ** (failures - 1), LONGEST) * (0.75 + random() / 2))
