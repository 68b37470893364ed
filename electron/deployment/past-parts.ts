/** What reads the past of the wallet: back to its beginning, and in pages for the windows. */
import type { Listen } from '../../contract/listeners.ts'
import { createPast, createPastReader, type Past, pastThread } from '../past/index.ts'
import { type BackFill, createBackFill } from '../records/index.ts'
import { createStepRetention, type StepRetention } from '../storage/index.ts'
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
  }: Pick<DeploymentParts, 'feed' | 'identity' | 'trading' | 'endings' | 'backFill' | 'books'>,
): Past {
  const reader = createPastReader(pastThread(record.storage.journalPath))
  const past = createPast({
    profile: profile.name,
    address: () => identity.address(),
    onIdentityChange: (listener) => identity.onChange(listener),
    reader,
    names: record.storage.pastNames,
    backFill,
    tell: (title, words) => void messages.notices.add('info', title, words),
    changes: [
      (listener) => trading.fills.onNew(() => listener()),
      (listener) => trading.orders.onRead(() => listener()),
      changesOf(endings.topics, 'endings'),
      // Trades are worked out a moment after their fills.
      changesOf(books.topics, 'books'),
    ],
    markets: {
      outcomes: () => feed.outcomesView().markets,
      outcomeCollateral: () => feed.outcomeCollateral(),
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
