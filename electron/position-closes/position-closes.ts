/** Reports once how each position ended that the ledger shows as closed. */

import type { AccountView, Order } from '../../contract/account.ts'
import type { Address } from '../../contract/address.ts'
import type { ClosedPosition, Ledger } from '../../contract/books/index.ts'
import { signOf, subtract } from '../../contract/decimal.ts'
import { Listeners } from '../../contract/listeners.ts'
import type { PositionClose } from '../../contract/position-close.ts'
import { shareFeesOf } from '../../contract/shares.ts'
import { type Cancel, type Millis, millis } from '../../contract/time.ts'
import { createHeldAssets } from '../feed/index.ts'
import type { HeldPosition, PastOf } from '../storage/index.ts'
import { topicOf } from '../topics/index.ts'
import { computedSettlement, feeOfSettlement, type Judged, judge, RECENT_FILLS } from './cause-of-close.ts'
import { createComputedSettlements } from './computed-settlements.ts'
import { createEvidence } from './evidence.ts'
import { type LedgerPosition, partialStops } from './partial-stops.ts'
import type { PositionClosesOptions } from './ports.ts'
import { closeText, titleOf } from './texts.ts'

export type PositionCloses = ReturnType<typeof createPositionCloses>

/** Interval between looks while something is in doubt, ms. */
const LOOK = 1_000
/** Delay before a failed check is repeated, ms. */
const FAILING = 4_000
/** Delay before checking again what only time resolves, ms. */
const LATER = 30_000
/** Executed parts without a read of the rest are reported without it after this, ms. */
const LATE = 10_000
/** A settlement price may become known this long after its market ended, ms. */
const PRICE_LATE = 45_000
/** How long the id of an order is awaited, ms. */
const GIVE_UP = 60_000
const SHOWN = 100
const HISTORY = { limit: 100, before: null } as const

export function createPositionCloses(options: PositionClosesOptions) {
  const { store, profile, trading, facts, address, clock, notify, log } = options
  const find = createEvidence(options)
  const listeners = new Listeners()
  const unseen = createComputedSettlements({ ...options, nameOf: (asset) => nameOf(asset), onEnded: listeners.notify })
  let lookedAt = Number.NEGATIVE_INFINITY
  const heldAssets = createHeldAssets((asset) => facts.need(asset))
  /** Closed positions with unknown facts, with the monotonic time at which each was first seen. */
  const waiting = new Map<string, number>()
  /** Ends that were reported and are not on disk: each is reported once in this run. */
  const unkept = new Set<string>()
  /** The error of the last disk write; null while writes succeed. */
  let diskSays: Error | null = null
  let cancels: Cancel[] = []
  let running = false
  /** Requested while a check is under way. */
  let isAsked = false
  /** When a failed check is repeated, monotonic ms; null where none is pending. */
  let againAt: number | null = null
  let who: Address | null = null

  const of = (account: string): PastOf => ({ profile, account })
  const serverTime = (at: number): Millis => millis(Math.round(at + (facts.measuredOffset() ?? 0)))
  const nameOf = (asset: string): string => {
    const outcome = facts.outcome(asset)
    return outcome === null ? asset : `${outcome.side.name}, ${outcome.market.name}`
  }

  function look(): void {
    isAsked = running
    if (running || cancels.length === 0) return
    running = true
    lookOnce()
      .then((isMade) => {
        againAt = isMade ? null : clock.monotonic()
      })
      .catch((error: unknown) => {
        if (againAt === null) log.warn({ err: error }, 'what became of the positions could not be looked up')
        againAt = clock.monotonic() + FAILING
      })
      .finally(() => {
        running = false
        if (isAsked) look()
      })
      .catch(() => undefined)
  }

  /** False where another look should follow soon: the service's clock is not measured, or no read shows yet what a stop left. */
  async function lookOnce(): Promise<boolean> {
    const account = address()
    if (account !== who) waiting.clear()
    who = account
    if (account === null) return true
    if (facts.measuredOffset() === null) return false
    const read = await trading.readAccount()
    const orders = await trading.readOpenOrders().then(
      (open) => open.orders,
      () => null,
    )
    if (address() !== account || read.address !== account) return true
    diskSays = null
    const closed = trading.ledger.closed(account)
    for (const id of waiting.keys()) if (!closed.some((one) => one.id === id)) waiting.delete(id)
    for (const one of closed) await follow(account, one, orders)
    if (address() !== account) return true
    keepHeld(account, read, orders)
    lookedAt = clock.monotonic()
    const isAll = reportParts(account, serverTime(read.readAt))
    const isSoon = await unseen.look(account, read, serverTime(read.readAt))
    if (address() !== account) return true
    // The next look repeats the failed disk write.
    if (diskSays !== null) throw diskSays
    return isAll && !isSoon
  }

  /** The result of a write; null where it failed, and the next look repeats it. */
  function written<T>(write: () => T): T | null {
    try {
      return write()
    } catch (error) {
      diskSays = error as Error
      return null
    }
  }

  /**
   * Reports an end once, on disk first; a failed disk write does not prevent the report.
   * @param title of the notification; null for an end that goes to the lists only @param keep returns whether it is new on disk
   */
  function report(ending: PositionClose, title: string | null, keep: () => boolean): void {
    const isNew = written(keep)
    const isReported = unkept.has(ending.id)
    if (isNew === null) unkept.add(ending.id)
    else unkept.delete(ending.id)
    if (isNew === false) return
    listeners.notify()
    if (!isReported && title !== null) notify(ending, title)
  }

  /** Stores the name and the orders of every open position until its end is reported. */
  function keepHeld(account: Address, read: AccountView, orders: readonly Order[] | null): void {
    const kept = new Map(store.held(of(account)).map((held) => [held.asset, held]))
    const open = read.positions.filter(({ size }) => signOf(size) !== 0)
    for (const { family, asset, size, entryPx, liquidationPx } of open) {
      const last = kept.get(asset) ?? null
      kept.delete(asset)
      const name = nameOf(asset)
      const held: HeldPosition = {
        ...{ family, asset, size, entryPx, liquidationPx },
        name: name === asset ? (last?.name ?? name) : name,
        orders: orders === null ? (last?.orders ?? []) : openIn(orders, asset),
      }
      if (JSON.stringify(held) !== JSON.stringify(last)) written(() => store.hold(of(account), held))
    }
    const ledger = trading.ledger.current(account)
    const isDue = new Set(trading.ledger.closed(account).map(({ asset }) => asset))
    for (const asset of kept.keys()) {
      const isOver = ledger !== null && !ledger.books.some((held) => held.asset === asset) && !isDue.has(asset)
      if (isOver) written(() => store.forget(of(account), asset))
    }
    watchMarks()
  }

  /** Reports a closed position, unless its price or the id of an order is still pending. */
  async function follow(account: Address, closed: ClosedPosition, orders: readonly Order[] | null): Promise<void> {
    const first = waiting.get(closed.id) ?? clock.monotonic()
    waiting.set(closed.id, first)
    const { gone, isWhole } = await find(closed)
    if (address() !== account) return
    const judged = judge(gone)
    const age = clock.monotonic() - first
    if (!isWhole && age < GIVE_UP) return
    if (isPriceToCome(judged) && age < PRICE_LATE && !isHeldAgain(account, closed)) return
    await close(account, closed, judged, orders)
  }

  const isPriceToCome = ({ end, isExplained }: Judged): boolean =>
    !isExplained && end !== 'by_hand' && end.kind === 'settled' && end.price === null

  /** Whether there is another position in the asset by now. */
  const isHeldAgain = (account: Address, { asset }: ClosedPosition): boolean =>
    trading.ledger.current(account)?.books.some((held) => held.asset === asset) === true

  /** On disk first, then reported: a crash in between leaves the entry and the row, and nothing is reported twice. */
  async function close(account: Address, closed: ClosedPosition, judged: Judged, orders: readonly Order[] | null) {
    const { id, asset, family } = closed
    const held = store.held(of(account)).find((one) => one.asset === asset) ?? null
    const { end } = judged
    if (end === 'by_hand') {
      written(() => store.release(of(account), id, null))
      waiting.delete(id)
      return
    }
    const isOfOrders = end.kind !== 'stopped' && end.kind !== 'closed_elsewhere' && closed.wasShown
    const lapsed = isOfOrders && held !== null ? await lapsedOf(held, orders) : 0
    if (address() !== account) return
    const { entryPx } = end
    const name = held?.name ?? nameOf(asset)
    const fees = shareFeesOf(trading.fills.newest(RECENT_FILLS))
    const computed = computedSettlement({ ...end, id, asset, family }, judged, closed, fees)
    if (entryPx === null) written(() => store.release(of(account), id, null, computed))
    else {
      const fee = end.fee ?? (computed === null ? null : feeOfSettlement(computed))
      const facts = { ...end, entryPx, family, name, lapsed, fee }
      const ending: PositionClose = {
        ...facts,
        id,
        asset,
        text: closeText(facts, options.facts.outcomeCollateral()),
        isPutAway: !closed.wasShown,
      }
      // A position that no read showed was never on the screen.
      report(ending, closed.wasShown ? titleOf(facts) : null, () => store.release(of(account), id, ending, computed))
    }
    waiting.delete(id)
  }

  /** Reports parts that stops with a percentage closed while the position continues. False while a read of the rest may still come. */
  function reportParts(account: Address, now: Millis): boolean {
    const held = shownIn(trading.ledger.current(account))
    const actions = trading.topics.view({ kind: 'actions' }) ?? []
    const found = partialStops(actions, { triggerOf: options.triggerOf, held, now })
    let { isAll } = found
    for (const { asset, id, facts: end, whole } of found.parts) {
      if (whole === null && now - end.at < LATE) {
        isAll = false
        continue
      }
      const family =
        facts.outcome(asset) === null ? (held.find((one) => one.asset === asset)?.family ?? 'scalar') : 'outcome'
      const reported = { ...end, family, name: nameOf(asset), lapsed: 0, part: { of: whole } }
      const ending: PositionClose = {
        ...reported,
        id: `part/${id}`,
        asset,
        text: closeText(reported, options.facts.outcomeCollateral()),
        isPutAway: true,
      }
      report(ending, titleOf(reported), () => store.report(of(account), ending))
    }
    return isAll
  }

  /** Number of orders in the asset that ended with the position: no longer open, and not filled. */
  async function lapsedOf(held: HeldPosition, orders: readonly Order[] | null): Promise<number> {
    if (orders === null || held.orders.length === 0) return 0
    const ended = held.orders.filter(({ oid }) => !orders.some((order) => order.oid === oid))
    if (ended.length === 0) return 0
    const history = await trading.readOrderHistory(HISTORY).catch(() => [])
    const filled = new Set(history.filter(({ status }) => status === 'filled').map(({ oid }) => oid))
    return ended.filter(({ oid }) => !filled.has(oid)).length
  }

  /** Keeps the marks subscribed that show whether a liquidation price was reached, whether or not a window shows them. */
  function watchMarks(): void {
    const account = address()
    const ledger = account === null ? null : trading.ledger.current(account)
    const assets = ledger === null || cancels.length === 0 ? [] : ledger.books.map(({ asset }) => asset)
    heldAssets.hold(assets.filter((asset) => ledger?.terms[asset]?.liquidationPx != null))
  }

  /** Checks again what waits for a price, an id or a read. */
  function turn(): void {
    if (address() === null) return
    const isLate = unseen.waits && clock.monotonic() - lookedAt >= LATER
    if (againAt === null ? waiting.size > 0 || isLate : againAt <= clock.monotonic()) look()
  }

  return {
    /** Processes what ended while the terminal was off, and starts watching. Call once trading has resumed. */
    start(): void {
      if (cancels.length > 0) return
      cancels = [
        clock.every(LOOK, turn),
        trading.topics.onChange(({ kind }) => {
          if (kind === 'account_version') look()
        }),
        trading.ledger.onChange(() => {
          const account = address()
          watchMarks()
          if (account !== null && trading.ledger.closed(account).length > 0) look()
        }),
        trading.fills.onNew(look),
        options.ends.onKnown(look),
        options.onIdentityChange(() => {
          listeners.notify()
          look()
        }),
      ]
      look()
    },
    stop(): void {
      for (const cancel of cancels.splice(0)) cancel()
      heldAssets.hold([])
    },
    /** Dismisses an ended position's row; false when there is no such row. */
    dismiss(id: string): boolean {
      const account = address()
      if (account === null || !store.dismiss(of(account), id)) return false
      listeners.notify()
      return true
    },
    topics: topicOf(
      'endings',
      () => {
        const account = address()
        return account === null ? [] : store.newest(of(account), SHOWN)
      },
      listeners.on,
    ),
  }
}

/** Positions of the ledger as shown by the last read that agreed with it. */
const shownIn = (ledger: Ledger | null): readonly LedgerPosition[] =>
  (ledger?.books ?? []).flatMap(({ asset }) => {
    const shown = ledger?.terms[asset]?.shown ?? null
    return shown !== null && shown.since >= (ledger?.heldSince[asset] ?? 0) ? [{ asset, ...shown }] : []
  })

const openIn = (orders: readonly Order[], asset: string): HeldPosition['orders'] =>
  orders
    .filter((order) => order.asset === asset)
    .map(({ oid, side, price, size, filled }) => ({ oid, side, price, size: subtract(size, filled) }))
