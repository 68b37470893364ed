/** Names of a scalar market, permitted orders, and the results of its positions. */
import type { Position } from '../../../contract/account.ts'
import { type Price, signOf, toPlaces } from '../../../contract/decimal.ts'
import { type ScalarEntryFacts, scalarEntry } from '../../../contract/entry.ts'
import type { ScalarInstrument } from '../../../contract/instrument.ts'
import type { Bucket, BucketPhase, BucketView } from '../../../contract/market.ts'
import { follows } from '../../../contract/market-ref.ts'
import { minuteText, zoneText } from '../../format/index.ts'
import { settledAt } from '../../positions/index.ts'
import { type Permission, permissionIn, type SessionState, sessionReason } from '../../trade-forms/index.ts'
import type { Closed, ClosedFacts, PositionEnd } from '../closed.ts'

/** The meaning of the bucket's phases, and its progress. */
export const PHASE_LABELS: Readonly<Record<BucketPhase, string>> = {
  trading: 'Trading',
  final_window: 'Final window',
  settling: 'Settling',
  waiting: 'Waiting',
}

/** Elapsed part of the bucket, 0 to 1. */
export const progressOf = (bucket: Bucket, serverNow: number): number =>
  Math.min(1, Math.max(0, (serverNow - bucket.start) / (bucket.end - bucket.start)))

/** The averaging window's part of the bucket, 0 to 1. */
export const windowShare = (bucket: Bucket, twapWindow: number): number =>
  Math.min(1, twapWindow / (bucket.end - bucket.start))

/** What happens next while nothing trades; null while a bucket trades. */
export function pauseText(view: Pick<BucketView, 'phase' | 'current' | 'next' | 'twapWindow'>): string | null {
  const { phase, current, next, twapWindow } = view
  if (phase === 'trading' || phase === 'final_window') return null
  const follows =
    next === null
      ? 'The next bucket is not announced yet.'
      : `Rolls to ${next.asset} at ${minuteText(next.start)} ${zoneText(next.start)}.`
  if (phase === 'settling') {
    const seconds = Math.round(twapWindow / 1000)
    const settles =
      current === null
        ? `The bucket settles at the average of the last ${seconds} s; entries are closed.`
        : `${current.asset} settles at the average of the last ${seconds} s; entries are closed.`
    return `${settles} ${follows}`
  }
  return `No live bucket; entries are closed. ${follows}`
}

/**
 * Why a scalar market takes no orders at all, and when it reopens; null while any orders are taken: reduce-only ones are typed in the same ticket.
 */
export function scalarClosed(
  { entry, phase, ref, asset, start }: ScalarInstrument,
  { next, now }: ClosedFacts,
): Closed | null {
  if (entry.takes !== 'nothing') return null
  const isNext = next !== null && (follows(ref) || next.asset === asset)
  const at = isNext ? next.start : start
  return { title: phase.text, reason: entry.reason, again: at === null || at <= now ? null : { at, isAfter: false } }
}

interface PermissionInput extends ScalarEntryFacts {
  readonly session: SessionState
  /** Why this window sends no orders that add exposure; null, the default, where it does. */
  readonly entriesOff?: string | null
}

/** The permitted orders in the asset. */
export function permissionOf({ session, entriesOff = null, ...facts }: PermissionInput): Permission {
  const identity = sessionReason(session)
  return identity === null ? permissionIn(scalarEntry(facts), entriesOff) : { orders: 'none', reason: identity }
}

/** The result of a scalar position at a settlement. @param mark estimated settlement mark; null without an estimate */
export function scalarEnd(position: Position, mark: Price | null): PositionEnd {
  const { realizedPnl } = position
  return {
    by: 'mark',
    result: mark === null ? null : toPlaces(settledAt(position, mark), 2),
    realised: realizedPnl === null || signOf(realizedPnl) === 0 ? null : toPlaces(realizedPnl, 2),
  }
}
