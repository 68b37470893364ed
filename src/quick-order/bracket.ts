/** What goes with a previewed order to protect what it fills: the terms of its plan, what is wrong with them, and what they come to. Pure. */
import {
  add,
  type Decimal,
  HUNDRED,
  type Money,
  type Price,
  percentOf,
  toPlaces,
  ZERO,
} from '../../contract/decimal.ts'
import type { ExitTerms } from '../../contract/exit-plan.ts'
import { isBetter, resultAt } from '../../contract/exit-rules.ts'
import type { Instrument } from '../../contract/instrument.ts'
import type { Intent } from '../../contract/intent.ts'
import { NO_EXITS, readExits, sideOpened } from '../exit-plan/index.ts'
import { moneyUnit, priceLabel, signed } from '../format/index.ts'
import type { MarketQuickOrder } from '../markets/family/index.ts'
import type { QuickOrder, QuickOrderFigure } from '../markets/quick-order/index.ts'
import type { AskedExits } from './bracket-line.ts'

export interface Bracket {
  readonly terms: ExitTerms
  readonly stop: Price | null
  readonly targets: readonly { readonly price: Price; readonly percent: Decimal }[]
  /** Before fees, were all of the order filled at its price. */
  readonly figures: readonly QuickOrderFigure[]
}

interface BracketOf {
  readonly order: QuickOrder
  /** What the order would be sent as. */
  readonly intent: Intent
  readonly instrument: Pick<Instrument, 'family' | 'tick'>
  readonly hand: Pick<MarketQuickOrder, 'readPrice'>
  /** Null while it is not known. */
  readonly mark: Price | null
}

/** The exits of an order as its price is now, or why it cannot have them, as a sentence. */
export function bracketOf(
  exits: AskedExits,
  { order, intent, instrument, hand, mark }: BracketOf,
): Bracket | { readonly issue: string } {
  const { family, tick } = instrument
  const side = sideOpened(intent)
  if (side === null)
    return { issue: 'A stop and a target go with an order that opens a position: this one only closes.' }
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
    const [key, words] = wrong
    return { issue: key === null ? words : `The ${key === 'stop' ? 'stop' : 'target'}: ${words}` }
  }
  // At the price of now it would close what has just been opened.
  if (stop !== null && mark !== null && !isBetter(side, mark, stop.price)) {
    return { issue: `The stop would close at the first fill: the mark is ${priceLabel(mark)} already.` }
  }
  const result = (price: Price, percent: Decimal): Money =>
    resultAt(side, order.price, price, percentOf(order.size, percent))
  const sum = targets.reduce<Money>((all, { price, percent }) => add(all, result(price, percent)), ZERO as Money)
  const money = (value: Money): string => `${signed(toPlaces(value, 2))} ${moneyUnit(family)}`
  return {
    terms,
    stop: stop?.price ?? null,
    targets,
    figures: [
      ...(stop === null ? [] : [{ name: 'At the stop', value: money(result(stop.price, HUNDRED)) }]),
      ...(targets.length === 0
        ? []
        : [{ name: targets.length === 1 ? 'At the target' : 'At the targets', value: money(sum) }]),
    ],
  }
}
