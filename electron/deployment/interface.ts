/** What one deployment is made of. */
import type { Activity } from '../activity.ts'
import type { Alerts } from '../alerts/index.ts'
import type { BookKeeper, EquityKeeper } from '../books/index.ts'
import type { Conditionals } from '../conditional/index.ts'
import type { Endings } from '../endings/index.ts'
import type { Feed } from '../feed/index.ts'
import type { Identity } from '../identity/index.ts'
import type { Instruments } from '../instruments/index.ts'
import type { Crosshairs, Favourites, Links } from '../links.ts'
import type { Notes } from '../notes.ts'
import type { Past } from '../past/index.ts'
import type { Quotes } from '../quotes/index.ts'
import type { BackFill } from '../records/index.ts'
import type { TradingService } from '../service/index.ts'
import type { MarketEnds, SettlementKeeper } from '../settlements/index.ts'
import type { Sounds } from '../sounds.ts'
import type { StepRetention } from '../storage/index.ts'
import type { Arming, Trading } from '../trading/index.ts'
import type { WatchList } from './watch-list.ts'

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
  readonly favourites: Favourites
  /** Where the charts of each link group are pointed at. */
  readonly crosshairs: Crosshairs
  /** What every market trades at. */
  readonly quotes: Quotes
}
