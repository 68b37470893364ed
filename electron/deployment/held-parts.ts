/** What works by itself, and says so: conditional orders, alerts, and how positions end. */
import { randomUUID } from 'node:crypto'
import type { ConnectionView, SessionView } from '../../contract/session.ts'
import { type Alerts, createAlerts } from '../alerts/index.ts'
import { type Acting, type Conditionals, createConditionals } from '../conditional/index.ts'
import { createEndings, type Endings } from '../endings/index.ts'
import type { Feed } from '../feed/index.ts'
import { FOR } from '../service/index.ts'
import type { DeploymentParts } from './interface.ts'
import type { DeploymentOptions } from './ports.ts'
import type { ToldOnce } from './told-once.ts'

export function alertsOf(
  { profile, record, messages: { notifications }, clock, log }: DeploymentOptions,
  { feed, identity, trading }: Pick<DeploymentParts, 'feed' | 'identity' | 'trading'>,
): Alerts {
  // Nobody has an empty address.
  const mine = () => ({ profile: profile.name, account: identity.address() ?? '' })
  return createAlerts({
    store: record.storage.alerts,
    profile: profile.name,
    facts: feed,
    trading,
    address: () => identity.address(),
    onIdentityChange: (listener) => identity.onChange(listener),
    positions: () => record.storage.endings.held(mine()),
    endings: (limit) => record.storage.endings.newest(mine(), limit),
    tokenExpiresAt: () => identity.view().token?.expiresAt ?? null,
    clock,
    newId: randomUUID,
    notify: (title, words) => notifications.show(title, words),
    notifications: notifications.feature,
    log,
  })
}

export function conditionalsOf(
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

export function endingsOf(
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
        // A stop that closed its position has sounded for itself, and so has an alert on the end.
        const isTold = alerts.ended(ending)
        if (kind !== 'stopped' && !isTold) alerts.report(title, words)
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
