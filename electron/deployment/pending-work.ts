/** Counts what a deployment holds that only works while it runs: conditional orders, alerts that are on, scales and slices at work, actions under way, flattens that were cut off. */

import type { AlertRecord } from '../../contract/alert.ts'
import { isConditionalFinal } from '../../contract/conditional.ts'
import { type Listen, onAny } from '../../contract/listeners.ts'
import { type Alerts, isOfTerminal } from '../alerts/index.ts'
import type { Conditionals } from '../conditional/index.ts'
import type { Identity } from '../identity/index.ts'
import type { PendingWork } from '../profiles/index.ts'
import type { Storage } from '../storage/index.ts'
import type { TopicSource } from '../topics/index.ts'
import type { Trading } from '../trading/index.ts'

type Stores = Pick<Storage, 'conditionals' | 'alerts' | 'flattens'>

/** What is stored for a profile, whoever of its wallets it belongs to; actions are not counted. */
export const storedPendingWork = (storage: Stores, profile: string): PendingWork => ({
  conditionals: storage.conditionals.unfinished(profile).length,
  alerts: storage.alerts.all(profile).filter(isWaitedFor).length,
  // They go on by the trader's word only: nothing of them is lost by ending.
  algos: 0,
  actions: 0,
  flattens: storage.flattens.unfinished(profile).length,
  signedIn: false,
})

/** While nobody is signed in, what is stored counts: it is taken up again as soon as somebody is. */
export function createPendingWork(parts: {
  readonly profile: string
  readonly storage: Stores
  readonly identity: Pick<Identity, 'address' | 'onChange'>
  readonly trading: Pick<Trading, 'inFlight' | 'topics' | 'algos'>
  readonly conditionals: Pick<Conditionals, 'topics'>
  readonly alerts: Pick<Alerts, 'topics'>
}): { now(): PendingWork; readonly onChange: Listen } {
  const { profile, storage, identity, trading, conditionals, alerts } = parts
  const onActions: Listen = (listener) =>
    trading.topics.onChange(({ kind }) => {
      if (kind === 'actions' || kind === 'flattens' || kind === 'algos') listener()
    })
  return {
    now() {
      const actions = trading.inFlight()
      const algos = trading.algos.underWay()
      if (identity.address() === null) return { ...storedPendingWork(storage, profile), algos, actions }
      const held = conditionals.topics.view({ kind: 'conditionals' }) ?? []
      const flattens = trading.topics.view({ kind: 'flattens' }) ?? []
      const view = alerts.topics.view({ kind: 'alerts' })
      return {
        conditionals: held.filter(({ state }) => !isConditionalFinal(state)).length,
        alerts: view?.alerts.filter(isWaitedFor).length ?? 0,
        algos,
        actions,
        flattens: flattens.filter(({ state }) => state === 'cut_off').length,
        signedIn: true,
      }
    },
    onChange: onAny(identity.onChange, onActions, onTopics(conditionals.topics), onTopics(alerts.topics)),
  }
}

/** An alert that the trader set; the one that a deployment begins with is nobody's reason to stay. */
const isWaitedFor = (alert: AlertRecord): boolean => alert.state === 'on' && !isOfTerminal(alert)

const onTopics =
  ({ onChange }: TopicSource): Listen =>
  (listener) =>
    onChange(() => listener())
