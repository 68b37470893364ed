/** What reads the past of the wallet: back to its beginning, and in pages for the windows. */
import type { Listen } from '../../contract/listeners.ts'
import { createPast, createPastReader, type Past, pastThread } from '../past/index.ts'
import { type BackFill, createBackFill, createPruner, type Pruner } from '../records/index.ts'
import type { TopicSource } from '../topics/index.ts'
import type { DeploymentParts } from './interface.ts'
import type { DeploymentOptions } from './ports.ts'

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

export const prunerOf = (
  { profile, record, settings, clock, log }: DeploymentOptions,
  { feed, service, identity, trading }: Pick<DeploymentParts, 'feed' | 'service' | 'identity' | 'trading'>,
): Pruner =>
  createPruner({
    profile: profile.name,
    address: () => identity.address(),
    onIdentityChange: (listener) => identity.onChange(listener),
    store: record.storage.prunes,
    keep: {
      now: () => settings.current.keepRecords,
      onChange: (listener) => settings.source.onChange(() => listener()),
    },
    serverTime: () => certainTime(feed, clock),
    isIdle: () => service.budget.view() === null && trading.inFlight() === 0,
    clock,
    log,
  })

export function pastOf(
  { profile, record, settings, messages, clock, log }: DeploymentOptions,
  {
    feed,
    identity,
    trading,
    endings,
    backFill,
    pruner,
    books,
  }: Pick<DeploymentParts, 'feed' | 'identity' | 'trading' | 'endings' | 'backFill' | 'pruner' | 'books'>,
): Past {
  const reader = createPastReader(pastThread(record.storage.journalPath))
  const past = createPast({
    profile: profile.name,
    address: () => identity.address(),
    onIdentityChange: (listener) => identity.onChange(listener),
    reader,
    names: record.storage.pastNames,
    backFill,
    keep: () => settings.current.keepRecords,
    tell: (title, words) => void messages.notices.add('info', title, words),
    changes: [
      (listener) => trading.fills.onNew(() => listener()),
      (listener) => trading.orders.onRead(() => listener()),
      changesOf(endings.topics, 'endings'),
      pruner.onChange,
      // Trades are worked out a moment after their fills.
      changesOf(books.topics, 'books'),
    ],
    markets: { outcomes: () => feed.outcomesView().markets, clockOffset: () => feed.clockOffset() },
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

/** By the steady clock from what the service told last: the machine's, once it was set, must put nothing together. 0 while nothing is known. */
function certainTime(feed: DeploymentParts['feed'], clock: DeploymentOptions['clock']): number {
  const told = feed.timeTold()
  if (told !== null) return told.time + clock.monotonic() - told.at
  // Of a service that tells no time the machine's is all there is.
  return feed.measuredOffset() === null ? 0 : clock.now()
}

const changesOf =
  (source: TopicSource, wanted: string): Listen =>
  (listener) =>
    source.onChange(({ kind }) => {
      if (kind === wanted) listener()
    })
