/** Which limit a refusal names, and how that limit is set aside where it would hold before the one that is played. Pure. */
import type { Decimal, Money, Size } from '../../contract/decimal.ts'
import type { LimitField, TradingLimits } from '../../contract/limits.ts'

const FIELDS: { readonly [code: string]: readonly LimitField[] } = {
  limit_order_value: ['orderValue'],
  limit_order_size: ['orderSize'],
  limit_position: ['position'],
  limit_price_band: ['priceBandDegrees', 'priceBandCents'],
  limit_collar: ['collarDegrees', 'collarCents'],
  limit_depth: ['depthShare'],
  limit_orders_per_minute: ['ordersPerMinute', 'heldOrdersPerMinute'],
  held_paused: ['throttleFills', 'throttleSeconds'],
  limit_day_loss: ['dayLoss'],
  limit_worst_case: ['worstCase'],
}

/** The limit that a code names, null for what is none. @param isSecond whether it is of probabilities, or of held work, where there are two of one code */
export const fieldOfCode = (code: string, isSecond: boolean): LimitField | null =>
  FIELDS[code]?.at(isSecond ? -1 : 0) ?? null

/** The codes by which a limit refuses. */
export const codesOf = (field: LimitField): readonly string[] =>
  Object.entries(FIELDS)
    .filter(([, fields]) => fields.includes(field))
    .map(([code]) => code)

const LARGE = '1000000000000'

/** Values so loose that nothing is held by them. */
const ASIDE = {
  orderValue: LARGE as Money,
  orderSize: LARGE as Size,
  position: LARGE as Size,
  priceBandDegrees: '100' as Decimal,
  priceBandCents: '99' as Decimal,
  collarDegrees: LARGE as Decimal,
  collarCents: LARGE as Decimal,
  depthShare: null,
  ordersPerMinute: 1_000_000,
  heldOrdersPerMinute: 1_000_000,
  throttleFills: 1_000_000,
  throttleSeconds: 1,
  dayLoss: null,
  worstCase: null,
} as const satisfies Partial<TradingLimits>

/** The limits with some of them out of the way; what is of one kind goes together. */
export function without(limits: TradingLimits, aside: ReadonlySet<LimitField>): TradingLimits {
  const pairs: readonly (readonly LimitField[])[] = Object.values(FIELDS)
  const all = new Set([...aside].flatMap((field) => pairs.find((pair) => pair.includes(field)) ?? [field]))
  return { ...limits, ...Object.fromEntries(Object.entries(ASIDE).filter(([field]) => all.has(field as LimitField))) }
}

/** Limits that hold nothing: for the one on the other side. */
export const holdingNothing = (limits: TradingLimits): TradingLimits => ({ ...limits, ...ASIDE, arm: 'never' })
