/** Keeps the trader's positions and open orders read, and lets every read settle what was sent. */
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

/** What the account looks like, with the age of the reads behind it. */
export type AccountWatch = ReturnType<typeof createAccountWatch>

interface AccountWatchOptions {
  /** The service, asked for a purpose. */
  readonly service: (
    purpose: Purpose,
  ) => Pick<TradingService, 'account' | 'openOrders' | 'openOutcomeOrders' | 'outcomeOrderStatus' | 'conversions'>
  /** Which families the deployment is known to offer; orders of the others are not read. */
  readonly families: () => { readonly binary: boolean; readonly outcomes: boolean }
  readonly clock: Clock
  readonly actionLog: ActionLog
  readonly reconciler: Reconciler
  readonly executions: Executions
  readonly fills: Pick<FillRecords, 'sync' | 'since' | 'newest'>
  readonly orders: Pick<OrderRecords, 'readSince'>
  readonly net: SafetyNet
  /** Told of the open orders of every family, as they are after each read. */
  readonly sawOpen: (account: string, orders: readonly Order[]) => void
  readonly ledger: Pick<WalletLedger, 'look' | 'isInDoubt'>
  readonly external: Pick<External, 'look' | 'isInDoubt'>
  /** Null while signed out: nothing is read then. */
  readonly address: () => Address | null
  readonly serverTime: () => Millis
  /** Tells market data which prices are the trader's own. */
  readonly setOwnOrders: (orders: readonly Order[]) => void
  readonly onServiceError: (error: unknown) => void
  /** Told of what cannot be read in the last reads, after each of them. */
  readonly sawUnreadable: (rows: readonly UnreadableRow[]) => void
  /** @throws ServiceError saying that nobody is signed in. */
  readonly signedOut: (route: string) => ServiceError
  readonly log: Pick<Log, 'error'>
}

/** Between two passes: something rests, nothing rests, nothing is open and nothing has changed for `UNCHANGED`, the last pass failed. ms. */
const RESTING = 1_000
const CALM = 2_000
const IDLE = 5_000
const FAILING = 4_000
const UNCHANGED = 60_000
/** While the outcome of something sent is not known, ms, pass by pass. */
const BACK_OFF = [100, 200, 400, 800, 1_600, 3_000]
/** After a print at one of the trader's prices, ms; and at most four of these passes a second. */
const PRINT_DELAY = 50
/** Fills of earlier runs that are compared once more at a start. */
const KEPT_FILLS = 500
/** What was taken is in the lists this long after the answer to it, ms: they may lag behind. */
const LISTED_WITHIN = 3_000
/** Between two reads of fills while the account does not change, ms. */
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
  /** How each of a pass's reads came out: windows read themselves, and would not know. */
  let readable = ''
  let unsettledPasses = 0
  /** Of the last read of fills: the account's version and the monotonic time. */
  let fillsVersion = -1
  let fillsRead = Number.NEGATIVE_INFINITY
  /** Whose kept fills were compared in this run. */
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

  /** Nothing of the trader's is at stake, also nothing that is in no read any more, and nothing has been for a while. */
  const isIdle = (who: Address): boolean =>
    actionLog.live().every(({ account }) => account !== who) &&
    accountRead.last()?.value.positions.every(({ size }) => signOf(size) === 0) === true &&
    clock.monotonic() - changedAt >= UNCHANGED

  const hasUnsettled = (who: Address): boolean =>
    executions.isAwaiting(who) || actionLog.live().some((action) => action.account === who && isUnsettled(action))

  /** A mistake of the terminal's own in one pass must not end the passes: nothing that was sent would be looked up any more. */
  function unforeseen(error: unknown): false {
    /** What a pass that was under way when the deployment ended would have kept can be kept nowhere any more. */
    if (isStopped) return false
    log.error({ err: error }, 'a look at the account stopped on an unforeseen error')
    return false
  }

  /**
   * Whether the open orders of scalar and binary markets could be read. Failing reads keep what was read before, and what does not need
   * them is settled all the same.
   */
  async function readAndSettle(who: Address): Promise<boolean> {
    const beganHere = clock.monotonic()
    // What the outcome of a sent order hangs on goes before what is only shown.
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

  /** What the ledger finds is reported once whose fills are known: a change that they explain is none. */
  async function compared(look: Look): Promise<void> {
    const changes = options.ledger.look(look)
    await options.external.look(look, changes)
  }

  /** Fills are read as the account changes, and now and then: what no action waits for shows up there too. */
  async function readFillsWhenDue(who: Address): Promise<void> {
    const isDue = version !== fillsVersion || clock.monotonic() - fillsRead >= FILLS_EVERY
    if (!isDue && !options.external.isInDoubt() && !options.ledger.isInDoubt()) return
    fillsVersion = version
    fillsRead = clock.monotonic()
    await options.fills.sync().catch(options.onServiceError)
    /** What an earlier run could not look up is looked up again. */
    const kept = lookedUpFor === who ? [] : options.fills.newest(KEPT_FILLS)
    lookedUpFor = who
    await options.net.sawFills(who, kept).catch(options.onServiceError)
  }

  async function fillsSince(since: number): Promise<FillsRead> {
    await options.fills.sync(since)
    return options.fills.since(since)
  }

  /** Reads that begin now; null when another wallet came meanwhile. */
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

  /** Orders and fills of the history change with an action's outcome, also when positions and open orders look the same. */
  actionLog.onChange(({ state }) => {
    if (!OUTCOMES.has(state)) return
    version += 1
    changedAt = clock.monotonic()
    listeners.notify()
  })

  return {
    /** The first read at once, then by the rhythm below until `stop`. */
    start(): void {
      isStopped = false
      rhythm.start()
    },
    stop(): void {
      isStopped = true
      rhythm.stop()
    },
    /** Reads as soon as possible: an action was sent, the bucket changed, the feed is back. */
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
    /** The last open orders of every family, empty before the first read. */
    openOrders: openOrders.last,
    /** Positions and open orders of the last reads that cannot be read. */
    unreadable,
    /** A read that began now. @throws ServiceError, also where a position cannot be read: what is not in it is not held. */
    freshAccount: async (purpose?: Purpose): Promise<AccountView> => whole(await accountRead.fresh(purpose)),
    /** The same for what needs some of its positions only: one that is not in it may be among those that cannot be read. */
    freshAccountInParts: (purpose?: Purpose): Promise<AccountView> => accountRead.fresh(purpose),
    /** The open orders of every family as of now, as far as they can be read. */
    freshOpenOrders: openOrders.fresh,
    /** Reads at most `ms` old. @throws ServiceError */
    account: async (ms: number, purpose?: Purpose): Promise<AccountView> =>
      whole(await accountRead.within(ms, purpose)),
    accountInParts: (ms: number, purpose?: Purpose): Promise<AccountView> => accountRead.within(ms, purpose),
    orders: openOrders.within,
    /** Whether reads that begin now certainly show no trace of an action; what they do show is taken. */
    async hasNoTrace(id: string): Promise<boolean> {
      await new Promise<void>((resolve) => clock.after(LISTED_WITHIN, resolve))
      const who = address()
      const reads = who === null ? null : await readAll(who, FOR.held)
      const action = actionLog.get(id)
      if (reads === null || action === null || action.account !== who) return false
      return reconciler.hasNoTrace(action, reads)
    },
    /** Monotonic time of the last change of what was read; minus infinity before the first read. */
    changedAt: (): number => changedAt,
    /** Counts the changes of what was read, and of what could be read. */
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

/** The service's time: the terminal's own, corrected by what was measured. */
export const serverTimeOf = (clock: Pick<Clock, 'now'>, offset: () => number): Millis =>
  millis(Math.round(clock.now() + offset()))

/** Rows of the account that cannot be read: each reported once, and what the trader has acknowledged of them in this run. */
export function createUnreadableRows(log: Pick<Log, 'warn'>) {
  const listeners = new Listeners<[rows: readonly UnreadableRow[]]>()
  const said = new Set<string>()
  const acknowledged = new Set<string>()
  const isCounted = (row: UnreadableRow): row is CountedRow => canCount(row) && acknowledged.has(wholeKeyOf(row))
  return {
    /** What a read could not read; what was said of it before is not said again. */
    saw(rows: readonly UnreadableRow[]): void {
      const fresh = new Map(rows.filter((row) => !said.has(keyOf(row))).map((row) => [keyOf(row), row]))
      if (fresh.size === 0) return
      for (const [key, { list, asset, reason, text }] of fresh) {
        said.add(key)
        log.warn({ list, asset, reason, text }, 'a row of the account cannot be read')
      }
      listeners.notify([...fresh.values()])
    },
    /** Told of what is new. */
    onNew: listeners.on,
    /** The trader's word on this very row: with another text or value it is another one. */
    acknowledge(row: CountedRow): void {
      const { list, asset, text, worth } = row
      log.warn({ list, asset, text, worth }, 'a row of the account that cannot be read was acknowledged')
      acknowledged.add(wholeKeyOf(row))
    },
    /** Rows with those marked that were acknowledged. */
    marked: (rows: readonly UnreadableRow[]): readonly UnreadableRow[] =>
      rows.map((row) => (isCounted(row) ? { ...row, acknowledged: true } : row)),
    /** Those that were acknowledged, which count at their value. */
    counted: (rows: readonly UnreadableRow[]): readonly CountedRow[] => rows.filter(isCounted),
    /** Another account is signed in. */
    reset(): void {
      said.clear()
      acknowledged.clear()
    },
  }
}

/** A position's figures change with each read, and its place in the list with others: neither makes it another row. */
const keyOf = ({ list, asset, reason }: UnreadableRow): string => `${list}/${asset}/${reason.replace(/\[\d+\]/g, '[]')}`

/** The row as it was acknowledged, to the letter. */
const wholeKeyOf = ({ list, text, asset, worth }: CountedRow): string => JSON.stringify([list, asset, worth, text])
