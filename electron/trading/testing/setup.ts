/** Trading for tests: the model venue, a journal and a clock that outlive a terminal which may be killed and started again. */
import type { Address, Hex } from '../../../contract/address.ts'
import { FINAL_ALGO_STATES } from '../../../contract/algo.ts'
import { FINAL_FLATTEN_STATES } from '../../../contract/flatten.ts'
import type { Intent, PlaceIntent } from '../../../contract/intent.ts'
import { DEFAULT_LIMITS } from '../../../contract/limits.ts'
import { FINAL_MOVE_STATES } from '../../../contract/move.ts'
import { isCoin } from '../../../contract/outcome.ts'
import { FINAL_REVERSAL_STATES } from '../../../contract/reversal.ts'
import { createFakeClock, type FakeClock } from '../../../contract/testing/fake-clock.ts'
import type { Millis } from '../../../contract/time.ts'
import { memoryAutomationPauses } from '../../records/testing/memory-automation-pauses.ts'
import { memoryLedger } from '../../records/testing/memory-ledger.ts'
import { memoryMarks } from '../../records/testing/memory-marks.ts'
import { memoryOrders } from '../../records/testing/memory-orders.ts'
import { memoryOtherClients } from '../../records/testing/memory-other-clients.ts'
import { memoryWallets } from '../../records/testing/memory-wallets.ts'
import { FOR, type Purpose, type TradingService } from '../../service/index.ts'
import type {
  AssetNumberStore,
  StoredAction,
  StoredAlgo,
  StoredFlatten,
  StoredMove,
  StoredReversal,
} from '../../storage/index.ts'
import { memoryAssetNumbers } from '../../storage/testing/memory-asset-numbers.ts'
import { type MemoryKills, memoryKills, memorySafetyRecords } from '../../storage/testing/memory-kills.ts'
import type { ApprovalOutcome, ApprovalStep } from '../actions/index.ts'
import type { TradingOptions, TradingRecord } from '../interface.ts'
import type { MarketFacts } from '../plans/index.ts'
import { createTrading, type Trading } from '../trading.ts'
import { type MemoryJournal, memoryJournal } from './memory-journal.ts'
import { type MemoryRecords, memoryRecords } from './memory-records.ts'
import { BINARY } from './model-binary.ts'
import { MARKET, ModelVenue, TRADER } from './model-venue.ts'

export const BUY: PlaceIntent = {
  kind: 'place',
  asset: 'NYCTMP1',
  side: 'buy',
  price: '570.50' as never,
  size: '2.0000' as never,
  tif: 'GTC',
  reduceOnly: false,
}

export interface TradingSetup {
  readonly clock: FakeClock
  readonly venue: ModelVenue
  readonly journal: MemoryJournal
  readonly flattens: MemoryRecords<StoredFlatten>
  readonly moves: MemoryRecords<StoredMove>
  readonly reversals: MemoryRecords<StoredReversal>
  readonly algos: MemoryRecords<StoredAlgo>
  readonly kills: MemoryKills
  trading: Trading
  /** The approval's answer, and how often it was requested. */
  approval: ApprovalOutcome
  approvalSteps: ApprovalStep[]
  approvals: number
  facts: MarketFacts
  /** Whether the feed's prices are stale. */
  stale: boolean
  /** Measured service time minus the terminal's, ms; null until measured. */
  measuredOffset: number | null
  /** Whether the service's time is confirmed. */
  isClockConfirmed: boolean
  /** When the access token and the agent's approval expire. */
  last: { token: Millis | null; agent: Millis | null }
  /** Why automated orders cannot be sent; null while they can. */
  cannot: string | null
  address: Address | null
  signatures: number
  unauthorized: number
  /** How often the identity was notified that the service knows no approval. */
  lostApprovals: number
  /** Whether the agent key is another wallet's. */
  keyOfAnother: boolean
  /** A request id, the same for the same number. */
  id(number: number): string
  submit(number: number, intent?: Intent): Promise<StoredAction>
  action(number: number): StoredAction
  /** States of an action's steps, in order. */
  states(number: number): string[]
  /** Another wallet signed in, or the trader signed out; listeners are called. */
  signIn(address: Address | null): void
  /** Kills the terminal and starts another over the same journal and venue. */
  restart(more?: SetupOptions): Promise<void>
}

type AnyCall = (...args: never[]) => Promise<never>

/** The service as trading sees it: every request passes its budget, and a dead terminal makes none. */
function throughBudget(service: TradingService, isDead: () => boolean, purpose: Purpose = FOR.order): TradingService {
  const never = () => new Promise<never>(() => {})
  return new Proxy(service, {
    get(target, name: keyof TradingService) {
      if (name === 'for') return (other: Purpose) => throughBudget(target, isDead, other)
      const member = target[name]
      if (typeof member !== 'function') return member
      const phase = name.startsWith('prepare') ? 'prepare' : name.startsWith('submit') ? 'submit' : 'read'
      const request = { purpose, phase, route: name, timeoutMs: 10_000 } as const
      return (...args: never[]) =>
        isDead() ? never() : target.budget.run(request, () => (member as unknown as AnyCall)(...args))
    },
  })
}

/** Options of a test. */
export type SetupOptions = Partial<
  Pick<TradingRecord, 'onStep'> &
    Pick<TradingOptions['markets'], 'setOwnOrders'> &
    Pick<TradingOptions, 'log'> &
    TradingOptions['settings'] & {
      /** The deployment's settings, where they differ from the model venue's usual ones. */
      readonly profile: Record<string, unknown>
      /** Asset numbers that another terminal has learned. */
      readonly assetNumbers: AssetNumberStore
    }
>

/** @param before state of the venue when the terminal first starts */
export async function openTradingSetup(
  more: SetupOptions = {},
  before: (venue: ModelVenue, clock: FakeClock) => void = () => {},
): Promise<TradingSetup> {
  const clock = createFakeClock()
  const venue = new ModelVenue(clock, more.profile)
  const journal = memoryJournal()
  const { fills, ledger } = memoryLedger()
  const orders = memoryOrders()
  const historyMarks = memoryMarks()
  const otherClients = memoryOtherClients()
  const heldPauses = memoryAutomationPauses()
  const kills = memoryKills()
  const safetyRecords = memorySafetyRecords()
  const assetNumbers = more.assetNumbers ?? memoryAssetNumbers()
  const wallets = memoryWallets()
  const flattens = memoryRecords<StoredFlatten>(FINAL_FLATTEN_STATES)
  const moves = memoryRecords<StoredMove>(FINAL_MOVE_STATES)
  const reversals = memoryRecords<StoredReversal>(FINAL_REVERSAL_STATES)
  const algos = memoryRecords<StoredAlgo>(FINAL_ALGO_STATES)
  let byte = 0
  let nonce = 0
  const changes = new Set<() => void>()

  /** A killed terminal reads, sends and writes nothing more: its awaited results never come. */
  let kill = (): void => {}
  const make = (extra: SetupOptions): Trading => {
    kill()
    let dead = false
    kill = () => {
      dead = true
    }
    const never = () => new Promise<never>(() => {})
    const { onStep, setOwnOrders = () => {}, limits = () => ({ ...DEFAULT_LIMITS, dayLoss: null }) } = extra
    return createTrading({
      service: throughBudget(venue.service, () => dead),
      record: {
        fills,
        orders,
        historyMarks,
        otherClients,
        heldPauses,
        kills: { ...kills, read: kills.read, keep: (...args) => (dead ? undefined : kills.keep(...args)) },
        safetyRecords,
        assetNumbers,
        wallets,
        ledger,
        transfers: { all: () => [] },
        journal: { ...journal, write: (...args) => (dead ? undefined : journal.write(...args)) },
        flattens: { ...flattens, write: (flatten) => (dead ? undefined : flattens.write(flatten)) },
        moves: { ...moves, write: (move) => (dead ? undefined : moves.write(move)) },
        reversals: { ...reversals, write: (reversal) => (dead ? undefined : reversals.write(reversal)) },
        algos: { ...algos, write: (algo) => (dead ? undefined : algos.write(algo)) },
        onJournalError: () => {},
        onStep: (state, action) => (dead ? never() : onStep?.(state, action)),
      },
      clock,
      keys: {
        randomBytes: (count) => {
          byte += 1
          return new Uint8Array(count).map((_, i) => (i < 4 ? (byte >> (8 * (3 - i))) & 0xff : 7))
        },
        last: () => setup.last,
        cannot: () => setup.cannot,
        nextNonce: () => {
          nonce += 1
          return nonce
        },
        identity: {
          address: () => setup.address,
          reason: () => (setup.address === null ? 'No access token. Import one from the clipboard.' : null),
          sign: async () => {
            setup.signatures += 1
            return `0x${'11'.repeat(65)}` as Hex
          },
          signAsUser: async () => {
            setup.signatures += 1
            return `0x${'22'.repeat(65)}` as Hex
          },
          approve: async (onStep) => {
            setup.approvals += 1
            for (const step of setup.approvalSteps) await onStep?.(step)
            return setup.approval
          },
          isKeyOfAnother: () => setup.keyOfAnother,
          notApproved: () => {
            setup.lostApprovals += 1
          },
          unauthorized: () => {
            setup.unauthorized += 1
          },
          onChange: (listener) => {
            changes.add(listener)
            return () => changes.delete(listener)
          },
        },
      },
      markets: {
        market: (asset) => setup.facts.market(asset),
        ticker: (asset) => setup.facts.ticker(asset),
        depth: (asset) => setup.facts.depth(asset),
        bucket: () => setup.facts.bucket(),
        binary: () => setup.facts.binary(),
        outcome: (coin) => setup.facts.outcome(coin),
        outcomeCollateral: () => setup.facts.outcomeCollateral(),
        needPrices: (asset) => setup.facts.needPrices(asset),
        families: () => ({ binary: true, outcomes: true }),
        outcomesView: () => ({ markets: venue.outcomes.markets() }),
        clockOffset: () => setup.measuredOffset ?? 0,
        measuredOffset: () => setup.measuredOffset,
        timeReported: () => null,
        isClockConfirmed: () => setup.isClockConfirmed,
        setOwnOrders,
        refreshMarkets: () => {},
      },
      settings: { limits, unverifiedActions: extra.unverifiedActions ?? (() => 'confirm') },
      log: extra.log ?? { debug() {}, info() {}, warn() {}, error() {} },
    })
  }

  const id = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
  const action = (number: number): StoredAction => {
    const found = journal.read(id(number))
    if (found === null) throw new Error(`no action ${number}`)
    return found
  }
  const setup: TradingSetup = {
    clock,
    venue,
    journal,
    flattens,
    moves,
    reversals,
    algos,
    kills,
    trading: undefined as unknown as Trading,
    approval: { kind: 'approved', agent: TRADER },
    approvals: 0,
    approvalSteps: [{ at: 'prepared', actionHash: '0x01' }, { at: 'verified' }, { at: 'signed' }, { at: 'sent' }],
    facts: {
      outcomeCollateral: () => 'USDH',
      market: (asset) => (asset === MARKET.asset ? MARKET : null),
      ticker: (asset) => {
        const mark = asset === BINARY ? venue.binary.mark : isCoin(asset) ? venue.outcomes.mark : ('571.00' as never)
        return { mark, mid: mark, status: 'active', stale: setup.stale }
      },
      // So deep that no share of it is too much: the depth limit has tests of its own.
      depth: (asset) => {
        const px = setup.facts.ticker(asset)?.mark ?? null
        const side = px === null ? [] : [{ px, sz: '1000000000' as never }]
        return { bids: side, asks: side, stale: setup.stale }
      },
      bucket: () => null,
      binary: () => ({ markets: venue.binary.markets(), status: venue.binary.status(), bucket: venue.binary.bucket() }),
      outcome: (coin) => {
        for (const market of venue.outcomes.markets()) {
          const side = market.sides.find((one) => one.coin === coin)
          if (side !== undefined) return { market, side }
        }
        return null
      },
      needPrices: () => () => {},
    },
    stale: false,
    measuredOffset: 0,
    isClockConfirmed: true,
    last: { token: null, agent: null },
    cannot: null,
    address: TRADER,
    signatures: 0,
    unauthorized: 0,
    lostApprovals: 0,
    keyOfAnother: false,
    id,
    action,
    states: (number) => action(number).steps.map((step) => step.state),
    async submit(number, intent = BUY) {
      void setup.trading.submit(id(number), intent)
      await clock.advanceAsync(50)
      return action(number)
    },
    signIn(address) {
      setup.address = address
      for (const changed of changes) changed()
    },
    async restart(extra = {}) {
      setup.trading.stop()
      setup.trading = make({ ...more, ...extra })
      await setup.trading.resume()
      await clock.advanceAsync(0)
    },
  }
  before(venue, clock)
  setup.trading = make(more)
  await setup.trading.resume()
  await clock.advanceAsync(0)
  return setup
}
