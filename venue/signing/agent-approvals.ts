/** Agent approvals, from preparation to the trader's signature; one active agent per wallet, for 30 days. */
import { type Account, VenueError, type VenueTime } from '../market/index.ts'
import type { Hex } from './canonical-action.ts'
import type { NonceSource } from './prepared-actions.ts'
import { type UserActions, type UserSignedAction, userSignedAction } from './user-actions.ts'

const FIELDS = [
  { name: 'agentAddress', type: 'address' },
  { name: 'agentName', type: 'string' },
] as const

/** The approval of an agent, to be signed by the trader's own wallet (docs/service/signing.md#agent-approval). */
export const approveAgentAction = (agentAddress: Account, agentName: string, nonce: number): UserSignedAction =>
  userSignedAction('ApproveAgent', FIELDS, { agentAddress, agentName }, nonce)

const VALID_FOR = 30 * 24 * 3600 * 1000

/** The one active agent of a wallet. `expiresAt` is venue time, ms. */
export interface ApprovedAgent {
  wallet: Account
  agent: Account
  name: string
  expiresAt: VenueTime
}

/** Storage of approvals. */
interface AgentBook {
  agentOf(wallet: Account): ApprovedAgent | null
  approvalOf(agent: Account): ApprovedAgent | null
  saveAgent(agent: ApprovedAgent): void
}

interface AgentApprovalsOptions {
  now: () => VenueTime
  nonces: NonceSource
  agents: AgentBook
  actions: UserActions
}

/** The approvals of one venue. */
export class AgentApprovals {
  readonly #options: AgentApprovalsOptions

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
    const { actions, nonces } = this.#options
    this.#checkAgent(wallet, agentAddress)
    const action = approveAgentAction(agentAddress, agentName, nonces.next())
    return actions.prepare('agent approval', wallet, action, () => this.#approve(wallet, agentAddress, agentName))
  }

  /** Completes an approval. @throws VenueError `stale_prepared_action`, `already_submitted` (409) or `bad_signature` (400). */
  async complete(wallet: Account, actionHash: Hex, signature: Hex): Promise<ApprovedAgent> {
    return (await this.#options.actions.complete('agent approval', wallet, actionHash, signature)) as ApprovedAgent
  }

  #approve(wallet: Account, agent: Account, name: string): ApprovedAgent {
    this.#checkAgent(wallet, agent)
    const approved = { wallet, agent, name, expiresAt: this.#options.now() + VALID_FOR }
    this.#options.agents.saveAgent(approved)
    return approved
  }

  #checkAgent(wallet: Account, agent: Account): void {
    if (agent === wallet)
      throw new VenueError(400, 'bad_request', 'The agent key must differ from the wallet key.', 'agentAddress')
    const taken = this.#options.agents.approvalOf(agent)
    if (taken !== null && taken.wallet !== wallet)
      throw new VenueError(400, 'bad_request', 'This agent is approved for another wallet.', 'agentAddress')
  }
}
