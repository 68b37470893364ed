/** What alerts need of the parts of main around them, and what they offer. */
import type { Address } from '../../contract/address.ts'
import type { AlertRule, AlertSettings } from '../../contract/alert.ts'
import type { Feature } from '../../contract/session.ts'
import type { Cancel, Clock, Millis } from '../../contract/time.ts'
import type { Feed } from '../feed/index.ts'
import type { Log } from '../log/index.ts'
import type { FillRecords } from '../records/index.ts'
import type { AlertStore } from '../storage/index.ts'
import type { TopicSource } from '../topics/index.ts'

export interface AlertsOptions {
  readonly store: AlertStore
  readonly profile: string
  readonly facts: Pick<
    Feed,
    'ticker' | 'bucket' | 'binary' | 'outcome' | 'families' | 'clockOffset' | 'need' | 'sources'
  >
  readonly trading: {
    readonly fills: Pick<FillRecords, 'newest' | 'onNew'>
  }
  readonly address: () => Address | null
  readonly onIdentityChange: (listener: () => void) => Cancel
  readonly tokenExpiresAt: () => Millis | null
  readonly clock: Clock
  readonly newId: () => string
  /** Shows a notification of the operating system. */
  readonly notify: (title: string, words: string) => void
  /** Whether this machine can show notifications. */
  readonly notifications: () => Feature
  readonly log: Log
}

export interface AlertInput {
  /** Null for a new one. */
  readonly id: string | null
  readonly rule: AlertRule
  readonly repeat: boolean
  readonly on: boolean
}

export interface Alerts {
  start(): void
  stop(): void
  /** Sets a new alert, or changes one; what it saw so far counts no more then. @throws CallError */
  save(input: AlertInput): { readonly id: string }
  remove(id: string): void
  saveSettings(settings: AlertSettings): void
  /** Tells something that belongs to no alert in the same way: a conditional order that triggered. */
  report(title: string, words: string): void
  /** Topic `alerts`. */
  readonly topics: TopicSource
}
