/** How each limit is played: one order just inside, one just outside. */
import type { LimitsTestSubject } from '../../../contract/limits-test.ts'
import type { Play } from '../stage.ts'
import { playArm, playArmMinutes, playHotMinutes } from './catches.ts'
import { playDayLoss } from './day-loss.ts'
import { playKill } from './kill.ts'
import { playDepthShare, playSelfCross } from './market-limits.ts'
import { playControl, playOrderSize, playOrderValue, playPosition, playWorstCase } from './order-limits.ts'
import { playBandCents, playBandDegrees, playCollarCents, playCollarDegrees } from './price-limits.ts'
import { playHeldOrdersPerMinute, playOrdersPerMinute, playThrottleFills, playThrottleSeconds } from './rate-limits.ts'

/** The play of each. */
export const PLAYS: { readonly [Subject in LimitsTestSubject]: Play } = {
  control: playControl,
  orderValue: playOrderValue,
  orderSize: playOrderSize,
  position: playPosition,
  priceBandDegrees: playBandDegrees,
  priceBandCents: playBandCents,
  collarDegrees: playCollarDegrees,
  collarCents: playCollarCents,
  depthShare: playDepthShare,
  ordersPerMinute: playOrdersPerMinute,
  heldOrdersPerMinute: playHeldOrdersPerMinute,
  throttleFills: playThrottleFills,
  throttleSeconds: playThrottleSeconds,
  dayLoss: playDayLoss,
  worstCase: playWorstCase,
  selfCross: playSelfCross,
  arm: playArm,
  armMinutes: playArmMinutes,
  hotMinutes: playHotMinutes,
  kill: playKill,
}
