/** Approves the agent wallet with the user's own: one route, called twice (docs/service/signing.md#agent-approval). */
import { approvalOf, userActionOf } from './adapters/prepared-action.ts'
import { ServiceError } from './errors.ts'
import type { TradingService } from './interface.ts'
import type { Routes } from './routes.ts'

export const agentApproval = (
  routes: Routes,
): Pick<TradingService, 'prepareAgentApproval' | 'submitAgentApproval'> => ({
  prepareAgentApproval: async ({ address, name }) => {
    const body = { agentAddress: address, agentName: name }
    return userActionOf(await routes.prepare(routes.open('agentApprove'), body))
  },

  submitAgentApproval: async ({ actionHash, signature }) => {
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
    delivery: 'answered',
    status: 200,
    code: 'agent_not_approved',
    message: 'The service answered that the agent wallet is not approved.',
  })
