/** Messages about an end. Pure. */

import type { Family } from '../../contract/account.ts'
import { assertNever } from '../../contract/brand.ts'
import { type Collateral, collateralOf } from '../../contract/collateral.ts'
import { absolute, compare, ONE, type Price, signOf, toPlaces, trimZeros } from '../../contract/decimal.ts'
import { FAMILY_RULES, heldPrice, quotedPrice, sideHeld, tradesShares } from '../../contract/family-rules.ts'
import { cents, grouped, signedCents } from '../../contract/grouped.ts'
import { counted } from '../../contract/plural.ts'
import type { PositionClose, PositionCloseFacts } from '../../contract/position-close.ts'
import { bothPrices, priceLabel } from '../../contract/price-text.ts'

/** Facts about an end that messages need. */
type Told = PositionCloseFacts & Pick<PositionClose, 'family' | 'name' | 'lapsed' | 'part'>

/** Title of the notification, above the message. */
export function titleOf({
  kind,
  isCertain,
  trigger,
  part,
}: Pick<Told, 'kind' | 'isCertain' | 'trigger' | 'part'>): string {
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
  stop: { whole: 'Position closed by its stop', part: 'A part closed by its stop' },
  take_profit: { whole: 'Position closed by its take-profit', part: 'A part closed by its take-profit' },
  time: { whole: 'Position closed by its time exit', part: 'A part closed by its time exit' },
} as const

/** `NYCTMP2 settled 553.05 (53.05 °F): long 40 from 553.19, −5.60 USDC` @param outcomes collateral of outcome markets */
export function closeText(reported: Told, outcomes: Collateral): string {
  const { lapsed } = reported
  const text = sentenceOf(reported, collateralOf(reported.family, outcomes))
  return lapsed === 0 ? text : `${text}. ${counted(lapsed, 'order', 'orders')} expired with it`
}

function sentenceOf(reported: Told, collateral: Collateral): string {
  const { kind, name, family, price, isCertain, trigger, size } = reported
  const [what, came] = [
    `${sideOf(reported)} from ${priceText(family, heldPrice(reported, reported.entryPx))}`,
    cameTo(reported, collateral),
  ]
  const at = price === null ? '' : ` at ${priceText(family, heldPrice(reported, price))}`
  switch (kind) {
    case 'settled':
      return `${name} ${settledText(family, price, collateral)}: ${what}${came}`
    case 'stopped': {
      const level = trigger?.price == null ? '' : ` at ${levelText(family, trigger.price)}`
      const label = `${triggerLabel(trigger)}${level}`
      const verb = FAMILY_RULES[family].isMark && signOf(size) < 0 ? 'bought' : 'sold'
      const whole = reported.part?.of == null ? '' : ` of ${grouped(trimZeros(reported.part.of))}`
      return `${label}, ${name}: ${verb} ${amountOf(reported)}${whole}${at}${came}`
    }
    case 'liquidated': {
      const doubt = isCertain ? '' : '. No fill confirms it: the mark had reached the liquidation price'
      return `${isCertain ? 'Liquidated' : 'Probably liquidated'}: ${name} ${what}${at === '' ? '' : `, closed${at}`}${came}${doubt}`
    }
    case 'closed_elsewhere':
      return `${name} ${what}, closed${at}, other client${came}`
    case 'converted':
      return `${name} ${what}, converted, other client`
    case 'unknown':
      return `${name} ${what} is gone. How it closed and its P&L are unknown`
    default:
      return assertNever(kind, 'kind of an end')
  }
}

function settledText(family: Family, price: Price | null, collateral: Collateral): string {
  if (price === null) return 'settled at an unknown price'
  if (FAMILY_RULES[family].isMark) return `settled ${bothPrices(toPlaces(price, 2))}`
  const [won, lost] = tradesShares(family)
    ? [`paid 1 ${collateral} per share`, 'paid nothing']
    : ['settled UP', 'settled DOWN']
  if (compare(price, ONE) === 0) return won
  return signOf(price) === 0 ? lost : `settled ${trimZeros(price)}`
}

/** `long 40`, `DOWN 12.5`, `60`; the shares of an outcome have their side in the name. */
function sideOf(reported: Told): string {
  const { sides } = FAMILY_RULES[reported.family]
  return sides === null ? amountOf(reported) : `${sides[sideHeld(reported)]} ${amountOf(reported)}`
}

const amountOf = ({ size }: Told): string => grouped(trimZeros(absolute(size)))

/** Scalar prices to a hundredth, probabilities to a thousandth. */
const priceText = (family: Family, price: Price): string =>
  FAMILY_RULES[family].isMark ? priceLabel(toPlaces(price, 2)) : toPlaces(price, 3)

const levelText = (family: Family, price: Price): string =>
  FAMILY_RULES[family].isMark ? priceText(family, price) : quotedPrice(family, trimZeros(price))

const KIND_LABELS = { stop: 'Stop', take_profit: 'Take-profit', time: 'Time exit' } as const
const triggerLabel = (trigger: PositionCloseFacts['trigger']): string =>
  trigger === null ? 'Stop' : KIND_LABELS[trigger.kind]

function cameTo({ result, fee }: Told, token: Collateral): string {
  const cost = fee === null || signOf(fee) === 0 ? '' : `, fees ${cents(fee)}`
  return result === null ? `, P&L unknown${cost}` : `, ${signedCents(result)} ${token}${cost}`
}
