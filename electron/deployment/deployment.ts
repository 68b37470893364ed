/** Everything that belongs to one deployment: its parts, what its windows are pushed, and how it begins and ends. */
import { onAny } from '../../contract/listeners.ts'
import { notifyUnattended } from '../alerts/index.ts'
import type { RunningDeployment } from '../profiles/index.ts'
import type { DeploymentProfile } from '../service/index.ts'
import { type TopicSource, topicOf } from '../topics/index.ts'
import type { BrowserSigner } from '../wallet/index.ts'
import type { DeploymentParts } from './interface.ts'
import { createDeploymentParts } from './parts.ts'
import { createPendingWork } from './pending-work.ts'
import type { DeploymentOptions } from './ports.ts'

/** A deployment with its parts, as the windows and calls that are on it find them. */
export interface Deployment extends DeploymentParts, RunningDeployment {
  readonly profile: DeploymentProfile
  readonly browser: BrowserSigner
  /** Every topic of this deployment, as one of its windows is pushed it. */
  sources(window: string): readonly TopicSource[]
}

/** Nothing is read or sent before `start`. */
export function createDeployment(options: DeploymentOptions): Deployment {
  const { profile, keys, record, choices, messages } = options
  const parts = createDeploymentParts(options)
  const {
    feed,
    identity,
    trading,
    conditionals,
    alerts,
    watchList,
    endings,
    activity,
    books,
    settlements,
    notes,
    past,
    equity,
    arming,
    instruments,
    quotes,
    links,
    favourites,
    crosshairs,
    sounds,
  } = parts
  const { storage } = record
  const pendingWork = createPendingWork({
    ...{ profile: profile.name, storage, identity, trading, conditionals, alerts },
    held: watchList.entries,
  })
  const turns = onAny(identity.onChange, choices.onChange, keys.secrets.onChange)
  const session = topicOf('session', () => identity.view(), turns)
  notifyUnattended(alerts, {
    unattended: choices.unattended,
    notices: messages.notices,
  })
  return {
    profile,
    ...parts,
    browser: keys.browser,
    sources: (window) => [
      ...feed.sources,
      session,
      trading.topics,
      conditionals.topics,
      alerts.topics,
      watchList.topics,
      endings.topics,
      activity.topics,
      books.topics,
      settlements.topics,
      notes.topics,
      past.topics,
      equity.topics,
      instruments.topics,
      quotes.topics,
      links.topics,
      favourites.topics,
      crosshairs.topics,
      arming.source(window),
      sounds.source(window),
    ],
    pendingWork: pendingWork.now,
    onPendingWorkChange: pendingWork.onChange,
    ...beginningAndEndOf(parts, options.reach),
  }
}

function beginningAndEndOf(
  parts: DeploymentParts,
  reach: DeploymentOptions['reach'],
): Pick<Deployment, 'start' | 'stop'> {
  const {
    service,
    feed,
    identity,
    trading,
    conditionals,
    alerts,
    watchList,
    endings,
    books,
    settlements,
    notes,
    equity,
    arming,
    instruments,
    quotes,
  } = parts
  const { activity, backFill, past, stepRetention, ends, sounds } = parts
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
      // Reading the keys or the identity may take longer than the windows stay: what was stopped meanwhile must not begin after all.
      if (stopped) return
      await trading.resume()
      if (stopped) {
        trading.stop()
        return
      }
      conditionals.start()
      alerts.start()
      watchList.start()
      // After alerts: one that waits for a fill is heard as that.
      sounds.start()
      ends.start()
      endings.start()
      books.start()
      settlements.start()
      past.start()
      backFill.start()
      stepRetention.start()
      equity.start()
    },
    stop() {
      stopped = true
      arming.disarmAll('The deployment was stopped.')
      activity.stop()
      sounds.stop()
      watchList.stop()
      conditionals.stop()
      endings.stop()
      ends.stop()
      books.stop()
      settlements.stop()
      notes.stop()
      backFill.stop()
      stepRetention.stop()
      past.stop()
      equity.stop()
      alerts.stop()
      trading.stop()
      identity.stop()
      instruments.stop()
      quotes.stop()
      feed.stop()
      // What still waits for the service's limit is never sent behind the trader's back.
      service.budget.withdrawAll()
    },
  }
}
