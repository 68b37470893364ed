/** What waits for what: a close for nothing, a cancel for cancels, and everything else for both. */
import type { Intent } from '../../../contract/intent.ts'
import type { Cancel, Clock } from '../../../contract/time.ts'

/** How urgent a piece of work is. No order of nonces has to be kept: the service makes those of what it prepares. */
type Priority = 'close' | 'cancel' | 'rest'

export const priorityOf = ({ kind }: Pick<Intent, 'kind'>): Priority =>
  kind === 'close' || kind === 'cancel' ? kind : 'rest'

export type Queue = <Value>(priority: Priority, work: () => Promise<Value>) => Promise<Value>

type Waiting = Exclude<Priority, 'close'>

/**
 * A close begins at once, whatever else is under way. Of cancels, and apart from them of the rest, so many run at a time as `atOnce` says,
 * first come first served; nothing of the rest begins while a cancel waits for its turn.
 * @param slow work that takes longer than `longest` ms keeps running and lets the next in: an answer that hangs holds up nothing for long.
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

  /** Resolves with what gives the place back, which counts once. */
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
