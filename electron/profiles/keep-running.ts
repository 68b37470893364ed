/** Keeps deployments running while windows or work need them, and stops the others after a while. */
import { MESSAGES as COMMON } from '../../contract/messages.ts'
import { counted, listed } from '../../contract/plural.ts'
import type { Cancel, Clock } from '../../contract/time.ts'
import { CallError } from '../errors.ts'
import type { DeploymentProfile } from '../service/index.ts'
import type { Notices } from '../topics/index.ts'

/** A deployment's work that requires it to run. */
export interface PendingWork {
  /** Conditional orders that have not ended. */
  readonly conditionals: number
  /** Alerts that are on. */
  readonly alerts: number
  /** Scales and slices that are sending or canceling. */
  readonly algos: number
  /** Actions without a final result. */
  readonly actions: number
  /** Interrupted flattens that wait for the trader. */
  readonly flattens: number
  /** Whether somebody is signed in: a wallet's automated orders are watched only then. */
  readonly signedIn: boolean
}

/** `2 exits and 1 alert`; null for nothing. */
export function pendingWorkLabel({ conditionals, alerts, algos, actions, flattens }: PendingWork): string | null {
  const parts = [
    conditionals > 0 && counted(conditionals, 'exit', 'exits'),
    alerts > 0 && counted(alerts, 'alert', 'alerts'),
    algos > 0 && counted(algos, 'algo order', 'algo orders'),
    actions > 0 && counted(actions, 'action in progress', 'actions in progress'),
    flattens > 0 && counted(flattens, 'interrupted flatten', 'interrupted flattens'),
  ].filter((part) => part !== false)
  return parts.length === 0 ? null : listed(parts)
}

/** The required interface of a running deployment. */
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

export interface KeepRunningOptions<Running extends RunningDeployment> {
  /** Builds a deployment, without starting it. */
  readonly build: (profile: DeploymentProfile) => Running
  readonly onStopped: (profile: DeploymentProfile) => void
  readonly onStartError: (error: unknown) => void
  readonly notices: Pick<Notices, 'put' | 'clear'>
  readonly clock: Pick<Clock, 'after'>
}

/**
 * A deployment without windows and work is stopped after this long, ms: a sequence started in its window, such as an order and then its stop, has no
 * work between two of its actions, and a returning user finds it running.
 */
const STOP_AFTER = 10_000

/** @param changed called when the running deployments, or their work, may have changed. */
export function createKeepRunning<Running extends RunningDeployment>(
  options: KeepRunningOptions<Running>,
  changed: () => void,
) {
  const entries = new Map<string, Entry<Running>>()
  const windowless = createWindowlessNotices(options.notices)
  let reviewing = false
  let closed = false

  /** Builds and starts one. @throws CallError while the terminal is closing. */
  function begin(profile: DeploymentProfile): Entry<Running> {
    const { name } = profile
    if (closed) throw new CallError('closing', COMMON.terminalCloses)
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

  /** Checks which are still needed: now, or soon, since the cause of a change may still be in progress. */
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
    get: (name: string): Entry<Running> | undefined => entries.get(name),
    /** In the order of their starts. */
    all: (): readonly Entry<Running>[] => [...entries.values()],
    begin,
    end,
    /** A deployment that is not running has automated orders. */
    reportNotRunning: windowless.notRunning,
    review,
    reviewSoon,
    /** Stops everything; nothing starts any more. */
    close(): void {
      closed = true
      for (const entry of [...entries.values()]) end(entry)
    },
  }
}

/** Notifies the trader of deployments with work and without a window. */
function createWindowlessNotices(notices: Pick<Notices, 'put' | 'clear'>) {
  /** Those that were reported, and the message: that they keep watching, or that they wait for somebody to sign in. */
  const reported = new Map<string, 'watching' | 'waiting'>()
  const keyOf = (name: string): string => `kept/${name}`

  /** Clears the notice of a deployment that starts or was stopped. */
  function clear(name: string): void {
    reported.delete(name)
    notices.clear(keyOf(name))
  }

  return {
    /** Reports that a deployment keeps running, once for each time without windows: its current amount of work is in the list of deployments. */
    review(
      name: string,
      held: PendingWork,
      { windows, started }: { readonly windows: number; readonly started: boolean },
    ): void {
      const { conditionals, alerts, flattens, signedIn } = held
      const lasting = windows === 0 && conditionals + alerts + flattens > 0
      const next = !lasting ? null : signedIn ? 'watching' : 'waiting'
      if (next === (reported.get(name) ?? null) || (next !== null && !started)) return
      if (next === null) {
        clear(name)
        return
      }
      reported.set(name, next)
      const work = pendingWorkLabel(held)
      notices.put(
        keyOf(name),
        next === 'watching' ? 'info' : 'warning',
        `${name} keeps running without a window`,
        next === 'watching'
          ? `Running: ${work}. All of it stays watched. The deployment stops when nothing is left. Reopen it from Account.`
          : `Running: ${work}. No wallet is signed in there, so wallet-bound exits and alerts are not watched. The deployment stops when nothing is left. Reopen it from Account.`,
      )
    },
    /** Puts a notice: the deployment is not running, though it has pending work. */
    notRunning: (name: string, holds: string): void =>
      notices.put(
        keyOf(name),
        'warning',
        `${name} is not running`,
        `It has ${holds}. None of that is watched until a window opens it.`,
      ),
    clear,
  }
}
