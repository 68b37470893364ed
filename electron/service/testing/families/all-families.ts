/**
 * Every request of the binary and outcome families once: how it is made, and its result from answers in the practice venue's shape and in that of
 * another deployment, which differs in wrapping, spelling, counting and omissions.
 */
import { binaryActions, binaryReads } from './binary.ts'
import type { FamilyCase } from './family-case.ts'
import { outcomeActions, transfers } from './outcome-actions.ts'
import { outcomeReads } from './outcome-reads.ts'

export type { FamilyCase } from './family-case.ts'

export const FAMILY_CASES: readonly FamilyCase[] = [
  ...binaryReads,
  ...binaryActions,
  ...outcomeReads,
  ...outcomeActions,
  ...transfers,
]
