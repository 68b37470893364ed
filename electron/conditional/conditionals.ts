/** Holds the trader's conditional orders: sets and cancels them, and has them watched while the terminal runs. */
import type { Address } from '../../contract/address.ts'
import {
  type ActsUntil,
  type ConditionalRecord,
  type ConditionalView,
  type ExitPlanInput,
  isConditionalFinal,
} from '../../contract/conditional.ts'
import { Listeners } from '../../contract/listeners.ts'
import type { PublicTrade } from '../../contract/market.ts'
import type { Cancel, Clock } from '../../contract/time.ts'
import { CallError } from '../errors/index.ts'
import { createHeldAssets } from '../feed/index.ts'
import type { Log } from '../log/index.ts'
import type { ConditionalStore, StoredConditional } from '../storage/index.ts'
import { type TopicSource, topicOf } from '../topics/index.ts'
import { actsUntil, createActs, earlierWords } from './acts.ts'
import { createArmed, partnerAtWork } from './armed.ts'
import { createClosing, isClosedBy } from './closing.ts'
import { type ConditionalRequest, draftOf, marketOf } from './draft.ts'
import { createMoving, type MoveConditional } from './moving.ts'
import { needWords, neverWords } from './needs.ts'
import { planDraftOf } from './plan-draft.ts'
import { createPlans } from './plans.ts'
import type { Acting, ConditionalFacts, ConditionalTrading, Report } from './ports.ts'
import { SavedConditionals } from './saved-conditionals.ts'
import { createSteadyTime } from './steady-time.ts'
import { createSteps } from './steps.ts'
import { createTelling } from './telling.ts'
import { timeWords } from './time-exit.ts'
import { KIND_LABELS } from './trigger.ts'
import { closingOf, watchingOf } from './watching.ts'

interface ConditionalOptions {
  readonly store: ConditionalStore
  readonly profile: string
  readonly trading: ConditionalTrading
  readonly facts: ConditionalFacts
  readonly address: () => Address | null
  readonly clock: Clock
  readonly log: Log
  readonly report: Report
  /** What all of them need to act, besides their markets. */
  readonly acting: () => Acting
}

export interface Conditionals {
  /** Takes up what an earlier run left, and begins to watch. Call once trading has resumed. */
  start(): void
  stop(): void
  /**
   * Sets a stop, a take-profit, or both as a pair of which one cancels the other. The same request is never set twice.
   * @throws CallError naming the field that is wrong; ServiceError when the position cannot be read.
   */
  set(request: ConditionalRequest): Promise<{ readonly ids: readonly string[] }>
  /**
   * Sets the exits of a plan, on a position or for an order that is sent after this. The same request is never set twice.
   * @throws CallError naming the field that is wrong, and `acts_until` where it could not act as long as its market trades.
   */
  setPlan(input: ExitPlanInput): Promise<{ readonly ids: readonly string[] }>
  /** Ends all exits of a plan that have not triggered. @throws CallError when there is none. */
  cancelPlan(planId: string): void
  /** Moves the trigger of one that has not triggered. @throws CallError, saying why it stays where it stands. */
  readonly move: MoveConditional
  /** @throws CallError when it has triggered or ended already. */
  cancel(id: string): void
  /** Takes those of them that ended out of view. Whether one of them was in view. */
  putAway(ids: readonly string[]): boolean
  /** The conditional order of which an action is a close, whether or not it has ended; null when it is of none. */
  ofClose(actionId: string): ConditionalRecord | null
  /** A public trade as it happens, for triggers on the last price. */
  onTrade(trade: PublicTrade): void
  /** Topic `conditionals`. */
  readonly topics: TopicSource
}

/** Between looks at what no message brings: the end of a bucket, data that went stale. ms. */
const LOOK = 500
/** How many conditional orders, newest first, are looked through for the one that a close belongs to. */
const LOOKED_BACK = 200
/** Changes of these topics may bring a price to a trigger. */
const WATCHED: ReadonlySet<string> = new Set(['ticker', 'bucket', 'binary', 'outcomes'])

export function createConditionals(options: ConditionalOptions): Conditionals {
  const { profile, trading, facts, clock, log, address, report } = options
  const listeners = new Listeners()
  const saved = new SavedConditionals(options.store, profile, clock, changed)
  const held = createHeldAssets((asset) => facts.need(asset))
  const steps = createSteps(saved, report, log)
  const serverTime = createSteadyTime(clock, () => facts.clockOffset())
  const marketNow = (asset: string) => ({
    ticker: facts.ticker(asset),
    bucket: facts.bucket(),
    binary: facts.binary(),
    outcome: facts.outcome(asset),
    now: clock.now(),
    serverTime: serverTime(),
    clockOffset: facts.clockOffset(),
  })
  const watching = (record: StoredConditional) => watchingOf(record, marketNow(record.target.asset))
  const closable = (record: StoredConditional) => closingOf(record, marketNow(record.target.asset))
  const telling = createTelling({ saved, mine, report, clock })
  const plans = createPlans({
    ...{ saved, mine, steps, watching, trading, clock },
    markOf: (asset) => facts.ticker(asset)?.mark ?? null,
  })
  const { groupOf } = plans
  const closing = createClosing({ ...options, saved, steps, groupOf, closable, telling })
  const isTime = (record: StoredConditional) => timeWords(record, marketNow(record.target.asset))
  const armed = createArmed({
    ...{ saved, mine, watching, isTime, groupOf, steps, carryOut: closing.carryOut, trading, report, clock },
    onAccount: plans.take,
  })
  const move = createMoving({
    ...{ saved, mine, watching, groupOf, steps, trading, entryPriceOf: plans.entryPriceOf },
    tickOf: ({ target: { asset }, plan }) =>
      marketOf(asset, { market: facts.market(asset), ...marketNow(asset) })?.tickSize ?? plan?.tick ?? null,
  })
  const acts = createActs({ acting: options.acting, held: () => liveOnes().length, report })
  let cancels: Cancel[] = []
  let started = false
  /** As the last look told them, and as whoever asked was given them since: a window that opens asks between two looks. */
  let toldStanding = ''
  const given = new Set<string>()

  function mine(): readonly StoredConditional[] {
    const who = address()
    return who === null ? [] : saved.all().filter(({ account }) => account === who)
  }

  const liveOnes = () => mine().filter(({ state }) => !isConditionalFinal(state))

  function changed(): void {
    holdPrices()
    listeners.notify()
  }

  /** Prices of what is watched keep coming, whether or not a window shows them. */
  function holdPrices(): void {
    const live = started ? mine().filter(({ state }) => !isConditionalFinal(state)) : []
    held.hold(live.map(({ target }) => target.asset))
  }

  /** Takes what trading knows of the closes that were submitted. */
  function followCloses(): void {
    for (const { id, state } of mine()) if (state === 'submitted') closing.follow(id)
  }

  function tick(): void {
    holdPrices()
    armed.look(null)
    for (const { id, state } of mine()) {
      if (state === 'submitted') closing.follow(id)
      if (state === 'triggered') closing.carryOutWhenDue(id)
    }
    telling.remind()
    plans.followEntries()
    acts.look()
    if (armed.isDoubtful() || plans.isDoubtful()) void armed.checkPositions()
    const now = standing()
    given.delete(now)
    if (now === toldStanding && given.size === 0) return
    toldStanding = now
    given.clear()
    changed()
  }

  /** What is said of each that no step of it brings. */
  function standing(): string {
    const live = mine().filter(({ state }) => !isConditionalFinal(state))
    const assets = new Set(live.map(({ target }) => target.asset))
    const needs = [...assets].map((asset) => needsOf(asset)?.words ?? null)
    return JSON.stringify([mine().map((record) => [record.id, pauseOf(record)]), needs])
  }

  function pauseOf(record: StoredConditional): string | null {
    if (record.state !== 'armed') return null
    const partner = partnerAtWork(record, saved)
    if (partner !== null)
      return `Waits for the ${KIND_LABELS[partner.kind].toLowerCase()} of the pair, which triggered.`
    // What goes by the clock needs no price: it waits only while nothing closes.
    if (record.kind === 'time')
      return closable(record) === 'shut' ? `Paused: ${record.target.asset} is not trading.` : null
    const now = watching(record)
    return now.at === 'paused' ? now.reason : null
  }

  /** What a close will want of the trader, as far as this deployment's actions tell. */
  const needsOf = (asset: string) => needWords(asset, trading.unverifiable(asset))

  const untilOf = (record: StoredConditional): ActsUntil => actsUntil(record.target, options.acting())

  function view(): readonly ConditionalView[] {
    given.add(standing())
    return mine()
      .filter((record) => !saved.isOld(record))
      .map((record) => {
        const { profile: _profile, account: _account, ...shown } = record
        return {
          ...shown,
          paused: pauseOf(record),
          until: isConditionalFinal(record.state) ? null : untilOf(record),
          needs: isConditionalFinal(record.state) ? null : (needsOf(record.target.asset)?.words ?? null),
        }
      })
  }

  return {
    start() {
      if (started) return
      started = true
      cancels = [
        clock.every(LOOK, tick),
        trading.topics.onChange(({ kind }) => {
          if (kind === 'account_version') void armed.checkPositions()
          else {
            followCloses()
            plans.followEntries()
          }
        }),
        ...facts.sources.map((source) =>
          source.onChange(({ kind, asset }) => {
            if (WATCHED.has(kind)) armed.look(asset)
          }),
        ),
      ]
      tick()
      void armed.checkPositions()
    },
    stop() {
      started = false
      closing.stop()
      holdPrices()
      for (const cancel of cancels.splice(0)) cancel()
    },
    async set(request) {
      if (address() === null) throw new CallError('signed_out', 'Nobody is signed in.')
      const never = neverWords(request.asset, trading.unverifiable(request.asset))
      if (never !== null) throw new CallError('conditional_refused', never)
      const account = await trading.readAccount()
      const drafted = draftOf(request, {
        account,
        market: facts.market(request.asset),
        ...marketNow(request.asset),
        profile,
        armed: mine().filter(({ state }) => !isConditionalFinal(state)).length,
      })
      if (!drafted.ok) throw new CallError('conditional_refused', drafted.error.message, drafted.error.field)
      const fresh = drafted.value.filter(({ id }) => saved.get(id) === null)
      if (fresh.length > 0) {
        saved.add(fresh)
        const needs = needsOf(request.asset)
        if (needs !== null) report('error', `A stop on ${request.asset} ${needs.will} need you`, needs.words)
      }
      return { ids: drafted.value.map(({ id }) => id) }
    },
    async setPlan(input) {
      const who = address()
      if (who === null) throw new CallError('signed_out', 'Nobody is signed in.')
      const { asset, terms, position, entry } = input
      const never = neverWords(asset, trading.unverifiable(asset))
      if (never !== null) throw new CallError('conditional_refused', never)
      // What an order will fill is not in any read yet, and the order waits for this.
      const account = entry === null ? await trading.readAccount() : { address: who, positions: [] }
      const takerBps = terms.breakEven === null ? null : (await trading.readFees()).takerBps
      const drafted = planDraftOf(input, {
        ...marketNow(asset),
        ...{ account, profile, takerBps },
        market: facts.market(asset),
        armed: liveOnes().length,
        protectedByOthers: plans.protectedOf(asset, position),
      })
      const set = saved.all().filter(({ plan }) => plan?.id === input.requestId)
      if (set.length > 0) return { ids: set.map(({ id }) => id) }
      if (!drafted.ok) throw new CallError('conditional_refused', drafted.error.message, drafted.error.field)
      const [first] = drafted.value
      const early = first === undefined ? null : earlierWords(first.target, options.acting())
      if (early !== null && !input.acceptsUntil) throw new CallError('acts_until', early)
      saved.add(drafted.value)
      plans.followEntries()
      const needs = needsOf(asset)
      if (needs !== null) report('error', `An exit of ${asset} ${needs.will} need you`, needs.words)
      return { ids: drafted.value.map(({ id }) => id) }
    },
    cancelPlan(planId) {
      const open = mine().filter(({ plan, state }) => plan?.id === planId && (state === 'armed' || state === 'waiting'))
      if (open.length === 0) throw new CallError('unknown', 'No exit of this plan is watched any more.')
      const detail = 'Cancelled by the trader.'
      steps.apply(open.map(({ id }) => [id, { type: 'cancelled', detail }] as const))
    },
    move,
    cancel(id) {
      const record = mine().find((one) => one.id === id)
      if (record === undefined) throw new CallError('unknown', 'There is no such conditional order.')
      if (steps.apply([[id, { type: 'cancelled', detail: 'Cancelled by the trader.' }]])) return
      const ended = isConditionalFinal(record.state)
      throw new CallError(
        'too_late',
        ended ? `It has ended: ${record.state}.` : 'It has triggered; its close is under way.',
      )
    },
    putAway(ids) {
      return saved.putAway(mine().filter(({ id }) => ids.includes(id)))
    },
    ofClose(actionId) {
      const of = trading.action(actionId)?.attempt?.of
      /** Closes of earlier versions do not name what they are for: their ids are made again. */
      const isOf = of === undefined ? isClosedBy(actionId) : ({ id }: StoredConditional) => id === of
      return options.store.newest(profile, LOOKED_BACK).find(isOf) ?? null
    },
    onTrade(trade) {
      if (started) armed.onTrade(trade)
    },
    topics: topicOf('conditionals', view, listeners.on),
  }
}
