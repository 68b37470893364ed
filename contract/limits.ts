/** The limits that a trader sets and main holds: what they are, what they are unless changed, and what a field of them may say. Pure. */
import type { ActionCode, KnownCode } from './action-code.ts'
import { compare, type Decimal, isDecimalText, type Money, placesOf, type Size, signOf, trimZeros } from './decimal.ts'
import { grouped } from './grouped.ts'
import type { Millis } from './time.ts'

/** Which windows must be armed by hand before they may send what adds exposure: all but on the practice venue, all, or none. */
export type ArmRule = 'live' | 'always' | 'never'

/** The limits as the trader has set them. */
export interface TradingLimits {
  /** Largest value of one order, USDC. */
  readonly orderValue: Money
  /** Largest order that opens or adds, contracts or shares. */
  readonly orderSize: Size
  /** Largest position in one asset that an order may lead to, contracts, either way. */
  readonly position: Size
  /** Furthest that a price may lie from the mark: of scalar markets in °F, of probabilities in cents. */
  readonly priceBandDegrees: Decimal
  readonly priceBandCents: Decimal
  /** Furthest that the trader's own orders may move the price of one market within 60 s: °F, cents. */
  readonly collarDegrees: Decimal
  readonly collarCents: Decimal
  /** Most of what the book shows near its best price that one order may take at once, per cent; null holds none. */
  readonly depthShare: number | null
  /** Most orders in any 60 seconds that a hand sends; cancels and closes are never held back. */
  readonly ordersPerMinute: number
  /** The same for what the terminal sends by itself: neither uses up what the other has. */
  readonly heldOrdersPerMinute: number
  /** So many orders of one held work that fill within `throttleSeconds` pause it. */
  readonly throttleFills: number
  readonly throttleSeconds: number
  /** Loss since 00:00 UTC, realised and unrealized, at which only reducing orders go out, USDC; null holds none. */
  readonly dayLoss: Money | null
  /** Most that could be lost from now on with everything filled and every stop slipped, USDC; null holds none. */
  readonly worstCase: Money | null
  readonly arm: ArmRule
  /** An armed window disarms itself after this long, minutes. */
  readonly armMinutes: number
  /** One-click of a ladder and trading keys disarm themselves after this long, minutes. */
  readonly hotMinutes: number
}

/** What holds until the trader sets something else. */
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

/** The limits that are typed as a number. */
export type LimitField = Exclude<keyof TradingLimits, 'arm'>

interface FieldRule {
  /** As the panel and a refusal call it. */
  readonly name: string
  readonly unit: string
  /** What it holds, as a sentence. */
  readonly explanation: string
  readonly whole: boolean
  /** Largest value, null for none. */
  readonly most: Decimal | null
  /** Whether it may be left empty, which holds no limit. */
  readonly optional: boolean
  /** Whether a smaller or a larger value holds more. */
  readonly stricter: 'less' | 'more'
  /** What an order that it holds back is refused with; null where none is. */
  readonly refusedWith: KnownCode | null
  /** Whether the trader may let one order go beyond it: it holds that order alone, and nothing that outlives it. */
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

/** Of a limit that one order may go beyond, by the trader's word. */
const once = (refusedWith: KnownCode): Partial<FieldRule> => ({ refusedWith, once: true })

const upTo = (most: string): Partial<FieldRule> => ({ whole: true, most: most as Decimal })

/** In the order in which they are shown. */
export const LIMIT_FIELDS: { readonly [Field in LimitField]: FieldRule } = {
  orderValue: rule('Largest order', 'USDC', 'Price × size of one order.', once('limit_order_value')),
  orderSize: rule(
    'Largest order, size',
    'contracts',
    'Contracts or shares of one order that opens or adds.',
    once('limit_order_size'),
  ),
  position: rule('Largest position', 'contracts', 'In one market, either way, with everything that is on its way.', {
    refusedWith: 'limit_position',
  }),
  priceBandDegrees: rule('Price band, scalar', '°F', 'How far from the mark a price may lie in scalar markets.', {
    ...once('limit_price_band'),
    most: '100' as Decimal,
  }),
  priceBandCents: rule('Price band, probabilities', 'cents', 'The same in binary and outcome markets.', {
    ...once('limit_price_band'),
    most: '99' as Decimal,
  }),
  collarDegrees: rule(
    'Collar of a minute, scalar',
    '°F',
    'How far your own orders may move a scalar market within 60 s, all together.',
    { ...once('limit_collar'), most: '100' as Decimal },
  ),
  collarCents: rule('Collar of a minute, probabilities', 'cents', 'The same in binary and outcome markets.', {
    ...once('limit_collar'),
    most: '99' as Decimal,
  }),
  depthShare: rule(
    'Share of the book',
    '%',
    'How much one order may take at once of what the book shows within 2 °F or 5 cents of its best price. Empty holds none.',
    { ...once('limit_depth'), ...upTo('100'), optional: true },
  ),
  ordersPerMinute: rule('Orders a minute', 'orders', 'Sent by hand. Cancels and closes are never held back.', {
    ...once('limit_orders_per_minute'),
    ...upTo('1000'),
  }),
  heldOrdersPerMinute: rule(
    'Orders a minute by held work',
    'orders',
    'Sent by the terminal itself, counted apart from those by hand.',
    upTo('1000'),
  ),
  throttleFills: rule(
    'Fills that pause held work',
    'orders',
    'So many orders of one held work that fill within the seconds beside pause it, until you type a word.',
    upTo('100'),
  ),
  throttleSeconds: rule('Fills counted within', 'seconds', 'The longer, the sooner held work is paused.', {
    ...upTo('600'),
    stricter: 'more',
  }),
  dayLoss: rule('Loss for the day', 'USDC', 'Realized and unrealized since 00:00 UTC. Empty holds none.', {
    refusedWith: 'limit_day_loss',
    optional: true,
  }),
  worstCase: rule('Worst case', 'USDC', 'Most that could be lost from now on, as above. Empty holds none.', {
    refusedWith: 'limit_worst_case',
    optional: true,
  }),
  armMinutes: rule('Armed for', 'minutes', 'An armed window disarms itself after this.', upTo('1440')),
  hotMinutes: rule(
    'One-click and keys armed for',
    'minutes',
    'One-click of a ladder and trading keys disarm themselves after this.',
    upTo('60'),
  ),
}

const FIELDS = Object.keys(LIMIT_FIELDS) as readonly LimitField[]

/**
 * The limit that an order which was refused with this code may go beyond once, by the trader's word, as it is called; null where it may not: a limit
 * on what outlives the order, one that cannot be held for want of what it is held against, and whatever is no limit of the trader's.
 */
export function overridable(code: ActionCode | null): string | null {
  const field = FIELDS.find((one) => LIMIT_FIELDS[one].once && LIMIT_FIELDS[one].refusedWith === code)
  return field === undefined ? null : (LIMIT_FIELDS[field].name.split(',')[0] ?? null)
}

/** What is wrong with a limit as typed, in words; null when nothing is. */
export function limitIssue(field: LimitField, text: string): string | null {
  const { name, whole, most, optional } = LIMIT_FIELDS[field]
  if (text === '') return optional ? null : `${name} is missing.`
  if (!isDecimalText(text)) return `${name} must be a number in plain digits.`
  if (signOf(text) <= 0) return `${name} must be greater than 0.`
  if (whole && placesOf(trimZeros(text)) > 0) return `${name} must be a whole number.`
  if (most !== null && compare(text, most) > 0) return `${name} can be at most ${most}.`
  return null
}

/** A limit that a change loosens. */
export interface LooserField {
  readonly field: keyof TradingLimits
  /** `Largest order 250,000 → 500,000 USDC` */
  readonly words: string
}

/** What a change of the limits loosens, field by field. */
export function loosenedFields(before: TradingLimits, after: TradingLimits): readonly LooserField[] {
  const found: LooserField[] = []
  for (const field of FIELDS) {
    const [was, is] = [before[field], after[field]]
    const grows = is === null || was === null ? 1 : compare(String(is) as Decimal, String(was) as Decimal)
    const looser = was !== null && (LIMIT_FIELDS[field].stricter === 'less' ? grows > 0 : grows < 0)
    const { name, unit } = LIMIT_FIELDS[field]
    if (looser) found.push({ field, words: `${name} ${written(was)} → ${written(is)} ${unit}` })
  }
  const strict = { always: 2, live: 1, never: 0 } as const
  if (strict[after.arm] < strict[before.arm]) {
    found.push({ field: 'arm', words: `Arming ${ARM_WORDS[before.arm]} → ${ARM_WORDS[after.arm]}` })
  }
  return found
}

/** The same in words alone. Empty when it loosens nothing. */
export const loosened = (before: TradingLimits, after: TradingLimits): readonly string[] =>
  loosenedFields(before, after).map(({ words }) => words)

const written = (value: Decimal | number | null): string =>
  value === null ? 'none' : grouped(String(value) as Decimal)

/** The arming rules in words. */
export const ARM_WORDS: { readonly [Rule in ArmRule]: string } = {
  live: 'everywhere but on practice',
  always: 'everywhere',
  never: 'nowhere',
}

/** A limit that is to be loosened: it holds as it was until its time is over, and can be taken back until then. */
export interface PendingLimit {
  readonly field: keyof TradingLimits
  /** From what to what: `Largest order 250,000 → 500,000 USDC`. */
  readonly words: string
  /** From when on it holds, by the terminal's clock on the wall. */
  readonly until: Millis
}

/** How long a limit that is loosened goes on holding as it was, ms. */
export const LOOSENING_WAIT_MS = 60_000
