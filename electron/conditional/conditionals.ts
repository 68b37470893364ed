/** Manages the trader's conditional orders: sets, cancels and watches them while the terminal runs. */

import type { Address } from '../../contract/address.ts'
import { type ConditionalRecord, isConditionalFinal } from '../../contract/conditional.ts'
import { Listeners } from '../../contract/listeners.ts'
import type { PublicTrade } from '../../contract/market.ts'
import { MESSAGES as COMMON } from '../../contract/messages.ts'
import { type Cancel, type Clock, type Millis, millis } from '../../contract/time.ts'
import { createAge, createSteadyTime } from '../clock.ts'
import { CallError } from '../errors.ts'
import { createHeldAssets } from '../feed/index.ts'
import type { Log } from '../log/index.ts'
import type { ConditionalStore, StoredConditional } from '../storage/index.ts'
import { topicOf } from '../topics/index.ts'
import { createAdding } from './adding.ts'
import { createArmed } from './armed.ts'
import { createClosing } from './closing.ts'
import { createMarketEnds, isLater, type MarketNow, timeExitBlocker } from './market-end.ts'
import { createMoving } from './moving.ts'
import { mayEnd } from './plan-group.ts'
import { createPlans } from './plans.ts'
import type { Acting, ConditionalFacts, ConditionalTrading, Report } from './ports.ts'
import { BY_TRADER, createConditionalReports, createEndReports } from './reports.ts'
import { createSteps, SavedConditionals } from './saved-conditionals.ts'
import { createSetting, marketOf } from './setting.ts'
import { createShown } from './shown.ts'
import { createSurfacing } from './surfacing.ts'
import { ENDED } from './trigger.ts'
import { closingOf, timeText, watchingOf } from './watching.ts'

/** @returns subscribes to exactly the data that these need: each its prices, and books or trades where those trigger it. */
function createHeldPrices(facts: Pick<ConditionalFacts, 'need'>): (live: readonly StoredConditional[]) => void {
  const held = createHeldAssets((asset) => facts.need(asset))
  const books = createHeldAssets((asset) => facts.need(asset, 'book'))
  const trades = createHeldAssets((asset) => facts.need(asset, 'trades'))
  const assetsOf = (which: readonly StoredConditional[]): string[] => which.map(({ target }) => target.asset)
  return (live) => {
    held.hold(assetsOf(live))
    books.hold(assetsOf(live.filter(({ source }) => source === 'touch')))
    trades.hold(assetsOf(live.filter(({ source }) => source === 'last')))
  }
}

interface ConditionalOptions {
  readonly store: ConditionalStore
  readonly profile: string
  readonly trading: ConditionalTrading
  readonly facts: ConditionalFacts
  readonly address: () => Address | null
  readonly clock: Clock
  readonly log: Log
  readonly report: Report
  /** Conditions for all of them to act, besides their markets. */
  readonly acting: () => Acting
}

export type Conditionals = ReturnType<typeof createConditionals>

/** Interval of looks at what no message brings: the end of a bucket, stale data. ms. */
const LOOK = 500
/** Number of conditional orders, newest first, that are searched for the one that a close belongs to. */
const LOOKED_BACK = 200
/** Topics whose changes may bring a price to a trigger. */
const WATCHED: ReadonlySet<string> = new Set(['ticker', 'bucket', 'binary', 'outcomes'])

const notSaved = (): CallError =>
  new CallError('not_saved', 'The cancellation could not be saved. The exit is still active. Try again.')

export function createConditionals(options: ConditionalOptions) {
  const { profile, trading, facts, clock, log, address, report } = options
  const listeners = new Listeners()
  const saved = new SavedConditionals(options.store, profile, clock, changed)
  const holdPricesOf = createHeldPrices(facts)
  const endReports = createEndReports({
    ...{ saved, trading, report, clock, log },
    isLater: (exit) => isLater(exit.target, marketNow(exit.target.asset)),
  })
  const steps = createSteps(saved, report, log, endReports.ended)
  const serverTime = createSteadyTime(clock, facts)
  const ageOf = createAge(clock)
  function marketNow(asset: string): MarketNow & { readonly now: Millis } {
    const ticker = facts.ticker(asset)
    return {
      agreed: {
        isOver: false,
        entryCutoff: facts.binary()?.status?.entryCutoff ?? null,
        isCutoffInDoubt: false,
      },
      ticker,
      tickerAge: ticker === null ? 0 : ageOf(asset, ticker.receivedAt),
      touch: facts.touch(asset),
      bucket: facts.bucket(),
      binary: facts.binary(),
      outcome: facts.outcome(asset),
      outcomesReadAt: facts.outcomesView().receivedAt,
      now: clock.now(),
      serverTime: serverTime(),
      isClockConfirmed: facts.isClockConfirmed(),
      clockOffset: facts.clockOffset(),
    }
  }
  const ends = createMarketEnds({ facts, saved, steps, marketNow, clock })
  const watching = (record: StoredConditional) => watchingOf(record, ends.now(record))
  const closable = (record: StoredConditional) => closingOf(record, ends.now(record))
  const telling = createConditionalReports({ saved, mine, report, clock })
  const isTime = (record: StoredConditional) => timeText(record, ends.now(record))
  const plans = createPlans({
    ...{ saved, mine, steps, watching, isTime, trading, address, report, clock, log },
    markOf: (asset) => facts.ticker(asset)?.mark ?? null,
  })
  const { groupOf } = plans
  const closing = createClosing({ ...options, saved, steps, groupOf, closable, telling })
  const armed = createArmed({
    ...{ saved, mine, watching, isTime, groupOf, steps, carryOut: closing.carryOut, trading, report },
    isMine: ({ account }) => account === address(),
    onReading: plans.reading,
  })
  const surfaced = createSurfacing({
    ...{ saved, plans, report, clock, log },
    newest: () => options.store.newest(profile, LOOKED_BACK).filter(({ account }) => account === address()),
  })
  const move = createMoving({
    ...{ saved, mine, watching, groupOf, steps, trading, entryPriceOf: plans.entryPriceOf },
    tickOf: ({ target: { asset }, plan }) =>
      marketOf(asset, { market: facts.market(asset), ...marketNow(asset) })?.tickSize ?? plan.tick,
  })
  const addExit = createAdding({ saved, mine, groupOf, watching, clock })
  const shown = createShown({
    ...{ saved, shownOnes, address, watching, closable },
    timeDoubt: (record) => timeExitBlocker(record.target, ends.now(record)),
    unverifiable: trading.unverifiable,
    acting: options.acting,
  })
  const setPlan = createSetting({
    ...{ saved, mine, plans, trading, facts, marketNow, profile, address, report },
    acting: options.acting,
  })
  let cancels: Cancel[] = []
  let started = false
  let lastSignedIn: Address | null = null
  const records = new WeakMap<StoredConditional, ConditionalRecord>()

  function mine(): readonly StoredConditional[] {
    const who = address()
    return who === null ? [] : saved.all().filter(({ account }) => account === who)
  }

  /** After signing out a wallet's own stay in view, and can be canceled, until another one signs in. */
  function shownOf(records: readonly StoredConditional[]): readonly StoredConditional[] {
    lastSignedIn = address() ?? lastSignedIn
    return records.filter(({ account }) => account === lastSignedIn)
  }
  function shownOnes(): readonly StoredConditional[] {
    return shownOf(saved.all())
  }

  /** The same object for the same record, so that consumers can detect changes. */
  const recordOf = (stored: StoredConditional): ConditionalRecord => {
    const known = records.get(stored)
    if (known !== undefined) return known
    const { profile: _profile, account: _account, isReportDue: _isDue, updatedAt, steps: taken, ...rest } = stored
    const offset = facts.clockOffset()
    const served = (at: Millis): Millis => millis(Math.round(at + offset))
    const record = {
      ...rest,
      updatedAt: served(updatedAt),
      steps: taken.map((one) => ({ ...one, at: served(one.at) })),
    }
    if (facts.timeReported() !== null) records.set(stored, record)
    return record
  }

  const liveOnes = () => mine().filter(({ state }) => !isConditionalFinal(state))

  function changed(): void {
    holdPrices()
    listeners.notify()
  }

  const holdPrices = (): void => holdPricesOf(started ? liveOnes() : [])

  /** Takes the results of submitted closes from trading. */
  function followCloses(): void {
    for (const { id, state } of mine()) if (state === 'submitted') closing.follow(id)
  }

  /** Takes the results of plans' orders. */
  function followEntries(): void {
    plans.followEntries()
    for (const order of plans.lateOrders()) surfaced(order)
  }

  function tick(): void {
    holdPrices()
    ends.look()
    armed.look(null)
    for (const { id, state } of mine()) {
      if (state === 'submitted') closing.follow(id)
      if (state === 'triggered') closing.carryOutWhenDue(id)
    }
    telling.remind()
    followEntries()
    if (plans.isDoubtful()) void armed.checkPositions()
    tellNews()
  }

  function tellNews(): void {
    if (shown.isNews()) changed()
  }

  return {
    /** Takes over what an earlier run left, and starts watching. Call once trading has resumed. */
    start(): void {
      if (started) return
      started = true
      cancels = [
        clock.every(LOOK, tick),
        trading.onSurfaced(surfaced),
        trading.topics.onChange(({ kind }) => {
          if (kind === 'account_version') void armed.checkPositions()
          else {
            followCloses()
            followEntries()
          }
        }),
        ...facts.sources.map((source) =>
          source.onChange(({ kind, asset }) => {
            // Books change all the time: checks only those that watch them.
            if (kind === 'book') armed.lookAtBook(asset)
            // At once: before a machine that goes to sleep does.
            else if (kind === 'connection') tellNews()
            else if (WATCHED.has(kind)) {
              if (kind !== 'ticker') ends.look()
              armed.look(asset)
            }
          }),
        ),
      ]
      endReports.start()
      tick()
      void armed.checkPositions()
    },
    stop(): void {
      started = false
      closing.stop()
      endReports.stop()
      holdPrices()
      for (const cancel of cancels.splice(0)) cancel()
    },
    /**
     * Sets the exits of a plan, on a position or for an order that is sent next. The same request is never set twice.
     * @throws CallError naming the invalid field, and `acts_until` where it could not act as long as its market trades.
     */
    setPlan,
    /** Moves the trigger of one that has not triggered. @throws CallError with the reason why it is not moved. */
    move,
    /** Adds a stop or a target to a watched plan. @throws CallError with the reason why the plan stays unchanged. */
    addExit,
    /** Ends all exits of a plan that have not triggered. @throws CallError when there is none. */
    cancelPlan(planId: string): void {
      const open = shownOnes().filter(
        ({ plan, state }) => plan.id === planId && (state === 'armed' || state === 'waiting'),
      )
      if (open.length === 0) throw new CallError('unknown', COMMON.planEnded)
      const detail = BY_TRADER
      if (!steps.apply(open.map(({ id }) => [id, { type: 'cancelled', detail }] as const))) throw notSaved()
    },
    /** @throws CallError when it has triggered or ended already. */
    cancel(id: string): void {
      const record = shownOnes().find((one) => one.id === id)
      if (record === undefined) throw new CallError('unknown', 'Exit not found.')
      if (steps.apply([[id, { type: 'cancelled', detail: BY_TRADER }]])) return
      const ended = ENDED[record.state]
      if (ended === undefined && mayEnd(record)) throw notSaved()
      throw new CallError('too_late', ended ?? COMMON.closing)
    },
    /** Dismisses those that ended. Returns whether one of them was in view. */
    dismiss(ids: readonly string[]): boolean {
      return saved.dismiss(shownOnes().filter(({ id }) => ids.includes(id)))
    },
    /** The conditional order that an action closes for, whether or not it has ended; null for any other action. */
    ofClose(actionId: string): ConditionalRecord | null {
      const of = trading.action(actionId)?.attempt?.of
      return of === undefined ? null : (options.store.newest(profile, LOOKED_BACK).find(({ id }) => id === of) ?? null)
    },
    /** A public trade as it happens, for triggers on the last price. */
    onTrade(trade: PublicTrade): void {
      if (started) armed.onTrade(trade)
    },
    /** Every one that has not ended, of every wallet, and whether it is watched. */
    watchEntries: shown.watchEntries,
    /** The latest of the signed-in trader, ended or not, and all that have not ended; all times by the service's clock. */
    listed: (): readonly ConditionalRecord[] => shownOf(saved.listed()).map(recordOf),
    topics: topicOf('conditionals', shown.view, listeners.on),
  }
}
