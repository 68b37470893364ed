/**
 * Keeps how high and how low prices went while the terminal watched, of every market in which something is held: in memory, for the trades
 * that end in it. A price that came holds until the next one, and for as long as it is not out of date.
 */
import type { Fill } from '../../contract/account.ts'
import type { PriceSpan } from '../../contract/books/index.ts'
import { compare, greater, lesser, type Price } from '../../contract/decimal.ts'
import type { Ticker } from '../../contract/market.ts'
import type { Cancel, Clock } from '../../contract/time.ts'
import { createHeldAssets } from '../feed/index.ts'
import type { TopicSource } from '../topics/index.ts'

/** A fill is that of a position which a read may not show yet for so long, ms. */
const NEW = 30_000
/** More are not watched: a wallet with more positions has the history of prices. */
const MOST_FOLLOWED = 60

/** Which markets' prices are watched for the books: those of positions, and of what was filled a moment ago and is in no read yet. */
export function createFollowed(seen: Pick<SeenPrices, 'follow'>, clock: Pick<Clock, 'monotonic'>) {
  let held: readonly string[] = []
  /** When each was filled last, monotonic ms. */
  const filled = new Map<string, number>()

  function follow(): void {
    const oldest = clock.monotonic() - NEW
    for (const [asset, at] of filled) if (at < oldest) filled.delete(asset)
    seen.follow([...new Set([...filled.keys(), ...held])].slice(0, MOST_FOLLOWED))
  }

  return {
    /** Fills came in. @param now the service's time */
    filled(fills: readonly Pick<Fill, 'asset' | 'time'>[], now: number): void {
      for (const { asset, time } of fills) if (now - time < NEW) filled.set(asset, clock.monotonic())
      follow()
    },
    /** A read of the account shows positions in these. */
    held(assets: readonly string[]): void {
      held = assets
      follow()
    },
  }
}

/** What is asked of the feed. */
export interface SeenFeed {
  ticker(asset: string): Pick<Ticker, 'mark' | 'stale'> | null
  /** Keeps the ticker of an asset coming, until the result is called. */
  need(asset: string): Cancel
  /** The service's clock less the terminal's, ms. */
  clockOffset(): number
  /** Source of the topic `ticker`. */
  readonly markets: Pick<TopicSource, 'onChange'>
}

interface SeenPrices {
  start(): void
  stop(): void
  /** Watches exactly these. */
  follow(assets: Iterable<string>): void
  /** What was seen of an asset, oldest first, none over another; times are the service's. */
  of(asset: string): readonly PriceSpan[]
}

interface Seen {
  /** Oldest first; the last goes on while `isOpen`. */
  spans: { from: number; to: number; low: Price; high: Price }[]
  isOpen: boolean
  /** Since when it is followed no more, the service's time; null while it is. */
  leftAt: number | null
}

/** Looks at what no message tells: that a price still holds, or is out of date. ms */
const TURN = 1_000
/** What is followed no more is kept for the trades that ended in it, ms. */
const KEPT = 3_600_000
/** Changes of price that are kept of an asset; beyond them the oldest go. */
const MOST = 20_000

export function createSeenPrices({
  feed,
  clock,
}: {
  readonly feed: SeenFeed
  readonly clock: Pick<Clock, 'now' | 'every'>
}): SeenPrices {
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
    // A clock that was set back tells nothing of the time between.
    if (mark === null || (last !== undefined && now < last.to - 1)) {
      seen.isOpen = false
      return
    }
    // The moment at which a price was seen is in its span, also where it is the only one.
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
    if (seen.spans.length > MOST) seen.spans = seen.spans.slice(-MOST / 2)
  }

  function turn(): void {
    const old = serverTime() - KEPT
    for (const [asset, { leftAt }] of assets) {
      if (leftAt !== null && leftAt < old) assets.delete(asset)
      else look(asset)
    }
  }

  return {
    start() {
      if (cancels.length > 0) return
      cancels = [
        clock.every(TURN, turn),
        feed.markets.onChange((change) => {
          if (change.kind === 'ticker' && change.asset !== null) look(change.asset)
        }),
      ]
      held.hold([...assets].filter(([, { leftAt }]) => leftAt === null).map(([asset]) => asset))
    },
    stop() {
      for (const cancel of cancels.splice(0)) cancel()
      held.hold([])
      for (const seen of assets.values()) seen.isOpen = false
    },
    follow(wanted) {
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
    of: (asset) => assets.get(asset)?.spans ?? [],
  }
}
