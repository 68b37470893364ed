/** Checks all the actions of one binary setup together, before any of them is signed (docs/service/binary.md#setup). */
import type { PreparedAction } from '../service/index.ts'
import { shown } from './differences.ts'
import type { Expected } from './expected-action.ts'
import { type AgentSigningRules, type Verification, verifyPrepared } from './verify-prepared.ts'

/**
 * Whether signing all of `prepared` sets binary assets to leverage 2 and does nothing else: at least one action, none for the same asset
 * as another. A mismatch names the action it was found in, counted from 1. Pure.
 */
export function verifyBinarySetup(
  expected: Expected<'binary_setup'>,
  prepared: readonly PreparedAction[],
  profile: AgentSigningRules,
): Verification {
  if (prepared.length === 0) {
    return { verified: false, mismatches: [{ field: 'actions', asked: 'at least one', prepared: 'none' }] }
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
      asked: 'each asset once',
      prepared: `${shown(asset)}, as action ${first + 1}`,
    })
  }
  if (mismatches.length > 0) return { verified: false, mismatches }
  return results.find(({ verified }) => verified === 'impossible') ?? { verified: true }
}
