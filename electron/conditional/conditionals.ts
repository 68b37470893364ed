/** Holds and watches the trader's conditional orders, and turns one that triggers into a close, exactly once. */
import type { Address } from '../../contract/address.ts'
import { type ConditionalView, isConditionalFinal } from '../../contract/conditional.ts'
import { type Price, trimZeros } from '../../contract/decimal.ts'
import { Listeners } from '../../contract/listeners.ts'
import type { PublicTrade } from '../../contract/market.ts'
import type { Cancel, Clock } from '../../contract/time.ts'
import { CallError } from '../errors/index.ts'
import { createHeldAssets } from '../feed/index.ts'
import type { Log } from '../log/index.ts'
import type { ConditionalStore, StoredConditional } from '../storage/index.ts'
import { type TopicSource, topicOf } from '../topics/index.ts'
import { createClosing, heldIn } from './closing.ts'
import { type ConditionalRequest, draftOf } from './draft.ts'
import type { ConditionalFacts, ConditionalTrading } from './ports.ts'
import { SavedConditionals } from './saved-conditionals.ts'
import { isReached, KIND_LABELS } from './trigger.ts'
import { type Watching, watchingOf } from './watching.ts'

interface ConditionalOptions {
  readonly store: ConditionalStore
  readonly profile: string
  readonly trading: ConditionalTrading
  readonly facts: ConditionalFacts
  readonly address: () => Address | null
  readonly clock: Clock
  readonly log: Log
  /** Tells the trader what happened: a trigger, a close that came to nothing, an end. */
  readonly report: (level: 'info' | 'error', title: string, words: string) => void
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
  /** @throws CallError when it has triggered or ended already. */
  cancel(id: string): void
  /** A public trade as it happens, for triggers on the last price. */
  onTrade(trade: PublicTrade): void
  /** Topic `conditionals`. */
  readonly topics: TopicSource
}

/** Between looks at what no message brings: the end of a bucket, data that went stale. ms. */
const LOOK = 500
export function createConditionals(options: ConditionalOptions): Conditionals {
  const { trading, facts, clock, log, address, report } = options
  const listeners = new Listeners()
  const saved = new SavedConditionals(options.store, options.profile, clock, changed)
  const held = createHeldAssets((asset) => facts.need(asset))
  let cancels: Cancel[] = []
  let started = false
  /** Whether the last write went well: a disk that is full is told once. */
  let writable = true
  let shownPauses = ''

  function changed(): void {
    holdPrices()
    listeners.notify()
  }

  /** Prices of what is watched keep coming, whether or not a window shows them. */
  function holdPrices(): void {
    const live = started ? mine().filter(({ state }) => !isConditionalFinal(state)) : []
    held.hold(live.map(({ target }) => target.asset))
  }

  const mine = (): readonly StoredConditional[] => {
    const who = address()
    return who === null ? [] : saved.all().filter(({ account }) => account === who)
  }
  const marketNow = (asset: string) => ({
    ticker: facts.ticker(asset),
    bucket: facts.bucket(),
    binary: facts.binary(),
    now: clock.now(),
    clockOffset: facts.clockOffset(),
  })
  const watching = (record: StoredConditional): Watching => watchingOf(record, marketNow(record.target.asset))
  const closing = createClosing({ ...options, saved, apply, watching, end })

  /** A step that cannot be written is not taken: it is tried again at the next look, and nothing follows from it. */
  function apply(events: Parameters<SavedConditionals['apply']>[0]): boolean {
    try {
      const taken = saved.apply(events)
      writable = true
      return taken
    } catch (error) {
      log.error({ err: error }, 'a conditional order could not be written')
      if (writable)
        report(
          'error',
          'Conditional orders cannot be written',
          `${(error as Error).message} Until they can, none triggers.`,
        )
      writable = false
      return false
    }
  }

  function lookAt(asset: string | null): void {
    if (!started || saved.isEmpty) return
    for (const { id, target } of mine()) if (asset === null || target.asset === asset) consider(id, null)
  }

  /** @param printed the price of a trade that has just happened, for triggers on the last price. */
  function consider(id: string, printed: Price | null): void {
    const record = saved.get(id)
    if (record === null || record.state !== 'armed') return
    const now = watching(record)
    if (now.at === 'ended') {
      end(record, now.reason)
    } else if (now.at === 'watched') {
      const price = printed ?? now.price
      if (isReached(record.direction, record.trigger, price)) trigger(record, price)
    }
  }

  /** The trigger and the end of the other one of a pair are one write: never do both of a pair live on. */
  function trigger(record: StoredConditional, price: Price): void {
    const watched = record.source === 'mark' ? 'The mark' : 'The last price'
    const words = `${watched}${record.target.family === 'binary' ? ' of UP' : ''} was ${price}, at or through ${record.trigger}.`
    const partners = saved
      .live()
      .filter(({ id, oco, state }) => oco !== null && oco === record.oco && id !== record.id && state === 'armed')
    const taken = apply([
      [record.id, { type: 'triggered', detail: words }],
      ...partners.map(
        ({ id }) =>
          [
            id,
            { type: 'cancelled', detail: `The ${KIND_LABELS[record.kind].toLowerCase()} of the pair triggered.` },
          ] as const,
      ),
    ])
    if (!taken) return
    report(
      'info',
      `${KIND_LABELS[record.kind]} triggered on ${record.target.asset}`,
      `${words} Closing ${trimZeros(record.percent)} % at market.`,
    )
    closing.carryOut(record.id)
  }

  function end(record: StoredConditional, reason: string): void {
    if (!apply([[record.id, { type: 'expired', detail: reason }]])) return
    report('info', `${KIND_LABELS[record.kind]} on ${record.target.asset} expired`, reason)
  }

  /** Positions may have changed: what has nothing left to close ends. A read that fails says nothing. */
  async function checkPositions(): Promise<void> {
    if (!mine().some(({ state }) => state === 'armed')) return
    const account = await trading.readAccount().catch(() => null)
    if (account === null) return
    for (const record of mine()) {
      if (record.state !== 'armed' || record.account !== account.address) continue
      if (heldIn(account, record) === null) end(record, `The position in ${record.target.asset} is gone.`)
    }
  }

  function tick(): void {
    holdPrices()
    lookAt(null)
    for (const { id, state } of mine()) {
      if (state === 'submitted') closing.follow(id)
      if (state === 'triggered') closing.carryOutWhenDue(id)
    }
    const pauses = JSON.stringify(mine().map((record) => [record.id, pauseOf(record)]))
    if (pauses === shownPauses) return
    shownPauses = pauses
    changed()
  }

  function pauseOf(record: StoredConditional): string | null {
    if (record.state !== 'armed') return null
    const now = watching(record)
    return now.at === 'paused' ? now.reason : null
  }

  function view(): readonly ConditionalView[] {
    return mine()
      .filter((record) => !saved.isOld(record))
      .map((record) => {
        const { profile: _profile, account: _account, ...shown } = record
        return { ...shown, paused: pauseOf(record) }
      })
  }

  return {
    start() {
      if (started) return
      started = true
      cancels = [
        clock.every(LOOK, tick),
        trading.topics.onChange(({ kind }) => {
          if (kind === 'account_version') void checkPositions()
          else for (const { id, state } of mine()) if (state === 'submitted') closing.follow(id)
        }),
        ...facts.sources.map((source) =>
          source.onChange(({ kind, asset }) => {
            if (kind === 'ticker' || kind === 'bucket' || kind === 'binary') lookAt(asset)
          }),
        ),
      ]
      tick()
      void checkPositions()
    },
    stop() {
      started = false
      holdPrices()
      for (const cancel of cancels.splice(0)) cancel()
    },
    async set(request) {
      const who = address()
      if (who === null) throw new CallError('signed_out', 'Nobody is signed in.')
      const account = await trading.readAccount()
      const drafted = draftOf(request, {
        account,
        market: facts.market(request.asset),
        ...marketNow(request.asset),
        profile: options.profile,
        armed: mine().filter(({ state }) => !isConditionalFinal(state)).length,
      })
      if (!drafted.ok) throw new CallError('conditional_refused', drafted.error.message, drafted.error.field)
      const fresh = drafted.value.filter(({ id }) => saved.get(id) === null)
      if (fresh.length > 0) saved.add(fresh)
      return { ids: drafted.value.map(({ id }) => id) }
    },
    cancel(id) {
      const record = mine().find((one) => one.id === id)
      if (record === undefined) throw new CallError('unknown', 'There is no such conditional order.')
      if (apply([[id, { type: 'cancelled', detail: 'Cancelled by the trader.' }]])) return
      throw new CallError(
        'too_late',
        isConditionalFinal(record.state)
          ? `It has ended: ${record.state}.`
          : 'It has triggered; its close is under way.',
      )
    },
    onTrade({ asset, px }) {
      if (!started || saved.isEmpty) return
      for (const { id, target, source } of mine()) if (source === 'last' && target.asset === asset) consider(id, px)
    },
    topics: topicOf('conditionals', view, listeners.on),
  }
}
