/** When an exit that goes by the clock closes. Pure. */
import type { ConditionalTarget } from '../../contract/conditional.ts'
import type { StoredConditional } from '../storage/index.ts'
import { type MarketNow, timeDoubtOf } from './market-end.ts'
import { lastMoment } from './watching.ts'

const MOMENT: Readonly<Record<ConditionalTarget['family'], string>> = {
  scalar: 'the final window',
  binary: 'the cut-off',
  outcome: 'the expiry',
}

/**
 * Why it closes now; null while its time has not come, and while it is in doubt which time that is. One whose time passed while nobody looked
 * closes late, and says so.
 */
export const timeWords = (exit: StoredConditional, market: MarketNow): string | null =>
  timeDoubtOf(exit.target, market) === null ? cameWords(exit, market) : null

/** Why its time has come by what is known now, confirmed or not; null while it has not. */
export function cameWords({ target, plan }: StoredConditional, market: MarketNow): string | null {
  const seconds = plan.terms.outBefore
  if (seconds === null) return null
  const left = lastMoment(target, market) - market.serverTime
  if (left > seconds * 1000) return null
  const moment = MOMENT[target.family]
  if (left < 0) return `It is late: ${moment} has begun.`
  return `${Math.ceil(left / 1000)} s are left before ${moment}.`
}
