/**
 * Orders in any 60 seconds, counted apart for the trader's hand and for work that the terminal does by itself: neither ever uses up what the
 * other has. Closes count and are never held back; cancels do not count.
 */
import type { HeldWork } from '../../../contract/action.ts'
import { createRateLimit, type RateLimit } from './limits.ts'
import type { Limits } from './overrides.ts'

export interface Budgets {
  /** The budget that an order is taken from. @param held what it is done for; nothing for what the trader's hand sent. */
  of(held: HeldWork | undefined): RateLimit
}

/** @param now a clock that never goes back, ms. */
export function createBudgets(
  limits: () => Pick<Limits, 'ordersPerMinute' | 'heldOrdersPerMinute'>,
  now: () => number,
): Budgets {
  const hand = createRateLimit(() => limits().ordersPerMinute, now)
  const held = createRateLimit(() => limits().heldOrdersPerMinute, now, 'by themselves')
  return { of: (work) => (work === undefined ? hand : held) }
}
