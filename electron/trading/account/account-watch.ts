/** Keeps the trader's positions and open orders read, and lets every read settle what was sent. */
import type { AccountView, Order } from '../../../contract/account.ts'
import type { ActionState } from '../../../contract/action.ts'
import type { Address } from '../../../contract/address.ts'
import { compare } from '../../../contract/decimal.ts'
import { Listeners } from '../../../contract/listeners.ts'
import type { PublicTrade } from '../../../contract/market.ts'
import { type Cancel, type Clock, type Millis, millis } from '../../../contract/time.ts'
import type { ServiceError, TradingService } from '../../service/index.ts'
import type { ActionLog } from '../actions/index.ts'
import { type Executions, isUnsettled, type Reconciler, readFillsSince, readHistorySince } from '../reconcile/index.ts'
import { createSharedRead } from './shared-read.ts'

/** What the account looks like, with the age of the reads behind it. */
export interface AccountWatch {
  /** The first read at once, then by the rhythm below until `stop`. */
  start(): void
  stop(): void
  /** Reads as soon as possible: an action was sent, the bucket changed, the feed is back. */
  refresh(): void
  /** A public trade: reads soon when it printed at or through one of the trader's resting prices. */
  onTrade(trade: PublicTrade): void
  /** The address changed: forgets everything read. */
  reset(): void
  /** The last account read, with the monotonic time at which it began. */
  lastAccount(): { readonly value: AccountView; readonly began: number } | null
  /** The last open orders of every family, empty before the first read. */
  openOrders(): readonly Order[]
  /** A read that began now. @throws ServiceError */
  freshAccount(): Promise<AccountView>
  /** The open orders of every family as of now, as far as they can be read. */
  freshOpenOrders(): Promise<FreshOrders>
  /** Reads at most `ms` old. @throws ServiceError */
  account(ms: number): Promise<AccountView>
  orders(ms: number): Promise<readonly Order[]>
  /** Counts the changes of what was read. */
  version(): number
  onChange(listener: () => void): Cancel
}

/** Open orders; one family that cannot be read keeps no other from being acted on. */
export interface FreshOrders {
  readonly orders: readonly Order[]
  readonly failures: readonly OrdersFailure[]
}

/** What could not be read, in words, and why. */
interface OrdersFailure {
  readonly what: string
  readonly outcomes: boolean
  readonly error: unknown
}

interface AccountWatchOptions {
  readonly service: Pick<
    TradingService,
    'account' | 'openOrders' | 'orderHistory' | 'fills' | 'openOutcomeOrders' | 'outcomeOrderStatus' | 'conversions'
  >
  /** Which families the deployment is known to offer; orders of the others are not read. */
  readonly families: () => { readonly binary: boolean; readonly outcomes: boolean }
  readonly clock: Clock
  readonly actionLog: ActionLog
  readonly reconciler: Reconciler
  readonly executions: Executions
  /** Null while signed out: nothing is read then. */
  readonly address: () => Address | null
  readonly serverTime: () => Millis
  /** Tells market data which prices are the trader's own. */
  readonly setOwnOrders: (orders: readonly Order[]) => void
  readonly onServiceError: (error: unknown) => void
  /** @throws ServiceError saying that nobody is signed in. */
  readonly signedOut: (route: string) => ServiceError
}

/** Between two passes: nothing rests, something rests, the last pass failed. ms. */
const CALM = 2_000
const RESTING = 1_000
const FAILING = 4_000
/** While the outcome of something sent is not known, ms, pass by pass. */
const BACK_OFF = [100, 200, 400, 800, 1_600, 3_000]
/** After a print at one of the trader's prices, ms; and at most four of these passes a second. */
const PRINT_DELAY = 50
const PRINT_GAP = 250
const FILLS = 500
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

export function createAccountWatch(options: AccountWatchOptions): AccountWatch {
  const { service, clock, actionLog, reconciler, executions, address } = options
  const listeners = new Listeners()
  const accountRead = createSharedRead(clock, () => service.account(signedIn('GET /v1/positions/{address}')))
  const openRead = createSharedRead(clock, () => service.openOrders(signedIn('GET /v1/orders/open/{address}')))
  const outcomeRead = createSharedRead(clock, () =>
    service.openOutcomeOrders(signedIn('GET /v1/outcomes/orders/open/{address}')),
  )
  let started = false
  let version = 0
  let shown = ''
  let timer: { cancel: Cancel; due: number } | null = null
  let running = false
  /** How soon the next pass is wanted, asked for during a running one. */
  let wanted = Number.POSITIVE_INFINITY
  let lastPass = Number.NEGATIVE_INFINITY
  let unsettledPasses = 0

  function signedIn(route: string): Address {
    const who = address()
    if (who === null) throw options.signedOut(route)
    return who
  }

  /** Sees to it that a pass begins within `ms`. */
  function within(ms: number): void {
    if (!started) return
    if (running) {
      wanted = Math.min(wanted, ms)
      return
    }
    const due = clock.monotonic() + ms
    if (timer !== null && timer.due <= due) return
    timer?.cancel()
    timer = { due, cancel: clock.after(ms, () => void pass()) }
  }

  async function pass(): Promise<void> {
    timer?.cancel()
    timer = null
    const who = address()
    if (running || !started || who === null) return
    running = true
    wanted = Number.POSITIVE_INFINITY
    lastPass = clock.monotonic()
    let failed = false
    try {
      failed = !(await readAndSettle(who))
    } finally {
      running = false
    }
    const unsettled =
      executions.isAwaiting(who) || actionLog.live().some((action) => action.account === who && isUnsettled(action))
    unsettledPasses = unsettled ? unsettledPasses + 1 : 0
    within(Math.min(wanted, pause(failed, unsettled)))
  }

  function pause(failed: boolean, unsettled: boolean): number {
    const rhythm = failed ? FAILING : openOrders().length > 0 ? RESTING : CALM
    if (!unsettled) return rhythm
    return Math.min(rhythm, BACK_OFF[Math.min(unsettledPasses, BACK_OFF.length) - 1] ?? rhythm)
  }

  /**
   * Whether the open orders of scalar and binary markets could be read. Failing reads keep what was read before; when only those of
   * outcomes fail, the others are settled all the same.
   */
  async function readAndSettle(who: Address): Promise<boolean> {
    const began = options.serverTime()
    const [open, outcomes, account] = await Promise.allSettled([
      openRead.fresh(),
      options.families().outcomes ? outcomeRead.fresh() : null,
      accountRead.fresh(),
    ])
    for (const read of [open, outcomes, account]) if (read.status === 'rejected') options.onServiceError(read.reason)
    if (address() !== who) return false
    publish()
    if (open.status === 'rejected') return false
    await reconciler.pass(who, {
      began,
      open: open.value,
      openOutcomes: outcomes.status === 'fulfilled' ? outcomes.value : null,
      account: account.status === 'fulfilled' ? account.value : null,
      history: (since) => readHistorySince(service, who, since),
      fills: () => service.fills(who, { limit: FILLS, before: null }),
      status: (by) => service.outcomeOrderStatus(who, by),
      conversions: () => service.conversions(),
    })
    await executions.pass(who, (since) => readFillsSince(service, who, since))
    return true
  }

  function openOrders(): readonly Order[] {
    const outcomes = options.families().outcomes ? (outcomeRead.last()?.value ?? []) : []
    return together(openRead.last()?.value ?? [], outcomes)
  }

  async function freshOpenOrders(): Promise<FreshOrders> {
    const [open, outcomes] = await Promise.allSettled([
      openRead.fresh(),
      options.families().outcomes ? outcomeRead.fresh() : [],
    ])
    const failures: OrdersFailure[] = []
    if (open.status === 'rejected') {
      failures.push({ what: 'Open orders could not be read', outcomes: false, error: open.reason })
    }
    if (outcomes.status === 'rejected') {
      failures.push({ what: 'Open outcome orders could not be read', outcomes: true, error: outcomes.reason })
    }
    const read = (list: PromiseSettledResult<readonly Order[]>) => (list.status === 'fulfilled' ? list.value : [])
    return { orders: together(read(open), read(outcomes)), failures }
  }

  /** Where outcome orders cannot be read now, the last that were read stand for them. */
  async function orders(ms: number): Promise<readonly Order[]> {
    const outcomesNow = async (): Promise<readonly Order[]> => {
      if (!options.families().outcomes) return []
      try {
        return await outcomeRead.within(ms)
      } catch (error) {
        const last = outcomeRead.last()
        if (last === null) throw error
        return last.value
      }
    }
    const [open, outcomes] = await Promise.all([openRead.within(ms), outcomesNow()])
    return together(open, outcomes)
  }

  function publish(): void {
    const account = accountRead.last()?.value ?? null
    const now = JSON.stringify([account?.positions, account?.money, openOrders()])
    if (now === shown) return
    shown = now
    version += 1
    options.setOwnOrders(openOrders())
    listeners.notify()
  }

  /** Orders and fills of the history change with an action's outcome, also when positions and open orders look the same. */
  actionLog.onChange(({ state }) => {
    if (!OUTCOMES.has(state)) return
    version += 1
    listeners.notify()
  })

  return {
    start() {
      started = true
      within(0)
    },
    stop() {
      started = false
      timer?.cancel()
      timer = null
    },
    refresh() {
      unsettledPasses = 0
      within(0)
    },
    onTrade({ asset, px }) {
      const touched = openOrders().some(
        (order) =>
          order.asset === asset &&
          (order.side === 'buy' ? compare(order.price, px) >= 0 : compare(order.price, px) <= 0),
      )
      if (touched) within(Math.max(PRINT_DELAY, lastPass + PRINT_GAP - clock.monotonic()))
    },
    reset() {
      accountRead.reset()
      openRead.reset()
      outcomeRead.reset()
      publish()
      within(0)
    },
    lastAccount: () => accountRead.last(),
    openOrders,
    freshAccount: () => accountRead.fresh(),
    freshOpenOrders,
    account: (ms) => accountRead.within(ms),
    orders,
    version: () => version,
    onChange: listeners.on,
  }
}

/** Both lists as one; an order that is in both, on a service that lists all of them together, is listed once. */
function together(open: readonly Order[], outcomes: readonly Order[]): readonly Order[] {
  if (outcomes.length === 0) return open
  const known = new Set(open.map(({ oid }) => oid))
  return [...open, ...outcomes.filter(({ oid }) => !known.has(oid))]
}

/** The service's time: the terminal's own, corrected by what was measured. */
export const serverTimeOf = (clock: Pick<Clock, 'now'>, offset: () => number): Millis =>
  millis(Math.round(clock.now() + offset()))
