/** The parts of one deployment. */
import type { Listen } from '../../contract/listeners.ts'
import type { ProfileChoice, SessionView } from '../../contract/session.ts'
import type { Clock } from '../../contract/time.ts'
import type { Activity } from '../activity.ts'
import type { Alerts } from '../alerts/index.ts'
import type { DesktopNotifications } from '../app/index.ts'
import type { BookRecorder, EquityRecorder } from '../books/index.ts'
import type { Conditionals } from '../conditional/index.ts'
import type { Feed } from '../feed/index.ts'
import type { Identity } from '../identity/index.ts'
import type { Instruments } from '../instruments/index.ts'
import type { Crosshairs, Favorites, Links } from '../links.ts'
import type { Log } from '../log/index.ts'
import type { Notes } from '../notes.ts'
import type { Past } from '../past/index.ts'
import type { PositionCloses } from '../position-closes/index.ts'
import type { Quotes } from '../quotes/index.ts'
import type { BackFill } from '../records/index.ts'
import type { Secret, SecretStore } from '../secrets/index.ts'
import type { DeploymentProfile, TradingService } from '../service/index.ts'
import type { TerminalSettings } from '../settings/index.ts'
import type { MarketEnds, SettlementRecorder } from '../settlements/index.ts'
import type { NonceAllocator } from '../signing/index.ts'
import type { Sounds } from '../sounds.ts'
import type { StepRetention, Storage } from '../storage/index.ts'
import type { DeploymentNotices } from '../topics/index.ts'
import type { Arming, StepHook, Trading } from '../trading/index.ts'
import type { BrowserSigner } from '../wallet/index.ts'
import type { OpenMeteoKey, Weather } from '../weather/index.ts'
import type { WatchList } from './watch-list.ts'

/** The trader's signers, and nonces. */
interface DeploymentKeys {
  /** The keychain's; each deployment has its own accounts in it. */
  readonly secrets: SecretStore
  /** The trader's browser wallet; requests for this deployment are its own. */
  readonly browser: BrowserSigner
  /** Secrets from the embedded practice venue; null for every other deployment. */
  readonly practice: { readonly accessToken: Secret; readonly walletKey: Secret } | null
  /** One for all deployments: nonces rise across all of them. */
  readonly nonces: NonceAllocator
}

/** The stores, and the listeners of their writes. */
interface DeploymentRecord {
  readonly storage: Storage
  /** Called after every journalled step of an action; see `TradingRecord`. */
  readonly onStep: StepHook | undefined
}

/** The available deployments, including this one. */
interface DeploymentChoices {
  current(): readonly ProfileChoice[]
  readonly onChange: Listen
}

/** How the trader is notified without a panel; each message names the deployment where several run. */
interface DeploymentMessages {
  readonly notices: DeploymentNotices
  readonly notifications: DesktopNotifications
  /** Sends it to the trader's remote notification services, if any. */
  readonly notifyRemotely: (title: string, text: string, isActing: boolean) => void
}

/** Options of a deployment. */
export interface DeploymentOptions {
  readonly profile: DeploymentProfile
  readonly keys: DeploymentKeys
  readonly record: DeploymentRecord
  readonly choices: DeploymentChoices
  readonly messages: DeploymentMessages
  readonly settings: TerminalSettings
  /** One for all deployments; the practice venue never gets it. */
  readonly openMeteoKey: OpenMeteoKey
  /** Resolves once the service is reached through the system's proxy settings; null where there is nothing to wait for. */
  readonly reach?: () => Promise<void> | null
  /** Like `reach`, for the host of another address. */
  readonly reachHost?: (baseUrl: string) => Promise<void> | null
  /** Facts about the terminal itself for windows. */
  readonly terminal: Pick<SessionView, 'version' | 'host'>
  readonly clock: Clock
  readonly log: Log
}

export interface DeploymentParts {
  readonly service: TradingService
  readonly feed: Feed
  readonly identity: Identity
  readonly trading: Trading
  readonly conditionals: Conditionals
  readonly alerts: Alerts
  /** Automated orders of any wallet, and whether each is watched. */
  readonly watchList: WatchList
  readonly endings: PositionCloses
  /** What this terminal did, for the windows. */
  readonly activity: Activity
  /** The sounds of its windows. */
  readonly sounds: Sounds
  readonly books: BookRecorder
  /** Settlements of bucket markets, by asset and end. */
  readonly ends: MarketEnds
  /** The settlement of every bucket. */
  readonly settlements: SettlementRecorder
  /** Readings and forecasts of its weather stations. */
  readonly weather: Weather
  readonly notes: Notes
  readonly backFill: BackFill
  readonly past: Past
  readonly stepRetention: StepRetention
  readonly equity: EquityRecorder
  /** For its windows. */
  readonly arming: Arming
  /** Resolves refs of markets. */
  readonly instruments: Instruments
  /** The market of each link group. */
  readonly links: Links
  /** The trader's favorite markets. */
  readonly favourites: Favorites
  /** The crosshairs of each link group. */
  readonly crosshairs: Crosshairs
  /** The price of every market. */
  readonly quotes: Quotes
}
