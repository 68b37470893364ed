/** Referrals on disk: each wallet's own code, and who came by whose. */
import type { Account, VenueTime } from '../market/index.ts'

export const REFERRAL_SCHEMA = `
  CREATE TABLE referral_code (wallet TEXT PRIMARY KEY, code TEXT NOT NULL UNIQUE, time INTEGER NOT NULL) WITHOUT ROWID;
  CREATE TABLE referral (wallet TEXT PRIMARY KEY, referrer TEXT NOT NULL, code TEXT NOT NULL, time INTEGER NOT NULL) WITHOUT ROWID;
  CREATE INDEX referral_by_referrer ON referral (referrer, time);
`

/** A wallet's own code. */
export interface CodeRow {
  readonly wallet: Account
  readonly code: string
  /** When it was made. */
  readonly time: VenueTime
}

/** That a wallet came by another's code. */
export interface ReferralRow {
  readonly wallet: Account
  readonly referrer: Account
  readonly code: string
  /** When it was accepted. */
  readonly time: VenueTime
}
