/** Which side of a position an order opens. Pure. */
import type { ExitSide } from '../../contract/exit-rules.ts'
import type { Intent } from '../../contract/intent.ts'

/** The side of the position that an intent opens; null for one that opens none. */
export function sideOpened(intent: Intent): ExitSide | null {
  switch (intent.kind) {
    case 'place':
      return intent.reduceOnly ? null : intent.side === 'buy' ? 'long' : 'short'
    case 'predict':
      return intent.direction
    case 'binary_predict':
      return intent.direction === 'UP' ? 'long' : 'short'
    case 'outcome_order':
      return intent.side === 'buy' ? 'long' : null
    default:
      return null
  }
}
