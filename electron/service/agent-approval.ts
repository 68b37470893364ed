/** Approves the agent wallet with the user's own: one route, called twice (docs/service/signing.md#agent-approval). */
import type { Address } from '../../contract/address.ts'
import { approvalOf, userActionOf } from './adapters/prepared-action.ts'
import { ServiceError } from './errors.ts'
import type { Routes } from './routes.ts'
import type { SignedAction } from './types.ts'

export const agentApproval = (routes: Routes) => ({
  prepareAgentApproval: async ({ address, name }: { readonly address: Address; readonly name: string }) => {
    const body = { agentAddress: address, agentName: name }
    return userActionOf(await routes.prepare(routes.open('agentApprove'), body))
  },

  /** Answers until when the agent is approved, where the service says it. */
  submitAgentApproval: async ({ actionHash, signature }: SignedAction) => {
    const route = routes.open('agentApprove')
    const { approved, expiresAt } = approvalOf(await routes.submit(route, { actionHash, signature }))
    if (!approved) throw notApproved(`POST ${route}`)
    return { expiresAt }
  },
})

const notApproved = (route: string): ServiceError =>
  new ServiceError({
    kind: 'problem',
    route,
    status: 200,
    code: 'agent_not_approved',
    message: 'The service answered that the agent wallet is not approved.',
  })
