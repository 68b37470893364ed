/** The second half of every agent flow: the signed action comes back, and is carried out once. */
import { z } from 'zod'
import { type Account, VenueError } from '../../core/interface.ts'
import { type ActionKind, agentDigest, signerOf } from '../../signing/index.ts'
import type { VenueContext } from '../context.ts'
import { hash, parse, signature } from '../input.ts'
import { acting, type Route, trading } from '../router.ts'

const submitBody = z.object({
  orderId: z.guid('must be a UUID').transform((text) => text.toLowerCase()),
  actionHash: hash,
  hlSignature: signature,
})

/** The wallet's active agent. @throws VenueError `agent_not_approved` (403). */
export function requireAgent({ approvals }: VenueContext, wallet: Account): Account {
  const agent = approvals.active(wallet)
  if (agent === null)
    throw new VenueError(
      403,
      'agent_not_approved',
      'This wallet has no active approved agent. Approve one with POST /v1/agent/approve.',
    )
  return agent
}

/** The submit route for one kind of prepared action. */
export const submitRoute = (context: VenueContext, path: string, kind: ActionKind): Route =>
  acting(
    trading('POST', path, async ({ body }, wallet) => {
      const { orderId, actionHash, hlSignature } = parse(submitBody, body)
      const { agentMessage } = context.prepared.find(orderId, actionHash, wallet, kind)
      const signer = await signerOf(agentDigest(agentMessage), hlSignature)
      if (signer !== requireAgent(context, wallet))
        throw new VenueError(
          400,
          'bad_signature',
          `hlSignature was made by ${signer ?? 'no key'}, which is not the active agent of this wallet.`,
          'hlSignature',
        )
      return context.prepared.submit(orderId, actionHash, wallet, kind)
    }),
  )
