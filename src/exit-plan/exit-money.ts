/** What exits come to in money, before fees, in the currency of their market. Pure. */

import { type ConditionalView, isConditionalFinal } from '../../contract/conditional.ts'
import { add, type Money, type Price, percentOf, type Size, toPlaces } from '../../contract/decimal.ts'
import type { ExitShare, ExitTerms } from '../../contract/exit-plan.ts'
import { type ExitSide, levelPrice, resultAt } from '../../contract/exit-rules.ts'
import { countedValue, smallSaleText } from '../../contract/minimum-value.ts'
import { moneyUnit } from '../format/index.ts'

interface Held {
  readonly asset: string
  readonly side: ExitSide
  readonly entry: Price
}

/** Of all stops or all targets of a position together, at their triggers; null where it has none with a price. */
export function moneyAt(
  kind: 'stop' | 'take_profit',
  conditionals: readonly ConditionalView[],
  { asset, side, entry }: Held,
): Money | null {
  const results = conditionals.flatMap(({ kind: of, target, position, state, trigger, plan }) => {
    if (of !== kind || target.asset !== asset || position !== side || trigger === null) return []
    if (state === 'waiting' || isConditionalFinal(state)) return []
    return [resultAt(side, entry, trigger, plan.size)]
  })
  const [first, ...others] = results
  return first === undefined
    ? null
    : toPlaces(
        others.reduce<Money>((sum, one) => add(sum, one), first),
        2,
      )
}

/** Of one exit of a plan, by what the plan paid; null for what goes by the clock, waits for its entry or is over. */
export function moneyOf({ position, state, trigger, plan }: ConditionalView): Money | null {
  if (isConditionalFinal(state) || trigger === null || plan.entryPx === null) return null
  return toPlaces(resultAt(position, plan.entryPx, trigger, plan.size), 2)
}

/** What an exit of a plan closes of so much that is held. */
export const sizeOfShare = (share: ExitShare, size: Size): Size =>
  share.of === 'contracts' ? share.size : percentOf(size, share.percent)

/**
 * Why the stop or a target of shares may be refused for its value once it triggers, or null: closes of other families are exempt.
 * @param minimum in the collateral; null where none is known
 */
export function smallExitText(
  { stop, targets }: ExitTerms,
  { entry, size, tick }: { readonly entry: Price; readonly size: Size; readonly tick: Price | null },
  minimum: Money | null,
): string | null {
  const at = { side: 'long', entry, tick } as const
  const exits = [
    ...(stop === null ? [] : [{ what: 'the stop', price: levelPrice('stop', stop, at), size }]),
    ...targets.map(({ level, share }, i) => ({
      what: targets.length === 1 ? 'the target' : `target ${i + 1}`,
      price: levelPrice('target', level, at),
      size: sizeOfShare(share, size),
    })),
  ]
  for (const { what, ...sale } of exits) {
    const words = smallSaleText(what, countedValue('outcome', sale), minimum, moneyUnit('outcome'))
    if (words !== null) return words
  }
  return null
}
