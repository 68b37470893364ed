/**
 * Records the high and low of prices while the terminal watches, for every market with a position: in memory, for the trades that end in it. A price
 * is valid until the next one, and while it is not out of date.
 */
import type { Fill } from '../../contract/account.ts'
import type { PriceSpan } from '../../contract/books/index.ts'
import { compare, greater, lesser, type Price } from '../../contract/decimal.ts'
import type { Ticker } from '../../contract/market.ts'
import type { Cancel, Clock } from '../../contract/time.ts'
import { createHeldAssets } from '../feed/index.ts'
import type { TopicSource } from '../topics/index.ts'

/** A fill's position may be missing from reads for this long, ms. */
const NEW = 30_000
/** Maximum number of watched markets: a wallet with more positions uses the price history. */
const MAX_FOLLOWED = 60

/** The markets whose prices are watched for the books: those of positions, and of recent fills that no read shows yet. */
export function createPriceWatchList(seen: Pick<PriceRecorder, 'follow'>, clock: Pick<Clock, 'monotonic'>) {
  let held: readonly string[] = []
  /** When each was last filled, monotonic ms. */
  const filled = new Map<string, number>()

  function follow(): void {
    const oldest = clock.monotonic() - NEW
    for (const [asset, at] of filled) if (at < oldest) filled.delete(asset)
    seen.follow([...new Set([...filled.keys(), ...held])].slice(0, MAX_FOLLOWED))
  }

  return {
    /** Fills arrived. @param now the service's time */
    filled(fills: readonly Pick<Fill, 'asset' | 'time'>[], now: number): void {
      for (const { asset, time } of fills) if (now - time < NEW) filled.set(asset, clock.monotonic())
      follow()
    },
    /** An account read shows positions in these. */
    held(assets: readonly string[]): void {
      held = assets
      follow()
    },
  }
}

/** Requests to the feed. */
export interface SeenFeed {
  ticker(asset: string): Pick<Ticker, 'mark' | 'stale'> | null
  /** Subscribes to an asset's ticker until the returned function is called. */
  need(asset: string): Cancel
  /** The service's clock minus the terminal's, ms. */
  clockOffset(): number
  /** Source of the topic `ticker`. */
  readonly markets: Pick<TopicSource, 'onChange'>
}

type PriceRecorder = ReturnType<typeof createPriceRecorder>

interface Seen {
  /** Oldest first; the last one continues while `isOpen`. */
  spans: { from: number; to: number; low: Price; high: Price }[]
  isOpen: boolean
  /** Since when it is no longer followed, the service's time; null while it is. */
  leftAt: number | null
}

/** Interval of checks that no message triggers: whether a price is still valid, or out of date. ms */
const TURN = 1_000
/** How long prices of an unfollowed asset are kept for trades that ended in it, ms. */
const KEPT = 3_600_000
/** Number of stored price changes per asset; beyond that the oldest are dropped. */
const MAX = 20_000

export function createPriceRecorder({
  feed,
  clock,
}: {
  readonly feed: SeenFeed
  readonly clock: Pick<Clock, 'now' | 'every'>
}) {
  const assets = new Map<string, Seen>()
  const held = createHeldAssets((asset) => feed.need(asset))
  let cancels: Cancel[] = []
  const serverTime = (): number => Math.round(clock.now() + feed.clockOffset())

  function look(asset: string): void {
    const seen = assets.get(asset)
    if (seen === undefined || seen.leftAt !== null) return
    const ticker = feed.ticker(asset)
    const mark = ticker === null || ticker.stale ? null : ticker.mark
    const now = serverTime()
    const last = seen.spans.at(-1)
    // A clock that was set back leaves the time in between unknown.
    if (mark === null || (last !== undefined && now < last.to - 1)) {
      seen.isOpen = false
      return
    }
    // The moment at which a price was seen is in its span, even if it is the only one.
    if (last === undefined || !seen.isOpen)
      seen.spans.push({ from: Math.max(now, last?.to ?? now), to: now + 1, low: mark, high: mark })
    else if (compare(last.low, mark) === 0 && compare(last.high, mark) === 0) last.to = now + 1
    else if (last.from === now) {
      last.low = lesser(last.low, mark)
      last.high = greater(last.high, mark)
    } else {
      last.to = now
      seen.spans.push({ from: now, to: now + 1, low: mark, high: mark })
    }
    seen.isOpen = true
    if (seen.spans.length > MAX) seen.spans = seen.spans.slice(-MAX / 2)
  }

  function turn(): void {
    const old = serverTime() - KEPT
    for (const [asset, { leftAt }] of assets) {
      if (leftAt !== null && leftAt < old) assets.delete(asset)
      else look(asset)
    }
  }

  return {
    start(): void {
      if (cancels.length > 0) return
      cancels = [
        clock.every(TURN, turn),
        feed.markets.onChange((change) => {
          if (change.kind === 'ticker' && change.asset !== null) look(change.asset)
        }),
      ]
      held.hold([...assets].filter(([, { leftAt }]) => leftAt === null).map(([asset]) => asset))
    },
    stop(): void {
      for (const cancel of cancels.splice(0)) cancel()
      held.hold([])
      for (const seen of assets.values()) seen.isOpen = false
    },
    /** Watches exactly these. */
    follow(wanted: Iterable<string>): void {
      const now = new Set(wanted)
      for (const [asset, seen] of assets) {
        if (now.has(asset) || seen.leftAt !== null) continue
        look(asset)
        seen.leftAt = serverTime()
        seen.isOpen = false
      }
      for (const asset of now) {
        const seen = assets.get(asset)
        if (seen === undefined) assets.set(asset, { spans: [], isOpen: false, leftAt: null })
        else seen.leftAt = null
        if (cancels.length > 0) look(asset)
      }
      if (cancels.length > 0) held.hold(now)
    },
    /** Prices seen of an asset, oldest first, without overlaps; times are the service's. */
    of: (asset: string): readonly PriceSpan[] => assets.get(asset)?.spans ?? [],
  }
}
