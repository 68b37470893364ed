/** The pipeline of an order: accepted, planned, checked against the trader's limits, signed, sent. */
import type { AccountView } from '../../contract/account.ts'
import { expectedIn } from '../../contract/books/index.ts'
import type { Money, Price } from '../../contract/decimal.ts'
import type { Intent } from '../../contract/intent.ts'
import { onAny } from '../../contract/listeners.ts'
import { MESSAGES as COMMON } from '../../contract/messages.ts'
import { isCoin } from '../../contract/outcome.ts'
import { refused } from '../../contract/result.ts'
import type { Millis } from '../../contract/time.ts'
import type { UnreadableRow } from '../../contract/unreadable-row.ts'
import type { Log } from '../log/index.ts'
import { FOR, PartlyUnreadable, type Purpose, ServiceError } from '../service/index.ts'
import { directOrderAction, verifyAll } from '../signing/index.ts'
import type { Leverages } from './account/index.ts'
import type { AccountReading } from './account-reading.ts'
import { type ActionLog, allOver, derivedId, newCloid, type Refusal } from './actions/index.ts'
import type { Widening } from './closes/index.ts'
import { createEntryChecks, createPreSignCheck } from './entry-checks.ts'
import type { Submit, TradingKeys, TradingOptions, TradingRecord } from './interface.ts'
import type { AssetNumbers } from './numbers/index.ts'
import { createPlanner, familyOf, type KnownMinimums, mirrorOf, type Planner } from './plans/index.ts'
import { orderOutcome } from './reconcile/index.ts'
import {
  createAutomationThrottle,
  createBudgets,
  createDayLossWatch,
  createDayResult,
  createExposure,
  createHeldRisks,
  createKillSwitch,
  createMarketImpact,
  createOverrides,
  createPeriodCollar,
  createSafetyRecords,
  createSelfCross,
  createWorstCase,
  createWorstCaseTopic,
  liveBook,
  type Overrides,
  type RateLimit,
} from './risk/index.ts'
import { createPurposes, createRunner, refusalOf } from './sending/index.ts'

/** What orders are planned and checked with: the actions so far, account reads, and facts about the service. */
export interface PipelineOptions extends TradingOptions, AccountReading {
  readonly actionLog: ActionLog
  readonly leverages: Leverages
  readonly closes: Widening
  readonly numbers: AssetNumbers
  readonly minimums: Pick<KnownMinimums, 'view'>
  readonly serverTime: () => Millis
  readonly onServiceError: (error: unknown) => void
}

export type Pipeline = ReturnType<typeof createPipeline>

const OPEN = 'GET /v1/orders/open/{address}'
/** No order is refused on an account read older than this, ms. */
const TRUSTED = 10_000
/** How far back a refused cancel looks for its order, ms. */
const LOOK_BACK = 24 * 3_600_000
/** Maximum wait of a prediction for the leverage setup, ms: the setup may wait for the trader's confirmation. */
const SETUP_WITHIN = 60_000

/** The account that orders are checked against. @throws ServiceError */
function createTrustedAccount({ watch, unreadable, clock }: Pick<PipelineOptions, 'watch' | 'unreadable' | 'clock'>) {
  /** Rows that may add to any position: unreadable and not acknowledged. */
  function blocking(): readonly UnreadableRow[] {
    const rows = watch.unreadable()
    const counted = new Set<UnreadableRow>(unreadable.counted(rows))
    return rows.filter((row) => !counted.has(row))
  }
  /** The last read, unless it is too old. */
  function trusted(): AccountView | null {
    const last = watch.lastAccount()
    return last !== null && clock.monotonic() - last.began < TRUSTED ? last.value : null
  }
  /** The last account read, or a new one when that is too old to refuse an order on. @throws ServiceError */
  async function account(purpose: Purpose = FOR.order): Promise<AccountView> {
    const read = (blocking().length === 0 ? trusted() : null) ?? (await watch.freshAccountInParts(purpose))
    // An unreadable order may add to any position.
    const rows = blocking()
    if (rows.length > 0) throw new PartlyUnreadable(OPEN, { rows: [], unreadable: rows })
    const { unreadable: _unreadable, ...readable } = read
    const known = unreadable.counted(watch.unreadable())
    return known.length === 0 ? readable : { ...readable, unreadable: known }
  }
  return { account, blocking }
}

/** Risk checks of orders: limits, exposure, the day's result, the kill switch, and max loss. */
function createRiskChecks(options: PipelineOptions) {
  const { service, record, markets, settings, clock, log, keys } = options
  const { actionLog, watch, unreadable, fills, ledger, serverTime, leverages } = options
  const { identity } = keys
  const { name: profile } = service.profile
  const { account, blocking } = createTrustedAccount(options)
  const limits = () => settings.limits()
  const freshMark = (asset: string): Price | null => {
    const ticker = markets.ticker(asset)
    return ticker === null || ticker.stale ? null : ticker.mark
  }
  const family = (asset: string) => familyOf(asset, markets)
  const mirror = (asset: string) => mirrorOf(asset, markets)
  const lastRead = (): AccountView | null => {
    const read = watch.lastAccount()?.value ?? null
    return read?.address === identity.address() ? read : null
  }

  async function beginLedger(): Promise<void> {
    const [began, beganHere] = [serverTime(), clock.monotonic()]
    const read = await watch.freshAccount(FOR.order)
    await fills.sync(undefined, beganHere)
    ledger.look({ account: read.address, began, beganHere, read })
  }
  const dayOptions = { ledger, mark: freshMark, changedAt: () => watch.changedAt(), serverTime }
  const day = createDayResult({ ...dayOptions, fills, beginLedger, account: () => account() })
  /** Realized and unrealized since 00:00 UTC, USDC. @throws Error with the reason when it cannot be known. */
  const dayResult = async (): Promise<Money> => (await day.read()).total
  // From cached reads: a check every few seconds asks nothing of the service.
  const dayAsRead = createDayResult({
    ...dayOptions,
    fills: { ...fills, sync: async () => {} },
    beginLedger: async () => {},
    async account() {
      const read = lastRead()
      if (read === null) throw new Error(COMMON.accountUnread)
      return read
    },
  })
  const dayLoss = createDayLossWatch({
    ...{ limits, account: identity.address, serverTime, clock },
    result: async () => (await dayAsRead.read()).total,
  })

  const onStoreError = (what: string) => (error: unknown) => {
    log.error({ err: error }, `${what} could not be written`)
    record.onJournalError(error instanceof Error ? error.message : String(error))
  }
  const throttle = createAutomationThrottle({
    ...{ actionLog, store: record.heldPauses, profile, limits, clock },
    onStoreError: onStoreError('a pause of automated orders'),
  })
  const safety = createSafetyRecords({
    ...{ store: record.safetyRecords, profile, serverTime },
    onStoreError: onStoreError('a record of a safety catch'),
  })
  const kill = createKillSwitch({
    ...{ store: record.kills, records: safety, profile, clock },
    onStoreError: onStoreError('a kill'),
  })
  const overrides = createOverrides({ actionLog, safety, clock })

  const openOrders = () => watch.openOrders()
  const exposure = createExposure({
    ...{ actionLog, clock, openOrders, priceOf: freshMark, limits },
    lastAccount: () => watch.lastAccount(),
    onAccount: watch.onChange,
  })
  const impact = createMarketImpact({
    limits,
    overridden: overrides.overridden,
    collar: createPeriodCollar({ actionLog, limits, clock, mirrorOf: mirror }),
    familyOf: family,
    priceOf: freshMark,
    book: (asset) => liveBook(asset, { facts: markets, service: service.for(FOR.order), clock }),
  })
  const selfCross = createSelfCross({
    ...{ actionLog, openOrders, priceOf: freshMark, mirrorOf: mirror },
    nameOf: (asset) => markets.outcome(asset)?.side.name ?? asset,
  })
  const held = createHeldRisks()
  const worstCase = createWorstCase({
    ...{ exposure, held: held.of, priceOf: freshMark, leverageOf: leverages.least, mirrorOf: mirror },
    familyOf: family,
    outcomes: () => markets.outcomesView().markets,
    unreadable: () => unreadable.counted(watch.unreadable()),
  })
  const entry = createEntryChecks({
    ...{ actionLog, kill, throttle, impact, selfCross, worstCase, limits },
    account: () => account(),
  })
  const gate = createPreSignCheck({
    ...{ actionLog, exposure, limits, dayResult },
    killed: entry.killed,
    entryRefusal: entry.refusal,
    account: () => account(),
  })
  const worstCaseTopic = createWorstCaseTopic({
    read: worstCase,
    account: () => (blocking().length > 0 ? null : lastRead()),
    onChange: onAny(watch.onChange, identity.onChange, (listener) => actionLog.onChange(() => listener())),
    clock,
  })
  return {
    ...{ account, dayResult, dayLoss, exposure, entry, gate, throttle, kill, safety, overrides },
    addHeldRisk: held.add,
    worstCaseTopic,
  }
}

/** An accepted order goes to the runner, which plans, checks, signs and sends it. */
export function createPipeline(options: PipelineOptions) {
  const { service, keys, markets, record, settings, clock, log } = options
  const { actionLog, watch, numbers, serverTime, closes } = options
  const { identity } = keys
  const { budget } = service
  const checks = createRiskChecks(options)
  const { account, entry, gate, overrides } = checks
  const limits = () => settings.limits()
  const purposes = createPurposes(actionLog, budget, clock)
  const budgets = createBudgets(limits, () => clock.monotonic())
  /** Inputs of every plan, shared with the previews. */
  const planning = {
    ...{ clock, facts: markets, serverTime, limits, closes, numbers },
    dayResult: checks.dayResult,
    exposure: checks.exposure,
    leverageSet: options.leverages.known,
    heldByFills: (asset: string) =>
      expectedIn({ books: options.ledger.openPositions(identity.address() ?? '') }, asset),
    minimums: options.minimums.view,
  }
  /** An order that is exempt from the minute's limit still counts in it. */
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
  /** Every request for an action has the urgency of the action. */
  const plan: Planner = async (id, ...intent) => {
    // Before any request to the service, and before a place of the minute is used.
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
      const refusal = planned.ok ? await entry.refusal(id) : null
      return refusal === null ? planned : refused(refusal)
    })
  }
  const runner = createRunner({
    ...{ actionLog, clock, plan, numbers, serverTime, log, approval: identity, nextNonce: keys.nextNonce },
    lastRefusal: async (id) => {
      const refusal = await budget.patiently(purposes.of(id), () => gate.refusal(id)).catch(rateLimited)
      return refusal ?? purposes.lateRefusal(id)
    },
    onSignedByWallet: (id) => purposes.renew(id),
    mayLeave: (id) => budget.mayLeave(purposes.of(id)),
    service: {
      profile: service.profile,
      submitDirect: (order, id) => service.for(purposes.of(id)).submitDirect(order),
    },
    verify: (expected, prepared) => verifyAll(expected, prepared, service.profile),
    sign: (prepared) => identity.sign(prepared),
    isCurrent: (who) => identity.address() === who,
    directAction: (order) => directOrderAction(service.profile.directOrder, order),
    signAsUser: (action) => identity.signAsUser(action),
    unverifiedActions: () => settings.unverifiedActions(),
    measuredOffset: () => markets.measuredOffset(),
    outcomeOfOrder: (asset, oid) => outcomeOfOrder(asset, oid, options),
    hasNoTrace: (id) => watch.hasNoTrace(id),
    setUpBinary: (forAction) => setUpBinary(forAction),
    onSent: () => watch.refresh(),
    onServiceError: options.onServiceError,
  })
  const submit = createIntake({
    ...{ actionLog, keys, onStep: record.onStep, begin: runner.begin, permit: gate.permit, overrides, log },
  })
  /** Returns why the leverage was not set, or null. */
  async function setUpBinary(forAction: string): Promise<Refusal | null> {
    const id = derivedId(forAction, 'binary_setup')
    await submit(id, { kind: 'binary_setup' })
    await allOver([{ id }], SETUP_WITHIN, { actionLog, clock })
    const end = actionLog.get(id)
    if (end?.state === 'done') return null
    const why = end?.message ?? 'The setup is still in progress. Try again when it has ended.'
    return { code: end?.code ?? 'leverage_not_set', message: `2× leverage was not set: ${why}`, field: null }
  }
  const { confirm, confirmEstimate } = runner
  return { ...checks, submit, confirm, confirmEstimate, budgets, planning }
}

/** A rate limit of the service that prevents the last check refuses like any other limit. */
function rateLimited(error: unknown): Refusal {
  if (error instanceof ServiceError && error.kind === 'held_back') return refusalOf(error)
  throw error
}

/** The outcome of an order as a message; null when it rests, or nothing is known of it. */
async function outcomeOfOrder(
  asset: string,
  oid: string,
  { orders, serverTime, log }: Pick<PipelineOptions, 'orders' | 'serverTime' | 'log'>,
): Promise<string | null> {
  try {
    const { rows } = await orders.readSince(serverTime() - LOOK_BACK)
    const order = rows.find((candidate) => candidate.oid === oid && candidate.asset === asset)
    return order === undefined || order.status === 'resting' ? null : orderOutcome(order)
  } catch (error) {
    log.warn({ err: error }, 'the history could not be read after a refused cancel')
    return null
  }
}

interface IntakeOptions {
  readonly actionLog: ActionLog
  readonly keys: TradingKeys
  readonly onStep: TradingRecord['onStep']
  /** Executes the accepted action. */
  readonly begin: (id: string) => Promise<void>
  /** Registers a check of the requester, repeated right before signing. */
  readonly permit: (id: string, refusal: () => Refusal | null) => void
  /** Receives what a window sent before it is journalled, and returns the limits it may exceed. */
  readonly overrides: Pick<Overrides, 'sent'>
  readonly log: Log
}

/** A direct order has no field for a client order id; for shares the service assigns it. */
const takesCloid = (intent: Intent): boolean =>
  intent.kind === 'place' ? intent.signer !== 'wallet' : intent.kind === 'close' && !isCoin(intent.asset)

/** An intent that cannot be written is refused, and the refusal is shown like any other. */
function createIntake({ actionLog, keys, onStep, begin, permit, overrides, log }: IntakeOptions): Submit {
  const { identity } = keys
  return async (requestId, intent, { refusal = () => null, shown, attempt, step, held, window } = {}) => {
    if (actionLog.has(requestId)) return { actionId: requestId, repeated: true }
    const account = identity.address()
    const cloid = takesCloid(intent) ? newCloid(keys.randomBytes) : null
    const refuse = (code: Refusal['code'], message: string) =>
      actionLog.offer(requestId, { type: 'refused', refusal: { code, message, field: null }, mismatches: [] })
    try {
      const overrode = window === undefined ? undefined : overrides.sent(requestId, { intent, account, window })
      const of = { account: account ?? '', cloid, shown, attempt, step, held, overrode }
      const drafted = actionLog.open(requestId, intent, of)
      await onStep?.('drafted', drafted)
    } catch (error) {
      log.error({ err: error }, 'an intent could not be journalled')
      await refuse(
        'journal_failed',
        `The journal could not be written, so nothing was sent: ${(error as Error).message}`,
      )
      return { actionId: requestId, repeated: false }
    }
    const blocked = refusal()
    if (account === null) await refuse('signed_out', identity.reason() ?? COMMON.notSignedIn)
    else if (blocked !== null) await refuse(blocked.code, blocked.message)
    else {
      permit(requestId, refusal)
      await begin(requestId)
    }
    return { actionId: requestId, repeated: false }
  }
}
