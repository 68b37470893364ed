/** The trading half of main: takes intents, carries each out once, and knows what became of it. */
import { isFinal } from '../../contract/action.ts'
import { ZERO } from '../../contract/decimal.ts'
import { onAny } from '../../contract/listeners.ts'
import { isCoin } from '../../contract/outcome.ts'
import { refused } from '../../contract/result.ts'
import { FOR, ServiceError } from '../service/index.ts'
import { directOrderAction, verifyAll } from '../signing/index.ts'
import { joinedTopics } from '../topics/index.ts'
import { leverageSetBy, serverTimeOf } from './account/index.ts'
import { createAccountReads } from './account-reads.ts'
import { type ActionLog, createActionLog, type Refusal, type TradingIdentity } from './actions/index.ts'
import { createBinarySetup } from './binary-setup.ts'
import { createToldActions, createWidening } from './closes/index.ts'
import { takeUpEarlierRun } from './earlier-run.ts'
import { cancelAll, createFlattens } from './flatten/index.ts'
import { createHeldTo } from './held-to.ts'
import { createIntake } from './intake.ts'
import type { Trading, TradingOptions } from './interface.ts'
import { createMoveCheck } from './move-check.ts'
import { createMoves, createReversals } from './moves/index.ts'
import { createAssetNumbers } from './numbers/index.ts'
import { oncePerRequest } from './once.ts'
import { createPlanner, type Planner } from './plans/index.ts'
import { createReading } from './reading.ts'
import { createOutcomeOfOrder } from './refused-cancel.ts'
import { createBudgets } from './risk/index.ts'
import { createPurposes, createRunner, refusalOf } from './sending/index.ts'
import { signedInOf } from './signed-in.ts'
import { createTopics } from './topics.ts'
import { takeTransferWord } from './transfer-word.ts'
import { unverifiableNow, waitsForWord } from './unverifiable.ts'

/** Answers that speak of the market's state: not there, in another phase, locked. */
const MARKET_STATE: ReadonlySet<number> = new Set([404, 409, 423])
/** States that may last for hours and need nothing of the terminal. */
const AT_REST: ReadonlySet<string> = new Set(['resting', 'partly_filled'])

/** The closes of a flatten use up nothing of what the hand may still send. */
const FLATTEN = { id: 'flatten', what: 'Flatten' } as const

/** Takes up nothing and reads nothing before `resume`. */
export function createTrading(options: TradingOptions): Trading {
  const { service, keys, markets, record, settings, clock, log } = options
  const { identity } = keys
  const { signedIn, signedOut } = signedInOf(identity)
  const serverTime = () => serverTimeOf(clock, () => markets.clockOffset())
  const onServiceError = (error: unknown): void => takeServiceError(error, options)

  const actionLog = openActionLog(options)
  const isCurrent = (account: string): boolean => identity.address() === account
  const told = createToldActions(actionLog)
  const closes = createWidening({ actionLog, submit: (...step) => submit(...step), isCurrent, log })
  /** A close may need the lists before it is signed, and an order's price grows old while they are read. */
  const lists = service.for(FOR.close)
  const numbers = createAssetNumbers({ service: lists, store: record.assetNumbers, actionLog, clock })
  const parts = { actionLog, numbers, serverTime, signedOut, onServiceError }
  const { watch, fills, orders, foreign, onSurfaced } = createReading(options, parts)
  const leverageSet = leverageSetBy(actionLog, () => identity.address())
  const readings = { actionLog, watch, fills, identity, serverTime, leverageSet }
  const { account, dayResult, exposure, entry, throttle, worst, gate } = createHeldTo(options, readings)
  const { budget } = service
  const purposes = createPurposes(actionLog, budget)
  const limits = () => settings.limits()
  const budgets = createBudgets(limits, () => clock.monotonic())
  const planning = {
    clock,
    facts: markets,
    serverTime,
    limits,
    dayResult,
    leverageSet,
    exposure,
    closes,
    numbers,
  }
  /** All that is asked of the service for an action is asked as urgently as the action is. */
  const plan: Planner = (id, ...intent) => {
    const purpose = purposes.of(id)
    const planner = createPlanner({
      ...planning,
      rate: budgets.of(actionLog.get(id)?.held),
      service: service.for(purpose),
      account: () => account(purpose),
      freshAccount: () => watch.freshAccount(purpose),
    })
    return budget.patiently(purpose, async () => {
      const planned = await planner(id, ...intent)
      const barred = planned.ok ? await entry.refusal(id) : null
      return barred === null ? planned : refused(barred)
    })
  }
  const runner = createRunner({
    lastRefusal: (id) => budget.patiently(purposes.of(id), () => gate.refusal(id)).catch(heldBack),
    mayLeave: (id) => budget.mayLeave(purposes.of(id)),
    actionLog,
    clock,
    service: {
      profile: service.profile,
      submitDirect: (order, id) => service.for(purposes.of(id)).submitDirect(order),
    },
    plan,
    approval: identity,
    numbers,
    verify: (expected, prepared) => verifyAll(expected, prepared, service.profile),
    sign: (prepared) => identity.sign(prepared),
    isCurrent,
    nextNonce: keys.nextNonce,
    directAction: (order) => directOrderAction(service.profile.directOrder, order),
    signAsUser: (action) => identity.signAsUser(action),
    unverifiedActions: () => settings.unverifiedActions(),
    serverTime,
    outcomeOfOrder: createOutcomeOfOrder({ orders, serverTime, log }),
    hasNoTrace: (id) => watch.hasNoTrace(id),
    setUpBinary: (forAction) => setUpBinary(forAction),
    onSent: () => watch.refresh(),
    onServiceError,
    log,
  })
  const submit = createIntake({ actionLog, keys, onStep: record.onStep, begin: runner.begin, permit: gate.permit, log })
  const setUpBinary = createBinarySetup(actionLog, clock, submit)
  const freshOpenOrders = () => watch.freshOpenOrders(FOR.close)
  const freshAccount = () => watch.freshAccount(FOR.close)
  const lastOpenOrders = () => watch.openOrders()
  const lastPositions = () => watch.lastAccount()?.value.positions ?? []
  const toldLog = { ...actionLog, get: told.get }
  const ports = {
    actionLog: toldLog,
    clock,
    lastOpenOrders,
    lastPositions,
    freshOpenOrders,
    freshAccount,
    submit,
    isCurrent,
  }
  const flattens = createFlattens({
    store: record.flattens,
    profile: service.profile.name,
    ports: { ...ports, submit: (id, intent) => submit(id, intent, { held: FLATTEN }) },
    address: () => identity.address(),
    signedIn: () => signedIn('POST /v1/close'),
    serverTime,
    lastAccount: () => watch.lastAccount()?.value ?? null,
    restingOrders: () => watch.openOrders().length,
    onReads: onAny(watch.onChange, identity.onChange),
    log,
  })
  const freshPositionIn = async (asset: string) =>
    (await watch.freshAccount(FOR.order)).positions.find((position) => position.asset === asset) ?? null
  const checkMove = createMoveCheck({ planning, entry, rate: budgets.of(undefined), service, watch, account, keys })
  const moves = createMoves({
    store: record.moves,
    profile: service.profile.name,
    ports: {
      ...ports,
      fills,
      orders,
      freshAccount: () => watch.freshAccount(FOR.order),
      orderStatus: (oid) =>
        service.for(FOR.held).outcomeOrderStatus(signedIn('POST /v1/outcomes/order-status'), { oid }),
      check: checkMove.inPlaceOf,
      cancelOff: () => cancelOff(service.profile.routes),
    },
    address: () => identity.address(),
    signedIn: () => signedIn('POST /v1/orders/cancel/prepare'),
    serverTime,
    onIdentity: identity.onChange,
    log,
  })
  const reversals = createReversals({
    store: record.reversals,
    profile: service.profile.name,
    ports: { ...ports, freshPosition: async (asset) => (await freshPositionIn(asset))?.size ?? ZERO },
    positionIn: freshPositionIn,
    check: checkMove.onceClosed,
    address: () => identity.address(),
    signedIn: () => signedIn('POST /v1/close'),
    serverTime,
    onIdentity: identity.onChange,
    log,
  })
  /** Nothing of these places or opens anything any more. */
  const stopMoves = (asset: string | null, by: string, account: string | null = null): void => {
    moves.stop(asset, by, account)
    reversals.stop(asset, by, account)
  }
  const { clear: forgetReads, ...reads } = createAccountReads({ service, watch, fills, orders, clock, signedIn })
  onOtherAccount(identity, (before) => {
    if (before !== null) stopMoves(null, 'a change of the wallet', before)
    forgetReads()
    watch.reset()
  })

  return {
    async resume() {
      flattens.takeUpEarlierRun()
      await takeUpEarlierRun(actionLog)
      moves.takeUpEarlierRun()
      reversals.takeUpEarlierRun()
      watch.start()
    },
    stop() {
      moves.halt()
      watch.stop()
    },
    submit,
    action: told.get,
    stopClosing: (actionId) => actionLog.get(actionId)?.account === identity.address() && closes.stop(actionId),
    isKnown: (requestId) => actionLog.has(requestId),
    permitWord(actionId, refusal) {
      const action = actionLog.get(told.newest(actionId))
      if (action === null) return null
      const barred = refusal(action.intent)
      if (barred === null) gate.permitWord(action.id, () => refusal(action.intent))
      return barred
    },
    confirmUnverified: (actionId, accept) => runner.confirm(told.newest(actionId), accept),
    confirmEstimate: (actionId, estimateId, accept) => runner.confirmEstimate(actionId, estimateId, accept),
    onSurfaced,
    onForeign: foreign.onFound,
    forgetAssetNumber: numbers.forget,
    onNumberNews: numbers.onNews,
    expectOtherClient: (isExpected) => foreign.setExpected(signedIn('GET /v1/orders/open/{address}'), isExpected),
    markSeen: (actionId) => actionLog.get(actionId)?.account === identity.address() && actionLog.keepSeen(actionId),
    settleTransfer: (word) => takeTransferWord(word, identity.address(), actionLog),
    async flatten(request) {
      stopMoves(null, request.cancelOrders ? 'Flatten' : 'Close all')
      return flattens.flatten(request)
    },
    async goOnFlatten(id) {
      stopMoves(null, 'Flatten')
      return flattens.goOn(id)
    },
    leaveFlatten: flattens.leave,
    moveOrder: moves.move,
    retryMove: async (id, bar) => moves.retry(id, bar),
    leaveMove: moves.leave,
    reversePosition: reversals.reverse,
    cancelAll: oncePerRequest(async (requestId, asset: string | null) => {
      stopMoves(asset, 'Cancel all')
      return cancelAll(requestId, asset, { ...ports, signedIn: () => signedIn('POST /v1/cancel') })
    }, true),
    ...reads,
    fills,
    actionsOf: (ids) => told.whole(actionLog.ofOrders(identity.address() ?? '', ids)),
    onTrade: (trade) => watch.onTrade(trade),
    onBucketChange: () => watch.refresh(),
    onReconnect: () => watch.refresh(),
    waitsForWord,
    unverifiable(asset) {
      const why = isCoin(asset) ? null : unverifiableNow(asset, actionLog.records(), numbers.view())
      return why === null ? null : { why, answer: settings.unverifiedActions() }
    },
    inFlight: () =>
      flattens.underWay() +
      moves.underWay() +
      reversals.underWay() +
      actionLog.live().filter(({ state }) => !isFinal(state) && !AT_REST.has(state)).length,
    addHeldRisk: worst.addHeld,
    stopRefusal: async (from, to) => (from === null || to === null ? null : entry.refusalOfStop(from, to)),
    resumeHeld: (id, word) => throttle.resume(identity.address() ?? '', id, word),
    onHeldPaused: throttle.onPause,
    topics: joinedTopics([
      createTopics({ ...actionLog, recordsOf: told.recordsOf }, watch, identity, foreign, numbers),
      flattens.topics,
      moves.topics,
      reversals.topics,
      worst.topic,
      throttle.topic(identity.address, identity.onChange),
    ]),
  }
}

/** A limit of the service that keeps the last look from being taken refuses like any other. */
function heldBack(error: unknown): Refusal {
  if (error instanceof ServiceError && error.kind === 'held_back') return refusalOf(error)
  throw error
}

const openActionLog = ({ service, markets, record, clock, log }: TradingOptions): ActionLog =>
  createActionLog({
    journal: record.journal,
    clock,
    profileName: service.profile.name,
    offset: () => markets.measuredOffset(),
    onStep: record.onStep,
    onListenerError: (error) => log.error({ err: error }, 'a step of an action could not be followed'),
    onJournalError: (error) => {
      log.error({ err: error }, 'the journal could not be written')
      record.onJournalError(error.message)
    },
  })

/** An answer that says more than what it answers: the session has ended, or the market is in another state. */
function takeServiceError(error: unknown, { keys, markets }: Pick<TradingOptions, 'keys' | 'markets'>): void {
  if (!(error instanceof ServiceError)) return
  if (error.status === 401) keys.identity.unauthorized()
  else if (error.status !== null && MARKET_STATE.has(error.status)) markets.refreshMarkets()
}

/** Nothing that was read of one account stands for another. */
function onOtherAccount(
  identity: Pick<TradingIdentity, 'address' | 'onChange'>,
  forget: (before: string | null) => void,
): void {
  let who = identity.address()
  identity.onChange(() => {
    if (identity.address() === who) return
    const before = who
    who = identity.address()
    forget(before)
  })
}

/** Why a profile cannot cancel, or null. */
const cancelOff = ({ cancelPrepare, cancelSubmit }: TradingOptions['service']['profile']['routes']): string | null =>
  cancelPrepare === null || cancelSubmit === null
    ? 'This profile has no route for cancels, and an order is moved by cancelling it.'
    : null
