/** The trading half of main: takes intents, carries each out once, and knows what became of it. */
import { isFinal } from '../../contract/action.ts'
import { isCoin } from '../../contract/outcome.ts'
import { FOR, ServiceError } from '../service/index.ts'
import { joinedTopics, topicOf } from '../topics/index.ts'
import { createLeverages, serverTimeOf } from './account/index.ts'
import { createAccountReads } from './account-reads.ts'
import {
  type ActionLog,
  createActionLog,
  isBeforeSent,
  type Refusal,
  STOPPED,
  type TradingIdentity,
} from './actions/index.ts'
import { createToldActions, createWidening, withdrawUnsent } from './closes/index.ts'
import { findActions } from './find-actions.ts'
import { createHeldTo, familyOf } from './held-to.ts'
import type { Trading, TradingOptions } from './interface.ts'
import { createKnownMinimums } from './minimum-values.ts'
import { createAssetNumbers } from './numbers/index.ts'
import { createPipeline } from './pipeline.ts'
import { createReading } from './reading.ts'
import { createSeveral } from './several.ts'
import { signedInOf } from './signed-in.ts'
import { createTopics } from './topics.ts'
import { takeTransferWord } from './transfer-word.ts'
import { unverifiableNow, waitsForWord } from './unverifiable.ts'

/**
 * `sent` follows `signed` at once and is written before the request leaves. Yet a power cut can take the last write that a drive only
 * said it had, so that an action which ends at `signed` may have left: it counts as unknown, whatever it is.
 * - An order or a cancel with an id is looked up by that id. A prediction, a close and a direct order without one are found as the only
 *   order that looks like them; while several do they stay unknown, which is less than to say that nothing was sent.
 * - Leverage, transfers and conversions show in the account, the balances and the history of conversions.
 * - An approval of the agent and a setup show nowhere, and end at once: they can be asked for again without harm.
 * What was signed here and expires ends as never arrived once the reads prove it: told late, and never wrongly.
 */
async function takeUpEarlierRun(actionLog: ActionLog): Promise<void> {
  for (const { id, state } of actionLog.live()) {
    if (state === 'signed' || state === 'sent') {
      const message =
        state === 'sent'
          ? 'The terminal stopped before the answer came; reads will show what became of it.'
          : 'The terminal stopped when this was signed; it may have been sent, and reads will show what became of it.'
      await actionLog.apply(id, { type: 'no_answer', refusal: { code: STOPPED, message, field: null } })
    } else if (isBeforeSent(state)) {
      const refusal: Refusal = { code: STOPPED, message: 'The terminal stopped before this was sent.', field: null }
      await actionLog.apply(id, { type: 'refused', refusal, mismatches: [] })
    }
  }
}

/** Answers that speak of the market's state: not there, in another phase, locked. */
const MARKET_STATE: ReadonlySet<number> = new Set([404, 409, 423])
/** States that may last for hours and need nothing of the terminal. */
const AT_REST: ReadonlySet<string> = new Set(['resting', 'partly_filled'])

/** Takes up nothing and reads nothing before `resume`. */
export function createTrading(options: TradingOptions): Trading {
  const { service, keys, markets, record, settings, clock, log } = options
  const { identity } = keys
  const { signedIn, signedOut } = signedInOf(identity)
  const serverTime = () => serverTimeOf(clock, () => markets.clockOffset())
  const onServiceError = (error: unknown): void => takeServiceError(error, options)

  const actionLog = openActionLog(options)
  const told = createToldActions(actionLog)
  const isCurrent = (account: string): boolean => identity.address() === account
  // The first to hear of an action: a close that goes on at its next price is never told as over in between.
  const closes = createWidening({ actionLog, submit: (...step) => submit(...step), isCurrent, log })
  /** A close may need the lists before it is signed, and an order's price grows old while they are read. */
  const lists = service.for(FOR.close)
  const numbers = createAssetNumbers({ service: lists, store: record.assetNumbers, actionLog, clock })
  const minimums = createKnownMinimums({
    ofProfile: service.profile.minimumValue,
    actionLog,
    familyOf: (asset) => familyOf(asset, markets),
    log,
  })
  const parts = { actionLog, numbers, serverTime, signedOut, onServiceError }
  const { watch, fills, orders, ledger, foreign, onSurfaced, unreadable } = createReading(options, parts)
  const leverages = createLeverages({ actionLog, watch, address: identity.address, clock })
  const readings = {
    actionLog,
    watch,
    unreadable,
    fills,
    ledger,
    identity,
    serverTime,
    leverages,
    leverageSet: leverages.known,
  }
  const heldTo = createHeldTo(options, readings)
  const { throttle, worst, gate, kill, safety, dayLoss, overrides } = heldTo
  const pipeline = createPipeline(options, {
    ...heldTo,
    ...readings,
    closes,
    orders,
    numbers,
    minimums,
    onServiceError,
  })
  const { submit, runner } = pipeline
  const unverifiable = (asset: string) =>
    isCoin(asset) ? null : unverifiableNow(asset, actionLog.records(), numbers.view())
  const known = { actionLog, told, watch, ledger, fills, orders, serverTime, signedIn, unverifiable }
  const severalParts = { ...heldTo, ...pipeline, ...known }
  const several = createSeveral(options, severalParts)
  const { flattens, moves, reversals, algos, cancelAll, stopMoves } = several
  const { clear: forgetReads, ...reads } = createAccountReads({
    ...{ service, watch, fills, orders, unreadable, clock, signedIn },
  })
  onOtherAccount(identity, (before) => {
    if (before !== null) stopMoves(null, 'a change of the wallet', before)
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
    action: told.get,
    stopClosing: (actionId) => actionLog.get(actionId)?.account === identity.address() && closes.stop(actionId),
    withdrawClose: (actionId, by) =>
      withdrawUnsent(actionId, by, { actionLog, told, closes, isCurrent: (account) => identity.address() === account }),
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
    onUnreadable: unreadable.onNew,
    unreadableRow: ({ list, text }) => watch.unreadable().find((row) => row.list === list && row.text === text) ?? null,
    acknowledgeUnreadable(row) {
      unreadable.acknowledge(row)
      watch.refresh()
    },
    forgetAssetNumber: numbers.forget,
    onNumberNews: numbers.onNews,
    expectOtherClient: (isExpected) => foreign.setExpected(signedIn('GET /v1/orders/open/{address}'), isExpected),
    markSeen: (actionId) => actionLog.get(actionId)?.account === identity.address() && actionLog.keepSeen(actionId),
    settleTransfer: (word) => takeTransferWord(word, identity.address(), actionLog),
    flatten: flattens.flatten,
    goOnFlatten: flattens.goOn,
    leaveFlatten: flattens.leave,
    recentFlattens: flattens.recent,
    moveOrder: moves.move,
    retryMove: async (id, bar) => moves.retry(id, bar),
    leaveMove: moves.leave,
    reversePosition: reversals.reverse,
    algos,
    onAlgoNews: several.onAlgoNews,
    cancelAll,
    kill: several.kill,
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
        ...{ journal: record.journal, told, profile: service.profile.name },
        account: identity.address(),
      }),
    actionsOf: (ids) => told.whole(actionLog.ofOrders(identity.address() ?? '', ids)),
    onTrade: (trade) => watch.onTrade(trade),
    onBucketChange: () => watch.refresh(),
    onReconnect: () => watch.refresh(),
    waitsForWord,
    unverifiable(asset) {
      const why = unverifiable(asset)
      return why === null ? null : { why, answer: settings.unverifiedActions() }
    },
    inFlight: () =>
      flattens.underWay() +
      moves.underWay() +
      reversals.underWay() +
      actionLog.live().filter(({ state }) => !isFinal(state) && !AT_REST.has(state)).length,
    addHeldRisk: worst.addHeld,
    stopRefusal: async (from, to) => (from === null || to === null ? null : heldTo.entry.refusalOfStop(from, to)),
    resumeHeld: (id, word) => throttle.resume(identity.address() ?? '', id, word),
    onHeldPaused: throttle.onPause,
    onDayLossNear: dayLoss.onNear,
    topics: joinedTopics([
      createTopics({ ...actionLog, recordsOf: told.recordsOf }, watch, identity, foreign, numbers),
      topicOf('minimum_values', minimums.view, minimums.onChange),
      flattens.topics,
      moves.topics,
      reversals.topics,
      algos.topics,
      worst.topic,
      throttle.topic(identity.address, identity.onChange),
      kill.topic,
    ]),
  }
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
