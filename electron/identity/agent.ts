/** The agent wallet: its key, its approval by the trader's wallet, and rotation to a new key. The key stays in here. */
import type { Address, Hex } from '../../contract/address.ts'
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
  /** Keeps the key in the keychain, or the one that is to take its place. */
  readonly store: (key: Secret, as?: 'next') => Promise<void>
  /** Takes it out of the keychain. */
  readonly forget: (as?: 'next') => Promise<void>
  /** Whether it is known who the trader is. */
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

export interface Agent {
  /** Makes the first key and keeps it in the keychain; null when the trader forgot the one before. @throws what the keychain says. */
  firstKey(): Promise<Secret | null>
  /**
   * Takes the key that is in the keychain; an entry that is no key counts as none, and `view` says so.
   * @param next a key whose approval was asked for, in the place of this one, and has no answer yet.
   */
  use(key: Secret | null, next: Secret | null): void
  /** It is known who the trader is: whether their agent is approved is looked up. Whether no approval is known. */
  signedIn(): 'approved' | 'missing'
  signedOut(): void
  /** Tells the end of the approval ahead, from here on. */
  watchExpiry(): void
  stop(): void
  view(): AgentView
  /** Without `onStep`, one that is under way is shared. */
  approve(onStep?: (step: ApprovalStep) => Promise<void>): Promise<ApprovalOutcome>
  /** The service knows no approval: what was written down of one does not count any more. */
  notApproved(): void
  beginRotation(): void
  /** @throws what the keychain says. */
  forget(): Promise<void>
  /** Whether another wallet has approved the key: it signs nothing for the one that is signed in. */
  isKeyOfAnother(): boolean
  /** @throws Error with a message for the trader when there is no key, or it is another wallet's. */
  sign(prepared: PreparedAction): Promise<Hex>
}

const missing = (reason: string, address: Address | null = null): AgentView => ({ state: 'missing', reason, address })
const NOBODY = missing('Nobody is signed in.')

export function createAgent(options: AgentOptions): Agent {
  const { service, records, log, onChange } = options
  const { profile } = service
  const watch = watchAgent(options, onChange)
  let key: Secret | null = null
  /** What is wrong with the keychain's entry while that is no key. */
  let damage: string | null = null
  let shown: AgentView = NOBODY
  /** A new key that waits for its approval to take the present one's place. */
  let candidate: Secret | null = null
  /** The last approval, also where it could not be written down. */
  let unwritten: ReturnType<AgentRecords['read']> = null
  /** Whether the trader forgot the key: no new one is made by itself then. */
  let forgotten = false
  let approving: Promise<ApprovalOutcome> | null = null

  /** What is known of it without asking the service. */
  const recorded = (): AgentView =>
    key === null
      ? missing(damage ?? 'There is no agent key yet. Approving makes one.')
      : isInDoubt(options.wallet())
        ? { state: 'unknown', address: addressOf(key), reason: IN_DOUBT }
        : recordedApproval(key, options.wallet(), lastApproval, options.canApprove)

  const lastApproval = (): ReturnType<AgentRecords['read']> => unwritten ?? records.read(profile.name)
  /** Whether this wallet was asked to approve the candidate, and the answer is not known. */
  const isInDoubt = (wallet: Address | null): boolean => {
    const asked = records.asked(profile.name)
    return candidate !== null && asked !== null && asked.wallet === wallet && asked.agent === addressOf(candidate)
  }
  /** An agent serves one wallet only (docs/service/signing.md#agent-approval): a trader who changes theirs needs a new one. */
  const servesAnother = (wallet: Address | null): boolean => {
    const approval = lastApproval()
    return key !== null && approval !== null && approval.agent === addressOf(key) && approval.wallet !== wallet
  }

  async function runApproval(onStep: (step: ApprovalStep) => Promise<void>): Promise<ApprovalOutcome> {
    const wallet = options.wallet()
    if (wallet === null) {
      return { kind: 'refused', refusal: { code: 'signed_out', message: options.noWallet(), field: null } }
    }
    // Before a key is made, which would take the place of the one in the keychain.
    const flaw = flawOf(generateAgentKey())
    if (flaw instanceof SigningUnavailable) {
      return { kind: 'refused', refusal: { code: 'signing_unavailable', message: flaw.message, field: null } }
    }
    const wasInDoubt = isInDoubt(wallet)
    const asked = await keyToApprove(wallet)
    const own = addressOf(asked)
    shown = { state: 'approving', address: own }
    onChange()
    let expiresAt: Millis | null = null
    const approved = (until: Millis | null): void => {
      expiresAt = until
    }
    const isCurrent = (): boolean => options.wallet() === wallet
    const input = { service, agent: own, wallet, isCurrent, signer: options.userSigner(), onStep, approved }
    const outcome = await approveAgent(input).catch(unforeseen)
    await approvalEnded(asked, wallet, outcome, expiresAt, wasInDoubt)
    return outcome
  }

  /** The new key of a rotation or for another wallet, or the present one, or the first one. Each is kept before anything is asked for. */
  async function keyToApprove(wallet: Address): Promise<Secret> {
    const asked = records.asked(profile.name)
    if (asked !== null && asked.wallet !== wallet) candidate = null
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
    asked: Secret,
    wallet: Address,
    outcome: ApprovalOutcome,
    expiresAt: Millis | null,
    wasInDoubt: boolean,
  ): Promise<void> {
    const rotated = candidate === asked
    if (rotated && options.wallet() !== wallet) {
      // Somebody else has signed in meanwhile, and keeps the key that is theirs.
      if (outcome.kind !== 'unknown') await dropCandidate()
      shown = recorded()
    } else if (outcome.kind === 'approved') {
      key = asked
      remember({ wallet, agent: addressOf(asked), expiresAt })
      if (rotated && (await keep(options, asked))) await dropCandidate()
      candidate = null
      shown = recorded()
    } else if (rotated && (outcome.kind === 'unknown' || wasInDoubt)) {
      log.warn(
        { agent: addressOf(asked), code: outcome.refusal.code },
        'it is not known whether the new agent is approved',
      )
      shown = recorded()
    } else {
      if (rotated) await dropCandidate()
      log.warn({ agent: addressOf(asked), code: outcome.refusal.code }, 'the agent wallet was not approved')
      const reason = outcome.refusal.message
      // A rotation that fails leaves the agent before it as it was.
      const keeps = !options.isSignedIn() || (rotated && recorded().state === 'approved')
      shown = keeps ? recorded() : { state: 'failed', address: addressOf(asked), reason }
    }
    onChange()
  }

  /** Of the key that was to take the present one's place nothing is kept: the service did not take it, or it is the present one. */
  async function dropCandidate(): Promise<void> {
    candidate = null
    try {
      records.saveAsked(profile.name, null)
      await options.forget('next')
    } catch (error) {
      log.warn({ err: error }, 'the agent key that was asked for could not be taken out of the keychain')
    }
  }

  /** An approval that cannot be written down is only asked for once more after a restart. */
  function remember(record: Parameters<AgentRecords['save']>[1]): void {
    unwritten = null
    try {
      records.save(profile.name, record)
    } catch (error) {
      unwritten = record
      log.error({ err: error }, 'the approval of the agent wallet could not be remembered')
      options.notices.put('agents-file', 'warning', 'The agent could not be remembered', wordsOf(error))
    }
  }

  return {
    async firstKey() {
      if (forgotten) return null
      const made = generateAgentKey()
      await options.store(made)
      return made
    },
    use(stored, next) {
      const asked = records.asked(profile.name)
      if (next !== null && flawOf(next) === null && addressOf(next) === asked?.agent) candidate = next
      const flaw = stored === null ? null : flawOf(stored)
      key = flaw === null ? stored : null
      damage = null
      if (flaw === null) return
      if (flaw instanceof SigningUnavailable) {
        damage = flaw.message
        log.error({ err: flaw }, 'nothing can be signed')
        return
      }
      damage = `The entry "${profile.name}/agent-key" of the keychain is damaged: it is no agent key. Approve the agent in Account: that makes a new key in its place.`
      log.error({ entry: `${profile.name}/agent-key` }, 'the agent key in the keychain is damaged')
    },
    signedIn() {
      shown = recorded()
      return shown.state === 'approved' ? 'approved' : 'missing'
    },
    signedOut() {
      // One that was asked for may be the agent by now.
      if (candidate !== null && records.asked(profile.name)?.agent !== addressOf(candidate)) candidate = null
      shown = NOBODY
    },
    watchExpiry: () => watch.set(shown.state === 'approved' ? shown.expiresAt : null),
    stop: () => watch.stop(),
    /** An approval that has run out shows as missing, whatever the service says. */
    view() {
      if (shown.state !== 'approved' || shown.expiresAt === null) return shown
      const now = options.serverTime()
      const over = now !== null && now >= shown.expiresAt
      return over ? missing('The approval of the agent wallet has expired.', shown.address) : shown
    },
    async approve(onStep) {
      if (onStep === undefined && approving !== null) return approving
      const run = (): Promise<ApprovalOutcome> => runApproval(onStep ?? (async () => {}))
      // One at a time, however the one before ended.
      const mine = (approving ?? Promise.resolve()).then(run, run)
      approving = mine
      try {
        return await mine
      } finally {
        if (approving === mine) approving = null
      }
    },
    notApproved() {
      if (shown.state !== 'approved') return
      remember(null)
      shown = missing('The service has no approval of the agent wallet any more. Approve it again.', shown.address)
      onChange()
    },
    beginRotation() {
      candidate ??= generateAgentKey()
    },
    async forget() {
      await options.forget()
      await dropCandidate()
      key = null
      damage = null
      forgotten = true
      remember(null)
      if (options.isSignedIn()) shown = recorded()
      onChange()
    },
    isKeyOfAnother: () => servesAnother(options.wallet()),
    sign(prepared) {
      if (servesAnother(options.wallet()))
        throw new Error('The agent key was approved by another wallet. Approve one in Account.')
      if (key === null) throw new Error(damage ?? 'There is no agent key to sign with. Approve one in Account.')
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

/** A key that cannot be kept is used until the terminal ends. Whether it is kept. */
async function keep({ store, log, notices }: AgentOptions, key: Secret): Promise<boolean> {
  try {
    await store(key)
    return true
  } catch (error) {
    log.error({ err: error }, 'the key of the approved agent wallet could not be kept')
    const words = `${wordsOf(error)} It works until the terminal ends; approve again in Account after the next start.`
    notices.put('agent-key', 'warning', 'The new agent key could not be kept', words)
    return false
  }
}

const IN_DOUBT =
  'No answer came when this agent key was to be replaced: the old or the new key may be approved. Approve the agent to be sure.'

function recordedApproval(
  key: Secret,
  wallet: Address | null,
  read: () => ReturnType<AgentRecords['read']>,
  canApprove: () => boolean,
): AgentView {
  if (wallet === null) return missing('This access token has no wallet to approve an agent with.', addressOf(key))
  const own = addressOf(key)
  const record = read()
  if (record === null || record.agent !== own || record.wallet !== wallet) {
    const reason = canApprove()
      ? 'The agent wallet is not approved yet.'
      : 'The agent wallet is not approved, and there is no wallet key to approve it with.'
    return missing(reason, own)
  }
  return { state: 'approved', address: own, expiresAt: record.expiresAt }
}

const unforeseen = (error: unknown): ApprovalOutcome => ({
  kind: 'refused',
  refusal: { code: 'internal', message: wordsOf(error), field: null },
})
const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
