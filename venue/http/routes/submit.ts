/** The second half of every agent flow: accepts the signed action, and executes it once. */
import { z } from 'zod'
import { type Account, VenueError } from '../../market/index.ts'
import { type ActionKind, type ActionResult, agentDigest, type Hex, signerOf } from '../../signing/index.ts'
import type { VenueContext } from '../context.ts'
import { hash, parse, signature } from '../input.ts'
import { acting, type Route, trading } from '../router.ts'

const submitBody = z.object({
  orderId: z.guid('must be a UUID').transform((text) => text.toLowerCase()),
  actionHash: hash,
  hlSignature: signature,
})

/** Code of a missing agent on outcome routes (docs/service/signing.md#agent-approval). */
export const OUTCOME_AGENT_NOT_APPROVED = 'outcome_agent_not_approved'

/** The wallet's active agent. @throws VenueError `agent_not_approved` (403), or the family's own code. */
export function requireAgent({ approvals }: VenueContext, wallet: Account, code = 'agent_not_approved'): Account {
  const agent = approvals.active(wallet)
  if (agent === null)
    throw new VenueError(
      403,
      code,
      'This wallet has no active approved agent. Approve one with POST /v1/agent/approve.',
    )
  return agent
}

/** A signed action from a client. `orderId` is null when the hash alone identifies the action. */
interface Submitted {
  orderId: string | null
  actionHash: Hex
  hlSignature: Hex
}

/** Checks that the wallet's active agent signed the action. @throws VenueError when it cannot be submitted. */
async function checkSigned(
  context: VenueContext,
  wallet: Account,
  kind: ActionKind,
  { orderId: given, actionHash, hlSignature }: Submitted,
): Promise<string> {
  const orderId = given ?? context.prepared.orderIdOf(actionHash)
  const { agentMessage } = context.prepared.find(orderId, actionHash, wallet, kind)
  const signer = await signerOf(agentDigest(agentMessage), hlSignature)
  if (signer !== requireAgent(context, wallet))
    throw new VenueError(
      400,
      'bad_signature',
      `hlSignature was made by ${signer ?? 'no key'}, which is not the active agent of this wallet.`,
      'hlSignature',
    )
  return orderId
}

/** The submit route of one kind of prepared action. */
export const submitRoute = (context: VenueContext, path: string, kind: ActionKind): Route =>
  acting(
    trading('POST', path, async ({ body }, wallet) => {
      const submitted = parse(submitBody, body)
      const orderId = await checkSigned(context, wallet, kind, submitted)
      return context.prepared.submit(orderId, submitted.actionHash, wallet, kind)
    }),
  )

const signedAction = z.object({ actionHash: hash, hlSignature: signature })

/** Whether a body submits signed actions to the route that prepared them. */
export const isSubmission = (body: unknown): boolean => typeof body === 'object' && body !== null && 'submit' in body

/**
 * Executes the signed actions of `{ submit: […] }`, after checking all signatures.
 * @param most maximum number of actions per submission.
 */
export async function submitAll(
  context: VenueContext,
  wallet: Account,
  kind: ActionKind,
  body: unknown,
  most: number,
): Promise<ActionResult[]> {
  const few = `must hold 1 to ${most} signed actions`
  const { submit } = parse(z.object({ submit: z.array(signedAction, few).min(1, few).max(most, few) }), body)
  const orderIds: string[] = []
  for (const each of submit) orderIds.push(await checkSigned(context, wallet, kind, { orderId: null, ...each }))
  return submit.map(({ actionHash }, i) => context.prepared.submit(orderIds[i] ?? '', actionHash, wallet, kind))
}
