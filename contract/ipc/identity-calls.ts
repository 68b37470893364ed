/** Secrets, the agent, and deployments. */
import { z } from 'zod'
import { safeLine, safeLines } from '../safe-schema.ts'
import { call, nothing } from './call.ts'

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
