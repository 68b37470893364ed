/**
 * The deployments that run, several at a time: each begins when its first window wants it, and ends a while after its last window left,
 * unless it holds something that only works while it runs.
 */
import { Listeners } from '../../contract/listeners.ts'
import type { ProfileChoice } from '../../contract/session.ts'
import type { Cancel, Clock } from '../../contract/time.ts'
import { CallError } from '../errors/index.ts'
import type { DeploymentProfile } from '../service/index.ts'
import type { Notices } from '../topics/index.ts'
import { type PendingWork, pendingWorkLabel } from './pending-work.ts'
import { NOT_RUNNING, profileChoices } from './profile-choices.ts'
import { PRACTICE, type ProfileStore } from './profile-store.ts'

/** What is needed of a deployment that runs. */
export interface RunningDeployment {
  start(): Promise<void>
  stop(): void
  pendingWork(): PendingWork
  onPendingWorkChange(listener: () => void): Cancel
}

interface RunningDeploymentsOptions<Running extends RunningDeployment> {
  readonly store: ProfileStore
  /** The profile that was given on the command line, if any. */
  readonly given: DeploymentProfile | null
  /** The profile of the practice venue, which is started when it is first wanted. */
  readonly practice: () => Promise<DeploymentProfile>
  /** Builds a deployment, without starting it. */
  readonly build: (profile: DeploymentProfile) => Running
  /** A deployment was stopped. */
  readonly onStopped: (profile: DeploymentProfile) => void
  /** What is stored for a profile that does not run. */
  readonly stored: (profile: string) => PendingWork
  /** Forgets the keys and the token of a profile that is removed. */
  readonly forgetSecrets: (profile: string) => Promise<void>
  readonly onStartError: (error: unknown) => void
  readonly notices: Pick<Notices, 'put' | 'clear'>
  readonly clock: Pick<Clock, 'after'>
}

/** A window's place on a deployment; the deployment runs for as long as somebody has one. */
export interface DeploymentPlace<Running> {
  readonly profile: DeploymentProfile
  readonly deployment: Running
  /** The window is gone. A second time does nothing. */
  release(): void
}

export interface RunningDeployments<Running extends RunningDeployment> {
  /** Those that run, with windows or without, in the order in which they began. */
  readonly running: readonly { readonly profile: DeploymentProfile; readonly deployment: Running }[]
  /** Name of the profile that was given on the command line, if any. */
  readonly given: string | null
  /** The profile for a window that remembers none. */
  readonly usual: string
  /** Whether there is a profile of that name. */
  knows(name: string): boolean
  /**
   * Takes a place on a deployment, which is started when it does not run.
   * @throws CallError for an unknown name; Error in words when the practice venue does not start.
   */
  takePlace(name: string): Promise<DeploymentPlace<Running>>
  /** Remembers which one was chosen last. @throws Error when that cannot be written. */
  remember(name: string): void
  /** Starts those without a window that hold something; the practice venue is not started for that, but it is said. */
  resumeHolders(): void
  choices(): readonly ProfileChoice[]
  add(json: string): { readonly name: string }
  /** @throws CallError for one that has windows or holds something, or an unknown one. */
  remove(name: string): Promise<void>
  /** The choices changed, or what runs. */
  onChange(listener: () => void): Cancel
  /** Stops everything; nothing begins any more. */
  stop(): void
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
  /** Whether it was said that it goes on without a window, and how. */
  said: 'watching' | 'waiting' | null
}

/**
 * A deployment without windows that holds nothing is stopped after this long, ms: a sequence that was begun in its window, such as
 * cancelling everything and then closing, holds nothing between two of its actions, and whoever comes back finds it running.
 */
export const STOP_AFTER = 10_000

const noticeOf = (name: string): string => `kept/${name}`

export function createRunningDeployments<Running extends RunningDeployment>(
  options: RunningDeploymentsOptions<Running>,
): RunningDeployments<Running> {
  const { store, given, notices, clock } = options
  const entries = new Map<string, Entry<Running>>()
  const removing = new Set<string>()
  const listeners = new Listeners()
  let latest: readonly ProfileChoice[] = choicesNow()
  let shown = JSON.stringify(latest)
  let reviewing = false
  let closed = false

  function choicesNow(): readonly ProfileChoice[] {
    return profileChoices(store, given, (name) => {
      const entry = entries.get(name)
      if (entry === undefined) return NOT_RUNNING
      return { running: true, windows: entry.windows, holds: pendingWorkLabel(entry.deployment.pendingWork()) }
    })
  }

  function changed(): void {
    const now = choicesNow()
    const text = JSON.stringify(now)
    if (text === shown) return
    latest = now
    shown = text
    listeners.notify()
  }

  const knows = (name: string): boolean => name === PRACTICE || name === given?.name || store.find(name) !== null

  async function profileNamed(name: string): Promise<DeploymentProfile> {
    if (given?.name === name) return given
    if (name === PRACTICE) return options.practice()
    const stored = store.find(name)
    if (stored === null) throw unknown(name)
    return stored
  }

  function begin(profile: DeploymentProfile): Entry<Running> {
    if (closed) throw new CallError('closing', 'The terminal is closing.')
    if (removing.has(profile.name) || !knows(profile.name)) throw unknown(profile.name)
    notices.clear(noticeOf(profile.name))
    const deployment = options.build(profile)
    const entry: Entry<Running> = {
      profile,
      deployment,
      stopWatching: deployment.onPendingWorkChange(reviewSoon),
      windows: 0,
      ending: null,
      started: false,
      said: null,
    }
    entries.set(profile.name, entry)
    deployment
      .start()
      .catch(options.onStartError)
      .finally(() => {
        entry.started = true
        reviewSoon()
      })
    return entry
  }

  /** Not at once: who changed something is still at it. */
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
    const words = pendingWorkLabel(held)
    if (entry.windows > 0 || words !== null) {
      entry.ending?.()
      entry.ending = null
    } else {
      entry.ending ??= clock.after(STOP_AFTER, () => end(entry))
    }
    say(entry, held, words)
  }

  /** Once for each time that it is left alone: how much it holds by now stands in the list of deployments. */
  function say(entry: Entry<Running>, { conditionals, alerts, signedIn }: PendingWork, words: string | null): void {
    const { name } = entry.profile
    const lasting = entry.windows === 0 && conditionals + alerts > 0
    const next = !lasting ? null : signedIn ? 'watching' : 'waiting'
    if (next === entry.said || (next !== null && !entry.started)) return
    entry.said = next
    if (next === null) {
      notices.clear(noticeOf(name))
      return
    }
    const waits = 'Nobody is signed in there, and until somebody is, what belongs to a wallet is not watched.'
    notices.put(
      noticeOf(name),
      next === 'watching' ? 'info' : 'warning',
      `${name} goes on without a window`,
      `It holds ${words}. ${next === 'watching' ? 'All of that is watched on.' : waits} It stops when nothing is left; Account brings it back into a window.`,
    )
  }

  function end(entry: Entry<Running>): void {
    entries.delete(entry.profile.name)
    entry.ending?.()
    entry.stopWatching()
    entry.deployment.stop()
    notices.clear(noticeOf(entry.profile.name))
    options.onStopped(entry.profile)
    if (!closed) changed()
  }

  function refuseRemoval(name: string): void {
    const entry = entries.get(name)
    if (entry === undefined) return
    if (entry.windows > 0) {
      throw new CallError('in_use', 'This deployment is in use. Move its windows to another one before.', 'name')
    }
    const words = pendingWorkLabel(entry.deployment.pendingWork())
    if (words === null) return
    throw new CallError('in_use', `This deployment holds ${words}. End them before you remove it.`, 'name')
  }

  return {
    get running() {
      return [...entries.values()]
    },
    given: given?.name ?? null,
    get usual() {
      return given?.name ?? store.active() ?? PRACTICE
    },
    knows,
    async takePlace(name) {
      const profile = entries.get(name)?.profile ?? (await profileNamed(name))
      const entry = entries.get(name) ?? begin(profile)
      entry.windows += 1
      review()
      let left = false
      return {
        profile: entry.profile,
        deployment: entry.deployment,
        release() {
          if (left) return
          left = true
          entry.windows -= 1
          reviewSoon()
        },
      }
    },
    remember: (name) => store.choose(name === PRACTICE ? null : name),
    resumeHolders() {
      for (const { name } of latest) {
        const words = entries.has(name) ? null : pendingWorkLabel(options.stored(name))
        if (words === null) continue
        const profile = given?.name === name ? given : store.find(name)
        if (profile !== null) {
          begin(profile)
          continue
        }
        notices.put(
          noticeOf(name),
          'warning',
          `${name} is not running`,
          `It holds ${words}. Nothing of that is watched until a window is on it.`,
        )
      }
      review()
    },
    choices: () => latest,
    add(json) {
      const { name } = store.add(json)
      changed()
      return { name }
    },
    async remove(name) {
      refuseRemoval(name)
      if (store.find(name) === null) throw unknown(name)
      const entry = entries.get(name)
      if (entry !== undefined) end(entry)
      removing.add(name)
      try {
        await options.forgetSecrets(name)
        store.remove(name)
      } finally {
        removing.delete(name)
      }
      changed()
    },
    onChange: listeners.on,
    stop() {
      closed = true
      for (const entry of [...entries.values()]) end(entry)
    },
  }
}

const unknown = (name: string): CallError =>
  new CallError('unknown_profile', `There is no profile named "${name}".`, 'name')
