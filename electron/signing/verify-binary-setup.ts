/** Checks all the actions of one binary setup together, before any of them is signed (docs/service/binary.md#setup). */
import { BINARY_LEVERAGE } from '../../contract/binary.ts'
import type { PreparedAction } from '../service/index.ts'
import { shown } from './differences.ts'
import type { Expected } from './expected-action.ts'
import { type AgentSigningRules, type Verification, verifyPrepared } from './verify-prepared.ts'

/**
 * Whether signing all of `prepared` sets binary assets to leverage 2 and does nothing else: at least one action, none for the same asset
 * as another. It is impossible to say where the service does not tell the numbers of its binary assets; even then there are no more
 * actions on numbers it does not tell than such assets. A mismatch names the action it was found in, counted from 1. Pure.
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
  const untold = prepared.flatMap(({ action }) => {
    const asset = action?.asset
    return typeof asset === 'number' && !expected.assetIds.includes(asset) ? [asset] : []
  })
  const { unnumbered } = expected
  if (mismatches.length === 0 && untold.length > unnumbered.length) {
    mismatches.push({
      field: 'actions',
      asked: `at most ${unnumbered.length} on untold numbers`,
      prepared: `${untold.length}`,
    })
  }
  if (mismatches.length > 0) return { verified: false, mismatches }
  const impossible = results.find(({ verified }) => verified === 'impossible')
  if (impossible !== undefined || untold.length === 0) return impossible ?? { verified: true }
  return { verified: 'impossible', reason: untoldWords(unnumbered, untold) }
}

/** What the trader is asked to take on their word. */
const untoldWords = (names: readonly string[], numbers: readonly number[]): string =>
  [
    `The service does not say the numbers of its binary assets (${names.join(', ')}).`,
    `What it prepared sets leverage ${BINARY_LEVERAGE}, isolated, and nothing else, on the assets numbered ${numbers.join(', ')},`,
    'which are no other market that it lists. Compare them with what the service publishes before you sign.',
  ].join(' ')
