/**
 * Learns the exchange's number of an asset from the first use that the trader confirmed, once reads show its effect: an order under that very asset,
 * or the canceled order as canceled. Nothing is learned from an answer alone.
 */
import type { CancelIntent } from '../../../contract/intent.ts'
import type { Clock } from '../../../contract/time.ts'
import type {
  AssetNumberStore,
  ConfirmationOutcome,
  NumberConfirmation,
  NumbersOf,
  StoredAction,
} from '../../storage/index.ts'
import { type ActionLog, wasSent } from '../actions/index.ts'
import type { KnownNumbers } from './known-numbers.ts'

/** An order or a fill as a read shows it. */
export interface Seen {
  readonly oid: string | null
  readonly cloid: string | null
  readonly asset: string
  /** Whether it was in the market, even for a moment: an order that the exchange rejected proves nothing. */
  readonly isTaken: boolean
  /** Whether it is an order that was canceled. */
  readonly isCancelled: boolean
}

/** Result of a confirmation. */
export type NumberNews = {
  readonly outcome: Exclude<ConfirmationOutcome, 'ambiguous' | 'nothing'>
  readonly word: NumberConfirmation
  /** The asset in which it appeared, or the one that has the number. */
  readonly other: string
}

interface LearnOptions {
  readonly store: AssetNumberStore
  readonly of: NumbersOf
  readonly known: KnownNumbers
  readonly actionLog: Pick<ActionLog, 'get' | 'onChange'>
  readonly clock: Pick<Clock, 'now'>
  readonly notify: (news: NumberNews) => void
}

export function createNumberLearning({ store, of, known, actionLog, clock, notify }: LearnOptions) {
  /** Orders that a read showed as canceled, while their cancels have not ended. */
  const cancelled = new Set<string>()
  /** Actions whose order the service named in its answer, in this run. */
  const named = new Set<string>()

  function end(text: NumberConfirmation, outcome: NumberNews['outcome'], other: string): void {
    store.endConfirmation(text.actionId, outcome)
    notify({ outcome, word: text, other })
  }

  function learn(text: NumberConfirmation): void {
    const { asset, number } = text
    const fixed = known.fixed(asset)
    const owner = known.ownerOf(number)
    if (fixed?.number === number) {
      store.endConfirmation(text.actionId, 'verified')
    } else if (fixed !== null || (owner !== null && owner !== asset)) {
      end(text, 'conflict', owner ?? asset)
    } else {
      forgetOverruled(text)
      store.keep(of, { asset, number, shownAs: null, at: clock.now() })
      end(text, 'verified', asset)
    }
  }

  /** A learned number that the deployment has since overridden no longer counts, and must not interfere. */
  function forgetOverruled({ asset, number }: NumberConfirmation): void {
    for (const kept of store.kept(of)) {
      if (kept.shownAs === null && (kept.asset === asset || kept.number === number)) {
        store.forget(of, kept.asset, kept.number)
      }
    }
  }

  function disprove(text: NumberConfirmation, shownAs: string): void {
    const { asset, number } = text
    /** The earlier learned number is kept: the contradiction is reported. */
    if (known.fixed(asset)?.number !== number) store.keep(of, { asset, number, shownAs, at: clock.now() })
    end(text, 'disproved', shownAs)
  }

  function sawOrder(text: NumberConfirmation, { id, oid, cloid }: StoredAction, seen: readonly Seen[]): void {
    /** An id may also belong to the only matching order, which can be another client's: it proves no number. */
    const isItsOwn = oid !== null && (cloid !== null || named.has(id))
    const isOwn = (one: Seen): boolean => (isItsOwn && one.oid === oid) || (cloid !== null && one.cloid === cloid)
    const own = seen.find((one) => one.isTaken && isOwn(one))
    if (own === undefined) return
    if (own.asset === text.asset) learn(text)
    else disprove(text, own.asset)
  }

  function sawCancel(
    text: NumberConfirmation,
    intent: CancelIntent,
    action: StoredAction,
    seen: readonly Seen[],
  ): void {
    if (seen.some(({ oid, asset, isCancelled }) => isCancelled && oid === intent.oid && asset === text.asset)) {
      cancelled.add(text.actionId)
    }
    if (action.state !== 'done' || !cancelled.delete(text.actionId)) return
    /** Without an answer something else may have canceled it, such as the end of its bucket. */
    if (action.steps.some(({ state }) => state === 'acknowledged')) learn(text)
    else store.endConfirmation(text.actionId, 'nothing')
  }

  function look(text: NumberConfirmation, action: StoredAction, seen: readonly Seen[]): void {
    if (!wasSent(action)) {
      if (action.state === 'refused') store.endConfirmation(text.actionId, 'nothing')
      return
    }
    switch (action.intent.kind) {
      case 'cancel':
        sawCancel(text, action.intent, action, seen)
        break
      case 'place':
      case 'predict':
      case 'close':
      case 'binary_predict':
        sawOrder(text, action, seen)
        break
      default:
        store.endConfirmation(text.actionId, 'nothing')
    }
  }

  actionLog.onChange((action) => {
    if (action.state === 'acknowledged' && action.oid !== null && action.cloid === null) named.add(action.id)
    if (action.intent.kind !== 'cancel' || action.state !== 'done') return
    const text = store.openConfirmations(of).find(({ actionId }) => actionId === action.id)
    if (text !== undefined) look(text, action, [])
  })

  return {
    /** Compares what a read of the account shows with the open confirmations. */
    saw(account: string, seen: () => readonly Seen[]): void {
      const terms = store.openConfirmations(of)
      const shown = terms.length === 0 ? [] : seen()
      for (const text of terms) {
        const action = actionLog.get(text.actionId)
        if (action?.account === account) look(text, action, shown)
      }
    },
  }
}
