/** Watches armed conditional orders: triggers those that are reached, and ends those that can no longer trigger. */

import type { AccountView } from '../../contract/account.ts'
import { isConditionalFinal } from '../../contract/conditional.ts'
import { type Price, signOf, trimZeros } from '../../contract/decimal.ts'
import { AT_WORK } from '../../contract/exit-rules.ts'
import type { PublicTrade } from '../../contract/market.ts'
import type { StoredConditional } from '../storage/index.ts'
import { movedStop } from './moving.ts'
import type { ConditionalTrading, Report } from './ports.ts'
import { titleOf } from './reports.ts'
import type { ConditionalSteps, SavedConditionals } from './saved-conditionals.ts'
import { isReached, reachedText } from './trigger.ts'
import type { Watching } from './watching.ts'

interface ArmedOptions {
  readonly saved: Pick<SavedConditionals, 'get' | 'live'>
  /** Those of the signed-in trader. */
  readonly mine: () => readonly StoredConditional[]
  readonly isMine: (record: StoredConditional) => boolean
  readonly watching: (record: StoredConditional) => Watching
  /** Why a time exit closes now; null while it does not. */
  readonly isTime: (record: StoredConditional) => string | null
  /** The exits of the same plan, ended or not. */
  readonly groupOf: (exit: StoredConditional) => readonly StoredConditional[]
  readonly steps: ConditionalSteps
  /** Starts the close of one that triggered. */
  readonly carryOut: (id: string) => void
  /** Called as an account read begins, while exits of plans are live; the returned function takes its result. */
  readonly onReading: () => (account: AccountView) => void
  readonly trading: Pick<ConditionalTrading, 'readAccount'>
  readonly report: Report
}

export function createArmed(options: ArmedOptions) {
  const { saved, mine, isMine, watching, isTime, groupOf, steps, carryOut, onReading, trading, report } = options

  /** @param printed the price of a trade that has just happened, for triggers on the last price. */
  function consider(id: string, printed: Price | null): void {
    const record = saved.get(id)
    if (record === null || record.state !== 'armed' || heldBackBy(record, saved) !== null) return
    const now = watching(record)
    if (now.at === 'ended') {
      steps.end(record, now.reason, 'market_over')
    } else if (!isMine(record)) {
      // Its wallet is not signed in, so nothing could be closed: it waits for the wallet, or for the end of its market.
      return
    } else if (record.kind === 'time') {
      const text = isTime(record)
      if (text !== null && hasPart(record)) trigger(record, text)
    } else if (now.at === 'watched' && record.trigger !== null) {
      const price = printed ?? now.price
      if (isReached(record.direction, record.trigger, price)) {
        const { source, position, target, trigger: level } = record
        const reached = { source, position, family: target.family, trigger: level, now: price }
        if (hasPart(record)) trigger(record, reachedText(reached))
      } else follow(record, price)
    }
  }

  /** A stop that moves automatically is stored at its new price before it is evaluated there. */
  function follow(exit: StoredConditional, price: Price): void {
    const first = groupOf(exit).find(({ plan }) => plan.role === 0)
    const moved = movedStop(exit, price, first?.closed !== undefined && signOf(first.closed) > 0)
    if (moved !== null) steps.apply([[exit.id, { type: 'planned', ...moved }]])
  }

  /** The others of its plan stay armed but blocked until the position is known to be closed: this close may come to nothing. */
  function trigger(record: StoredConditional, text: string): void {
    const { id, target, plan } = record
    if (!steps.apply([[id, { type: 'triggered', detail: text }]])) return
    const closing = `Closing ${trimZeros(plan.size)} at market.`
    report('info', titleOf(record, 'triggered'), `${text} ${closing}`, { asset: target.asset })
    carryOut(id)
  }

  return {
    /** Checks those of an asset; of every asset for null. */
    look(asset: string | null): void {
      for (const { id, target } of saved.live()) if (asset === null || target.asset === asset) consider(id, null)
    },
    /** Checks those of an asset that watch its best prices. */
    lookAtBook(asset: string | null): void {
      for (const { id, target, source } of mine()) if (source === 'touch' && target.asset === asset) consider(id, null)
    },
    /** A public trade as it happens, for triggers on the last price. */
    onTrade({ asset, px }: PublicTrade): void {
      for (const { id, target, source } of mine()) if (source === 'last' && target.asset === asset) consider(id, px)
    },
    /** Positions may have changed: plans take the result of an account read. A failed read proves nothing. */
    async checkPositions(): Promise<void> {
      if (!mine().some(({ state }) => !isConditionalFinal(state))) return
      const taken = onReading()
      const account = await trading.readAccount().catch(() => null)
      if (account !== null) taken(account)
    },
  }
}

/** Whether it has anything to close: a target may wait for more fills. */
const hasPart = ({ plan }: StoredConditional): boolean => signOf(plan.size) > 0

/** Another exit of its plan that is closing the position; null when there is none. */
export const partnerAtWork = (
  { id, plan }: StoredConditional,
  saved: Pick<SavedConditionals, 'live'>,
): StoredConditional | null =>
  saved.live().find((one) => one.plan.id === plan.id && one.id !== id && AT_WORK.has(one.state)) ?? null

/** The exit whose close blocks this one's trigger: any for a target; for a stop or time exit only another of these, never a target. */
export function heldBackBy(
  record: StoredConditional,
  saved: Pick<SavedConditionals, 'live'>,
): StoredConditional | null {
  const isTarget = record.kind === 'take_profit'
  return partnerAtWork(record, { live: () => saved.live().filter(({ kind }) => isTarget || kind !== 'take_profit') })
}
