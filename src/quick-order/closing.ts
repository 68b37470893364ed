/** Closing by line and key: the size to close, its worst prices fixed when first shown, and the effect of Enter. Pure. */

import type { AccountView, Position } from '../../contract/account.ts'
import { type ActionRecord, isFinal } from '../../contract/action.ts'
import {
  absolute,
  add,
  compare,
  type Decimal,
  divide,
  HUNDRED,
  lesser,
  multiply,
  type Size,
  signOf,
  toPlaces,
  trimZeros,
} from '../../contract/decimal.ts'
import { holdingText } from '../../contract/family-rules.ts'
import type { CloseIntent } from '../../contract/intent.ts'
import type { MarketRef } from '../../contract/market-ref.ts'
import { MESSAGES as COMMON, marketChanged } from '../../contract/messages.ts'
import type { CloseProtection } from '../../contract/protection.ts'
import type { Millis } from '../../contract/time.ts'
import { grouped } from '../format/index.ts'
import { quickOrderRulesOf } from '../markets/family/index.ts'
import { closeIntentOf, type ReversalDraft } from '../positions/index.ts'
import type { Permission } from '../trade-forms/index.ts'
import { askOf, type Change, type Enter, type Question } from './preview.ts'
import type { SizeQuestion } from './preview-action-line.ts'

export interface HeldMarket {
  readonly ref: MarketRef
  readonly asset: string | null
  readonly sizeDecimals: number | null
}

type ClosedPosition = Pick<Position, 'asset' | 'family' | 'size' | 'entryPx'>

/** The close as first shown. */
export interface Closing {
  readonly position: ClosedPosition
  /** Null closes all of it. */
  readonly size: Size | null
}

/** The close, or why there is nothing to close. */
type FoundClosing = { readonly closing: Closing; readonly why: null } | { readonly closing: null; readonly why: string }

const none = (why: string): FoundClosing => ({ closing: null, why })

/** @param account null while it is being read */
export function closingOf(
  much: SizeQuestion,
  { asset, sizeDecimals }: Pick<HeldMarket, 'asset' | 'sizeDecimals'>,
  account: Pick<AccountView, 'positions'> | null,
): FoundClosing {
  if (account === null) return none('Loading the account')
  const position = account.positions.find((one) => one.asset === asset)
  if (position === undefined || signOf(position.size) === 0) return none('No position in this market')
  const whole = absolute(position.size)
  const size = partOf(much, whole, sizeDecimals)
  if (size === null) return { closing: { position, size }, why: null }
  if (signOf(size) <= 0) return none(tooSmallText(much, trimZeros(whole)))
  if (compare(size, whole) > 0) return none(`The position is only ${trimZeros(whole)}`)
  return { closing: { position, size }, why: null }
}

/** Never more than requested, with the decimals of the market; null for all. */
function partOf(much: SizeQuestion, whole: Size, decimals: number | null): Size | null {
  const places = decimals ?? 0
  switch (much.of) {
    case 'all':
      return null
    case 'half':
      return toPlaces(divide(whole, '2' as Decimal, 24) as Size, places, 'down')
    case 'percent':
      if (compare(much.value, HUNDRED) === 0) return null
      return toPlaces(divide(multiply(whole, much.value), HUNDRED, 24) as Size, places, 'down')
    case 'size':
      return much.size
  }
}

function tooSmallText(much: SizeQuestion, whole: string): string {
  switch (much.of) {
    case 'all':
      return `All of ${whole} is below the minimum size`
    case 'half':
      return `Half of ${whole} is below the minimum size`
    case 'percent':
      return `${much.value} % of ${whole} is below the minimum size`
    case 'size':
      return `${much.size} of ${whole} is below the minimum size`
  }
}

export const closedSize = ({ size, position }: Closing): Size => size ?? (absolute(position.size) as Size)

/** Changes the size by one or ten steps, or to a preset; never more than is held. */
export function changedClosing(closing: Closing, change: Change): Closing {
  const whole = absolute(closing.position.size)
  const become = (size: Size): Closing => {
    if (signOf(size) <= 0) return closing
    return { ...closing, size: compare(size, whole) >= 0 ? null : lesser(size, whole) }
  }
  switch (change.kind) {
    case 'price':
      return closing
    case 'size':
      return become(add(closedSize(closing), String(change.by) as Size))
    case 'set-size':
      return become(change.size)
  }
}

const UNDER_WAY = 'A close is in progress or just ended. Close all, or wait before closing a part.'

/**
 * Whether a close of an asset is still in progress, or closed something that an account read at `readAt` may not show yet: a partial size would be
 * calculated from an outdated position.
 */
export const isClosing = (
  actions: readonly Pick<ActionRecord, 'intent' | 'state' | 'filled' | 'updatedAt'>[],
  asset: string,
  readAt: Millis | null,
): boolean =>
  actions.some(({ intent, state, filled, updatedAt }) => {
    if (intent.kind !== 'close' || intent.asset !== asset) return false
    if (!isFinal(state)) return true
    const closedNothing = state !== 'filled' && filled !== null && signOf(filled) === 0
    return !closedNothing && !NEVER_LEFT.has(state) && (readAt === null || readAt <= updatedAt)
  })

/** States in which nothing was closed. */
const NEVER_LEFT: ReadonlySet<ActionRecord['state']> = new Set(['refused', 'rejected'])

/** The inputs that decide Enter, or a key that sends at once. */
interface ClosingInputs {
  /** The current position; undefined when flat. */
  readonly now: ClosedPosition | undefined
  readonly protection: CloseProtection
  readonly permission: Permission
  readonly isUnderWay: boolean
  /** The message about an identical recent close; null where there was none. */
  readonly duplicate: string | null
  /** The question of the last Enter. */
  readonly question: string | null
}

type CloseEnter = { readonly does: 'send'; readonly intent: CloseIntent } | Exclude<Enter, { does: 'send' }>

/** A close adds no exposure, so stale prices do not block it; the current position decides whether it is still the close that was shown. */
export function enterClosing({ position, size }: Closing, inputs: ClosingInputs): CloseEnter {
  const { now, protection, permission, isUnderWay, duplicate, question } = inputs
  const refuse = (text: string): CloseEnter => ({ does: 'refuse', text })
  if (now === undefined || signOf(now.size) === 0) return refuse(COMMON.noPosition)
  if (now.asset !== position.asset) return refuse(marketChanged(now.asset, position.asset))
  if (signOf(now.size) !== signOf(position.size)) return refuse(`The position is now ${holdingText(now)}: start again.`)
  if (size !== null && compare(size, absolute(now.size)) > 0) {
    return refuse(`The position is only ${trimZeros(absolute(now.size))} now.`)
  }
  if (permission.orders === 'none') return refuse(permission.reason)
  if (size !== null && isUnderWay) return refuse(UNDER_WAY)
  const intent = closeIntentOf(position, size, protection)
  const questions: readonly Question[] = duplicate === null ? [] : [{ kind: 'duplicate', text: duplicate }]
  return askOf(questions, [position.asset, size], question) ?? { does: 'send', intent }
}

export interface FixedReversal {
  readonly position: Pick<Position, 'asset' | 'size'>
  readonly asked: ReversalDraft
}

/** A reversal previewed before it is sent: fixed when first shown, and refused once its position has changed. */
export const WAITING_FOR_LIVE = 'Waiting for the position and a live price…'

/** Why it cannot be done as shown; null where it can. */
export function reversalIssue(
  isRead: boolean,
  position: Pick<Position, 'asset' | 'family' | 'size'> | undefined,
  fixed: FixedReversal | null,
  stale: boolean,
): string | null {
  if (!isRead) return WAITING_FOR_LIVE
  if (position === undefined || signOf(position.size) === 0) return COMMON.noPosition
  const off = quickOrderRulesOf(position.family).reverseOff
  if (off !== null) return off
  if (fixed === null) return WAITING_FOR_LIVE
  if (fixed.position.asset !== position.asset) return marketChanged(position.asset, null)
  if (compare(fixed.position.size, position.size) !== 0) {
    return `The position is now ${grouped(trimZeros(position.size))}, not ${grouped(trimZeros(fixed.position.size))}: start again.`
  }
  return stale ? 'Prices are stale: a reversal needs live prices.' : null
}
