/** Checks everything that was prepared for one intent, before any of it is signed. */
import type { DeploymentProfile, PreparedAction } from '../service/index.ts'
import type { ExpectedAction } from './expected-action.ts'
import { verifyBinarySetup } from './verify-binary-setup.ts'
import { type Verification, verifyPrepared } from './verify-prepared.ts'

/** @throws Error when several actions were prepared for what is one. */
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
