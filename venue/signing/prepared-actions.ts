/** Prepared actions from hand-out to submission: one use each, 30 s to live, stale when the market's state moves (spec, "States"). */
import { randomUUID } from 'node:crypto'
import { type Account, VenueError, type VenueTime } from '../core/interface.ts'
import { AGENT_DOMAIN, type AgentMessage, agentMessage } from './agent.ts'
import type { CanonicalAction, Hex } from './canonical-action.ts'
import { connectionId } from './connection-id.ts'

/** Which submit route takes the action. */
export type ActionKind = 'order' | 'cancel' | 'leverage'

/** What every prepare route answers (wire.md, "Prepared actions"). */
export interface PreparedAction {
  orderId: string
  actionHash: Hex
  action: CanonicalAction
  nonce: number
  connectionId: Hex
  eip712Domain: typeof AGENT_DOMAIN
  agentMessage: AgentMessage
  /** Venue time, ms. */
  expiresAt: VenueTime
}

/** What a submit route answers. */
export interface SubmitResult {
  status: 'accepted'
  oid?: string
  cloid?: string
}

/** What became of an action that was submitted; kept so that it is never carried out twice. */
export interface Submission {
  wallet: Account
  oid: string | null
  /** The refusal in words, null when it was accepted. */
  refusal: string | null
}

/** Where submissions are remembered, beyond a restart. */
export interface SubmissionLog {
  find(orderId: string): Submission | null
  record(orderId: string, submission: Submission): void
}

/** Hands out nonces: the venue's time in ms, or one more than the last. */
export interface NonceSource {
  next(): number
}

interface Entry {
  kind: ActionKind
  wallet: Account
  asset: string
  stateVersion: number
  prepared: PreparedAction
  /** Carries the action out; throws `VenueError` when the market refuses it. */
  run: () => SubmitResult
}

export interface PreparedActionsOptions {
  now: () => VenueTime
  stateVersion: (asset: string) => number
  nonces: NonceSource
  submissions: SubmissionLog
  /** Life of a prepared action in ms of venue time. */
  lifetime: number
}

const STALE = 'stale_prepared_action'

/** The venue's prepared actions that have not been submitted yet. */
export class PreparedActions {
  readonly #options: PreparedActionsOptions
  readonly #entries = new Map<string, Entry>()

  constructor(options: PreparedActionsOptions) {
    this.#options = options
  }

  /** Prepares one action for the wallet; `run` is what its submission will do. */
  prepare(
    what: { kind: ActionKind; wallet: Account; asset: string; action: CanonicalAction },
    run: () => SubmitResult,
  ): PreparedAction {
    this.#forgetOld()
    const { now, stateVersion, nonces, lifetime } = this.#options
    const nonce = nonces.next()
    const hash = connectionId({ action: what.action, nonce })
    const prepared: PreparedAction = {
      orderId: randomUUID(),
      actionHash: hash,
      action: what.action,
      nonce,
      connectionId: hash,
      eip712Domain: AGENT_DOMAIN,
      agentMessage: agentMessage(hash),
      expiresAt: now() + lifetime,
    }
    const { kind, wallet, asset } = what
    this.#entries.set(prepared.orderId, { kind, wallet, asset, stateVersion: stateVersion(asset), prepared, run })
    return prepared
  }

  /**
   * The wallet's action as it can be submitted now.
   * @throws VenueError `already_submitted`, `stale_prepared_action` (409) or `bad_request` (400).
   */
  find(orderId: string, actionHash: Hex, wallet: Account, kind: ActionKind): PreparedAction {
    return this.#entry(orderId, actionHash, wallet, kind).prepared
  }

  /**
   * Carries out the wallet's action, once. The caller has checked the signature.
   * @throws VenueError like `find`, and with the market's own refusal.
   */
  submit(orderId: string, actionHash: Hex, wallet: Account, kind: ActionKind): SubmitResult {
    const entry = this.#entry(orderId, actionHash, wallet, kind)
    this.#entries.delete(orderId)
    try {
      const result = entry.run()
      this.#options.submissions.record(orderId, { wallet, oid: result.oid ?? null, refusal: null })
      return result
    } catch (error) {
      if (error instanceof VenueError)
        this.#options.submissions.record(orderId, { wallet, oid: null, refusal: error.message })
      throw error
    }
  }

  #entry(orderId: string, actionHash: Hex, wallet: Account, kind: ActionKind): Entry {
    const earlier = this.#options.submissions.find(orderId)
    if (earlier !== null && earlier.wallet === wallet) throw alreadySubmitted(earlier)
    const entry = this.#entries.get(orderId)
    if (entry === undefined || entry.wallet !== wallet)
      throw new VenueError(409, STALE, 'No prepared action has this orderId. Prepare it again.', 'orderId')
    if (entry.kind !== kind)
      throw new VenueError(400, 'bad_request', `This is a prepared ${entry.kind}, not a ${kind}.`, 'orderId')
    if (entry.prepared.actionHash !== actionHash)
      throw new VenueError(400, 'bad_request', 'actionHash is not the one this action was prepared with.', 'actionHash')
    if (this.#options.now() >= entry.prepared.expiresAt)
      throw new VenueError(409, STALE, 'The prepared action has expired. Prepare it again.')
    if (this.#options.stateVersion(entry.asset) !== entry.stateVersion)
      throw new VenueError(409, STALE, 'The market has changed since the action was prepared. Prepare it again.')
    return entry
  }

  #forgetOld(): void {
    const horizon = this.#options.now() - 10 * this.#options.lifetime
    for (const [orderId, entry] of this.#entries) {
      if (entry.prepared.expiresAt > horizon) return
      this.#entries.delete(orderId)
    }
  }
}

function alreadySubmitted({ oid, refusal }: Submission): VenueError {
  const outcome =
    refusal !== null ? `was refused: ${refusal}` : oid === null ? 'was accepted.' : `was accepted as order ${oid}.`
  return new VenueError(409, 'already_submitted', `This action was submitted before and ${outcome}`, 'orderId')
}
