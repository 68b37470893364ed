/** Verification before signing: whether a prepared action is what the trader requested (docs/service/prepared-actions.md#verified). */
import type { Mismatch } from '../../contract/action.ts'
import type { Hex } from '../../contract/address.ts'
import { BINARY_LEVERAGE } from '../../contract/binary.ts'
import { trimZeros } from '../../contract/decimal.ts'
import {
  type DeploymentProfile,
  FIRST_COIN_NUMBER,
  type PreparedAction,
  type TypedDataDomain,
} from '../service/index.ts'
import { type AgentDomain, connectionIdOf, sourceOf } from './agent-message.ts'
import { checkAction } from './check-action.ts'
import { Differences, type Expected, type ExpectedAction, type Fields, isFields, shown } from './expected-action.ts'

/** The deployment's settings for agent signing. */
export type AgentSigningRules = Pick<DeploymentProfile, 'network' | 'agentDomain'>

/**
 * `false`: it differs, and must not be signed. `'impossible'`: nothing differs, but the service omitted data for the comparison
 * (docs/service/prepared-actions.md#verified), so a signature would be given on trust.
 */
export type Verification =
  | { readonly verified: true }
  | { readonly verified: false; readonly mismatches: readonly Mismatch[] }
  /** `reason` is a sentence of its own. */
  | { readonly verified: 'impossible'; readonly reason: string }

/** Recomputes the connection id from the action, and compares it, the message, the domain and every field of the action with the intent. Pure. */
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

/** Data for the comparison that the service omitted, as a sentence; null when nothing is missing. */
function missingFor(expected: ExpectedAction, { action, nonce }: PreparedAction): string | null {
  if (action === null || nonce === null) {
    if (action !== null) return 'The venue did not send the nonce that the hash covers.'
    return nonce === null
      ? 'The venue did not send the action and nonce that the hash covers.'
      : 'The venue did not send the action that the hash covers.'
  }
  const nameless = (expected.kind === 'binary_predict' || expected.kind === 'binary_close') && expected.assetId === null
  return nameless ? 'The venue does not report the asset number.' : null
}

/** An estimate for another temperature would be shown as the trader's: it is refused like any other difference. */
function checkTarget(
  { targetMark }: Extract<ExpectedAction, { kind: 'predict' }>,
  { estimate }: PreparedAction,
  differences: Differences,
): void {
  const reported = estimate?.targetMark
  if (reported != null) differences.same('target mark', trimZeros(targetMark), trimZeros(reported))
}

function connectionId({ expiresAfter }: PreparedAction, action: unknown, nonce: number): Hex | null {
  try {
    return connectionIdOf({ action, nonce, expiresAfter })
  } catch {
    return null
  }
}

/** On the practice venue the action hash is the connection id; elsewhere it may be the service's own handle. */
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

/** Also without an action: the message must be an `Agent` message of the right network, with the given id. */
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

function checkDomain(request: AgentDomain, prepared: TypedDataDomain, differences: Differences): void {
  differences.same('domain name', request.name, prepared.name)
  differences.same('domain version', request.version, prepared.version)
  differences.same('domain chain id', request.chainId, prepared.chainId)
  differences.same(
    'domain contract',
    request.verifyingContract?.toLowerCase(),
    prepared.verifyingContract?.toLowerCase(),
  )
  differences.same('domain salt', undefined, prepared.salt)
}

/** The asset number of an action: in its single order, its single cancel, or beside its type. Null for anything but one number. */
export function numberIn({ action }: PreparedAction): number | null {
  if (action === null) return null
  const holders: readonly unknown[] = Array.isArray(action.orders)
    ? (action.orders as unknown[])
    : Array.isArray(action.cancels)
      ? (action.cancels as unknown[])
      : [action]
  const [holder, ...others] = holders
  if (!isFields(holder) || others.length > 0) return null
  const number = numberOf(holder)
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? number : null
}

const numberOf = ({ a, asset }: Fields): unknown => a ?? asset

/**
 * The number of a complete prepared action that matches the intent in everything else, including hash and message; null for any other. Numbers of
 * coins follow from their names and never belong to another asset. Pure.
 */
export function otherNumberIn(
  expected: ExpectedAction,
  prepared: PreparedAction,
  profile: AgentSigningRules,
): number | null {
  if (!('assetId' in expected) || (expected.assetId ?? 0) >= FIRST_COIN_NUMBER) return null
  const number = numberIn(prepared)
  if (number === null || number >= FIRST_COIN_NUMBER || number === expected.assetId) return null
  return verifyPrepared({ ...expected, assetId: number }, prepared, profile).verified === true ? number : null
}

// Verifies all actions of one binary setup together, before any of them is signed (docs/service/binary.md#setup).

/**
 * Whether signing all of `prepared` sets binary assets to leverage 2 and does nothing else: at least one action, and no two for the same asset.
 * Unverifiable where the service does not list the numbers of its binary assets; even then there are no more actions on unlisted numbers than such
 * assets. A mismatch names its action, counted from 1. Pure.
 */
export function verifyBinarySetup(
  expected: Expected<'binary_setup'>,
  prepared: readonly PreparedAction[],
  profile: AgentSigningRules,
): Verification {
  if (prepared.length === 0) {
    return { verified: false, mismatches: [{ field: 'actions', request: 'at least one', prepared: 'none' }] }
  }
  const results = prepared.map((action) => verifyPrepared(expected, action, profile))
  const mismatches = results.flatMap((result, i) =>
    result.verified === false
      ? result.mismatches.map((mismatch) => ({ ...mismatch, field: `action ${i + 1}: ${mismatch.field}` }))
      : [],
  )
  for (const [i, asset] of prepared.map(({ action }) => action?.asset).entries()) {
    const first = prepared.findIndex(({ action }) => action !== null && action.asset === asset)
    if (asset === undefined || first === i) continue
    mismatches.push({
      field: `action ${i + 1}: asset`,
      request: 'each asset once',
      prepared: `${shown(asset)}, as action ${first + 1}`,
    })
  }
  const unreportedIds = prepared.flatMap(({ action }) => {
    const asset = action?.asset
    return typeof asset === 'number' && !expected.assetIds.includes(asset) ? [asset] : []
  })
  const { unnumbered } = expected
  if (mismatches.length === 0 && unreportedIds.length > unnumbered.length) {
    mismatches.push({
      field: 'actions',
      request: `at most ${unnumbered.length} on unreported numbers`,
      prepared: `${unreportedIds.length}`,
    })
  }
  if (mismatches.length > 0) return { verified: false, mismatches }
  const impossible = results.find(({ verified }) => verified === 'impossible')
  if (impossible !== undefined || unreportedIds.length === 0) return impossible ?? { verified: true }
  return { verified: 'impossible', reason: unreportedText(unnumbered, unreportedIds) }
}

/** The question that the trader is asked to confirm. */
const unreportedText = (names: readonly string[], numbers: readonly number[]): string =>
  [
    `The venue does not report the numbers of its binary assets (${names.join(', ')}).`,
    `The prepared action only sets ${BINARY_LEVERAGE}× isolated leverage on the assets numbered ${numbers.join(', ')},`,
    "which match no other listed market. Compare them with the venue's published numbers before you sign.",
  ].join(' ')

/** @throws Error when several actions were prepared where one is expected. */
export function verifyAll(
  expected: ExpectedAction,
  prepared: readonly PreparedAction[],
  profile: DeploymentProfile,
): Verification {
  if (expected.kind === 'binary_setup') return verifyBinarySetup(expected, prepared, profile)
  const [first, ...others] = prepared
  if (first === undefined || others.length > 0) {
    throw new Error(`${prepared.length} actions were prepared for one intent`)
  }
  return verifyPrepared(expected, first, profile)
}
