/** What every order is held to as of now: the account as last read, what other orders may still add, and the day's result. */
import type { AccountView, Family } from '../../contract/account.ts'
import type { Money, Price } from '../../contract/decimal.ts'
import { onAny } from '../../contract/listeners.ts'
import { isCoin } from '../../contract/outcome.ts'
import type { Clock, Millis } from '../../contract/time.ts'
import type { UnreadableRow } from '../../contract/unreadable-row.ts'
import type { FillRecords } from '../records/index.ts'
import { FOR, PartlyUnreadable, type Purpose, type TradingService } from '../service/index.ts'
import type { TopicSource } from '../topics/index.ts'
import type { AccountWatch, Leverages, UnreadableRows } from './account/index.ts'
import type { ActionLog, TradingIdentity } from './actions/index.ts'
import { createEntryChecks, type EntryChecks } from './entry-checks.ts'
import type { TradingOptions } from './interface.ts'
import { createLastGate, type LastGate } from './last-gate.ts'
import type { WalletLedger } from './ledger/index.ts'
import type { MarketFacts, OutcomeFacts } from './plans/index.ts'
import {
  createDayLossWatch,
  createDayResult,
  createExposure,
  createHeldThrottle,
  createKillSwitch,
  createMarketImpact,
  createOverrides,
  createPeriodCollar,
  createSafetyRecords,
  createSelfCross,
  createWorstCase,
  type DayLossWatch,
  type Exposure,
  type HeldRisk,
  type HeldThrottle,
  type KillSwitch,
  type Overrides,
  type SafetyRecords,
  type ShownBook,
} from './risk/index.ts'
import { createHeldRisks, createWorstCaseTopic } from './worst-case-now.ts'

/** The book of an asset that no window watches comes within this, ms, or is not waited for. */
const WITHIN = 3_000

const LOOK_EVERY = 50

/** It is kept coming this long for the orders that follow, ms. */
const KEPT = 60_000

interface LiveBookOptions {
  readonly facts: Pick<MarketFacts, 'depth' | 'needPrices'>
  readonly service: Pick<TradingService, 'book'>
  readonly clock: Pick<Clock, 'after'>
}

interface HeldToParts {
  readonly actionLog: ActionLog
  readonly watch: AccountWatch
  readonly unreadable: Pick<UnreadableRows, 'counted'>
  readonly fills: FillRecords
  readonly ledger: WalletLedger
  readonly serverTime: () => Millis
  readonly leverages: Pick<Leverages, 'least'>
  readonly identity: Pick<TradingIdentity, 'address' | 'onChange'>
}

export interface HeldTo {
  /** The last account read, or one that begins now when that is too old to refuse an order on. @throws ServiceError */
  account(purpose?: Purpose): Promise<AccountView>
  /** Realised and unrealised since 00:00 UTC, USDC. @throws Error in words when it cannot be known. */
  dayResult(): Promise<Money>
  readonly exposure: Exposure
  /** What is asked of everything that adds exposure. */
  readonly entry: EntryChecks
  /** Pauses held work whose orders fill too fast. */
  readonly throttle: HeldThrottle
  /** Holds back all that adds exposure while the deployment is killed. */
  readonly kill: KillSwitch
  /** What was done to the trader's own safety catches. */
  readonly safety: SafetyRecords
  /** What could be lost from now on. */
  readonly worst: {
    /** Counts what another part of main holds. */
    addHeld(source: (account: string) => HeldRisk): void
    readonly topic: TopicSource
  }
  readonly gate: LastGate
  /** Orders that may go beyond a limit of the trader's, by their word. */
  readonly overrides: Overrides
  /** Tells that the day's loss nears its limit. */
  readonly dayLoss: DayLossWatch
}

const OPEN = 'GET /v1/orders/open/{address}'

/** No order is refused on an account read older than this, ms. */
const TRUSTED = 10_000

export function createHeldTo(
  {
    service,
    record,
    markets,
    settings,
    clock,
    log,
  }: Pick<TradingOptions, 'service' | 'record' | 'markets' | 'settings' | 'clock' | 'log'>,
  { actionLog, watch, unreadable, fills, ledger, serverTime, leverages, identity }: HeldToParts,
): HeldTo {
  const { name: profile } = service.profile
  /** Rows that may add to any position: those that cannot be read and were not acknowledged. */
  function blocking(): readonly UnreadableRow[] {
    const rows = watch.unreadable()
    const counted = new Set<UnreadableRow>(unreadable.counted(rows))
    return rows.filter((row) => !counted.has(row))
  }
  const account = async (purpose: Purpose = FOR.order): Promise<AccountView> => {
    const read =
      (blocking().length === 0 ? trustedAccount(watch, clock) : null) ?? (await watch.freshAccountInParts(purpose))
    // An order that nobody can read may add to any position.
    const rows = blocking()
    if (rows.length > 0) throw new PartlyUnreadable(OPEN, { rows: [], unreadable: rows })
    const { unreadable: _unreadable, ...account } = read
    const known = unreadable.counted(watch.unreadable())
    return known.length === 0 ? account : { ...account, unreadable: known }
  }
  const freshMark = (asset: string): Price | null => {
    const ticker = markets.ticker(asset)
    return ticker === null || ticker.stale ? null : ticker.mark
  }
  const limits = () => settings.limits()
  async function beginLedger(): Promise<void> {
    const [began, beganHere] = [serverTime(), clock.monotonic()]
    const read = await watch.freshAccount(FOR.order)
    await fills.sync(undefined, beganHere)
    ledger.look({ account: read.address, began, beganHere, read })
  }
  const day = createDayResult({
    fills,
    ledger,
    beginLedger,
    account: () => account(),
    mark: freshMark,
    changedAt: () => watch.changedAt(),
    serverTime,
  })
  const dayResult = async (): Promise<Money> => (await day.read()).total
  // By what was read already: looking every few seconds asks nothing of the service.
  const dayAsRead = createDayResult({
    fills: { ...fills, sync: async () => {} },
    ledger,
    beginLedger: async () => {},
    account: async () => {
      const read = watch.lastAccount()?.value ?? null
      if (read === null || read.address !== identity.address()) throw new Error('the account has not been read yet')
      return read
    },
    mark: freshMark,
    changedAt: () => watch.changedAt(),
    serverTime,
  })
  const dayLoss = createDayLossWatch({
    result: async () => (await dayAsRead.read()).total,
    limits,
    account: identity.address,
    serverTime,
    clock,
  })
  const exposure = createExposure({
    actionLog,
    clock,
    lastAccount: () => watch.lastAccount(),
    onAccount: watch.onChange,
    openOrders: () => watch.openOrders(),
    priceOf: freshMark,
    limits,
  })
  const isBinary = (asset: string): boolean => familyOf(asset, markets) === 'binary'
  const mirrorOf = (asset: string): string | null => otherSide(markets.outcome(asset))
  const selfCross = createSelfCross({
    actionLog,
    openOrders: () => watch.openOrders(),
    priceOf: freshMark,
    mirrorOf,
    nameOf: (asset) => markets.outcome(asset)?.side.name ?? asset,
  })
  const onStoreError = (what: string) => (error: unknown) => {
    log.error({ err: error }, `${what} could not be written`)
    record.onJournalError(error instanceof Error ? error.message : String(error))
  }
  const throttle = createHeldThrottle({
    actionLog,
    store: record.heldPauses,
    profile,
    limits,
    clock,
    onStoreError: onStoreError('a pause of held work'),
  })
  const safety = createSafetyRecords({
    store: record.safetyRecords,
    profile,
    serverTime,
    onStoreError: onStoreError('a record of a safety catch'),
  })
  const kill = createKillSwitch({
    store: record.kills,
    records: safety,
    profile,
    clock,
    onStoreError: onStoreError('a kill'),
  })
  const overrides = createOverrides({ actionLog, safety, clock })
  const impact = createMarketImpact({
    limits,
    overridden: overrides.overridden,
    collar: createPeriodCollar({ actionLog, limits, clock, mirrorOf }),
    familyOf: (asset) => familyOf(asset, markets),
    priceOf: freshMark,
    book: (asset) => liveBook(asset, { facts: markets, service: service.for(FOR.order), clock }),
  })
  const held = createHeldRisks()
  const worstCase = createWorstCase({
    exposure,
    held: held.of,
    priceOf: freshMark,
    leverageOf: leverages.least,
    isBinary,
    mirrorOf,
    outcomes: () => markets.outcomesView().markets,
    unreadable: () => unreadable.counted(watch.unreadable()),
  })
  const entry = createEntryChecks({
    actionLog,
    kill,
    throttle,
    impact,
    selfCross,
    worstCase,
    limits,
    account: () => account(),
  })
  const gate = createLastGate({
    actionLog,
    exposure,
    killed: entry.killed,
    entryRefusal: entry.refusal,
    account: () => account(),
    limits,
    dayResult,
  })
  const topic = createWorstCaseTopic({
    read: worstCase,
    account() {
      const read = blocking().length > 0 ? null : (watch.lastAccount()?.value ?? null)
      return read?.address === identity.address() ? read : null
    },
    onChange: onAny(watch.onChange, identity.onChange, (listener) => actionLog.onChange(() => listener())),
    clock,
  })
  return {
    account,
    dayResult,
    exposure,
    entry,
    throttle,
    kill,
    safety,
    worst: { addHeld: held.add, topic },
    gate,
    overrides,
    dayLoss,
  }
}

/** The family of an asset; scalar where nothing lists it. */
export function familyOf(asset: string, { binary }: Pick<TradingOptions['markets'], 'binary'>): Family {
  if (isCoin(asset)) return 'outcome'
  return binary()?.markets.some((market) => market.asset === asset) === true ? 'binary' : 'scalar'
}

/** Of an outcome with two sides, the coin of the other one: the two are one book. */
const otherSide = (facts: OutcomeFacts | null): string | null =>
  facts?.market.sides.length === 2
    ? (facts.market.sides.find(({ coin }) => coin !== facts.side.coin)?.coin ?? null)
    : null

/** The last account read, unless it is too old. */
function trustedAccount(watch: Pick<AccountWatch, 'lastAccount'>, clock: Pick<Clock, 'monotonic'>): AccountView | null {
  const last = watch.lastAccount()
  return last !== null && clock.monotonic() - last.began < TRUSTED ? last.value : null
}

/** Null where it cannot be had. Never rejects. */
async function liveBook(asset: string, { facts, service, clock }: LiveBookOptions): Promise<ShownBook | null> {
  const live = (): ShownBook | null => {
    const shown = facts.depth(asset)
    return shown === null || shown.stale ? null : shown
  }
  const there = live()
  if (there !== null) return there
  try {
    return await service.book(asset)
  } catch {
    // Of what is priced as a probability no read may tell: the feed brings it once it is asked for.
  }
  clock.after(KEPT, facts.needPrices(asset))
  for (let waited = 0; waited < WITHIN; waited += LOOK_EVERY) {
    await new Promise<void>((resolve) => clock.after(LOOK_EVERY, resolve))
    const come = live()
    if (come !== null) return come
  }
  return null
}
