/** The number that a prepared action names its asset by, and whether it is all that differs from what was asked for. */
import { FIRST_COIN_NUMBER, type PreparedAction } from '../service/index.ts'
import { type Fields, isFields } from './differences.ts'
import type { ExpectedAction } from './expected-action.ts'
import { type AgentSigningRules, verifyPrepared } from './verify-prepared.ts'

/** Where an action has its asset: in its one order, its one cancel, or beside its type. Null for anything but one number. */
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
 * The number of a prepared action that is complete and in all but its asset's number what was asked for, hash and message with it; null for
 * every other one. Numbers of coins follow from their names: they are never another's. Pure.
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
