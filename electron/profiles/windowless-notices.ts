/** Tells the trader of deployments that hold something while no window is on them. */
import type { Notices } from '../topics/index.ts'
import { type PendingWork, pendingWorkLabel } from './pending-work.ts'

interface WindowlessNotices {
  /** Tells that a deployment goes on, once for each time it is left alone: how much it holds by now stands in the list of deployments. */
  review(name: string, held: PendingWork, at: { readonly windows: number; readonly started: boolean }): void
  /** It does not run, and holds something. */
  notRunning(name: string, holds: string): void
  /** It begins, or was stopped. */
  clear(name: string): void
}

export function createWindowlessNotices(notices: Pick<Notices, 'put' | 'clear'>): WindowlessNotices {
  /** Those that were told of, and what was said: that they watch on, or that they wait for somebody to sign in. */
  const told = new Map<string, 'watching' | 'waiting'>()
  const keyOf = (name: string): string => `kept/${name}`

  function clear(name: string): void {
    told.delete(name)
    notices.clear(keyOf(name))
  }

  return {
    review(name, held, { windows, started }) {
      const { conditionals, alerts, flattens, signedIn } = held
      const lasting = windows === 0 && conditionals + alerts + flattens > 0
      const next = !lasting ? null : signedIn ? 'watching' : 'waiting'
      if (next === (told.get(name) ?? null) || (next !== null && !started)) return
      if (next === null) {
        clear(name)
        return
      }
      told.set(name, next)
      const waits = 'Nobody is signed in there, and until somebody is, what belongs to a wallet is not watched.'
      notices.put(
        keyOf(name),
        next === 'watching' ? 'info' : 'warning',
        `${name} goes on without a window`,
        `It holds ${pendingWorkLabel(held)}. ${next === 'watching' ? 'All of that is watched on.' : waits} It stops when nothing is left; Account brings it back into a window.`,
      )
    },
    notRunning: (name, holds) =>
      notices.put(
        keyOf(name),
        'warning',
        `${name} is not running`,
        `It holds ${holds}. Nothing of that is watched until a window is on it.`,
      ),
    clear,
  }
}
