/** The parts of one deployment, wired to one another: service, feed, identity, trading, conditional orders, alerts, endings, arming. */
import { randomBytes, randomUUID } from 'node:crypto'
import type { ConnectionView, SessionView } from '../../contract/session.ts'
import { type Alerts, createAlerts } from '../alerts/index.ts'
import { type Acting, type Conditionals, createConditionals } from '../conditional/index.ts'
import { createEndings, type Endings } from '../endings/index.ts'
import { createFeed, type Feed } from '../feed/index.ts'
import { createIdentity, type Identity } from '../identity/index.ts'
import { createFacts, createInstruments, type Instruments } from '../instruments/index.ts'
import {
  type Crosshairs,
  createCrosshairs,
  createFavourites,
  createLinks,
  type Favourites,
  type Links,
} from '../links/index.ts'
import { createQuotes, type Quotes } from '../quotes/index.ts'
import type { Secret } from '../secrets/index.ts'
import { createTradingService, FOR, type TradingService } from '../service/index.ts'
import { type Arming, createArming, createTrading, type Trading } from '../trading/index.ts'
import { foreignWords } from './foreign-words.ts'
import { heldStops } from './held-stops.ts'
import type { DeploymentOptions } from './ports.ts'
import { createToldOnce, type ToldOnce } from './told-once.ts'

export interface DeploymentParts {
  readonly service: TradingService
  readonly feed: Feed
  readonly identity: Identity
  readonly trading: Trading
  readonly conditionals: Conditionals
  readonly alerts: Alerts
  readonly endings: Endings
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

/** Nothing is read or sent yet. */
export function createDeploymentParts(options: DeploymentOptions): DeploymentParts {
  const { profile, clock, log } = options
  // The token is the identity's, and the identity needs the service: the service asks for it at each request.
  let token: () => Secret | null = () => null
  const service = createTradingService({
    profile,
    http: fetch,
    clock,
    token: () => token(),
    random: Math.random,
    serverTime: () => clock.now() + feed.clockOffset(),
    log,
  })
  const feed = createFeed({
    profile,
    service,
    limit: service.budget,
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
    onBucketChange() {
      trading.onBucketChange()
      arming.marketsMoved()
    },
    onReconnect() {
      trading.onReconnect()
      arming.endAllHot('Disarmed because the connection was lost and is back.')
    },
  })
  const identity = identityOf(options, { service, feed })
  token = () => identity.accessToken()
  const trading: Trading = tradingOf(options, { service, feed, identity })
  const alerts: Alerts = alertsOf(options, { feed, identity, trading })
  trading.onSurfaced(({ message }) => {
    const title = 'An order shows up that was told as over'
    const words = `${message ?? ''} It is open again in Activity and counts in every limit.`
    options.messages.notices.add('error', title, words)
    alerts.report(title, words)
  })
  const toldOnce = createToldOnce(clock)
  trading.onForeign((found) => {
    const { title, words } = foreignWords(found)
    if (found.kind === 'trades') toldOnce.alarmed(found.trades)
    options.messages.notices.add('error', title, words)
    alerts.report(title, words)
  })
  trading.onNumberNews(({ level, title, words }) => {
    options.messages.notices.add(level, title, words)
    if (level === 'error') alerts.report(title, words)
  })
  const conditionals: Conditionals = conditionalsOf(options, { feed, identity, trading, alerts })
  trading.addHeldRisk((account) => ({
    orders: [],
    stops: account === identity.address() ? heldStops(conditionals.topics.view({ kind: 'conditionals' }) ?? []) : [],
  }))
  const endings = endingsOf(options, { feed, identity, trading, alerts, conditionals, toldOnce })
  const instruments = createInstruments({ facts: createFacts({ feed, identity, clock }), clock })
  const arming: Arming = armingOf(options, { identity, instruments })
  return {
    service,
    feed,
    identity,
    trading,
    conditionals,
    alerts,
    endings,
    arming,
    instruments,
    ...chosenOf(options),
    quotes: createQuotes({ service, feed, clock, log }),
  }
}

/** What the trader chose of the markets, kept for the deployment, and what nobody keeps. */
function chosenOf({
  profile,
  record: { storage },
}: DeploymentOptions): Pick<DeploymentParts, 'links' | 'favourites' | 'crosshairs'> {
  const { name } = profile
  const kept = storage.marketChoices
  return {
    links: createLinks({ read: () => kept.read(name).links, save: (links) => kept.save(name, { links }) }),
    favourites: createFavourites({
      read: () => kept.read(name).favourites,
      save: (favourites) => kept.save(name, { favourites }),
    }),
    crosshairs: createCrosshairs(),
  }
}

/** Whoever armed something armed it for the account that was signed in. */
function armingOf(
  { profile, settings, clock }: DeploymentOptions,
  { identity, instruments }: Pick<DeploymentParts, 'identity' | 'instruments'>,
): Arming {
  const arming = createArming({
    clock,
    limits: () => settings.current.limits,
    practice: profile.network === 'practice',
    assetOf(market) {
      const found = instruments.resolve(market)
      return found?.here === true ? found.asset : null
    },
  })
  instruments.topics.onChange(({ kind }) => {
    if (kind === 'instrument') arming.marketsMoved()
  })
  let who = identity.address()
  identity.onChange(() => {
    if (identity.address() === who) return
    who = identity.address()
    arming.endAllHot('Disarmed because another account is signed in.')
  })
  return arming
}

function identityOf(
  { keys, record, choices, messages, terminal, clock, log }: DeploymentOptions,
  { service, feed }: Pick<DeploymentParts, 'service' | 'feed'>,
): Identity {
  return createIdentity({
    service,
    secrets: keys.secrets,
    records: record.storage.agents,
    browser: keys.browser,
    notices: messages.notices,
    profiles: choices.current,
    clock,
    clockOffset: () => feed.measuredOffset(),
    practice: keys.practice,
    keychain: () => keys.secrets.view(),
    ...terminal,
    log,
  })
}

function tradingOf(
  { keys, record, messages, settings, clock, log }: DeploymentOptions,
  { service, feed, identity }: Pick<DeploymentParts, 'service' | 'feed' | 'identity'>,
): Trading {
  return createTrading({
    service,
    keys: {
      identity,
      nextNonce: (signer) => keys.nonces.next(signer, feed.clockOffset()),
      randomBytes: (length) => randomBytes(length),
    },
    markets: feed,
    record: {
      journal: record.storage.journal,
      fills: record.storage.fills,
      orders: record.storage.orders,
      otherClients: record.storage.otherClients,
      heldPauses: record.storage.heldPauses,
      assetNumbers: record.storage.assetNumbers,
      baseLines: record.storage.baseLines,
      flattens: record.storage.flattens,
      moves: record.storage.moves,
      reversals: record.storage.reversals,
      onJournalError: (reason) => messages.notices.add('error', 'The journal could not be written', reason),
      onStep: record.onStep,
    },
    settings: {
      limits: () => settings.current.limits,
      unverifiedActions: () => settings.current.unverifiedActions,
    },
    clock,
    log,
  })
}

function alertsOf(
  { profile, record, messages: { notifications }, clock, log }: DeploymentOptions,
  { feed, identity, trading }: Pick<DeploymentParts, 'feed' | 'identity' | 'trading'>,
): Alerts {
  return createAlerts({
    store: record.storage.alerts,
    profile: profile.name,
    facts: feed,
    trading,
    address: () => identity.address(),
    onIdentityChange: (listener) => identity.onChange(listener),
    tokenExpiresAt: () => identity.view().token?.expiresAt ?? null,
    clock,
    newId: randomUUID,
    notify: (title, words) => notifications.show(title, words),
    notifications: notifications.feature,
    log,
  })
}

function conditionalsOf(
  { profile, record, messages: { notices }, clock, log }: DeploymentOptions,
  { feed, identity, trading, alerts }: Pick<DeploymentParts, 'feed' | 'identity' | 'trading' | 'alerts'>,
): Conditionals {
  return createConditionals({
    store: record.storage.conditionals,
    profile: profile.name,
    trading: { ...trading, readAccount: () => trading.readAccount(FOR.close) },
    facts: feed,
    address: () => identity.address(),
    acting: () => actingOf(identity.view(), feed),
    clock,
    log,
    report(level, title, words) {
      if (level === 'error') notices.add('error', title, words)
      alerts.report(title, words)
    },
  })
}

/** What everything held needs besides its market: a token, an agent that signs, and a connection that is there. */
function actingOf({ token, agent }: SessionView, feed: Pick<Feed, 'sources'>): Acting {
  const connection = feed.sources.find(({ kinds }) => kinds.includes('connection'))?.view({ kind: 'connection' }) as
    | ConnectionView
    | undefined
  const reason =
    agent.state === 'missing' || agent.state === 'failed'
      ? agent.reason
      : token === null
        ? 'There is no access token.'
        : connection?.socket === 'offline'
          ? `The service cannot be reached${connection.reason === null ? '' : `: ${connection.reason}`}.`
          : null
  return { token: token?.expiresAt ?? null, agent: agent.state === 'approved' ? agent.expiresAt : null, cannot: reason }
}

function endingsOf(
  { profile, record, messages: { notices }, clock, log }: DeploymentOptions,
  {
    feed,
    identity,
    trading,
    alerts,
    conditionals,
    toldOnce,
  }: Pick<DeploymentParts, 'feed' | 'identity' | 'trading' | 'alerts' | 'conditionals'> & {
    readonly toldOnce: ToldOnce
  },
): Endings {
  const endings = createEndings({
    store: record.storage.endings,
    profile: profile.name,
    trading,
    facts: feed,
    triggerOf: (actionId) => conditionals.ofClose(actionId),
    address: () => identity.address(),
    onIdentityChange: (listener) => identity.onChange(listener),
    clock,
    tell(ending, title) {
      const { kind, words } = ending
      toldOnce.ended(ending, () => {
        notices.add(kind === 'settled' || kind === 'stopped' ? 'info' : 'warning', title, words)
        // A stop that closed its position has sounded for itself.
        if (kind !== 'stopped') alerts.report(title, words)
      })
    },
    log,
  })
  return {
    ...endings,
    stop() {
      endings.stop()
      toldOnce.stop()
    },
  }
}
