/** Watches every position of the trader, and tells how each ended, once. */
import type { AccountView, Order } from '../../contract/account.ts'
import type { Address } from '../../contract/address.ts'
import { signOf } from '../../contract/decimal.ts'
import type { Ending } from '../../contract/ending.ts'
import { Listeners } from '../../contract/listeners.ts'
import { marketEnd, marketTurn } from '../../contract/market-end.ts'
import { type Cancel, type Millis, millis } from '../../contract/time.ts'
import { createHeldAssets } from '../feed/index.ts'
import type { HeldBy, HeldPosition } from '../storage/index.ts'
import { type TopicSource, topicOf } from '../topics/index.ts'
import { computedSettlement } from './computed.ts'
import { type Judged, judge } from './ending-of.ts'
import { createEvidence, isReached } from './evidence.ts'
import { heldNow, isAnother } from './held.ts'
import { partialStops } from './partial-stops.ts'
import { APART, GIVE_UP, LATE, PRICE_LATE, waitFor } from './patience.ts'
import type { EndingsOptions } from './ports.ts'
import { createUnseenEndings } from './unseen.ts'
import { titleOf, wordsOf } from './words.ts'

export interface Endings {
  /** Takes up what ended while the terminal was off, and begins to watch. Call once trading has resumed. */
  start(): void
  stop(): void
  /** Takes an ended position's row away; false when there is no such row. */
  putAway(id: string): boolean
  /** Topic `endings`. */
  readonly topics: TopicSource
}

/** Between looks while something is in doubt, ms. */
const LOOK = 1_000
/** Before a look that failed is made again, ms. */
const FAILING = 4_000
/** Before what only time brings is looked at again, ms. */
const LATER = 30_000
/** By how much the terminal's reading of the service's clock may be off once reads have proven an end, ms. */
const CLOCKS = 5_000
const SHOWN = 100
const HISTORY = { limit: 100, before: null } as const

export function createEndings(options: EndingsOptions): Endings {
  const { store, profile, trading, facts, address, clock, tell, log } = options
  const find = createEvidence(options)
  const listeners = new Listeners()
  const unseen = createUnseenEndings({ ...options, nameOf: (asset) => nameOf(asset), onEnded: listeners.notify })
  let lookedAt = Number.NEGATIVE_INFINITY
  const heldAssets = createHeldAssets((asset) => facts.need(asset))
  /** What reads lack, with the monotonic time at which that was first seen, and the service's. */
  const missed = new Map<string, { readonly since: number; readonly at: Millis }>()
  /** Ends that were reported and are not on disk: each is reported once in this run. */
  const unkept = new Set<string>()
  /** What the disk said to the last write; null while it takes them. */
  let diskSays: Error | null = null
  let cancels: Cancel[] = []
  let running = false
  /** Asked for while a look is under way. */
  let isAsked = false
  /** When a look that could not be made is made again, monotonic ms; null where none is left over. */
  let againAt: number | null = null
  let who: Address | null = null

  const of = (account: string): HeldBy => ({ profile, account })
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

  /** False where another look is to follow soon: the service's clock is not measured, or a read of what a stop left has not come. */
  async function lookOnce(): Promise<boolean> {
    const account = address()
    if (account !== who) missed.clear()
    who = account
    if (account === null) return true
    if (facts.measuredOffset() === null) return false
    const read = await trading.readAccount()
    const orders = await trading.readOpenOrders().then(
      (open) => open.orders,
      () => null,
    )
    if (address() !== account || read.address !== account) return true
    const before = store.held(of(account))
    diskSays = null
    for (const held of before) await follow(account, held, read, orders)
    if (address() !== account) return true
    keepHeld(account, read, orders)
    lookedAt = clock.monotonic()
    const isAll = tellParts(account, serverTime(read.readAt))
    const isSoon = await unseen.look(account, read, serverTime(read.readAt))
    if (address() !== account) return true
    // What the disk did not take is for the next look.
    if (diskSays !== null) throw diskSays
    return isAll && !isSoon
  }

  /** What a write answers; null where the disk did not take it, which the next look does again. */
  function written<T>(write: () => T): T | null {
    try {
      return write()
    } catch (error) {
      diskSays = error as Error
      return null
    }
  }

  /** Reports an end once, on disk first; one that the disk does not take is reported all the same. @param keep says whether it is new there */
  function report(ending: Ending, title: string, keep: () => boolean): void {
    const isNew = written(keep)
    const isReported = unkept.has(ending.id)
    if (isNew === null) unkept.add(ending.id)
    else unkept.delete(ending.id)
    if (isNew === false) return
    listeners.notify()
    if (!isReported) tell(ending, title)
  }

  /** Keeps every position that is open as it is now. */
  function keepHeld(account: Address, read: AccountView, orders: readonly Order[] | null): void {
    const kept = new Map(store.held(of(account)).map((held) => [held.asset, held]))
    const now = serverTime(read.readAt)
    for (const position of read.positions) {
      const { asset, size } = position
      if (signOf(size) === 0) continue
      const last = kept.get(asset) ?? null
      const around = { now, end: marketEnd(position, facts), name: nameOf(asset), orders }
      const held = heldNow(position, last, around)
      if (JSON.stringify(held) !== JSON.stringify(last)) written(() => store.hold(of(account), held))
    }
    watchMarks()
  }

  /** What a read says of one position that was there. */
  async function follow(account: Address, held: HeldPosition, read: AccountView, orders: readonly Order[] | null) {
    const { asset } = held
    const position = read.positions.find((one) => one.asset === asset && signOf(one.size) !== 0)
    const next = position === undefined ? null : marketTurn(position, facts)
    if (position !== undefined && !isAnother(held, position, next, serverTime(read.readAt))) {
      missed.delete(asset)
      return
    }
    // By the time of the answer: a market that ended while it was on its way has ended.
    const first = missed.get(asset) ?? { since: clock.monotonic(), at: serverTime(clock.now()) }
    missed.set(asset, first)
    const isProven = position !== undefined || clock.monotonic() - first.since >= APART
    const from = held.since - (isProven ? CLOCKS : 0)
    const { gone, isWhole } = await find(held, { missedAt: first.at, from, until: lastMoment(held, next?.end ?? null) })
    if (address() !== account) return
    const judged = judge(gone)
    const age = position === undefined ? clock.monotonic() - first.since : Number.POSITIVE_INFINITY
    if (age < (isWhole ? waitFor(judged) : GIVE_UP)) return
    await close(account, held, judged, orders)
    missed.delete(asset)
  }

  /** The last moment of a position whose asset has another turn by now. */
  const lastMoment = (held: HeldPosition, nextEnd: Millis | null): number | null =>
    held.end !== null && nextEnd !== null && nextEnd > held.end ? held.end + PRICE_LATE : null

  /** On disk first, then reported: a crash in between leaves the line and the row, and reports nothing twice. */
  async function close(account: Address, held: HeldPosition, judged: Judged, orders: readonly Order[] | null) {
    if (judged.end === 'by_hand') {
      written(() => store.release(of(account), held.asset, null))
      return
    }
    const { kind } = judged.end
    const lapsed = kind === 'stopped' || kind === 'closed_elsewhere' ? 0 : await lapsedOf(held, orders)
    if (address() !== account) return
    const { family, asset, name, since } = held
    const facts = { ...judged.end, family, name, lapsed }
    const ending: Ending = { ...facts, id: `${asset}/${since}`, asset, words: wordsOf(facts), isPutAway: false }
    const computed = computedSettlement(ending, judged, held)
    report(ending, titleOf(facts), () => store.release(of(account), asset, ending, computed))
  }

  /** Parts that stops closed by their own setting: the positions go on. False while a read that shows what is left may come. */
  function tellParts(account: Address, now: Millis): boolean {
    const held = store.held(of(account))
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
      const told = { ...end, family, name: nameOf(asset), lapsed: 0, part: { of: whole } }
      const ending: Ending = { ...told, id: `part/${id}`, asset, words: wordsOf(told), isPutAway: true }
      report(ending, titleOf(told), () => store.tell(of(account), ending))
    }
    return isAll
  }

  /** How many orders in the asset ended with the position: they are open no more, and did not fill. */
  async function lapsedOf(held: HeldPosition, orders: readonly Order[] | null): Promise<number> {
    if (orders === null || held.orders.length === 0) return 0
    const ended = held.orders.filter(({ oid }) => !orders.some((order) => order.oid === oid))
    if (ended.length === 0) return 0
    const history = await trading.readOrderHistory(HISTORY).catch(() => [])
    const filled = new Set(history.filter(({ status }) => status === 'filled').map(({ oid }) => oid))
    return ended.filter(({ oid }) => !filled.has(oid)).length
  }

  /** Marks that say whether a liquidation price was reached keep coming, whether or not a window shows them. */
  function watchMarks(): void {
    const account = address()
    const held = account === null || cancels.length === 0 ? [] : store.held(of(account))
    heldAssets.hold(held.filter(({ liquidationPx }) => liquidationPx !== null).map(({ asset }) => asset))
  }

  /** What no read tells: the end of a market that was not known yet, a mark at the liquidation price. */
  function turn(): void {
    const account = address()
    if (account === null) return
    for (const held of store.held(of(account))) {
      if (missed.has(held.asset)) continue
      const next = {
        ...held,
        end: held.end ?? marketEnd(held, facts),
        isReached: held.isReached || isReached(held, facts),
      }
      if (next.end !== held.end || next.isReached !== held.isReached) written(() => store.hold(of(account), next))
    }
    const isLate = unseen.waits && clock.monotonic() - lookedAt >= LATER
    if (againAt === null ? missed.size > 0 || isLate : againAt <= clock.monotonic()) look()
  }

  return {
    start() {
      if (cancels.length > 0) return
      cancels = [
        clock.every(LOOK, turn),
        trading.topics.onChange(({ kind }) => {
          if (kind === 'account_version') look()
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
    stop() {
      for (const cancel of cancels.splice(0)) cancel()
      heldAssets.hold([])
    },
    putAway(id) {
      const account = address()
      if (account === null || !store.putAway(of(account), id)) return false
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
