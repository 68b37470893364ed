/** Services across all deployments: updates, remote notifications, and pending limits. */
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { app } from 'electron'
import type { ProfileChoice } from '../../contract/session.ts'
import type { Clock } from '../../contract/time.ts'
import type { StartOptions } from '../app/index.ts'
import type { Question } from '../ipc/index.ts'
import type { Log } from '../log/index.ts'
import { createRemoteHttp, createRemoteNotifications, type RemoteNotifications } from '../remote-notifications/index.ts'
import { createPendingLimits, type PendingLimits } from '../settings/index.ts'
import { createUpdates, type Updater } from '../updates/index.ts'
import type { Deployments } from './deployments.ts'
import type { SharedParts } from './shared-parts.ts'
import { askBeforeUpdate, type Shutdown } from './shutdown.ts'

interface TerminalUpdates {
  readonly options: Pick<StartOptions, 'dataFolder'>
  readonly shared: Pick<SharedParts, 'settings' | 'notices'>
  readonly deployments: Pick<Deployments, 'choices'>
  /** Asks in a native dialog about the terminal as a whole. */
  readonly ask: (question: Question) => Promise<boolean>
  readonly ending: () => Shutdown
  /** As returned by `followNetwork`. */
  readonly reach: (baseUrl: string) => Promise<void> | null
  readonly clock: Clock
  readonly log: Log
}

/** No search for updates yet. @throws Error with the reason when their stored data cannot be used. */
export function openUpdates(parts: TerminalUpdates): Updater {
  const { options, shared, deployments, ask, ending, reach, clock, log } = parts
  const { settings, notices } = shared
  return createUpdates({
    app: { isPackaged: app.isPackaged, version: app.getVersion(), whenReady: () => app.whenReady() },
    dataFolder: options.dataFolder,
    resources: process.resourcesPath ?? null,
    environment: process.env,
    settings: {
      current: () => ({ channel: settings.current.updateChannel, automatic: settings.current.updateChecks }),
      onChange: (listener) => settings.source.onChange(listener),
    },
    askToRestart: (version) => askUntilItHolds(() => askBeforeUpdate(deployments.choices(), version), ask),
    endFor: (install) => ending().after(() => replace(install, log)),
    newName: () => randomBytes(16).toString('hex'),
    random: Math.random,
    ...{ notices, reach, clock, log },
  })
}

/** The automated orders at the answer must match those in the question: orders continue while a dialog is open. */
export async function askUntilItHolds(
  question: () => Question,
  ask: (question: Question) => Promise<boolean>,
): Promise<boolean> {
  for (;;) {
    const request = question()
    if (!(await ask(request))) return false
    if (question().detail === request.detail) return true
  }
}

/** Everything has stopped: a terminal starts again in any case. */
async function replace(install: () => Promise<string | null>, log: Log): Promise<void> {
  try {
    const program = await install()
    if (program !== null) app.relaunch({ execPath: program })
  } catch (error) {
    log.warn({ err: error }, 'update: not installed; this version restarts')
    const image = process.env.APPIMAGE
    app.relaunch(image !== undefined && existsSync(image) ? { execPath: image } : {})
  }
}

interface RemoteNotificationsParts {
  readonly shared: Pick<SharedParts, 'storage' | 'settings' | 'secrets' | 'notices'>
  readonly choices: () => readonly Pick<ProfileChoice, 'name' | 'running' | 'holds'>[]
  /** As returned by `followNetwork`. */
  readonly reach: (baseUrl: string) => Promise<void> | null
  readonly clock: Clock
  readonly log: Log
}

/** Notices are forwarded from now on; the configured services are read when it begins. */
export function openRemoteNotifications({
  shared,
  choices,
  reach,
  clock,
  log,
}: RemoteNotificationsParts): RemoteNotifications {
  const { storage, settings, secrets, notices } = shared
  const remoteNotifications = createRemoteNotifications({
    secrets,
    hosts: storage.remoteNotifications,
    settings: { current: () => settings.current, onChange: (listener) => settings.source.onChange(listener) },
    held: () =>
      choices().flatMap(({ name, running, holds }) => (running && holds !== null ? [`${holds} on ${name}`] : [])),
    send: createRemoteHttp({ clock, reach }),
    notices: {
      put: (key, level, title, detail) => notices.put(key, level, title, detail),
      clear: (key) => notices.clear(key),
    },
    random: Math.random,
    ...{ clock, log },
  })
  notices.onNew(({ id, level, title, detail: message }, deployment) => {
    // A failing service is not news for the others.
    if (level === 'info' || id.startsWith('remote-notification-')) return
    remoteNotifications.notify({ level, title, text: message, deployment, isActing: level === 'error' })
  })
  return remoteNotifications
}

interface PendingLimitsOptions {
  readonly shared: Pick<SharedParts, 'settings' | 'notices'>
  readonly deployments: Pick<Deployments, 'running'>
  readonly clock: Clock
  readonly log: Log
}

/** The terminal's limits as they are saved: loosened ones are recorded for every running deployment, and arming learns of its setting. */
export const pendingLimitsOf = ({ shared, deployments, clock, log }: PendingLimitsOptions): PendingLimits =>
  createPendingLimits({
    ...{ settings: shared.settings, notices: shared.notices, clock, log },
    onHeld(looser) {
      for (const { deployment } of deployments.running) {
        deployment.arming.changed()
        if (looser.length > 0) deployment.trading.safety.add('limits', `Limits were loosened: ${looser.join('; ')}.`)
      }
    },
  })
