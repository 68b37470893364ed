/** Setup for tests of conditional orders: a market, a position and a trading stub that outlive a terminal which may be killed. */
import type { AccountView } from '../../../contract/account.ts'
import { type ActionRecord, type ActionState, isFinal } from '../../../contract/action.ts'
import type { Address } from '../../../contract/address.ts'
import type { BinaryBucket, BinaryStatus } from '../../../contract/binary.ts'
import type { ConditionalView, ExitOfPlan, ExitPlanInput } from '../../../contract/conditional.ts'
import { HUNDRED, type Price, type Size } from '../../../contract/decimal.ts'
import type { CloseIntent } from '../../../contract/intent.ts'
import type { BucketView, ScalarMarket, Ticker, Touch } from '../../../contract/market.ts'
import type { MoveView } from '../../../contract/move.ts'
import { createFakeClock, type FakeClock } from '../../../contract/testing/fake-clock.ts'
import { millis } from '../../../contract/time.ts'
import type { ConditionalStore, StoredConditional } from '../../storage/index.ts'
import type { TopicChange, TopicSource } from '../../topics/index.ts'
import { type Conditionals, createConditionals } from '../conditionals.ts'
import { exitId } from '../plan-group.ts'
import type { Acting, BinaryFacts, ConditionalTrading, OutcomeNow } from '../ports.ts'

export const ASSET = 'NYCTMP1'
export const BINARY = 'GBETA'
export const TRADER = `0x${'ab'.repeat(20)}` as Address

export interface ConditionalSetup {
  readonly clock: FakeClock
  conditionals: Conditionals
  /** Rows on disk. */
  readonly rows: Map<string, StoredConditional>
  /** Closes that trading accepted, by request id; a double submit would appear here. */
  readonly taken: Map<string, CloseIntent>
  /** Number of calls of submit. */
  submits: number
  readonly notified: string[]
  /** The errors among them. */
  readonly errors: string[]
  /** Assets that notifications offer to protect. */
  readonly offered: string[]
  position: string
  /** Its average price. */
  entryPx: string
  address: Address | null
  ticker: Ticker | null
  touch: Touch | null
  bucket: BucketView | null
  binary: BinaryFacts | null
  /** The asset of the position, and of the ticker. */
  asset: string
  /** When fills closed the previous position, as the ledger knows it. */
  closedBefore: number | null | undefined
  /** Assets whose prices the terminal itself subscribes to. */
  readonly needed: Set<string>
  /** The next store write fails: null writes. */
  storeFails: boolean
  accountFails: boolean
  /** The account that reads show. */
  accountOf: Address
  /** Duration of an account read, ms. */
  accountTakes: number
  /** This many account reads omit the position. */
  emptyReads: number
  /** Unreadable rows of the account. */
  unreadable: AccountView['unreadable']
  /** Whether the list of latest actions omits the closes. */
  hideActions: boolean
  /** Orders with a cancel request, by id. */
  readonly cancels: string[]
  /** The result of a cancel. */
  cancelEnds: ActionState
  /** Closes that were withdrawn before they were sent. */
  readonly withdrawn: Set<string>
  /** Whether closes wait before they are sent, for a confirmation or in the queue. */
  holdsBack: boolean
  /** What happens to closes that cannot be verified; null where they can. */
  unverifiable: ReturnType<ConditionalTrading['unverifiable']>
  outcome: OutcomeNow | null
  /** Whether the service's time is confirmed. */
  isClockConfirmed: boolean
  /** When the markets were last read: each second, unless a test overrides it. */
  readAt: () => number
  /** Why a stop may not be moved under the max loss limit; null where it may. */
  stopRefused: Awaited<ReturnType<ConditionalTrading['stopRefusal']>>
  /** Moves of orders, as trading has them. */
  moves: readonly Pick<MoveView, 'order' | 'placeIds' | 'state'>[]
  acting: Acting
  /** Announces a topic change, as the parts of main do. */
  say(kind: TopicChange['kind']): void
  /** The result of a plan's order in trading's journal. */
  entry(id: string, change: Partial<ActionRecord>): void
  /** Sets an exit plan on the position, or for an order. */
  plan(change?: Partial<ExitPlanInput>): Promise<string>
  /** An exit of a plan as it is on disk. */
  exit(plan: string, role: ExitOfPlan['role']): StoredConditional
  /** Moves the best prices of the book, as a message does. */
  book(touch: Touch): void
  /** Moves the mark, as a message does. */
  mark(mark: string, change?: Partial<Ticker>): void
  bucketIs(change: Partial<BucketView>): void
  binaryIs(change: { readonly status?: Partial<BinaryStatus>; readonly bucket?: Partial<BinaryBucket> }): void
  /** Announces that an order reappeared. */
  surfaced: (action: ActionRecord) => void
  /** Lets waiting closes be sent. */
  send(): void
  /** The final state of one close. */
  finishOne(id: string, state: ActionState, change?: Partial<ActionRecord>): void
  /** The final state of a close. */
  finish(state: ActionState, change?: Partial<ActionRecord>): void
  /** Progress of the closes under way. */
  progress(change: Partial<ActionRecord>): void
  /** A new account read differs from the last one. */
  accountChanged(): Promise<void>
  /** Repeated account reads show that the position is gone. */
  flat(): Promise<void>
  /** Sets a stop, a target or both at prices, on the whole current position: a stop at 570.00 unless changed. Returns the ids of the exits. */
  protect(change?: Partial<ExitPlanInput> & StopAndTarget): Promise<readonly string[]>
  view(): readonly ConditionalView[]
  states(): string[]
  idle(): Promise<void>
  /** Kills the terminal and starts another over the same disk and the same trading. */
  restart(): Promise<void>
  /** Called before each effect of the terminal; throwing there is a crash: the terminal does nothing more. */
  crashAt: (effect: 'write' | 'submit' | 'submitted') => boolean
}

/** Prices; null for none. */
interface StopAndTarget {
  readonly stop?: string | null
  readonly target?: string | null
}

let requests = 0

/** One binary market, trading, for two hours from now. */
const binaryNow = (now: number): BinaryFacts => ({
  receivedAt: millis(now),
  markets: [
    {
      asset: BINARY,
      assetId: 2,
      status: 'active',
      statusText: 'active',
      midpoint: '577.855' as never,
      sizeDecimals: 2,
      tickSize: '0.001' as never,
    },
  ],
  status: { paused: false, activeAsset: BINARY, phase: 'trading', phaseText: 'TRADING', entryCutoff: null },
  bucket: {
    asset: BINARY,
    start: millis(now),
    end: millis(now + 7_200_000),
    phase: 'trading',
    phaseText: 'TRADING',
    midpoint: '577.855' as never,
    serverTime: null,
  },
})

/** Contracts of one binary direction instead of a scalar position. */
export function openBinarySetup(position: string): ConditionalSetup {
  const setup = openConditionalSetup()
  setup.asset = BINARY
  setup.position = position
  setup.binaryIs({})
  setup.mark('0.550')
  return setup
}

/** @param clock a test's own, where other parts share it */
export function openConditionalSetup(clock: FakeClock = createFakeClock()): ConditionalSetup {
  const actions = new Map<string, ActionRecord>()
  const listeners = new Set<(change: TopicChange) => void>()
  let generation = 0
  const source = (kinds: TopicSource['kinds'], view: (kind: string) => unknown): TopicSource => ({
    kinds,
    view: (topic) => view(topic.kind) as never,
    onChange(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  })
  const report = (kind: TopicChange['kind'], asset: string | null): void => {
    for (const listener of listeners) listener({ kind, asset })
  }
  const account = (): AccountView => ({
    address: setup.accountOf,
    positions: [
      {
        family: setup.asset === BINARY ? 'binary' : setup.asset === ASSET ? 'scalar' : 'outcome',
        asset: setup.asset,
        size: setup.position as never,
        entryPx: setup.entryPx as never,
        markPx: null,
        leverage: 10,
        margin: null,
        unrealizedPnl: null,
        realizedPnl: null,
        liquidationPx: null,
      },
    ],
    money: { equity: null, available: null, usdc: null, usdh: null, usdhOutcome: null },
    readAt: clock.now(),
  })

  /** One life of the terminal: once crashed it writes and submits nothing more. */
  function live(): Conditionals {
    generation += 1
    const mine = generation
    let dead = false
    const isDead = (): boolean => dead || mine !== generation
    const never = new Promise<never>(() => {})
    const crash = (effect: 'write' | 'submit' | 'submitted'): void => {
      if (!isDead() && setup.crashAt(effect)) dead = true
    }
    const store: ConditionalStore = {
      write(records) {
        crash('write')
        if (isDead()) throw new Error('dead')
        if (setup.storeFails) throw new Error('disk full')
        for (const record of records) setup.rows.set(record.id, structuredClone(record))
      },
      read: (id) => setup.rows.get(id) ?? null,
      reportDue: () => [...setup.rows.values()].filter(({ isReportDue }) => isReportDue === true),
      newest: () => [...setup.rows.values()].reverse(),
      unfinished: () =>
        [...setup.rows.values()].filter(({ state }) => ['waiting', 'armed', 'triggered', 'submitted'].includes(state)),
    }
    const readAccount = async (): Promise<AccountView> => {
      if (isDead()) return never
      if (setup.accountFails) throw new Error('no answer')
      const isEmpty = setup.emptyReads > 0
      if (isEmpty) setup.emptyReads -= 1
      const read = { ...account(), ...(isEmpty && { positions: [] }), unreadable: setup.unreadable }
      if (setup.accountTakes > 0) await new Promise<void>((resolve) => clock.after(setup.accountTakes, resolve))
      return read
    }
    return createConditionals({
      store,
      profile: 'practice',
      address: () => setup.address,
      clock,
      log: { debug() {}, info() {}, warn() {}, error() {} },
      report(level, title, _words, about) {
        if (level === 'error') setup.errors.push(title)
        setup.notified.push(title)
        if (about?.isBare === true) setup.offered.push(about.asset)
      },
      facts: {
        market: (asset) => (asset === ASSET ? ({ asset, sizeDecimals: 4, tickSize: '0.01' } as ScalarMarket) : null),
        ticker: () => setup.ticker,
        touch: () => setup.touch,
        bucket: () => (setup.bucket === null ? null : { ...setup.bucket, receivedAt: millis(setup.readAt()) }),
        binary: () => (setup.binary === null ? null : { ...setup.binary, receivedAt: millis(setup.readAt()) }),
        outcome: (coin) => (coin === setup.outcome?.side.coin ? setup.outcome : null),
        outcomesView: () => ({ receivedAt: millis(setup.readAt()) }),
        clockOffset: () => setup.bucket?.clockOffset ?? 0,
        isClockConfirmed: () => setup.isClockConfirmed,
        timeReported: () => null,
        need(asset, kind = 'ticker') {
          const key = kind === 'ticker' ? asset : `${asset}/${kind}`
          setup.needed.add(key)
          return () => void setup.needed.delete(key)
        },
        sources: [source(['ticker', 'bucket', 'binary', 'outcomes', 'book'], () => undefined)],
      },
      acting: () => setup.acting,
      trading: {
        isKnown: (id) => setup.taken.has(id) || actions.has(id),
        action: (id) => actions.get(id) ?? null,
        waitsForWord: ({ code }) => code === 'awaiting_confirmation',
        unverifiable: () => setup.unverifiable,
        readAccount,
        freshAccount: readAccount,
        async withdrawClose(id) {
          const action = actions.get(id)
          if (isDead() || action?.state !== 'prepared') return
          setup.withdrawn.add(id)
          actions.set(id, { ...action, state: 'refused', code: 'stopped' as never, message: 'Nothing was sent.' })
          report('actions', null)
        },
        onSurfaced(listener) {
          setup.surfaced = listener
          return () => undefined
        },
        stopRefusal: async () => setup.stopRefused,
        closedBefore: () => setup.closedBefore as never,
        readFees: async () => ({ makerBps: '1' as never, takerBps: '5' as never }),
        async submit(id, intent, { attempt }) {
          crash('submit')
          if (isDead()) return never
          setup.submits += 1
          if (intent.kind === 'cancel') {
            if (!actions.has(id)) setup.cancels.push(intent.oid)
            actions.set(id, { id, intent, state: setup.cancelEnds, filled: null, code: null, message: null } as never)
          } else if (!setup.taken.has(id)) {
            setup.taken.set(id, intent as CloseIntent)
            actions.set(id, {
              id,
              intent,
              state: setup.holdsBack ? 'prepared' : 'sent',
              filled: null,
              code: null,
              message: null,
              mismatches: [],
              steps: [],
              attempt,
            } as never)
          }
          crash('submitted')
          if (isDead()) return never
          return { actionId: id }
        },
        topics: source(['actions', 'moves', 'account_version'], (kind) =>
          kind === 'moves'
            ? setup.moves
            : kind === 'actions'
              ? setup.hideActions
                ? []
                : [...actions.values()].reverse()
              : 0,
        ),
      },
    })
  }

  const setup: ConditionalSetup = {
    clock,
    conditionals: undefined as unknown as Conditionals,
    rows: new Map(),
    taken: new Map(),
    submits: 0,
    notified: [],
    errors: [],
    offered: [],
    position: '10.0000',
    entryPx: '571.00',
    closedBefore: null,
    address: TRADER,
    ticker: null,
    touch: null,
    bucket: null,
    binary: null,
    asset: ASSET,
    needed: new Set(),
    storeFails: false,
    accountFails: false,
    accountOf: TRADER,
    accountTakes: 0,
    emptyReads: 0,
    unreadable: undefined,
    hideActions: false,
    unverifiable: null,
    surfaced: () => undefined,
    withdrawn: new Set(),
    cancels: [],
    cancelEnds: 'done',
    holdsBack: false,
    outcome: null,
    isClockConfirmed: true,
    readAt: () => Math.floor(clock.now() / 1_000) * 1_000,
    stopRefused: null,
    moves: [],
    acting: { token: null, agent: null, cannot: null },
    say: (kind) => report(kind, null),
    crashAt: () => false,
    mark(mark, change = {}) {
      const fresh = {
        asset: setup.asset,
        mark: mark as never,
        last: mark as never,
        stale: false,
        receivedAt: clock.now(),
      }
      setup.ticker = { ...(setup.ticker as Ticker), ...fresh, ...change }
      report('ticker', setup.asset)
    },
    book(touch) {
      setup.touch = touch
      report('book', setup.asset)
    },
    binaryIs({ status = {}, bucket = {} }) {
      const before = setup.binary ?? binaryNow(clock.now())
      setup.binary = {
        ...before,
        status: { ...(before.status as BinaryStatus), ...status },
        bucket: { ...(before.bucket as BinaryBucket), ...bucket },
      }
      report('binary', null)
    },
    bucketIs(change) {
      setup.bucket = { ...(setup.bucket as BucketView), ...change }
      report('bucket', null)
    },
    send() {
      for (const [id, action] of actions) if (action.state === 'prepared') actions.set(id, { ...action, state: 'sent' })
    },
    finishOne(id, state, change = {}) {
      const action = actions.get(id)
      if (action !== undefined && !isFinal(action.state)) actions.set(id, { ...action, state, ...change })
      report('actions', null)
    },
    finish(state, change = {}) {
      for (const [id, action] of actions) {
        if (setup.taken.has(id) && !isFinal(action.state)) actions.set(id, { ...action, state, ...change })
      }
      report('actions', null)
    },
    progress(change) {
      for (const [id, action] of actions) if (!isFinal(action.state)) actions.set(id, { ...action, ...change })
      report('actions', null)
    },
    async accountChanged() {
      report('account_version', null)
      await setup.idle()
    },
    async flat() {
      setup.position = '0'
      await setup.accountChanged()
      await clock.advanceAsync(2_000)
    },
    async protect({ stop = '570.00', target = null, ...change } = {}) {
      const at = (price: string) => ({ by: 'price', price: price as Price }) as const
      const share = { of: 'position', percent: HUNDRED } as const
      const plan = await setup.plan({
        position: setup.position.startsWith('-') ? 'short' : 'long',
        covers: setup.position.replace('-', '') as Size,
        terms: {
          ...{ breakEven: null, trail: null, outBefore: null },
          stop: stop === null ? null : at(stop),
          targets: target === null ? [] : [{ level: at(target), share }],
        },
        ...change,
      })
      return [...setup.rows.values()].filter((row) => row.plan.id === plan).map(({ id }) => id)
    },
    entry(id, change) {
      const before = actions.get(id) ?? {
        ...{ id, state: 'resting', filled: null, code: null, message: null, mismatches: [], steps: [] },
        intent: {
          kind: 'place',
          asset: setup.asset,
          side: 'buy',
          price: '571.00',
          size: '50',
          tif: 'GTC',
          reduceOnly: false,
        },
      }
      actions.set(id, { ...before, ...change } as never)
      report('actions', null)
    },
    async plan(change = {}) {
      requests += 1
      const requestId = `00000000-0000-4000-8000-${String(requests).padStart(12, '0')}`
      const input: ExitPlanInput = {
        ...{ requestId, asset: setup.asset, position: 'long', entry: null, covers: null, name: null, source: 'mark' },
        ...{ protection: { distance: '0.10' as never, bound: '0.50' as never }, acceptsUntil: false },
        terms: { stop: null, targets: [], breakEven: null, trail: null, outBefore: null },
        ...change,
      }
      await setup.conditionals.setPlan(input)
      return input.requestId
    },
    exit(plan, role) {
      const row = setup.rows.get(exitId(plan, role))
      if (row === undefined) throw new Error(`the plan has no exit ${role}`)
      return row
    },
    view: () => setup.conditionals.topics.view({ kind: 'conditionals' }) ?? [],
    states: () => [...setup.rows.values()].map(({ state }) => state),
    idle: () => clock.advanceAsync(0),
    async restart() {
      setup.conditionals.stop()
      listeners.clear()
      setup.conditionals = live()
      setup.conditionals.start()
      await setup.idle()
    },
  }
  setup.bucket = {
    current: { asset: ASSET, start: millis(0), end: millis(clock.now() + 7_200_000), phaseText: null },
    next: null,
    phase: 'trading',
    clockOffset: 0,
    twapWindow: 120_000,
    twapEstimate: null,
    receivedAt: clock.now(),
    stale: false,
  }
  setup.conditionals = live()
  setup.mark('571.00')
  setup.conditionals.start()
  return setup
}
