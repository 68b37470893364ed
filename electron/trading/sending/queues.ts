/** Queues: a close waits for nothing, a cancel for cancels, and everything else for both; and the urgency of each action's requests. */
import type { Intent } from '../../../contract/intent.ts'
import type { Cancel, Clock } from '../../../contract/time.ts'
import type { Purpose, RequestBudget } from '../../service/index.ts'
import {
  type ActionLog,
  AWAITING_CONFIRMATION,
  AWAITING_ESTIMATE,
  isBeforeSent,
  type Refusal,
} from '../actions/index.ts'

/** Urgency of a piece of work. Nonces need no order: the service assigns those of what it prepares. */
type Priority = 'close' | 'cancel' | 'rest'

export const priorityOf = ({ kind }: Pick<Intent, 'kind'>): Priority =>
  kind === 'close' || kind === 'cancel' ? kind : 'rest'

export type Queue = <Value>(priority: Priority, work: () => Promise<Value>) => Promise<Value>

type Waiting = Exclude<Priority, 'close'>

/**
 * A close starts at once, regardless of what is under way. Cancels, and separately everything else, run `atOnce` at a time, first come first served;
 * nothing else starts while a cancel waits for its turn.
 * @param slow work that takes longer than `longest` ms keeps running and lets the next start: an answer that hangs delays nothing for long.
 */
export function createQueue(
  atOnce: { readonly [P in Waiting]: number },
  slow: { readonly clock: Pick<Clock, 'after'>; readonly longest: number } | null = null,
): Queue {
  const running = { cancel: 0, rest: 0 }
  const waiting: { readonly [P in Waiting]: (() => void)[] } = { cancel: [], rest: [] }

  function letIn(priority: Waiting): void {
    while (running[priority] < atOnce[priority] && !(priority === 'rest' && waiting.cancel.length > 0)) {
      const next = waiting[priority].shift()
      if (next === undefined) return
      running[priority] += 1
      next()
    }
  }

  /** Resolves with a function that releases the place; only its first call counts. */
  async function place(priority: Waiting): Promise<Cancel> {
    await new Promise<void>((resolve) => {
      waiting[priority].push(resolve)
      letIn(priority)
    })
    let taken = true
    return () => {
      if (!taken) return
      taken = false
      running[priority] -= 1
      letIn('cancel')
      letIn('rest')
    }
  }

  return async (priority, work) => {
    if (priority === 'close') return work()
    const release = await place(priority)
    const cancel = slow?.clock.after(slow.longest, release)
    try {
      return await work()
    } finally {
      cancel?.()
      release()
    }
  }
}

/** An order whose price was chosen this long ago, ms, is refused rather than sent late. */
const PATIENCE = 3_000
const PRICED: ReadonlySet<Intent['kind']> = new Set(['place', 'predict', 'binary_predict', 'outcome_order'])

/** The purpose of each action's requests: how urgent they are, how long they may wait or be late, and a note about the wait. */
export function createPurposes(
  actionLog: Pick<ActionLog, 'get' | 'offer' | 'onChange'>,
  budget: Pick<RequestBudget, 'end' | 'pauseText'>,
  clock: Pick<Clock, 'monotonic'>,
) {
  const known = new Map<string, Purpose>()
  /** When the trader last confirmed a priced order, monotonic ms. */
  const confirmedAt = new Map<string, number>()
  /** Orders that wait for the trader's confirmation. */
  const requests = new Set<string>()
  /** The trader has just confirmed the order unchanged. */
  const renew = (id: string): void => void (confirmedAt.has(id) && confirmedAt.set(id, clock.monotonic()))

  /** An ended action waits no longer, and a sent one no longer occupies a place. */
  actionLog.onChange(({ id, state, code }) => {
    if (code === AWAITING_CONFIRMATION || code === AWAITING_ESTIMATE) requests.add(id)
    else if (requests.delete(id)) renew(id)
    if (isBeforeSent(state) || state === 'sent') return
    const purpose = known.get(id)
    if (purpose === undefined) return
    known.delete(id)
    confirmedAt.delete(id)
    budget.end(purpose)
  })

  function purposeOf(id: string): Purpose {
    const intent = actionLog.get(id)?.intent ?? { kind: 'approve_agent' }
    const priority = priorityOf(intent)
    let isNoted = false
    return {
      urgency: priority === 'rest' ? 'order' : priority,
      ...(PRICED.has(intent.kind) ? { patience: PATIENCE } : {}),
      onWait() {
        if (isNoted) return
        isNoted = true
        const detail = ["Waiting for the venue's request limit.", budget.pauseText() ?? ''].join(' ').trim()
        // A journal that cannot be written ends the action at its next step.
        actionLog.offer(id, { type: 'noted', detail }).catch(() => undefined)
      },
    }
  }

  return {
    /** Purpose of an action under way; the same object until it was sent or has ended. */
    of(id: string): Purpose {
      const before = known.get(id)
      if (before !== undefined) return before
      const purpose = purposeOf(id)
      if (isBeforeSent(actionLog.get(id)?.state ?? 'refused')) {
        known.set(id, purpose)
        if (purpose.patience !== undefined) confirmedAt.set(id, clock.monotonic())
      }
      return purpose
    },
    /** Why an order is refused as late: too long after the trader's last confirmation, regardless of what it waited for. Null while it may be sent. */
    lateRefusal(id: string): Refusal | null {
      const since = confirmedAt.get(id)
      const late = since === undefined ? 0 : clock.monotonic() - since
      if (late < PATIENCE) return null
      const message = `${Math.round(late / 1000)} s have passed since you placed this order (limit 3 s). Check the price and send it again.`
      return { code: 'too_late', message, field: null }
    },
    renew,
  }
}
