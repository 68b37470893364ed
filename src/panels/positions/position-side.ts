/** How the side of a position is called. Pure. */
import type { Position } from '../../../contract/account.ts'
import { signOf } from '../../../contract/decimal.ts'
import type { AssetSpec } from '../../queries/index.ts'

/** `Long`, `DOWN`, or the side of an outcome market. */
export function sideOf({ family, size }: Pick<Position, 'family' | 'size'>, { side }: Pick<AssetSpec, 'side'>): string {
  const long = signOf(size) > 0
  if (family === 'scalar') return long ? 'Long' : 'Short'
  return family === 'binary' ? (long ? 'UP' : 'DOWN') : (side ?? (long ? 'Held' : 'Short'))
}
