/** Referrals and rewards (docs/service/referrals.md). Null is a value that the service omitted. */
import type { Address } from './address.ts'
import type { Decimal, Money } from './decimal.ts'
import type { Millis } from './time.ts'

/** Result of a route that a deployment may lack: its value, or why there is none. */
export type MaybeSupported<Value> =
  | { readonly state: 'known'; readonly value: Value }
  | { readonly state: 'absent'; readonly reason: string }

/** `GET` and `POST /v1/referrals/code`: the trader's own code, null while there is none. */
export interface ReferralCode {
  readonly code: string | null
  readonly time: Millis | null
}

/** `GET /v1/referrals/resolve`: the owner of a code. */
export interface ResolvedCode {
  readonly code: string
  readonly owner: Address | null
}

/** A referred trader, with those they referred. */
export interface ReferredTrader {
  readonly address: Address | null
  readonly time: Millis | null
  /** The trader's income from it. */
  readonly earned: Money | null
  readonly referred: readonly ReferredTrader[]
}

/** `GET /v1/referrals/tree` */
export interface ReferralTree {
  /** Who referred the trader; null when the service names nobody. */
  readonly referrer: {
    readonly address: Address | null
    readonly code: string | null
    readonly time: Millis | null
  } | null
  /** Null when the service omitted the list. */
  readonly referred: readonly ReferredTrader[] | null
}

/** One payout for fees of a referred trader. */
export interface ReferralPayout {
  readonly time: Millis | null
  readonly from: Address | null
  readonly fee: Money | null
  readonly amount: Money | null
  readonly currency: string | null
}

/** `GET /v1/referrals/payouts`, one page. */
export interface ReferralPayouts {
  readonly rows: readonly ReferralPayout[]
  /** Total number on all pages. */
  readonly total: number | null
}

/** `GET /v1/rewards/{address}` */
export interface Rewards {
  readonly volume: Money | null
  readonly rateBps: Decimal | null
  readonly earned: Money | null
}

/** `POST /v1/referrals/intent`: the service's status. */
export interface ReferralAccepted {
  readonly status: string | null
}
