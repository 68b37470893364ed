/** The way of one intent: taken, planned, signed, sent. */
import { expectedIn } from '../../contract/books/index.ts'
import { refused } from '../../contract/result.ts'
import type { Clock, Millis } from '../../contract/time.ts'
import type { Log } from '../log/index.ts'
import type { OrderRecords } from '../records/index.ts'
import { ServiceError } from '../service/index.ts'
import { directOrderAction, verifyAll } from '../signing/index.ts'
import type { AccountWatch } from './account/index.ts'
import { type ActionLog, allOver, derivedId, type Refusal } from './actions/index.ts'
import type { Widening } from './closes/index.ts'
import type { HeldTo } from './held-to.ts'
import { createIntake } from './intake.ts'
import type { Trading, TradingOptions } from './interface.ts'
import type { WalletLedger } from './ledger/index.ts'
import type { KnownMinimums } from './minimum-values.ts'
import type { AssetNumbers } from './numbers/index.ts'
import { createPlanner, type Planner, type PlanOptions } from './plans/index.ts'
import type { Reading } from './reading.ts'
import { fateOf } from './reconcile/index.ts'
import { type Budgets, createBudgets, type Exposure, type RateLimit } from './risk/index.ts'
import { createPurposes, createRunner, refusalOf } from './sending/index.ts'

const LOOK_BACK = 24 * 3_600_000

/** A prediction waits at most this long for the leverage that it needs, ms: it may wait for the trader's word. */
const SETUP_WITHIN = 60_000

interface PipelineParts extends Pick<HeldTo, 'account' | 'dayResult' | 'exposure' | 'entry' | 'gate' | 'overrides'> {
  readonly actionLog: ActionLog
  readonly closes: Widening
  readonly numbers: AssetNumbers
  readonly minimums: Pick<KnownMinimums, 'view'>
  readonly watch: AccountWatch
  readonly ledger: Pick<WalletLedger, 'openPositions'>
  readonly orders: Reading['orders']
  readonly serverTime: () => Millis
  /** Leverage that the trader last set for an asset here, null when never. */
  readonly leverageSet: (asset: string) => number | null
  readonly onServiceError: (error: unknown) => void
}

export interface Pipeline {
  readonly submit: Trading['submit']
  /** The trader's word on what waits for one. */
  readonly runner: Pick<ReturnType<typeof createRunner>, 'confirm' | 'confirmEstimate'>
  readonly budgets: Budgets
  /** What every plan is made with, for whoever asks beforehand what a plan would say. */
  readonly planning: Omit<PlanOptions, 'service' | 'account' | 'freshAccount' | 'freshAccountInParts' | 'rate'> & {
    readonly exposure: Exposure
  }
}

export function createPipeline(options: TradingOptions, parts: PipelineParts): Pipeline {
  const { service, keys, markets, record, settings, clock, log } = options
  const { identity } = keys
  const { actionLog, watch, account, entry, gate, overrides, numbers, serverTime, closes } = parts
  const isCurrent = (who: string): boolean => identity.address() === who
  const { budget } = service
  const purposes = createPurposes(actionLog, budget, clock)
  const limits = () => settings.limits()
  const budgets = createBudgets(limits, () => clock.monotonic())
  const planning = {
    clock,
    facts: markets,
    serverTime,
    limits,
    dayResult: parts.dayResult,
    leverageSet: parts.leverageSet,
    heldByFills: (asset: string) => expectedIn({ books: parts.ledger.openPositions(identity.address() ?? '') }, asset),
    exposure: parts.exposure,
    closes,
    numbers,
    minimums: parts.minimums.view,
  }
  /** What goes beyond the orders of a minute counts all the same. */
  const rateFor = (id: string): Pick<RateLimit, 'take' | 'count'> => {
    const rate = budgets.of(actionLog.get(id)?.held)
    if (!overrides.overridden(id).has('limit_orders_per_minute')) return rate
    return {
      count: rate.count,
      take() {
        rate.count()
        return null
      },
    }
  }
  /** All that is asked of the service for an action is asked as urgently as the action is. */
  const plan: Planner = async (id, ...intent) => {
    // Before anything is asked of the service, and before a place of the minute is taken.
    const killed = entry.killed(id)
    if (killed !== null) return refused(killed)
    const purpose = purposes.of(id)
    const planner = createPlanner({
      ...planning,
      limits: () => ({ ...limits(), overridden: overrides.overridden(id) }),
      rate: rateFor(id),
      service: service.for(purpose),
      account: () => account(purpose),
      freshAccount: () => watch.freshAccount(purpose),
      freshAccountInParts: () => watch.freshAccountInParts(purpose),
    })
    return budget.patiently(purpose, async () => {
      const planned = await planner(id, ...intent)
      const barred = planned.ok ? await entry.refusal(id) : null
      return barred === null ? planned : refused(barred)
    })
  }
  const runner = createRunner({
    lastRefusal: async (id) => {
      const barred = await budget.patiently(purposes.of(id), () => gate.refusal(id)).catch(heldBack)
      return barred ?? purposes.lateRefusal(id)
    },
    onSignedByWallet: (id) => purposes.renew(id),
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
    measuredOffset: () => markets.measuredOffset(),
    outcomeOfOrder: createOutcomeOfOrder({ orders: parts.orders, serverTime, log }),
    hasNoTrace: (id) => watch.hasNoTrace(id),
    setUpBinary: (forAction) => setUpBinary(forAction),
    onSent: () => watch.refresh(),
    onServiceError: parts.onServiceError,
    log,
  })
  const submit = createIntake({
    actionLog,
    keys,
    onStep: record.onStep,
    begin: runner.begin,
    permit: gate.permit,
    overrides,
    log,
  })
  const setUpBinary = createBinarySetup(actionLog, clock, submit)
  return { submit, runner, budgets, planning }
}

/** A limit of the service that keeps the last look from being taken refuses like any other. */
function heldBack(error: unknown): Refusal {
  if (error instanceof ServiceError && error.kind === 'held_back') return refusalOf(error)
  throw error
}

/** The result says why the leverage was not set, or null. */
const createBinarySetup =
  (actionLog: ActionLog, clock: Clock, submit: Trading['submit']) =>
  async (forAction: string): Promise<Refusal | null> => {
    const id = derivedId(forAction, 'binary_setup')
    await submit(id, { kind: 'binary_setup' })
    await allOver([{ id }], SETUP_WITHIN, { actionLog, clock })
    const end = actionLog.get(id)
    if (end?.state === 'done') return null
    const words = end?.message ?? 'It has not come to an end yet; try again when it has.'
    return { code: end?.code ?? 'leverage_not_set', message: `Leverage 2 was not set: ${words}`, field: null }
  }

/** The result gives the words for it; null when the order rests, or nothing is known of it. */
const createOutcomeOfOrder =
  (on: {
    readonly orders: Pick<OrderRecords, 'readSince'>
    /** The service's time, ms. */
    readonly serverTime: () => number
    readonly log: Log
  }) =>
  async (asset: string, oid: string): Promise<string | null> => {
    try {
      const { rows: orders } = await on.orders.readSince(on.serverTime() - LOOK_BACK)
      const order = orders.find((candidate) => candidate.oid === oid && candidate.asset === asset)
      return order === undefined || order.status === 'resting' ? null : fateOf(order)
    } catch (error) {
      on.log.warn({ err: error }, 'the history could not be read after a refused cancel')
      return null
    }
  }
