/** Stops actions that may add exposure before they are sent. What was sent cannot be stopped: it is awaited, and not sent again. */
import { type ActionState, isFinal } from '../../../contract/action.ts'
import type { NamedAction, StopReport } from '../../../contract/flatten.ts'
import type { Intent } from '../../../contract/intent.ts'
import { addsExposure } from '../../../contract/requested-order.ts'
import type { StoredAction } from '../../storage/index.ts'
import { type ActionLog, isBeforeSent, type Refusal, STOPPED, wasSent } from '../actions/index.ts'

export type StoppableLog = Pick<ActionLog, 'get' | 'live' | 'offer' | 'onChange'>

interface StopOptions {
  readonly account: string
  /** What stops them, as shown to the trader: `Flatten`. */
  readonly by: string
  /** Only actions about this asset, or about none; null for all. */
  readonly asset: string | null
}

export interface Stopped {
  /** Ids of what had been sent, and neither rested nor had ended. */
  readonly underWay: readonly { readonly id: string }[]
  /** The current state. */
  report(): StopReport
}

/** Whether reads have shown the outcome of a sent action: it is over, or in the market. */
export const isSettled = (state: ActionState): boolean =>
  isFinal(state) || state === 'resting' || state === 'partly_filled'

/** All of them are refused before this first returns to the event loop; it resolves when that is recorded. */
export async function stopUnsent(actionLog: StoppableLog, { account, by, asset }: StopOptions): Promise<Stopped> {
  const open = actionLog
    .live()
    .filter((action) => action.account === account && addsExposure(action.intent) && isAbout(action.intent, asset))
  const unsent = open.filter(({ state }) => isBeforeSent(state))
  const underWay = open.filter(({ state }) => !isBeforeSent(state) && !isSettled(state))

  const refuse = (action: StoredAction): Promise<boolean> => {
    const message = wasSent(action)
      ? `Stopped by ${by}: the first attempt left no trace and was not repeated.`
      : `Stopped by ${by}: nothing was sent.`
    const refusal: Refusal = { code: STOPPED, message, field: null }
    return actionLog.offer(action.id, { type: 'refused', refusal, mismatches: [] })
  }
  neverAgain(actionLog, underWay, refuse)
  const reports = await Promise.all(unsent.map(refuse))
  return {
    underWay,
    report: () => ({
      stopped: unsent.filter((_, i) => reports[i]).map(named),
      unknown: underWay.filter(({ id }) => !isSettled(actionLog.get(id)?.state ?? 'refused')).map(named),
    }),
  }
}

/** Refuses a sent action as soon as it is to be prepared again, however late. */
function neverAgain(
  actionLog: StoppableLog,
  underWay: readonly StoredAction[],
  refuse: (action: StoredAction) => Promise<boolean>,
): void {
  const watched = new Set(underWay.map(({ id }) => id))
  if (watched.size === 0) return
  const stop = actionLog.onChange((action) => {
    if (!watched.has(action.id)) return
    if (isFinal(action.state)) watched.delete(action.id)
    else if (isBeforeSent(action.state)) void refuse(action)
    if (watched.size === 0) stop()
  })
}

const isAbout = (intent: Intent, asset: string | null): boolean =>
  asset === null || !('asset' in intent) || intent.asset === asset

const named = ({ id, intent }: StoredAction): NamedAction => ({ id, intent })
