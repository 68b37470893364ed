/** Algo orders. Each parent has its own record, on disk before each of its children; one that an earlier run began waits for the trader. */

import { codeText } from '../../../contract/action-code.ts'
import { earlierText } from '../../../contract/active-until.ts'
import type { Address } from '../../../contract/address.ts'
import {
  type AlgoCheck,
  type AlgoOrder,
  type AlgoRequest,
  type AlgoView,
  childIntent,
  isAlgoFinal,
} from '../../../contract/algo.ts'
import { compare, type Size } from '../../../contract/decimal.ts'
import { MESSAGES as COMMON } from '../../../contract/messages.ts'
import { sizeOfAll, sumOfOrders } from '../../../contract/scale.ts'
import { type Millis, millis } from '../../../contract/time.ts'
import type { WatchEntry } from '../../../contract/watch-list.ts'
import { CallError } from '../../errors.ts'
import type { StoredAlgo } from '../../storage/index.ts'
import type { RefusalCheck } from '../moves/index.ts'
import type { HeldRisk } from '../risk/index.ts'
import { createAlgoRuns, type RunsOptions } from './algo-runs.ts'
import { endsOf, movedEnd } from './market.ts'
import { riskOf, viewOf, wasCanceledByTerminal, watchEntryOf } from './views.ts'

interface AlgosOptions extends RunsOptions {
  /** @throws ServiceError when nobody is signed in. */
  readonly signedIn: () => Address
  readonly worst: (order: AlgoOrder) => Promise<AlgoCheck['worst']>
}

export type Algos = ReturnType<typeof createAlgos>

/** The states in which a parent sends, cancels, or waits to be resumed. */
const ACTING: ReadonlySet<StoredAlgo['state']> = new Set(['working', 'paused', 'stopping'])

export function createAlgos({ store, profile, ports, log, ...options }: AlgosOptions) {
  const { actionLog } = ports
  const runs = createAlgoRuns({
    ...{ store, profile, ports, log, address: options.address },
    onIdentity: options.onIdentity,
    onNews: options.onNews,
  })
  const { records } = runs

  /** A parent order of the signed-in trader. */
  function mine(id: string, states: readonly StoredAlgo['state'][]): StoredAlgo {
    const record = records.get(id)
    if (record !== null && record.account === options.address() && states.includes(record.state)) return record
    throw new CallError('not_waiting', 'It has changed. Check its row.', 'id')
  }

  /** The question to ask where it cannot keep sending for its whole duration. */
  function earlyOf(order: AlgoOrder): string | null {
    const end = millis(ports.serverTime() + ports.takes(order))
    return earlierText(order.terms.kind, end, ports.until(null))
  }

  const throwRefusal = (blocked: ReturnType<RefusalCheck>): void => {
    if (blocked !== null) throw new CallError(codeText(blocked.code), blocked.message, blocked.field)
  }

  return {
    /** What would block a parent order, and the max loss with it; starts nothing. @throws ServiceError */
    async check(order: AlgoOrder): Promise<AlgoCheck> {
      const issues = await ports.check(order)
      const worst = await options.worst(order).catch(() => null)
      return {
        issues: issues.map(({ order: place, refusal }) => ({ order: place, message: refusal.message })),
        worst,
        ends: endsOf(order.asset, ports.facts),
        until: ports.until(endsOf(order.asset, ports.facts)),
        early: earlyOf(order),
      }
    },
    /** Starts a parent order, once for the same request; resolves as soon as it is journalled. @throws CallError, ServiceError: nothing was done */
    async begin(
      {
        requestId: id,
        acceptsUntil,
        ...order
      }: Omit<AlgoRequest, 'by' | 'acceptsUntil'> & { readonly acceptsUntil?: boolean },
      bar: RefusalCheck,
    ): Promise<{ readonly id: string }> {
      if (records.has(id)) return { id }
      const account = options.signedIn()
      const { asset, side, reduceOnly, terms } = order
      const first = terms.kind === 'scale' ? terms.orders[0] : { price: terms.worst, size: terms.total }
      const total = terms.kind === 'scale' ? sumOfOrders(terms.orders)?.total : terms.total
      if (first === undefined || total === undefined)
        throw new CallError('bad_input', 'A scale needs at least one order.', 'terms')
      throwRefusal(bar(childIntent(order, first)))
      const [issue] = await ports.check(order)
      if (issue !== undefined) {
        const { code, message, field } = issue.refusal
        throw new CallError(codeText(code), `${message} Nothing was sent.`, field)
      }
      const early = acceptsUntil === true ? null : earlyOf(order)
      if (early !== null) throw new CallError('acts_until', early)
      // Repeated: the checks may have waited.
      throwRefusal(bar(childIntent(order, first)))
      if (!ports.isCurrent(account)) throw new CallError('signed_out', COMMON.anotherWallet)
      if (records.has(id)) return { id }
      const at: Millis = ports.serverTime()
      const record: StoredAlgo = {
        ...{ id, profile, account, asset, side, reduceOnly, terms, total, state: 'working', at, changedAt: at },
        ...{ ends: endsOf(asset, ports.facts), children: [], begun: 0, begunAt: null, requotes: 0, message: null },
      }
      records.begin(record)
      runs.drive(id)
      return { id }
    },
    /** Sends nothing more until it is resumed. @throws CallError */
    pause(id: string): void {
      mine(id, ['working'])
      runs.pause(id, 'You paused it.', { isReported: false, takesBack: false })
    },
    /** A paused one of the signed-in trader, shown to the windows or not. @throws CallError where there is none */
    paused: (id: string): AlgoView => viewOf(mine(id, ['paused']), null, ports),
    /**
     * Resumes a paused one. @param most the total that the trader was shown a scale would place; null for slices.
     * @throws CallError, also where the total would be larger by now
     */
    resume(id: string, bar: RefusalCheck, most: Size | null): void {
      const record = mine(id, ['paused'])
      if (runs.isRunning(id)) {
        throw new CallError('not_waiting', 'Its open orders are still ending. Try again in a moment.', 'id')
      }
      if (record.ends !== null && ports.serverTime() >= record.ends) {
        throw new CallError('market_closed', 'Its market has ended. Stop it.', 'id')
      }
      const throttled = ports.throttled(record.account, id)
      if (throttled !== null) throw new CallError('held_paused', throttled, 'id')
      const price = record.terms.kind === 'scale' ? record.terms.orders[0]?.price : record.terms.worst
      if (price !== undefined) throwRefusal(bar(childIntent(record, { price, size: record.total })))
      const { resumesWith } = viewOf(record, null, ports)
      if (resumesWith !== null && (most === null || compare(sizeOfAll(resumesWith), most) > 0)) {
        throw new CallError('not_waiting', 'The orders it would place have changed. Check them again.', 'id')
      }
      const children = record.children.map((child) =>
        resumesWith !== null && wasCanceledByTerminal(child, actionLog)
          ? { ...child, takenBack: true as const }
          : child,
      )
      runs.write(id, { state: 'working', message: null, children })
      runs.drive(id)
    },
    /** Stops it for good. @param cancel whether resting orders are canceled. @throws CallError */
    stop(id: string, cancel: boolean): void {
      mine(id, ['working', 'paused', 'resting', 'stopping'])
      runs.stop(id, cancel ? 'You stopped it.' : 'You stopped it; its open orders stay.', cancel)
    },
    /** Stops all. @param asset limits it to one asset; null for all. @param by what stops them */
    stopAll(asset: string | null, by: string): void {
      for (const record of records.all()) {
        if (isAlgoFinal(record.state) || (asset !== null && record.asset !== asset)) continue
        // A resting order of a slice rests until its slice is over, and nothing would cancel it then.
        if (ports.isCurrent(record.account)) runs.stop(record.id, `Stopped by ${by}.`, record.terms.kind === 'slices')
      }
    },
    /** Another wallet signed in, or the trader signed out: pauses those of the previous account. */
    pauseOf(account: string): void {
      for (const { id, account: of, state } of records.all()) {
        if (of !== account || state !== 'working') continue
        runs.pause(id, 'Its wallet signed out.', { isReported: true, takesBack: false })
      }
    },
    /** Pauses all until the trader resumes them; the caller decides about their resting orders. @param why the reason shown to the trader */
    pauseAll(why: string): void {
      for (const { id, state } of records.all()) {
        if (state === 'working') runs.pause(id, why, { isReported: true, takesBack: true })
      }
    },
    takeUpEarlierRun(): void {
      records.takeUp(runs.takeUp)
    },
    halt: runs.halt,
    /** Number of parents that are sending or canceling. */
    underWay: (): number => records.all().filter(({ id, state }) => state === 'working' || runs.isRunning(id)).length,
    /** Market ends may have changed: adopts those that the service moved. */
    followEnds(): void {
      const { time } = ports.marketTime()
      for (const { id, state, asset, ends } of records.all()) {
        const moved = isAlgoFinal(state) ? null : movedEnd(asset, ends, ports.facts, time)
        if (moved !== null) runs.writeAnyway(id, { ends: moved })
      }
    },
    /** Conditions that block automated orders may have changed: updates the active ones. */
    followActing: records.changed,
    /** Those that send or are paused, of every wallet, and whether each is active. */
    watchEntries: (): readonly WatchEntry[] =>
      records
        .all()
        .filter(({ state }) => ACTING.has(state))
        .map((record) => watchEntryOf(record, ports)),
    /** What an account's parents may still send. */
    risk: (account: string): HeldRisk => ({
      orders: records
        .all()
        .filter((one) => one.account === account)
        .flatMap((one) => riskOf(one, actionLog)),
      stops: [],
    }),
    topics: records.topics,
  }
}
