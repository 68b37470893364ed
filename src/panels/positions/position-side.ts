/** How the side of a position is called. Pure. */
import type { Position } from '../../../contract/account.ts'
import { sideHeld, sideTitle } from '../../../contract/family-rules.ts'
import type { AssetSpec } from '../../queries/index.ts'

/** `Long`, `DOWN`, or the side of an outcome market. */
export function sideOf({ family, size }: Pick<Position, 'family' | 'size'>, { side }: Pick<AssetSpec, 'side'>): string {
  return side ?? sideTitle(family, sideHeld({ size }))
}
