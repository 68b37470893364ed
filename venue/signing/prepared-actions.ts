/**
 * Prepared actions, from preparation to submission: single use, 30 s lifetime, stale when the market state changes
 * (docs/service/prepared-actions.md#life).
 */
import { randomUUID } from 'node:crypto'
import { type Account, VenueError, type VenueTime } from '../market/index.ts'
import { AGENT_DOMAIN, type AgentMessage, agentMessage } from './agent.ts'
import { type CanonicalAction, connectionId, type Hex } from './canonical-action.ts'

/** The submit route of the action. */
export type ActionKind =
  | 'order'
  | 'cancel'
  | 'leverage'
  | 'binary setup'
  | 'binary prediction'
  | 'binary close'
  | 'outcome order'
  | 'outcome cancel'
  | 'outcome conversion'

/** Result of executing an action; the order's id is stored if there is one. */
export interface ActionResult {
  oid?: string
}

/** Answer of every prepare route (docs/service/prepared-actions.md#shape). */
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

/** Answer of a submit route. */
export interface SubmitResult extends ActionResult {
  status: 'accepted'
  cloid?: string
}

/** Result of a submitted action, kept so that it is never executed twice. */
export interface Submission {
  wallet: Account
  oid: string | null
  /** The refusal message, null when accepted. */
  refusal: string | null
}

/** Stores submissions across restarts. */
export interface SubmissionLog {
  find(orderId: string): Submission | null
  record(orderId: string, submission: Submission): void
}

/** Issues nonces: the venue's time in ms, or one more than the last. */
export interface NonceSource {
  next(): number
}

/** An action to prepare. */
export interface ActionPlan {
  kind: ActionKind
  wallet: Account
  action: CanonicalAction
  /** Incremented when the market state changes so that the prepared action is stale. */
  stateVersion: () => number
}

interface Entry {
  plan: ActionPlan
  versionThen: number
  prepared: PreparedAction
  /** Executes the action. @throws VenueError when the market refuses it. */
  run: () => ActionResult
}

export interface PreparedActionsOptions {
  now: () => VenueTime
  nonces: NonceSource
  submissions: SubmissionLog
  /** Lifetime of a prepared action, ms of venue time. */
  lifetime: number
}

const STALE = 'stale_prepared_action'

/** The venue's prepared actions that have not been submitted. */
export class PreparedActions {
  readonly #options: PreparedActionsOptions
  readonly #entries = new Map<string, Entry>()
  /** Order ids by action hash, for routes that receive only the hash; includes recent submissions. */
  readonly #orderIds = new Map<Hex, { orderId: string; expiresAt: VenueTime }>()

  constructor(options: PreparedActionsOptions) {
    this.#options = options
  }

  /** Prepares one action for the wallet; `run` executes it on submission. */
  prepare(plan: ActionPlan, run: () => ActionResult): PreparedAction {
    this.#forgetOld()
    const { now, nonces, lifetime } = this.#options
    const nonce = nonces.next()
    const hash = connectionId({ action: plan.action, nonce })
    const prepared: PreparedAction = {
      orderId: randomUUID(),
      actionHash: hash,
      action: plan.action,
      nonce,
      connectionId: hash,
      eip712Domain: AGENT_DOMAIN,
      agentMessage: agentMessage(hash),
      expiresAt: now() + lifetime,
    }
    const { orderId, expiresAt } = prepared
    this.#entries.set(orderId, { plan, versionThen: plan.stateVersion(), prepared, run })
    this.#orderIds.set(hash, { orderId, expiresAt })
    return prepared
  }

  /** The order id of an action by its hash. @throws VenueError `stale_prepared_action` (409). */
  orderIdOf(actionHash: Hex): string {
    const known = this.#orderIds.get(actionHash)
    if (known !== undefined) return known.orderId
    throw new VenueError(409, STALE, 'No prepared action has this actionHash. Prepare it again.', 'actionHash')
  }

  /**
   * The wallet's action if it can be submitted now.
   * @throws VenueError `already_submitted`, `stale_prepared_action` (409) or `bad_request` (400).
   */
  find(orderId: string, actionHash: Hex, wallet: Account, kind: ActionKind): PreparedAction {
    return this.#entry(orderId, actionHash, wallet, kind).prepared
  }

  /**
   * Executes the wallet's action once, and returns its result. The caller has checked the signature.
   * @throws VenueError like `find`, and with the market's own refusal.
   */
  submit(orderId: string, actionHash: Hex, wallet: Account, kind: ActionKind): ActionResult {
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
    if (entry === undefined || entry.plan.wallet !== wallet)
      throw new VenueError(409, STALE, 'No prepared action has this orderId. Prepare it again.', 'orderId')
    if (entry.plan.kind !== kind)
      throw new VenueError(
        400,
        'bad_request',
        `The prepared action is of type “${entry.plan.kind}”, not “${kind}”.`,
        'orderId',
      )
    if (entry.prepared.actionHash !== actionHash)
      throw new VenueError(400, 'bad_request', 'actionHash is not the one this action was prepared with.', 'actionHash')
    if (this.#options.now() >= entry.prepared.expiresAt)
      throw new VenueError(409, STALE, 'The prepared action has expired. Prepare it again.')
    if (entry.plan.stateVersion() !== entry.versionThen)
      throw new VenueError(409, STALE, 'The market has changed since the action was prepared. Prepare it again.')
    return entry
  }

  #forgetOld(): void {
    const horizon = this.#options.now() - 10 * this.#options.lifetime
    for (const [orderId, entry] of this.#entries) {
      if (entry.prepared.expiresAt > horizon) break
      this.#entries.delete(orderId)
    }
    for (const [hash, { expiresAt }] of this.#orderIds) {
      if (expiresAt > horizon) break
      this.#orderIds.delete(hash)
    }
  }
}

function alreadySubmitted({ oid, refusal }: Submission): VenueError {
  const outcome =
    refusal !== null ? `was refused: ${refusal}` : oid === null ? 'was accepted.' : `was accepted as order ${oid}.`
  return new VenueError(409, 'already_submitted', `This action was submitted before and ${outcome}`, 'orderId')
}
