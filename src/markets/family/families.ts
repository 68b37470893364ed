/** The differences between market families as one table. Each family implements its part in its own folder, and panels know no family. */
import type { Position } from '../../../contract/account.ts'
import type { Estimate } from '../../../contract/action.ts'
import type { Price } from '../../../contract/decimal.ts'
import { FAMILY_RULES } from '../../../contract/family-rules.ts'
import type { Instrument } from '../../../contract/instrument.ts'
import type { Intent } from '../../../contract/intent.ts'
import type { Family } from '../../../contract/market-ref.ts'
import type { Format } from '../../format/index.ts'
import type { Axis, Fact } from '../axis/index.ts'
import {
  binaryAxis,
  binaryChart,
  binaryClosed,
  binaryEnd,
  binaryEstimate,
  binaryFact,
  binaryLadder,
  binaryQuickOrder,
} from '../binary/index.ts'
import type { ChartFacts, MarketChart } from '../chart/index.ts'
import type { Closed, ClosedFacts, PositionEnd } from '../closed.ts'
import type {
  EstimatedIntent,
  EstimateFacts,
  EstimateFigures,
  EstimateRow,
  EstimateSource,
  EstimateTerms,
  FamilyEstimate,
} from '../estimate.ts'
import type { MarketLadder } from '../ladder/index.ts'
import {
  outcomeAxis,
  outcomeChart,
  outcomeClosed,
  outcomeEnd,
  outcomeEstimate,
  outcomeLadder,
  outcomeQuickOrder,
} from '../outcome/index.ts'
import type {
  FamilyQuickOrder,
  QuickOrder,
  QuickOrderFacts,
  QuickOrderPlan,
  ReadPrice,
  TypedPrice,
} from '../quick-order.ts'
import {
  scalarAxis,
  scalarChart,
  scalarClosed,
  scalarEnd,
  scalarEstimate,
  scalarLadder,
  scalarQuickOrder,
} from '../scalar/index.ts'

/** The functions of a family. @typeParam I its instruments @typeParam E its intents that are estimated before sending */
interface MarketFamily<I extends Instrument = Instrument, E extends EstimatedIntent = EstimatedIntent> {
  /** How prices are written. */
  readonly axis: (instrument: I, format: Format) => Axis
  /** The value that decides a market; null where the title already states it. */
  readonly fact: (instrument: I, format: Format) => Fact | null
  /** The heading in lists: its question, or its family. */
  readonly section: (instrument: I) => string
  readonly chart: (instrument: I, facts: ChartFacts) => MarketChart
  readonly ladder: (instrument: I) => MarketLadder
  /** Why the ticket takes no orders; null while it does. */
  readonly closed: (instrument: I, facts: ClosedFacts) => Closed | null
  /** Builds an order from the quick-order line or a key. */
  readonly quickOrder: FamilyQuickOrder<I>
  /** The results of a position when its market ends. @param mark estimated settlement mark */
  readonly end: (position: Position, mark: Price | null) => PositionEnd
  readonly estimate: FamilyEstimate<E>
}
/** The family of each intent that is estimated. */
const FAMILY_OF = { predict: 'scalar', binary_predict: 'binary', outcome_order: 'outcome' } as const
type KindOf<F extends Family> = {
  [K in keyof typeof FAMILY_OF]: (typeof FAMILY_OF)[K] extends F ? K : never
}[keyof typeof FAMILY_OF]
type Of<F extends Family> = MarketFamily<
  Extract<Instrument, { readonly family: F }>,
  Extract<EstimatedIntent, { readonly kind: KindOf<F> }>
>

const FAMILIES: { readonly [F in Family]: Of<F> } = {
  scalar: {
    axis: scalarAxis,
    fact: () => null,
    section: () => FAMILY_RULES.scalar.name,
    chart: scalarChart,
    ladder: scalarLadder,
    closed: scalarClosed,
    quickOrder: scalarQuickOrder,
    end: scalarEnd,
    estimate: scalarEstimate,
  },
  binary: {
    axis: binaryAxis,
    fact: binaryFact,
    section: () => FAMILY_RULES.binary.name,
    chart: binaryChart,
    ladder: binaryLadder,
    closed: binaryClosed,
    quickOrder: binaryQuickOrder,
    end: binaryEnd,
    estimate: binaryEstimate,
  },
  outcome: {
    axis: outcomeAxis,
    fact: () => null,
    section: ({ question }) => question?.title ?? FAMILY_RULES.outcome.name,
    chart: outcomeChart,
    ladder: outcomeLadder,
    closed: outcomeClosed,
    quickOrder: outcomeQuickOrder,
    end: outcomeEnd,
    estimate: outcomeEstimate,
  },
}

/** An instrument or an intent is only passed to its own family, so `I` and `E` always match the row. */
const familyOf = ({ family }: { readonly family: Family }): MarketFamily => FAMILIES[family] as MarketFamily
const estimateOf = (kind: EstimatedIntent['kind']): FamilyEstimate<EstimatedIntent> =>
  familyOf({ family: FAMILY_OF[kind] }).estimate

/** One shared axis for all instruments that write prices identically, so that objects derived from a view survive. */
const axes = new Map<string, Axis>()
/** The last requested axis per instrument, with its format. */
const axisOfInstrument = new WeakMap<Instrument, { readonly format: Format; readonly axis: Axis }>()

/** The axis of a market in the window's format (`useFormat`): the same object while it writes prices identically. */
export function axisOf(instrument: Instrument, format: Format): Axis {
  const before = axisOfInstrument.get(instrument)
  if (before?.format === format) return before.axis
  const made = familyOf(instrument).axis(instrument, format)
  const axis = axes.get(made.key) ?? made
  axes.set(axis.key, axis)
  axisOfInstrument.set(instrument, { format, axis })
  return axis
}

/** The value that decides a market; null where the title already states it. */
export const factOf = (instrument: Instrument, format: Format): Fact | null =>
  familyOf(instrument).fact(instrument, format)

/** The heading of a market in lists: its question, or its family. */
export const sectionOf = (instrument: Instrument): string => familyOf(instrument).section(instrument)

export const chartOf = (instrument: Instrument, facts: ChartFacts): MarketChart =>
  familyOf(instrument).chart(instrument, facts)

const ladders = new WeakMap<Instrument, MarketLadder>()

/** The ladder of a market: the same object for the same instrument. */
export function ladderOf(instrument: Instrument): MarketLadder {
  const ladder = ladders.get(instrument) ?? familyOf(instrument).ladder(instrument)
  ladders.set(instrument, ladder)
  return ladder
}

/** Why a market takes no orders from its ticket; null while it does. */
export const closedOf = (instrument: Instrument, facts: ClosedFacts): Closed | null =>
  familyOf(instrument).closed(instrument, facts)

/** The results of a position when its market ends. @param mark estimated settlement mark; null without an estimate */
export const endOf = (position: Position, mark: Price | null): PositionEnd => familyOf(position).end(position, mark)

/** The fixed rules of a family: whether it takes orders with a price, and on which terms. */
export const quickOrderRulesOf = (
  family: Family,
): Pick<FamilyQuickOrder, 'unit' | 'off' | 'reverseOff' | 'termsIssue'> => familyOf({ family }).quickOrder

/** The quick-order rules of a market, bound to its current data. */
export interface MarketQuickOrder extends Pick<FamilyQuickOrder, 'unit' | 'off' | 'termsIssue'> {
  readonly readPrice: (typed: Extract<TypedPrice, { kind: 'typed' }>) => ReadPrice
  readonly plan: (order: QuickOrder) => QuickOrderPlan
}

/** Binds the family's quick orders to the current facts. */
export function quickOrderOf(facts: QuickOrderFacts): MarketQuickOrder {
  const { unit, off, termsIssue, readPrice, plan } = familyOf(facts.instrument).quickOrder
  return {
    ...{ unit, off, termsIssue },
    readPrice: (typed) => readPrice(typed, facts),
    plan: (order) => plan(order, facts),
  }
}

/** Whether an intent is estimated before it is sent. */
export const isEstimated = (intent: Intent): intent is EstimatedIntent => Object.hasOwn(FAMILY_OF, intent.kind)

/** The rows of an order, in display order. */
export const estimateRows = (kind: EstimatedIntent['kind'], terms: EstimateTerms): readonly EstimateRow[] =>
  estimateOf(kind).rows(terms)

/** The figures of the rows, by the live book or by the service. */
export const figuresOf = (intent: EstimatedIntent, source: EstimateSource, facts: EstimateFacts): EstimateFigures =>
  estimateOf(intent.kind).figures(intent, source, facts)

/** What confirming an estimate signs: `buy 40 UP at most 0.31`. */
export const confirmText = (
  intent: EstimatedIntent,
  estimate: Estimate,
  facts: Pick<EstimateFacts, 'tickSize' | 'unit'>,
): string => estimateOf(intent.kind).confirmText(intent, estimate, facts)
