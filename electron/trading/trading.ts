/** The trading half of main: takes intents, carries each out once, and knows what became of it. */
import type { AccountView, Fees, Fill, Order } from '../../contract/account.ts'
import { isFinal } from '../../contract/action.ts'
import type { Address, Cloid } from '../../contract/address.ts'
import type { Intent } from '../../contract/intent.ts'
import type { FlattenReport } from '../../contract/ipc.ts'
import { DEFAULT_LIMITS } from '../../contract/limits.ts'
import type { PublicTrade } from '../../contract/market.ts'
import { type Conversion, isCoin, type OutcomeOrderStatus } from '../../contract/outcome.ts'
import { type Clock, millis } from '../../contract/time.ts'
import type { Log } from '../log/index.ts'
import { type Page, type PreparedAction, ServiceError, type TradingService } from '../service/index.ts'
import { directOrderAction, type ExpectedAction, type Verification, verifyAll } from '../signing/index.ts'
import type { Journal } from '../storage/index.ts'
import type { TopicSource } from '../topics/index.ts'
import { createAccountWatch, createReadCache, serverTimeOf, underWay } from './account/index.ts'
import {
  allFinal,
  createActionLog,
  derivedId,
  isBeforeSent,
  newCloid,
  type RandomBytes,
  type Refusal,
  type StepHook,
  type TradingIdentity,
} from './actions/index.ts'
import { type FlattenRequest, flatten } from './flatten.ts'
import { createPlanner, type MarketFacts } from './plans/index.ts'
import { createExecutions, createReconciler, fateOf, readHistorySince } from './reconcile/index.ts'
import { createDayResult, createRateLimit, type Limits } from './risk/index.ts'
import { createRunner } from './sending/index.ts'
import { createTopics } from './topics.ts'

export interface TradingOptions {
  readonly service: TradingService
  readonly journal: Journal
  readonly clock: Clock
  /** Cryptographically secure. */
  readonly randomBytes: RandomBytes
  readonly identity: TradingIdentity
  readonly facts: MarketFacts
  /** Service time minus the terminal's, ms; 0 until measured. */
  readonly clockOffset: () => number
  /** The same, null until measured; `clockOffset` when absent. */
  readonly measuredOffset?: () => number | null
  readonly unverifiedActions: () => 'confirm' | 'refuse'
  readonly log: Log
  /** The limits as the trader has set them; asked for at every order. */
  readonly limits?: () => Limits
  /** The next nonce for direct orders of a signer, stored before it is handed out. */
  readonly nextNonce: (signer: string) => number
  /** Tells market data which prices are the trader's own; called at every change of the open orders. */
  readonly setOwnOrders?: (orders: readonly Order[]) => void
  /** The journal could not be written for an action that had left already: the trader must be told. */
  readonly onJournalError?: (reason: string) => void
  /** Called after every journalled step, and waited for before the step's effect. */
  readonly onStep?: StepHook
  /** How what was prepared is checked; by default against the service's profile. */
  readonly verify?: (expected: ExpectedAction, prepared: readonly PreparedAction[]) => Verification
  /** Which families the deployment is known to offer. */
  readonly families: () => { readonly binary: boolean; readonly outcomes: boolean }
  /** The service refused for the market's state: it is to be read again (docs/service/errors.md#statuses). */
  readonly refreshMarkets?: () => void
}

export interface Trading {
  /** Settles what an earlier run left unfinished, and begins to watch the account. Call once. */
  resume(): Promise<void>
  /** Stops reading; nothing that is under way is cut off. */
  stop(): void
  /** Resolves as soon as the intent is journalled or refused. Never throws for what the trader or the service did. */
  /** @param refusal why the one who asks may not send it, or null: a refused intent shows like any other. */
  submit(
    requestId: string,
    intent: Intent,
    refusal?: () => Refusal | null,
  ): Promise<{ readonly actionId: string; readonly repeated: boolean }>
  /** Whether the id was ever accepted, in this run or before. */
  isKnown(requestId: string): boolean
  /** The trader's word on an action that could not be verified; false when it does not wait for one. */
  confirmUnverified(actionId: string, accept: boolean): boolean
  /** The trader's word on a prediction's estimate; `changed` when another one has replaced the one named. */
  confirmEstimate(actionId: string, estimateId: string, accept: boolean): 'taken' | 'changed' | 'not_waiting'
  /** Closes every position, after cancelling every order when asked; never repeated for the same id. */
  flatten(request: FlattenRequest): Promise<FlattenReport>
  /**
   * One cancel for every order that a fresh read shows open. @throws ServiceError when a family cannot be read, once the orders of the
   * other one are being cancelled.
   */
  cancelAll(requestId: string, asset: string | null): Promise<{ readonly actionIds: readonly string[] }>
  /** @throws ServiceError; all reads of windows at the same time share one. */
  readAccount(): Promise<AccountView>
  readOpenOrders(): Promise<readonly Order[]>
  readOrderHistory(page: Page): Promise<readonly Order[]>
  readFills(page: Page): Promise<readonly Fill[]>
  readFees(): Promise<Fees>
  /** The status of one outcome order of the trader's. */
  readOutcomeOrderStatus(by: { readonly oid: string } | { readonly cloid: Cloid }): Promise<OutcomeOrderStatus>
  readConversions(): Promise<readonly Conversion[]>
  /** Wired to the feed: a public trade, a change of bucket, a connection that is back. */
  onTrade(trade: PublicTrade): void
  onBucketChange(): void
  onReconnect(): void
  /** Number of actions whose last word is not spoken, for whoever wants to quit or update. */
  inFlight(): number
  /** Topics `actions` and `account_version`. */
  readonly topics: TopicSource
}

/** A prediction waits at most this long for the leverage that it needs, ms: it may wait for the trader's word. */
const SETUP_WITHIN = 60_000
/** Answers that speak of the market's state: not there, in another phase, locked. */
const MARKET_STATE: ReadonlySet<number> = new Set([404, 409, 423])
/** Reads this young are served to windows as they are, ms. */
const YOUNG = 500
/** No order is refused on an account read older than this, ms. */
const TRUSTED = 10_000
const LOOK_BACK = 24 * 3_600_000

export function createTrading(options: TradingOptions): Trading {
  const { service, journal, clock, identity, facts, log, clockOffset } = options
  const limits = options.limits ?? (() => DEFAULT_LIMITS)
  const serverTime = () => serverTimeOf(clock, clockOffset)
  /** A read of which the service's time is not known proves no absence: it counts as if it were before everything. */
  const readTime = () => ((options.measuredOffset ?? clockOffset)() === null ? millis(0) : serverTime())
  const verify =
    options.verify ??
    ((expected: ExpectedAction, prepared: readonly PreparedAction[]) => verifyAll(expected, prepared, service.profile))

  const actionLog = createActionLog({
    journal,
    clock,
    profileName: service.profile.name,
    onStep: options.onStep,
    onJournalError: (error) => {
      log.error({ err: error }, 'the journal could not be written')
      options.onJournalError?.(error.message)
    },
  })
  const watch = createAccountWatch({
    service,
    clock,
    actionLog,
    reconciler: createReconciler({ actionLog, offset: clockOffset }),
    executions: createExecutions({ actionLog, clock, offset: clockOffset }),
    address: () => identity.address(),
    serverTime: readTime,
    families: options.families,
    setOwnOrders: options.setOwnOrders ?? (() => {}),
    onServiceError,
    signedOut,
  })
  const runner = createRunner({
    actionLog,
    clock,
    service,
    plan: createPlanner({
      service,
      clock,
      facts,
      serverTime,
      limits,
      rate: createRateLimit(
        () => limits().ordersPerMinute,
        () => clock.monotonic(),
      ),
      dayResult: async () => (await day.read()).total,
      account: trustedAccount,
      freshAccount: () => watch.freshAccount(),
      openOrders: () => watch.openOrders(),
      ...underWay(actionLog, watch),
    }),
    approval: identity,
    verify,
    sign: (prepared) => identity.sign(prepared),
    isCurrent: (account) => identity.address() === account,
    nextNonce: options.nextNonce,
    directAction: (order) => directOrderAction(service.profile.directOrder, order),
    signAsUser: (action) => identity.signAsUser(action),
    unverifiedActions: options.unverifiedActions,
    serverTime,
    outcomeOfOrder,
    setUpBinary,
    onSent: () => watch.refresh(),
    onServiceError,
    log,
  })
  const day = createDayResult({
    fills: async (page) => service.fills(signedIn('GET /v1/trades/{address}'), page),
    account: async () => trustedAccount() ?? (await watch.freshAccount()),
    mark: (asset) => facts.ticker(asset)?.mark ?? null,
    version: () => watch.version(),
    serverTime,
  })
  const flattens = new Map<string, Promise<FlattenReport>>()
  const cancelAlls = new Map<string, Promise<{ readonly actionIds: readonly string[] }>>()
  const readCache = createReadCache(clock, YOUNG)
  let who: Address | null = identity.address()

  identity.onChange(() => {
    if (identity.address() === who) return
    who = identity.address()
    readCache.clear()
    day.reset()
    watch.reset()
  })

  function signedOut(route: string): ServiceError {
    const message = identity.reason() ?? 'Nobody is signed in.'
    return new ServiceError({ kind: 'signed_out', route, delivery: 'not_sent', message, code: 'signed_out' })
  }

  function signedIn(route: string): Address {
    const address = identity.address()
    if (address === null) throw signedOut(route)
    return address
  }

  function onServiceError(error: unknown): void {
    if (!(error instanceof ServiceError)) return
    if (error.status === 401) identity.unauthorized()
    else if (error.status !== null && MARKET_STATE.has(error.status)) options.refreshMarkets?.()
  }

  /** The setup is an action of its own, once for each action that finds it missing. */
  async function setUpBinary(forAction: string): Promise<Refusal | null> {
    const id = derivedId(forAction, 'binary_setup')
    await submit(id, { kind: 'binary_setup' })
    await allFinal([{ id }], SETUP_WITHIN, { actionLog, clock })
    const end = actionLog.get(id)
    if (end?.state === 'done') return null
    const words = end?.message ?? 'It has not come to an end yet; try again when it has.'
    return { code: end?.code ?? 'leverage_must_be_2', message: `Leverage 2 was not set: ${words}`, field: null }
  }

  function trustedAccount(): AccountView | null {
    const last = watch.lastAccount()
    return last !== null && clock.monotonic() - last.began < TRUSTED ? last.value : null
  }

  async function outcomeOfOrder(asset: string, oid: string): Promise<string | null> {
    const address = identity.address()
    if (address === null) return null
    try {
      const { orders } = await readHistorySince(service, address, serverTime() - LOOK_BACK)
      const order = orders.find((candidate) => candidate.oid === oid && candidate.asset === asset)
      return order === undefined || order.status === 'resting' ? null : fateOf(order)
    } catch (error) {
      log.warn({ err: error }, 'the history could not be read after a refused cancel')
      return null
    }
  }

  async function submit(
    requestId: string,
    intent: Intent,
    refusal: () => Refusal | null = () => null,
  ): Promise<{ actionId: string; repeated: boolean }> {
    if (actionLog.has(requestId)) return { actionId: requestId, repeated: true }
    const account = identity.address()
    /** A direct order has no place for a client order id. */
    const cloid = intent.kind === 'place' && intent.signer !== 'wallet' ? newCloid(options.randomBytes) : null
    const refuse = (code: string, message: string) =>
      actionLog.apply(requestId, { type: 'refused', refusal: { code, message, field: null }, mismatches: [] })
    try {
      const drafted = actionLog.open(requestId, intent, account ?? '', cloid)
      await options.onStep?.('drafted', drafted)
    } catch (error) {
      log.error({ err: error }, 'an intent could not be journalled')
      await refuse(
        'journal_failed',
        `The journal could not be written, so nothing was sent: ${(error as Error).message}`,
      )
      return { actionId: requestId, repeated: false }
    }
    const barred = refusal()
    if (account === null) await refuse('signed_out', identity.reason() ?? 'Nobody is signed in.')
    else if (barred !== null) await refuse(barred.code, barred.message)
    else await runner.begin(requestId)
    return { actionId: requestId, repeated: false }
  }

  async function runCancelAll(requestId: string, asset: string | null): Promise<{ actionIds: readonly string[] }> {
    const open = await watch.freshOpenOrders()
    const orders = open.orders.filter((order) => asset === null || order.asset === asset)
    const actionIds = orders.map((order) => derivedId(requestId, order.oid))
    await Promise.all(
      orders.map((order) => {
        const { oid, cloid } = order
        return submit(derivedId(requestId, oid), { kind: 'cancel', asset: order.asset, oid, cloid })
      }),
    )
    const unread = open.failures.find(({ outcomes }) => asset === null || outcomes === isCoin(asset))
    if (unread !== undefined) throw unread.error
    return { actionIds }
  }

  async function resume(): Promise<void> {
    for (const { id, state } of actionLog.live()) {
      if (isBeforeSent(state)) {
        const refusal = { code: 'stopped', message: 'The terminal stopped before this was sent.', field: null }
        await actionLog.apply(id, { type: 'refused', refusal, mismatches: [] })
      } else if (state === 'sent') {
        const message = 'The terminal stopped before the answer came; reads will show what became of it.'
        await actionLog.apply(id, { type: 'no_answer', refusal: { code: 'stopped', message, field: null } })
      }
    }
    watch.start()
  }

  return {
    resume,
    stop: () => watch.stop(),
    submit,
    isKnown: (requestId) => actionLog.has(requestId),
    confirmUnverified: (actionId, accept) => runner.confirm(actionId, accept),
    confirmEstimate: (actionId, estimateId, accept) => runner.confirmEstimate(actionId, estimateId, accept),
    flatten(request) {
      const known = flattens.get(request.requestId)
      if (known !== undefined) return known
      const running = flatten(request, {
        actionLog,
        clock,
        freshOpenOrders: () => watch.freshOpenOrders(),
        freshAccount: () => watch.freshAccount(),
        submit,
      })
      flattens.set(request.requestId, running)
      return running
    },
    cancelAll(requestId, asset) {
      const known = cancelAlls.get(requestId)
      if (known !== undefined) return known
      const running = runCancelAll(requestId, asset)
      cancelAlls.set(requestId, running)
      running.catch(() => cancelAlls.delete(requestId))
      return running
    },
    readAccount: () => watch.account(YOUNG),
    readOpenOrders: () => watch.orders(YOUNG),
    readOrderHistory: (page) =>
      readCache.read(`history/${page.limit}/${page.before}/${watch.version()}`, async () =>
        service.orderHistory(signedIn('GET /v1/orders/history/{address}'), page),
      ),
    readFills: (page) =>
      readCache.read(`fills/${page.limit}/${page.before}/${watch.version()}`, async () =>
        service.fills(signedIn('GET /v1/trades/{address}'), page),
      ),
    readOutcomeOrderStatus: async (by) => service.outcomeOrderStatus(signedIn('POST /v1/outcomes/order-status'), by),
    readConversions: () =>
      readCache.read(`conversions/${watch.version()}`, async () => {
        signedIn('GET /v1/outcomes/conversions/history')
        return service.conversions()
      }),
    readFees: () => readCache.read('fees', async () => service.fees(signedIn('GET /v1/fees/{address}'))),
    onTrade: (trade) => watch.onTrade(trade),
    onBucketChange: () => watch.refresh(),
    onReconnect: () => watch.refresh(),
    inFlight: () => actionLog.live().filter(({ state }) => !isFinal(state) && !AT_REST.has(state)).length,
    topics: createTopics(actionLog, watch, identity),
  }
}

/** States that may last for hours and need nothing of the terminal. */
const AT_REST: ReadonlySet<string> = new Set(['resting', 'partly_filled'])
