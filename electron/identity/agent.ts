/** The agent wallet: its key, its approval by the trader's wallet, and rotation to a new key. The key stays in this module. */

import type { Address, Hex } from '../../contract/address.ts'
import { MESSAGES as COMMON } from '../../contract/messages.ts'
import type { AgentView } from '../../contract/session.ts'
import type { Millis } from '../../contract/time.ts'
import type { Log } from '../log/index.ts'
import type { Secret } from '../secrets/index.ts'
import type { PreparedAction } from '../service/index.ts'
import {
  type AgentMessage,
  addressOf,
  generateAgentKey,
  SigningUnavailable,
  signAgentAction,
} from '../signing/index.ts'
import type { AgentRecords } from '../storage/index.ts'
import type { ApprovalOutcome, ApprovalStep } from '../trading/index.ts'
import type { UserSigner } from '../wallet/index.ts'
import { type ApprovalInput, approveAgent } from './agent-approval.ts'
import { type ExpiryNoticesOptions, watchAgent } from './expiry.ts'

interface AgentOptions extends ExpiryNoticesOptions {
  readonly service: ApprovalInput['service']
  readonly records: AgentRecords
  /** Stores the key in the keychain, or its successor. */
  readonly store: (key: Secret, as?: 'next') => Promise<void>
  /** Removes it from the keychain. */
  readonly forget: (as?: 'next') => Promise<void>
  readonly isSignedIn: () => boolean
  /** The trader's address; null when nobody is signed in, or the token has no wallet. */
  readonly wallet: () => Address | null
  /** Why there is no wallet. */
  readonly noWallet: () => string
  /** Whether there is a wallet that could approve. */
  readonly canApprove: () => boolean
  readonly userSigner: () => UserSigner | null
  readonly onChange: () => void
  readonly log: Log
}

export type Agent = ReturnType<typeof createAgent>

const missing = (reason: string, address: Address | null = null): AgentView => ({ state: 'missing', reason, address })
const NOBODY = missing(COMMON.notSignedIn)

export function createAgent(options: AgentOptions) {
  const { service, records, log, onChange } = options
  const { profile } = service
  const watch = watchAgent(options, onChange)
  let key: Secret | null = null
  /** The fault of the keychain's entry while that is not a key. */
  let damage: string | null = null
  let shown: AgentView = NOBODY
  /** A new key that waits for its approval to replace the present one. */
  let candidate: Secret | null = null
  /** The last approval, even where it could not be written to disk. */
  let unwritten: ReturnType<AgentRecords['read']> = null
  /** Whether the trader forgot the key: no new one is then created automatically. */
  let forgotten = false
  let approving: Promise<ApprovalOutcome> | null = null

  /** The recorded state, without asking the service. */
  const recorded = (): AgentView =>
    key === null
      ? missing(damage ?? 'No agent key yet. Approving creates one.')
      : isInDoubt(options.wallet())
        ? { state: 'unknown', address: addressOf(key), reason: IN_DOUBT }
        : recordedApproval(key, options.wallet(), lastApproval, options.canApprove)

  const lastApproval = (): ReturnType<AgentRecords['read']> => unwritten ?? records.read(profile.name)
  /** Whether this wallet was asked to approve the candidate, and the answer is unknown. */
  const isInDoubt = (wallet: Address | null): boolean => {
    const request = records.pendingApproval(profile.name)
    return candidate !== null && request !== null && request.wallet === wallet && request.agent === addressOf(candidate)
  }
  /** An agent serves only one wallet (docs/service/signing.md#agent-approval): a trader who changes theirs needs a new one. */
  const servesAnother = (wallet: Address | null): boolean => {
    const approval = lastApproval()
    return key !== null && approval !== null && approval.agent === addressOf(key) && approval.wallet !== wallet
  }

  async function runApproval(onStep: (step: ApprovalStep) => Promise<void>): Promise<ApprovalOutcome> {
    const wallet = options.wallet()
    if (wallet === null) {
      return { kind: 'refused', refusal: { code: 'signed_out', message: options.noWallet(), field: null } }
    }
    // Before a key is created that would replace the one in the keychain.
    const flaw = flawOf(generateAgentKey())
    if (flaw instanceof SigningUnavailable) {
      return { kind: 'refused', refusal: { code: 'signing_unavailable', message: flaw.message, field: null } }
    }
    const wasInDoubt = isInDoubt(wallet)
    const request = await keyToApprove(wallet)
    const own = addressOf(request)
    shown = { state: 'approving', address: own }
    onChange()
    let expiresAt: Millis | null = null
    const approved = (until: Millis | null): void => {
      expiresAt = until
    }
    const isCurrent = (): boolean => options.wallet() === wallet
    const input = { service, agent: own, wallet, isCurrent, signer: options.userSigner(), onStep, approved }
    const outcome = await approveAgent(input).catch(unforeseen)
    await approvalEnded(request, wallet, outcome, expiresAt, wasInDoubt)
    return outcome
  }

  /** The new key of a rotation or for another wallet, or the present one, or the first one. Each is stored before its approval is requested. */
  async function keyToApprove(wallet: Address): Promise<Secret> {
    const request = records.pendingApproval(profile.name)
    if (request !== null && request.wallet !== wallet) candidate = null
    if (servesAnother(wallet)) candidate ??= generateAgentKey()
    if (candidate !== null) {
      await options.store(candidate, 'next')
      records.saveAsked(profile.name, { wallet, agent: addressOf(candidate) })
      return candidate
    }
    if (key !== null) return key
    const made = generateAgentKey()
    await options.store(made)
    key = made
    forgotten = false
    return made
  }

  async function approvalEnded(
    request: Secret,
    wallet: Address,
    outcome: ApprovalOutcome,
    expiresAt: Millis | null,
    wasInDoubt: boolean,
  ): Promise<void> {
    const rotated = candidate === request
    if (rotated && options.wallet() !== wallet) {
      // Another trader has signed in meanwhile, and keeps their own key.
      if (outcome.kind !== 'unknown') await dropCandidate()
      shown = recorded()
    } else if (outcome.kind === 'approved') {
      key = request
      remember({ wallet, agent: addressOf(request), expiresAt })
      if (rotated && (await keep(options, request))) await dropCandidate()
      candidate = null
      shown = recorded()
    } else if (rotated && (outcome.kind === 'unknown' || wasInDoubt)) {
      log.warn(
        { agent: addressOf(request), code: outcome.refusal.code },
        'it is not known whether the new agent is approved',
      )
      shown = recorded()
    } else {
      if (rotated) await dropCandidate()
      log.warn({ agent: addressOf(request), code: outcome.refusal.code }, 'the agent wallet was not approved')
      const reason = outcome.refusal.message
      // A failed rotation leaves the previous agent unchanged.
      const keeps = !options.isSignedIn() || (rotated && recorded().state === 'approved')
      shown = keeps ? recorded() : { state: 'failed', address: addressOf(request), reason }
    }
    onChange()
  }

  /** Drops the candidate: the service did not accept it, or it is the present key. */
  async function dropCandidate(): Promise<void> {
    candidate = null
    try {
      records.saveAsked(profile.name, null)
      await options.forget('next')
    } catch (error) {
      log.warn({ err: error }, 'the agent key that was asked for could not be taken out of the keychain')
    }
  }

  /** An approval that cannot be written to disk is only requested once more after a restart. */
  function remember(record: Parameters<AgentRecords['save']>[1]): void {
    unwritten = null
    try {
      records.save(profile.name, record)
    } catch (error) {
      unwritten = record
      log.error({ err: error }, 'the approval of the agent wallet could not be remembered')
      options.notices.put('agents-file', 'warning', 'Agent not saved', wordsOf(error))
    }
  }

  return {
    /** Creates the first key and stores it in the keychain; null when the trader forgot the previous one. @throws the keychain's error. */
    async firstKey(): Promise<Secret | null> {
      if (forgotten) return null
      const made = generateAgentKey()
      await options.store(made)
      return made
    },
    /**
     * Takes the key from the keychain; an invalid entry counts as none, and `view` shows that.
     * @param next a successor whose approval was requested and has no answer so far.
     */
    use(stored: Secret | null, next: Secret | null): void {
      const request = records.pendingApproval(profile.name)
      if (next !== null && flawOf(next) === null && addressOf(next) === request?.agent) candidate = next
      const flaw = stored === null ? null : flawOf(stored)
      key = flaw === null ? stored : null
      damage = null
      if (flaw === null) return
      if (flaw instanceof SigningUnavailable) {
        damage = flaw.message
        log.error({ err: flaw }, 'nothing can be signed')
        return
      }
      damage = `The entry "${profile.name}/agent-key" in the keychain is damaged. Approve the agent in Account to create a new key.`
      log.error({ entry: `${profile.name}/agent-key` }, 'the agent key in the keychain is damaged')
    },
    /** The trader's identity is known: looks up whether their agent is approved. Returns whether an approval is known. */
    signedIn(): 'approved' | 'missing' {
      shown = recorded()
      return shown.state === 'approved' ? 'approved' : 'missing'
    },
    signedOut(): void {
      // A candidate with a requested approval may be the agent by now.
      if (candidate !== null && records.pendingApproval(profile.name)?.agent !== addressOf(candidate)) candidate = null
      shown = NOBODY
    },
    /** Warns before the approval expires, from here on. */
    watchExpiry: (): void => watch.set(shown.state === 'approved' ? shown.expiresAt : null),
    stop: (): void => watch.stop(),
    /** An expired approval shows as missing, even if the service still lists it. */
    view(): AgentView {
      if (shown.state !== 'approved' || shown.expiresAt === null) return shown
      const now = options.serverTime()
      const over = now !== null && now >= shown.expiresAt
      return over ? missing('The agent approval has expired. Approve it again in Account.', shown.address) : shown
    },
    /** Requests an approval. Without `onStep`, joins one that is under way. */
    async approve(onStep?: (step: ApprovalStep) => Promise<void>): Promise<ApprovalOutcome> {
      if (onStep === undefined && approving !== null) return approving
      const run = (): Promise<ApprovalOutcome> => runApproval(onStep ?? (async () => {}))
      // One at a time, however the previous one ended.
      const mine = (approving ?? Promise.resolve()).then(run, run)
      approving = mine
      try {
        return await mine
      } finally {
        if (approving === mine) approving = null
      }
    },
    /** The service knows no approval: a recorded one no longer counts. */
    notApproved(): void {
      if (shown.state !== 'approved') return
      remember(null)
      shown = missing('The venue no longer has the agent approval. Approve it again in Account.', shown.address)
      onChange()
    },
    beginRotation(): void {
      candidate ??= generateAgentKey()
    },
    /** @throws the keychain's error. */
    async forget(): Promise<void> {
      await options.forget()
      await dropCandidate()
      key = null
      damage = null
      forgotten = true
      remember(null)
      if (options.isSignedIn()) shown = recorded()
      onChange()
    },
    /** Whether another wallet has approved the key: it signs nothing for the signed-in one. */
    isKeyOfAnother: (): boolean => servesAnother(options.wallet()),
    /** @throws Error with a message for the trader when there is no key, or it is another wallet's. */
    sign(prepared: PreparedAction): Promise<Hex> {
      if (servesAnother(options.wallet()))
        throw new Error('Another wallet approved this agent key. Approve one in Account.')
      if (key === null) throw new Error(damage ?? 'No agent key to sign with. Approve one in Account.')
      const message = prepared.agentMessage as AgentMessage
      return signAgentAction({ privateKey: key, domain: profile.agentDomain, message })
    },
  }
}

/** Why a key cannot be used, or null. */
function flawOf(stored: Secret): unknown {
  try {
    addressOf(stored)
    return null
  } catch (error) {
    return error
  }
}

/** A key that cannot be stored is used until the terminal quits. Returns whether it is stored. */
async function keep({ store, log, notices }: AgentOptions, key: Secret): Promise<boolean> {
  try {
    await store(key)
    return true
  } catch (error) {
    log.error({ err: error }, 'the key of the approved agent wallet could not be kept')
    const text = `${wordsOf(error)} It works until Isotherm quits. Approve again in Account after the next start.`
    notices.put('agent-key', 'warning', 'New agent key not saved', text)
    return false
  }
}

const IN_DOUBT =
  'The key rotation got no answer: the old or the new key may be approved. Approve the agent again to be sure.'

function recordedApproval(
  key: Secret,
  wallet: Address | null,
  read: () => ReturnType<AgentRecords['read']>,
  canApprove: () => boolean,
): AgentView {
  if (wallet === null) return missing('This access token has no wallet to approve an agent.', addressOf(key))
  const own = addressOf(key)
  const record = read()
  if (record === null || record.agent !== own || record.wallet !== wallet) {
    const reason = canApprove()
      ? 'Agent not approved yet.'
      : 'Agent not approved, and no wallet key to approve it with.'
    return missing(reason, own)
  }
  return { state: 'approved', address: own, expiresAt: record.expiresAt }
}

const unforeseen = (error: unknown): ApprovalOutcome => ({
  kind: 'refused',
  refusal: { code: 'internal', message: wordsOf(error), field: null },
})
const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
