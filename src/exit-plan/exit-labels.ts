/** Names and descriptions of exits. Pure. */

import type { Family } from '../../contract/account.ts'
import { type ConditionalView, isConditionalFinal, watchedName } from '../../contract/conditional.ts'
import {
  type Decimal,
  type Money,
  type Price,
  padTo,
  placesOf,
  type Size,
  signOf,
  trimZeros,
} from '../../contract/decimal.ts'
import { type ExitSide, netResultAt, unprotected } from '../../contract/exit-rules.ts'
import { besideHeld, FAMILY_RULES } from '../../contract/family-rules.ts'
import { MESSAGES as COMMON } from '../../contract/messages.ts'
import { priceLabel, signedMoney, timeText } from '../format/index.ts'

/** The exits line of a position's row. */
export interface ExitsLine {
  /** `stop 70.95 · target 72.32`; empty where there are none. */
  readonly text: string
  /** `12 of 50 unprotected`; null where a stop covers everything, or there are no exits. */
  readonly warning: string | null
}

/** The position of exits. */
interface ExitsOf {
  readonly asset: string
  readonly side: ExitSide
  readonly family: Family
}

/** The exits that protect a position now. */
const heldOf = (conditionals: readonly ConditionalView[], { asset, side }: Omit<ExitsOf, 'family'>) =>
  conditionals.filter(
    ({ target, position, state }) =>
      target.asset === asset && position === side && state !== 'waiting' && !isConditionalFinal(state),
  )

interface ExitsLineOf extends ExitsOf {
  readonly size: Size
  readonly tick: Price | null
}

/** The exits of one position: every stop and target with its price, in the trader's unit. */
export function exitsLine(conditionals: readonly ConditionalView[], of: ExitsLineOf): ExitsLine {
  const { side, size, family, tick } = of
  const held = heldOf(conditionals, of)
  const shown = (price: Price): string => {
    const exact = tick === null ? price : padTo(price, placesOf(tick))
    return besideHeld(family, side, priceLabel(exact))
  }
  const named = (kind: 'stop' | 'take_profit', name: string): readonly string[] => {
    const prices = held.flatMap((one) =>
      one.kind === kind && one.trigger !== null ? [`${shown(one.trigger)}${watchedBy(one)}`] : [],
    )
    return prices.length === 0 ? [] : [`${name} ${[...new Set(prices)].join(', ')}`]
  }
  const times = held.flatMap(({ kind, plan }) =>
    kind === 'time' && plan.terms.outBefore !== null ? [plan.terms.outBefore] : [],
  )
  const message = [
    ...named('stop', 'stop'),
    ...named('take_profit', 'target'),
    ...(times.length === 0 ? [] : [`exit ${Math.max(...times)} s before ${FAMILY_RULES[family].lastMoment}`]),
  ].join(' · ')
  return { text: message, warning: held.length === 0 ? null : warningOf(held, size) }
}

/** The mark is watched unless another price is named. */
const watchedBy = ({ source, position }: ConditionalView): string =>
  source === 'mark' ? '' : ` (${watchedName(source, position)})`

function warningOf(held: readonly ConditionalView[], size: Size): string | null {
  const stops = held.filter(({ kind }) => kind === 'stop')
  const open = unprotected(
    size,
    stops.map(({ plan: { size } }) => size),
  )
  if (signOf(open) === 0) return null
  return stops.length === 0 ? 'no stop' : `${trimZeros(open)} of ${trimZeros(size)} unprotected`
}

const ROLE_TEXTS = { stop: 'Stop', time: 'Time exit' } as const

/** `Stop`, `Target 2`, `Time exit`. */
export const exitName = ({ plan: { role } }: Pick<ConditionalView, 'plan'>): string =>
  typeof role === 'number' ? `Target ${role + 1}` : ROLE_TEXTS[role]

/** The exits that end with a plan, and the part that is then without a stop. @param size of the position; null when flat */
export function withoutPlanText(plan: string, conditionals: readonly ConditionalView[], size: Size | null): string {
  const own = conditionals.filter((one) => one.plan.id === plan && (one.state === 'armed' || one.state === 'waiting'))
  const [first] = own
  if (first === undefined) return COMMON.planEnded
  const ends = `Cancels in ${first.target.asset}: ${own.map(exitName).join(', ')}.`
  if (first.state === 'waiting' || size === null || signOf(size) === 0) {
    return `${ends} Fills of its order will have no exits.`
  }
  const held = heldOf(conditionals, { asset: first.target.asset, side: first.position })
  const stops = held.filter(({ kind, plan: of }) => kind === 'stop' && of.id !== plan)
  const open = unprotected(
    size,
    stops.map(({ plan: { size } }) => size),
  )
  if (signOf(open) === 0) return `${ends} Other stops still cover all ${trimZeros(size)}.`
  return `${ends} ${trimZeros(open)} of ${trimZeros(size)} will have no stop.`
}

/** `+ 12.40`; `+ 12.40 before fees` where the rate of the close is not known. */
export const resultText = (result: Money, takerBps: Decimal | null): string =>
  takerBps === null ? `${signedMoney(result)} before fees` : signedMoney(result)

interface ExitsDetailOf extends ExitsOf {
  readonly entry: Price | null
  /** Of a close; null where unknown. */
  readonly takerBps: Decimal | null
}

/** The result of each exit of a position, and until when it is active, a line each; empty where there are none. */
export function exitsDetail(conditionals: readonly ConditionalView[], of: ExitsDetailOf): string {
  const { side, family, entry, takerBps } = of
  return heldOf(conditionals, of)
    .map((one) => {
      const { trigger, plan, until } = one
      const exact = trigger === null || FAMILY_RULES[family].isMark ? trigger : trimZeros(trigger)
      const name = exitName(one)
      const title = exact === null ? name : `${name} at ${besideHeld(family, side, priceLabel(exact))}${watchedBy(one)}`
      const details = [
        trimZeros(plan.size),
        ...(trigger === null || entry === null
          ? []
          : [resultText(netResultAt(side, entry, trigger, plan.size, takerBps), takerBps)]),
        ...(until === null ? [] : [`expires ${timeText(until.at)}`]),
      ]
      return `${title}: ${details.join(', ')}`
    })
    .join('\n')
}

/** A stop or a target that is watched at a price. */
export type HeldExit = ConditionalView & { readonly trigger: Price }

/** A stop or target that can be dragged: watched, at a price. A triggered one cannot. */
export const isDraggable = (held: ConditionalView): held is HeldExit => held.state === 'armed' && held.trigger !== null

/** The name of an exit on screen. */
export const heldName = ({ kind }: Pick<ConditionalView, 'kind'>): 'Stop' | 'Target' =>
  kind === 'stop' ? 'Stop' : 'Target'

const heldTexts = (exit: string) => ({
  move: `Move ${exit}`,
  moveSize: (size: string): string => `Move ${exit} ${size}`,
  cancel: (at: string): string => `Cancel ${exit} at ${at}`,
  cancelSize: (size: string, at: string): string => `Cancel ${exit} ${size} at ${at}`,
})

/** Its actions on screen. */
export const HELD_TEXTS = { Stop: heldTexts('stop'), Target: heldTexts('target') } as const

/** Changes with any change of its price or its size. */
export const heldRevision = ({ trigger, plan }: HeldExit): string => `${trigger}/${plan.size}`
