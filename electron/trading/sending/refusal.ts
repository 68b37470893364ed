/** A failure of the service as a message for the trader, its remedy, and whether anything was sent before. */
import { type ActionCode, actionCode } from '../../../contract/action-code.ts'
import { certaintyOf, ServiceError } from '../../service/index.ts'
import type { StoredAction } from '../../storage/index.ts'
import type { Refusal } from '../actions/index.ts'

/** Codes of a missing agent approval; both mean the same (docs/service/signing.md#agent-approval). */
const AGENT_CODES: ReadonlySet<ActionCode> = new Set(['agent_not_approved', 'outcome_agent_not_approved'])

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

/** The ticket's field for a field name of the service; `body.limitPx` and `order.sz` count too. */
const fieldOf = (name: string | null): Refusal['field'] => FIELDS[name?.split('.').at(-1) ?? ''] ?? null

/** The failure as the trader sees it: the service's message on one line, and the complete text of a long one for the step. */
export function refusalOf(error: unknown): Refusal {
  if (error instanceof ServiceError) {
    const { code, message, field, full } = error
    return { code: actionCode(code), message, field: fieldOf(field), ...(full === null ? {} : { full }) }
  }
  return { code: 'internal', message: error instanceof Error ? error.message : String(error), field: null }
}

/** An answer with a success status whose body reports that it is not one, without a reason. */
export const notAccepted = (text: string): Refusal => ({
  code: 'not_accepted',
  message: `The venue answered “${text}”. The result of this action will be looked up.`,
  field: null,
})

/** A remedy for a refusal, applied once: the agent's approval, or the leverage that binary contracts need. */
export type Remedy = 'approve_agent' | 'binary_setup'

/**
 * The remedy for a failed prepare or submit, or null where the terminal has none. A rejected signature of the agent is a missing approval too: the
 * service expects another key.
 */
export function remedyFor(error: unknown, signer: 'agent' | 'wallet'): Remedy | null {
  if (!(error instanceof ServiceError) || certaintyOf(error, 'submit').effect !== 'did_nothing') return null
  const code = actionCode(error.code)
  if (AGENT_CODES.has(code) || (signer === 'agent' && code === 'bad_signature')) return 'approve_agent'
  return code === 'leverage_must_be_2' ? 'binary_setup' : null
}

/** Whether an attempt before the current one was sent; a new attempt starts only once nothing of the earlier one can be in the market. */
function wasSentBefore({ steps }: Pick<StoredAction, 'steps'>): boolean {
  const thisTry = steps.findLastIndex(({ state }) => state === 'journalled')
  return steps.slice(0, Math.max(0, thisTry)).some(({ state }) => state === 'sent')
}

/** The last sentence of a refusal: `Nothing was sent.`, while that is true. */
export const nothingMore = (action: Pick<StoredAction, 'steps'>, what: 'sent' | 'signed' = 'sent'): string =>
  NOTHING_MORE[what][wasSentBefore(action) ? 'again' : 'yet']

const NOTHING_MORE = {
  sent: {
    again: 'The action was sent before and not accepted; nothing was sent again.',
    yet: 'Nothing was sent.',
  },
  signed: {
    again: 'The action was sent before and not accepted; nothing was signed again.',
    yet: 'Nothing was signed.',
  },
} as const
