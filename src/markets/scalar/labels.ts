/** What a scalar market is called, what of it can be ordered, and how its positions end. */
import type { Position } from '../../../contract/account.ts'
import { type Price, signOf, toPlaces } from '../../../contract/decimal.ts'
import { type ScalarEntryFacts, scalarEntry } from '../../../contract/entry.ts'
import type { ScalarInstrument } from '../../../contract/instrument.ts'
import type { Bucket, BucketPhase, BucketView } from '../../../contract/market.ts'
import { follows } from '../../../contract/market-ref.ts'
import { minuteText, zoneText } from '../../format/index.ts'
import { settledAt } from '../../positions/index.ts'
import { type Permission, permissionIn, type SessionStanding, sessionReason } from '../../trade-forms/index.ts'
import type { Closed, ClosedFacts, PositionEnd } from '../closed.ts'

/** What the bucket's state means, in words, and how far it has gone. */
export const PHASE_WORDS: Readonly<Record<BucketPhase, string>> = {
  trading: 'Trading',
  final_window: 'Final window',
  settling: 'Settling',
  waiting: 'Waiting',
}

/** Part of the bucket that is over, 0 to 1. */
export const progressOf = (bucket: Bucket, serverNow: number): number =>
  Math.min(1, Math.max(0, (serverNow - bucket.start) / (bucket.end - bucket.start)))

/** Part of the bucket that the averaging window takes, 0 to 1. */
export const windowShare = (bucket: Bucket, twapWindow: number): number =>
  Math.min(1, twapWindow / (bucket.end - bucket.start))

/** What happens next while nothing trades; null while something does. */
export function pauseText(view: Pick<BucketView, 'phase' | 'current' | 'next' | 'twapWindow'>): string | null {
  const { phase, current, next, twapWindow } = view
  if (phase === 'trading' || phase === 'final_window') return null
  const follows =
    next === null
      ? 'The next bucket is not named yet.'
      : `${next.asset} takes over by itself at ${minuteText(next.start)} ${zoneText(next.start)}.`
  if (phase === 'settling') {
    const what = current === null ? 'The bucket settles' : `${current.asset} settles`
    return `${what} at the average of the last ${Math.round(twapWindow / 1000)} s; entries are closed. ${follows}`
  }
  return `No bucket is live; entries are closed. ${follows}`
}

// Whether a scalar market takes no orders at all, and when it will.

/** Null while some orders are taken: reduce-only ones are typed in the same ticket. */
export function scalarClosed(
  { entry, phase, ref, asset, start }: ScalarInstrument,
  { next, now }: ClosedFacts,
): Closed | null {
  if (entry.takes !== 'nothing') return null
  const isNext = next !== null && (follows(ref) || next.asset === asset)
  const at = isNext ? next.start : start
  return { title: phase.text, reason: entry.reason, again: at === null || at <= now ? null : { at, isAfter: false } }
}

// Whether the live market takes orders from this trader now, and if not, why, in words.

interface PermissionInput extends ScalarEntryFacts {
  readonly session: SessionStanding
  /** Whether this window may send what adds exposure; it may unless said otherwise. */
  readonly armed?: boolean
}

/** What orders may be sent in the asset. */
export function permissionOf({ session, armed = true, ...facts }: PermissionInput): Permission {
  const identity = sessionReason(session)
  return identity === null ? permissionIn(scalarEntry(facts), armed) : { orders: 'none', reason: identity }
}

// What a scalar position comes to at a settlement.

/** @param mark what it would settle at now; null while no estimate runs */
export function scalarEnd(position: Position, mark: Price | null): PositionEnd {
  const { realizedPnl } = position
  return {
    by: 'mark',
    result: mark === null ? null : toPlaces(settledAt(position, mark), 2),
    realised: realizedPnl === null || signOf(realizedPnl) === 0 ? null : toPlaces(realizedPnl, 2),
  }
}
