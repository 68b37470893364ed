/** The exits of a previewed order that protect its fills: the terms of the plan, its issues, and its results. Pure. */

import {
  add,
  compare,
  type Decimal,
  HUNDRED,
  type Money,
  type Price,
  percentOf,
  signOf,
  ZERO,
} from '../../contract/decimal.ts'
import type { ExitTerms } from '../../contract/exit-plan.ts'
import { isBetter, netResultAt } from '../../contract/exit-rules.ts'
import type { Instrument } from '../../contract/instrument.ts'
import type { Intent } from '../../contract/intent.ts'
import { plural } from '../../contract/plural.ts'
import { NO_EXITS, readExits, sideOpened } from '../exit-plan/index.ts'
import { moneyUnit, priceLabel, signedMoney } from '../format/index.ts'
import type { MarketQuickOrder } from '../markets/family/index.ts'
import type { QuickOrder, QuickOrderFigure, TypedPrice } from '../markets/quick-order.ts'
import { numberIn, priceIn } from './preview-action-line.ts'

// Stop and targets typed after an order: `stop 71.2F target 72F`, `target 72F 50% target 73F 50%`.

type Typed = Extract<TypedPrice, { kind: 'typed' }>

/** The requested protection of an order's fills; at least one of both. */
export interface RequestedExits {
  readonly stop: Typed | null
  /** In typed order, not necessarily nearest first. */
  readonly targets: readonly AskedTarget[]
}

interface AskedTarget {
  readonly price: Typed
  /** Of the filled size, percent. */
  readonly percent: Decimal
}

const HOW = 'Type stop or target and a price: stop 571.2, target 72F.'
const ROLES: Readonly<Record<string, 'stop' | 'target'>> = { stop: 'stop', sl: 'stop', target: 'target', tp: 'target' }

/** Whether a token begins a stop or a target. */
export const beginsExit = (text: string): boolean => Object.hasOwn(ROLES, text)

interface Read {
  readonly exits: RequestedExits
  /** The tokens after them. */
  readonly rest: readonly string[]
}

/** The exits at the beginning of the tokens, or their error. */
export function exitsIn(terms: readonly string[]): Read | { readonly why: string } {
  let stop: Typed | null = null
  const targets: { price: Typed; percent: Decimal | null }[] = []
  let rest = terms
  for (;;) {
    const [label = '', ...more] = rest
    const role = Object.hasOwn(ROLES, label) ? ROLES[label] : undefined
    if (role === undefined) break
    const [text, ...behind] = more[0] === '@' || more[0] === 'at' ? more.slice(1) : more
    if (text === undefined) return { why: `The price of the ${role} is missing. ${HOW}` }
    const price = priceIn(text)
    if ('why' in price) return { why: `The ${role}: ${price.why}` }
    if (price.kind !== 'typed') return { why: `“${text}” moves with the market; a ${role} needs a fixed price. ${HOW}` }
    rest = behind
    if (role === 'stop') {
      if (stop !== null) return { why: 'Only one stop: it closes the full fill.' }
      stop = price
      continue
    }
    const [share = ''] = behind
    const percent = share.endsWith('%') ? numberIn(share.slice(0, -1), 'share') : null
    if (percent !== null && 'why' in percent) return percent
    if (percent !== null) rest = behind.slice(1)
    targets.push({ price, percent: percent?.value ?? null })
  }
  const shared = shareOut(targets)
  return 'why' in shared ? shared : { exits: { stop, targets: shared.targets }, rest }
}

/** A single target closes everything; several must each state a share. */
function shareOut(
  targets: readonly { readonly price: Typed; readonly percent: Decimal | null }[],
): { readonly targets: readonly AskedTarget[] } | { readonly why: string } {
  const read: AskedTarget[] = []
  for (const { price, percent: typed } of targets) {
    const percent = typed ?? (targets.length === 1 ? HUNDRED : null)
    if (percent === null) return { why: 'Enter the share of each target: target 72F 50% target 73F 50%.' }
    if (signOf(percent) <= 0) return { why: 'The share of a target must be greater than 0.' }
    if (compare(percent, HUNDRED) > 0) return { why: 'A target cannot close more than 100%.' }
    read.push({ price, percent })
  }
  return { targets: read }
}

/** Stop and targets as text, each target with its share where there are several: `stop 571.2`, `target 572 for 50%`, `target 573 for 50%`. */
export function exitLabels<Level>(
  exits: {
    readonly stop: Level | null
    readonly targets: readonly { readonly price: Level; readonly percent: Decimal }[]
  },
  say: { readonly price: (price: Level) => string; readonly percent: (percent: Decimal) => string },
): readonly string[] {
  const { stop, targets } = exits
  return [
    ...(stop === null ? [] : [`stop ${say.price(stop)}`]),
    ...targets.map(({ price, percent }) =>
      targets.length === 1 ? `target ${say.price(price)}` : `target ${say.price(price)} for ${say.percent(percent)}`,
    ),
  ]
}

export interface Bracket {
  readonly terms: ExitTerms
  readonly stop: Price | null
  readonly targets: readonly { readonly price: Price; readonly percent: Decimal }[]
  /** After the fee of the close where it is known, if the whole order fills at its price. */
  readonly figures: readonly QuickOrderFigure[]
}

interface BracketOf {
  readonly order: QuickOrder
  /** The intent that the order would be sent as. */
  readonly intent: Intent
  readonly instrument: Pick<Instrument, 'family' | 'tick'>
  readonly hand: Pick<MarketQuickOrder, 'readPrice'>
  /** Null while unknown. */
  readonly mark: Price | null
  /** Fee of a close, basis points; null where unknown. */
  readonly takerBps: Decimal | null
}

/** The exits of an order at its current price, or why it cannot have them, as a sentence. */
export function bracketOf(
  exits: RequestedExits,
  { order, intent, instrument, hand, mark, takerBps }: BracketOf,
): Bracket | { readonly issue: string } {
  const { family, tick } = instrument
  const side = sideOpened(intent)
  if (side === null) return { issue: 'Stops and targets need an order that opens a position; this one only closes.' }
  const stop = exits.stop === null ? null : hand.readPrice(exits.stop)
  if (stop !== null && 'issue' in stop) return { issue: `The stop: ${stop.issue}` }
  const targets: { readonly price: Price; readonly percent: Decimal }[] = []
  for (const { price: typed, percent } of exits.targets) {
    const read = hand.readPrice(typed)
    if ('issue' in read) return { issue: `The target: ${read.issue}` }
    targets.push({ price: read.price, percent })
  }
  const { terms, issues } = readExits(
    {
      ...NO_EXITS,
      stop: stop?.price ?? '',
      targets: targets.map(({ price, percent }) => ({ level: price, share: percent })),
    },
    {
      ...{ family, levels: 'price', unit: 'mark', shares: 'position' },
      ...{ side, now: order.price, tick, held: null },
    },
  )
  const [wrong] = issues
  if (wrong !== undefined) {
    const [key, text] = wrong
    return { issue: key === null ? text : key === 'stop' ? `The stop: ${text}` : `The target: ${text}` }
  }
  // At the current mark it would immediately close the new position.
  if (stop !== null && mark !== null && !isBetter(side, mark, stop.price)) {
    return { issue: `The stop would trigger at the first fill: the mark is already ${priceLabel(mark)}.` }
  }
  const result = (price: Price, percent: Decimal): Money =>
    netResultAt(side, order.price, price, percentOf(order.size, percent), takerBps)
  const sum = targets.reduce<Money>((all, { price, percent }) => add(all, result(price, percent)), ZERO as Money)
  const money = (value: Money): string => {
    const amount = `${signedMoney(value)} ${moneyUnit(family)}`
    return takerBps === null ? `${amount} before fees` : amount
  }
  return {
    terms,
    stop: stop?.price ?? null,
    targets,
    figures: [
      ...(stop === null ? [] : [{ name: 'At the stop', value: money(result(stop.price, HUNDRED)) }]),
      ...(targets.length === 0
        ? []
        : [{ name: plural(targets.length, 'At the target', 'At the targets'), value: money(sum) }]),
    ],
  }
}
