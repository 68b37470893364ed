/** Which deployment the terminal is on, and the way from one to another: everything of the last one is stopped before the next begins. */
import type { ProfileChoice } from '../../contract/session.ts'
import { CommandError } from '../ipc/index.ts'
import type { DeploymentProfile } from '../service/index.ts'
import { PRACTICE, type ProfileStore } from './profile-store.ts'

/** What the desk needs of a running deployment. */
export interface RunningDeployment {
  readonly trading: { inFlight(): number }
  start(): Promise<void>
  stop(): void
}

export interface DeploymentDeskOptions<Running extends RunningDeployment> {
  readonly store: ProfileStore
  /** The profile that was given on the command line, if any. */
  readonly given: DeploymentProfile | null
  /** The profile of the practice venue, which is started when it is first wanted. */
  readonly practice: () => Promise<DeploymentProfile>
  /** Builds a deployment, without starting it. `choices` are what can be chosen, live. */
  readonly build: (profile: DeploymentProfile, choices: () => readonly ProfileChoice[]) => Running
  /** The deployment was replaced: every window is to open anew on the present one. Runs before the new one starts. */
  readonly onSwitch: () => void
  /** Forgets the keys and the token of a profile that is removed. */
  readonly forgetSecrets: (profile: string) => Promise<void>
  readonly onStartError: (error: unknown) => void
}

export interface DeploymentDesk<Running extends RunningDeployment> {
  readonly current: Running
  readonly profile: DeploymentProfile
  add(json: string): { readonly name: string }
  /** @throws CommandError for the one in use, or an unknown one. */
  remove(name: string): Promise<void>
  /** @throws CommandError while an action is on its way, or when the deployment cannot be had. */
  choose(name: string): Promise<void>
}

/** Opens the desk on the deployment given on the command line, else the chosen one, else the practice venue. */
export async function createDeploymentDesk<Running extends RunningDeployment>(
  options: DeploymentDeskOptions<Running>,
): Promise<DeploymentDesk<Running>> {
  const { store, given } = options
  let profile = given ?? store.find(store.active() ?? '') ?? (await options.practice())
  let current = options.build(profile, choices)
  let switching = false

  function choices(): readonly ProfileChoice[] {
    const line = given === null ? [] : [choiceOf(given, 'command-line')]
    const stored = store.all().filter(({ name }) => name !== given?.name)
    const practice: ProfileChoice = { name: PRACTICE, network: 'practice', baseUrl: null, origin: 'practice' }
    const own = given?.name === PRACTICE ? [] : [practice]
    return [...own, ...line, ...stored.map((one) => choiceOf(one, 'stored'))]
  }

  async function profileNamed(name: string): Promise<DeploymentProfile> {
    if (given?.name === name) return given
    if (name === PRACTICE) return options.practice()
    const stored = store.find(name)
    if (stored === null) throw new CommandError('unknown_profile', `There is no profile named "${name}".`, 'name')
    return stored
  }

  function refuseWhileBusy(): void {
    const count = current.trading.inFlight()
    if (count === 0) return
    const what = count === 1 ? 'An action is' : `${count} actions are`
    throw new CommandError('in_flight', `${what} still on the way. Change the deployment when its result is known.`)
  }

  return {
    get current() {
      return current
    },
    get profile() {
      return profile
    },
    add: (json) => ({ name: store.add(json).name }),
    async remove(name) {
      if (name === profile.name) {
        throw new CommandError('in_use', 'This deployment is in use. Choose another one before you remove it.', 'name')
      }
      if (store.find(name) === null) {
        throw new CommandError('unknown_profile', `There is no profile named "${name}" to remove.`, 'name')
      }
      await options.forgetSecrets(name)
      store.remove(name)
    },
    async choose(name) {
      if (switching) throw new CommandError('switching', 'The deployment is being changed already.')
      if (name === profile.name) return
      refuseWhileBusy()
      switching = true
      try {
        const next = await profileNamed(name)
        // From here to the end nothing is awaited: no window can speak to a deployment that is half gone.
        refuseWhileBusy()
        store.choose(next.name === PRACTICE ? null : next.name)
        current.stop()
        profile = next
        current = options.build(next, choices)
        options.onSwitch()
      } finally {
        switching = false
      }
      current.start().catch(options.onStartError)
    },
  }
}

const choiceOf = ({ name, network, baseUrl }: DeploymentProfile, origin: ProfileChoice['origin']): ProfileChoice => ({
  name,
  network,
  baseUrl,
  origin,
})
