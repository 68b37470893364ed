/**
 * Whether the market of an exit is over. Nothing ends on one answer: an old one may come from a cache, a wrong one from a replica. A market is over
 * once its own end has come by a confirmed clock, or once two answers some seconds apart say so and it is possible.
 */
import type { ConditionalTarget } from '../../contract/conditional.ts'
import { hasBuckets } from '../../contract/family-rules.ts'
import type { BucketView, Ticker, Touch } from '../../contract/market.ts'
import type { Family } from '../../contract/market-ref.ts'
import { type Clock, type Millis, millis } from '../../contract/time.ts'
import type { StoredConditional } from '../storage/index.ts'
import type { BinaryFacts, ConditionalFacts, OutcomeNow } from './ports.ts'
import { createAgreed } from './read-confirmation.ts'
import type { ConditionalSteps, SavedConditionals } from './saved-conditionals.ts'
import type { ConditionalEvent } from './state-machine.ts'

/** A service may report a time of a market slightly differently than before, sometimes by whole seconds, ms. */
const SAME_MOMENT = 2_000

/** Facts about a market on which two answers some seconds apart agree. */
interface AgreedEnd {
  readonly isOver: boolean
  /** When binary entries end; null where the service reports no such time, or answers have not agreed on one yet. */
  readonly entryCutoff: Millis | null
  /** Whether the latest answer reports another cut-off. */
  readonly isCutoffInDoubt: boolean
}

/** Current facts about the market of an exit. */
export interface MarketNow {
  readonly ticker: Ticker | null
  /** Age of the ticker, ms, independent of the terminal's clock. */
  readonly tickerAge: number
  readonly touch: Touch | null
  readonly bucket: BucketView | null
  readonly binary: BinaryFacts | null
  /** Of a coin. */
  readonly outcome: OutcomeNow | null
  /** When the outcome markets were last read; null before that. */
  readonly outcomesReadAt: Millis | null
  /** Wall-clock time of the terminal, ms. */
  readonly now: number
  /** The service's time, ms, independent of the terminal's clock. */
  readonly serverTime: number
  /** Whether two answers some seconds apart agree on that time; otherwise nothing ends or closes by it. */
  readonly isClockConfirmed: boolean
  readonly agreed: AgreedEnd
  /** The service's time minus the terminal's, ms. */
  readonly clockOffset: number
}

/** What the latest answer reports about the market of an exit. */
type Said =
  | { readonly at: 'unknown' }
  /** It is live, or has not been replaced yet. */
  | { readonly at: 'itself' }
  /** It is live, with a new end. */
  | { readonly at: 'moved'; readonly end: Millis }
  /** It is over: another one is live, or it is reported as expired. `live` is null where no other is named. */
  | { readonly at: 'over'; readonly live: string | null }
  /** A market that was over before this one began, or that is not a successor of it: an old answer. */
  | { readonly at: 'old'; readonly live: string }

const ITSELF: Said = { at: 'itself' }
const UNKNOWN: Said = { at: 'unknown' }

/** What the latest answer reports. */
export function reportedEnd(target: ConditionalTarget, market: MarketNow): Said {
  return ANSWERS[target.family].end(target, market)
}

/** The latest answer by family: what it reports, and its time of receipt, which identifies it. */
const ANSWERS: {
  readonly [F in Family]: {
    readonly end: (target: ConditionalTarget, market: MarketNow) => Said
    readonly receivedAt: (market: MarketNow) => Millis | null
  }
} = {
  scalar: {
    end: (target, market) =>
      market.bucket === null || market.bucket.stale ? UNKNOWN : turnOf(target, market.bucket.current, market),
    receivedAt: ({ bucket }) => bucket?.receivedAt ?? null,
  },
  binary: {
    end: (target, market) =>
      market.binary?.bucket == null || market.binary.status === null
        ? UNKNOWN
        : turnOf(target, market.binary.bucket, market),
    receivedAt: ({ binary }) => binary?.receivedAt ?? null,
  },
  outcome: {
    end(target, market) {
      if (market.outcome === null) return UNKNOWN
      if (market.outcome.market.expired) return { at: 'over', live: null }
      return movedTo(target, market.outcome.market.expiry, market)
    },
    receivedAt: ({ outcomesReadAt }) => outcomesReadAt,
  },
}

interface Turn {
  readonly asset: string | null
  readonly start: Millis | null
  readonly end: Millis | null
}

/** Two assets take turns: the same asset may be live in a later bucket, and a bucket may end later than reported before. */
function turnOf(target: ConditionalTarget, turn: Turn | null, market: MarketNow): Said {
  if (turn === null || turn.asset === null) return ITSELF
  const { asset, start, end } = turn
  const isAfter = start === null ? market.serverTime >= target.end : start >= target.end - SAME_MOMENT
  if (asset !== target.asset) return { at: isAfter ? 'over' : 'old', live: asset }
  if (end === null || Math.abs(end - target.end) <= SAME_MOMENT) return ITSELF
  if (isAfter) return { at: 'over', live: asset }
  const moved = movedTo(target, end, market)
  return moved === ITSELF ? { at: 'old', live: asset } : moved
}

/** A market is never given an end that has passed: such an answer is about an earlier market. */
function movedTo(target: ConditionalTarget, end: Millis | null, { serverTime }: MarketNow): Said {
  if (end === null || Math.abs(end - target.end) <= SAME_MOMENT || end <= serverTime) return ITSELF
  return { at: 'moved', end }
}

/**
 * Whether the market of an exit is over. `doubtful`: the latest answer says so, or names another market, and that is impossible or not confirmed yet.
 */
export function endOf(target: ConditionalTarget, market: MarketNow): 'lives' | 'over' | 'doubtful' {
  const message = reportedEnd(target, market)
  const isPast = market.serverTime >= target.end
  // One that the service extends beyond its end is live.
  if (message.at === 'moved') return 'lives'
  if (market.agreed.isOver || (market.isClockConfirmed && isPast)) return 'over'
  return message.at === 'over' || message.at === 'old' ? 'doubtful' : 'lives'
}

/** Whether the market can be over: by the confirmed clock, a bucket before its own end cannot. */
function mayBeOver({ family, end }: ConditionalTarget, { isClockConfirmed, serverTime }: MarketNow): boolean {
  return !hasBuckets(family) || !isClockConfirmed || serverTime >= end - SAME_MOMENT
}

/** Whether a later bucket of the same asset is live. */
export function isLater(target: ConditionalTarget, market: MarketNow): boolean {
  const message = reportedEnd(target, market)
  return message.at === 'over' && message.live === target.asset
}

/** Why a time exit does not act on its time now; null where it does. */
export function timeExitBlocker(target: ConditionalTarget, market: MarketNow): string | null {
  if (!market.isClockConfirmed) return "Paused: the venue's time is not confirmed."
  const second = 'waiting for a second answer to confirm it.'
  if (reportedEnd(target, market).at === 'moved')
    return `Paused: the venue reports a different end for ${target.asset}; ${second}`
  return market.agreed.isCutoffInDoubt
    ? `Paused: the venue reports a new entry cutoff for ${target.asset}; ${second}`
    : null
}

const keyOf = ({ family, asset, end }: ConditionalTarget): string => `${family}/${asset}/${end}`

/** Agreed answers of the service about the ends of markets; exits follow when these are moved. */
export function createMarketEnds({
  facts,
  saved,
  steps,
  marketNow,
  clock,
}: {
  readonly facts: Pick<ConditionalFacts, 'binary'>
  readonly saved: Pick<SavedConditionals, 'live'>
  readonly steps: Pick<ConditionalSteps, 'apply'>
  readonly marketNow: (asset: string) => MarketNow
  readonly clock: Pick<Clock, 'monotonic'>
}) {
  const overs = createAgreed<boolean>(clock, Object.is)
  const ends = createAgreed<Millis>(clock, (a, b) => Math.abs(a - b) <= SAME_MOMENT)
  const cutoffs = createAgreed<Millis>(clock, (a, b) => Math.abs(a - b) <= SAME_MOMENT)

  /** The market of an exit, with the agreed facts about its end. */
  function now({ target }: Pick<StoredConditional, 'target'>): MarketNow {
    const market = marketNow(target.asset)
    const key = keyOf(target)
    const answer = ANSWERS[target.family].receivedAt(market)
    const message = reportedEnd(target, market)
    if (answer !== null && message.at !== 'unknown') {
      overs.take(key, message.at === 'over' && mayBeOver(target, market), answer)
      ends.take(key, message.at === 'moved' ? message.end : target.end, answer)
    }
    return {
      ...market,
      agreed: {
        isOver: overs.of(key) === true,
        entryCutoff: cutoffs.of(key) ?? null,
        isCutoffInDoubt: cutoffs.isInDoubt(key),
      },
    }
  }

  /** Runs even without any exit: one that is set later then has a cut-off. Returns the key of its bucket, null without one. */
  function takeCutoff(): string | null {
    const { status = null, bucket = null, receivedAt = null } = facts.binary() ?? {}
    if (bucket === null || bucket.asset === null || bucket.end === null) return null
    const key = keyOf({ family: 'binary', asset: bucket.asset, end: bucket.end })
    const cutoff = status?.activeAsset === bucket.asset ? status.entryCutoff : null
    if (cutoff !== null && receivedAt !== null) cutoffs.take(key, cutoff, receivedAt)
    return key
  }

  return {
    now,
    /** Takes the latest answers about the markets of all exits: their ends follow once two answers agree. Call at each answer. */
    look(): void {
      const live = saved.live()
      const keys = new Set(live.map(({ target }) => keyOf(target)))
      overs.keep(keys)
      ends.keep(keys)
      const newest = takeCutoff()
      cutoffs.keep(newest === null ? keys : new Set([...keys, newest]))
      const moved = live.flatMap((record): (readonly [string, ConditionalEvent])[] => {
        const market = now(record)
        const end = ends.of(keyOf(record.target)) ?? record.target.end
        const by = end - record.target.end
        if (Math.abs(by) <= SAME_MOMENT || end <= market.serverTime) return []
        const span = spanOf(by)
        const detail =
          by > 0
            ? `The venue moved the end of this market ${span} later.`
            : `The venue moved the end of this market ${span} earlier.`
        return [[record.id, { type: 'rescheduled', end: millis(end), detail }]]
      })
      if (moved.length > 0) steps.apply(moved)
    },
  }
}

/** `40 s`, `37 min`. */
function spanOf(ms: number): string {
  const seconds = Math.round(Math.abs(ms) / 1_000)
  return seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} min`
}
