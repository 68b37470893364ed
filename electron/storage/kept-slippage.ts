/**
 * What versions up to 0.2 wrote down with a slippage in per cent, as it is read now. Nothing of it is planned by a percentage any more: what is
 * over keeps it to be shown, and what still waits for its price has it as the distance that it stood for there.
 */
import type { Family } from '../../contract/account.ts'
import type { ConditionalRecord } from '../../contract/conditional.ts'
import { type Decimal, ONE, type Price, subtract } from '../../contract/decimal.ts'
import type { CloseIntent, Intent } from '../../contract/intent.ts'
import { distanceOfPercent } from '../../contract/slippage-percent.ts'

interface Slipping {
  readonly slippagePct: Decimal
}

const slips = (kept: object): kept is Slipping => 'slippagePct' in kept

function inPercent<Kept extends object>(kept: Kept & Slipping) {
  const { slippagePct: percent, ...rest } = kept
  return { ...rest, protection: { kind: 'percent', percent } as const }
}

/** An intent as the journal kept it. */
export function intentOfKept(kept: Intent): Intent {
  if (slips(kept)) return inPercent(kept) as Intent
  if (kept.kind !== 'outcome_order' || !slips(kept.mode)) return kept
  return { ...kept, mode: inPercent(kept.mode) as typeof kept.mode }
}

/**
 * A conditional order as the journal kept it: its close may trade as far from the price as the percentage was at its trigger. That is what it
 * was set with, no less and no more.
 */
export function conditionalOfKept<Kept extends ConditionalRecord>(kept: Kept): Kept {
  const intent = kept.intent && (intentOfKept(kept.intent) as CloseIntent)
  if (!slips(kept)) return intent === kept.intent ? kept : { ...kept, intent }
  const { slippagePct, ...rest } = kept as Kept & Slipping
  const { target, trigger, position } = kept
  const distance =
    trigger === null
      ? WITHOUT_PRICE[target.family]
      : distanceOfPercent(slippagePct, ownPrice(target.family, position, trigger), target.family)
  return { ...rest, intent, protection: { distance, bound: null } } as unknown as Kept
}

/** Of an exit that has no price yet to count a percentage at. */
const WITHOUT_PRICE = { scalar: '1', binary: '0.05', outcome: '0.05' } as unknown as { readonly [F in Family]: Price }

const ownPrice = (family: Family, position: ConditionalRecord['position'], ofUp: Price): Price =>
  family === 'binary' && position === 'short' ? subtract(ONE, ofUp) : ofUp

/** The slippages of a flatten as the journal kept them; undefined for one of this version. */
export function percentsOfKept(kept: object) {
  if (!slips(kept)) return undefined
  const { slippagePct, probabilitySlippagePct = slippagePct } = kept as Slipping & { probabilitySlippagePct?: Decimal }
  return {
    scalar: { kind: 'percent', percent: slippagePct },
    probability: { kind: 'percent', percent: probabilitySlippagePct },
  } as const
}
