/** Everything that belongs to one deployment: its service, feed, identity and trading, wired to one another. */
import { randomBytes, randomUUID } from 'node:crypto'
import { type Listen, onAny } from '../contract/listeners.ts'
import type { ProfileChoice } from '../contract/session.ts'
import type { Clock } from '../contract/time.ts'
import { type Alerts, createAlerts, notifyUnattended } from './alerts/index.ts'
import type { DesktopNotifications } from './app/index.ts'
import { type Conditionals, createConditionals } from './conditional/index.ts'
import { createPendingWork } from './count-pending-work.ts'
import { createFeed, type Feed } from './feed/index.ts'
import { createIdentity, type Identity } from './identity/index.ts'
import type { Log } from './log/index.ts'
import type { RunningDeployment } from './profiles/index.ts'
import type { Secret, SecretStore } from './secrets/index.ts'
import { createTradingService, type DeploymentProfile, type TradingService } from './service/index.ts'
import type { TerminalSettings } from './settings/index.ts'
import type { NonceAllocator } from './signing/index.ts'
import type { Storage } from './storage/index.ts'
import { type DeploymentNotices, type TopicSource, topicOf } from './topics/index.ts'
import { type Arming, createArming, createTrading, type StepHook, type Trading } from './trading/index.ts'
import type { BrowserSigner } from './wallet/index.ts'

interface DeploymentOptions {
  readonly profile: DeploymentProfile
  /** What the embedded practice venue hands over; null for every other deployment. */
  readonly practice: { readonly accessToken: Secret; readonly walletKey: Secret } | null
  /** The trader's browser wallet; what is asked of it for this deployment is its own. */
  readonly browser: BrowserSigner
  /** The deployments that can be chosen. */
  readonly profiles: () => readonly ProfileChoice[]
  readonly onProfilesChange: Listen
  /** Whether no window is on it. */
  readonly unattended: () => boolean
  /** One for all deployments: nonces rise over all of them. */
  readonly nonces: NonceAllocator
  readonly storage: Storage
  readonly secrets: SecretStore
  readonly settings: TerminalSettings
  readonly notices: DeploymentNotices
  readonly notifications: DesktopNotifications
  readonly version: string
  readonly host: 'electron' | 'chromium-host'
  readonly clock: Clock
  readonly log: Log
  /** Called after every journalled step of an action; see `TradingOptions`. */
  readonly onStep: StepHook | undefined
}

export interface Deployment extends RunningDeployment {
  readonly profile: DeploymentProfile
  readonly service: TradingService
  readonly feed: Feed
  readonly identity: Identity
  readonly trading: Trading
  readonly conditionals: Conditionals
  readonly alerts: Alerts
  /** Of the windows that are on it. */
  readonly arming: Arming
  readonly browser: BrowserSigner
  /** Every topic of this deployment, as one of its windows is pushed it. */
  sources(window: string): readonly TopicSource[]
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
    clockOffset: () => feed.measuredOffset(),
    practice: options.practice,
    keychain: () => options.secrets.view(),
    version: options.version,
    host: options.host,
    log,
  })
  token = () => identity.accessToken()
  const trading: Trading = createTrading({
    service,
    keys: {
      identity,
      nextNonce: (signer) => options.nonces.next(signer, feed.clockOffset()),
      randomBytes: (length) => randomBytes(length),
    },
    markets: feed,
    record: {
      journal: storage.journal,
      onJournalError: (reason) => notices.add('error', 'The journal could not be written', reason),
      onStep: options.onStep,
    },
    settings: {
      limits: () => options.settings.current.limits,
      unverifiedActions: () => options.settings.current.unverifiedActions,
    },
    clock,
    log,
  })
  const alerts: Alerts = createAlerts({
    store: storage.alerts,
    profile: profile.name,
    facts: feed,
    trading,
    address: () => identity.address(),
    onIdentityChange: (listener) => identity.onChange(listener),
    tokenExpiresAt: () => identity.view().token?.expiresAt ?? null,
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
    report(level, title, words) {
      if (level === 'error') notices.add('error', title, words)
      alerts.report(title, words)
    },
  })
  const arming = createArming({
    clock,
    limits: () => options.settings.current.limits,
    practice: profile.network === 'practice',
  })
  const pendingWork = createPendingWork({ profile: profile.name, storage, identity, trading, conditionals, alerts })
  const session = topicOf('session', () => identity.view(), onAny(identity.onChange, options.onProfilesChange))
  let stopped = false
  notifyUnattended(alerts, { unattended: options.unattended, notices, beep: () => options.notifications.beep() })
  return {
    profile,
    service,
    feed,
    identity,
    trading,
    conditionals,
    alerts,
    arming,
    browser: options.browser,
    sources: (window) => [
      ...feed.sources,
      session,
      trading.topics,
      conditionals.topics,
      alerts.topics,
      arming.source(window),
    ],
    pendingWork: pendingWork.now,
    onPendingWorkChange: pendingWork.onChange,
    async start() {
      // Market data needs no identity: the book is on screen while the keys are still being read.
      feed.start()
      await identity.reload()
      // Reading the keys or the identity may take longer than the windows stay: what was stopped meanwhile must not begin after all.
      if (stopped) return
      feed.tokenChanged()
      await trading.resume()
      if (stopped) {
        trading.stop()
        return
      }
      conditionals.start()
      alerts.start()
    },
    stop() {
      stopped = true
      arming.disarmAll('The deployment was stopped.')
      conditionals.stop()
      alerts.stop()
      trading.stop()
      identity.stop()
      feed.stop()
    },
  }
}
