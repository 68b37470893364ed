/**
 * Reads the whole past of the wallet in the background, page by page, at a pace that leaves the rate limit to trading: nothing is read while a
 * request waits or an action is under way, and failed reads are retried later. Everything read is on disk at once, with how far back it reaches, so
 * that a restart continues there.
 */
import type { Address } from '../../contract/address.ts'
import { type Listen, Listeners } from '../../contract/listeners.ts'
import type { PastReach } from '../../contract/past.ts'
import { type Cancel, type Clock, millis } from '../../contract/time.ts'
import type { Log } from '../log/index.ts'
import type { HistoryMarkStore, PastOf } from '../storage/index.ts'
import type { FillRecords } from './fill-records.ts'
import type { OrderRecords } from './order-records.ts'
import { type OlderRead, ofWallet } from './read-back.ts'

export type BackFill = ReturnType<typeof createBackFill>

interface BackFillOptions {
  readonly profile: string
  readonly address: () => Address | null
  readonly onIdentityChange: Listen
  readonly fills: Pick<FillRecords, 'older' | 'knownSince' | 'onNew'>
  readonly orders: Pick<OrderRecords, 'older' | 'news'>
  readonly marks: Pick<HistoryMarkStore, 'mark'>
  /** Fires when orders may have changed. */
  readonly onOrdersChange: Listen
  /** Whether nothing waits for the service, and nothing is under way. */
  readonly isIdle: () => boolean
  readonly clock: Pick<Clock, 'after'>
  readonly log: Pick<Log, 'warn'>
}

/** Interval between two pages, ms: one a second for a service that states no limit. */
const PACE = 1_000
/** Delay before checking again whether nothing is under way, ms. */
const BUSY = 2_000
/** Delay after a failed read, ms, doubled each time. */
const FIRST_AGAIN = 10_000
const LONGEST_AGAIN = 600_000
/** Once nothing older is left, new entries of the order history are read this long after a change, ms. */
const NEWS_AFTER = 3_000

export function createBackFill(options: BackFillOptions) {
  const { fills, orders, marks, isIdle, clock, log } = options
  const mine = ofWallet(options)
  const listeners = new Listeners()
  let cancels: Cancel[] = []
  let next: Cancel | null = null
  let isUnderWay = false
  let again = FIRST_AGAIN
  /** The wallet of the records. */
  let wallet: string | null = null
  let fillsDone = false
  let ordersDone = false
  let newsDone = false
  let ordersAreNext = false
  /** Something arrived during a page: there may be new entries. */
  let wants = false

  function soon(ms: number): void {
    if (cancels.length > 0 && !isUnderWay) next ??= clock.after(ms, () => void step())
  }

  function startOver(of: PastOf | null): void {
    const now = of === null ? null : `${of.profile}/${of.account}`
    if (now === wallet) return
    wallet = now
    fillsDone = ordersDone = newsDone = wants = false
    again = FIRST_AGAIN
  }

  async function readFills(): Promise<OlderRead> {
    const read = fillsDone ? 'done' : await fills.older()
    fillsDone = read === 'done'
    return read
  }

  async function readOrders(): Promise<OlderRead> {
    const read = ordersDone ? 'done' : await orders.older()
    ordersDone = read === 'done'
    return read
  }

  /** One page: new entries of the history first, then older orders and older fills in turn. */
  async function readOne(): Promise<OlderRead> {
    if (!newsDone) {
      const read = await orders.news()
      newsDone = read !== 'more'
      if (read !== 'not_yet') return 'more'
    }
    ordersAreNext = !ordersAreNext
    const [first, second] = ordersAreNext ? [readOrders, readFills] : [readFills, readOrders]
    const read = await first()
    if (read === 'more') return read
    const other = await second()
    return other === 'done' ? read : other
  }

  async function step(): Promise<void> {
    next = null
    const of = mine()
    startOver(of)
    if (of === null) return
    if (!isIdle()) return soon(BUSY)
    isUnderWay = true
    let wait: number | null = PACE
    try {
      const read = await readOne()
      again = FIRST_AGAIN
      if (read === 'done') wait = null
      if (read === 'not_yet') wait = FIRST_AGAIN
    } catch (error) {
      log.warn({ err: error }, 'older records could not be read')
      wait = again
      again = Math.min(LONGEST_AGAIN, again * 2)
    } finally {
      isUnderWay = false
      listeners.notify()
    }
    if (wants) {
      wants = false
      newsDone = false
      wait ??= NEWS_AFTER
    }
    if (wait !== null) soon(wait)
  }

  function changed(): void {
    if (isUnderWay) {
      wants = true
      return
    }
    newsDone = false
    soon(NEWS_AFTER)
  }

  return {
    start(): void {
      cancels = [
        options.onIdentityChange(() => {
          next?.()
          next = null
          soon(PACE)
          listeners.notify()
        }),
        options.onOrdersChange(changed),
      ]
      soon(PACE)
    },
    /** Nothing is read afterwards; a page under way is stored if it arrives. */
    stop(): void {
      for (const cancel of cancels.splice(0)) cancel()
      next?.()
      next = null
    },
    /** How far back the records reach. */
    reach(): { readonly fills: PastReach; readonly orders: PastReach; readonly isReading: boolean } {
      const of = mine()
      const since = fills.knownSince()
      const mark = of === null ? null : marks.mark(of, 'past')
      return {
        fills: { since: Number.isFinite(since) ? millis(since) : null, isWhole: since <= 0 },
        orders: { since: mark === null ? null : millis(mark.backTo), isWhole: mark?.isDone === true },
        isReading: of !== null && cancels.length > 0 && !(fillsDone && ordersDone),
      }
    },
    /** Fires when they reach further, or reading starts or ends. */
    onChange: listeners.on,
  }
}
