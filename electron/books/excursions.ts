/**
 * Computes how far the price went for and against each ended trade: from the service's price history, in the background, with the lowest priority of
 * requests. Results are stored; an unknown one is stored too, with the reason.
 */
import {
  type BookEntry,
  type Excursion,
  excursing,
  filledSpans,
  longestGap,
  type PriceSpan,
  spansOfCandles,
  spansOfPoints,
  type TradeRecord,
  tradePath,
} from '../../contract/books/index.ts'
import { type Candle, RESOLUTIONS, type Resolution } from '../../contract/market.ts'
import type { Family } from '../../contract/market-ref.ts'
import { type Cancel, type Clock, millis } from '../../contract/time.ts'
import type { Log } from '../log/index.ts'
import { ServiceError, type TradingService } from '../service/index.ts'
import type { BookStore, PastOf, TradeStore } from '../storage/index.ts'

/** Reads of the service's past, with the least urgent purpose. */
export type PastPrices = Pick<TradingService, 'candles' | 'binaryCandles' | 'outcomePriceHistory'> & {
  /** Whether requests wait for the rate limit: these are then not added to them. */
  isBusy(): boolean
}

interface ExcursionsOptions {
  readonly store: TradeStore
  readonly books: Pick<BookStore, 'entriesOf' | 'stretchEnd'>
  readonly whose: () => PastOf | null
  readonly prices: PastPrices
  /** Prices of an asset that this terminal saw, oldest first. */
  readonly seen: (asset: string) => readonly PriceSpan[]
  /** The service's time, ms. */
  readonly serverTime: () => number
  readonly clock: Pick<Clock, 'after'>
  readonly log: Pick<Log, 'warn'>
  /** Fires when there are new ones. */
  readonly onKept: () => void
}

/** The history may lack the latest seconds: a trade is looked at this long after its end, ms. */
const SETTLES = 15_000
/** Delay between two reads, ms. */
const PAUSE = 1_000
/** Delay before a failed or postponed read is retried, ms. */
const AGAIN = 60_000
/** Number of trades computed with one read of a market. */
const MAX = 50
/** Number of those per turn, and of entries read per turn: a few ms. */
const IN_ONE_TURN = 5
const ENTRIES = 200
/** A market may be listed late: its price may still become available this long after a trade, ms. */
const FORGOTTEN_AFTER = 86_400_000
/** Candles per request, and requests per interval; the service returns at most 5,000 (docs/service/market-data.md#candles). */
const CANDLES = 4_000
const MAX_REQUESTS = 4
/** Trades that began this long before the end of another one in the same market share its read, ms. */
const TOGETHER = 7_200_000
/** Maximum gap in a history of candles, ms. */
const CANDLE_GAP = 5_000
/** An answer with fewer candles than this is incomplete; and how often the missing part is then requested. */
const MIN_FULL = 500
const MAX_AGAIN = 8
/** Maximum gap of the seen prices at the beginning, at the end or inside a trade, ms. */
const SEEN_GAP = 5_000
/** Maximum gap between single prices, ms, and at most a twentieth of the trade's life. */
const POINT_GAP = 60_000
const POINTS_OF_LIFE = 20

export function createExcursions(options: ExcursionsOptions) {
  const { store, books, whose, prices, serverTime, clock, log, onKept } = options
  let next: Cancel | null = null
  let isAtWork = false
  let isOn = false

  function soon(ms: number): void {
    if (!isOn || isAtWork) return
    next?.()
    next = clock.after(ms, () => {
      next = null
      isAtWork = true
      void work().then((again) => {
        isAtWork = false
        if (again !== null) soon(again)
      })
    })
  }

  /** Processes one market's read; returns when to continue, null where nothing is left. */
  async function work(): Promise<number | null> {
    const of = whose()
    if (of === null) return null
    if (prices.isBusy()) return AGAIN
    try {
      const due = store.withoutExcursion(of, serverTime() - SETTLES, MAX)
      const [newest] = due
      // A trade that has just ended is picked up next time.
      if (newest === undefined)
        return store.withoutExcursion(of, Number.MAX_SAFE_INTEGER, 1).length > 0 ? SETTLES : null
      const group = togetherWith(newest, due)
      const seen = options.seen(newest.asset)
      const reports = isSeenWhole(group, seen) ? [] : await read(newest, group)
      if (whose()?.account !== of.account) return PAUSE
      store.keepExcursions(of, await workedOut(of, group, reports, seen))
      onKept()
      return PAUSE
    } catch (error) {
      log.warn({ err: error }, 'how far prices went for and against trades could not be worked out')
      return AGAIN
    }
  }

  async function read(
    { family, asset }: TradeRecord,
    group: readonly TradeRecord[],
  ): Promise<readonly PriceSpan[] | string> {
    const begins = group.flatMap(({ openedAt }) => (openedAt === null ? [] : [openedAt]))
    if (begins.length === 0) return []
    try {
      const from = Math.floor(Math.min(...begins) / 1000) * 1000
      const to = Math.max(...group.map(({ closedAt }) => closedAt)) + 1
      return await HISTORIES[family].read(prices, asset, from, to)
    } catch (error) {
      if (error instanceof ServiceError && isForGood(error, group)) return error.message
      throw error
    }
  }

  /** Prices that the service lacks a day after a trade ended will not become available. */
  const isForGood = ({ kind, status }: ServiceError, group: readonly TradeRecord[]): boolean =>
    kind === 'switched_off' ||
    (status === 404 && group.every(({ closedAt }) => closedAt < serverTime() - FORGOTTEN_AFTER))

  async function workedOut(
    of: PastOf,
    group: readonly TradeRecord[],
    reports: readonly PriceSpan[] | string,
    seen: readonly PriceSpan[],
  ) {
    const begins = group.flatMap(({ openedAt }) => (openedAt === null ? [] : [openedAt]))
    const last = Math.max(...group.map(({ closedAt }) => closedAt))
    const [asset = ''] = group.map((trade) => trade.asset)
    const from = Math.min(...begins)
    const entries = begins.length === 0 ? [] : await entriesOf(of, asset, from, last + 1)
    const { spans, added } = filledSpans(typeof reports === 'string' ? [] : reports, seen)
    const made: (readonly [TradeRecord, Excursion])[] = []
    for (const [i, trade] of group.entries()) {
      if (i % IN_ONE_TURN === IN_ONE_TURN - 1) await turn()
      made.push([
        trade,
        await excursionFor(trade, { entries, spans, added, why: typeof reports === 'string' ? reports : null }),
      ])
    }
    return made
  }

  async function excursionFor(trade: TradeRecord, { entries, spans, added, why }: Known): Promise<Excursion> {
    const { openedAt, closedAt } = trade
    if (openedAt === null) return { why: 'Opened before the records begin.' }
    const isIn = ({ from, to }: PriceSpan): boolean => to > openedAt && from <= closedAt
    const own = spans.filter(isIn)
    const seen = added.filter(isIn).length
    if (why !== null && seen === 0) return { why }
    const work = excursing(tradePath(trade, entries), own, mostGap(trade))
    let step = work.next()
    while (step.done !== true) {
      await turn()
      step = work.next()
    }
    if (step.value.why !== undefined || seen === 0) return step.value
    return { ...step.value, from: seen === own.length ? 'seen' : 'both' }
  }

  const turn = (): Promise<void> => new Promise((resolve) => clock.after(0, resolve))

  async function entriesOf(of: PastOf, asset: string, from: number, to: number): Promise<readonly BookEntry[]> {
    const entries: BookEntry[] = []
    for (let at = from; at < to; ) {
      const until = books.stretchEnd(of, at, to, ENTRIES)
      entries.push(...books.entriesOf(of, asset, at, until))
      at = until
      if (at < to) await turn()
    }
    return entries
  }

  return {
    /** Starts, or continues soon: a trade may have ended. */
    wake(): void {
      isOn = true
      if (next === null) soon(PAUSE)
    },
    stop(): void {
      isOn = false
      next?.()
      next = null
    },
  }
}

/** Inputs of a group of trades. */
interface Known {
  readonly entries: readonly BookEntry[]
  /** Prices of the service's history, with those seen of the time between them. */
  readonly spans: readonly PriceSpan[]
  readonly added: readonly PriceSpan[]
  /** Why the service's history has nothing; null where it was read. */
  readonly why: string | null
}

const isSeenWhole = (group: readonly TradeRecord[], seen: readonly PriceSpan[]): boolean =>
  group.every((trade) => {
    const { family, openedAt, closedAt } = trade
    if (HISTORIES[family].isFinest || openedAt === null) return false
    const gap = longestGap(seen, openedAt, closedAt)
    return gap !== null && gap <= SEEN_GAP
  })

const togetherWith = (newest: TradeRecord, due: readonly TradeRecord[]): readonly TradeRecord[] => {
  const from = Math.min(newest.openedAt ?? newest.closedAt, newest.closedAt - TOGETHER)
  return due.filter((one) => one.asset === newest.asset && (one.openedAt ?? one.closedAt) >= from)
}

const resolutionFor = (from: number, to: number): Resolution =>
  RESOLUTIONS.find((one) => (to - from) / 1000 / one <= CANDLES * MAX_REQUESTS) ?? 900

async function readCandles(
  ask: PastPrices['candles'],
  asset: string,
  from: number,
  to: number,
): Promise<readonly PriceSpan[]> {
  const resolution = resolutionFor(from, to)
  const length = resolution * 1000
  const spans: PriceSpan[] = []
  for (let at = from; at < to; at += CANDLES * length) {
    const candles = await askWhole(
      (since, until) => ask(asset, resolution, millis(since), millis(until)),
      at,
      Math.min(to, at + CANDLES * length),
      length,
    )
    // The end of a range is included in some answers and not in others.
    const since = spans.at(-1)?.to ?? 0
    spans.push(...spansOfCandles(candles, length).filter((span) => span.from >= since))
  }
  return spans
}

/** A service returns a limited number of candles, the latest of a range: the missing part of such an answer is requested again. */
async function askWhole(
  ask: (from: number, to: number) => Promise<readonly Candle[]>,
  from: number,
  to: number,
  length: number,
): Promise<readonly Candle[]> {
  let candles = await ask(from, to)
  for (let again = 0; again < MAX_AGAIN; again += 1) {
    const first = candles[0]
    if (first === undefined || first.time < from + length || candles.length < MIN_FULL) break
    const earlier = (await ask(from, first.time)).filter(({ time }) => time < first.time)
    if (earlier.length === 0) break
    candles = [...earlier, ...candles]
  }
  return candles
}

const mostGap = ({ family, openedAt, closedAt }: TradeRecord): number =>
  HISTORIES[family].mostGap(openedAt ?? closedAt, closedAt)

/** The service's history of a family's prices. */
type History = ReturnType<typeof candleHistory>

const candleHistory = (candles: (prices: PastPrices) => PastPrices['candles']) => ({
  read: (prices: PastPrices, asset: string, from: number, to: number): Promise<readonly PriceSpan[]> =>
    readCandles(candles(prices), asset, from, to),
  /** Whether it is finer than the prices seen: one-second candles are; prices of shares come one by one. */
  isFinest: true,
  /** The longest gap in it of a trade held from one time to another, ms. */
  mostGap: (from: number, to: number): number => CANDLE_GAP + 2_000 * resolutionFor(from, to),
})

const HISTORIES: { readonly [F in Family]: History } = {
  scalar: candleHistory(({ candles }) => candles),
  binary: candleHistory(({ binaryCandles }) => binaryCandles),
  outcome: {
    read: async (prices, asset) => spansOfPoints((await prices.outcomePriceHistory([asset]))[asset] ?? []),
    isFinest: false,
    mostGap: (from, to) => Math.max(POINT_GAP, (to - from) / POINTS_OF_LIFE),
  },
}
