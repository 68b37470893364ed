/** Keeps deployments running while windows or work need them, and stops the others after a while. */
import type { Cancel, Clock } from '../../contract/time.ts'
import { CallError } from '../errors.ts'
import type { DeploymentProfile } from '../service/index.ts'
import type { Notices } from '../topics/index.ts'

/** What a deployment holds that only works while it runs. */
export interface PendingWork {
  /** Conditional orders that have not ended. */
  readonly conditionals: number
  /** Alerts that are on. */
  readonly alerts: number
  /** Scales and slices that send, or take something back. */
  readonly algos: number
  /** Actions whose last word is not spoken. */
  readonly actions: number
  /** Flattens that were cut off and wait for the trader. */
  readonly flattens: number
  /** Whether somebody is signed in: what is held for a wallet is watched only then. */
  readonly signedIn: boolean
}

/** `2 conditional orders and 1 alert`; null for nothing. */
export function pendingWorkLabel({ conditionals, alerts, algos, actions, flattens }: PendingWork): string | null {
  const parts = [
    counted(conditionals, 'conditional order'),
    counted(alerts, 'alert'),
    counted(algos, 'scale or slices at work', 'scales or slices at work'),
    counted(actions, 'action under way', 'actions under way'),
    counted(flattens, 'flatten that was cut off', 'flattens that were cut off'),
  ].filter((part) => part !== null)
  const last = parts.pop()
  if (last === undefined) return null
  return parts.length === 0 ? last : `${parts.join(', ')} and ${last}`
}

const counted = (count: number, one: string, many = `${one}s`): string | null =>
  count === 0 ? null : `${count} ${count === 1 ? one : many}`

/** What is needed of a deployment that runs. */
export interface RunningDeployment {
  start(): Promise<void>
  stop(): void
  pendingWork(): PendingWork
  onPendingWorkChange(listener: () => void): Cancel
}

interface Entry<Running> {
  readonly profile: DeploymentProfile
  readonly deployment: Running
  readonly stopWatching: Cancel
  windows: number
  /** Set while it is about to be stopped. */
  ending: Cancel | null
  /** Whether its start is over, so that it is known who is signed in. */
  started: boolean
}

interface KeptRunning<Running> {
  get(name: string): Entry<Running> | undefined
  /** In the order in which they began. */
  all(): readonly Entry<Running>[]
  /** Builds and starts one. @throws CallError while the terminal is closing. */
  begin(profile: DeploymentProfile): Entry<Running>
  end(entry: Entry<Running>): void
  /** One that is not running holds something. */
  tellNotRunning(name: string, holds: string): void
  /** Looks which are still needed: now, or soon, as who changed something is still at it. */
  review(): void
  reviewSoon(): void
  /** Stops everything; nothing begins any more. */
  close(): void
}

export interface KeptRunningOptions<Running extends RunningDeployment> {
  /** Builds a deployment, without starting it. */
  readonly build: (profile: DeploymentProfile) => Running
  /** A deployment was stopped. */
  readonly onStopped: (profile: DeploymentProfile) => void
  readonly onStartError: (error: unknown) => void
  readonly notices: Pick<Notices, 'put' | 'clear'>
  readonly clock: Pick<Clock, 'after'>
}

/**
 * A deployment without windows that holds nothing is stopped after this long, ms: a sequence that was begun in its window, such as
 * an order and then its stop, holds nothing between two of its actions, and whoever comes back finds it running.
 */
const STOP_AFTER = 10_000

/** @param changed told when what runs, or what it holds, may be another. */
export function createKeptRunning<Running extends RunningDeployment>(
  options: KeptRunningOptions<Running>,
  changed: () => void,
): KeptRunning<Running> {
  const entries = new Map<string, Entry<Running>>()
  const windowless = createWindowlessNotices(options.notices)
  let reviewing = false
  let closed = false

  function begin(profile: DeploymentProfile): Entry<Running> {
    const { name } = profile
    if (closed) throw new CallError('closing', 'The terminal is closing.')
    windowless.clear(name)
    const deployment = options.build(profile)
    const stopWatching = deployment.onPendingWorkChange(reviewSoon)
    const entry: Entry<Running> = { profile, deployment, stopWatching, windows: 0, ending: null, started: false }
    entries.set(name, entry)
    deployment
      .start()
      .catch(options.onStartError)
      .finally(() => {
        entry.started = true
        reviewSoon()
      })
    return entry
  }

  function end({ profile, deployment, ending, stopWatching }: Entry<Running>): void {
    entries.delete(profile.name)
    ending?.()
    stopWatching()
    deployment.stop()
    windowless.clear(profile.name)
    options.onStopped(profile)
    if (!closed) changed()
  }

  function reviewSoon(): void {
    if (reviewing || closed) return
    reviewing = true
    queueMicrotask(() => {
      reviewing = false
      if (!closed) review()
    })
  }

  function review(): void {
    for (const entry of entries.values()) keepOrEnd(entry)
    changed()
  }

  function keepOrEnd(entry: Entry<Running>): void {
    const held = entry.deployment.pendingWork()
    if (entry.windows > 0 || pendingWorkLabel(held) !== null) {
      entry.ending?.()
      entry.ending = null
    } else {
      entry.ending ??= options.clock.after(STOP_AFTER, () => end(entry))
    }
    windowless.review(entry.profile.name, held, entry)
  }

  return {
    get: (name) => entries.get(name),
    all: () => [...entries.values()],
    begin,
    end,
    tellNotRunning: windowless.notRunning,
    review,
    reviewSoon,
    close() {
      closed = true
      for (const entry of [...entries.values()]) end(entry)
    },
  }
}

/** Tells the trader of deployments that hold something while no window is on them. */
function createWindowlessNotices(notices: Pick<Notices, 'put' | 'clear'>) {
  /** Those that were told of, and what was said: that they watch on, or that they wait for somebody to sign in. */
  const told = new Map<string, 'watching' | 'waiting'>()
  const keyOf = (name: string): string => `kept/${name}`

  /** It begins, or was stopped. */
  function clear(name: string): void {
    told.delete(name)
    notices.clear(keyOf(name))
  }

  return {
    /** Tells that a deployment goes on, once for each time it is left alone: how much it holds by now stands in the list of deployments. */
    review(
      name: string,
      held: PendingWork,
      { windows, started }: { readonly windows: number; readonly started: boolean },
    ): void {
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
    /** It does not run, and holds something. */
    notRunning: (name: string, holds: string): void =>
      notices.put(
        keyOf(name),
        'warning',
        `${name} is not running`,
        `It holds ${holds}. Nothing of that is watched until a window is on it.`,
      ),
    clear,
  }
}
