/**
 * What the upstream exchange answers to a signed action, wherever a deployment passes it on: an answer of success may hold the refusal of the
 * order in it (docs/service/reading-the-wire.md#submits).
 */
import type { Cloid } from '../../../contract/address.ts'
import type { Price, Size } from '../../../contract/decimal.ts'
import type { Wire } from '../wire.ts'

/** What became of one order or cancel of an action. */
type Outcome =
  | { readonly kind: 'refused'; readonly words: Wire }
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

/** Under which names an answer stands in another one. */
const AROUND = ['data', 'result', 'results', 'response']
/** Answers in one another: `{ result: { status: "ok", response: { data: { statuses } } } }` has four. */
const DEEPEST = 6

/** What became of each order and cancel in it; at least one. @throws ServiceError for a status that has no known shape. */
function outcomesOf(answer: Wire, depth = 0): readonly Outcome[] {
  if (answer.isList) return answer.items().flatMap((item) => entryOf(item, depth))
  const response = answer.at('response')
  if (response.isText && /^err(or)?$/i.test(wordOf(answer.at('status')))) return [{ kind: 'refused', words: response }]
  const statuses = answer.at('statuses')
  if (statuses.isList) return statuses.items().map(statusOf)
  if (depth === DEEPEST) return [{ kind: 'own' }]
  const inner = AROUND.map((name) => answer.at(name)).filter((wire) => wire.isObject || wire.isList)
  const found = inner.map((wire) => outcomesOf(wire, depth + 1)).find((one) => one.some(({ kind }) => kind !== 'own'))
  return found ?? [{ kind: 'own' }]
}

/** One of several results. An error without a status is one that says that nothing was done. */
function entryOf(item: Wire, depth: number): readonly Outcome[] {
  const error = item.at('error')
  if (error.isText && item.at('status').missing) return [{ kind: 'refused', words: error }]
  return depth === DEEPEST ? [{ kind: 'own' }] : outcomesOf(item, depth + 1)
}

function statusOf(item: Wire): Outcome {
  const nothing = { oid: null, cloid: null, filled: null, averagePx: null }
  if (item.isText) return { kind: 'taken', status: item.text(), ...nothing }
  const error = item.at('error')
  if (error.isText) return { kind: 'refused', words: error }
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
 * The service's words where everything that was sent is refused in an answer of success; null where nothing is.
 * @throws ServiceError where a part is refused, or a status has no known shape: reads settle what came of it.
 */
export function refusalIn(answer: Wire): Wire | null {
  const outcomes = outcomesOf(answer)
  const refused = outcomes.flatMap((outcome) => (outcome.kind === 'refused' ? [outcome.words] : []))
  const [first] = refused
  if (first === undefined) return null
  return refused.length === outcomes.length ? first : first.fail('refuses a part of what was sent')
}

/** What the upstream says of the one order or cancel that was sent; null where the answer has a shape of the service's own. */
export function takenOf(answer: Wire): Extract<Outcome, { kind: 'taken' }> | null {
  const taken = outcomesOf(answer).filter((outcome) => outcome.kind === 'taken')
  const [first, ...others] = taken
  return others.length > 0 ? answer.fail('should have one status') : (first ?? null)
}

/** The one result of a list of them, or the answer itself; one action was sent, so that a list may have one entry. */
export function onlyResult(answer: Wire): Wire {
  const list = [answer, ...['results', 'data'].map((name) => answer.at(name))].find((wire) => wire.isList)
  if (list === undefined) return answer
  const [result, ...others] = list.items()
  return result === undefined || others.length > 0 ? list.fail('should have one entry') : result
}
