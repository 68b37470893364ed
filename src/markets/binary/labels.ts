/** Labels and figures of the binary market: its state, permitted orders, and the results of its positions. Pure. */

import type { Position } from '../../../contract/account.ts'
import type { BinaryBucket, BinaryDirection, BinaryPhase, BinaryView } from '../../../contract/binary.ts'
import { binaryResults } from '../../../contract/books/index.ts'
import {
  absolute,
  type Decimal,
  type Money,
  notNumber,
  type Price,
  parseTyped,
  signOf,
  subtract,
  toPlaces,
} from '../../../contract/decimal.ts'
import { binaryEntry } from '../../../contract/entry.ts'
import type { BinaryInstrument } from '../../../contract/instrument.ts'
import type { Ticker } from '../../../contract/market.ts'
import { type BinaryRef, follows } from '../../../contract/market-ref.ts'
import { MESSAGES as COMMON, positive } from '../../../contract/messages.ts'
import { otherSide, type Permission, permissionIn, type SessionState, sessionReason } from '../../trade-forms/index.ts'
import type { Closed, ClosedFacts, PositionEnd } from '../closed.ts'
import type { FamilyQuickOrder } from '../quick-order.ts'

const PHASE_LABELS: Readonly<Record<Exclude<BinaryPhase, 'unknown'>, string>> = {
  staging: 'Staging',
  trading: 'Trading',
  ramp: 'Ramp',
  settled: 'Settled',
}

/** The label of the phase; the service's own text where the terminal does not know it. */
export const phaseLabel = (phase: BinaryPhase, text: string | null): string =>
  phase === 'unknown' ? (text ?? 'Phase not reported') : PHASE_LABELS[phase]

/**
 * The state of an asset: the status comes first, and the bucket adds to it when it belongs to the same asset. An inactive asset is described by its
 * market's own text.
 * @param wanted the asset; defaults to the active one
 */
export function presentOf(
  { status: active, bucket, markets }: Pick<BinaryView, 'status' | 'bucket' | 'markets'>,
  wanted?: string,
) {
  const asset = wanted ?? active?.activeAsset ?? bucket?.asset ?? null
  const status = active?.activeAsset == null || active.activeAsset === asset ? active : null
  const own: BinaryBucket | null = bucket !== null && (bucket.asset === null || bucket.asset === asset) ? bucket : null
  const market = markets.find((one) => one.asset === asset) ?? null
  return {
    asset,
    market,
    phase: status?.phase ?? own?.phase ?? 'unknown',
    phaseText: status?.phaseText ?? own?.phaseText ?? (status === null ? (market?.statusText ?? null) : null),
    midpoint: own?.midpoint ?? market?.midpoint ?? null,
    start: own?.start ?? null,
    end: own?.end ?? null,
    cutoff: status?.entryCutoff ?? null,
  } as const
}
export type Present = ReturnType<typeof presentOf>

/**
 * The asset of a binary panel: the one that main reports for the ref, else the one that the ref names; undefined for a following ref before main
 * reports it.
 * @param reported the asset that main reports for the ref; null while it reports none
 */
export const assetOfRef = (ref: BinaryRef, reported: string | null): string | undefined =>
  reported ?? (follows(ref) ? undefined : ref.asset)

/** The distance of the deciding mark from the midpoint, and the side on which UP or DOWN wins. */
export function distanceOf(
  mark: Price,
  midpoint: Price,
): { readonly by: Decimal; readonly way: 'above' | 'below' | 'at' } {
  const difference = subtract(mark, midpoint)
  const sign = signOf(difference)
  return { by: absolute(difference), way: sign > 0 ? 'above' : sign < 0 ? 'below' : 'at' }
}

/** The price of a direction, and the current cost of one contract, from the prices of UP. */
export function pricesOf(
  direction: BinaryDirection,
  ticker: Pick<Ticker, 'mark' | 'mid' | 'bid' | 'ask'> | undefined,
): { readonly mark: Price | null; readonly buysAt: Price | null } {
  const up = ticker?.mark ?? ticker?.mid ?? null
  if (direction === 'UP') return { mark: up, buysAt: ticker?.ask ?? null }
  const bid = ticker?.bid ?? null
  return { mark: up === null ? null : otherSide(up), buysAt: bid === null ? null : otherSide(bid) }
}

/** Elapsed part of the bucket, 0 to 1; null while its bounds are unknown. */
export function progressAt({ start, end }: Pick<Present, 'start' | 'end'>, now: number): number | null {
  if (start === null || end === null || end <= start) return null
  return Math.min(1, Math.max(0, (now - start) / (end - start)))
}

/** A typed amount of USDC, or its error; `missing` is shown only once the trader tries to send. */
export function amountOf(
  text: string,
): { readonly amount: Money } | { readonly issue: string; readonly missing: boolean } {
  if (text.trim() === '') return { issue: COMMON.amountMissing, missing: true }
  const typed = parseTyped(text)
  if (typed === null) return { issue: notNumber('Amount', text), missing: false }
  if (signOf(typed) <= 0) return { issue: positive('Amount'), missing: false }
  return { amount: typed as Money }
}

/** Why a binary market takes no predictions, and when it reopens; null while predictions are taken. Positions can be closed in every phase. */
export function binaryClosed({ entry, phase, ref, start, end }: BinaryInstrument, { now }: ClosedFacts): Closed | null {
  if (entry.takes === 'everything') return null
  const again =
    start !== null && start > now
      ? { at: start, isAfter: false }
      : end !== null && end > now && follows(ref)
        ? { at: end, isAfter: true }
        : null
  // A pause ends when the service says so, not with the bucket.
  return { title: phase.text, reason: entry.reason, again: entry.code === 'market_closed' ? null : again }
}

/** The results of binary contracts when their side wins or loses. */
export function binaryEnd(position: Position): PositionEnd {
  const { won, lost } = binaryResults(position)
  return { by: 'side', won: toPlaces(won, 2), lost: toPlaces(lost, 2) }
}

interface BinaryPermissionInput {
  readonly session: SessionState
  readonly view: Pick<BinaryView, 'markets' | 'status'> | undefined
  /** The asset to enter; defaults to the active one. */
  readonly asset?: string
  /** Service time. */
  readonly now: number
  /** Why this window sends no orders that add exposure; null where it does. */
  readonly entriesOff: string | null
}

/** Permissions in a binary asset; a close is never disabled by the phase. */
export function binaryPermission({ session, view, asset, now, entriesOff }: BinaryPermissionInput): Permission {
  const identity = sessionReason(session)
  if (identity !== null) return { orders: 'none', reason: identity }
  return permissionIn(binaryEntry(asset ?? null, view ?? null, now), entriesOff)
}

const OFF =
  'Binary markets take predictions only: predict up 25, or predict down 25 @ 0.45. You confirm the venue’s estimate.'

/** Quick orders in a binary market: none with a price, as predictions have their own line. */
export const binaryQuickOrder: FamilyQuickOrder<BinaryInstrument> = {
  unit: 'USDC',
  off: OFF,
  reverseOff: 'Reverse a binary position with a prediction on the other side.',
  termsIssue: () => OFF,
  readPrice: () => ({ issue: OFF }),
  plan: () => ({ intent: null, issue: OFF, figures: [] }),
}
