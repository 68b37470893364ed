/** Duration from a prepared action to a checked signature: run by `npm run bench`. */
import type { Cloid } from '../../../contract/address.ts'
import { price, size } from '../../../contract/decimal.ts'
import type { PreparedAction } from '../../service/index.ts'
import { type AgentMessage, connectionIdOf } from '../agent-message.ts'
import type { ExpectedAction } from '../expected-action.ts'
import { addressOf, generateAgentKey, signAgentAction } from '../sign.ts'
import { type AgentSigningRules, verifyPrepared } from '../verify-prepared.ts'

/**
 * Milliseconds to verify a prepared order, sign it and check the signature, at the median and the 95th percentile of `rounds` different orders, after
 * a warm-up.
 */
export async function benchCheckAndSign(rounds = 400): Promise<{ p50: number; p95: number }> {
  const privateKey = generateAgentKey()
  const signer = addressOf(privateKey)
  const profile: AgentSigningRules = {
    network: 'practice',
    agentDomain: {
      name: 'Exchange',
      version: '1',
      chainId: 1337,
      verifyingContract: '0x0000000000000000000000000000000000000000',
    },
  }
  const warmUp = Math.ceil(rounds / 4)
  const times: number[] = []
  for (let i = 0; i < warmUp + rounds; i++) {
    const { expected, prepared } = orderNumber(i)
    const before = performance.now()
    const verification = verifyPrepared(expected, prepared, profile)
    if (verification.verified !== true) throw new Error('the order of the benchmark does not verify')
    const message = prepared.agentMessage as unknown as AgentMessage
    await signAgentAction({ privateKey, domain: profile.agentDomain, message, signer })
    if (i >= warmUp) times.push(performance.now() - before)
  }
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN
  return { p50: at(0.5), p95: at(0.95) }
}

function orderNumber(i: number): { expected: ExpectedAction; prepared: PreparedAction } {
  const cloid = `0x${i.toString(16).padStart(32, '0')}` as Cloid
  const action = {
    type: 'order',
    orders: [{ a: 0, b: true, p: '571.8', s: `${i + 1}.5`, r: false, t: { limit: { tif: 'Gtc' } }, c: cloid }],
    grouping: 'na',
  }
  const nonce = 1_790_000_000_000 + i
  const connectionId = connectionIdOf({ action, nonce })
  return {
    expected: {
      kind: 'order',
      assetId: 0,
      side: 'buy',
      price: price('571.80'),
      size: size(`${i + 1}.50`),
      tif: 'GTC',
      reduceOnly: false,
      cloid,
    },
    prepared: {
      orderId: `order-${i}`,
      actionHash: connectionId,
      action,
      nonce,
      connectionId,
      domain: {
        name: 'Exchange',
        version: '1',
        chainId: 1337,
        verifyingContract: '0x0000000000000000000000000000000000000000',
      },
      agentMessage: { source: 'b', connectionId },
      expiresAt: null,
    },
  }
}
