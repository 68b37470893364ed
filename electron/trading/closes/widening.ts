/**
 * Takes a close on to its next price once its order is over and its fills were read. Each order is an action of its own, journalled
 * as every other, reduce-only, and of no more than those before it left; nothing is sent by itself after a restart, which knows nothing of
 * what was to follow.
 */
import type { Family } from '../../../contract/account.ts'
import { isFinal } from '../../../contract/action.ts'
import {
  absolute,
  add,
  compare,
  type Price,
  type Size,
  signOf,
  subtract,
  trimZeros,
  ZERO,
} from '../../../contract/decimal.ts'
import type { CloseIntent } from '../../../contract/intent.ts'
import { priceLabel } from '../../../contract/price-text.ts'
import type { Log } from '../../log/index.ts'
import type { StoredAction } from '../../storage/index.ts'
import { type ActionLog, isBeforeSent, type Refusal, STOPPED, wasSent } from '../actions/index.ts'
import { stepId, type ToldActions } from './told-actions.ts'

/** A close as it was planned the first time. */
interface PlannedClose {
  readonly family: Family
  /** The prices that it goes out at, one after the other. */
  readonly prices: readonly Price[]
  /** What is to be closed in all. */
  readonly size: Size
}

interface Run extends PlannedClose {
  /** The action that the trader asked for. */
  readonly of: string
  /** Which of the prices is out. */
  readonly at: number
  /** What the orders before closed. */
  readonly closed: Size
}

export type Widening = ReturnType<typeof createWidening>

/** An exchange's words for an order at once that met nobody at its price. */
const MET_NOBODY = /could not (immediately )?match|ioc ?cancel/i

/** Listens from the start, before whoever follows closes: at the end of one order they find the next one there. */
export function createWidening({
  actionLog,
  submit,
  isCurrent,
  log,
}: {
  readonly actionLog: Pick<ActionLog, 'onChange' | 'keepText'>
  readonly submit: (
    id: string,
    intent: CloseIntent,
    by: { readonly step: NonNullable<StoredAction['step']>; readonly held?: StoredAction['held'] | undefined },
  ) => Promise<unknown>
  readonly isCurrent: (account: string) => boolean
  readonly log: Log
}) {
  /** By the order that is out. */
  const runs = new Map<string, Run>()
  /** By what each was stopped, in words. */
  const stopped = new Map<string, string>()
  const end = actionLog.onChange((action) => {
    const run = runs.get(action.id)
    if (run === undefined || !isFinal(action.state)) return
    runs.delete(action.id)
    over(run, action)
    if (!isUnderWay(run.of)) stopped.delete(run.of)
  })

  const isUnderWay = (of: string): boolean => [...runs.values()].some((run) => run.of === of)

  function over(run: Run, action: StoredAction): void {
    if (action.state === 'filled' || !mayGoOn(action)) return
    const closed = add(run.closed, action.filled ?? ZERO)
    const left = subtract(run.size, closed)
    const price = run.prices[run.at + 1]
    if (signOf(left) <= 0) return
    const by = stopped.get(run.of)
    if (by !== undefined) actionLog.keepText(action.id, `${closedText(closed, run.size)}; ${by} stopped it there.`)
    else if (price === undefined) actionLog.keepText(action.id, boundText(run, closed))
    else if (isCurrent(action.account)) next({ ...run, at: run.at + 1, closed }, price, left, action)
  }

  function next(run: Run, price: Price, size: Size, { intent, held }: StoredAction): void {
    if (intent.kind !== 'close') return
    const id = stepId(run.of, run.at + 1)
    runs.set(id, run)
    const protection = { kind: 'worst', price, bound: null } as const
    const step = { of: run.of, number: run.at + 1 }
    submit(id, { ...intent, size, protection }, { step, held }).catch((error: unknown) => {
      log.error({ err: error, action: run.of }, 'the next order of a close could not be begun')
    })
  }

  return {
    /** A close is planned; planned again it is as the last plan has it. A step of a close that is under way already is left as it is. */
    planned(id: string, close: PlannedClose): void {
      if ((runs.get(id)?.at ?? 0) === 0) runs.set(id, { ...close, of: id, at: 0, closed: ZERO })
    },
    /** Whether an action is an order of a close that began with another one. */
    isStep: (id: string): boolean => (runs.get(id)?.at ?? 0) > 0,
    /** No further order follows the one that is out. Whether there was anything to stop. @param by who stopped it, in words */
    stop(id: string, by: string = 'you'): boolean {
      if (!isUnderWay(id)) return false
      stopped.set(id, by)
      return true
    },
    /** Stops listening. */
    end,
  }
}

/**
 * Whether it is over for its price alone, and it is known what it closed: cancelled or expired in the market, or turned away for meeting
 * nobody. Nothing follows another refusal, what never arrived, or fills that no read told.
 */
function mayGoOn({ state, code, message, filled }: StoredAction): boolean {
  // The market had left its price behind before it was sent: the next one may still be met.
  if (state === 'refused') return code === 'beyond_worst'
  if (state === 'rejected') return code === 'rejected' && MET_NOBODY.test(message ?? '')
  return (state === 'cancelled' || state === 'expired') && code === null && filled !== null
}

const closedText = (closed: Size, of: Size): string =>
  signOf(closed) === 0
    ? `Nothing of ${trimZeros(absolute(of))} closed`
    : `${trimZeros(closed)} of ${trimZeros(absolute(of))} closed`

function boundText({ prices, size }: Run, closed: Size): string {
  const bound = prices.at(-1)
  const rest = compare(closed, ZERO) === 0 ? 'all of it' : 'the rest'
  return `${closedText(closed, size)}; ${rest} would trade beyond ${bound === undefined ? '' : priceLabel(bound)}, your bound.`
}

/**
 * Takes back what of a close has not been sent. What has left cannot be taken back: it is waited for, and no further order follows it. Resolves once
 * that is on disk: nothing of an order that was refused goes out any more.
 */
export async function withdrawUnsent(
  actionId: string,
  by: string,
  {
    actionLog,
    told,
    closes,
    isCurrent,
  }: {
    readonly actionLog: Pick<ActionLog, 'get' | 'offer'>
    readonly told: Pick<ToldActions, 'newest'>
    readonly closes: Pick<Widening, 'stop'>
    readonly isCurrent: (account: string) => boolean
  },
): Promise<void> {
  const newest = actionLog.get(told.newest(actionId))
  if (newest === null || newest.intent.kind !== 'close' || !isCurrent(newest.account)) return
  closes.stop(actionId, by)
  if (!isBeforeSent(newest.state) || wasSent(newest)) return
  const refusal: Refusal = { code: STOPPED, message: `${by} goes first: nothing was sent.`, field: null }
  await actionLog.offer(newest.id, { type: 'refused', refusal, mismatches: [] })
}
