/** Approves the agent wallet with the user's own: one route, called twice (docs/service/signing.md#agent-approval). */
import type { Address } from '../../contract/address.ts'
import { approvalOf, userActionOf } from './adapters/prepared-action.ts'
import { FOR } from './purpose.ts'
import type { Routes } from './routes.ts'
import type { SignedAction } from './types.ts'

/** As urgent as a close, whatever it was asked for: a close may need it, also one that was begun for something else. */
export const agentApproval = (routes: Routes) => ({
  prepareAgentApproval: async ({ address, name }: { readonly address: Address; readonly name: string }) => {
    const body = { agentAddress: address, agentName: name }
    return userActionOf(await routes.prepare(routes.open('agentApprove'), body, FOR.close))
  },

  /** Answers whether the agent is approved, and until when, where the service says it. */
  submitAgentApproval: async ({ actionHash, signature }: SignedAction) => {
    const route = routes.open('agentApprove')
    return approvalOf(await routes.submit(route, { actionHash, signature }, FOR.close))
  },
})
