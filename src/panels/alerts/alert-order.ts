/** The order in which alerts stand where the trader sorted them by nothing: what is watched, nearest first; then what fired, newest first; then what is off. Pure. */
import { type AlertRecord, isLevelRule, type LevelRule, levelOfRule } from '../../../contract/alert.ts'
import { absolute, compare, type Decimal, type Price, subtract } from '../../../contract/decimal.ts'

const STATES: Readonly<Record<AlertRecord['state'], number>> = { on: 0, fired: 1, off: 2 }
/** Distances of one unit are compared with one another: marks, then probabilities; what waits for no price, or for one that is not known, comes after. */
const UNITS: Readonly<Record<LevelRule['kind'], number>> = { price: 0, temperature: 0, probability: 1 }
const NO_UNIT = 2

interface Placed<One extends AlertRecord> {
  readonly alert: One
  readonly unit: number
  readonly away: Decimal
}

/** @param priceOf the price now of an asset, null the live one; null while it is not known */
export function inOrder<One extends AlertRecord>(
  alerts: readonly One[],
  priceOf: (asset: string | null) => Price | null,
): readonly One[] {
  const placed = alerts.map((alert): Placed<One> => {
    const { rule } = alert
    const now = isLevelRule(rule) ? priceOf(rule.asset) : null
    if (now === null || !isLevelRule(rule)) return { alert, unit: NO_UNIT, away: '0' as Decimal }
    return { alert, unit: UNITS[rule.kind], away: absolute(subtract(levelOfRule(rule), now)) }
  })
  return placed.sort(byPlace).map(({ alert }) => alert)
}

function byPlace(a: Placed<AlertRecord>, b: Placed<AlertRecord>): number {
  const state = STATES[a.alert.state] - STATES[b.alert.state]
  if (state !== 0) return state
  if (a.alert.state !== 'on') return (b.alert.lastFiredAt ?? 0) - (a.alert.lastFiredAt ?? 0)
  return a.unit - b.unit || compare(a.away, b.away)
}
