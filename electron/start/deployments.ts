/** The deployments of the terminal: each is built on its first window, from shared parts. */
import { randomBytes } from 'node:crypto'
import { app } from 'electron'
import type { Clock } from '../../contract/time.ts'
import { namedNotifications } from '../app/index.ts'
import { createDeployment, type Deployment, storedPendingWork } from '../deployment/index.ts'
import type { ReachThrough } from '../desktop/index.ts'
import type { Log } from '../log/index.ts'
import { createRunningDeployments, PRACTICE, type RunningDeployments, withoutSharedDomain } from '../profiles/index.ts'
import type { RemoteNotifications } from '../remote-notifications/index.ts'
import { secretAccount } from '../secrets/index.ts'
import type { DeploymentProfile } from '../service/index.ts'
import { createBrowserSigner } from '../wallet/index.ts'
import type { KillPoint } from './kill-point.ts'
import { type SharedParts, secretsOf } from './shared-parts.ts'

export type Deployments = RunningDeployments<Deployment>

interface DeploymentsOptions {
  readonly shared: SharedParts
  /** The deployment given on the command line, if any. */
  readonly given: DeploymentProfile | null
  /** Where tests kill main. */
  readonly deadly: KillPoint | undefined
  /** As returned by `followNetwork`. */
  readonly reach: ReachThrough
  readonly remoteNotifications: Pick<RemoteNotifications, 'notify'>
  readonly clock: Clock
  readonly log: Log
}

/** None of them runs yet. */
export function createDeployments(options: DeploymentsOptions): Deployments {
  const { shared, clock, log } = options
  const { storage, secrets, notices, practice } = shared
  /** At each start of one: an edited file was never compared. */
  const alone = (profile: DeploymentProfile): DeploymentProfile => {
    const others = [...shared.profiles.all(), ...(options.given === null ? [] : [options.given])]
    return withoutSharedDomain(
      profile,
      others.filter(({ name }) => name !== profile.name),
      (text) => notices.add('warning', 'Direct orders are off', text),
    )
  }
  const given = options.given && alone(options.given)
  const deployments: Deployments = createRunningDeployments<Deployment>({
    store: shared.profiles,
    given,
    practice: () => practice.profile(),
    build: (profile) => buildDeployment(alone(profile), deployments, options),
    onStopped: ({ name }) => {
      log.info({ profile: name }, 'a deployment was stopped')
      if (name === PRACTICE && given?.name !== PRACTICE) void practice.stop()
    },
    stored: (profile) => storedPendingWork(storage, profile),
    async forgetSecrets(name) {
      const kinds = ['access-token', 'agent-key', 'agent-key-next', 'wallet-key'] as const
      const profile = shared.profiles.find(name)
      const own = profile === null ? secrets : secretsOf(shared, profile)
      for (const kind of kinds) await own.delete(secretAccount(name, kind))
      storage.agents.save(name, null)
      storage.agents.saveAsked(name, null)
    },
    onStartError: (error) => log.error({ err: error }, 'a deployment did not start'),
    notices,
    clock,
  })
  deployments.onChange(() => notices.nameDeployments(several(deployments)))
  return deployments
}

/** Whether messages must name their deployment. */
const several = ({ running }: Deployments): boolean => running.length > 1

function buildDeployment(
  profile: DeploymentProfile,
  deployments: Deployments,
  { shared, deadly, reach, remoteNotifications, clock, log }: DeploymentsOptions,
): Deployment {
  const { storage, settings, nonces, notices, notifications, practice, openExternal } = shared
  const { name } = profile
  return createDeployment({
    profile,
    keys: {
      secrets: secretsOf(shared, profile),
      browser: createBrowserSigner({
        clock,
        openExternal,
        randomText: (bytes) => randomBytes(bytes).toString('base64url'),
      }),
      practice: practice.traderOf(profile),
      nonces,
    },
    record: { storage: { ...storage, ...deadly?.watched(storage) }, onStep: deadly?.onStep },
    choices: {
      current: () => deployments.choices(),
      onChange: (listener) => deployments.onChange(listener),
    },
    messages: {
      notices: notices.of(name),
      notifications: namedNotifications(notifications, name, () => several(deployments)),
      notifyRemotely: (title, message, isActing) =>
        remoteNotifications.notify({
          level: isActing ? 'warning' : 'info',
          title,
          text: message,
          deployment: name,
          isActing,
        }),
    },
    settings,
    openMeteoKey: shared.openMeteoKey,
    reach: () => reach(profile.baseUrl),
    reachHost: reach,
    terminal: {
      version: app.getVersion(),
      host: process.versions.electron === undefined ? 'chromium-host' : 'electron',
    },
    clock,
    log,
  })
}
