/** Plays of what a window may send: armed by hand or not, and for how long. */

import { BY_FORM, type SubmittedByHand } from '../../../contract/catches.ts'
import { LIVE } from '../../../contract/market-ref.ts'
import { type Arming, createArming } from '../../trading/index.ts'
import { NotPlayable } from '../played.ts'
import { createPushedClock } from '../pushed-clock.ts'
import { limitOrder, type Play, type Player, type Stage } from '../stage.ts'

const WINDOW = 'window'
const PANEL = 'ladder'
const MINUTE = 60_000
/** How near to the end of an arming is tried, ms. */
const NEAR = 1_000

/** Catches of a window on a clock of its own, which the venue need not follow: an arming may last for a day. */
async function armed(stage: Stage, codes: readonly string[]) {
  const player = await stage.player(codes)
  const clock = createPushedClock(stage.machine, stage.clock.now())
  const arming = createArming({
    clock,
    limits: () => stage.limits,
    practice: stage.isPractice,
    assetOf: () => player.scalar.asset,
    isStale: () => false,
  })
  return { player, clock, arming }
}

/** Asks for an order as the calls of a window do. */
const by = (arming: Arming, { scalar }: Player, hand: SubmittedByHand = BY_FORM) => {
  const intent = limitOrder(scalar, 'buy', scalar.lot, scalar.mark(), 'IOC')
  return [intent, { refusal: () => arming.refusal(WINDOW, intent, hand) }] as const
}

export const playArm: Play = async (stage) => {
  const { player, arming, clock } = await armed(stage, ['not_armed'])
  await player.isRefused('An order from a window that nobody armed', ...by(arming, player))
  arming.arm(WINDOW)
  await player.goes('The same once it is armed', ...by(arming, player))
  clock.stop()
}

export const playArmMinutes: Play = async (stage) => {
  const { armMinutes } = stage.limits
  const { player, arming, clock } = await armed(stage, ['not_armed'])
  if (!arming.view(WINDOW).required) throw new NotPlayable('Windows need not be armed here, so that no arming ends.')
  arming.arm(WINDOW)
  clock.push(armMinutes * MINUTE - NEAR)
  await player.goes(`An order 1 s before ${armMinutes} minutes are over`, ...by(arming, player))
  clock.push(NEAR)
  await player.isRefused(`An order once ${armMinutes} minutes are over`, ...by(arming, player))
  clock.stop()
}

export const playHotMinutes: Play = async (stage) => {
  const { hotMinutes } = stage.limits
  const { player, arming, clock } = await armed(stage, ['one_click_not_armed', 'keys_not_armed'])
  const hands = [
    ['one-click of a ladder', { kind: 'one_click', panel: PANEL }],
    ['a trading key', { kind: 'keys', mode: 'at_once' }],
  ] as const
  for (const [what, hand] of hands) {
    // Both last as long as the window is armed, and end where it is left.
    arming.focus(WINDOW, true)
    arming.arm(WINDOW)
    if (hand.kind === 'one_click') arming.armOneClick(WINDOW, PANEL, LIVE)
    else arming.armKeys(WINDOW, hand.mode)
    clock.push(hotMinutes * MINUTE - NEAR)
    arming.arm(WINDOW)
    await player.goes(`An order by ${what}, 1 s before ${hotMinutes} minutes are over`, ...by(arming, player, hand))
    clock.push(NEAR)
    await player.isRefused(`An order by ${what} once ${hotMinutes} minutes are over`, ...by(arming, player, hand))
  }
  clock.stop()
}
