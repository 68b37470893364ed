/** The answer of every prepare route (docs/service/prepared-actions.md#shape). */

import type { Price, Size } from '../../../contract/decimal.ts'
import type { Millis } from '../../../contract/time.ts'
import type { DirectAck, PreparedAction, SubmitAck, TypedDataDomain, UserAction } from '../types.ts'
import type { Wire } from '../wire.ts'
import { onlyResult, resultOf } from './exchange-answer.ts'
import { orderStatusOf } from './texts.ts'

/** Only the present fields; a chain id may be a number, in decimal or in hex. */
export function domainOf(wire: Wire): TypedDataDomain {
  if (!wire.isObject) wire.fail('should be an object')
  const name = wire.at('name').optional((field) => field.text())
  const version = wire.at('version').optional((field) => field.id())
  const chainId = wire.at('chain_id').optional(chainIdOf)
  const verifyingContract = wire.at('verifying_contract').optional((field) => field.address())
  const salt = wire.at('salt').optional((field) => field.hex())
  return {
    ...(name === null ? {} : { name }),
    ...(version === null ? {} : { version }),
    ...(chainId === null ? {} : { chainId }),
    ...(verifyingContract === null ? {} : { verifyingContract }),
    ...(salt === null ? {} : { salt }),
  }
}

function chainIdOf(wire: Wire): number {
  const text = wire.id()
  const value = /^(0x[0-9a-fA-F]+|\d+)$/.test(text) ? Number(text) : Number.NaN
  return Number.isSafeInteger(value) ? value : wire.fail('should be a chain id')
}

/** EIP-712 domains and types as a service sends them. */
export function typesOf(wire: Wire): UserAction['types'] {
  return Object.fromEntries(
    Object.keys(wire.plainObject()).map((name) => [
      name,
      wire
        .at(name)
        .items()
        .map((field) => ({ name: field.at('name').text(), type: field.at('type').text() })),
    ]),
  )
}

/** An action for the agent wallet. `action`, `nonce`, `connectionId` and `expiresAt` may be missing. */
export function preparedActionOf(answer: Wire): PreparedAction {
  const prepared = answer.unwrapped('prepared')
  const expiresAt = prepared.at('expiresAt').optional((wire) => wire.time())
  const { answeredAt } = answer
  return {
    orderId: prepared.at('orderId').id(),
    actionHash: prepared.at('actionHash').hex(),
    action: prepared.at('action').optional((wire) => wire.plainObject()),
    nonce: prepared.at('nonce').optional((wire) => wire.integer()),
    expiresAfter: prepared.at('expiresAfter').optional((wire) => wire.integer()),
    connectionId: prepared.at('connectionId').optional((wire) => wire.hex()),
    domain: domainOf(prepared.at('eip712Domain', 'domain')),
    agentMessage: agentMessageOf(prepared.at('agentMessage', 'message')),
    expiresAt,
    life: expiresAt === null || answeredAt === null ? undefined : expiresAt - answeredAt,
    estimate: prepared.at('estimate').optional(estimateOf),
  }
}

/** Every figure may be missing: nothing may fill, and a deployment may omit them. */
const estimateOf = (estimate: Wire): NonNullable<PreparedAction['estimate']> => {
  const price = (...names: string[]) => estimate.at(...names).optional((wire) => wire.decimal<Price>())
  return {
    average: price('avg_px', 'average_px', 'avg_price'),
    worst: price('worst_px', 'worst_price'),
    targetMark: price('target_mark', 'target_px'),
    contracts: estimate.at('contracts').optional((wire) => wire.decimal<Size>()),
  }
}

/** The message with its two known fields under their canonical names, and all others unchanged. */
function agentMessageOf(wire: Wire): Readonly<Record<string, unknown>> {
  const { connection_id, ...message } = wire.plainObject()
  return connection_id === undefined || 'connectionId' in message
    ? wire.plainObject()
    : { ...message, connectionId: connection_id }
}

/** An action for the user's own wallet. */
export function userActionOf(answer: Wire): UserAction {
  const action = answer.unwrapped('prepared')
  return {
    actionHash: action.at('actionHash').hex(),
    domain: domainOf(action.at('eip712Domain', 'domain')),
    types: typesOf(action.at('types')),
    primaryType: action.at('primaryType').text(),
    message: action.at('message').plainObject(),
  }
}

/** The answer to a submit. */
export function submitAckOf(answer: Wire): SubmitAck {
  const taken = resultOf(answer)
  if (taken !== null) {
    const { status, oid, cloid, filled, averagePx } = taken
    return { status, oid, cloid, filled, averagePx }
  }
  const ack = onlyResult(answer).unwrapped('result')
  return {
    status: ack.at('status').text(),
    oid: ack.at('oid').optional((wire) => wire.id()),
    cloid: ack.at('cloid').optional((wire) => wire.cloid()),
  }
}

/** The answer to a submitted collateral transfer. */
export const transferOf = (answer: Wire): { status: string } => ({
  status: answer.unwrapped('result').at('status').text(),
})

/** The answer to a direct order. */
export function directAckOf(answer: Wire): DirectAck {
  const taken = resultOf(answer)
  if (taken !== null) {
    const { status, oid, filled } = taken
    return { status: orderStatusOf(status), statusText: status, oid, filled }
  }
  const ack = answer.unwrapped('result', 'order')
  const statusText = ack.at('status').text()
  return {
    status: orderStatusOf(statusText),
    statusText,
    oid: ack.at('oid', 'order_id').optional((wire) => wire.id()),
    filled: ack.at('filled', 'filled_size').optional((wire) => wire.decimal<Size>()),
  }
}

/** The answer to the second half of an agent approval; the upstream exchange only confirms it. */
export const approvalOf = (answer: Wire): { approved: boolean; expiresAt: Millis | null } => {
  const approval = answer.unwrapped('result', 'approval')
  const isDone =
    answer
      .at('response')
      .at('type')
      .optional((wire) => wire.text()) === 'default'
  return {
    approved: isDone || approval.at('approved').flag(),
    expiresAt: approval.at('expiresAt').optional((wire) => wire.time()),
  }
}
