/** What is wrong with a ticket, in words, with the field it belongs to. */
import {
  absolute,
  type Money,
  type Price,
  parseTyped,
  type Size,
  signOf,
  trimZeros,
} from '../../../contract/decimal.ts'
import type { Side } from '../../../contract/market.ts'
import { checkOrder, type OrderContext, type OrderIssue, type OrderTerms } from '../../../contract/order-rules.ts'
import { grouped } from '../../format/index.ts'
import type { PriceUnit, TicketDraft } from './draft.ts'

export interface FieldIssue {
  readonly field: 'price' | 'size'
  readonly code: OrderIssue['code'] | 'missing' | 'not_a_number'
  readonly message: string
}

/** What is wrong with the text alone. An empty field is `missing`: said only once the trader tries to send. */
export function textIssues(draft: TicketDraft): FieldIssue[] {
  return [
    ...textIssue('price', draft.unit === 'f' ? 'Temperature' : 'Price', draft.price),
    ...textIssue('size', 'Size', draft.size),
  ]
}

function textIssue(field: FieldIssue['field'], name: string, text: string): FieldIssue[] {
  const typed = text.trim()
  if (typed === '') return [{ field, code: 'missing', message: `${name} is missing.` }]
  if (parseTyped(typed) !== null) return []
  const quoted = typed.length > 24 ? `${typed.slice(0, 24)}…` : typed
  const hint = /^[+\-−]?[\d.,' ]+$/.test(typed) ? ' Use digits and one decimal point.' : ''
  return [{ field, code: 'not_a_number', message: `${name} “${quoted}” is not a number.${hint}` }]
}

type Context = OrderContext & { readonly available: Money | null; readonly position: Size | null }

/**
 * The order rules for one side, said as the ticket says them. `marginAt` is the price that margin is asked for, which for a sale may
 * be better than its limit.
 */
export function sideIssues(terms: OrderTerms, marginAt: Price, context: Context, unit: PriceUnit): FieldIssue[] {
  const atLimit = checkOrder(terms, context)
  const found = atLimit.length > 0 ? atLimit : checkOrder({ ...terms, price: marginAt }, context)
  return found.map((issue) => ({
    field: issue.field,
    code: issue.code,
    message: reworded(issue, terms, context, unit),
  }))
}

function reworded(issue: OrderIssue, terms: OrderTerms, context: Context, unit: PriceUnit): string {
  if (issue.code === 'off_tick' && unit === 'f') {
    return `That is mark ${terms.price}, which is not a multiple of ${context.tickSize}.`
  }
  if (issue.code === 'not_positive' && issue.field === 'price' && unit === 'f') {
    return `That is mark ${grouped(terms.price)}; the mark must be greater than 0.`
  }
  const { position } = context
  if (issue.code === 'reduce_only_would_increase' && position !== null && adds(terms.side, position)) {
    const held = `${signOf(position) > 0 ? 'long' : 'short'} position of ${grouped(trimZeros(absolute(position)))}`
    return `Reduce-only, but a ${terms.side} would add to the ${held}.`
  }
  return issue.message
}

const adds = (side: Side, position: Size): boolean =>
  signOf(position) !== 0 && signOf(position) > 0 === (side === 'buy')

/** The first of the issues in the order in which fields are read. */
export const firstIssue = (issues: readonly FieldIssue[]): FieldIssue | null =>
  issues.find((issue) => issue.field === 'price') ?? issues[0] ?? null
