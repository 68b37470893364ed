/**
 * The upstream exchange's answer to a signed action, wherever a deployment passes it on: a success answer may contain the refusal of the order
 * (docs/service/reading-the-wire.md#submits).
 */
import type { Cloid } from '../../../contract/address.ts'
import type { Price, Size } from '../../../contract/decimal.ts'
import type { Wire } from '../wire.ts'

/** Result of one order or cancel of an action. */
type Outcome =
  | { readonly kind: 'refused'; readonly text: Wire }
  | {
      readonly kind: 'taken'
      /** `resting`, `filled`, `success`, `waitingForFill` */
      readonly status: string
      readonly oid: string | null
      readonly cloid: Cloid | null
      readonly filled: Size | null
      readonly averagePx: Price | null
    }
  /** In a shape of the service's own: `{ status: "accepted" }`. */
  | { readonly kind: 'own' }

/** Names under which an answer may be nested. */
const AROUND = ['data', 'result', 'results', 'response']
/** Maximum nesting: `{ result: { status: "ok", response: { data: { statuses } } } }` has four levels. */
const DEEPEST = 6

/** The result of each order and cancel in it; at least one. @throws ServiceError for a status of unknown shape. */
function outcomesOf(answer: Wire, depth = 0): readonly Outcome[] {
  if (answer.isList) return answer.items().flatMap((item) => entryOf(item, depth))
  const response = answer.at('response')
  if (response.isText && /^err(or)?$/i.test(wordOf(answer.at('status')))) return [{ kind: 'refused', text: response }]
  const statuses = answer.at('statuses')
  if (statuses.isList) return statuses.items().map(statusOf)
  if (depth === DEEPEST) return [{ kind: 'own' }]
  const inner = AROUND.map((name) => answer.at(name)).filter((wire) => wire.isObject || wire.isList)
  const found = inner.map((wire) => outcomesOf(wire, depth + 1)).find((one) => one.some(({ kind }) => kind !== 'own'))
  return found ?? [{ kind: 'own' }]
}

/** One of several results. An error without a status means that nothing was done. */
function entryOf(item: Wire, depth: number): readonly Outcome[] {
  const error = item.at('error')
  if (error.isText && item.at('status').missing) return [{ kind: 'refused', text: error }]
  return depth === DEEPEST ? [{ kind: 'own' }] : outcomesOf(item, depth + 1)
}

function statusOf(item: Wire): Outcome {
  const nothing = { oid: null, cloid: null, filled: null, averagePx: null }
  if (item.isText) return { kind: 'taken', status: item.text(), ...nothing }
  const error = item.at('error')
  if (error.isText) return { kind: 'refused', text: error }
  const [resting, filled] = [item.at('resting'), item.at('filled')]
  const order = resting.isObject ? resting : filled
  if (!order.isObject) return item.fail('should be resting, filled or an error')
  return {
    kind: 'taken',
    status: order === resting ? 'resting' : 'filled',
    oid: order.at('oid').id(),
    cloid: order.at('cloid').optional((wire) => wire.cloid()),
    filled: order.at('total_sz').optional((wire) => wire.decimal<Size>()),
    averagePx: order.at('avg_px').optional((wire) => wire.decimal<Price>()),
  }
}

const wordOf = (wire: Wire): string => (wire.isText ? wire.text() : '')

/**
 * The service's message where a success answer refuses everything that was sent; null where it refuses nothing.
 * @throws ServiceError where only a part is refused, or a status has an unknown shape: reads then settle the outcome.
 */
export function refusalIn(answer: Wire): Wire | null {
  const outcomes = outcomesOf(answer)
  const refused = outcomes.flatMap((outcome) => (outcome.kind === 'refused' ? [outcome.text] : []))
  const [first] = refused
  if (first === undefined) return null
  return refused.length === outcomes.length ? first : first.fail('refuses part of the request')
}

/** The upstream's result for the one order or cancel that was sent; null where the answer has a shape of the service's own. */
export function resultOf(answer: Wire): Extract<Outcome, { kind: 'taken' }> | null {
  const taken = outcomesOf(answer).filter((outcome) => outcome.kind === 'taken')
  const [first, ...others] = taken
  return others.length > 0 ? answer.fail('should have one status') : (first ?? null)
}

/** The single result in a list, or the answer itself; one action was sent, so a list must have one entry. */
export function onlyResult(answer: Wire): Wire {
  const list = [answer, ...['results', 'data'].map((name) => answer.at(name))].find((wire) => wire.isList)
  if (list === undefined) return answer
  const [result, ...others] = list.items()
  return result === undefined || others.length > 0 ? list.fail('should have one entry') : result
}
