/** Checks of plans in every family: price protection, the day's loss, positions and orders under way. */

import type { AccountView, Family, Position } from '../../../contract/account.ts'
import { type Collateral, collateralOf } from '../../../contract/collateral.ts'
import {
  absolute,
  compare,
  type Money,
  type Price,
  type Size,
  signOf,
  toPlaces,
  ZERO,
} from '../../../contract/decimal.ts'
import type { EntryState } from '../../../contract/entry.ts'
import { sideHeld } from '../../../contract/family-rules.ts'
import { grouped } from '../../../contract/grouped.ts'
import type { CloseIntent } from '../../../contract/intent.ts'
import { Listeners } from '../../../contract/listeners.ts'
import type { Side } from '../../../contract/market.ts'
import { positive } from '../../../contract/messages.ts'
import { belowMinimumText, type MinimumValues, minimumIn, minimumValueOf } from '../../../contract/minimum-value.ts'
import {
  type CloseReach,
  closeDistanceIssue,
  closeProtectionIssue,
  closeReachFrom,
} from '../../../contract/protection.ts'
import { ok, type Result, refused } from '../../../contract/result.ts'
import { hiding } from '../../../contract/unreadable-row.ts'
import type { Log } from '../../log/index.ts'
import { PartlyUnreadable } from '../../service/index.ts'
import type { ActionLog, Refusal } from '../actions/index.ts'
import { checkDayLoss, holds, type Limits, limitRefusal } from '../risk/index.ts'
import { type PlanOptions, refuse } from './interface.ts'

export const NONE = ZERO

/** A refusal of an invalid price protection. */
export const protectionRefusal = (issue: string | null): Refusal | null =>
  issue === null ? null : { code: 'limit_slippage', message: issue, field: 'price' }

/** Why the distances of a close are invalid, or null: known before its position is read. */
export function closeDistanceRefusal({ protection }: CloseIntent, family: Family): Refusal | null {
  return protection.kind === 'worst' ? null : protectionRefusal(closeDistanceIssue(protection, family))
}

/** The first price of a close, and how far it may widen: as prices, or as distances from `reference`. */
export function closeReachOf(
  { protection }: CloseIntent,
  reference: Price | null,
  terms: { readonly family: Family; readonly side: Side; readonly tickSize: Price | null },
): Result<CloseReach | null, Refusal> {
  const refusal = protectionRefusal(closeProtectionIssue(protection, terms))
  if (refusal !== null) return refused(refusal)
  if (protection.kind === 'worst') return ok({ price: protection.price, bound: protection.bound })
  if (reference === null) return ok(null)
  return ok(closeReachFrom(reference, protection, terms))
}

/** Why a market accepts no such order now, or null. @param isReducing whether the order only reduces a position */
export const entryRefusal = (entry: EntryState, isReducing = false): Refusal | null =>
  entry.takes === 'everything' || (isReducing && entry.takes === 'reducing')
    ? null
    : { code: entry.code, message: entry.reason, field: null }

/** Why nothing may add exposure today, or null. A limit that cannot be evaluated refuses, with the reason. */
export async function dayLossOf(limits: Limits, dayResult: () => Promise<Money>): Promise<Refusal | null> {
  if (limits.dayLoss === null) return null
  try {
    return checkDayLoss(await dayResult(), limits)
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error)
    return limitRefusal('limit_day_loss_unknown', { limit: grouped(limits.dayLoss), why: text })
  }
}

/** The position in an asset; an asset has only one family, regardless of what the service reports. */
export const positionIn = (account: AccountView | null, asset: string): Position | undefined =>
  account?.positions.find((position) => position.asset === asset)

/**
 * The position to close, by reads that begin now. One read is not enough to conclude that there is none, nor are reads that lag behind the fills.
 * Other unreadable positions block no close. @throws ServiceError, also where this position cannot be read.
 */
export async function heldToClose(
  { freshAccountInParts, heldByFills }: Pick<PlanOptions, 'freshAccountInParts' | 'heldByFills'>,
  asset: string,
): Promise<Pick<Position, 'size' | 'markPx'> | undefined> {
  const held = positionIn(await freshAccountInParts(), asset)
  if (held !== undefined) return held
  const again = await freshAccountInParts()
  const found = positionIn(again, asset)
  const row = found === undefined ? hiding(again.unreadable, asset) : undefined
  if (row !== undefined) throw new PartlyUnreadable('GET /v1/positions/{address}', { rows: [], unreadable: [row] })
  if (found !== undefined) return found
  const size = heldByFills(asset)
  return signOf(size) === 0 ? undefined : { size, markPx: null }
}

export const noPosition = (asset: string) =>
  refuse('reduce_only_would_increase', `There is no position in ${asset} to close.`, 'size')

/** Why this size of a position cannot be closed, or null. `size` null closes all of it. */
export function closeRefusal({ asset, position, size }: CloseIntent, held: Size): Refusal | null {
  if (signOf(held) === 0) return noPosition(asset).error
  const side = sideHeld({ size: held })
  if (position !== side) {
    const message =
      side === 'long'
        ? `The position in ${asset} is now long; the close was for a short. Nothing was closed.`
        : `The position in ${asset} is now short; the close was for a long. Nothing was closed.`
    return { code: 'position_turned', message, field: null }
  }
  if (size === null) return null
  if (signOf(size) <= 0) return { code: 'not_positive', message: positive('Size'), field: 'size' }
  if (compare(size, absolute(held)) <= 0) return null
  const message = `The position is ${absolute(held)}; ${size} is more than that.`
  return { code: 'reduce_only_would_increase', message, field: 'size' }
}

/** The account for checks of orders that add exposure: a limit that cannot be evaluated refuses, with the reason. */
export async function accountFor(
  { account, limits }: Pick<PlanOptions, 'account' | 'limits'>,
  asset: string,
): Promise<Result<AccountView, Refusal>> {
  const unknown = (why: string) =>
    refused(limitRefusal('limit_position_unknown', { asset, limit: grouped(limits().position), why }))
  try {
    const read = await account()
    // An acknowledged row counts at its value; its number of contracts is unknown.
    const row = hiding(read.unreadable, asset)
    return row === undefined ? ok(read) : unknown(row.reason)
  } catch (error) {
    return unknown(error instanceof Error ? error.message : String(error))
  }
}

/** The refusal of a value above the trader's limit for one order, or null. */
export function checkOrderValue(value: Money, limits: Limits, unit: string): Refusal | null {
  if (!holds(limits, 'limit_order_value') || compare(value, limits.orderValue) <= 0) return null
  return limitRefusal('limit_order_value', {
    value: grouped(toPlaces(value, 2, 'up')),
    limit: grouped(limits.orderValue),
    unit,
  })
}

/** Why an order that adds exposure is below its market's minimum, or null. @param value in the market's collateral */
export function minimumRefusal(
  { minimums, facts }: Pick<PlanOptions, 'minimums' | 'facts'>,
  family: Family,
  market: { readonly minimumValue?: Money },
  value: Money,
): Refusal | null {
  const message = belowMinimumText(
    family,
    value,
    minimumValueOf(market, family, minimums()),
    collateralOf(family, facts.outcomeCollateral()),
  )
  return message === null ? null : { code: 'minimum_value', message, field: 'size' }
}

/** The close, capped at the size held now: another client may have closed part of it. */
export const noMoreThan = (intent: CloseIntent, held: Size): CloseIntent =>
  intent.size !== null && compare(intent.size, absolute(held)) > 0 ? { ...intent, size: absolute(held) } : intent

/** Advice when the outcomes balance is too low, with a leading space; empty for USDC, which has no separate balance. */
export const moveFirst = (collateral: Collateral): string =>
  collateral === 'USDH' ? ' Move USDH to the outcomes balance first.' : ''

export type KnownMinimums = ReturnType<typeof createKnownMinimums>

/**
 * The minimum order value of each family where a market's metadata names none: from the deployment, else from the latest refusal of the service.
 * Learned values are not stored: if the service lowered a minimum, a stored one would refuse orders forever.
 */
export function createKnownMinimums({
  ofProfile,
  actionLog,
  familyOf,
  log,
}: {
  readonly ofProfile: MinimumValues
  readonly actionLog: Pick<ActionLog, 'onChange'>
  readonly familyOf: (asset: string) => Family
  readonly log: Pick<Log, 'info'>
}) {
  const listeners = new Listeners()
  let known = ofProfile
  actionLog.onChange(({ state, intent, message }) => {
    if (state !== 'rejected' || message === null || !('asset' in intent)) return
    const minimum = minimumIn(message)
    const family = familyOf(intent.asset)
    if (minimum === null || ofProfile[family] !== null || known[family] === minimum) return
    known = { ...known, [family]: minimum }
    log.info({ family, minimum }, 'the minimum order value was learned from a refusal')
    listeners.notify()
  })
  return {
    /** In the collateral of the family; null where unknown. */
    view: (): MinimumValues => known,
    onChange: listeners.on,
  }
}
