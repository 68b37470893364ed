/**
 * Whether a market accepts an entry now, from the last reads: the single rule for each family. Windows enable orders by it, and main checks entries
 * against it. The service still has the final say.
 */

import type { KnownCode } from './action-code.ts'
import type { BinaryPhase, BinaryStatus, BinaryView } from './binary.ts'
import type { BucketPhase, MarketStatus, ScalarMarket, Ticker } from './market.ts'
import { MESSAGES as COMMON } from './messages.ts'
import type { OutcomeMarket } from './outcome.ts'

/** Which orders a market accepts; if not all, why, as a sentence, and the code with which an entry is refused. */
export type EntryState =
  | { readonly takes: 'everything' }
  /** `reducing`: a close may work; `nothing`: no order does. */
  | {
      readonly takes: 'reducing' | 'nothing'
      readonly code: Extract<KnownCode, 'market_closed' | 'binary_wrong_phase' | 'BINARY_ENTRY_CUTOFF'>
      readonly reason: string
    }

const EVERYTHING: EntryState = { takes: 'everything' }
const reducing = (reason: string): EntryState => ({ takes: 'reducing', code: 'market_closed', reason })
/** A market whose data cannot be checked for an entry; a position in it can still be closed. */
const faulty = (what: string, fault: string): EntryState => reducing(`${what} takes no entries: ${fault}.`)
const nothing = (reason: string): EntryState => ({ takes: 'nothing', code: 'market_closed', reason })

/** Facts about a scalar asset; null is what was not read. */
export interface ScalarEntryFacts {
  readonly asset: string
  readonly market: Pick<ScalarMarket, 'status' | 'statusText' | 'fault'> | null
  /** When its status is known to the terminal, it is newer than the market's. */
  readonly ticker: Pick<Ticker, 'status'> | null
  readonly phase: BucketPhase | null
  /** The live bucket's asset; null during the rollover. */
  readonly liveAsset: string | null
}

/** docs/service/buckets.md#phases, docs/service/buckets.md#statuses */
export function scalarEntry(facts: ScalarEntryFacts): EntryState {
  if (facts.phase === 'settling') return nothing('Settling. Trading resumes when the next bucket is live.')
  if (facts.phase === 'waiting') return nothing(COMMON.bucketAwaited)
  const { asset, liveAsset, market } = facts
  if (market?.fault !== undefined) return faulty(asset, market.fault)
  const isOther = liveAsset !== null && liveAsset !== asset
  const byStatus = scalarStatus(facts, isOther ? liveAsset : null)
  if (byStatus.takes !== 'everything' || !isOther) return byStatus
  return reducing(`${asset} is not live: ${liveAsset} is.`)
}

/** @param other the live asset, if it is another one */
function scalarStatus({ asset, market, ticker }: ScalarEntryFacts, other: string | null): EntryState {
  const now = ticker === null || ticker.status === 'unknown' ? (market?.status ?? ticker?.status) : ticker.status
  switch (now) {
    case 'settling':
      return nothing(`${asset} is settling: no orders until it trades again.`)
    case 'settled':
      return nothing(other === null ? `${asset} has settled.` : `${asset} has settled; ${other} is live.`)
    case 'waiting':
      return nothing(
        other === null
          ? `${asset} is waiting for its bucket.`
          : `${asset} is waiting for its bucket; ${other} is live.`,
      )
    case 'unavailable':
      return nothing(`${asset} is unavailable.`)
    case 'paused':
      return reducing(`${asset} is paused: reduce-only orders only.`)
    case 'close_only':
      return reducing(`${asset} is close-only: orders must be reduce-only.`)
    case 'unknown':
      return reducing(`${unknownStatus(asset, market?.statusText)} Reduce-only orders only.`)
    case 'active':
    case undefined:
      return EVERYTHING
  }
}

const unknownStatus = (asset: string, text: string | undefined): string =>
  `The venue reports an unknown status for ${asset}: “${text ?? '?'}”.`

/**
 * A close is never blocked by the phase (docs/service/binary.md#phases).
 * @param asset the one to enter; null for the active one
 * @param now service time
 */
export function binaryEntry(
  asset: string | null,
  view: { readonly status: BinaryStatus | null; readonly markets: BinaryView['markets'] } | null,
  now: number,
): EntryState {
  const status = view?.status ?? null
  if (view === null || status === null) return reducing('Waiting for the binary markets.')
  if (status.paused) return reducing('Binary trading is paused: no entries.')
  const { activeAsset: active } = status
  if (active === null) return wrongPhase('No binary market is active. Entries open with the next one.')
  const fault = view.markets.find((one) => one.asset === active)?.fault
  if (fault !== undefined) return faulty(active, fault)
  if (asset !== null && asset !== active) return wrongPhase(`${asset} is not active: ${active} is.`)
  /** A market that takes no entries because of its phase also has a status for it: the phase is more specific. */
  const phase = phaseReason(active, status.phase, status.phaseText)
  if (phase !== null) return wrongPhase(phase)
  if (status.entryCutoff !== null && now >= status.entryCutoff) {
    const time = new Date(status.entryCutoff).toISOString().slice(11, 19)
    const reason = `Entries in ${active} closed at ${time} UTC. The next bucket opens soon.`
    return { takes: 'reducing', code: 'BINARY_ENTRY_CUTOFF', reason }
  }
  const market = view.markets.find((one) => one.asset === active)
  return market === undefined ? EVERYTHING : binaryStatus(active, market.status, market.statusText)
}

const wrongPhase = (reason: string): EntryState => ({ takes: 'reducing', code: 'binary_wrong_phase', reason })

function phaseReason(asset: string, phase: BinaryPhase, text: string | null): string | null {
  switch (phase) {
    case 'trading':
      return null
    case 'staging':
      return `${asset} is staging: entries open when it trades.`
    case 'ramp':
      return `${asset} is in its ramp phase: entries are closed.`
    case 'settled':
      return `${asset} has settled. The next bucket opens soon.`
    case 'unknown':
      return `The venue reports an unknown phase: “${text ?? '?'}”. No entries.`
  }
}

function binaryStatus(asset: string, status: MarketStatus, text: string): EntryState {
  switch (status) {
    case 'active':
      return EVERYTHING
    case 'paused':
      return reducing(`${asset} is paused: no entries.`)
    case 'close_only':
      return reducing(`${asset} is close-only: no entries.`)
    case 'settling':
      return reducing(`${asset} is settling: no entries.`)
    case 'settled':
      return reducing(`${asset} has settled: no entries.`)
    case 'waiting':
      return reducing(`${asset} is waiting: no entries.`)
    case 'unavailable':
      return reducing(`${asset} is unavailable: no entries.`)
    case 'unknown':
      return reducing(`${unknownStatus(asset, text)} No entries.`)
  }
}

/**
 * docs/service/outcomes.md#life
 * @param now service time; null to use only the service's status, as closes and sales do
 */
export function outcomeEntry(
  {
    expired,
    settling,
    expiry,
    winner,
    sides,
    fault,
  }: Pick<OutcomeMarket, 'expired' | 'settling' | 'expiry' | 'winner' | 'sides' | 'fault'>,
  now: number | null,
): EntryState {
  if (expired) {
    const won = sides.find(({ index }) => index === winner)
    return nothing(
      won === undefined ? 'Expired. Trading has ended.' : `Expired: ${won.name} paid 1. Trading has ended.`,
    )
  }
  if (settling) return nothing('Settling. Shares pay out once the result is known.')
  if (expiry !== null && now !== null && now >= expiry) {
    return nothing('Expired. Settlement is next.')
  }
  if (fault !== undefined) return faulty('This market', fault)
  return EVERYTHING
}
