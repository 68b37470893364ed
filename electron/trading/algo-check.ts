/**
 * Whether a parent order could start: each child goes through the checks of a single order, and all together through the position and loss limits.
 */

import type { KnownCode } from '../../contract/action-code.ts'
import { type AlgoOrder, childIntent, type ScaleOrder } from '../../contract/algo.ts'
import { type Money, type Price, toStep, ZERO } from '../../contract/decimal.ts'
import { isCoin } from '../../contract/outcome.ts'
import { scaleRepeats, sumOfOrders } from '../../contract/scale.ts'
import { sliceSize, slicesIssue } from '../../contract/slices.ts'
import { FOR } from '../service/index.ts'
import type { Unverifiable } from './action-reads.ts'
import { newCloid, type Refusal } from './actions/index.ts'
import { type AlgoIssue, type AlgoPorts, closedNow, endsOf } from './algos/index.ts'
import type { EntryChecks } from './entry-checks.ts'
import type { MoveCheckOptions } from './move-check.ts'
import { createPlanner, type PlanOptions } from './plans/index.ts'

interface AlgoCheckOptions extends Pick<MoveCheckOptions, 'planning' | 'service' | 'watch' | 'account' | 'keys'> {
  readonly entry: Pick<EntryChecks, 'crossRefusal' | 'refusalOfAll'>
  readonly marketTime: AlgoPorts['marketTime']
  /** Why the deployment cannot cancel, or null. */
  readonly cancelOff: () => string | null
  /** Why an order of the asset could not be verified, judged by the actions so far; null where it can. */
  readonly unverifiable: (asset: string) => Unverifiable | null
}

/** A plan needs an action id; these orders have none yet. */
const NO_ACTION = ''
/** The limit on order size applies to each child, not to the sum. */
const NO_LIMIT = '1000000000000' as Money
/** An id that no order has. */
const NO_ORDER = { oid: '', cloid: null }
const FREE = { take: () => null, count() {} }

const refusal = (code: KnownCode, message: string, field: Refusal['field'] = null): Refusal => ({
  code,
  message,
  field,
})

/** Every child as it will be sent. Equal slices appear once: they differ only in size. */
export const childrenOf = (order: AlgoOrder): readonly ScaleOrder[] =>
  order.terms.kind === 'scale' ? order.terms.orders : [{ price: order.terms.worst, size: order.terms.total }]

export function createAlgoCheck(options: AlgoCheckOptions): AlgoPorts['check'] {
  const { planning, entry, service, watch, account, keys } = options
  const { facts, exposure } = planning
  const who = (): string => keys.identity.address() ?? ''

  /** Plans one order with all its checks, without using up any limit. */
  async function plannedRefusal(
    order: AlgoOrder,
    one: ScaleOrder,
    limits: PlanOptions['limits'],
  ): Promise<Refusal | null> {
    const intent = childIntent(order, one)
    const requested = { asset: order.asset, side: order.side, size: one.size }
    const inPlace = exposure.inPlaceOf(NO_ORDER, requested, who())
    const plan = createPlanner({
      ...planning,
      limits,
      service: service.for(FOR.order),
      exposure: order.reduceOnly ? { ...inPlace, positionRefusal: () => null } : inPlace,
      rate: FREE,
      account,
      freshAccount: () => watch.freshAccount(FOR.order),
      freshAccountInParts: () => watch.freshAccountInParts(FOR.order),
    })
    const cloid = intent.kind === 'place' ? newCloid(keys.randomBytes) : null
    const planned = await service.budget.patiently(FOR.order, () => plan(NO_ACTION, intent, cloid, false))
    return planned.ok ? null : planned.error
  }

  const stepsOf = (asset: string) => {
    const market = isCoin(asset) ? (facts.outcome(asset)?.market ?? null) : facts.market(asset)
    return market === null ? null : { tick: market.tickSize, sizeDecimals: market.sizeDecimals }
  }

  /** Checks that do not depend on the market. */
  function shapeRefusal(order: AlgoOrder): Refusal | null {
    const { asset, terms, reduceOnly } = order
    const steps = stepsOf(asset)
    if (steps === null) return refusal('unknown_market', `Scales and slices are not available in ${asset}.`)
    if (isCoin(asset) && (reduceOnly || (terms.kind === 'scale' && terms.tif === 'ALO'))) {
      return refusal('bad_input', 'Share orders cannot be reduce-only or post-only.')
    }
    if (terms.kind === 'scale') {
      return scaleRepeats(terms.orders)
        ? refusal('bad_input', 'Two orders of a scale have the same price.', 'price')
        : null
    }
    const issue = slicesIssue(terms, steps)
    if (issue !== null) return refusal('bad_input', issue.message, issue.field === 'total' ? 'size' : null)
    const off = terms.how === 'passive' ? options.cancelOff() : null
    return off === null ? null : refusal('bad_input', off)
  }

  /** Why nothing could be sent now, or not for the whole duration. */
  function timeRefusal(order: AlgoOrder): Refusal | null {
    const { asset, terms } = order
    const ends = endsOf(asset, facts)
    const closed = closedNow({ ...order, ends }, { facts, marketTime: options.marketTime })
    if (closed !== null) return refusal('market_closed', closed.text)
    const why = options.unverifiable(asset)
    if (why === 'left_out' || why === 'number') {
      return refusal(
        'unverified',
        "This deployment's prepared actions cannot be verified, so each order would need your confirmation.",
      )
    }
    if (terms.kind === 'scale' || ends === null) return null
    const [takes, left] = [terms.slices * terms.every, Math.floor((ends - planning.serverTime()) / 1000)]
    if (takes <= left) return null
    const [needed, available] = [spanText(takes), spanText(left)]
    return refusal(
      'bad_input',
      isCoin(asset)
        ? `The slices take ${needed}, but the expiry is in ${available}.`
        : `The slices take ${needed}, but the final window starts in ${available}.`,
    )
  }

  return async (order) => {
    const wrong = shapeRefusal(order) ?? timeRefusal(order)
    if (wrong !== null) return [{ order: null, refusal: wrong }]
    const children = childrenOf(order)
    const issues: AlgoIssue[] = []
    const add = (place: number | null, found: Refusal | null): void => {
      if (found === null || issues.some((one) => one.refusal.message === found.message)) return
      issues.push({ order: place, refusal: found })
    }
    const { limits } = planning
    const steps = stepsOf(order.asset)
    const whole = wholeOf(order, steps?.tick ?? null)
    if (whole !== null) add(null, await plannedRefusal(order, whole, () => ({ ...limits(), orderValue: NO_LIMIT })))
    add(null, await entry.refusalOfAll(children.map((one) => childIntent(order, one))))
    for (const [place, one] of singlesOf(order, steps?.sizeDecimals ?? null).entries()) {
      add(place, await plannedRefusal(order, one, limits))
      add(place, entry.crossRefusal(childIntent(order, one), who()))
    }
    return issues
  }
}

/** The single orders. Slices are represented by one of even size, which holds unless something stays unfilled. */
function singlesOf({ terms }: AlgoOrder, sizeDecimals: number | null): readonly ScaleOrder[] {
  if (terms.kind === 'scale') return terms.orders
  return [{ price: terms.worst, size: sliceSize({ ...terms, sizeDecimals }, 1, ZERO) }]
}

/** All children as one order at their average price. */
function wholeOf(order: AlgoOrder, tick: Price | null): ScaleOrder | null {
  const sum = sumOfOrders(childrenOf(order))
  if (sum === null) return null
  if (order.terms.kind === 'slices') return { price: order.terms.worst, size: order.terms.total }
  const price = tick === null ? sum.average : toStep(sum.average, tick, order.side === 'buy' ? 'up' : 'down')
  return { price, size: sum.total }
}

const spanText = (seconds: number): string =>
  seconds < 120 ? `${Math.max(0, seconds)} s` : `${Math.floor(seconds / 60)} min`
