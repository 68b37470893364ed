/** Trading in main: accepts intents, executes each once, and knows the outcome. */

import { isFinal, pauseText } from '../../contract/action.ts'
import { activeUntil } from '../../contract/active-until.ts'
import { childIntent, takesOf } from '../../contract/algo.ts'
import { ZERO } from '../../contract/decimal.ts'
import { Listeners, onAny } from '../../contract/listeners.ts'
import { isCoin } from '../../contract/outcome.ts'
import { createSteadyTime } from '../clock.ts'
import { FOR, ServiceError } from '../service/index.ts'
import { joinedTopics, topicOf } from '../topics/index.ts'
import { createLeverages, serverTimeOf } from './account/index.ts'
import { createAccountReading, createWindowReads, signedInOf } from './account-reading.ts'
import { createTopics, findActions, type Unverifiable, unverifiableNow, waitsForConfirmation } from './action-reads.ts'
import { type ActionLog, createActionLog, type TradingIdentity, takeUpEarlierRun } from './actions/index.ts'
import { childrenOf, createAlgoCheck } from './algo-check.ts'
import { type AlgoNews, createAlgos } from './algos/index.ts'
import { type ActionEvents, createActionEvents, createWidening, withdrawUnsent } from './closes/index.ts'
import { cancelAll, createFlattens, createKill, type FlattenRequest, oncePerRequest } from './flatten/index.ts'
import type { Trading, TradingOptions } from './interface.ts'
import { createMoveCheck } from './move-check.ts'
import { createMoves, createReversals } from './moves/index.ts'
import { createAssetNumbers } from './numbers/index.ts'
import { createPipeline, type Pipeline, type PipelineOptions } from './pipeline.ts'
import { createKnownMinimums, familyOf } from './plans/index.ts'
import { applyTransferConfirmation } from './sending/index.ts'

/** Statuses about the market's state: not found, wrong phase, locked. */
const MARKET_STATE: ReadonlySet<number> = new Set([404, 409, 423])
/** States that may last for hours and need nothing of the terminal. */
const AT_REST: ReadonlySet<string> = new Set(['resting', 'partly_filled'])
/** All automated orders share one budget. */
const HELD = { id: 'algo', what: 'Algo orders' } as const
/** The closes of a flatten use up nothing of the trader's own limit. */
const FLATTEN = { id: 'flatten', what: 'Flatten' } as const
/** The message of a parent order that a kill paused. */
const KILLED = 'Trading was stopped.'

/** Opens nothing and reads nothing before `resume`. */
export function createTrading(options: TradingOptions): Trading {
  const { service, keys, markets, record, settings, clock, log } = options
  const { identity } = keys
  const { signedIn } = signedInOf(identity)
  const isCurrent = (account: string): boolean => identity.address() === account
  const serverTime = () => serverTimeOf(clock, () => markets.clockOffset())
  const onServiceError = (error: unknown): void => takeServiceError(error, options)

  const actionLog = openActionLog(options)
  const reported = createActionEvents(actionLog)
  // Subscribes first: a close that continues at its next price is never reported as over in between.
  const closes = createWidening({ actionLog, submit: (...step) => submit(...step), isCurrent, log })
  const numbers = createAssetNumbers({
    // A close may need the lists before it is signed, and an order's price ages while they are read.
    service: service.for(FOR.close),
    ...{ store: record.assetNumbers, actionLog, clock },
  })
  const minimums = createKnownMinimums({
    ...{ ofProfile: service.profile.minimumValue, actionLog, log },
    familyOf: (asset) => familyOf(asset, markets),
  })
  const reading = createAccountReading(options, { actionLog, numbers, serverTime, onServiceError })
  const { watch, fills, orders, ledger, external, onSurfaced, unreadable } = reading
  const leverages = createLeverages({ actionLog, watch, address: identity.address, clock })
  const known = { ...options, ...reading, actionLog, leverages, closes, numbers, minimums, serverTime, onServiceError }
  const pipeline = createPipeline(known)
  const { submit, gate, throttle, kill, safety, dayLoss, overrides, entry } = pipeline
  const unverifiable = (asset: string) =>
    isCoin(asset) ? null : unverifiableNow(asset, actionLog.records(), numbers.view())
  const multiStep = createMultiStepWork(known, pipeline, { events: reported, unverifiable })
  const { flattens, moves, reversals, algos } = multiStep
  const { clear: forgetReads, ...reads } = createWindowReads(options, reading)
  onOtherAccount(identity, (before) => {
    if (before !== null) multiStep.stopMoves(null, 'a wallet change', before)
    forgetReads()
    unreadable.reset()
    watch.reset()
  })

  return {
    async resume() {
      flattens.takeUpEarlierRun()
      await takeUpEarlierRun(actionLog)
      moves.takeUpEarlierRun()
      reversals.takeUpEarlierRun()
      algos.takeUpEarlierRun()
      watch.start()
      dayLoss.start()
    },
    stop() {
      moves.halt()
      algos.halt()
      watch.stop()
      dayLoss.stop()
    },
    submit,
    action: reported.get,
    stopClosing: (actionId) => actionLog.get(actionId)?.account === identity.address() && closes.stop(actionId),
    withdrawClose: (actionId, why) => withdrawUnsent(actionId, why, { actionLog, events: reported, closes, isCurrent }),
    isKnown: (requestId) => actionLog.has(requestId),
    permitWord(actionId, refusal) {
      const action = actionLog.get(reported.newest(actionId))
      if (action === null) return null
      const blocked = refusal(action.intent)
      if (blocked === null) gate.permitWord(action.id, () => refusal(action.intent))
      return blocked
    },
    confirmUnverified: (actionId, accept) => pipeline.confirm(reported.newest(actionId), accept),
    confirmEstimate: (actionId, estimateId, accept) => pipeline.confirmEstimate(actionId, estimateId, accept),
    onSurfaced,
    onExternal: external.onFound,
    onUnreadable: unreadable.onNew,
    unreadableRow: ({ list, text }) => watch.unreadable().find((row) => row.list === list && row.text === text) ?? null,
    acknowledgeUnreadable(row) {
      unreadable.acknowledge(row)
      watch.refresh()
    },
    forgetAssetNumber: numbers.forget,
    onNumberNews: numbers.onNews,
    expectOtherClient: (isExpected) => external.setExpected(signedIn('GET /v1/orders/open/{address}'), isExpected),
    markSeen: (actionId) => actionLog.get(actionId)?.account === identity.address() && actionLog.keepSeen(actionId),
    settleTransfer: (text) => applyTransferConfirmation(text, identity.address(), actionLog),
    flatten: flattens.flatten,
    resumeFlatten: flattens.resume,
    dismissFlatten: flattens.leave,
    recentFlattens: flattens.recent,
    moveOrder: moves.move,
    retryMove: async (id, bar) => moves.retry(id, bar),
    abandonMove: moves.leave,
    reversePosition: reversals.reverse,
    algos,
    onAlgoNews: multiStep.onAlgoNews,
    cancelAll: multiStep.cancelAll,
    kill: multiStep.kill,
    liftKill: kill.lift,
    killView: kill.view,
    overrides,
    safety,
    ...reads,
    ledger,
    fills,
    orders,
    findActions: (id) =>
      findActions(id, {
        ...{ journal: record.journal, events: reported, profile: service.profile.name },
        account: identity.address(),
      }),
    actionsOf: (ids) => reported.whole(actionLog.ofOrders(identity.address() ?? '', ids)),
    onTrade: (trade) => watch.onTrade(trade),
    onBucketChange: () => watch.refresh(),
    onReconnect: () => watch.refresh(),
    waitsForWord: waitsForConfirmation,
    unverifiable(asset) {
      const why = unverifiable(asset)
      return why === null ? null : { why, answer: settings.unverifiedActions() }
    },
    inFlight: () =>
      flattens.underWay() +
      moves.underWay() +
      reversals.underWay() +
      actionLog.live().filter(({ state }) => !isFinal(state) && !AT_REST.has(state)).length,
    addHeldRisk: pipeline.addHeldRisk,
    stopRefusal: async (from, to) => (from === null || to === null ? null : entry.refusalOfStop(from, to)),
    resumeHeld: (id, text) => throttle.resume(identity.address() ?? '', id, text),
    onHeldPaused: throttle.onPause,
    onDayLossNear: dayLoss.onNear,
    topics: joinedTopics([
      createTopics({ ...actionLog, recordsOf: reported.recordsOf }, watch, identity, external, numbers),
      topicOf('minimum_values', minimums.view, minimums.onChange),
      flattens.topics,
      moves.topics,
      reversals.topics,
      algos.topics,
      pipeline.worstCaseTopic,
      throttle.topic(identity.address, identity.onChange),
      kill.topic,
    ]),
  }
}

/** Work that sends several actions (flatten, cancel all, kill, moves, reversals, algo orders), and which of it stops which. */
function createMultiStepWork(
  options: PipelineOptions,
  pipeline: Pipeline,
  {
    events,
    unverifiable,
  }: {
    readonly events: ActionEvents
    /** Why an order of an asset could not be verified, judged by the actions so far; null where it can. */
    readonly unverifiable: (asset: string) => Unverifiable | null
  },
) {
  const { service, keys, markets, record, clock, log } = options
  const { identity } = keys
  const { actionLog, watch, ledger, fills, orders, serverTime } = options
  const { submit, planning, entry, budgets, account, throttle, kill } = pipeline
  const { signedIn } = signedInOf(identity)
  const { name: profile } = service.profile
  const address = () => identity.address()
  const ports = {
    actionLog: { ...actionLog, get: events.get },
    clock,
    lastOpenOrders: () => watch.openOrders(),
    lastPositions: () => watch.lastAccount()?.value.positions ?? [],
    freshOpenOrders: () => watch.freshOpenOrders(FOR.close),
    freshAccount: () => watch.freshAccountInParts(FOR.close),
    positionsByFills: (account: string) => ledger.openPositions(account),
    submit,
    isCurrent: (account: string): boolean => identity.address() === account,
  }
  const flattens = createFlattens({
    store: record.flattens,
    profile,
    ports: { ...ports, submit: (id, intent) => submit(id, intent, { held: FLATTEN }) },
    address,
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
  const records = { profile, address, serverTime, onIdentity: identity.onChange, log }
  const orderStatus = (oid: string) =>
    service.for(FOR.held).outcomeOrderStatus(signedIn('POST /v1/outcomes/order-status'), { oid })
  const moves = createMoves({
    ...records,
    store: record.moves,
    ports: {
      ...ports,
      fills,
      orders,
      freshAccount: () => watch.freshAccount(FOR.order),
      orderStatus,
      check: checkMove.inPlaceOf,
      cancelOff: () => cancelOff(service.profile.routes),
    },
    signedIn: () => signedIn('POST /v1/orders/cancel/prepare'),
  })
  const reversals = createReversals({
    ...records,
    store: record.reversals,
    ports: { ...ports, freshPosition: async (asset) => (await freshPositionIn(asset))?.size ?? ZERO },
    // One read is not enough to conclude that there is no position.
    positionIn: async (asset) => (await freshPositionIn(asset)) ?? (await freshPositionIn(asset)),
    check: checkMove.onceClosed,
    signedIn: () => signedIn('POST /v1/close'),
  })
  const steady = createSteadyTime(clock, markets)
  const marketTime = () => ({ time: steady(), isConfirmed: markets.isClockConfirmed() })
  const algoNews = new Listeners<[news: AlgoNews]>()
  const algos = createAlgos({
    store: record.algos,
    profile,
    ports: {
      ...ports,
      actionLog,
      facts: options.markets,
      fills,
      orders,
      orderStatus,
      serverTime,
      marketTime,
      rateFull: () => budgets.of(HELD).full(),
      throttled(account, id) {
        const found = throttle.paused(account).find((one) => one.id === id)
        return found === undefined ? null : pauseText(found)
      },
      onThrottled: throttle.onPause,
      waitsForWord: waitsForConfirmation,
      check: createAlgoCheck({
        ...{ planning, entry, service, watch, account, keys, marketTime, unverifiable },
        cancelOff: () => cancelOff(service.profile.routes),
      }),
      until: (ends) => activeUntil(ends, keys.last()),
      cannot: keys.cannot,
      takes: ({ terms }) => takesOf(terms, options.settings.limits().heldOrdersPerMinute),
    },
    address,
    signedIn: () => signedIn('POST /v1/orders/prepare'),
    onIdentity: identity.onChange,
    worst: (order) => entry.worstWith(childrenOf(order).map((one) => childIntent(order, one))),
    onNews: algoNews.notify,
    log,
  })
  pipeline.addHeldRisk(algos.risk)
  /** Stops all moves, reversals and algo orders from placing anything more. @param asset only in it @param of only of this account */
  const stopMoves = (asset: string | null, by: string, of: string | null = null): void => {
    if (of === null) algos.stopAll(asset, by)
    else algos.pauseOf(of)
    moves.stop(asset, by, of)
    reversals.stop(asset, by, of)
  }
  const cancelEvery = (requestId: string, asset: string | null) =>
    cancelAll(requestId, asset, { ...ports, signedIn: () => signedIn('POST /v1/cancel') })
  return {
    flattens: {
      ...flattens,
      async flatten(request: FlattenRequest) {
        stopMoves(null, request.cancelOrders ? 'Flatten' : 'Close all')
        return flattens.flatten(request)
      },
      async resume(id: string) {
        stopMoves(null, 'Flatten')
        return flattens.resume(id)
      },
    },
    moves,
    reversals,
    algos,
    onAlgoNews: algoNews.on,
    cancelAll: oncePerRequest(async (requestId, asset: string | null) => {
      stopMoves(asset, 'Cancel all')
      return cancelEvery(requestId, asset)
    }),
    kill: createKill({
      kill,
      pauseHeld() {
        algos.pauseAll(KILLED)
        moves.stop(null, 'the kill switch')
        reversals.stop(null, 'the kill switch')
      },
      cancelAll: (requestId) => cancelEvery(requestId, null),
      flatten: flattens.flatten,
    }),
    stopMoves,
  }
}

/** Why a deployment cannot cancel, or null. */
const cancelOff = ({ cancelPrepare, cancelSubmit }: TradingOptions['service']['profile']['routes']): string | null =>
  cancelPrepare === null || cancelSubmit === null ? 'This profile has no route for cancels, which a move needs.' : null

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

/** An error with a wider meaning than its request: the session has expired, or the market is in another state. */
function takeServiceError(error: unknown, { keys, markets }: Pick<TradingOptions, 'keys' | 'markets'>): void {
  if (!(error instanceof ServiceError)) return
  if (error.status === 401) keys.identity.unauthorized()
  else if (error.status !== null && MARKET_STATE.has(error.status)) markets.refreshMarkets()
}

/** Clears everything that was read of the previous account. */
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
