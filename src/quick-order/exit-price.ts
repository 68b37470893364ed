/** Where a stop or target that is shown by a key begins, and how keys move it. Pure. */
import type { Family } from '../../contract/account.ts'
import {
  add,
  type Decimal,
  lesser,
  multiply,
  type Price,
  padTo,
  placesOf,
  price,
  signOf,
  subtract,
  toStep,
} from '../../contract/decimal.ts'
import { FAMILY_RULES, isPriceOf } from '../../contract/family-rules.ts'
import type { ExitRole } from './preview-action-line.ts'

/** How far from the mark one begins: °F, points of probability. */
const AWAY: { readonly [F in Family]: Price } = { scalar: price('0.50'), binary: price('0.05'), outcome: price('0.05') }

interface ExitMarket {
  readonly family: Family
  readonly side: 'long' | 'short'
  readonly mark: Price | null
  readonly tick: Price | null
}

/** On the side of the mark where it closes nothing at once; null while mark or tick are not known, or where the market has no room there. */
export function exitPriceAway(role: ExitRole, { family, side, mark, tick }: ExitMarket): Price | null {
  if (mark === null || tick === null) return null
  const isBelow = (role === 'stop') === (side === 'long')
  const room = FAMILY_RULES[family].isMark || !isBelow ? AWAY[family] : lesser(AWAY[family], subtract(mark, tick))
  if (signOf(room) <= 0) return null
  const at = isBelow ? toStep(subtract(mark, room), tick, 'down') : toStep(add(mark, room), tick, 'up')
  return isPriceOf(family, at) ? padTo(at, placesOf(tick)) : null
}

/** By so many ticks; the same where that would be no price. */
export function exitMoved(from: Price, ticks: number, tick: Price | null, family: Family): Price {
  if (tick === null) return from
  const to = padTo(add(from, multiply(tick, String(ticks) as Decimal) as Price), placesOf(tick))
  return isPriceOf(family, to) ? to : from
}
