/** The trader's account: identity and trading. */

import { randomBytes } from 'node:crypto'
import type { Listen } from '../../contract/listeners.ts'
import { quoted } from '../../contract/messages.ts'
import type { ConnectionView, SessionView } from '../../contract/session.ts'
import type { Acting } from '../conditional/index.ts'
import type { Feed } from '../feed/index.ts'
import { createIdentity, type Identity } from '../identity/index.ts'
import { createPast, createPastReader, type Past, pastThread } from '../past/index.ts'
import { type BackFill, createBackFill } from '../records/index.ts'
import { createStepRetention, type StepRetention } from '../storage/index.ts'
import type { TopicSource } from '../topics/index.ts'
import { createTrading, type Trading, tradingStores } from '../trading/index.ts'
import type { DeploymentOptions, DeploymentParts } from './interface.ts'

// Conditions for all automated orders besides the market: a token, an agent that signs, a live connection, and a writable disk.

/** When the access token and the agent's approval expire, the service's time; null where unknown. */
const lastOf = ({ token, agent }: Pick<SessionView, 'token' | 'agent'>): Pick<Acting, 'token' | 'agent'> => ({
  token: token?.expiresAt ?? null,
  agent: agent.state === 'approved' ? agent.expiresAt : null,
})

/** The conditions, with the reason why nothing can be sent at this moment. */
export function actingOf(
  session: SessionView,
  feed: Pick<Feed, 'sources'>,
  /** Why nothing can be written, or null: what is not on disk is not sent. */
  storageIssue: () => string | null,
): Acting {
  const { token, agent } = session
  const reason =
    agent.state === 'missing' || agent.state === 'failed'
      ? agent.reason
      : token === null
        ? 'No access token.'
        : (unreachable(feed) ?? storageIssue())
  return { ...lastOf(session), cannot: reason }
}

/** Why the service cannot be reached, as a sentence; null while it can. */
export function unreachable(feed: Pick<Feed, 'sources'>): string | null {
  const connection = feed.sources.find(({ kinds }) => kinds.includes('connection'))?.view({ kind: 'connection' }) as
    | ConnectionView
    | undefined
  return connection !== undefined && isLost(connection) ? unreachableText(connection) : null
}

/** A reconnect attempt is not a connection yet: only the first attempt after a start, without an earlier reason, is awaited silently. */
const isLost = ({ socket, reason }: ConnectionView): boolean =>
  socket === 'offline' || (socket === 'connecting' && reason !== null)

const unreachableText = ({ reason }: ConnectionView): string =>
  reason === null ? 'The venue cannot be reached.' : `The venue cannot be reached: ${quoted(reason)}.`

export function identityOf(
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
    // A token or an approval that one wrong time marks as expired would stay so until the next start.
    clockOffset: () => feed.confirmedOffset(),
    practice: keys.practice,
    keychain: () => keys.secrets.view(),
    ...terminal,
    log,
  })
}

export function tradingOf(
  { keys, record, messages, settings, clock, log }: DeploymentOptions,
  { service, feed, identity }: Pick<DeploymentParts, 'service' | 'feed' | 'identity'>,
): Trading {
  const serviceTime = (): number | null => {
    const offset = feed.measuredOffset()
    return offset === null ? null : clock.now() + offset
  }
  return createTrading({
    service,
    keys: {
      identity,
      nextNonce: (signer) => keys.nonces.next(signer, serviceTime()),
      randomBytes: (length) => randomBytes(length),
      last: () => lastOf(identity.view()),
      cannot: () => actingOf(identity.view(), feed, record.storage.writeProbe.issue).cannot,
    },
    markets: feed,
    record: {
      ...tradingStores(record.storage),
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

/** Reads the past of the wallet: back to its beginning, and in pages for the windows. */
export const backFillOf = (
  { profile, record, clock, log }: DeploymentOptions,
  { service, identity, trading }: Pick<DeploymentParts, 'service' | 'identity' | 'trading'>,
): BackFill =>
  createBackFill({
    profile: profile.name,
    address: () => identity.address(),
    onIdentityChange: (listener) => identity.onChange(listener),
    fills: trading.fills,
    orders: trading.orders,
    marks: record.storage.historyMarks,
    onOrdersChange: (listener) => changesOf(trading.topics, 'account_version')(listener),
    isIdle: () => service.budget.view() === null && trading.inFlight() === 0,
    clock,
    log,
  })

export const stepRetentionOf = (
  { profile, record, settings, clock, log }: DeploymentOptions,
  { service, trading }: Pick<DeploymentParts, 'service' | 'trading'>,
): StepRetention =>
  createStepRetention({
    profile: profile.name,
    store: record.storage.steps,
    keep: () => settings.current.keepSteps,
    onSettings: (listener) => settings.source.onChange(() => listener()),
    isIdle: () => service.budget.view() === null && trading.inFlight() === 0,
    clock,
    log,
  })

export function pastOf(
  { profile, record, messages, clock, log }: DeploymentOptions,
  {
    feed,
    identity,
    trading,
    endings,
    backFill,
    books,
    weather,
  }: Pick<DeploymentParts, 'feed' | 'identity' | 'trading' | 'endings' | 'backFill' | 'books' | 'weather'>,
): Past {
  const reader = createPastReader(pastThread(record.storage.journalPath))
  const past = createPast({
    profile: profile.name,
    address: () => identity.address(),
    onIdentityChange: (listener) => identity.onChange(listener),
    reader,
    names: record.storage.pastNames,
    backFill,
    notify: (title, text) => void messages.notices.add('info', title, text),
    changes: [
      (listener) => trading.fills.onNew(() => listener()),
      (listener) => trading.orders.onRead(() => listener()),
      changesOf(endings.topics, 'endings'),
      // Trades are computed shortly after their fills.
      changesOf(books.topics, 'books'),
    ],
    markets: {
      outcomes: () => feed.outcomesView().markets,
      outcomeCollateral: () => feed.outcomeCollateral(),
      stations: weather.stations,
      clockOffset: () => feed.clockOffset(),
    },
    clock,
    log,
  })
  return {
    ...past,
    stop() {
      past.stop()
      reader.stop()
    },
  }
}

const changesOf =
  (source: TopicSource, wanted: string): Listen =>
  (listener) =>
    source.onChange(({ kind }) => {
      if (kind === wanted) listener()
    })
