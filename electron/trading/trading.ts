/** Trading in main: accepts intents, executes each once, and knows the outcome. */

import { type ActionRecord, type FoundAction, isFinal } from '../../contract/action.ts'
import type { Intent } from '../../contract/intent.ts'
import type { Listen } from '../../contract/listeners.ts'
import type { PublicTrade } from '../../contract/market.ts'
import { isCoin } from '../../contract/outcome.ts'
import type { CountedRow, UnreadableRow } from '../../contract/unreadable-row.ts'
import type { RiskStop } from '../../contract/worst-case.ts'
import type { FillRecords, OrderRecords } from '../records/index.ts'
import { FOR, ServiceError } from '../service/index.ts'
import { joinedTopics, topicOf } from '../topics/index.ts'
import { createLeverages, serverTimeOf } from './account/index.ts'
import { createAccountReading, createWindowReads, signedInOf } from './account-reading.ts'
import { createTopics, findActions, type Unverifiable, unverifiableNow, waitsForConfirmation } from './action-reads.ts'
import {
  type ActionLog,
  createActionLog,
  type Refusal,
  type TradingIdentity,
  takeUpEarlierRun,
} from './actions/index.ts'
import type { Algos } from './algos/index.ts'
import { createActionEvents, createWidening, withdrawUnsent } from './closes/index.ts'
import type { TradingOptions } from './interface.ts'
import type { WalletLedger } from './ledger/index.ts'
import type { RefusalCheck } from './moves/index.ts'
import { createMultiStepWork } from './multi-step-work.ts'
import { createAssetNumbers } from './numbers/index.ts'
import { createPipeline } from './pipeline.ts'
import { createKnownMinimums, familyOf } from './plans/index.ts'
import type { Overrides } from './risk/index.ts'
import { applyTransferConfirmation } from './sending/index.ts'

/** Statuses about the market's state: not found, wrong phase, locked. */
const MARKET_STATE: ReadonlySet<number> = new Set([404, 409, 423])
/** States that may last for hours and need nothing of the terminal. */
const AT_REST: ReadonlySet<string> = new Set(['resting', 'partly_filled'])

export type Trading = ReturnType<typeof createTrading>

/** A value with part of its type; unlike a cast, checked. */
const only = <Type>(value: Type): Type => value

/** Opens nothing and reads nothing before `resume`. */
export function createTrading(options: TradingOptions) {
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
    /** Settles the unfinished actions of an earlier run and starts watching the account. Call once. */
    async resume(): Promise<void> {
      flattens.takeUpEarlierRun()
      await takeUpEarlierRun(actionLog)
      moves.takeUpEarlierRun()
      reversals.takeUpEarlierRun()
      algos.takeUpEarlierRun()
      watch.start()
      dayLoss.start()
    },
    /** Stops reading. Actions under way are not interrupted. */
    stop(): void {
      moves.halt()
      algos.halt()
      watch.stop()
      dayLoss.stop()
    },
    submit,
    /** The current record of an action, however old; null for an unknown id. */
    action: only<(id: string) => ActionRecord | null>(reported.get),
    /** Lets a widening close end with its current order. Returns whether there was one. */
    stopClosing: (actionId: string): boolean =>
      actionLog.get(actionId)?.account === identity.address() && closes.stop(actionId),
    /**
     * Withdraws the unsent part of a close and prevents any further order after the one that is out. The result is in its action.
     * @param why what replaces it, for the message.
     */
    withdrawClose: (actionId: string, why: string): Promise<void> =>
      withdrawUnsent(actionId, why, { actionLog, events: reported, closes, isCurrent }),
    /** Whether the id was ever accepted, in this run or before. */
    isKnown: (requestId: string): boolean => actionLog.has(requestId),
    /**
     * Why somebody may not confirm an action, judged by what they may send, or null. Once permitted, the same check is repeated right before signing,
     * in addition to the requester's. An unknown action, or one that waits for nothing, is left to the confirmation itself.
     */
    permitWord(actionId: string, refusal: (intent: Intent) => Refusal | null): Refusal | null {
      const action = actionLog.get(reported.newest(actionId))
      if (action === null) return null
      const blocked = refusal(action.intent)
      if (blocked === null) gate.permitWord(action.id, () => refusal(action.intent))
      return blocked
    },
    /** The trader's answer on an action that could not be verified; false when it does not wait for one. */
    confirmUnverified: (actionId: string, accept: boolean): boolean =>
      pipeline.confirm(reported.newest(actionId), accept),
    /** The trader's answer on a prediction's estimate; `changed` when another estimate has replaced the named one. */
    confirmEstimate: (actionId: string, estimateId: string, accept: boolean): 'taken' | 'changed' | 'not_waiting' =>
      pipeline.confirmEstimate(actionId, estimateId, accept),
    /** Fires for every ended action whose order the service shows again, once it is open again. */
    onSurfaced: only<Listen<[action: ActionRecord]>>(onSurfaced),
    /** Fires once for each order, fill and position change that this terminal did not make, unless they are expected. */
    onExternal: external.onFound,
    /** Fires once for each row of the account that cannot be read. */
    onUnreadable: unreadable.onNew,
    /** The row of the last reads with exactly this text; null where there is none, or it has changed. */
    unreadableRow: ({ list, text }: Pick<UnreadableRow, 'list'> & { readonly text: string }): UnreadableRow | null =>
      watch.unreadable().find((row) => row.list === list && row.text === text) ?? null,
    /** Acknowledges this exact row for this run: it counts in the limits at its value, and blocks orders in its own market only. */
    acknowledgeUnreadable(row: CountedRow): void {
      unreadable.acknowledge(row)
      watch.refresh()
    },
    /** Forgets a learned asset number; false when there is no such number. */
    forgetAssetNumber: numbers.forget,
    /** Fires when a number was learned, or turned out to be wrong. */
    onNumberNews: numbers.onNews,
    /** Sets whether another client is expected to trade for this wallet. @throws ServiceError when nobody is signed in. */
    expectOtherClient: (isExpected: boolean): void =>
      external.setExpected(signedIn('GET /v1/orders/open/{address}'), isExpected),
    /** Marks a reappeared order of an ended action as seen; false when there was none. */
    markSeen: (actionId: string): boolean =>
      actionLog.get(actionId)?.account === identity.address() && actionLog.keepSeen(actionId),
    /** The trader's answer on a transfer whose outcome neither its response nor the balances prove; false when it does not wait for one. */
    settleTransfer: (text: { readonly actionId: string; readonly made: boolean }): Promise<boolean> =>
      applyTransferConfirmation(text, identity.address(), actionLog),
    /**
     * Closes every position, and cancels every order when asked. Never repeated for the same id. It has its own record, on disk before each effect.
     * @throws CallError, ServiceError
     */
    flatten: flattens.flatten,
    /** Continues a flatten that an earlier run left unfinished. @throws CallError, ServiceError */
    resumeFlatten: flattens.resume,
    /** Ends an unfinished flatten as it is. @throws CallError */
    dismissFlatten: flattens.leave,
    /** The latest flattens of the signed-in trader, finished or not, newest first. */
    recentFlattens: flattens.recent,
    /**
     * Moves a resting order: cancels it, and places the rest once its end and its fills are read. It has its own record; resolves as soon as that is
     * journalled. @param bar why the requester may not send the new order, or null. @throws CallError, ServiceError: nothing was done.
     */
    moveOrder: moves.move,
    /** Retries an order that was not replaced. @throws CallError */
    retryMove: async (id: string, bar: RefusalCheck): Promise<void> => moves.retry(id, bar),
    /** Ends a move or reversal as it is. @throws CallError */
    abandonMove: moves.leave,
    /**
     * Reverses a position: closes it, and opens the closed size on the other side once that is known. Recorded like a move. @throws CallError,
     * ServiceError: nothing was done.
     */
    reversePosition: reversals.reverse,
    /** Parent orders, which send several children automatically. */
    algos:
      only<
        Pick<
          Algos,
          | 'check'
          | 'begin'
          | 'pause'
          | 'paused'
          | 'resume'
          | 'stop'
          | 'underWay'
          | 'watchEntries'
          | 'followActing'
          | 'followEnds'
        >
      >(algos),
    /** Fires when one is done, paused or ended. */
    onAlgoNews: multiStep.onAlgoNews,
    /**
     * Cancels every order that a fresh read shows open, after refusing unsent actions that add exposure. @throws ServiceError when a family cannot be
     * read; the other family's orders are being canceled by then.
     */
    cancelAll: multiStep.cancelAll,
    /**
     * Kills the deployment: from this call on, nothing that adds exposure is sent, across restarts. Automated orders are paused, unsent actions are
     * refused, every resting order is canceled, and positions are left or closed. Never throws: the report lists what could not be canceled or closed,
     * and the kill holds all the same.
     * @param protection how far closes may go; null leaves positions.
     */
    kill: multiStep.kill,
    /**
     * Lifts the kill; false when the typed text is not the deployment's name, or it is not killed. @throws Error with the reason when it cannot be
     * written.
     */
    liftKill: kill.lift,
    /** State of the kill switch. */
    killView: kill.view,
    /** Orders that may exceed the limit that refused them, on the trader's confirmation. */
    overrides: only<Pick<Overrides, 'question' | 'grant'>>(overrides),
    /** Records changes to the trader's safety controls. */
    safety,
    ...reads,
    /** The wallet's positions and results, from everything known. */
    ledger: only<Pick<WalletLedger, 'current' | 'closed' | 'closedBefore' | 'onChange'>>(ledger),
    /** The trader's fills, read once and kept. */
    fills: only<Pick<FillRecords, 'sync' | 'since' | 'newest' | 'knownSince' | 'onNew' | 'older'>>(fills),
    /** The trader's order history, read back to its beginning page by page. */
    orders: only<Pick<OrderRecords, 'older' | 'news' | 'onRead'>>(orders),
    /** The trader's actions by a complete id: that of the action or of its order. */
    findActions: (id: string): readonly FoundAction[] =>
      findActions(id, {
        ...{ journal: record.journal, events: reported, profile: service.profile.name },
        account: identity.address(),
      }),
    /** The trader's actions that created one of these orders, by any of its ids, however old. */
    actionsOf: (ids: readonly string[]): readonly ActionRecord[] =>
      reported.whole(actionLog.ofOrders(identity.address() ?? '', ids)),
    /** Wired to the feed: a public trade, a change of bucket, a reconnect. */
    onTrade: (trade: PublicTrade): void => watch.onTrade(trade),
    onBucketChange: (): void => watch.refresh(),
    onReconnect: (): void => watch.refresh(),
    /** Whether an action is prepared, cannot be verified, and waits for the trader. */
    waitsForWord: waitsForConfirmation,
    /**
     * Why a close of the asset could not be verified, and whether it then waits for the trader or is refused, by the settings. Null where the earlier
     * actions show that it can be verified, or there are none.
     */
    unverifiable(asset: string): { readonly why: Unverifiable; readonly answer: 'confirm' | 'refuse' } | null {
      const why = unverifiable(asset)
      return why === null ? null : { why, answer: settings.unverifiedActions() }
    },
    /** Number of actions without a final result; checked before quitting or updating. */
    inFlight: (): number =>
      flattens.underWay() +
      moves.underWay() +
      reversals.underWay() +
      actionLog.live().filter(({ state }) => !isFinal(state) && !AT_REST.has(state)).length,
    /**
     * Adds another part of main to max loss: orders that it may still send, and stops that wait. @param of called for an account whenever max loss is
     * calculated.
     */
    addHeldRisk: pipeline.addHeldRisk,
    /** Why an automated stop may not be moved under the max loss limit; null where it may. Null for no stop. */
    stopRefusal: async (from: RiskStop | null, to: RiskStop | null): Promise<Refusal | null> =>
      from === null || to === null ? null : entry.refusalOfStop(from, to),
    /** Resumes paused automated orders on the typed word; false when the word is wrong, or nothing of that id is paused. */
    resumeHeld: (id: string, text: string): boolean => throttle.resume(identity.address() ?? '', id, text),
    /** Fires when automated work was paused because its orders filled too fast: its owner cancels what rests. */
    onHeldPaused: throttle.onPause,
    /** Fires once a day, with a message, when the day's loss nears its limit. */
    onDayLossNear: dayLoss.onNear,
    /** Topics `kill`, `held_pauses`, `actions`, `flattens`, `moves`, `reversals`, `algos`, `worst_case`, `other_client`, `asset_numbers`, `minimum_values` and `account_version`. */
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
