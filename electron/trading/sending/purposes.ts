/** What the requests of each action are made for: how urgent it is, how long it may wait for the service's limit, and that it says so. */
import type { Intent } from '../../../contract/intent.ts'
import type { Purpose, RequestBudget } from '../../service/index.ts'
import { type ActionLog, isBeforeSent } from '../actions/index.ts'
import { priorityOf } from './queues.ts'

export interface Purposes {
  /** Of an action that is being carried out; the same one until it has left or ended. */
  of(id: string): Purpose
}

/** An order whose price was chosen this long ago, ms, is refused rather than sent late. */
const PATIENCE = 3_000
const PRICED: ReadonlySet<Intent['kind']> = new Set(['place', 'predict', 'binary_predict', 'outcome_order'])

export function createPurposes(
  actionLog: Pick<ActionLog, 'get' | 'offer' | 'onChange'>,
  budget: Pick<RequestBudget, 'end' | 'pauseWords'>,
): Purposes {
  const known = new Map<string, Purpose>()

  /** What has ended waits no longer, and what has left holds no room any more. */
  actionLog.onChange(({ id, state }) => {
    if (isBeforeSent(state) || state === 'sent') return
    const purpose = known.get(id)
    if (purpose === undefined) return
    known.delete(id)
    budget.end(purpose)
  })

  function purposeOf(id: string): Purpose {
    const intent = actionLog.get(id)?.intent ?? { kind: 'approve_agent' }
    const priority = priorityOf(intent)
    let isTold = false
    return {
      urgency: priority === 'rest' ? 'order' : priority,
      ...(PRICED.has(intent.kind) ? { patience: PATIENCE } : {}),
      onWait() {
        if (isTold) return
        isTold = true
        const detail = ["Waits for the service's request limit.", budget.pauseWords() ?? ''].join(' ').trim()
        // A journal that cannot be written ends the action at its next step.
        actionLog.offer(id, { type: 'noted', detail }).catch(() => undefined)
      },
    }
  }

  return {
    of(id) {
      const before = known.get(id)
      if (before !== undefined) return before
      const purpose = purposeOf(id)
      if (isBeforeSent(actionLog.get(id)?.state ?? 'refused')) known.set(id, purpose)
      return purpose
    },
  }
}
