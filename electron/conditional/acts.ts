/** Until when what is held can act. */
import { type ActsUntil, earlierWords as early, actsUntil as firstEnd } from '../../contract/acts-until.ts'
import type { ConditionalTarget } from '../../contract/conditional.ts'
import type { Acting } from './ports.ts'

/** What ends first: the market, the access token, or the approval of the agent. */
export const actsUntil = ({ end }: ConditionalTarget, acting: Acting): ActsUntil =>
  firstEnd(end, acting) ?? { at: end, because: 'market' }

/** What to say where something could not act as long as its market trades; null where it can. */
export function earlierWords(target: ConditionalTarget, acting: Acting): string | null {
  return early(target.end, actsUntil(target, acting), 'the market ends', 'Hold it')
}
