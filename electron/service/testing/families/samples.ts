/** Shared by the requests of several families: ids, prepared actions and submits, as two deployments send them and as they are read. */
import type { Address, Cloid, Hex } from '../../../../contract/address.ts'

export const ADDRESS = `0x${'ab'.repeat(20)}` as Address
export const HASH = `0x${'cd'.repeat(32)}` as Hex
export const SIGNATURE = `0x${'11'.repeat(65)}` as Hex
export const CLOID = '0xd2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2' as Cloid
export const signed = { orderId: 'o-1', actionHash: HASH, signature: SIGNATURE }
export const ONE_SIGNED = `{"submit":[{"actionHash":"${HASH}","hlSignature":"${SIGNATURE}"}]}`
export const AGENT_SIGNED = `{"orderId":"o-1","actionHash":"${HASH}","hlSignature":"${SIGNATURE}"}`
export const NOON = Date.UTC(2026, 6, 1, 12)
export const ISO = '2026-07-01T12:00:00Z'

export const prepared = {
  orderId: 'o-1',
  actionHash: HASH,
  action: { type: 'order', orders: [{ a: 2, b: true, p: '0.679' }], grouping: 'na' },
  nonce: NOON,
  connectionId: HASH,
  eip712Domain: { name: 'Exchange', version: '1', chainId: 1337, verifyingContract: `0x${'00'.repeat(20)}` },
  agentMessage: { source: 'b', connectionId: HASH },
  expiresAt: NOON,
  estimate: { avg_px: '0.5660', worst_px: '0.566', contracts: '36.81' },
}
export const readPrepared = {
  orderId: 'o-1',
  actionHash: HASH,
  action: prepared.action,
  nonce: NOON,
  expiresAfter: null,
  connectionId: HASH,
  domain: prepared.eip712Domain,
  agentMessage: prepared.agentMessage,
  expiresAt: NOON,
  estimate: { average: '0.5660', worst: '0.566', targetMark: null, contracts: '36.81' },
}
/** Without action, nonce and connection id: nothing to verify. */
export const otherPrepared = {
  order_id: 17,
  action_hash: HASH,
  eip712_domain: { name: 'Exchange', version: 1, chain_id: '0x539', verifying_contract: `0x${'00'.repeat(20)}` },
  agent_message: { source: 'b', connection_id: HASH },
  expires_at: ISO,
  estimate: { avgPx: 0.566, extra: true },
  ttl: 30,
}
export const readOther = {
  ...readPrepared,
  orderId: '17',
  action: null,
  nonce: null,
  connectionId: null,
  estimate: { average: '0.566', worst: null, targetMark: null, contracts: null },
}
export const PREPARED = {
  venue: prepared,
  result: readPrepared,
  other: { data: { prepared: otherPrepared } },
  otherResult: readOther,
  required: ['orderId', 'actionHash', 'eip712Domain', 'agentMessage'],
} as const

export const SUBMITTED = {
  isSubmit: true,
  venue: { status: 'accepted', oid: '1094', cloid: CLOID },
  result: { status: 'accepted', oid: '1094', cloid: CLOID },
  other: { data: { result: { Status: 'accepted', oid: 1094, extra: [] } } },
  otherResult: { status: 'accepted', oid: '1094', cloid: null },
  required: ['status'],
} as const

export const BINARY_SUBMITTED = {
  isSubmit: true,
  venue: { status: 'filled', oid: '1092', filled_contracts: '36.81', avg_px: '0.5660' },
  result: { status: 'filled', oid: '1092', cloid: null, filled: '36.81' },
  other: { results: [{ data: { status: 'partially_filled', oid: 1092, filledContracts: 12.5 } }] },
  otherResult: { status: 'partially_filled', oid: '1092', cloid: null, filled: '12.5' },
  required: ['status'],
} as const
