/** What alerts need from the rest of main. */
import type { Order } from '../../contract/account.ts'
import type { Address } from '../../contract/address.ts'
import type { AlertRule } from '../../contract/alert.ts'
import type { PositionClose } from '../../contract/position-close.ts'
import type { Feature } from '../../contract/session.ts'
import type { Cancel, Clock, Millis } from '../../contract/time.ts'
import type { StationView } from '../../contract/weather/index.ts'
import type { Feed } from '../feed/index.ts'
import type { Log } from '../log/index.ts'
import type { FillRecords } from '../records/index.ts'
import type { AlertStore, HeldPosition } from '../storage/index.ts'
import type { DeploymentNotices, TopicSource } from '../topics/index.ts'
import type { FiringAbout } from './evaluate.ts'

export interface AlertsOptions {
  readonly store: AlertStore
  readonly profile: string
  readonly facts: Pick<
    Feed,
    'ticker' | 'bucket' | 'binary' | 'outcome' | 'families' | 'clockOffset' | 'isClockConfirmed' | 'need' | 'sources'
  >
  readonly trading: {
    readonly fills: Pick<FillRecords, 'newest' | 'onNew'>
    /** @throws ServiceError from each of the reads */
    readOpenOrders(): Promise<{ readonly orders: readonly Order[] }>
    readOrderHistory(page: { readonly limit: number; readonly before: null }): Promise<readonly Order[]>
    /** Source of the topics `actions` and `account_version`. */
    readonly topics: TopicSource
  }
  /** What is known of the station of a scalar asset; null where it has none, or weather is off. */
  readonly weather: (asset: string) => StationView | null
  /** Positions as last read, and the stored ends of positions, newest first: of the signed-in trader. */
  readonly positions: () => readonly HeldPosition[]
  readonly endings: (limit: number) => readonly PositionClose[]
  readonly address: () => Address | null
  readonly onIdentityChange: (listener: () => void) => Cancel
  readonly tokenExpiresAt: () => Millis | null
  /** Why the service cannot be reached, as a sentence; null while it can. */
  readonly unreachable: () => string | null
  readonly clock: Clock
  readonly newId: () => string
  /** Shows a notification of the operating system. */
  readonly notify: (title: string, text: string, panel: 'alerts' | 'activity') => void
  /** Sends it to the trader's remote notification services, if any, with whether it needs the trader. */
  readonly notifyRemotely: (title: string, text: string, isActing: boolean) => void
  readonly notices: Pick<DeploymentNotices, 'add'>
  /** Whether this machine can show notifications. */
  readonly notifications: () => Feature
  readonly log: Log
}

/** Options of a report without an alert. */
export interface ReportAbout {
  readonly about?: FiringAbout | undefined
  /** It is shown on the desktop even where notifications are switched off: a page may have switched them off. */
  readonly always?: boolean
  /** It needs the trader; default false. */
  readonly isActing?: boolean
  /** Address of the wallet that it belongs to, null for the deployment; default the signed-in wallet. */
  readonly account?: string | null
}

export interface AlertInput {
  /** Null for a new one. */
  readonly id: string | null
  readonly rule: AlertRule
  readonly repeat: boolean
  readonly on: boolean
}
