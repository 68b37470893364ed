/** What a deployment needs of the terminal around it: four ports, the trader's settings, and what the terminal says of itself. */
import type { Listen } from '../../contract/listeners.ts'
import type { ProfileChoice, SessionView } from '../../contract/session.ts'
import type { Clock } from '../../contract/time.ts'
import type { DesktopNotifications } from '../app/index.ts'
import type { Log } from '../log/index.ts'
import type { Secret, SecretStore } from '../secrets/index.ts'
import type { DeploymentProfile } from '../service/index.ts'
import type { TerminalSettings } from '../settings/index.ts'
import type { NonceAllocator } from '../signing/index.ts'
import type { Storage } from '../storage/index.ts'
import type { DeploymentNotices } from '../topics/index.ts'
import type { StepHook } from '../trading/index.ts'
import type { BrowserSigner } from '../wallet/index.ts'

/** What signs for the trader, and the numbers that may be used once. */
interface DeploymentKeys {
  /** The keychain's; each deployment has its own accounts in it. */
  readonly secrets: SecretStore
  /** The trader's browser wallet; what is asked of it for this deployment is its own. */
  readonly browser: BrowserSigner
  /** What the embedded practice venue hands over; null for every other deployment. */
  readonly practice: { readonly accessToken: Secret; readonly walletKey: Secret } | null
  /** One for all deployments: nonces rise over all of them. */
  readonly nonces: NonceAllocator
}

/** What is on disk, and who follows what is written there. */
interface DeploymentRecord {
  readonly storage: Storage
  /** Called after every journalled step of an action; see `TradingRecord`. */
  readonly onStep: StepHook | undefined
}

/** The deployments that can be chosen, this one among them. */
interface DeploymentChoices {
  current(): readonly ProfileChoice[]
  readonly onChange: Listen
  /** Whether no window is on this one. */
  unattended(): boolean
}

/** How the trader hears of what no panel shows; each names the deployment where several run. */
interface DeploymentMessages {
  readonly notices: DeploymentNotices
  readonly notifications: DesktopNotifications
  /** Tells it outside of this machine, where the trader has a place for that. */
  readonly tellOutside: (title: string, words: string, isActing: boolean) => void
}

/** All that one deployment is made of. */
export interface DeploymentOptions {
  readonly profile: DeploymentProfile
  readonly keys: DeploymentKeys
  readonly record: DeploymentRecord
  readonly choices: DeploymentChoices
  readonly messages: DeploymentMessages
  readonly settings: TerminalSettings
  /** Waits until the service is reached the way that the system wants; null where there is nothing to wait for. */
  readonly reach?: () => Promise<void> | null
  /** What windows are told of the terminal itself. */
  readonly terminal: Pick<SessionView, 'version' | 'host'>
  readonly clock: Clock
  readonly log: Log
}
