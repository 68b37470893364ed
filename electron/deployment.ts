/** Everything that belongs to one deployment: its service, feed, identity and trading, wired to one another. */
import { randomBytes, randomUUID } from 'node:crypto'
import type { Feature, ProfileChoice } from '../contract/session.ts'
import type { Clock } from '../contract/time.ts'
import { type Alerts, createAlerts, tokenExpiryOf } from './alerts/index.ts'
import { type Conditionals, createConditionals } from './conditional/index.ts'
import { createFeed, type Feed } from './feed/index.ts'
import { createIdentity, type Identity } from './identity/index.ts'
import type { Log } from './log.ts'
import type { Notices } from './notices.ts'
import type { Secret, SecretStore } from './secrets/index.ts'
import { createTradingService, type DeploymentProfile, type TradingService } from './service/index.ts'
import { NonceAllocator } from './signing/index.ts'
import type { Storage } from './storage/index.ts'
import type { TerminalSettings } from './terminal-settings.ts'
import { createTrading, type StepHook, type Trading } from './trading/index.ts'
import type { BrowserSigner } from './wallet/index.ts'

export interface DeploymentOptions {
  readonly profile: DeploymentProfile
  /** What the embedded practice venue hands over; null for every other deployment. */
  readonly practice: { readonly accessToken: Secret; readonly walletKey: Secret } | null
  /** The trader's browser wallet. */
  readonly browser: BrowserSigner
  /** The deployments that can be chosen. */
  readonly profiles: () => readonly ProfileChoice[]
  readonly storage: Storage
  readonly secrets: SecretStore
  readonly settings: TerminalSettings
  readonly notices: Notices
  readonly notifications: DesktopNotifications
  readonly version: string
  readonly host: 'electron' | 'chromium-host'
  readonly clock: Clock
  readonly log: Log
  /** Called after every journalled step of an action; see `TradingOptions`. */
  readonly onStep: StepHook | undefined
}

/** Notifications of the operating system. */
export interface DesktopNotifications {
  readonly feature: () => Feature
  show(title: string, words: string): void
}

export interface Deployment {
  readonly service: TradingService
  readonly feed: Feed
  readonly identity: Identity
  readonly trading: Trading
  readonly conditionals: Conditionals
  readonly alerts: Alerts
  start(): Promise<void>
  stop(): void
}

export function createDeployment(options: DeploymentOptions): Deployment {
  const { profile, storage, clock, log, notices } = options
  // The token is the identity's, and the identity needs the service: the service asks for it at each request.
  let token: () => Secret | null = () => null
  const service = createTradingService({
    profile,
    http: fetch,
    clock,
    token: () => token(),
    random: Math.random,
    log,
  })
  const feed = createFeed({
    profile,
    service,
    clock,
    random: Math.random,
    token: () => token(),
    families: () => {
      const { scalar, binary, outcomes } = identity.view().features
      return { scalar: scalar.on, binary: binary.on, outcomes: outcomes.on }
    },
    log,
    onTrade: (trade) => {
      trading.onTrade(trade)
      conditionals.onTrade(trade)
    },
    onBucketChange: () => trading.onBucketChange(),
    onReconnect: () => trading.onReconnect(),
  })
  const identity = createIdentity({
    service,
    secrets: options.secrets,
    records: storage.agents,
    browser: options.browser,
    notices,
    profiles: options.profiles,
    clock,
    clockOffset: () => feed.clockOffset(),
    practice: options.practice,
    keychain: () => options.secrets.view(),
    version: options.version,
    host: options.host,
    log,
  })
  token = () => identity.accessToken()
  const nonces = new NonceAllocator({ clock, store: storage.nonces })
  const trading: Trading = createTrading({
    service,
    journal: storage.journal,
    clock,
    randomBytes: (length) => randomBytes(length),
    identity,
    facts: feed,
    clockOffset: () => feed.clockOffset(),
    nextNonce: (signer) => nonces.next(signer),
    limits: () => options.settings.current.limits,
    unverifiedActions: () => options.settings.current.unverifiedActions,
    setOwnOrders: (orders) => feed.setOwnOrders(orders),
    onJournalError: (reason) => notices.add('error', 'The journal could not be written', reason),
    log,
    onStep: options.onStep,
  })
  const alerts: Alerts = createAlerts({
    store: storage.alerts,
    profile: profile.name,
    facts: feed,
    trading,
    address: () => identity.address(),
    onIdentityChange: (listener) => identity.onChange(listener),
    tokenExpiresAt: () => tokenExpiryOf(identity.accessToken()),
    clock,
    newId: randomUUID,
    notify: (title, words) => options.notifications.show(title, words),
    notifications: options.notifications.feature,
    log,
  })
  const conditionals: Conditionals = createConditionals({
    store: storage.conditionals,
    profile: profile.name,
    trading,
    facts: feed,
    address: () => identity.address(),
    clock,
    log,
    tell(level, title, words) {
      if (level === 'error') notices.add('error', title, words)
      alerts.tell(title, words)
    },
  })
  return {
    service,
    feed,
    identity,
    trading,
    conditionals,
    alerts,
    async start() {
      // Market data needs no identity: the book is on screen while the keys are still being read.
      feed.start()
      await identity.reload()
      feed.tokenChanged()
      await trading.resume()
      conditionals.start()
      alerts.start()
    },
    stop() {
      conditionals.stop()
      alerts.stop()
      trading.stop()
      identity.stop()
      feed.stop()
    },
  }
}
