/** What a failure of the service means for an action: said no, never left, or not known. */
import { type ServiceError as Failure, ServiceError } from '../../service/index.ts'
import type { Refusal } from '../actions/index.ts'

/** Codes of a missing agent approval; both mean the same (docs/service/signing.md#agent-approval). */
const AGENT_CODES: ReadonlySet<string> = new Set(['agent_not_approved', 'outcome_agent_not_approved'])
/** Codes that the service gives before it carries anything out, also where their status alone would leave it open. */
const REFUSALS: ReadonlySet<string> = new Set(['stale_market_data', 'rate_limited'])
const STALE = 'stale_prepared_action'

const FIELDS: { readonly [name: string]: Refusal['field'] } = {
  price: 'price',
  limitPx: 'price',
  limit_px: 'price',
  px: 'price',
  p: 'price',
  size: 'size',
  sz: 'size',
  s: 'size',
}

/** The ticket's field that a field name of the service belongs to; `body.limitPx` and `order.sz` count too. */
const fieldOf = (name: string | null): Refusal['field'] => FIELDS[name?.split('.').at(-1) ?? ''] ?? null

/** The failure as the trader sees it: the service's words as they are. */
export const refusalOf = (error: Failure): Refusal => ({
  code: error.code,
  message: error.message,
  field: fieldOf(error.field),
})

/** What makes a refused prepare good, once: the agent's approval, or the leverage that binary contracts want. */
export type Remedy = 'approve_agent' | 'binary_setup'

/** What makes a failed prepare good, or null where nothing of the terminal's does. */
export function remedyFor(error: unknown): Remedy | null {
  if (!(error instanceof ServiceError) || error.delivery !== 'answered') return null
  if (AGENT_CODES.has(error.code)) return 'approve_agent'
  return error.code === 'leverage_must_be_2' ? 'binary_setup' : null
}

type SubmitFailure =
  /** The service refused: nothing came of it. */
  | { readonly kind: 'rejected'; readonly refusal: Refusal }
  /** The prepared action was too old, or something must be made good first: it may be prepared again. */
  | { readonly kind: 'stale'; readonly refusal: Refusal; readonly remedy: Remedy | null }
  | { readonly kind: 'never_left'; readonly refusal: Refusal }
  /** It may have been carried out. */
  | { readonly kind: 'unknown'; readonly refusal: Refusal }

/**
 * What a failed submit means. Only a refusal that is certainly the service's own counts as one: an answer that cannot be read, a
 * gateway's error and everything unforeseen leave the outcome open.
 */
export function submitFailure(error: unknown): SubmitFailure {
  if (!(error instanceof ServiceError)) {
    const message = error instanceof Error ? error.message : String(error)
    return { kind: 'unknown', refusal: { code: 'internal', message, field: null } }
  }
  const refusal = refusalOf(error)
  if (error.delivery === 'not_sent') return { kind: 'never_left', refusal }
  if (error.kind === 'problem' && REFUSALS.has(error.code)) return { kind: 'rejected', refusal }
  if (error.delivery === 'maybe_sent' || error.kind !== 'problem') return { kind: 'unknown', refusal }
  const remedy = remedyFor(error)
  if (error.code === STALE || remedy !== null) return { kind: 'stale', refusal, remedy }
  const status = error.status ?? 0
  const certain = (status >= 400 && status < 500 && status !== 408) || status === 503
  return { kind: certain ? 'rejected' : 'unknown', refusal }
}
