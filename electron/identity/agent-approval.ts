/** One approval of the agent wallet by the user's wallet: prepare, verify, sign, submit (docs/service/signing.md#agent-approval). */
import type { KnownCode } from '../../contract/action-code.ts'
import type { Address } from '../../contract/address.ts'
import type { Millis } from '../../contract/time.ts'
import { certaintyOf, ServiceError, type TradingService, type UserAction } from '../service/index.ts'
import { verifyAgentApproval } from '../signing/index.ts'
import { type ApprovalOutcome, type ApprovalStep, refusalOf } from '../trading/index.ts'
import { type UserSigner, UserSigningError } from '../wallet/index.ts'

/** The name under which the terminal's agent wallet is approved. */
const AGENT_NAME = 'isotherm'

export interface ApprovalInput {
  readonly service: Pick<TradingService, 'prepareAgentApproval' | 'submitAgentApproval' | 'profile'>
  readonly agent: Address
  /** The trader's address, from the token. */
  readonly wallet: Address
  /** Whether that is still the trader's address: another wallet's token must not submit this one's approval. */
  readonly isCurrent: () => boolean
  /** The trader's wallet; null when it cannot be reached. */
  readonly signer: UserSigner | null
  readonly onStep: (step: ApprovalStep) => Promise<void>
  readonly approved: (expiresAt: Millis | null) => void
}

/** Executes it. @throws only what `onStep` throws. */
export async function approveAgent(input: ApprovalInput): Promise<ApprovalOutcome> {
  const { service, agent, wallet, signer, onStep } = input
  if (signer === null) {
    return refuse('no_wallet_key', 'No wallet key to approve the agent with. Import one from the clipboard.')
  }

  let action: UserAction
  try {
    action = await service.prepareAgentApproval({ address: agent, name: AGENT_NAME })
  } catch (error) {
    if (!(error instanceof ServiceError)) return refuse('internal', wordsOf(error))
    return { kind: error.kind === 'problem' ? 'rejected' : 'refused', refusal: refusalOf(error) }
  }
  await onStep({ at: 'prepared', actionHash: action.actionHash })

  const expected = { network: service.profile.network, agentAddress: agent, agentName: AGENT_NAME }
  const verification = verifyAgentApproval(expected, action)
  if (verification.verified !== true) {
    const mismatches = verification.verified === false ? verification.mismatches : []
    const fields = mismatches.map(({ field }) => field).join(', ')
    const message = `The venue prepared something other than this agent approval (${fields}). Nothing was signed.`
    return { kind: 'refused', refusal: { code: 'mismatch', message, field: null }, mismatches }
  }
  await onStep({ at: 'verified' })

  let signature: `0x${string}`
  try {
    signature = await signer.sign({
      typedData: action,
      signer: wallet,
      title: "Approve Isotherm's agent wallet",
      fields: [
        { name: 'Agent address', value: agent },
        { name: 'Agent name', value: AGENT_NAME },
        { name: 'Network', value: `${service.profile.name} (${String(action.message.hyperliquidChain)})` },
        { name: 'Nonce', value: String(action.message.nonce) },
        { name: 'Permissions', value: 'Trade for you. It can never withdraw.' },
      ],
    })
  } catch (error) {
    return refuse(error instanceof UserSigningError ? error.code : 'not_signed', wordsOf(error))
  }
  await onStep({ at: 'signed' })
  await onStep({ at: 'sent' })
  if (!input.isCurrent()) return refuse('identity_changed', 'Another wallet is signed in. Nothing was sent.')
  try {
    const { approved, expiresAt } = await service.submitAgentApproval({ actionHash: action.actionHash, signature })
    if (!approved) {
      const message = 'The venue reports the agent as not approved.'
      return { kind: 'rejected', refusal: { code: 'not_approved', message, field: null } }
    }
    input.approved(expiresAt)
    return { kind: 'approved', agent }
  } catch (error) {
    return { kind: failureOf(error), refusal: refusalOf(error) }
  }
}

/** A repeated approval does no harm, so one that went stale counts as rejected. */
function failureOf(error: unknown): 'rejected' | 'refused' | 'unknown' {
  const { effect, again } = certaintyOf(error, 'submit')
  if (effect !== 'did_nothing' && again !== 'plan_anew') return 'unknown'
  return error instanceof ServiceError && error.kind === 'problem' ? 'rejected' : 'refused'
}

const refuse = (code: KnownCode, message: string): ApprovalOutcome => ({
  kind: 'refused',
  refusal: { code, message, field: null },
})
const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
