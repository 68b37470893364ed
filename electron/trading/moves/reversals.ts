/** Every reversal as a record of its own, on disk before each of its effects; one that an earlier run began opens nothing. */
import type { Position } from '../../../contract/account.ts'
import { codeText } from '../../../contract/action-code.ts'
import type { Address } from '../../../contract/address.ts'
import { absolute, signOf } from '../../../contract/decimal.ts'
import { type Listen, Listeners, onAny } from '../../../contract/listeners.ts'
import { isReversalFinal, type ReversalRequest, type ReversalView } from '../../../contract/reversal.ts'
import type { Millis } from '../../../contract/time.ts'
import { CallError } from '../../errors/index.ts'
import type { Log } from '../../log/index.ts'
import type { ReversalStore, StoredReversal } from '../../storage/index.ts'
import { type TopicSource, topicOf } from '../../topics/index.ts'
import { derivedId, isBeforeSent, type Refusal, STOPPED } from '../actions/index.ts'
import type { Bar, NewOrder } from './interface.ts'
import { carryOnReversal, openingOf, type ReversalPorts } from './reverse.ts'
import { told, wordsOf } from './told.ts'

interface ReversalsOptions {
  readonly store: ReversalStore
  readonly profile: string
  readonly ports: ReversalPorts
  /** Positions by a read that begins now. @throws ServiceError */
  readonly positionIn: (asset: string) => Promise<Position | null>
  /** Why the opening would be refused once the position is closed, or null. Takes nothing from any limit. @throws ServiceError */
  readonly check: (closed: Position, intent: NewOrder) => Promise<Refusal | null>
  readonly address: () => Address | null
  /** @throws ServiceError when nobody is signed in. */
  readonly signedIn: () => Address
  readonly serverTime: () => Millis
  readonly onIdentity: Listen
  readonly log: Log
}

/** A reversal as it is asked for; by which hand it comes is the bar's to know. */
export type ReversalAsked = Omit<ReversalRequest, 'by'>

export interface Reversals {
  /**
   * Reverses a position, once for the same request; resolves as soon as it is journalled.
   * @throws CallError where it cannot be reversed, or the opening would be refused: then nothing was done. ServiceError of the reads behind that.
   */
  reverse(request: ReversalAsked, bar: Bar): Promise<{ readonly id: string }>
  /** None that is under way opens anything any more. @param asset only of it; null for all. @param by what stops them. @param account only of it; null for all. */
  stop(asset: string | null, by: string, account?: string | null): void
  takeUpEarlierRun(): void
  underWay(): number
  /** The topic `reversals`. */
  readonly topics: TopicSource
}

const SHOWN = 200
const NOTHING: readonly ReversalView[] = []

export function createReversals({ store, profile, ports, log, ...options }: ReversalsOptions): Reversals {
  const { actionLog } = ports
  /** Oldest first. */
  const records = new Map<string, StoredReversal>()
  /** Why those that run open nothing any more; null where they may. */
  const running = new Map<string, string | null>()
  const listeners = new Listeners()
  let shown: readonly ReversalView[] | null = null
  for (const record of store.recent(profile, SHOWN).toReversed()) records.set(record.id, record)

  function keep(record: StoredReversal): void {
    records.set(record.id, record)
    for (const { id, state } of records.values()) {
      if (records.size <= 2 * SHOWN) break
      if (isReversalFinal(state)) records.delete(id)
    }
    shown = null
    listeners.notify()
  }

  function run(first: StoredReversal, mayOpen: boolean, bar: Bar): void {
    running.set(first.id, null)
    const write = (change: Partial<StoredReversal>): StoredReversal => {
      const record = { ...(records.get(first.id) ?? first), ...change, changedAt: options.serverTime() }
      const onDisk = (one: StoredReversal): void => {
        store.write(one)
        keep(one)
      }
      if (isReversalFinal(record.state)) return told(record, { write: onDisk, keep, log })
      onDisk(record)
      return record
    }
    carryOnReversal(first, { write, stopped: () => running.get(first.id) ?? null, mayOpen, bar }, ports)
      .catch((error: unknown) => {
        // What it had begun may be in the market: its state stands, and the next start reads it to its end.
        log.error({ err: error, reversal: first.id }, 'a reversal stopped on an unforeseen error')
        keep({
          ...(records.get(first.id) ?? first),
          message: `It stopped in the middle: ${wordsOf(error)}. The next start tells what became of it.`,
        })
      })
      .finally(() => {
        running.delete(first.id)
        listeners.notify()
      })
  }

  async function checked({ close, worst }: ReversalAsked, bar: Bar): Promise<Position> {
    const { asset, position: side, size } = close
    const refuse = (words: string): never => {
      throw new CallError('cannot_reverse', words, 'close')
    }
    if (size !== null || side === undefined) return refuse('A reversal closes all of a position, and names its side.')
    if ([...records.values()].some((one) => one.asset === asset && running.has(one.id))) {
      return refuse(`The position in ${asset} is being reversed already.`)
    }
    const held = await options.positionIn(asset)
    if (held === null || signOf(held.size) === 0) return refuse(`There is no position in ${asset} to reverse.`)
    if (held.family !== 'scalar')
      return refuse(
        'Only scalar positions can be reversed: what opens the other side elsewhere needs a word of its own.',
      )
    if (signOf(held.size) > 0 !== (side === 'long')) return refuse(`The position in ${asset} has turned meanwhile.`)
    const intent = openingOf({ asset, size: held.size, worst }, absolute(held.size))
    const refusal = bar(intent) ?? (await options.check(held, intent))
    if (refusal !== null)
      throw new CallError(codeText(refusal.code), `${refusal.message} Nothing was closed.`, refusal.field)
    return held
  }

  let who = options.address()
  /** Of the account that is signed in; after signing out its own stay, until another one signs in. */
  function view(): readonly ReversalView[] {
    const now = options.address() ?? who
    if (now !== who) shown = null
    who = now
    if (shown === null) {
      const own = [...records.values()].filter(({ account }) => account === who).slice(-SHOWN)
      shown = own.length === 0 ? NOTHING : own.toReversed().map(({ profile: _p, account: _a, ...rest }) => rest)
    }
    return shown
  }

  return {
    async reverse(request, bar) {
      const { requestId: id, close, worst } = request
      if (store.read(id) !== null) return { id }
      const account = options.signedIn()
      const { size } = await checked(request, bar)
      if (!ports.isCurrent(account)) throw new CallError('signed_out', 'Another wallet is signed in now.')
      if (records.has(id)) return { id }
      const at = options.serverTime()
      const record: StoredReversal = {
        ...{ id, profile, account, asset: close.asset, size, close, worst, state: 'closing', at, changedAt: at },
        ...{ closeId: derivedId(id, 'close'), openId: null, closed: null, opened: null, message: null },
      }
      try {
        store.write(record)
      } catch (error) {
        throw new CallError(
          'journal_failed',
          `The journal could not be written, so nothing was done: ${wordsOf(error)}`,
        )
      }
      keep(record)
      run(record, true, bar)
      return { id }
    },
    stop(asset, by, account = null) {
      for (const id of running.keys()) {
        const record = records.get(id)
        if (record === undefined || (asset !== null && record.asset !== asset)) continue
        if (account !== null && record.account !== account) continue
        const words = `Stopped by ${by}: nothing was opened.`
        running.set(id, words)
        const opening = record.openId === null ? null : actionLog.get(record.openId)
        if (opening === null || !isBeforeSent(opening.state)) continue
        const refusal: Refusal = { code: STOPPED, message: words, field: null }
        void actionLog.offer(opening.id, { type: 'refused', refusal, mismatches: [] })
      }
    },
    takeUpEarlierRun() {
      for (const record of store.unfinished(profile)) {
        keep(record)
        run(record, false, () => null)
      }
    },
    underWay: () => running.size,
    topics: topicOf('reversals', view, onAny(listeners.on, options.onIdentity)),
  }
}
