/** Referral codes, who came by whose, what that pays, and rewards by volume (docs/service/referrals.md). */
export { Referrals } from './referrals.ts'
