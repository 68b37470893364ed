/** Messages about an end. Pure. */

import type { Family } from '../../contract/account.ts'
import { assertNever } from '../../contract/brand.ts'
import { type Collateral, collateralOf } from '../../contract/collateral.ts'
import { absolute, compare, ONE, type Price, signOf, toPlaces, trimZeros } from '../../contract/decimal.ts'
import { FAMILY_RULES, heldPrice, quotedPrice, sideHeld, tradesShares } from '../../contract/family-rules.ts'
import { cents, grouped, signedCents } from '../../contract/grouped.ts'
import { MESSAGES as COMMON } from '../../contract/messages.ts'
import { counted } from '../../contract/plural.ts'
import type { PositionClose, PositionCloseFacts } from '../../contract/position-close.ts'
import { bothPrices, priceLabel } from '../../contract/price-text.ts'

/** Facts about an end that messages need. */
type ReportedClose = PositionCloseFacts & Pick<PositionClose, 'family' | 'name' | 'lapsed' | 'part'>

/** Title of the notification, above the message. */
export function titleOf({
  kind,
  isCertain,
  trigger,
  part,
}: Pick<ReportedClose, 'kind' | 'isCertain' | 'trigger' | 'part'>): string {
  switch (kind) {
    case 'settled':
      return 'Position settled'
    case 'stopped':
      return CLOSED_BY[trigger?.kind ?? 'stop'][part === undefined ? 'whole' : 'part']
    case 'liquidated':
      return isCertain ? 'Position liquidated' : 'Position probably liquidated'
    case 'closed_elsewhere':
      return 'Position closed by another client'
    case 'converted':
      return 'Position converted by another client'
    case 'unknown':
      return 'Position gone'
    default:
      return assertNever(kind, 'kind of an end')
  }
}

const CLOSED_BY = {
  stop: { whole: 'Position closed by its stop', part: 'Position partly closed by its stop' },
  take_profit: { whole: 'Position closed by its take-profit', part: 'Position partly closed by its take-profit' },
  time: { whole: 'Position closed by its time exit', part: 'Position partly closed by its time exit' },
} as const

/** `NYCTMP2 settled 553.05 (53.05 °F): long 40 from 553.19, −5.60 USDC` @param outcomes collateral of outcome markets */
export function closeText(reported: ReportedClose, outcomes: Collateral): string {
  const { kind, isCertain, lapsed } = reported
  return [
    lineOf(reported, collateralOf(reported.family, outcomes)),
    ...(kind === 'liquidated' && !isCertain ? [MESSAGES.doubtful] : []),
    ...(lapsed === 0 ? [] : [`${counted(lapsed, 'order', 'orders')} expired with it`]),
  ].join('. ')
}

const MESSAGES = {
  doubtful: 'No fill confirms it: the mark had reached the liquidation price',
  sold: (amount: string): string => `sold ${amount}`,
  soldAt: (amount: string, at: string): string => `sold ${amount} at ${at}`,
  bought: (amount: string): string => `bought ${amount}`,
  boughtAt: (amount: string, at: string): string => `bought ${amount} at ${at}`,
} as const

/** The event, and its figures as a list. */
function lineOf(reported: ReportedClose, collateral: Collateral): string {
  const { kind, name, family, price, isCertain } = reported
  const held = `${sideOf(reported)} from ${priceText(family, heldPrice(reported, reported.entryPx))}`
  const at = price === null ? null : priceText(family, heldPrice(reported, price))
  const figures = resultOf(reported, collateral)
  const closed = at === null ? [] : [`closed at ${at}`]
  switch (kind) {
    case 'settled':
      return `${settledText(name, family, price, collateral)}: ${[held, ...figures].join(', ')}`
    case 'stopped':
      return `${triggerText(reported)}: ${[tradedText(reported, at), ...figures].join(', ')}`
    case 'liquidated': {
      const line = [`${name} ${held}`, ...closed, ...figures].join(', ')
      return isCertain ? `Liquidated: ${line}` : `Probably liquidated: ${line}`
    }
    case 'closed_elsewhere':
      return [`${name} ${held}`, ...(at === null ? ['closed'] : closed), 'other client', ...figures].join(', ')
    case 'converted':
      return [`${name} ${held}`, 'converted', 'other client'].join(', ')
    case 'unknown':
      return `${name} ${held} is gone. How it closed and its P&L are unknown`
    default:
      return assertNever(kind, 'kind of an end')
  }
}

/** `Stop at 552.40, NYCTMP1` */
function triggerText({ name, family, trigger }: ReportedClose): string {
  const label = KIND_LABELS[trigger?.kind ?? 'stop']
  return trigger?.price == null ? `${label}, ${name}` : `${label} at ${levelText(family, trigger.price)}, ${name}`
}

/** `sold 10 of 40 at 552.38` */
function tradedText(reported: ReportedClose, at: string | null): string {
  const { family, size, part } = reported
  const all = part?.of == null ? null : grouped(trimZeros(part.of))
  const amount = all === null ? amountOf(reported) : `${amountOf(reported)} of ${all}`
  const isBought = FAMILY_RULES[family].isMark && signOf(size) < 0
  if (at === null) return isBought ? MESSAGES.bought(amount) : MESSAGES.sold(amount)
  return isBought ? MESSAGES.boughtAt(amount, at) : MESSAGES.soldAt(amount, at)
}

function settledText(name: string, family: Family, price: Price | null, collateral: Collateral): string {
  if (price === null) return `${name} settled at an unknown price`
  if (FAMILY_RULES[family].isMark) return `${name} settled ${bothPrices(toPlaces(price, 2))}`
  const isShare = tradesShares(family)
  if (compare(price, ONE) === 0) return isShare ? `${name} paid 1 ${collateral} per share` : `${name} settled UP`
  if (signOf(price) === 0) return isShare ? `${name} paid nothing` : `${name} settled DOWN`
  return `${name} settled ${trimZeros(price)}`
}

/** `long 40`, `DOWN 12.5`, `60`; the shares of an outcome have their side in the name. */
function sideOf(reported: ReportedClose): string {
  const { sides } = FAMILY_RULES[reported.family]
  return sides === null ? amountOf(reported) : `${sides[sideHeld(reported)]} ${amountOf(reported)}`
}

const amountOf = ({ size }: ReportedClose): string => grouped(trimZeros(absolute(size)))

/** Scalar prices to a hundredth, probabilities to a thousandth. */
const priceText = (family: Family, price: Price): string =>
  FAMILY_RULES[family].isMark ? priceLabel(toPlaces(price, 2)) : toPlaces(price, 3)

const levelText = (family: Family, price: Price): string =>
  FAMILY_RULES[family].isMark ? priceText(family, price) : quotedPrice(family, trimZeros(price))

const KIND_LABELS = { stop: 'Stop', take_profit: 'Take-profit', time: 'Time exit' } as const

/** The result, and the fees if there are any. */
const resultOf = ({ result, fee }: ReportedClose, token: Collateral): readonly string[] => [
  result === null ? COMMON.pnlUnknown : `${signedCents(result)} ${token}`,
  ...(fee === null || signOf(fee) === 0 ? [] : [`fees ${cents(fee)}`]),
]
