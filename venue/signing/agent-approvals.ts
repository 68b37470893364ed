/** Agent approvals from hand-out to the trader's signature; one active agent a wallet, for 30 days. */
import { type Account, VenueError, type VenueTime } from '../core/interface.ts'
import { signerOf } from './agent.ts'
import { approveAgentAction, type UserSignedAction } from './approve-agent.ts'
import type { Hex } from './canonical-action.ts'
import type { NonceSource } from './prepared-actions.ts'

const VALID_FOR = 30 * 24 * 3600 * 1000

/** An approved agent. `expiresAt` is venue time. */
export interface ApprovedAgent {
  wallet: Account
  agent: Account
  name: string
  expiresAt: VenueTime
}

/** Where approvals are kept. */
export interface AgentBook {
  agentOf(wallet: Account): ApprovedAgent | null
  approvalOf(agent: Account): ApprovedAgent | null
  saveAgent(agent: ApprovedAgent): void
}

export interface AgentApprovalsOptions {
  now: () => VenueTime
  nonces: NonceSource
  agents: AgentBook
  /** How long the trader has to sign, ms of venue time: a browser wallet takes a person's time. */
  lifetime: number
}

interface Pending {
  wallet: Account
  action: UserSignedAction
  expiresAt: VenueTime
  done: boolean
}

/** The approvals of one venue. */
export class AgentApprovals {
  readonly #options: AgentApprovalsOptions
  readonly #pending = new Map<Hex, Pending>()

  constructor(options: AgentApprovalsOptions) {
    this.#options = options
  }

  /** The wallet's active agent, or null. */
  active(wallet: Account): Account | null {
    const found = this.#options.agents.agentOf(wallet)
    return found !== null && found.expiresAt > this.#options.now() ? found.agent : null
  }

  /** The approval for the wallet to sign. @throws VenueError `bad_request` for an address that cannot be its agent. */
  prepare(wallet: Account, agentAddress: Account, agentName: string): UserSignedAction {
    this.#forgetOld()
    this.#checkAgent(wallet, agentAddress)
    const action = approveAgentAction(agentAddress, agentName, this.#options.nonces.next())
    const expiresAt = this.#options.now() + this.#options.lifetime
    this.#pending.set(action.actionHash, { wallet, action, expiresAt, done: false })
    return action
  }

  /** Completes an approval. @throws VenueError `stale_prepared_action`, `already_submitted` (409) or `bad_signature` (400). */
  async complete(wallet: Account, actionHash: Hex, signature: Hex): Promise<ApprovedAgent> {
    this.#find(wallet, actionHash)
    const signer = await signerOf(actionHash, signature)
    if (signer !== wallet)
      throw new VenueError(400, 'bad_signature', `The signature is not of the wallet ${wallet}.`, 'signature')
    const pending = this.#find(wallet, actionHash)
    const { agentAddress, agentName } = pending.action.message
    this.#checkAgent(wallet, agentAddress)
    const approved = { wallet, agent: agentAddress, name: agentName, expiresAt: this.#options.now() + VALID_FOR }
    this.#options.agents.saveAgent(approved)
    pending.done = true
    return approved
  }

  #find(wallet: Account, actionHash: Hex): Pending {
    const pending = this.#pending.get(actionHash)
    if (pending === undefined || pending.wallet !== wallet || this.#options.now() >= pending.expiresAt)
      throw new VenueError(
        409,
        'stale_prepared_action',
        'No agent approval waits for this signature. Ask for it again.',
        'actionHash',
      )
    if (pending.done)
      throw new VenueError(409, 'already_submitted', 'This approval was completed before.', 'actionHash')
    return pending
  }

  #checkAgent(wallet: Account, agent: Account): void {
    if (agent === wallet)
      throw new VenueError(400, 'bad_request', 'The agent must be another key than the wallet.', 'agentAddress')
    const taken = this.#options.agents.approvalOf(agent)
    if (taken !== null && taken.wallet !== wallet)
      throw new VenueError(400, 'bad_request', 'This agent is approved for another wallet.', 'agentAddress')
  }

  #forgetOld(): void {
    for (const [hash, { expiresAt }] of this.#pending) {
      if (expiresAt > this.#options.now()) return
      this.#pending.delete(hash)
    }
  }
}
