/** All parts of one deployment, the data of its windows, and its start and end. */
import { type Listen, onAny } from '../../contract/listeners.ts'
import type { WatchEntry } from '../../contract/watch-list.ts'
import { isOfTerminal, noticeFills, noticeFirings, noticeRefusals } from '../alerts/index.ts'
import type { Identity } from '../identity/index.ts'
import type { PendingWork, RunningDeployment } from '../profiles/index.ts'
import type { DeploymentProfile } from '../service/index.ts'
import type { Storage, StoredAlert } from '../storage/index.ts'
import { type TopicSource, topicOf } from '../topics/index.ts'
import type { Trading } from '../trading/index.ts'
import type { BrowserSigner } from '../wallet/index.ts'
import type { DeploymentOptions, DeploymentParts } from './interface.ts'
import { createDeploymentParts } from './parts.ts'

type Stores = Pick<Storage, 'conditionals' | 'alerts' | 'flattens'>

/** Stored work of a deployment that does not run, for any of its wallets; actions are not counted. */
export const storedPendingWork = (storage: Stores, profile: string): PendingWork => ({
  conditionals: storage.conditionals.unfinished(profile).length,
  alerts: storage.alerts.all(profile).filter(isWaitedFor).length,
  // They resume only on the trader's request: ending loses nothing of them.
  algos: 0,
  actions: 0,
  flattens: storage.flattens.unfinished(profile).length,
  signedIn: false,
})

/** For a running deployment, for any of its wallets: what would be lost with the terminal does not depend on who is signed in. */
function createPendingWork(parts: {
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

/** An alert that the trader set; a deployment's default one is no reason to keep running. */
const isWaitedFor = (alert: StoredAlert): boolean => alert.state === 'on' && !isOfTerminal(alert)

const onTopics =
  ({ onChange }: TopicSource): Listen =>
  (listener) =>
    onChange(() => listener())

/** A deployment with its parts, for its windows and calls. */
export interface Deployment extends DeploymentParts, RunningDeployment {
  readonly profile: DeploymentProfile
  readonly browser: BrowserSigner
  /** Every topic of this deployment, for one of its windows. */
  sources(window: string): readonly TopicSource[]
}

/** Nothing is read or sent before `start`. */
export function createDeployment(options: DeploymentOptions): Deployment {
  const { profile, keys, record, choices, messages } = options
  const parts = createDeploymentParts(options)
  const { feed, identity, trading, conditionals, alerts, watchList, arming, sounds } = parts
  const { storage } = record
  const pendingWork = createPendingWork({
    ...{ profile: profile.name, storage, identity, trading, conditionals, alerts },
    held: watchList.entries,
  })
  const own: readonly Part[] = Object.values(parts)
  const turns = onAny(identity.onChange, choices.onChange, keys.secrets.onChange)
  const session = topicOf('session', () => identity.view(), turns)
  noticeFirings(alerts, messages.notices)
  const { notices } = messages
  trading.fills.onNew((fills) => noticeFills(fills, options.clock.now() + feed.clockOffset(), feed, notices))
  noticeRefusals(trading.topics, { clock: options.clock, facts: feed, notices })
  return {
    profile,
    ...parts,
    browser: keys.browser,
    sources: (window) => [
      ...feed.sources,
      session,
      ...own.flatMap(({ topics }) => topics ?? []),
      arming.source(window),
      sounds.source(window),
    ],
    pendingWork: pendingWork.now,
    onPendingWorkChange: pendingWork.onChange,
    ...beginningAndEndOf(parts, options.reach),
  }
}

/** Optional members of a part: its own topic, and work that starts and ends with the deployment. */
interface Part {
  readonly topics?: TopicSource
  start?(): void
  stop?(): void
}

function beginningAndEndOf(
  parts: DeploymentParts,
  reach: DeploymentOptions['reach'],
): Pick<Deployment, 'start' | 'stop'> {
  const { service, feed, identity, trading, arming } = parts
  const all: readonly Part[] = Object.values(parts)
  let stopped = false
  return {
    async start() {
      const reached = reach?.() ?? null
      if (reached !== null) {
        await reached
        if (stopped) return
      }
      // Market data needs no identity: the book is on screen while the keys are still being read.
      feed.start()
      await identity.reload()
      // Reading the keys or the identity may take longer than the windows exist: a part that was stopped meanwhile must not start.
      if (stopped) return
      await trading.resume()
      if (stopped) {
        trading.stop()
        return
      }
      for (const part of all) if (part !== feed) part.start?.()
    },
    stop() {
      stopped = true
      arming.disarmAll('The deployment was stopped.')
      for (const part of all.toReversed()) part.stop?.()
      // Requests that still wait for the rate limit are never sent behind the trader's back.
      service.budget.withdrawAll()
    },
  }
}
