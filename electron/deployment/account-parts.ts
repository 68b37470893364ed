/** What acts for the trader's account: who is signed in, and trading. */
import { randomBytes } from 'node:crypto'
import { createIdentity, type Identity } from '../identity/index.ts'
import { createTrading, type Trading } from '../trading/index.ts'
import { actingOf, lastOf } from './acting.ts'
import type { DeploymentParts } from './interface.ts'
import type { DeploymentOptions } from './ports.ts'

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
    // A token or an approval that is taken for expired by one wrong time stays so until the next start.
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
      journal: record.storage.journal,
      fills: record.storage.fills,
      orders: record.storage.orders,
      historyMarks: record.storage.historyMarks,
      otherClients: record.storage.otherClients,
      heldPauses: record.storage.heldPauses,
      kills: record.storage.kills,
      safetyRecords: record.storage.safetyRecords,
      assetNumbers: record.storage.assetNumbers,
      wallets: record.storage.wallets,
      ledger: record.storage.ledger,
      transfers: record.storage.transfers,
      flattens: record.storage.flattens,
      moves: record.storage.moves,
      reversals: record.storage.reversals,
      algos: record.storage.algos,
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
