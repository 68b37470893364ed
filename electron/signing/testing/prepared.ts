/** Prepared actions for tests: all hashes match the action, even a wrong one, as from a service that lies consistently. */
import type { PreparedAction } from '../../service/index.ts'
import { connectionIdOf } from '../agent-message.ts'
import type { ExpectedAction } from '../expected-action.ts'
import { type AgentSigningRules, verifyPrepared } from '../verify-prepared.ts'

export const NONCE = 1_790_000_000_000
export const ZERO_ADDRESS = '0x0000000000000000000000000000000000000000'
export const agentDomain = { name: 'Exchange', version: '1', chainId: 1337, verifyingContract: ZERO_ADDRESS }
export const practice: AgentSigningRules = { network: 'practice', agentDomain }

export function prepare(action: unknown, changed: Partial<PreparedAction> = {}): PreparedAction {
  const connectionId = connectionIdOf({ action, nonce: NONCE, expiresAfter: changed.expiresAfter })
  return {
    orderId: 'order-1',
    actionHash: connectionId,
    action: action as PreparedAction['action'],
    nonce: NONCE,
    connectionId,
    domain: agentDomain,
    agentMessage: { source: 'b', connectionId },
    expiresAt: null,
    ...changed,
  }
}

/** An order action around one order. */
export const prepareOrder = (order: object): PreparedAction =>
  prepare({ type: 'order', orders: [order], grouping: 'na' })

/** The mismatched fields; empty when the action is verified, or cannot be. */
export function fieldsOf(expected: ExpectedAction, prepared: PreparedAction, rules = practice): string[] {
  const result = verifyPrepared(expected, prepared, rules)
  return result.verified === false ? result.mismatches.map(({ field }) => field) : []
}
