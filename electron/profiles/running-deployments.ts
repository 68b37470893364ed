/**
 * The running deployments, several at a time: each starts on its first window, and stops a while after its last window left, unless it has work that
 * requires it to run.
 */
import { CallError } from '../errors.ts'
import type { DeploymentProfile } from '../service/index.ts'
import {
  createKeepRunning,
  type KeepRunningOptions,
  type PendingWork,
  pendingWorkLabel,
  type RunningDeployment,
} from './keep-running.ts'
import { followChoices, NOT_RUNNING, PRACTICE, type ProfileStore, profileChoices } from './profile-store.ts'

interface RunningDeploymentsOptions<Running extends RunningDeployment> extends KeepRunningOptions<Running> {
  readonly store: ProfileStore
  /** The deployment given on the command line, if any. */
  readonly given: DeploymentProfile | null
  /** The practice venue's deployment, started on first use. */
  readonly practice: () => Promise<DeploymentProfile>
  /** Stored work of a deployment that does not run. */
  readonly stored: (profile: string) => PendingWork
  /** Forgets the keys and the token of a removed deployment. */
  readonly forgetSecrets: (profile: string) => Promise<void>
}

/** A window's place on a deployment; the deployment runs while there is one. */
export interface DeploymentPlace<Running> {
  readonly profile: DeploymentProfile
  readonly deployment: Running
  /** The window is gone. A second call does nothing. */
  release(): void
}

export type RunningDeployments<Running extends RunningDeployment> = ReturnType<typeof createRunningDeployments<Running>>

export function createRunningDeployments<Running extends RunningDeployment>(
  options: RunningDeploymentsOptions<Running>,
) {
  const { store, given } = options
  const beside = given === null ? [] : [given]
  const removing = new Set<string>()
  const profiles = createKnownProfiles(options)
  const running = createKeepRunning(options, () => choices.review())
  const choices = followChoices(() =>
    profileChoices(store, given, (name) => {
      const entry = running.get(name)
      if (entry === undefined) return NOT_RUNNING
      return { running: true, windows: entry.windows, holds: pendingWorkLabel(entry.deployment.pendingWork()) }
    }),
  )

  /**
   * Takes a place on a deployment, which is started if necessary.
   * @throws CallError for an unknown name; Error with the reason when the practice venue does not start.
   */
  async function takePlace(name: string): Promise<DeploymentPlace<Running>> {
    const profile = running.get(name)?.profile ?? (await profiles.get(name))
    const entry = running.get(name) ?? begin(profile)
    entry.windows += 1
    running.review()
    let left = false
    return {
      profile: entry.profile,
      deployment: entry.deployment,
      release() {
        if (left) return
        left = true
        entry.windows -= 1
        running.reviewSoon()
      },
    }
  }

  /** The deployment may have been removed during the wait. */
  function begin(profile: DeploymentProfile): ReturnType<typeof running.begin> {
    if (removing.has(profile.name) || !profiles.has(profile.name)) throw unknownProfile(profile.name)
    return running.begin(profile)
  }

  /** Starts those with work and without a window; the practice venue is not started for that, but it is reported. */
  function resumeHolders(): void {
    for (const { name } of choices.current()) {
      const text = running.get(name) === undefined ? pendingWorkLabel(options.stored(name)) : null
      if (text === null) continue
      const profile = profiles.find(name)
      if (profile === null) running.reportNotRunning(name, text)
      else begin(profile)
    }
    running.review()
  }

  /** @throws CallError for one with windows or work, or an unknown one. */
  async function remove(name: string): Promise<void> {
    const entry = running.get(name)
    if (entry !== undefined) refuseInUse(entry)
    if (store.find(name) === null) throw unknownProfile(name)
    if (entry !== undefined) running.end(entry)
    removing.add(name)
    try {
      await options.forgetSecrets(name)
      store.remove(name)
    } finally {
      removing.delete(name)
    }
    choices.review()
  }

  return {
    /** The running ones, with or without windows, in the order of their starts. */
    get running(): readonly { readonly profile: DeploymentProfile; readonly deployment: Running }[] {
      return running.all()
    },
    /** Name of the deployment given on the command line, if any. */
    given: given?.name ?? null,
    /** The deployment for a window that remembers none. */
    get usual(): string {
      return profiles.usual()
    },
    knows: profiles.has,
    takePlace,
    /** Remembers the last choice. @throws Error when that cannot be written. */
    remember: (name: string): void => store.choose(name === PRACTICE ? null : name),
    resumeHolders,
    choices: choices.current,
    /** Parses a deployment's JSON text, if it could be added. @throws CallError naming the fault. */
    check: (json: string): DeploymentProfile => store.check(json, beside),
    add(json: string): { readonly name: string } {
      const { name } = store.add(json, beside)
      choices.review()
      return { name }
    },
    remove,
    /** The choices changed, or the running ones. */
    onChange: choices.onChange,
    /** Stops everything; nothing starts any more. */
    stop: running.close,
  }
}

/** @throws CallError when it has windows or work. */
function refuseInUse({
  windows,
  deployment,
}: {
  readonly windows: number
  readonly deployment: RunningDeployment
}): void {
  if (windows > 0) {
    throw new CallError('in_use', 'This deployment is in use. Move its windows to another one first.', 'name')
  }
  const text = pendingWorkLabel(deployment.pendingWork())
  if (text === null) return
  throw new CallError('in_use', `This deployment still has ${text}. Cancel them before you remove it.`, 'name')
}

/** The existing deployments, by name: the practice venue's, the one of the command line, added ones. */
function createKnownProfiles(on: {
  readonly store: ProfileStore
  /** The deployment given on the command line, if any; it takes precedence over a stored one of its name. */
  readonly given: DeploymentProfile | null
  /** The practice venue's deployment, started on first use. */
  readonly practice: () => Promise<DeploymentProfile>
}) {
  const { store, given, practice } = on
  /** The one of that name, without starting anything: null for the practice venue's, and for none. */
  const find = (name: string): DeploymentProfile | null => (given?.name === name ? given : store.find(name))
  return {
    /** The deployment for a window that remembers none. */
    usual: (): string => given?.name ?? store.active() ?? PRACTICE,
    has: (name: string): boolean => name === PRACTICE || find(name) !== null,
    find,
    /**
     * Like `find`, but starts the practice venue for its own. @throws CallError for an unknown name; Error with the reason when the venue does not
     * start.
     */
    async get(name: string): Promise<DeploymentProfile> {
      if (name === PRACTICE && given?.name !== PRACTICE) return practice()
      const profile = find(name)
      if (profile === null) throw unknownProfile(name)
      return profile
    },
  }
}

const unknownProfile = (name: string): CallError =>
  new CallError('unknown_profile', `No profile named "${name}".`, 'name')
