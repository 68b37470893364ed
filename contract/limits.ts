/** The limits that a trader sets and main enforces: their definitions, defaults and valid values. Pure. */

import type { ActionCode, KnownCode } from './action-code.ts'
import { compare, type Decimal, isDecimalText, type Money, placesOf, type Size, signOf, trimZeros } from './decimal.ts'
import { grouped } from './grouped.ts'
import { positive, wholeNumber } from './messages.ts'
import type { Millis } from './time.ts'

/** Which windows must be armed before they may add exposure: all but those on the practice venue, all, or none. */
export type ArmRule = 'live' | 'always' | 'never'

/** The limits as the trader has set them. */
export interface TradingLimits {
  /** Maximum value of one order, USDC. */
  readonly orderValue: Money
  /** Maximum size of an opening order, contracts or shares. */
  readonly orderSize: Size
  /** Maximum position in one asset after an order, contracts, either side. */
  readonly position: Size
  /** Maximum distance of a price from the mark: °F for scalar markets, cents for probabilities. */
  readonly priceBandDegrees: Decimal
  readonly priceBandCents: Decimal
  /** Maximum move of one market's price by the trader's own orders within 60 s: °F, cents. */
  readonly collarDegrees: Decimal
  readonly collarCents: Decimal
  /** Maximum share of the visible depth near the best price that one order may take at once, percent; null means no limit. */
  readonly depthShare: number | null
  /** Maximum manual orders in any 60 seconds; cancels and closes are never blocked. */
  readonly ordersPerMinute: number
  /** The same for automated orders: the two are counted separately. */
  readonly heldOrdersPerMinute: number
  /** This many fills of one automated order within `throttleSeconds` pause it. */
  readonly throttleFills: number
  readonly throttleSeconds: number
  /** Loss since 00:00 UTC, realized and unrealized, from which only reducing orders are sent, USDC; null means no limit. */
  readonly dayLoss: Money | null
  /** Maximum loss from now on with everything filled and every stop slipped, USDC; null means no limit. */
  readonly worstCase: Money | null
  readonly arm: ArmRule
  /** An armed window disarms itself after this long, minutes. */
  readonly armMinutes: number
  /** One-click of a ladder and trading keys disarm themselves after this long, minutes. */
  readonly hotMinutes: number
}

/** Defaults until the trader changes them. */
export const DEFAULT_LIMITS: TradingLimits = {
  orderValue: '250000' as Money,
  orderSize: '5000' as Size,
  position: '5000' as Size,
  priceBandDegrees: '10' as Decimal,
  priceBandCents: '20' as Decimal,
  collarDegrees: '10' as Decimal,
  collarCents: '20' as Decimal,
  depthShare: 50,
  ordersPerMinute: 120,
  heldOrdersPerMinute: 60,
  throttleFills: 5,
  throttleSeconds: 10,
  dayLoss: '5000' as Money,
  worstCase: null,
  arm: 'live',
  armMinutes: 60,
  hotMinutes: 10,
}

/** The limits entered as a number. */
export type LimitField = Exclude<keyof TradingLimits, 'arm'>

interface FieldRule {
  /** Name in the panel and in refusals. */
  readonly name: string
  readonly unit: string
  /** The limit as a sentence. */
  readonly explanation: string
  readonly whole: boolean
  /** Maximum value, null for none. */
  readonly most: Decimal | null
  /** Whether it may be left empty, which means no limit. */
  readonly optional: boolean
  /** Whether a smaller or a larger value is stricter. */
  readonly stricter: 'less' | 'more'
  /** Code with which an order over the limit is refused; null when no order is. */
  readonly refusedWith: KnownCode | null
  /** Whether the trader may override it for one order: it affects that order alone, with no lasting effect. */
  readonly once: boolean
}

const rule = (name: string, unit: string, explanation: string, more: Partial<FieldRule> = {}): FieldRule => ({
  name,
  unit,
  explanation,
  whole: false,
  most: null,
  optional: false,
  stricter: 'less',
  refusedWith: null,
  once: false,
  ...more,
})

/** For a limit that the trader may override for one order. */
const once = (refusedWith: KnownCode): Partial<FieldRule> => ({ refusedWith, once: true })

const upTo = (most: string): Partial<FieldRule> => ({ whole: true, most: most as Decimal })

/** In display order. */
export const LIMIT_FIELDS: { readonly [Field in LimitField]: FieldRule } = {
  orderValue: rule('Max order value', 'USDC', 'Price × size of one order.', once('limit_order_value')),
  orderSize: rule(
    'Max order size',
    'contracts',
    'Contracts or shares of one order that opens or adds.',
    once('limit_order_size'),
  ),
  position: rule('Max position', 'contracts', 'In one market, long or short, including working orders.', {
    refusedWith: 'limit_position',
  }),
  priceBandDegrees: rule('Price band, scalar', '°F', 'Max distance of a limit price from the mark, scalar markets.', {
    ...once('limit_price_band'),
    most: '100' as Decimal,
  }),
  priceBandCents: rule(
    'Price band, probabilities',
    'cents',
    'Max distance of a limit price from the mark, binary and outcome markets.',
    {
      ...once('limit_price_band'),
      most: '99' as Decimal,
    },
  ),
  collarDegrees: rule(
    '60 s price collar, scalar',
    '°F',
    'How far your own orders together may move a scalar market within 60 s.',
    { ...once('limit_collar'), most: '100' as Decimal },
  ),
  collarCents: rule(
    '60 s price collar, probabilities',
    'cents',
    'How far your own orders together may move a binary or outcome market within 60 s.',
    {
      ...once('limit_collar'),
      most: '99' as Decimal,
    },
  ),
  depthShare: rule(
    'Max share of the book',
    '%',
    'How much of the size shown within 2 °F or 5 ¢ of the best price one order may take. Empty: no limit.',
    { ...once('limit_depth'), ...upTo('100'), optional: true },
  ),
  ordersPerMinute: rule('Orders per minute', 'orders', 'Manual orders. Cancels and closes are never limited.', {
    ...once('limit_orders_per_minute'),
    ...upTo('1000'),
  }),
  heldOrdersPerMinute: rule(
    'Automated orders per minute',
    'orders',
    'Orders of scales and slices, counted separately from manual orders.',
    upTo('1000'),
  ),
  throttleFills: rule(
    'Filled orders that pause automation',
    'orders',
    'If this many orders of one scale or set of slices fill within the fill counting window, it pauses until you confirm.',
    upTo('100'),
  ),
  throttleSeconds: rule('Fill counting window', 'seconds', 'A longer window pauses automation sooner.', {
    ...upTo('600'),
    stricter: 'more',
  }),
  dayLoss: rule('Max daily loss', 'USDC', 'Realized and unrealized since 00:00 UTC. Empty: no limit.', {
    refusedWith: 'limit_day_loss',
    optional: true,
  }),
  worstCase: rule('Max loss, total', 'USDC', 'Max loss of all positions and orders. Empty: no limit.', {
    refusedWith: 'limit_worst_case',
    optional: true,
  }),
  armMinutes: rule('Window armed for', 'minutes', 'An armed window disarms after this time.', upTo('1440')),
  hotMinutes: rule(
    'One-click and keys armed for',
    'minutes',
    'One-click and trading keys disarm after this time.',
    upTo('60'),
  ),
}

const FIELDS = Object.keys(LIMIT_FIELDS) as readonly LimitField[]

/**
 * The name of the limit that refused an order with this code, if the trader may override it once; null if not: for limits with a lasting effect, for
 * a limit that cannot be checked because its reference is missing, and for codes that are not a limit of the trader.
 */
export function overridable(code: ActionCode | null): string | null {
  const field = FIELDS.find((one) => LIMIT_FIELDS[one].once && LIMIT_FIELDS[one].refusedWith === code)
  return field === undefined ? null : (LIMIT_FIELDS[field].name.split(',')[0] ?? null)
}

/** The problem of a typed limit; null when there is none. */
export function limitIssue(field: LimitField, text: string): string | null {
  const { name, whole, most, optional } = LIMIT_FIELDS[field]
  if (text === '') return optional ? null : `${name} is missing.`
  if (!isDecimalText(text)) return `${name} must be a number, in digits only.`
  if (signOf(text) <= 0) return positive(name)
  if (whole && placesOf(trimZeros(text)) > 0) return wholeNumber(name)
  if (most !== null && compare(text, most) > 0) return `${name} can be at most ${most}.`
  return null
}

export interface LooserField {
  readonly field: keyof TradingLimits
  /** `Largest order 250,000 → 500,000 USDC` */
  readonly text: string
}

/** The limits that a change loosens. */
export function loosenedFields(before: TradingLimits, after: TradingLimits): readonly LooserField[] {
  const found: LooserField[] = []
  for (const field of FIELDS) {
    const [was, is] = [before[field], after[field]]
    const grows = is === null || was === null ? 1 : compare(String(is) as Decimal, String(was) as Decimal)
    const looser = was !== null && (LIMIT_FIELDS[field].stricter === 'less' ? grows > 0 : grows < 0)
    const { name, unit } = LIMIT_FIELDS[field]
    if (looser) found.push({ field, text: `${name} ${written(was)} → ${written(is)} ${unit}` })
  }
  const strict = { always: 2, live: 1, never: 0 } as const
  if (strict[after.arm] < strict[before.arm]) {
    found.push({ field: 'arm', text: `${ARM_TITLE}: ${ARM_LABELS[before.arm]} → ${ARM_LABELS[after.arm]}` })
  }
  return found
}

/** Each limit that a change loosens, as text; empty when it loosens none. */
export const loosened = (before: TradingLimits, after: TradingLimits): readonly string[] =>
  loosenedFields(before, after).map(({ text: message }) => message)

const written = (value: Decimal | number | null): string =>
  value === null ? 'none' : grouped(String(value) as Decimal)

/** The name of the arming rule, and its choices. */
export const ARM_TITLE = 'Require arming'
export const ARM_LABELS: { readonly [Rule in ArmRule]: string } = {
  live: 'Except practice',
  always: 'Always',
  never: 'Never',
}

/** A pending loosening of a limit: the old limit applies until the delay is over, and it can be withdrawn until then. */
export interface PendingLimit {
  readonly field: keyof TradingLimits
  /** The change: `Largest order 250,000 → 500,000 USDC`. */
  readonly text: string
  /** When it takes effect, by the terminal's wall clock. */
  readonly until: Millis
}

/** How long a loosened limit keeps its old value, ms. */
export const LOOSENING_WAIT_MS = 60_000
