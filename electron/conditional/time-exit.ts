/** When an exit that goes by the clock closes. Pure. */
import type { ConditionalTarget } from '../../contract/conditional.ts'
import type { StoredConditional } from '../storage/index.ts'
import { lastMoment, type MarketNow } from './watching.ts'

const MOMENT: Readonly<Record<ConditionalTarget['family'], string>> = {
  scalar: 'the final window',
  binary: 'the cut-off',
  outcome: 'the expiry',
}

/** Why it closes now; null while its time has not come. One whose time passed while nobody looked closes late, and says so. */
export function timeWords({ target, plan }: StoredConditional, market: MarketNow): string | null {
  const seconds = plan.terms.outBefore
  if (seconds === null) return null
  const left = lastMoment(target, market) - market.serverTime
  if (left > seconds * 1000) return null
  const moment = MOMENT[target.family]
  if (left < 0) return `It is late: ${moment} has begun.`
  return `${Math.ceil(left / 1000)} s are left before ${moment}.`
}
