/**
 * Continues a close at its next price once its order is over and its fills were read. Each order is an action of its own, journalled like any other,
 * reduce-only, and limited to what the earlier ones left. Nothing is sent automatically after a restart, which does not know what was to follow.
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
import { type ActionEvents, stepId } from './action-events.ts'

/** A close as it was first planned. */
interface PlannedClose {
  readonly family: Family
  /** Its prices, in order. */
  readonly prices: readonly Price[]
  /** Total size to close. */
  readonly size: Size
}

interface Run extends PlannedClose {
  /** The action that the trader requested. */
  readonly of: string
  /** Index of the current price. */
  readonly at: number
  /** Size closed by the earlier orders. */
  readonly closed: Size
}

export type Widening = ReturnType<typeof createWidening>

/** An exchange's error for an IOC order that found no match at its price. */
const MET_NOBODY = /could not (immediately )?match|ioc ?cancel/i

/** Subscribes at once, before those that follow closes: at the end of one order they find the next one there. */
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
  /** By the current order. */
  const runs = new Map<string, Run>()
  /** Why each was stopped, as a sentence. */
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
    if (action.state === 'filled' || !mayContinue(action)) return
    const closed = add(run.closed, action.filled ?? ZERO)
    const left = subtract(run.size, closed)
    const price = run.prices[run.at + 1]
    if (signOf(left) <= 0) return
    const why = stopped.get(run.of)
    if (why !== undefined) actionLog.keepText(action.id, `${closedText(closed, run.size)} ${why}`)
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
    /** A close is planned; planning again replaces the plan. A step of a close that is already under way is left as it is. */
    planned(id: string, close: PlannedClose): void {
      if ((runs.get(id)?.at ?? 0) === 0) runs.set(id, { ...close, of: id, at: 0, closed: ZERO })
    },
    /** Whether an action is a later order of a close. */
    isStep: (id: string): boolean => (runs.get(id)?.at ?? 0) > 0,
    /** Lets no further order follow the current one. Returns whether there was anything to stop. @param why a sentence */
    stop(id: string, why = 'Stopped by you.'): boolean {
      if (!isUnderWay(id)) return false
      stopped.set(id, why)
      return true
    },
    end,
  }
}

/**
 * Whether it is over only because of its price, with known fills: canceled or expired in the market, or rejected for lack of a match. Nothing follows
 * any other refusal, an order that never arrived, or fills that no read showed.
 */
function mayContinue({ state, code, message, filled }: StoredAction): boolean {
  // The market had passed its price before it was sent: the next price may still match.
  if (state === 'refused') return code === 'beyond_worst'
  if (state === 'rejected') return code === 'rejected' && MET_NOBODY.test(message ?? '')
  return (state === 'cancelled' || state === 'expired') && code === null && filled !== null
}

const closedText = (closed: Size, of: Size): string =>
  signOf(closed) === 0
    ? `None of ${trimZeros(absolute(of))} closed.`
    : `${trimZeros(closed)} of ${trimZeros(absolute(of))} closed.`

function boundText({ prices, size }: Run, closed: Size): string {
  const bound = prices.at(-1)
  const cap = bound === undefined ? '' : priceLabel(bound)
  const rest =
    compare(closed, ZERO) === 0
      ? `All of it would trade beyond your cap of ${cap}.`
      : `The rest would trade beyond your cap of ${cap}.`
  return `${closedText(closed, size)} ${rest}`
}

/**
 * Withdraws the unsent part of a close. An order that was sent cannot be withdrawn: it is awaited, and no further order follows it. Resolves once
 * that is on disk: a refused order is never sent.
 * @param why a sentence
 */
export async function withdrawUnsent(
  actionId: string,
  why: string,
  {
    actionLog,
    events,
    closes,
    isCurrent,
  }: {
    readonly actionLog: Pick<ActionLog, 'get' | 'offer'>
    readonly events: Pick<ActionEvents, 'newest'>
    readonly closes: Pick<Widening, 'stop'>
    readonly isCurrent: (account: string) => boolean
  },
): Promise<void> {
  const newest = actionLog.get(events.newest(actionId))
  if (newest === null || newest.intent.kind !== 'close' || !isCurrent(newest.account)) return
  closes.stop(actionId, why)
  if (!isBeforeSent(newest.state) || wasSent(newest)) return
  const refusal: Refusal = { code: STOPPED, message: `${why} Nothing was sent.`, field: null }
  await actionLog.offer(newest.id, { type: 'refused', refusal, mismatches: [] })
}
