/** The trading half of main: takes intents, carries each out once, and knows what became of it. */
import type { AccountView } from '../../contract/account.ts'
import { isFinal } from '../../contract/action.ts'
import type { Address } from '../../contract/address.ts'
import { isCoin } from '../../contract/outcome.ts'
import { millis } from '../../contract/time.ts'
import { ServiceError } from '../service/index.ts'
import { directOrderAction, verifyAll } from '../signing/index.ts'
import { createAccountWatch, serverTimeOf, underWay } from './account/index.ts'
import { createAccountReads } from './account-reads.ts'
import { allFinal, createActionLog, derivedId, isBeforeSent, type Refusal } from './actions/index.ts'
import { type FlattenRequest, flatten } from './flatten.ts'
import { createIntake } from './intake.ts'
import type { Trading, TradingOptions } from './interface.ts'
import { oncePerRequest } from './once.ts'
import { createPlanner } from './plans/index.ts'
import { createExecutions, createReconciler, fateOf, readHistorySince } from './reconcile/index.ts'
import { createDayResult, createRateLimit } from './risk/index.ts'
import { createRunner } from './sending/index.ts'
import { createTopics } from './topics.ts'

/** A prediction waits at most this long for the leverage that it needs, ms: it may wait for the trader's word. */
const SETUP_WITHIN = 60_000
/** Answers that speak of the market's state: not there, in another phase, locked. */
const MARKET_STATE: ReadonlySet<number> = new Set([404, 409, 423])
/** No order is refused on an account read older than this, ms. */
const TRUSTED = 10_000
const LOOK_BACK = 24 * 3_600_000

export function createTrading(options: TradingOptions): Trading {
  const { service, keys, markets, record, settings, clock, log } = options
  const { identity } = keys
  const clockOffset = (): number => markets.clockOffset()
  const serverTime = () => serverTimeOf(clock, clockOffset)
  /** A read of which the service's time is not known proves no absence: it counts as if it were before everything. */
  const readTime = () => (markets.measuredOffset() === null ? millis(0) : serverTime())
  const actionLog = createActionLog({
    journal: record.journal,
    clock,
    profileName: service.profile.name,
    onStep: record.onStep,
    onJournalError: (error) => {
      log.error({ err: error }, 'the journal could not be written')
      record.onJournalError(error.message)
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
    families: () => markets.families(),
    setOwnOrders: (orders) => markets.setOwnOrders(orders),
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
      facts: markets,
      serverTime,
      limits: () => settings.limits(),
      rate: createRateLimit(
        () => settings.limits().ordersPerMinute,
        () => clock.monotonic(),
      ),
      dayResult: async () => (await day.read()).total,
      account: trustedAccount,
      freshAccount: () => watch.freshAccount(),
      openOrders: () => watch.openOrders(),
      ...underWay(actionLog, watch),
    }),
    approval: identity,
    verify: (expected, prepared) => verifyAll(expected, prepared, service.profile),
    sign: (prepared) => identity.sign(prepared),
    isCurrent: (account) => identity.address() === account,
    nextNonce: keys.nextNonce,
    directAction: (order) => directOrderAction(service.profile.directOrder, order),
    signAsUser: (action) => identity.signAsUser(action),
    unverifiedActions: () => settings.unverifiedActions(),
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
    mark: (asset) => markets.ticker(asset)?.mark ?? null,
    version: () => watch.version(),
    serverTime,
  })
  const submit = createIntake({ actionLog, keys, onStep: record.onStep, begin: runner.begin, log })
  const reads = createAccountReads(service, watch, clock, signedIn)
  let who: Address | null = identity.address()

  identity.onChange(() => {
    if (identity.address() === who) return
    who = identity.address()
    reads.clear()
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
    else if (error.status !== null && MARKET_STATE.has(error.status)) markets.refreshMarkets()
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

  async function cancelAll(requestId: string, asset: string | null): Promise<{ actionIds: readonly string[] }> {
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

  const flattenOnce = oncePerRequest(
    (_id, request: FlattenRequest) =>
      flatten(request, {
        actionLog,
        clock,
        freshOpenOrders: () => watch.freshOpenOrders(),
        freshAccount: () => watch.freshAccount(),
        submit,
      }),
    false,
  )

  return {
    resume,
    stop: () => watch.stop(),
    submit,
    isKnown: (requestId) => actionLog.has(requestId),
    confirmUnverified: (actionId, accept) => runner.confirm(actionId, accept),
    confirmEstimate: (actionId, estimateId, accept) => runner.confirmEstimate(actionId, estimateId, accept),
    flatten: (request) => flattenOnce(request.requestId, request),
    cancelAll: oncePerRequest(cancelAll, true),
    ...reads,
    onTrade: (trade) => watch.onTrade(trade),
    onBucketChange: () => watch.refresh(),
    onReconnect: () => watch.refresh(),
    inFlight: () => actionLog.live().filter(({ state }) => !isFinal(state) && !AT_REST.has(state)).length,
    topics: createTopics(actionLog, watch, identity),
  }
}

/** States that may last for hours and need nothing of the terminal. */
const AT_REST: ReadonlySet<string> = new Set(['resting', 'partly_filled'])
