/** Referrals and rewards (docs/service/referrals.md). Null is what the service left out. */
import type { Address } from './address.ts'
import type { Decimal, Money } from './decimal.ts'
import type { Millis } from './time.ts'

/** What a route told that a deployment may lack; or that this one has none, and why. */
export type Told<Value> =
  | { readonly state: 'told'; readonly value: Value }
  | { readonly state: 'absent'; readonly reason: string }

/** `GET` and `POST /v1/referrals/code`: the trader's own code, null while there is none. */
export interface ReferralCode {
  readonly code: string | null
  readonly time: Millis | null
}

/** `GET /v1/referrals/resolve`: whose code it is. */
export interface ResolvedCode {
  readonly code: string
  readonly owner: Address | null
}

/** One who came by a code, with those who came by theirs. */
export interface ReferredTrader {
  readonly address: Address | null
  readonly time: Millis | null
  /** What came of it for the trader. */
  readonly earned: Money | null
  readonly referred: readonly ReferredTrader[]
}

/** `GET /v1/referrals/tree` */
export interface ReferralTree {
  /** By whom the trader came; null where nobody is told. */
  readonly referrer: {
    readonly address: Address | null
    readonly code: string | null
    readonly time: Millis | null
  } | null
  /** Null where the service left the list out. */
  readonly referred: readonly ReferredTrader[] | null
}

/** One payment for what a referred trader paid. */
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
  /** How many there are on all pages. */
  readonly total: number | null
}

/** `GET /v1/rewards/{address}` */
export interface Rewards {
  readonly volume: Money | null
  readonly rateBps: Decimal | null
  readonly earned: Money | null
}

/** `POST /v1/referrals/intent`: the service's word for what became of it. */
export interface ReferralAccepted {
  readonly status: string | null
}
