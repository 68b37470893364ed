/** Keeps the trader's positions and open orders up to date, and settles sent actions with every read. */
import type { AccountView, Order } from '../../../contract/account.ts'
import type { ActionState } from '../../../contract/action.ts'
import type { Address } from '../../../contract/address.ts'
import { compare, signOf } from '../../../contract/decimal.ts'
import { Listeners } from '../../../contract/listeners.ts'
import type { PublicTrade } from '../../../contract/market.ts'
import { type Clock, type Millis, millis } from '../../../contract/time.ts'
import { type CountedRow, canCount, type UnreadableRow } from '../../../contract/unreadable-row.ts'
import type { Log } from '../../log/index.ts'
import type { FillRecords, FillsRead, OrderRecords } from '../../records/index.ts'
import { FOR, PartlyUnreadable, type Purpose, type ServiceError, type TradingService } from '../../service/index.ts'
import type { ActionLog } from '../actions/index.ts'
import type { External } from '../external/index.ts'
import type { Look, WalletLedger } from '../ledger/index.ts'
import { type Executions, isUnsettled, type Reads, type Reconciler, type SafetyNet } from '../reconcile/index.ts'
import { createOpenOrders } from './open-orders.ts'
import { createRhythm, createSharedRead } from './reads.ts'

/** The account with the age of the reads behind it. */
export type AccountWatch = ReturnType<typeof createAccountWatch>

interface AccountWatchOptions {
  /** The service, for requests of a given purpose. */
  readonly service: (
    purpose: Purpose,
  ) => Pick<TradingService, 'account' | 'openOrders' | 'openOutcomeOrders' | 'outcomeOrderStatus' | 'conversions'>
  /** The families that the deployment is known to offer; orders of the others are not read. */
  readonly families: () => { readonly binary: boolean; readonly outcomes: boolean }
  readonly clock: Clock
  readonly actionLog: ActionLog
  readonly reconciler: Reconciler
  readonly executions: Executions
  readonly fills: Pick<FillRecords, 'sync' | 'since' | 'newest'>
  readonly orders: Pick<OrderRecords, 'readSince'>
  readonly net: SafetyNet
  /** Receives the open orders of every family after each read. */
  readonly sawOpen: (account: string, orders: readonly Order[]) => void
  readonly ledger: Pick<WalletLedger, 'look' | 'isInDoubt'>
  readonly external: Pick<External, 'look' | 'isInDoubt'>
  /** Null while signed out: nothing is read then. */
  readonly address: () => Address | null
  readonly serverTime: () => Millis
  /** Passes the prices of the trader's own orders to market data. */
  readonly setOwnOrders: (orders: readonly Order[]) => void
  readonly onServiceError: (error: unknown) => void
  /** Receives the unreadable rows after each read. */
  readonly sawUnreadable: (rows: readonly UnreadableRow[]) => void
  /** @throws ServiceError saying that nobody is signed in. */
  readonly signedOut: (route: string) => ServiceError
  readonly log: Pick<Log, 'error'>
}

/**
 * Interval between two passes, ms: while something rests; while nothing rests; while nothing is open and nothing has changed for `UNCHANGED`; after a
 * failed pass.
 */
const RESTING = 1_000
const CALM = 2_000
const IDLE = 5_000
const FAILING = 4_000
const UNCHANGED = 60_000
/** Intervals while the outcome of something sent is unknown, ms, pass by pass. */
const BACK_OFF = [100, 200, 400, 800, 1_600, 3_000]
/** Delay after a print at one of the trader's prices, ms; at most four of these passes a second. */
const PRINT_DELAY = 50
/** Number of fills of earlier runs that are compared again at start-up. */
const KEPT_FILLS = 500
/** An accepted order is in the lists this long after the answer, ms: they may lag. */
const LISTED_WITHIN = 3_000
/** Interval between two reads of fills while the account does not change, ms. */
const FILLS_EVERY = 15_000
const POSITIONS = 'GET /v1/positions/{address}'
const PRINT_GAP = 250
/** States that come with a change of the account. */
const OUTCOMES: ReadonlySet<ActionState> = new Set([
  'resting',
  'partly_filled',
  'filled',
  'cancelled',
  'done',
  'rejected',
  'expired',
])

export function createAccountWatch(options: AccountWatchOptions) {
  const { service, clock, actionLog, reconciler, executions, address, families, log } = options
  const listeners = new Listeners()
  const accountRead = createSharedRead(
    clock,
    (purpose) => service(purpose).account(signedIn(POSITIONS)),
    (account) => account.unreadable === undefined,
  )
  const openOrders = createOpenOrders({ service, clock, families, signedIn })
  const rhythm = createRhythm({ clock, address, pass })
  let version = 0
  let isStopped = false
  let changedAt = Number.NEGATIVE_INFINITY
  let shown = ''
  /** Which reads of the pass succeeded: windows read for themselves and would not learn of it. */
  let readable = ''
  let unsettledPasses = 0
  /** Of the last read of fills: the account's version and the monotonic time. */
  let fillsVersion = -1
  let fillsRead = Number.NEGATIVE_INFINITY
  /** The wallet whose stored fills were compared in this run. */
  let lookedUpFor: Address | null = null

  function signedIn(route: string): Address {
    const who = address()
    if (who === null) throw options.signedOut(route)
    return who
  }

  async function pass(who: Address): Promise<number> {
    const failed = !(await readAndSettle(who).catch(unforeseen))
    const unsettled = hasUnsettled(who)
    unsettledPasses = unsettled ? unsettledPasses + 1 : 0
    const calm = failed ? FAILING : openOrders.last().length > 0 ? RESTING : isIdle(who) ? IDLE : CALM
    return unsettled ? Math.min(calm, BACK_OFF[Math.min(unsettledPasses, BACK_OFF.length) - 1] ?? calm) : calm
  }

  /** Nothing of the trader's is at risk, including what no read shows any longer, and nothing has been for a while. */
  const isIdle = (who: Address): boolean =>
    actionLog.live().every(({ account }) => account !== who) &&
    accountRead.last()?.value.positions.every(({ size }) => signOf(size) === 0) === true &&
    clock.monotonic() - changedAt >= UNCHANGED

  const hasUnsettled = (who: Address): boolean =>
    executions.isAwaiting(who) || actionLog.live().some((action) => action.account === who && isUnsettled(action))

  /** A bug in one pass must not end the passes: sent actions would no longer be looked up. */
  function unforeseen(error: unknown): false {
    /** A pass that was under way at shutdown has nowhere left to store its result. */
    if (isStopped) return false
    log.error({ err: error }, 'a look at the account stopped on an unforeseen error')
    return false
  }

  /**
   * Returns whether the open orders of scalar and binary markets could be read. Failed reads keep the previous values; what does not depend on them
   * is settled all the same.
   */
  async function readAndSettle(who: Address): Promise<boolean> {
    const beganHere = clock.monotonic()
    // Reads that the outcome of a sent order depends on go before reads for display.
    const reads = await readAll(who, hasUnsettled(who) ? FOR.held : FOR.account)
    if (reads === null) return false
    await reconciler.pass(who, reads)
    await executions.pass(who, fillsSince)
    await readFillsWhenDue(who)
    const { account, began } = reads
    if (account !== null && address() === who) {
      await compared({ account: who, began, beganHere, read: account }).catch(unforeseen)
    }
    return reads.open !== null
  }

  /** The ledger's findings are reported once the fills are known: a change that fills explain is not reported. */
  async function compared(look: Look): Promise<void> {
    const changes = options.ledger.look(look)
    await options.external.look(look, changes)
  }

  /** Fills are read when the account changes, and periodically: fills that no action waits for are found there too. */
  async function readFillsWhenDue(who: Address): Promise<void> {
    const isDue = version !== fillsVersion || clock.monotonic() - fillsRead >= FILLS_EVERY
    if (!isDue && !options.external.isInDoubt() && !options.ledger.isInDoubt()) return
    fillsVersion = version
    fillsRead = clock.monotonic()
    await options.fills.sync().catch(options.onServiceError)
    /** Looks up again what an earlier run could not look up. */
    const kept = lookedUpFor === who ? [] : options.fills.newest(KEPT_FILLS)
    lookedUpFor = who
    await options.net.sawFills(who, kept).catch(options.onServiceError)
  }

  async function fillsSince(since: number): Promise<FillsRead> {
    await options.fills.sync(since)
    return options.fills.since(since)
  }

  /** Reads that begin now; null when another wallet signed in meanwhile. */
  async function readAll(who: Address, purpose: Purpose): Promise<Reads | null> {
    const began = options.serverTime()
    const beganHere = clock.monotonic()
    const [{ open, outcomes }, [account]] = await Promise.all([
      openOrders.freshByFamily(purpose),
      Promise.allSettled([accountRead.fresh(purpose)]),
    ])
    for (const read of [open, outcomes, account]) if (read.status === 'rejected') options.onServiceError(read.reason)
    if (address() !== who) return null
    publish([open, outcomes, account].map(({ status }) => status).join())
    options.sawUnreadable(unreadable())
    if (open.status === 'fulfilled') options.sawOpen(who, openOrders.last())
    for (const read of [open, outcomes]) {
      if (read.status === 'fulfilled' && read.value !== null) {
        await options.net.sawOrders(who, read.value.rows, beganHere)
      }
    }
    const isWhole = account.status === 'fulfilled' && account.value.unreadable === undefined
    return {
      began,
      open: open.status === 'fulfilled' ? open.value.rows : null,
      openOutcomes: outcomes.status === 'fulfilled' ? (outcomes.value?.rows ?? null) : null,
      unreadable: openOrders.unreadable(),
      account: isWhole ? account.value : null,
      history: options.orders.readSince,
      fills: fillsSince,
      status: (by) => service(FOR.held).outcomeOrderStatus(who, by),
      conversions: () => service(FOR.held).conversions(),
    }
  }

  const unreadable = (): readonly UnreadableRow[] => [
    ...(accountRead.newest()?.unreadable ?? []),
    ...openOrders.unreadable(),
  ]

  function publish(outcome: string): void {
    const account = accountRead.newest()
    const orders = openOrders.last()
    const now = JSON.stringify([account?.positions, account?.money, orders, unreadable()])
    if (now === shown && outcome === readable) return
    shown = now
    readable = outcome
    version += 1
    changedAt = clock.monotonic()
    options.setOwnOrders(orders)
    listeners.notify()
  }

  /** The history of orders and fills changes with an action's outcome, even when positions and open orders look the same. */
  actionLog.onChange(({ state }) => {
    if (!OUTCOMES.has(state)) return
    version += 1
    changedAt = clock.monotonic()
    listeners.notify()
  })

  return {
    /** Reads at once, then at the intervals above until `stop`. */
    start(): void {
      isStopped = false
      rhythm.start()
    },
    stop(): void {
      isStopped = true
      rhythm.stop()
    },
    /** Reads as soon as possible: an action was sent, the bucket changed, the feed reconnected. */
    refresh(): void {
      unsettledPasses = 0
      rhythm.within(0)
    },
    /** A public trade: reads soon when it printed at or through one of the trader's resting prices. */
    onTrade(trade: PublicTrade): void {
      if (!openOrders.last().some((order) => isReached(order, trade))) return
      rhythm.within(Math.max(PRINT_DELAY, rhythm.lastBegan() + PRINT_GAP - clock.monotonic()))
    },
    /** The address changed: forgets everything read. */
    reset(): void {
      accountRead.reset()
      openOrders.reset()
      publish(readable)
      rhythm.within(0)
    },
    /** The last account read that had all positions, with the monotonic time at which it began. */
    lastAccount: (): { readonly value: AccountView; readonly began: number } | null => accountRead.last(),
    /** The last open orders of every family; empty before the first read. */
    openOrders: openOrders.last,
    /** Unreadable positions and open orders of the last reads. */
    unreadable,
    /** A read that begins now. @throws ServiceError, also where a position cannot be read: an asset that is not listed is not held. */
    freshAccount: async (purpose?: Purpose): Promise<AccountView> => whole(await accountRead.fresh(purpose)),
    /** Like `freshAccount`, for callers that need only some positions: an unlisted one may be among the unreadable ones. */
    freshAccountInParts: (purpose?: Purpose): Promise<AccountView> => accountRead.fresh(purpose),
    /** The readable open orders of every family, as of now. */
    freshOpenOrders: openOrders.fresh,
    /** A read at most `ms` old. @throws ServiceError */
    account: async (ms: number, purpose?: Purpose): Promise<AccountView> =>
      whole(await accountRead.within(ms, purpose)),
    accountInParts: (ms: number, purpose?: Purpose): Promise<AccountView> => accountRead.within(ms, purpose),
    orders: openOrders.within,
    /** Whether reads that begin now certainly show no trace of an action; what they do show is processed. */
    async hasNoTrace(id: string): Promise<boolean> {
      await new Promise<void>((resolve) => clock.after(LISTED_WITHIN, resolve))
      const who = address()
      const reads = who === null ? null : await readAll(who, FOR.held)
      const action = actionLog.get(id)
      if (reads === null || action === null || action.account !== who) return false
      return reconciler.hasNoTrace(action, reads)
    },
    /** Monotonic time of the last change of the reads; minus infinity before the first read. */
    changedAt: (): number => changedAt,
    /** Counts changes of the reads, and of which rows could be read. */
    version: (): number => version,
    onChange: listeners.on,
  }
}

function whole(account: AccountView): AccountView {
  const { unreadable } = account
  if (unreadable === undefined) return account
  throw new PartlyUnreadable(POSITIONS, { rows: account.positions, unreadable })
}

/** Whether a trade printed at or through an order's price. */
function isReached({ asset, side, price }: Order, trade: PublicTrade): boolean {
  if (asset !== trade.asset) return false
  const above = compare(price, trade.px)
  return side === 'buy' ? above >= 0 : above <= 0
}

/** The service's time: the terminal's own, corrected by the measured offset. */
export const serverTimeOf = (clock: Pick<Clock, 'now'>, offset: () => number): Millis =>
  millis(Math.round(clock.now() + offset()))

/** Unreadable rows of the account: each is reported once, and the trader's acknowledgements of this run are kept. */
export function createUnreadableRows(log: Pick<Log, 'warn'>) {
  const listeners = new Listeners<[rows: readonly UnreadableRow[]]>()
  const messages = new Set<string>()
  const acknowledged = new Set<string>()
  const isCounted = (row: UnreadableRow): row is CountedRow => canCount(row) && acknowledged.has(wholeKeyOf(row))
  return {
    /** Takes the unreadable rows of a read; a row is reported only the first time. */
    saw(rows: readonly UnreadableRow[]): void {
      const fresh = new Map(rows.filter((row) => !messages.has(keyOf(row))).map((row) => [keyOf(row), row]))
      if (fresh.size === 0) return
      for (const [key, { list, asset, reason, text }] of fresh) {
        messages.add(key)
        log.warn({ list, asset, reason, text }, 'a row of the account cannot be read')
      }
      listeners.notify([...fresh.values()])
    },
    onNew: listeners.on,
    /** Acknowledges exactly this row: with another text or value it is another row. */
    acknowledge(row: CountedRow): void {
      const { list, asset, text, worth } = row
      log.warn({ list, asset, text, worth }, 'a row of the account that cannot be read was acknowledged')
      acknowledged.add(wholeKeyOf(row))
    },
    /** The rows, with acknowledged ones marked. */
    marked: (rows: readonly UnreadableRow[]): readonly UnreadableRow[] =>
      rows.map((row) => (isCounted(row) ? { ...row, acknowledged: true } : row)),
    /** The acknowledged rows, which count at their value. */
    counted: (rows: readonly UnreadableRow[]): readonly CountedRow[] => rows.filter(isCounted),
    /** Another account signed in. */
    reset(): void {
      messages.clear()
      acknowledged.clear()
    },
  }
}

/** A position's figures change with each read, and its place in the list with other rows: neither makes it another row. */
const keyOf = ({ list, asset, reason }: UnreadableRow): string => `${list}/${asset}/${reason.replace(/\[\d+\]/g, '[]')}`

/** The row exactly as it was acknowledged. */
const wholeKeyOf = ({ list, text, asset, worth }: CountedRow): string => JSON.stringify([list, asset, worth, text])
