/** Secrets, the agent, deployments and referrals. */
import { z } from 'zod'
import {
  CONNECT_NETWORKS,
  LARGEST_PROFILE,
  LONGEST_ADDRESS,
  type ProfileFileFound,
  type ServiceFound,
} from '../connect.ts'
import type {
  MaybeSupported,
  ReferralAccepted,
  ReferralCode,
  ReferralPayouts,
  ReferralTree,
  ResolvedCode,
  Rewards,
} from '../referrals.ts'
import { safeLine, safeLines } from '../safe-schema.ts'
import { byAny, call, loosening, nothing, READ } from './call.ts'

/** Secrets reach main through the clipboard only: no call carries one. */
export const identityCalls = {
  /** Imports a secret from the clipboard: main reads, validates, stores and clears it; returns a masked description. */
  importSecret: call<{ readonly description: string }>()(
    byAny('answers'),
    z.strictObject({ kind: z.enum(['access-token', 'wallet-key']) }),
  ),
  /** Requests access where there is a waitlist (`POST /v1/access/request`); returns the service's status. */
  requestAccess: call<{ readonly status: string }>()(
    loosening('access'),
    z.strictObject({ email: safeLine(320), note: safeLines(5000).nullable() }),
  ),
  /** Creates a new agent key and requests its approval; the previous one stays in use until then. */
  rotateAgent: call<{ readonly actionId: string }>()(loosening('agents'), z.strictObject({ requestId: z.uuid() })),
  /** Withdraws the signature request to the browser wallet. */
  cancelWalletRequest: call<null>()(byAny('answers'), nothing),
  removeProfile: call<null>()(loosening('saves'), z.strictObject({ name: safeLine(60) })),
  /**
   * Moves the calling window, and no other, to another deployment: it reloads there, so that nothing of the last one remains. `drafts` in its saved
   * layout are kept for the deployment they were typed on.
   */
  chooseProfile: call<null>()(byAny('windows'), z.strictObject({ name: safeLine(60) })),
  /** Retries a keychain that was considered unavailable, and stores what was kept for this session only; the result is in `session`. */
  tryKeychainAgain: call<null>()(byAny('answers'), nothing),
  forgetSecret: call<null>()(
    loosening('answers'),
    z.strictObject({ kind: z.enum(['access-token', 'wallet-key', 'agent-key']) }),
  ),
} as const

const id = z.string().min(1).max(40)

/** Connecting to a service by address: it is looked up first, and added only as found. A lookup never sends an access token. */
export const connectCalls = {
  /**
   * Asks the service at an address for its identity and features; nothing is saved.
   * @param name to add it under; the host when empty.
   * @param file from `chooseProfileFile`, for the same address and network; null without one.
   */
  lookAtService: call<ServiceFound>()(
    loosening('looks'),
    z.strictObject({
      address: z.string().max(LONGEST_ADDRESS),
      network: z.enum(CONNECT_NETWORKS),
      name: safeLine(60),
      file: id.nullable(),
    }),
  ),
  /** Cancels the running lookup of this window; it then fails with `cancelled`. */
  cancelLook: call<null>()(byAny('answers'), nothing),
  /** Lets the trader choose a profile file in a system dialog, and reads it; null when none was chosen. */
  chooseProfileFile: call<ProfileFileFound | null>()(byAny('exports'), nothing),
  /** Reads a pasted profile (docs/service/deployment.md#profile) like a file; no service is contacted, and nothing is saved. */
  takeProfileText: call<ProfileFileFound>()(byAny('saves'), z.strictObject({ json: z.string().max(LARGEST_PROFILE) })),
  /** Adds the service that this window looked up last, as main found it. */
  addFoundService: call<{ readonly name: string }>()(loosening('saves'), z.strictObject({ id })),
} as const

const code = z.strictObject({ code: z.string().trim().min(1).max(64) })

/** Referrals and rewards (docs/service/referrals.md). */
export const referralCalls = {
  readReferralCode: call<MaybeSupported<ReferralCode>>()(READ, nothing),
  /** Creates the trader's own code. */
  createReferralCode: call<ReferralCode>()(byAny('answers'), nothing),
  /** Returns the owner of a code. */
  resolveReferralCode: call<ResolvedCode>()(READ, code),
  /** Accepts a referral code: permanent, it cannot be undone. */
  acceptReferral: call<ReferralAccepted>()(loosening('answers'), code),
  readReferralTree: call<MaybeSupported<ReferralTree>>()(READ, nothing),
  readReferralPayouts: call<MaybeSupported<ReferralPayouts>>()(
    READ,
    z.strictObject({ limit: z.number().int().min(1).max(500), offset: z.number().int().nonnegative() }),
  ),
  readRewards: call<MaybeSupported<Rewards>>()(READ, nothing),
} as const
