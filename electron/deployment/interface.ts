/** What one deployment is made of. */
import type { Listen } from '../../contract/listeners.ts'
import type { ProfileChoice, SessionView } from '../../contract/session.ts'
import type { Clock } from '../../contract/time.ts'
import type { Activity } from '../activity.ts'
import type { Alerts } from '../alerts/index.ts'
import type { DesktopNotifications } from '../app/index.ts'
import type { BookKeeper, EquityKeeper } from '../books/index.ts'
import type { Conditionals } from '../conditional/index.ts'
import type { Endings } from '../endings/index.ts'
import type { Feed } from '../feed/index.ts'
import type { Identity } from '../identity/index.ts'
import type { Instruments } from '../instruments/index.ts'
import type { Crosshairs, Favorites, Links } from '../links.ts'
import type { Log } from '../log/index.ts'
import type { Notes } from '../notes.ts'
import type { Past } from '../past/index.ts'
import type { Quotes } from '../quotes/index.ts'
import type { BackFill } from '../records/index.ts'
import type { Secret, SecretStore } from '../secrets/index.ts'
import type { DeploymentProfile, TradingService } from '../service/index.ts'
import type { TerminalSettings } from '../settings/index.ts'
import type { MarketEnds, SettlementKeeper } from '../settlements/index.ts'
import type { NonceAllocator } from '../signing/index.ts'
import type { Sounds } from '../sounds.ts'
import type { StepRetention, Storage } from '../storage/index.ts'
import type { DeploymentNotices } from '../topics/index.ts'
import type { Arming, StepHook, Trading } from '../trading/index.ts'
import type { BrowserSigner } from '../wallet/index.ts'
import type { WatchList } from './watch-list.ts'

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

export interface DeploymentParts {
  readonly service: TradingService
  readonly feed: Feed
  readonly identity: Identity
  readonly trading: Trading
  readonly conditionals: Conditionals
  readonly alerts: Alerts
  /** What is held for any wallet, and whether it is watched. */
  readonly watchList: WatchList
  readonly endings: Endings
  /** What this terminal did, for the windows. */
  readonly activity: Activity
  /** What the windows that are on it tell by ear. */
  readonly sounds: Sounds
  readonly books: BookKeeper
  /** What markets of buckets settled at, for whoever asks by asset and end. */
  readonly ends: MarketEnds
  /** What every bucket settled at. */
  readonly settlements: SettlementKeeper
  readonly notes: Notes
  readonly backFill: BackFill
  readonly past: Past
  readonly stepRetention: StepRetention
  readonly equity: EquityKeeper
  /** Of the windows that are on it. */
  readonly arming: Arming
  /** What refs of markets stand for. */
  readonly instruments: Instruments
  /** Which market each link group shows. */
  readonly links: Links
  /** Markets that the trader keeps at hand. */
  readonly favourites: Favorites
  /** Where the charts of each link group are pointed at. */
  readonly crosshairs: Crosshairs
  /** What every market trades at. */
  readonly quotes: Quotes
}
