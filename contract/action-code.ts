/**
 * Machine codes of actions: why one was refused or rejected, or what it waits for. Every code the terminal produces or compares with is listed here,
 * so that a misspelled comparison does not compile; a service may send any other code.
 */

type OwnCode =
  | 'already_filled'
  | 'awaiting_confirmation'
  | 'awaiting_estimate'
  | 'bad_input'
  | 'bad_wallet_key'
  | 'beyond_worst'
  | 'declined'
  | 'held_paused'
  | 'identity_changed'
  | 'internal'
  | 'journal_failed'
  | 'killed'
  | 'keys_not_armed'
  | 'leverage_not_set'
  | 'leverage_too_high'
  | 'limit_collar'
  | 'limit_collar_unknown'
  | 'limit_day_loss'
  | 'limit_day_loss_unknown'
  | 'limit_depth'
  | 'limit_depth_unknown'
  | 'limit_no_mark'
  | 'limit_order_size'
  | 'limit_order_value'
  | 'limit_orders_per_minute'
  | 'limit_position'
  | 'limit_position_unknown'
  | 'limit_price_band'
  | 'limit_slippage'
  | 'limit_worst_case'
  | 'limit_worst_case_unknown'
  | 'mismatch'
  | 'never_arrived'
  | 'no_browser'
  | 'no_cloid'
  | 'no_wallet_key'
  | 'not_a_probability'
  | 'not_accepted'
  | 'not_applied'
  | 'not_approved'
  | 'not_armed'
  | 'not_confirmed'
  | 'not_enough_shares'
  | 'not_positive'
  | 'not_signed'
  | 'off_tick'
  | 'one_click_not_armed'
  | 'other_order'
  | 'position_turned'
  | 'rejected'
  | 'request_limit'
  | 'said_not_made'
  | 'self_cross'
  | 'signed_out'
  | 'signing_unavailable'
  | 'still_open'
  | 'stopped'
  | 'surfaced'
  | 'too_late'
  | 'too_precise'
  | 'transfer_unclear'
  | 'unknown_market'
  | 'unverified'
  | 'wallet_busy'
  | 'wallet_cancelled'
  | 'wallet_mismatch'
  | 'wallet_rejected'
  | 'wallet_timeout'
  | 'wrong_signature'

/** Codes of the service that the terminal recovers from or also uses itself (docs/service/errors.md#codes). */
type ServiceCode =
  | 'agent_not_approved'
  | 'bad_signature'
  | 'BINARY_ENTRY_CUTOFF'
  | 'binary_wrong_phase'
  | 'exceeds_account'
  | 'insufficient_collateral'
  | 'leverage_must_be_2'
  | 'market_closed'
  | 'minimum_value'
  | 'outcome_agent_not_approved'
  | 'reduce_only_would_increase'
  | 'stale_prepared_action'
  | 'stale_prices'

/** A code that the terminal knows by name. */
export type KnownCode = OwnCode | ServiceCode

declare const otherCode: unique symbol
/** Any other code of a service: it can be shown, and equals no known code. */
interface OtherCode {
  readonly [otherCode]: true
}

export type ActionCode = KnownCode | OtherCode

/** A code as the service sent it. */
export const actionCode = (text: string): ActionCode => text as unknown as ActionCode

/** A code as text, to be shown or logged. */
export const codeText = (code: ActionCode): string => code as unknown as string
