/** The effect of dragging a line as text: the new order or exit, its distance from the market, and its result. Pure. */

import type { Position } from '../../../contract/account.ts'
import { levelOfRule } from '../../../contract/alert.ts'
import { assertNever } from '../../../contract/brand.ts'
import {
  absolute,
  compare,
  type Decimal,
  divide,
  negate,
  type Price,
  type Size,
  signOf,
  subtract,
  toPlaces,
  trimZeros,
} from '../../../contract/decimal.ts'
import { netResultAt } from '../../../contract/exit-rules.ts'
import { sideHeld } from '../../../contract/family-rules.ts'
import { counted } from '../../../contract/plural.ts'
import { HELD_TEXTS, type HeldExit, heldName } from '../../exit-plan/index.ts'
import { grouped, signedMoney } from '../../format/index.ts'
import type { PriceView } from '../../markets/axis/index.ts'
import type { ChartText, PriceName } from '../../markets/chart/index.ts'
import { type Grip, pulledOf } from './annotations.ts'
import { MESSAGES, PRICE_TEXTS } from './messages.ts'

/** The texts of the chip of a dragged line. */
export interface DragText {
  /** `Move Buy 150: 571.62 → 571.78` */
  readonly title: string
  /** `0.32 below the mark` and more, in reading order. */
  readonly facts: readonly string[]
  /** Label of the sending button. */
  readonly send: string
  /** Why it would have no effect; null where it has one. */
  readonly off: string | null
}

interface DragWordsInput {
  /** The prices are the market's own, not as displayed. */
  readonly from: Price
  readonly to: Price
  /** The current price; null while unknown. */
  readonly now: Price | null
  readonly priceName: PriceName
  /** The market's own; null where unknown. */
  readonly tick: Price | null
  readonly view: PriceView
  readonly text: ChartText
  /** The size of a dragged position's exit; null for all of it. */
  readonly size: Size | null
  /** Fee of a close, basis points; null where unknown. */
  readonly takerBps: Decimal | null
}

/** The text of a drag. */
export function dragTextOf(grip: Grip, input: DragWordsInput): DragText {
  const { from, to, view, text: message } = input
  const arrow = `${view.price(from)} → ${view.named(to)}`
  const away = distanceOf(input)
  const still = compare(from, to) === 0 ? 'It is already there.' : null
  switch (grip.kind) {
    case 'order': {
      const { side, size, filled } = grip.order
      const rest = trimZeros(subtract(size, filled))
      const loses = 'Cancel/replace: loses queue position'
      return {
        title: `Move ${message.order(side, rest)}: ${arrow}`,
        facts: listed(away, loses),
        send: 'Cancel & replace',
        off: still,
      }
    }
    case 'held': {
      const { held, position } = grip
      const { size } = held.plan
      return {
        title: `${HELD_TEXTS[heldName(held)].moveSize(grouped(trimZeros(size)))}: ${arrow}`,
        facts: listed(away, position === null ? null : resultOf(position, size, input), HELD),
        send: HELD_TEXTS[heldName(held)].move,
        off: still ?? onceIssue(held, input),
      }
    }
    case 'alert': {
      const { rule, repeat } = grip.alert
      return {
        title: `${MESSAGES.moveAlert}: ${view.price(levelOfRule(rule))} → ${view.named(to)}`,
        facts: listed(away, repeat ? 'Fires each time the price crosses it' : 'Fires once when the price crosses it'),
        send: MESSAGES.moveAlert,
        off: still,
      }
    }
    case 'position':
      return pulledText(grip.position, input, away)
    default:
      return assertNever(grip, 'grip')
  }
}

function pulledText(position: Position, input: DragWordsInput, away: string | null): DragText {
  const { to, now, view, text: message, priceName, size } = input
  const pulled = now === null ? null : pulledOf(position.size, to, now)
  const part = size ?? absolute(position.size)
  const held = message.held(signOf(position.size) < 0 ? negate(part) : part)
  if (pulled === null) {
    const off = now === null ? PRICE_TEXTS[priceName].unknown : PRICE_TEXTS[priceName].isCurrent
    return { title: `Exit of ${held} at ${view.named(to)}`, facts: [], send: 'Set', off }
  }
  const isStop = pulled === 'stop'
  return {
    title: isStop ? `Stop for ${held} at ${view.named(to)}` : `Target for ${held} at ${view.named(to)}`,
    facts: listed(away, resultOf(position, part, input), HELD),
    send: isStop ? 'Set stop' : 'Set target',
    off: null,
  }
}

const HELD = 'Local: works only while Isotherm is running'

const listed = (...facts: readonly (string | null)[]): readonly string[] => facts.filter((fact) => fact !== null)

/** `P&L −153.00 USDC`; `P&L −153.00 USDC, before fees` where the rate of the close is not known */
function resultOf(
  position: Position,
  size: Size | null,
  { to, text: message, takerBps }: DragWordsInput,
): string | null {
  if (size === null) return null
  const result = `${signedMoney(netResultAt(sideHeld(position), position.entryPx, to, size, takerBps))} ${message.money}`
  return takerBps === null ? `P&L ${result}, before fees` : `P&L ${result}`
}

/** Why an exit is invalid there: it would close at once. Main checks the watched price; this only reports it earlier. */
function onceIssue({ direction, source }: HeldExit, { to, now, priceName }: DragWordsInput): string | null {
  if (now === null || source !== 'mark') return null
  const reached = direction === 'at_or_above' ? compare(now, to) >= 0 : compare(now, to) <= 0
  return reached ? PRICE_TEXTS[priceName].reached : null
}

/** `0.06 (0.06 °F) below the mark, 6 ticks`; null while the current price is unknown. */
function distanceOf({ to, now, tick, view, priceName }: DragWordsInput): string | null {
  if (now === null) return null
  const [at, here] = [view.seen(to), view.seen(now)]
  const order = compare(at, here)
  const texts = PRICE_TEXTS[priceName]
  if (order === 0) return texts.at
  const distance = absolute(subtract(at, here))
  const both = `${view.namedDistance(distance)} (${view.secondDistance(distance)})`
  const count = tick === null ? null : trimZeros(toPlaces(divide<Decimal, Decimal>(distance, tick, 6), 0))
  const where = order > 0 ? texts.above(both) : texts.below(both)
  return [where, ...(count === null ? [] : [counted(count, 'tick', 'ticks')])].join(', ')
}
