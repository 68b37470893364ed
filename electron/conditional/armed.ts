/** Watches the conditional orders that are armed: triggers what is reached, and ends what can no longer trigger. */

import type { AccountView } from '../../contract/account.ts'
import { isConditionalFinal } from '../../contract/conditional.ts'
import { type Price, signOf, trimZeros } from '../../contract/decimal.ts'
import { AT_WORK } from '../../contract/exit-rules.ts'
import type { PublicTrade } from '../../contract/market.ts'
import { priceLabel } from '../../contract/price-text.ts'
import type { StoredConditional } from '../storage/index.ts'
import { movedStop } from './moving.ts'
import type { ConditionalTrading, Report } from './ports.ts'
import type { ConditionalSteps, SavedConditionals } from './saved-conditionals.ts'
import { isReached, KIND_LABELS, watchedText } from './trigger.ts'
import type { Watching } from './watching.ts'

interface ArmedOptions {
  readonly saved: Pick<SavedConditionals, 'get' | 'live'>
  /** Those of the trader who is signed in. */
  readonly mine: () => readonly StoredConditional[]
  readonly isMine: (record: StoredConditional) => boolean
  readonly watching: (record: StoredConditional) => Watching
  /** Of a time exit: why it closes now, in words; null while it does not. */
  readonly isTime: (record: StoredConditional) => string | null
  /** What else belongs to the plan of an exit, ended or not. */
  readonly groupOf: (exit: StoredConditional) => readonly StoredConditional[]
  readonly steps: ConditionalSteps
  /** Begins the close of one that triggered. */
  readonly carryOut: (id: string) => void
  /** Called as an account read begins, while exits of plans are live; the result with what it shows. */
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
      // Its wallet is not signed in, so that nothing could be closed: it waits for it, or for the end of its market.
      return
    } else if (record.kind === 'time') {
      const words = isTime(record)
      if (words !== null && hasPart(record)) trigger(record, words)
    } else if (now.at === 'watched' && record.trigger !== null) {
      const price = printed ?? now.price
      if (isReached(record.direction, record.trigger, price)) {
        if (hasPart(record)) trigger(record, reachedText(record, record.trigger, price))
      } else follow(record, price)
    }
  }

  /** A stop that goes by itself is on disk where it goes before anything is concluded from it. */
  function follow(exit: StoredConditional, price: Price): void {
    const first = groupOf(exit).find(({ plan }) => plan.role === 0)
    const moved = movedStop(exit, price, first?.closed !== undefined && signOf(first.closed) > 0)
    if (moved !== null) steps.apply([[exit.id, { type: 'planned', ...moved }]])
  }

  /** The others of its plan stay armed, and are held back, until the position is known to be closed: this close may come to nothing. */
  function trigger(record: StoredConditional, words: string): void {
    const { id, kind, target, plan } = record
    if (!steps.apply([[id, { type: 'triggered', detail: words }]])) return
    const closing = `Closing ${trimZeros(plan.size)} at market.`
    report('info', `${KIND_LABELS[kind]} triggered on ${target.asset}`, `${words} ${closing}`, { asset: target.asset })
    carryOut(id)
  }

  return {
    /** Looks at those of an asset; of every asset for null. */
    look(asset: string | null): void {
      for (const { id, target } of saved.live()) if (asset === null || target.asset === asset) consider(id, null)
    },
    /** At those of an asset that watch its best prices. */
    lookAtBook(asset: string | null): void {
      for (const { id, target, source } of mine()) if (source === 'touch' && target.asset === asset) consider(id, null)
    },
    /** A public trade as it happens, for triggers on the last price. */
    onTrade({ asset, px }: PublicTrade): void {
      for (const { id, target, source } of mine()) if (source === 'last' && target.asset === asset) consider(id, px)
    },
    /** Positions may have changed: plans take what an account read shows of them. A read that fails says nothing. */
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

function reachedText({ source, position, target }: StoredConditional, trigger: Price, price: Price): string {
  return `The ${watchedText(source, position)}${target.family === 'binary' ? ' of UP' : ''} was ${priceLabel(price)}, at or through ${priceLabel(trigger)}.`
}

/** Another one of its plan while that is closing the position; null when none is. */
export const partnerAtWork = (
  { id, plan }: StoredConditional,
  saved: Pick<SavedConditionals, 'live'>,
): StoredConditional | null =>
  saved.live().find((one) => one.plan.id === plan.id && one.id !== id && AT_WORK.has(one.state)) ?? null

/** The one that it waits for with its own trigger: a target for any of them, what limits a loss for no target. */
export function heldBackBy(
  record: StoredConditional,
  saved: Pick<SavedConditionals, 'live'>,
): StoredConditional | null {
  const isTarget = record.kind === 'take_profit'
  return partnerAtWork(record, { live: () => saved.live().filter(({ kind }) => isTarget || kind !== 'take_profit') })
}
