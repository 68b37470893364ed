/** Checked before signed: whether a prepared action is what the trader asked for (docs/service/prepared-actions.md#verified). */
import type { Mismatch } from '../../contract/action.ts'
import type { Hex } from '../../contract/address.ts'
import { trimZeros } from '../../contract/decimal.ts'
import type { DeploymentProfile, PreparedAction, TypedDataDomain } from '../service/index.ts'
import { type AgentDomain, sourceOf } from './agent-message.ts'
import { checkAction } from './check-action.ts'
import { connectionIdOf } from './connection-id.ts'
import { Differences } from './differences.ts'
import type { ExpectedAction } from './expected-action.ts'

/** What the profile says of agent signing. */
export type AgentSigningRules = Pick<DeploymentProfile, 'network' | 'agentDomain'>

/**
 * `false`: it differs, and must not be signed. `'impossible'`: nothing differs, but the service left out what the comparison needs
 * (docs/service/prepared-actions.md#verified), so a signature would be given on trust.
 */
export type Verification =
  | { readonly verified: true }
  | { readonly verified: false; readonly mismatches: readonly Mismatch[] }
  /** `reason` is a sentence of its own. */
  | { readonly verified: 'impossible'; readonly reason: string }

/**
 * Recomputes the connection id from the action, and compares it, the message, the domain and every field of the action with what was
 * asked for. Pure.
 */
export function verifyPrepared(
  expected: ExpectedAction,
  prepared: PreparedAction,
  profile: AgentSigningRules,
): Verification {
  const differences = new Differences()
  checkDomain(profile.agentDomain, prepared.domain, differences)
  checkMessage(prepared, profile, differences)
  if (prepared.action !== null) checkAction(expected, prepared.action, differences)
  if (expected.kind === 'predict') checkTarget(expected, prepared, differences)
  if (prepared.action !== null && prepared.nonce !== null) {
    checkHash(prepared, connectionId(prepared, prepared.action, prepared.nonce), profile, differences)
  }

  if (differences.found.length > 0) return { verified: false, mismatches: differences.found }
  const missing = missingFor(expected, prepared)
  return missing === null ? { verified: true } : { verified: 'impossible', reason: missing }
}

/** What the service left out that a comparison needs, as a sentence; null when nothing is missing. */
function missingFor(expected: ExpectedAction, { action, nonce }: PreparedAction): string | null {
  if (action === null || nonce === null) {
    const missing = action === null ? (nonce === null ? 'action and nonce' : 'action') : 'nonce'
    return `The service did not send the ${missing} that its hash is made from.`
  }
  const nameless = (expected.kind === 'binary_predict' || expected.kind === 'binary_close') && expected.assetId === null
  return nameless ? 'The service does not say the number of the asset.' : null
}

/** An estimate for another temperature would be shown as the trader's: it is refused like any other difference. */
function checkTarget(
  { targetMark }: Extract<ExpectedAction, { kind: 'predict' }>,
  { estimate }: PreparedAction,
  differences: Differences,
): void {
  const told = estimate?.targetMark
  if (told != null) differences.same('target mark', trimZeros(targetMark), trimZeros(told))
}

function connectionId({ expiresAfter }: PreparedAction, action: unknown, nonce: number): Hex | null {
  try {
    return connectionIdOf({ action, nonce, expiresAfter })
  } catch {
    return null
  }
}

/** On the practice venue the action hash is the connection id; elsewhere it may be a handle of the service's own. */
function checkHash(
  prepared: PreparedAction,
  recomputed: Hex | null,
  { network }: AgentSigningRules,
  differences: Differences,
): void {
  if (recomputed === null) {
    differences.add('nonce', 'a nonce that can be signed', prepared.nonce)
    return
  }
  if (prepared.connectionId !== null) differences.sameHex('connection id', recomputed, prepared.connectionId)
  differences.sameHex('signed connection id', recomputed, prepared.agentMessage.connectionId)
  if (network === 'practice') differences.sameHex('action hash', recomputed, prepared.actionHash)
}

/** Also without an action: the message must be an `Agent` message of the right network, about the id that was given. */
function checkMessage(prepared: PreparedAction, { network }: AgentSigningRules, differences: Differences): void {
  const { agentMessage, connectionId: given } = prepared
  differences.same('source', sourceOf(network), agentMessage.source)
  const id = agentMessage.connectionId
  if (typeof id !== 'string' || !/^0x[0-9a-fA-F]{64}$/.test(id)) {
    differences.add('signed connection id', given ?? '32 bytes of hex', id)
  } else if (given !== null && prepared.action === null) {
    differences.sameHex('signed connection id', given, id)
  }
  differences.noOtherKeys('message', agentMessage, ['source', 'connectionId'])
}

function checkDomain(asked: AgentDomain, prepared: TypedDataDomain, differences: Differences): void {
  differences.same('domain name', asked.name, prepared.name)
  differences.same('domain version', asked.version, prepared.version)
  differences.same('domain chain id', asked.chainId, prepared.chainId)
  differences.same('domain contract', asked.verifyingContract?.toLowerCase(), prepared.verifyingContract?.toLowerCase())
  differences.same('domain salt', undefined, prepared.salt)
}
