/** Referrals and rewards (docs/service/referrals.md). */
import { z } from 'zod'
import type {
  ReferralAccepted,
  ReferralCode,
  ReferralPayouts,
  ReferralTree,
  ResolvedCode,
  Rewards,
  Told,
} from '../referrals.ts'
import { call, nothing, READ } from './call.ts'

const code = z.strictObject({ code: z.string().trim().min(1).max(64) })

export const referralCalls = {
  readReferralCode: call<Told<ReferralCode>>()(READ, nothing),
  /** Makes the trader's own code. */
  createReferralCode: call<ReferralCode>()({ from: 'any', rate: 'answers', hand: 'no' }, nothing),
  /** Whose code it is. */
  resolveReferralCode: call<ResolvedCode>()(READ, code),
  /** The trader came by this code: durable, there is no way back. */
  acceptReferral: call<ReferralAccepted>()({ from: 'any', rate: 'answers', hand: 'loosening' }, code),
  readReferralTree: call<Told<ReferralTree>>()(READ, nothing),
  readReferralPayouts: call<Told<ReferralPayouts>>()(
    READ,
    z.strictObject({ limit: z.number().int().min(1).max(500), offset: z.number().int().nonnegative() }),
  ),
  readRewards: call<Told<Rewards>>()(READ, nothing),
} as const
