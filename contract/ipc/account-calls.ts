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
  ReferralAccepted,
  ReferralCode,
  ReferralPayouts,
  ReferralTree,
  ResolvedCode,
  Rewards,
  Told,
} from '../referrals.ts'
import { safeLine, safeLines } from '../safe-schema.ts'
import { call, nothing, READ } from './call.ts'

/** Secrets cross by the clipboard alone. */
export const identityCalls = {
  /** Imports a secret from the clipboard: main reads, validates, stores and clears; the answer is a masked description. */
  importSecret: call<{ readonly description: string }>()(
    { from: 'any', rate: 'answers', hand: 'no' },
    z.strictObject({ kind: z.enum(['access-token', 'wallet-key']) }),
  ),
  /** Asks for access where there is a waitlist (`POST /v1/access/request`); answers the service's word for what became of it. */
  requestAccess: call<{ readonly status: string }>()(
    { from: 'any', rate: 'access', hand: 'loosening' },
    z.strictObject({ email: safeLine(320), note: safeLines(5000).nullable() }),
  ),
  /** Makes a new agent key and asks for its approval; the one before stays in use until then. */
  rotateAgent: call<{ readonly actionId: string }>()(
    { from: 'any', rate: 'agents', hand: 'loosening' },
    z.strictObject({ requestId: z.uuid() }),
  ),
  /** Gives up the signature that the browser wallet was asked for. */
  cancelWalletRequest: call<null>()({ from: 'any', rate: 'answers', hand: 'no' }, nothing),
  removeProfile: call<null>()(
    { from: 'any', rate: 'saves', hand: 'loosening' },
    z.strictObject({ name: safeLine(60) }),
  ),
  /**
   * Moves the window that calls, and no other, to another deployment: it opens again there, so that nothing of the last one is left in it.
   * `drafts` in its saved layout are kept for the deployment they were typed on.
   */
  chooseProfile: call<null>()({ from: 'any', rate: 'windows', hand: 'no' }, z.strictObject({ name: safeLine(60) })),
  /** Asks the keychain again that was taken as none, and puts in what was kept for this session only; `session` says what came of it. */
  tryKeychainAgain: call<null>()({ from: 'any', rate: 'answers', hand: 'no' }, nothing),
  forgetSecret: call<null>()(
    { from: 'any', rate: 'answers', hand: 'loosening' },
    z.strictObject({ kind: z.enum(['access-token', 'wallet-key', 'agent-key']) }),
  ),
} as const

const id = z.string().min(1).max(40)

/** Connecting to a service by its address: looked at first, and added only as it was found. No access token is ever sent for a look. */
export const connectCalls = {
  /**
   * Asks the service at an address what it is and what it offers; nothing is saved.
   * @param name that it would be added under; after its host where it is empty.
   * @param file of `chooseProfileFile`, which must be for the same address and network; null without one.
   */
  lookAtService: call<ServiceFound>()(
    { from: 'any', rate: 'looks', hand: 'loosening' },
    z.strictObject({
      address: z.string().max(LONGEST_ADDRESS),
      network: z.enum(CONNECT_NETWORKS),
      name: safeLine(60),
      file: id.nullable(),
    }),
  ),
  /** Gives up the look that is under way in this window; it then fails with `cancelled`. */
  cancelLook: call<null>()({ from: 'any', rate: 'answers', hand: 'no' }, nothing),
  /** Has the trader choose a profile file in a box of the system, and reads it; null where none was chosen. */
  chooseProfileFile: call<ProfileFileFound | null>()({ from: 'any', rate: 'exports', hand: 'no' }, nothing),
  /** Reads a pasted profile (docs/service/deployment.md#profile) as a file is read; nothing is asked or saved. */
  takeProfileText: call<ProfileFileFound>()(
    { from: 'any', rate: 'saves', hand: 'no' },
    z.strictObject({ json: z.string().max(LARGEST_PROFILE) }),
  ),
  /** Adds the service that this window looked at last, as main found it. */
  addFoundService: call<{ readonly name: string }>()(
    { from: 'any', rate: 'saves', hand: 'loosening' },
    z.strictObject({ id }),
  ),
} as const

const code = z.strictObject({ code: z.string().trim().min(1).max(64) })

/** Referrals and rewards (docs/service/referrals.md). */
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
