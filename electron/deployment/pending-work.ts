/** Counts what a deployment holds that only works while it runs: conditional orders, alerts that are on, scales and slices at work, actions under way, flattens that were cut off. */

import { type Listen, onAny } from '../../contract/listeners.ts'
import type { WatchEntry } from '../../contract/watch-list.ts'
import { isOfTerminal } from '../alerts/index.ts'
import type { Identity } from '../identity/index.ts'
import type { PendingWork } from '../profiles/index.ts'
import type { Storage, StoredAlert } from '../storage/index.ts'
import type { TopicSource } from '../topics/index.ts'
import type { Trading } from '../trading/index.ts'

type Stores = Pick<Storage, 'conditionals' | 'alerts' | 'flattens'>

/** What is stored for a profile that does not run, for any of its wallets; actions are not counted. */
export const storedPendingWork = (storage: Stores, profile: string): PendingWork => ({
  conditionals: storage.conditionals.unfinished(profile).length,
  alerts: storage.alerts.all(profile).filter(isWaitedFor).length,
  // They go on by the trader's word only: nothing of them is lost by ending.
  algos: 0,
  actions: 0,
  flattens: storage.flattens.unfinished(profile).length,
  signedIn: false,
})

/** Of a deployment that runs, for any of its wallets: who is signed in makes no difference to what is lost with the terminal. */
export function createPendingWork(parts: {
  readonly profile: string
  readonly storage: Pick<Stores, 'flattens'>
  readonly identity: Pick<Identity, 'address' | 'onChange'>
  readonly trading: Pick<Trading, 'inFlight' | 'topics' | 'algos'>
  readonly held: () => readonly WatchEntry[]
  readonly conditionals: { readonly topics: TopicSource }
  readonly alerts: { readonly topics: TopicSource }
}): { now(): PendingWork; readonly onChange: Listen } {
  const { profile, storage, identity, trading, held, conditionals, alerts } = parts
  const onActions: Listen = (listener) =>
    trading.topics.onChange(({ kind }) => {
      if (kind === 'actions' || kind === 'flattens' || kind === 'algos') listener()
    })
  return {
    now() {
      const entries = held()
      const countOf = (kind: WatchEntry['kind']): number => entries.filter((entry) => entry.kind === kind).length
      const stored = storage.flattens.unfinished(profile)
      return {
        conditionals: countOf('exit'),
        alerts: countOf('alert'),
        algos: trading.algos.underWay(),
        actions: trading.inFlight(),
        flattens: stored.filter(({ state }) => state === 'cut_off').length,
        signedIn: identity.address() !== null,
      }
    },
    onChange: onAny(identity.onChange, onActions, onTopics(conditionals.topics), onTopics(alerts.topics)),
  }
}

/** An alert that the trader set; the one that a deployment begins with is nobody's reason to stay. */
const isWaitedFor = (alert: StoredAlert): boolean => alert.state === 'on' && !isOfTerminal(alert)

const onTopics =
  ({ onChange }: TopicSource): Listen =>
  (listener) =>
    onChange(() => listener())
